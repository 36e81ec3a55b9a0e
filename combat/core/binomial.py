"""How many of n tries succeed, and what that says of their chance: Wilson's interval.

The distribution does what `scipy.stats.binom` does, but importing that takes 0.4 s at each start.
"""

import numpy as np
from scipy.special import betainc, betaincc, binom, nbdtrik, ndtri

from combat.core.checks import check_counts, scalar

# Up to so many tries the products neither overflow nor vanish. Beyond, scipy.stats is used, as
# the incomplete beta function of scipy before 1.17 is wrong by 1e-5 at 1e12 tries.
_MOST = 1000
_SQUARED = float(ndtri(0.975) ** 2)  # of the standard errors that 95 % take


def pmf(successes, tries, chance):
    """Return P(Binomial(tries, chance) = successes); all broadcast, counts may be floats."""
    successes, tries, chance = (np.asarray(one, float) for one in (successes, tries, chance))
    if np.max(tries, initial=0) > _MOST:
        return _scipys().pmf(successes, tries, chance)
    failures = tries - successes
    possible = (successes >= 0) & (failures >= 0)
    k, rest = np.where(possible, successes, 0), np.where(possible, failures, 0)
    found = np.where(possible, binom(tries, k) * chance**k * (1 - chance) ** rest, 0.0)
    return np.where(np.isnan(successes + tries + chance), np.nan, found)


def cdf(successes, tries, chance):
    """Return P(Binomial(tries, chance) <= successes); all broadcast."""
    return _split(successes, tries, chance, betaincc, "cdf", (0.0, 1.0))


def sf(successes, tries, chance):
    """Return P(Binomial(tries, chance) > successes); all broadcast."""
    return _split(successes, tries, chance, betainc, "sf", (1.0, 0.0))


def _split(successes, tries, chance, within, name, ends):
    """The chance of more than k of n is I(k + 1, n - k), the regularised incomplete beta."""
    successes, tries, chance = (np.asarray(one, float) for one in (successes, tries, chance))
    if np.max(tries, initial=0) > _MOST:
        return getattr(_scipys(), name)(successes, tries, chance)
    inside = (successes >= 0) & (successes < tries)
    k, n = np.where(inside, successes, 0), np.where(inside, tries, 1)
    found = np.where(inside, within(k + 1, n - k, chance), ends[0])
    found = np.where(successes >= tries, ends[1], found)
    return np.where(np.isnan(successes + tries + chance), np.nan, found)


def _scipys():
    from scipy.stats import binom as scipys

    return scipys


def misses_for(confidence, hits, chance):
    """Return the least k with P(at most k misses before hit number `hits`) >= confidence."""
    # All broadcast. It is -1 at confidence 0, infinite at 1 (0 if chance is 1), NaN if chance is 0.
    confidence, hits, chance = np.broadcast_arrays(
        *(np.asarray(one, float) for one in (confidence, hits, chance))
    )
    with np.errstate(invalid="ignore"):
        misses = np.ceil(nbdtrik(confidence, hits, chance))
        fewer = np.maximum(misses - 1, 0)
        # By rounding, a confidence that is met exactly may come out a little too low.
        enough = betainc(hits, fewer + 1, chance) >= confidence - 1e-15
    misses = np.where(enough, fewer, misses)
    misses = np.where(chance == 1, 0.0, np.where(confidence == 1, np.inf, misses))
    misses = np.where(confidence == 0, -1.0, misses)
    return np.where(chance == 0, np.nan, misses)


def wilson(successes, trials):
    """Return the ends (low, high) of Wilson's 95 % interval for a share, in [0, 1].

    successes, trials: counts. Both broadcast. Unlike the share plus or minus two standard errors,
    the interval stays within [0, 1] and has a width even at 0 successes.
    """
    trials = check_counts("trials", trials, low=1)
    successes = check_counts("successes", successes, low=0)
    if np.any(successes > trials):
        raise ValueError(
            f"successes = {np.max(successes):g} is out of range: there are only "
            f"{np.max(trials):g} trials"
        )
    share, wider = successes / trials, 1 + _SQUARED / trials
    middle = (share + _SQUARED / (2 * trials)) / wider
    half = np.sqrt(_SQUARED * (share * (1 - share) / trials + _SQUARED / (4 * trials**2))) / wider
    # Set to exactly 0 and 1, where rounding would leave a tiny difference.
    low = np.where(successes == 0, 0, middle - half)
    high = np.where(successes == trials, 1, middle + half)
    return scalar(low), scalar(high)
