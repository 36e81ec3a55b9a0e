"""Damage of pools of any size is that of all hits against all blocks."""

import numpy as np
import pytest
from scipy import stats

from combat.battle.chain_losses import damage_chances
from combat.marked_for_death.blows import damage_at_most, of_pairs

CHANCES = (0.0, 0.05, 0.3, 0.9, 0.99, 1.0)


def plainly(attack, defense, most):
    """P(damage <= k), all hits against all blocks."""
    hits, blocks = (
        stats.binom.pmf(np.arange(dice + 1), dice, chance) for dice, chance in (attack, defense)
    )
    damage = np.convolve(hits, blocks[::-1])  # from -dice of the defence up
    table = np.cumsum(damage)[int(defense[0]) :][:most]
    return np.concatenate([table, np.ones(max(0, most - len(table)))])


def test_every_pool_is_that_of_plain_addition():
    rng = np.random.default_rng(0)
    pools = [
        (int(dice), float(p)) for dice in (0, 1, 2, 7, 40, 3000) for p in rng.permutation(CHANCES)
    ]
    attacks, defenses = (
        np.array(pools)[rng.integers(0, 36, 150)],
        np.array(pools)[rng.integers(0, 36, 150)],
    )
    for most in (1, 3, 90):
        found = of_pairs(attacks, defenses, most)
        for row, attack, defense in zip(found, attacks, defenses, strict=True):
            expected = plainly((int(attack[0]), attack[1]), (int(defense[0]), defense[1]), most)
            assert row == pytest.approx(expected[: len(row)], abs=1e-12)
        assert found.shape[1] == min(most, 3000)


def test_no_chance_is_above_1_or_below_0():
    """Where rounding takes the sum of all blocks past it, too."""
    found = of_pairs(np.array([[1000, 0.5]]), np.array([[1000, 0.9]]), 40)[0]
    assert found.max() == 1
    for dice in (30, 90, 300):
        for to_hit in (0.05, 0.3, 0.97, 0.99):
            at_most = damage_at_most([(dice, to_hit)], [(dice // 3, 0.4)], 40)
            assert damage_chances(at_most, 40).min() >= 0
