"""The exact distribution of a blow's damage, from the two pools of dice."""

import numpy as np

from combat.core import binomial
from combat.core.checks import check_numbers, check_whole
from combat.dice import Distribution

_FEW = 256  # up to so many dice in a pool, every number of successes is listed
_CELLS = 2**20  # cells of an array while listing: 8 MB
_TAIL = 10  # more standard deviations from the mean, a pool's chances are below 1e-22
_POINTS = 256  # points of a bell curve over 20 standard deviations: sums are exact to 1e-15


def blow(offense_dice, to_hit, defense_dice, to_defend):
    """Return the distribution of the damage of one blow, in hit points.

    "each die that is <= ToHit generates 1 potential hit", "each die that is <= ToDefend blocks
    1 hit", "defender loses (potential hits) - (blocked hits) HP", at least 0. Dice whole and
    >= 0, chances in [0, 1]. ValueError outside.

    >>> blow(2, 0.5, 1, 0.5).chances
    array([0.5  , 0.375, 0.125])
    """
    dice = [
        int(check_whole(name, value, low=0))
        for name, value in (("offense_dice", offense_dice), ("defense_dice", defense_dice))
    ]
    chances = [
        float(check_numbers(name, value, low=0, high=1))
        for name, value in (("to_hit", to_hit), ("to_defend", to_defend))
    ]
    at_most = damage_at_most([(dice[0], chances[0])], [(dice[1], chances[1])], dice[0] + 1)[0, 0]
    shares = np.diff(at_most, prepend=0)
    possible = np.flatnonzero(shares > 0)
    return Distribution(possible, shares[possible] / shares.sum())


def damage_at_most(offenses, defenses, most):
    """Return P(damage <= k) for k < most of pools (dice, chance): (offenses, defenses, most)."""
    shape = len(offenses), len(defenses)
    rows, columns = np.divmod(np.arange(shape[0] * shape[1]), shape[1])
    found = of_pairs(np.array(offenses, float)[rows], np.array(defenses, float)[columns], most)
    table = np.ones((*shape, most))
    table[..., : found.shape[1]] = found.reshape(*shape, -1)
    return table


def of_pairs(attacks, defenses, most):
    """Return P(damage <= k) of pairs of pools: an array (pairs, at most `most`).

    attacks, defences: rows (dice, chance that each succeeds), one row of each for a pair. There are
    no more columns than the largest pool of attack has dice. Pools may have any number of dice:
    with more than 256, only the likely numbers of successes are computed.
    """
    dice = np.maximum(attacks[:, 0], defenses[:, 0])
    most = int(max(1, min(most, attacks[:, 0].max(initial=0))))
    table = np.empty((len(attacks), most))
    few = np.flatnonzero(dice <= _FEW)
    step = max(1, int(_CELLS // (dice[few].max(initial=0) + most)))
    for first in range(0, len(few), step):
        some = few[first : first + step]
        table[some] = _listed(attacks[some], defenses[some], most)
    for pair in np.flatnonzero(dice > _FEW):
        table[pair] = _searched(attacks[pair], defenses[pair], most)
    return table


def _listed(attacks, defenses, most):
    """P(hits <= blocks + k), over all numbers of blocks."""
    hits, blocks = _pmf(attacks), _pmf(defenses)
    at_most = np.ones((len(hits), max(hits.shape[1], blocks.shape[1] + most)))
    np.cumsum(hits, axis=1, out=at_most[:, : hits.shape[1]])
    return np.stack(
        [np.einsum("pb,pb->p", at_most[:, k : k + blocks.shape[1]], blocks) for k in range(most)],
        axis=1,
    )


def _pmf(pools):
    distinct, which = np.unique(pools[:, 0] + 1j * pools[:, 1], return_inverse=True)
    values = np.arange(int(pools[:, 0].max()) + 1)
    return binomial.pmf(values, distinct.real[:, None], distinct.imag[:, None])[which]


def _searched(attack, defense, most):
    """P(hits - blocks <= k) for one pair of any size.

    Summed over the pool with the smaller standard deviation, as the other one's distribution is
    smooth on that scale. For a wide pool, a sample of points of its bell curve is enough.
    """
    (dice, to_hit), (against, to_defend) = attack, defense
    losses = np.arange(most)[:, None]
    if against * to_defend * (1 - to_defend) < dice * to_hit * (1 - to_hit):
        blocks, weights = _bell(*defense)
        found = binomial.cdf(blocks + losses, dice, to_hit) @ weights
    else:
        hits, weights = _bell(*attack)
        found = binomial.sf(hits - losses - 1, against, to_defend) @ weights
    return np.clip(found, 0, 1)


def _bell(dice, chance):
    """Numbers of successes and their weights: all likely numbers, or every s-th of them."""
    width = _TAIL * ((dice * chance * (1 - chance)) ** 0.5 + 2)
    low, high = (np.clip(np.round(dice * chance + side), 0, dice) for side in (-width, width))
    successes = np.arange(low, high + 1, max(1, (high - low) // _POINTS))
    weights = binomial.pmf(successes, dice, chance)
    return successes, weights / weights.sum()
