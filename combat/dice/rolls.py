"""What rules do with a roll: the best of two, rerolls, dice that explode."""

import numpy as np

from combat.core.checks import check_whole
from combat.dice.distribution import Distribution
from combat.dice.expression import dice
from combat.dice.pools import exploded, highest_of, rerolled


def advantage(roll, rolls=2):
    """Return the distribution of the higher of two rolls, or of the highest of several.

    roll: a Distribution or an expression. rolls: at least 1. ValueError outside. "When you have
    advantage, you roll a second d20 ... and use the higher of the two rolls" (D&D 5.1 SRD).

    >>> round(advantage("d20").mean, 9), round(advantage("d20").at_least(11), 9)
    (13.825, 0.75)
    """
    return keep_highest(roll, rolls)


def disadvantage(roll, rolls=2):
    """Return the distribution of the lower of two rolls, or the lowest of several; see `advantage`.

    >>> round(disadvantage("d20").at_least(11), 9)
    0.25
    """
    return keep_lowest(roll, rolls)


def keep_highest(roll, rolls, kept=1):
    """Return the distribution of the sum of the `kept` highest of so many rolls.

    roll: a Distribution or an expression, of whole numbers if more than one is kept. rolls: at
    least 1. kept: from 1 to rolls. ValueError outside.

    >>> keep_highest("d6", 4, 3), keep_highest("d6", 4)
    (Distribution(3..18, mean 12.2446), Distribution(1..6, mean 5.2446))
    """
    roll, rolls, kept = _checked(roll, rolls, kept)
    return highest_of(roll, rolls, kept)


def keep_lowest(roll, rolls, kept=1):
    """Return the distribution of the sum of the `kept` lowest of so many rolls.

    The arguments are those of `keep_highest`.

    >>> keep_lowest("d2", 2).chances
    array([0.75, 0.25])
    """
    roll, rolls, kept = _checked(roll, rolls, kept)
    return -highest_of(-roll, rolls, kept)


def reroll(distribution, when, *, times=1):
    """Return the distribution of a roll that is made again for some values.

    distribution: a Distribution or an expression; several dice are all rolled again, depending on
    their sum. when: the values to reroll, or a function of an array of values that returns true
    for these. times: how often at most, whole, at least 0; None: until no reroll is due.
    ValueError outside, for a value that can't come up, and for rerolls without end.

    "When you roll a 1 or 2 on a damage die ... you can reroll the die and must use the new roll"
    (great weapon fighting, D&D 5.1 SRD), with two dice:

    >>> die = reroll("d6", [1, 2])
    >>> die + die, reroll("d6", lambda face: face < 3, times=None)
    (Distribution(2..12, mean 8.33333), Distribution(3..6, mean 4.5))
    """
    first = dice(distribution)
    again = _held(first, when)
    if times is None:
        if again.all():
            raise ValueError("when holds for every value: the reroll would never end")
        rest = first.chances[~again]
        return Distribution(first.values[~again], rest / rest.sum())
    return rerolled(first, again, int(check_whole("times", times, low=0)))


def explode(roll, *, rolls=None):
    """Return the distribution of a die that is rolled again and added at its highest value.

    roll: a Distribution or an expression. rolls: how often it is rolled again at most, whole, at
    least 0; by default as long as that has a chance of at least 1e-12 (15 times for a d6). The last
    roll counts, but isn't rolled again. ValueError outside, and for a die with only one value,
    which would never end.

    >>> explode("d6", rolls=1).values
    array([ 1,  2,  3,  4,  5,  7,  8,  9, 10, 11, 12])
    >>> round(explode("d6").mean, 9)
    4.2
    """
    return exploded(dice(roll), None if rolls is None else int(check_whole("rolls", rolls, low=0)))


def _held(distribution, when):
    """Where `when` holds: an array of booleans over the values."""
    if callable(when):
        held = np.asarray(when(distribution.values), bool)
        return np.broadcast_to(held, distribution.values.shape)
    wanted = np.atleast_1d(when)
    strange = wanted[~np.isin(wanted, distribution.values)]
    if strange.size:
        raise ValueError(f"when = {strange[0]} never comes up: {distribution!r}")
    return np.isin(distribution.values, wanted)


def _checked(roll, rolls, kept):
    roll, rolls = dice(roll), int(check_whole("rolls", rolls, low=1))
    kept = int(check_whole("kept", kept, low=1, high=rolls))
    if kept > 1:
        check_whole("roll", roll.values)
    return roll, rolls, kept
