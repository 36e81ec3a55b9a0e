"""The rivals: published constants, and each against its definition played out."""

from itertools import permutations, product

import numpy as np
import pytest

from combat.luck import (
    FireEmblem,
    WesnothBiased,
    XcomAim,
    hits_distribution,
    miss_streaks,
    success_rate,
)
from combat.luck.rivals import prd_constant
from tests.luck.test_questions import longest_run


@pytest.mark.parametrize(
    ("chance", "constant"),
    [(5, 0.003802), (10, 0.014746), (15, 0.032221), (20, 0.055704), (25, 0.084744), (50, 0.302103)],
)
def test_the_published_constants_of_the_pseudo_random_distribution(chance, constant):
    assert round(prd_constant(chance), 6) == constant


def test_two_random_numbers_against_the_published_formula():
    for chance in range(101):
        if chance <= 50:
            published = chance * (2 * chance + 1) / 1e4
        else:
            published = 1 - (100 - chance) * (2 * (100 - chance) - 1) / 1e4
        assert success_rate(chance, rules=FireEmblem()) == pytest.approx(published, abs=1e-12)


def aimed(chance, rolls, shots, players=60_000, seed=5):
    """Hits of many players by the script's own steps, whole points, one roll 0..99."""
    rng = np.random.default_rng(seed)
    streak, hits = np.zeros(players, int), []
    for number in range(rolls):
        if shots is not None and number % shots == 0:
            streak[:] = 0  # the player's turn begins
        helped = int(chance * 1.2)
        bonus = 10 * streak if chance >= 50 else 0
        roll = rng.integers(0, 100, players)
        # The assistance is asked only when the plain roll has missed.
        hit = (roll < chance) | (roll < np.clip(helped + bonus, 0, 95))
        streak = np.where(hit, 0, streak + (chance >= 50))
        hits.append(hit)
    return np.array(hits)


@pytest.mark.parametrize("shots", [1, 2, 4, None])
@pytest.mark.parametrize("chance", [44, 50, 63, 97])
def test_streaks_and_rates_against_xcoms_script_played_out(chance, shots):
    hits = aimed(chance, 20, shots)
    rules = XcomAim(shots=shots)
    streaks = miss_streaks(chance, 20, most=5, rules=rules)
    for misses in range(1, 6):
        share, exact = (longest_run(~hits) >= misses).mean(), streaks[misses]
        assert abs(share - exact) < 5 * np.sqrt(max(exact * (1 - exact), 1e-4) / 60_000)
    assert hits.mean() == pytest.approx(success_rate(chance, rolls=20, rules=rules), abs=0.004)


@pytest.mark.parametrize(
    ("per_miss", "real"),
    [(10, [0.6, 0.7, 0.8, 0.9, 0.95, 0.95]), (1, [0.6, 0.61, 0.62, 0.63]), (0, [0.6, 0.6])],
)
def test_each_miss_in_a_row_adds_its_help_up_to_95(per_miss, real):
    missed = miss_streaks(50, len(real), rules=XcomAim(per_miss=per_miss, shots=None))
    # All rolls miss: each at what the misses before it have left.
    assert missed.iloc[-1] == pytest.approx(np.prod(1 - np.array(real)))


def test_xcoms_chances_are_whole_points_as_in_the_game():
    assert success_rate([51, 54, 100], rolls=1, rules=XcomAim()).tolist() == [0.61, 0.64, 1.0]
    with pytest.raises(ValueError, match="whole number of points"):
        success_rate(50.5, rules=XcomAim())


@pytest.mark.parametrize("strikes", [1, 3, 4, 7])
@pytest.mark.parametrize("chance", [0, 30, 75, 99, 100])
def test_wesnoth_gives_each_fight_its_expected_hits(strikes, chance):
    rules, due = WesnothBiased(strikes), strikes * chance / 100
    hits = hits_distribution(chance, strikes, rules=rules).sum(axis=1)
    assert set(hits.index[hits > 1e-12]) <= {np.floor(due + 1e-9), np.ceil(due - 1e-9)}
    assert hits.index @ hits == pytest.approx(due)
    assert success_rate(chance, rules=rules) == pytest.approx(chance / 100, abs=1e-9)


def test_a_biased_fight_deals_its_hits_out_before_the_first_strike():
    """As the game's source does it: a list of hits and misses for each fight, in any order."""
    fights = {}
    for hits, weight in ((1, 0.4), (2, 0.6)):  # 4 strikes at 40 % are due 1.6 hits
        orders = set(permutations("h" * hits + "m" * (4 - hits)))
        for order in orders:
            fights["".join(order)] = weight / len(orders)
    longest = np.zeros(9)
    for (first, one), (second, other) in product(fights.items(), repeat=2):
        run = max(map(len, (first + second).split("h")))
        longest[: run + 1] += one * other
    exact = miss_streaks(40, 8, rules=WesnothBiased())
    assert exact.tolist() == pytest.approx(longest.tolist(), abs=1e-12)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: WesnothBiased(strikes=0), r"strikes = 0\.0 is out of range"),
        (lambda: XcomAim(per_miss=-5), r"per_miss = -5\.0 is out of range"),
        (lambda: XcomAim(shots=0), r"^shots = 0\.0 "),
        (lambda: success_rate(101, rules=FireEmblem()), r"chance = 101\.0 is out of range"),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()
