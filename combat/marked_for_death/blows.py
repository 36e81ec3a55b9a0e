"""One blow, exact: from two pools of dice to the distribution of the damage."""

import numpy as np
from scipy import stats

from combat.dice import Distribution
from combat.domain import numbers, whole

_FEW = 256  # dice of a pool up to which all its numbers of successes are listed
_CELLS = 2**20  # of an array while listing: 8 MB
_TAIL = 10  # standard deviations beyond which a pool's chances are below 1e-22
_POINTS = 1024  # of a bell curve: its sum over them is exact to 1e-15


def blow(offense_dice, to_hit, defense_dice, to_defend):
    """Return the distribution of the damage of one blow, in hit points.

    "each die that is <= ToHit generates 1 potential hit", "each die that is <= ToDefend blocks
    1 hit", "defender loses (potential hits) - (blocked hits) HP", at least 0. Dice whole and
    >= 0, chances in [0, 1]. ValueError outside.

    >>> blow(2, 0.5, 1, 0.5).chances
    array([0.5  , 0.375, 0.125])
    """
    dice = [
        int(whole(name, value, low=0))
        for name, value in (("offense_dice", offense_dice), ("defense_dice", defense_dice))
    ]
    chances = [
        float(numbers(name, value, low=0, high=1))
        for name, value in (("to_hit", to_hit), ("to_defend", to_defend))
    ]
    at_most = damage_at_most([(dice[0], chances[0])], [(dice[1], chances[1])], dice[0] + 1)[0, 0]
    shares = np.diff(at_most, prepend=0)
    possible = np.flatnonzero(shares > 0)
    return Distribution(possible, shares[possible] / shares.sum())


def damage_at_most(offenses, defenses, most):
    """Return P(damage <= k) for k < most: an array (offenses, defenses, most).

    offenses, defenses: pairs (dice, chance of each to count). most: whole, in hit points.

    >>> damage_at_most([(2, 0.5)], [(1, 0.5)], 2)
    array([[[0.5  , 0.875]]])
    """
    shape = len(offenses), len(defenses)
    rows, columns = np.divmod(np.arange(shape[0] * shape[1]), shape[1])
    found = of_pairs(np.array(offenses, float)[rows], np.array(defenses, float)[columns], most)
    table = np.ones((*shape, most))
    table[..., : found.shape[1]] = found.reshape(*shape, -1)
    return table


def of_pairs(attacks, defences, most):
    """Return P(damage <= k) of pairs of pools: an array (pairs, at most `most`).

    attacks, defences: rows (dice, chance of each to count), one of each for a pair. Columns end
    where no pool of attack has more dice. Any number of dice: of more than 256 only those
    successes are looked at that have a chance.

    >>> of_pairs(np.array([[2, 0.5], [10.0**12, 0.5]]), np.array([[1, 0.5], [10.0**12, 0.5]]), 2)
    array([[0.5       , 0.875     ],
           [0.50000028, 0.50000085]])
    """
    dice = np.maximum(attacks[:, 0], defences[:, 0])
    most = int(max(1, min(most, attacks[:, 0].max(initial=0))))
    table = np.empty((len(attacks), most))
    few = np.flatnonzero(dice <= _FEW)
    step = max(1, int(_CELLS // (dice[few].max(initial=0) + most)))
    for first in range(0, len(few), step):
        some = few[first : first + step]
        table[some] = _listed(attacks[some], defences[some], most)
    for pair in np.flatnonzero(dice > _FEW):
        table[pair] = _searched(attacks[pair], defences[pair], most)
    return table


def _listed(attacks, defences, most):
    """P(hits <= blocks + k), over all numbers of blocks."""
    hits, blocks = _pmf(attacks), _pmf(defences)
    at_most = np.ones((len(hits), max(hits.shape[1], blocks.shape[1] + most)))
    np.cumsum(hits, axis=1, out=at_most[:, : hits.shape[1]])
    return np.stack(
        [np.einsum("pb,pb->p", at_most[:, k : k + blocks.shape[1]], blocks) for k in range(most)],
        axis=1,
    )


def _pmf(pools):
    distinct, which = np.unique(pools[:, 0] + 1j * pools[:, 1], return_inverse=True)
    values = np.arange(int(pools[:, 0].max()) + 1)
    return stats.binom.pmf(values, distinct.real[:, None], distinct.imag[:, None])[which]


def _searched(attack, defence, most):
    """The same for one pair of any size: over the blocks that have a chance, or some of them.

    The chances of blocks are a bell curve: a sum over every s-th, s far below its width, is
    the sum over all.
    """
    dice, chance = defence
    middle, width = dice * chance, _TAIL * (dice * chance * (1 - chance)) ** 0.5 + 2 * _TAIL
    low, high = max(0, np.floor(middle - width)), min(dice, np.ceil(middle + width))
    step = max(1, (high - low) // _POINTS)
    blocks = np.arange(low, high + 1, step)
    weights = stats.binom.pmf(blocks, dice, chance)
    weights /= weights.sum()
    if step > 1:
        return np.array([weights @ stats.binom.cdf(blocks + k, *attack) for k in range(most)])
    at_most = stats.binom.cdf(np.arange(low, high + most + 1), *attack)
    windows = np.lib.stride_tricks.sliding_window_view(at_most, len(blocks))
    return windows[:most] @ weights
