"""Rolls that hang together, against plain loops over the printed rule."""

from itertools import product

import numpy as np
import pytest

from combat.luck import (
    PseudoRandom,
    farm,
    follow_up,
)
from tests.luck.test_meter import printed


def attacks_by_enumeration(first, then, attacks):
    """Rates of a hit, and of a critical after a hit, the distribution of Luck moved by hand."""
    now, hits, criticals = {0: 1.0}, 0.0, 0.0
    for _ in range(attacks):
        after = {}
        for (luck, weight), roll in product(now.items(), range(1, 101)):
            hit, new = printed(first, luck, roll)
            if not hit:
                after[new] = after.get(new, 0) + weight / 100
                continue
            hits += weight / 100
            for second in range(1, 101):
                critical, newer = printed(then, new, second)
                criticals += critical * weight / 1e4
                after[newer] = after.get(newer, 0) + weight / 1e4
        now = after
    return hits / attacks, criticals / hits


@pytest.mark.parametrize(("first", "then"), [(75, 10), (50, 30), (30, 90), (60, 60)])
def test_a_critical_after_a_hit_by_enumeration(first, then):
    hit, critical = attacks_by_enumeration(first, then, 3)
    found = follow_up(first, then, attacks=3)
    assert found.first == pytest.approx(hit, abs=1e-12)
    assert found.then == pytest.approx(critical, abs=1e-12)
    assert found.both == pytest.approx(hit * critical, abs=1e-12)


def farmed_by_hand(shot, harmless, tries, rule, shots=20_000, seed=7):
    """The rate of the shots, and harmless rolls a shot, of one who stops at the first failure."""
    rng, luck, wins, rolled = np.random.default_rng(seed), 0, 0, 0
    for _ in range(shots):
        for _ in range(tries):
            rolled += 1
            success, luck = rule(harmless, luck, int(rng.integers(1, 101)))
            if not success:
                break
        success, luck = rule(shot, luck, int(rng.integers(1, 101)))
        wins += success
    return wins / shots, rolled / shots


@pytest.mark.parametrize(
    ("shot", "harmless", "tries"),
    # In the last one some chances are below 1e-8.
    [(20, 75, 0), (20, 90, 1), (20, 75, 8), (10, 95, 3), (49, 51, 9)],
)
def test_farming_played_out(shot, harmless, tries):
    found = farm(shot, harmless, tries)
    rate, rolled = farmed_by_hand(shot, harmless, tries, printed)
    assert found.long_run == pytest.approx(rate, abs=0.02)
    assert found.rolls == pytest.approx(rolled, rel=0.03)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: follow_up(101, 10), "chance = 101"),
        (lambda: follow_up(75, 10, attacks=0), "attacks = 0"),
        (lambda: follow_up(75, 10, rules=PseudoRandom()), "one memory for each chance"),
        (lambda: farm(20, 75, -1), "tries = -1"),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()
