"""The rivals: published constants, and each against its definition played out."""

from itertools import permutations, product

import numpy as np
import pytest

from combat.luck import (
    FireEmblem,
    PseudoRandom,
    WesnothBiased,
    XcomAim,
    kill_distribution,
    longest_miss_streak,
    success_rate,
)
from combat.luck.rivals import prd_constant, true_hit
from combat.luck.simulation import simulate


@pytest.mark.parametrize(
    ("chance", "constant"),
    [(5, 0.003802), (10, 0.014746), (15, 0.032221), (20, 0.055704), (25, 0.084744), (50, 0.302103)],
)
def test_the_published_constants_of_the_pseudo_random_distribution(chance, constant):
    assert round(prd_constant(chance), 6) == constant


@pytest.mark.parametrize("chance", [0, 1, 5, 33, 50, 75, 99, 100])
def test_the_pseudo_random_distribution_keeps_its_rate(chance):
    assert success_rate(chance, rules=PseudoRandom()) == pytest.approx(chance / 100, abs=1e-9)


@pytest.mark.parametrize("chance", range(0, 101))
def test_two_random_numbers_against_the_published_formula(chance):
    if chance <= 50:
        published = chance * (2 * chance + 1) / 1e4
    else:
        published = 1 - (100 - chance) * (2 * (100 - chance) - 1) / 1e4
    assert true_hit(chance) == pytest.approx(published, abs=1e-12)
    assert success_rate(chance, rules=FireEmblem()) == pytest.approx(published, abs=1e-12)


def test_xcom_helps_after_misses_and_stops_at_95():
    rookie = XcomAim(shots=None)
    misses = np.arange(5)
    assert rookie.hit_chance(50, misses).tolist() == [0.6, 0.7, 0.8, 0.9, 0.95]
    assert rookie.hit_chance(45, misses) == pytest.approx(0.54)
    assert rookie.hit_chance(100, misses).tolist() == [1.0] * 5


def test_xcom_counts_only_misses_of_likely_shots():
    hit, missed = XcomAim(shots=None).after(45, np.array([2.0]))
    assert (hit.item(), missed.item()) == (0, 2)
    hit, missed = XcomAim(shots=None).after(50, np.array([2.0]))
    assert (hit.item(), missed.item()) == (0, 3)
    assert XcomAim(per_miss=0, shots=None).after(50, np.array([0.0]))[1].item() == 0


@pytest.mark.parametrize("strikes", [1, 3, 4, 7])
@pytest.mark.parametrize("chance", [0, 30, 50, 75, 99, 100])
def test_wesnoth_gives_each_fight_its_expected_hits(strikes, chance):
    play = simulate([chance] * strikes, players=5000, seed=2, rules=WesnothBiased(strikes))
    hits, due = play.success.sum(axis=0), strikes * chance / 100
    assert set(hits) <= {np.floor(due + 1e-9), np.ceil(due - 1e-9)}
    assert hits.mean() == pytest.approx(due, abs=0.05)
    long_run = success_rate(chance, rules=WesnothBiased(strikes))
    assert long_run == pytest.approx(chance / 100, abs=1e-9)


def test_each_strike_of_a_biased_fight_has_the_shown_chance():
    play = simulate([40] * 4, players=60_000, seed=4, rules=WesnothBiased())
    assert np.abs(play.success.mean(axis=1) - 0.4).max() < 0.01


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: WesnothBiased(strikes=0), r"strikes = 0\.0 is out of range"),
        (lambda: XcomAim(per_miss=-5), r"per_miss = -5\.0 is out of range"),
        (lambda: XcomAim(at_most=120), r"at_most = 120\.0 is out of range"),
        (lambda: XcomAim(soldiers=0.5), r"soldiers = 0\.5 .* whole"),
        (lambda: true_hit(float("nan")), "chance = nan"),
        (lambda: true_hit(101), r"chance = 101\.0 is out of range"),
        (lambda: prd_constant(-1), r"chance = -1\.0 is out of range"),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()


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
        longest[run] += one * other
    exact = longest_miss_streak(40, 8, rules=WesnothBiased())
    assert exact.tolist() == pytest.approx(longest.tolist(), abs=1e-12)


def test_only_a_success_clears_the_tries_of_a_pseudo_random_chance():
    rng, tries, runs, run = np.random.default_rng(8), 1, np.zeros(8), 0
    for roll in rng.random(60_000):
        if roll < min(prd_constant(40) * tries, 1):
            runs[run] += 1
            tries, run = 1, 0
        else:
            tries, run = tries + 1, run + 1
    # Between two successes lie `run` misses: the kill of a target with one hit point.
    exact = kill_distribution(40, 1, 8, rules=PseudoRandom()).to_numpy()
    assert runs / runs.sum() == pytest.approx(exact, abs=0.012)


def test_what_players_are_told_holds_for_every_chance():
    shown = np.arange(1, 100)
    real = success_rate(shown, rules=FireEmblem())
    assert "from 50% on are higher" in FireEmblem.tell
    assert (100 * real[shown >= 50] > shown[shown >= 50]).all()
    assert (100 * real[shown < 50] < shown[shown < 50]).all()
    assert "less likely than shown" in PseudoRandom.tell
    assert all(100 * prd_constant(chance) < chance for chance in shown)
