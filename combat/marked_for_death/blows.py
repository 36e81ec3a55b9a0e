"""One blow, exact: from two pools of dice to the distribution of the damage."""

import numpy as np
from scipy import stats

from combat.dice import Distribution
from combat.domain import numbers, whole


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
    hits, blocks = _pmf(offenses), _pmf(defenses)
    sums = np.cumsum(hits, axis=1)
    # P(hits <= blocks + k), over all blocks; beyond all its dice every pool has mass 1.
    places = np.minimum(np.arange(blocks.shape[1])[:, None] + np.arange(most), hits.shape[1] - 1)
    return np.einsum("obk,db->odk", sums[:, places], blocks)


def _pmf(pools):
    dice, chances = (np.array(column, float) for column in zip(*pools, strict=True))
    values = np.arange(int(dice.max()) + 1)
    return stats.binom.pmf(values, dice[:, None], chances[:, None])
