"""From the hit chance of one blow to the course of a fight: independent blows, exact.

Each blow lands with the same `chance`. A kill takes `hits` blows that land or, if their damage
varies, as much damage in total as the target has health.
"""

import numpy as np

from combat.core import binomial
from combat.core.checks import check_counts, check_numbers, check_whole, scalar
from combat.dice import dice

CHANCE = {"low": 0, "high": 1}


def expected_blows(chance, hits=1):
    """Return the mean blows until `hits` landed: hits / chance, infinite at 0; broadcasts."""
    chance, hits = _checked(chance, hits)
    with np.errstate(divide="ignore"):
        return scalar(np.divide(hits, chance))


def survival(chance, hits, blows):
    """Return the chance that fewer than `hits` of so many blows land; all broadcast."""
    chance, hits = _checked(chance, hits)
    blows = check_counts("blows", blows, low=0)
    return scalar(np.asarray(binomial.cdf(hits - 1, blows, chance)))


def blows_for(confidence, chance, hits=1):
    """Return the fewest blows of which `hits` land with that confidence; inf; broadcasts."""
    chance, hits = _checked(chance, hits)
    confidence = check_numbers("confidence", confidence, low=0, high=1)
    misses = binomial.misses_for(confidence, hits, chance)
    # At confidence 0 the quantile of the misses is -1 by convention.
    blows = np.where(chance == 0, np.inf, np.maximum(misses, 0) + hits)
    unknown = np.isnan(chance) | np.isnan(confidence) | np.isnan(hits)
    return scalar(np.where(unknown, np.nan, blows))


def streak_chance(chance, hits, length):
    """Return the chance of at least `length` misses in a row before the kill.

    Each of the `hits` ends one run of misses, and the runs are independent. All broadcast.
    """
    chance, hits = _checked(chance, hits)
    length = check_counts("length", length, low=0)
    found = 1 - (1 - (1 - chance) ** length) ** hits
    # 1**nan and nan**0 are 1 to numpy.
    unknown = np.isnan(chance) | np.isnan(hits) | np.isnan(length)
    return scalar(np.where(unknown, np.nan, found))


def fallen_within(health, chance, damage, blows):
    """Return the chance that so many blows do at least as much damage as the target has health.

    health, chance: one number each; damage: of a blow that lands; blows: any shape.
    """
    health, chance, damage = _fighter(health, chance, damage)
    blows = check_counts("blows", blows, low=0)
    known = ~np.isnan(blows) & ~np.isnan(chance)
    last = int(np.max(blows, initial=0, where=known))
    fallen = _fallen(health, chance, damage, last)
    return scalar(np.where(known, fallen[np.where(known, blows, 0).astype(int)], np.nan))


def mean_blows(health, chance, damage):
    """Return the mean number of blows that take all the health; infinite if none can do damage.

    By what is left: mean(h) = 1 + sum over d of P(d) mean(h - d), solved for mean(h).
    """
    health, chance, damage = _fighter(health, chance, damage)
    harm = damage.values > 0
    values, chances = damage.values[harm].astype(int), chance * damage.chances[harm]
    some = chances.sum()
    if some == 0:
        return float("inf")
    means = np.zeros(health + 1)
    for left in range(1, health + 1):
        means[left] = (1 + chances @ means[np.maximum(left - values, 0)]) / some
    return float(means[health])


def evaded_for(full, less):
    """Return the chance to evade that saves as much damage as reducing every blow does.

    full, less: the mean damage of a blow without and with the reduction. It is 1 - less/full, or 0
    for blows that do no damage.

    >>> evaded_for(4.0, 3.0)
    0.25
    """
    return 1 - less / full if full else 0.0


def deadlier_until(course):
    """Return the last blow or turn at which evasion is deadlier than reduction, 0 if there is none.

    course: a frame by blow or turn; its columns evasion and reduction are the chances to have
    fallen by then with each.

    >>> import pandas as pd
    >>> deadlier_until(pd.DataFrame({"evasion": [0.1, 0.3], "reduction": [0, 0.4]}, [1, 2]))
    1
    """
    # Chances are exact to 1e-12, so a difference up to 1e-9 is rounding.
    deadlier = course.index[course["evasion"] > course["reduction"] + 1e-9]
    return int(max(deadlier, default=0))


def _fighter(health, chance, damage):
    health, chance = (
        int(check_whole("health", health, low=1)),
        float(check_numbers("chance", chance, **CHANCE)),
    )
    damage = dice(damage)
    check_whole("damage", damage.values, low=0)
    return health, chance, damage


def _fallen(health, chance, damage, blows):
    """The chance to have fallen after 0, 1, ... blows, followed one blow at a time."""
    blow = np.bincount(damage.values.astype(int), chance * damage.chances)
    blow[0] += 1 - chance
    lost, fallen = np.ones(1), [0.0]
    for _ in range(blows):
        after = np.convolve(lost, blow)
        fallen.append(fallen[-1] + after[health:].sum())
        lost = after[:health]
    return np.array(fallen)


def _checked(chance, hits):
    return check_numbers("chance", chance, **CHANCE), check_counts("hits", hits, low=1)
