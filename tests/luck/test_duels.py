"""Duels with a Luck meter each: against closed forms, and against duels played out."""

import numpy as np
import pytest
from scipy import stats

from combat.luck import Independent, LuckRules, NeutralMeter, duel, resolve


@pytest.mark.parametrize(("attack", "parry", "hits"), [(75, 25, 3), (50, 0, 1), (90, 60, 5)])
def test_without_meters_it_is_a_race_of_two_negative_binomials(attack, parry, hits):
    landing = attack / 100 * (1 - parry / 100)
    # Misses before the hits-th hit; the first to strike also wins the ties.
    misses = np.arange(3000)
    first = stats.nbinom.pmf(misses, hits, landing)
    slower = stats.nbinom.sf(misses - 1, hits, landing)
    exact = duel(attack, parry, hits=hits, rounds=600, rules=Independent())
    assert exact.first == pytest.approx((first * slower).sum(), abs=1e-9)
    assert exact.first + exact.second + exact.undecided == pytest.approx(1, abs=1e-12)
    assert exact.landed == pytest.approx(landing, abs=1e-9)


def played(attack, parry, hits, rounds, seed):
    """One duel by the rule of one roll; returns the winner and the rounds begun."""
    rng = np.random.default_rng(seed)
    luck, hurt = [0, 0], [0, 0]
    for done in range(rounds):
        for side in (0, 1):
            strike = resolve(attack, luck[side], rng.integers(1, 101))
            luck[side] = strike.luck
            if strike.success:
                block = resolve(parry, luck[1 - side], rng.integers(1, 101))
                luck[1 - side] = block.luck
                hurt[1 - side] += not block.success
                if hurt[1 - side] == hits:
                    return side, done + 1
    return None, rounds


def test_with_meters_against_duels_played_out():
    exact = duel(75, 30, hits=2, rounds=40)
    games = [played(75, 30, 2, 40, seed) for seed in range(400)]
    first = np.mean([winner == 0 for winner, _ in games])
    assert abs(first - exact.first) < 5 * np.sqrt(exact.first * exact.second / len(games))
    lengths = [length for _, length in games]
    assert abs(np.mean(lengths) - exact.rounds) < 5 * np.std(lengths) / np.sqrt(len(games))


def test_each_player_may_have_a_system_and_chances_of_his_own():
    strong = duel((90, 50), (20, 20), rules=(LuckRules(), Independent()))
    weak = duel((50, 90), (20, 20), rules=(Independent(), LuckRules()))
    assert strong.first > 0.9 > 0.5 > weak.first


def test_a_duel_that_nobody_can_win():
    endless = duel(0, 50, rounds=30, rules=NeutralMeter(0.5))
    assert endless.undecided == 1
    assert endless.rounds == 30
    assert endless.landed == 0


@pytest.mark.parametrize(
    ("options", "named"),
    [({"hits": 0}, r"hits = 0\.0"), ({"rounds": 0}, r"rounds = 0\.0"), ({"attack": 120}, "= 120")],
)
def test_outside_the_domain(options, named):
    with pytest.raises(ValueError, match=rf"{named}.* is out of range"):
        duel(**{"attack": 75, "parry": 25, **options})
