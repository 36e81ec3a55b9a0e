"""Hits, blows and turns on one line, and the estimates of what they take."""

import tracemalloc

import numpy as np
import pytest
from scipy.stats import binom

from combat.dice import dice
from combat.units import Rules, Unit, Units, matrix
from combat.units.strikes.kill_curves import (
    KillCurve,
    hits_to_kill,
    typical_blows,
)


def test_of_thousands_of_hits_only_those_with_a_chance_are_followed():
    """Against the binomial distribution; the sure ones have killed long before the last blow."""
    chances, hp = np.array([0.3, 0.5, 0.9, 1]), 3000
    curve = KillCurve(chances, hits_to_kill([dice(1)], [0] * 4, [hp] * 4))
    curve.advance(100)
    curve.advance(11_000)
    blows = np.array([[50], [100], [2999], [3000], [3300], [6000], [9900], [11_000]])
    fewer = binom.cdf(hp - 1, blows, chances)
    assert curve.alive[blows[:, 0]] == pytest.approx(fewer, abs=1e-12)
    dealt = blows * chances * binom.cdf(hp - 2, blows - 1, chances)
    assert curve.left[blows[:, 0]] == pytest.approx(hp * fewer - dealt, abs=1e-7)
    sure = KillCurve([1.0], hits_to_kill([dice(1)], [0], [hp]))
    sure.advance(2 * hp)
    assert sure.alive[:, 0].tolist() == [1] * hp + [0] * (hp + 1)


@pytest.mark.parametrize("chance", [0.02, 0.3, 0.7, 0.97])
@pytest.mark.parametrize(("amount", "hp"), [("1", 1), ("1", 40), ("1d6", 20), ("2d8", 90)])
def test_how_many_blows_it_takes_is_known_before(chance, amount, hp):
    estimate = typical_blows([chance], [dice(amount)], [0], [hp])[0]
    curve, blows = KillCurve([chance], hits_to_kill([dice(amount)], [0], [hp])), 0
    while curve.alive[blows, 0] >= 1e-13:
        blows += 1
        curve.advance(blows)
    assert 0.75 * blows <= estimate <= 1.5 * blows + 3


def test_a_table_of_many_units_needs_little_memory():
    rng = np.random.default_rng(0)
    units = Units(
        Unit(str(number), hp=int(hp), attack=1 + number, defense=20, damage=3 + number % 5)
        for number, hp in enumerate(rng.integers(20, 60, 70))
    )
    tracemalloc.start()
    matrix(units, Rules(spread=0.1))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 60e6
