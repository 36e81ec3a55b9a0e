"""From the chance of one blow to the course of a fight: independent blows, exact.

A kill takes `hits` successful blows, each of which lands with the same `chance`.
"""

import numpy as np
from scipy import stats

from combat.domain import counts, numbers, plain


def expected_blows(chance, hits=1):
    """Return the mean number of blows until `hits` of them have landed.

    chance in [0, 1], hits >= 1; both broadcast. The mean is hits/chance, infinite at
    chance 0. ValueError outside these ranges.

    >>> expected_blows(0.25, hits=3)
    12.0
    """
    chance, hits = _checked(chance, hits)
    with np.errstate(divide="ignore"):
        return plain(np.divide(hits, chance))


def survival(chance, hits, blows):
    """Return the chance that the target still stands after that many blows.

    It stands while fewer than `hits` blows have landed: P(Binomial(blows, chance) < hits).
    chance in [0, 1], hits >= 1, blows >= 0; all broadcast. ValueError outside these ranges.

    >>> survival(0.5, hits=1, blows=[0, 1, 2, 3])
    array([1.   , 0.5  , 0.25 , 0.125])
    """
    chance, hits = _checked(chance, hits)
    blows = counts("blows", blows, low=0)
    return plain(np.asarray(stats.binom.cdf(hits - 1, blows, chance)))


def blows_for(confidence, chance, hits=1):
    """Return the fewest blows that land `hits` times with at least that confidence.

    confidence and chance in [0, 1], hits >= 1; all broadcast. Infinite where no number
    of blows suffices. ValueError outside these ranges.

    >>> blows_for(0.9, chance=0.5)
    4.0
    >>> float(survival(0.5, 1, 4)), float(survival(0.5, 1, 3))
    (0.0625, 0.125)
    """
    chance, hits = _checked(chance, hits)
    confidence = numbers("confidence", confidence, low=0, high=1)
    misses = stats.nbinom.ppf(confidence, hits, chance)
    # At confidence 0 the quantile of the misses is -1 by scipy's convention.
    blows = np.where(chance == 0, np.inf, np.maximum(misses, 0) + hits)
    unknown = np.isnan(chance) | np.isnan(confidence)
    return plain(np.where(unknown, np.nan, blows))


def streak_chance(chance, hits, length):
    """Return the chance of at least `length` misses in a row before the kill.

    Each of the `hits` landing blows ends one run of misses, and the runs are independent:
    P = 1 - (1 - (1 - chance)^length)^hits. chance in [0, 1], hits >= 1, length >= 0;
    all broadcast. ValueError outside these ranges.

    >>> round(streak_chance(0.75, hits=10, length=3), 4)
    0.1457
    """
    chance, hits = _checked(chance, hits)
    length = counts("length", length, low=0)
    return plain(np.asarray(1 - (1 - (1 - chance) ** length) ** hits))


def _checked(chance, hits):
    return numbers("chance", chance, low=0, high=1), counts("hits", hits, low=1)
