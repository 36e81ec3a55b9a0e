"""Damage of pools of any size: listed, searched and added up by hand are one."""

import numpy as np
import pytest
from scipy import stats

from combat.battle.chain_losses import damage_chances
from combat.marked_for_death import blows
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


@pytest.mark.parametrize("few", [0, 256])
def test_every_pool_is_that_of_plain_addition(monkeypatch, few):
    monkeypatch.setattr(blows, "_FEW", few)
    rng = np.random.default_rng(few)
    pools = [
        (int(dice), float(p)) for dice in (0, 1, 2, 7, 40, 200) for p in rng.permutation(CHANCES)
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
        assert found.shape[1] == min(most, 200)


@pytest.mark.parametrize(
    ("attack", "defense"),
    [
        ((3000, 0.5), (2900, 0.5)),
        ((20_000, 0.4), (9000, 0.88)),
        ((60_000, 0.99), (200_000, 0.29)),  # narrow against wide
        ((200_000, 0.3), (60_000, 0.99)),
        ((60_000, 1.0), (200_000, 0.3)),
        ((250_000, 0.3), (250_000, 0.299)),
    ],
)
def test_great_pools_are_those_of_plain_addition(attack, defense):
    most = 3000
    reach = [
        np.arange(max(0, n * p - 2500) // 1, min(n, n * p + 2500) // 1 + 1)
        for n, p in (attack, defense)
    ]
    hits, blocks = (
        stats.binom.pmf(values, *pool)
        for values, pool in zip(reach, (attack, defense), strict=True)
    )
    damage = np.cumsum(np.convolve(hits, blocks[::-1]))
    first = int(reach[0][0] - reach[1][-1])
    expected = [0.0 if k < first else damage[min(k - first, len(damage) - 1)] for k in range(most)]
    assert of_pairs(np.array([attack]), np.array([defense]), most)[0] == pytest.approx(
        expected, abs=1e-11
    )


def test_no_chance_is_above_1_or_below_0():
    """Where rounding takes the sum of all blocks past it, too."""
    found = of_pairs(np.array([[1000, 0.5]]), np.array([[1000, 0.9]]), 40)[0]
    assert found.max() == 1
    for dice in (30, 90, 300):
        for to_hit in (0.05, 0.3, 0.97, 0.99):
            at_most = damage_at_most([(dice, to_hit)], [(dice // 3, 0.4)], 40)
            assert damage_chances(at_most, 40).min() >= 0


def test_the_greatest_pools_are_bell_curves():
    """10^11 dice: hits and blocks are normal to 1e-6."""
    attack, defense = (1e11, 0.5), (1e11, 0.5)
    found = of_pairs(np.array([attack]), np.array([defense]), 300)[0]
    expected = stats.norm.cdf((np.arange(300) + 0.5) / np.sqrt(5e10))
    assert found == pytest.approx(expected, abs=1e-6)
    assert (np.diff(found) > 0).all()
