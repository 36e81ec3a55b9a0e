"""The exact distribution of a blow's damage, from the two pools of dice."""

import numpy as np

from combat.core import binomial
from combat.core.checks import check_numbers, check_whole
from combat.dice import Distribution

_CELLS = 2**20  # cells of an array while listing: 8 MB


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
    no more columns than the largest pool of attack has dice.
    """
    dice = max(attacks[:, 0].max(initial=0), defenses[:, 0].max(initial=0))
    most = int(max(1, min(most, attacks[:, 0].max(initial=0))))
    table = np.empty((len(attacks), most))
    step = max(1, int(_CELLS // (dice + most)))
    for first in range(0, len(attacks), step):
        some = slice(first, first + step)
        table[some] = _listed(attacks[some], defenses[some], most)
    return table


def _listed(attacks, defenses, most):
    """P(hits <= blocks + k), over all numbers of blocks."""
    hits, blocks = _pmf(attacks), _pmf(defenses)
    at_most = np.ones((len(hits), max(hits.shape[1], blocks.shape[1] + most)))
    np.cumsum(hits, axis=1, out=at_most[:, : hits.shape[1]])
    windows = (at_most[:, k : k + blocks.shape[1]] for k in range(most))
    found = [np.einsum("pb,pb->p", window, blocks) for window in windows]
    return np.clip(np.stack(found, axis=1), 0, 1)


def _pmf(pools):
    distinct, which = np.unique(pools[:, 0] + 1j * pools[:, 1], return_inverse=True)
    values = np.arange(int(pools[:, 0].max()) + 1)
    return binomial.pmf(values, distinct.real[:, None], distinct.imag[:, None])[which]
