"""Dice as people write them: 2d6+1, 4d6kh3, 8d6>=5, max(1d8!, 1d6!), 2W6; and two such pools."""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from combat.core.checks import check_whole
from combat.dice.distribution import MOST_WORK, Distribution, constant
from combat.dice.grammar import pool_of, term_of
from combat.dice.pools import highest_of


def dice(expression):
    """Return the distribution of dice as people write them, such as "2d6", "1d8+2" or "12-15".

    - "d6" is "1d6", "2W6" is German for "2d6", "d%" is "1d100", "0d0" is 0.
    - Joined by + and -, and * with a whole number: "2d6*2" is twice the sum. "10 of (1d4+1)" is the
      sum of ten rolls, and brackets work as usual.
    - "12-15" at the beginning is a range: 12, 13, 14 or 15, equally likely; more may follow.
    - "4d6kh3" keeps the highest three, "2d20kl1" the lowest one; "4d6dl1" drops the lowest one,
      "4d6dh1" the highest one; without a number it is one.
    - "3d6r1" rolls each 1 once more, "3d6r<=2" each 1 and 2.
    - "4d6!" explodes: a die that shows its highest value is rolled again and added, as long as that
      has a chance of at least 1e-12 (15 times for a d6); "d10!9" does so from 9 on.
    - "8d6>=5" is how many dice show 5 or more (also <=, <, >, =); in "6d10>=8!9" each that shows 9
      or more is rolled again, as often as it does, and each of these rolls may count.
    - "max(1d8!, 1d6!)" and "min(...)" take one of several rolls, "(2d6, 1d8, 1d10)k2" the two best
      of these four dice; "(2d6, 1d8)>=5" counts them.

    A whole number or a Distribution is allowed, too. At most 1000 dice of at most 1000 sides, and
    ranges up to 1,000,000. ValueError, with the place, for what can't be read; or that would take
    too long.

    >>> dice("3d2+1").values, dice("3d2+1").chances
    (array([4, 5, 6, 7]), array([0.125, 0.375, 0.375, 0.125]))
    >>> dice("4d6kh3"), dice("2d6!"), dice("12-15")
    (Distribution(3..18, mean 12.2446), Distribution(2..192, mean 8.4), Distribution(12..15, ...))
    >>> round(dice("6d10>=8!9").at_least(5), 7), dice("(2d6, 1d8, 1d10)k2")
    (0.0888728, Distribution(2..18, mean 11.7111))
    >>> dice("2d6+x")
    Traceback (most recent call last):
    ValueError: dice '2d6+x', character 5: 'x' can't be read: write for example 2d6, 1d8+2, ...
    """
    if isinstance(expression, Distribution):
        return expression
    if isinstance(expression, str):
        return _read(expression)
    if isinstance(expression, int | float) and expression != expression // 1:
        raise ValueError(f"dice = {expression:g} is no whole number; {made_whole(expression)}")
    return constant(int(check_whole("dice", expression)))


def made_whole(number):
    """Return in words by which number points must be multiplied to become whole."""
    times = Fraction(str(number)).limit_denominator(100).denominator
    return f"multiply all points of the game by {times}"


def added_in(expression):
    """Return what dice in a text add to what they show: 3 of "2d6+3", 10 of "(1d4+1)*10"."""
    return term_of(expression).added()


@lru_cache(maxsize=4096)  # every duel of a table of monsters reads the same dice
def _read(expression):
    term = term_of(expression)
    if term.cost()[0] > MOST_WORK:
        raise ValueError(
            f"dice {expression!r} take too long to add up: write fewer or smaller dice"
        )
    try:
        total = term.rolled()
    except ValueError as error:
        raise ValueError(f"dice {expression!r}: {error}") from None
    for array in (total.values, total.chances):
        array.flags.writeable = False  # cached, so all callers share it
    return total


class Opposed(NamedTuple):
    """The chances that the first pool wins, the second, or neither."""

    first: float
    second: float
    tie: float


def opposed(first, second, *, at_most=(None, None), critical=False):
    """Return the chances that one pool of dice beats another by its highest die: `Opposed`.

    first, second: dice of one kind, such as "3d20" or "4d6!". at_most: the limit of each side, None
    for none; dice that show more fail. critical: whether a die that shows just its limit beats any
    other. Equal highest dice are a tie, and so it is if all dice of both fail. ValueError for other
    dice. Sums and counted dice compare by a difference: `dice("8d6>=5 - 6d6>=4").at_least(1)`.

    >>> [round(chance, 4) for chance in opposed("3d20", "1d20", at_most=(13, 11), critical=True)]
    [0.7893, 0.1557, 0.055]
    """
    if not isinstance(at_most, tuple | list) or len(at_most) != 2:
        raise ValueError(f"at_most = {at_most!r:.40} must be two limits, such as (13, 11) or None")
    one, other = (
        _best(*pool_of(text), limit, critical)
        for text, limit in zip((first, second), at_most, strict=True)
    )
    won = [_above(one, other), _above(other, one)]
    return Opposed(*won, max(0.0, 1 - sum(won)))


def _best(count, die, limit, critical):
    """The distribution of the highest die that counts: -inf if all fail, inf if critical."""
    if limit is None:
        return highest_of(die, count, 1)
    check_whole("at_most", limit, low=int(die.values[0]))
    shown = np.where(die.values > limit, -np.inf, die.values)
    if critical:
        shown = np.where(shown == limit, np.inf, shown)
    return highest_of(die.map(lambda _: shown), count, 1)


def _above(one, other):
    """The chance that one shows more than the other."""
    return float(one.chances @ np.greater.outer(one.values, other.values) @ other.chances)
