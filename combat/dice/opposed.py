"""Two pools of dice against each other: whose highest die decides."""

from typing import NamedTuple

import numpy as np

from combat.core.checks import check_whole
from combat.dice.grammar import pool_of
from combat.dice.pools import highest_of


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
