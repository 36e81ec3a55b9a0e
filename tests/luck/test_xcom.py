"""XCOM 2's aim assistance against the game's script, played out shot by shot."""

import numpy as np
import pytest

from combat.luck import XcomAim, miss_streaks, success_rate
from tests.luck.test_questions import longest_run

SHOTS = [1, 2, 3, 4, 6, None]


def played(chance, rolls, shots, players=60_000, seed=5, soldiers=4):
    """Misses and hits of many players by the script's own steps, whole points, one roll 0..99."""
    rng = np.random.default_rng(seed)
    streak, hits = np.zeros(players, int), []
    for number in range(rolls):
        if shots is not None and number % shots == 0:
            streak[:] = 0  # the player's turn begins
        helped = int(chance * 1.2)
        bonus = 10 * streak + 15 * max(0, 4 - soldiers) if chance >= 50 else 0
        roll = rng.integers(0, 100, players)
        # The assistance is asked only when the plain roll has missed.
        hit = (roll < chance) | (roll < np.clip(helped + bonus, 0, 95))
        streak = np.where(hit, 0, streak + (chance >= 50))
        hits.append(hit)
    return np.array(hits)


@pytest.mark.parametrize("shots", SHOTS)
@pytest.mark.parametrize("chance", [44, 50, 63, 97])
def test_streaks_and_rates_against_the_script_played_out(chance, shots):
    hits = played(chance, 20, shots)
    rules = XcomAim(shots=shots)
    streaks = miss_streaks(chance, 20, rules=rules)
    for misses in range(1, 6):
        share, exact = (longest_run(~hits) >= misses).mean(), streaks[misses]
        assert abs(share - exact) < 5 * np.sqrt(max(exact * (1 - exact), 1e-4) / 60_000)
    rate = success_rate(chance, rolls=20, rules=rules)
    assert hits.mean() == pytest.approx(rate, abs=0.004)


def test_four_shots_a_turn_unless_said_otherwise():
    assert miss_streaks(50, 20, rules=XcomAim())[3] == pytest.approx(0.354, abs=5e-4)


def test_a_turn_of_one_shot_never_counts_a_miss():
    # 60 % each, by itself: what is left is the factor.
    assert success_rate(50, rules=XcomAim(shots=1)) == pytest.approx(0.6)
    alone = miss_streaks(50, 12, rules=XcomAim(shots=1))
    plain = miss_streaks(50, 12, rules=XcomAim(per_miss=0))
    assert alone.tolist() == pytest.approx(plain.tolist(), abs=1e-12)


@pytest.mark.parametrize(
    ("soldiers", "chance"), [(6, 0.6), (5, 0.6), (4, 0.6), (3, 0.75), (1, 0.95)]
)
def test_losses_count_below_a_squad_of_four(soldiers, chance):
    rules = XcomAim(soldiers=soldiers)
    assert rules.hit_chance(50, np.zeros(1)).item() == pytest.approx(chance)
    assert played(50, 1, 4, soldiers=soldiers).mean() == pytest.approx(chance, abs=0.01)


def test_a_help_of_a_point_or_less_adds_up_too():
    help_of_one = XcomAim(per_miss=1, shots=None)
    assert help_of_one.hit_chance(50, np.arange(4)) == pytest.approx([0.6, 0.61, 0.62, 0.63])


def test_chances_are_whole_points_as_in_the_game():
    assert XcomAim().hit_chance(51, np.zeros(1)).item() == 0.61
    assert XcomAim().hit_chance(54, np.zeros(1)).item() == 0.64
    with pytest.raises(ValueError, match="whole number of points"):
        success_rate(50.5, rules=XcomAim())


@pytest.mark.parametrize("shots", [0, -1, 1.5])
def test_a_turn_has_at_least_one_shot(shots):
    with pytest.raises(ValueError, match=rf"^shots = {float(shots)} "):
        XcomAim(shots=shots)
