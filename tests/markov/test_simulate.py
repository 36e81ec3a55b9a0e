"""Processes played many times, against what `solve` says of them."""

import math
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np
import pytest
from scipy.stats import binom, chisquare

from combat.core.binomial import wilson
from combat.markov import simulate, solve
from combat.markov.simulating import Estimate


class Fight(NamedTuple):
    hero: int
    orc: int


def strike(fight):
    if min(fight) == 0:
        return []
    hero, orc = max(0, fight.hero - 1), max(0, fight.orc - 2)
    return [(0.3, Fight(hero, orc)), (0.3, fight._replace(orc=orc)), (0.4, Fight(hero, fight.orc))]


def counted(state, calls):
    calls.append(state)
    return strike(state)


def coins(state):
    return [] if state in (0, 5) else [(0.5, state + 1), (0.5, state - 1)]


def same(one, other):
    return (
        one.end_states == other.end_states
        and one.chances.tolist() == other.chances.tolist()
        and one.undecided == other.undecided
        and one.steps.values.tolist() == other.steps.values.tolist()
        and one.steps.chances.tolist() == other.steps.chances.tolist()
    )


# One seed, one answer


def test_one_seed_has_one_answer():
    one = simulate(Fight(4, 5), strike, 1000, seed=3)
    assert same(one, simulate(Fight(4, 5), strike, 1000, seed=3))
    assert not same(one, simulate(Fight(4, 5), strike, 1000, seed=4))
    assert one.ends.equals(simulate(Fight(4, 5), strike, 1000, seed=3).ends)


@pytest.mark.parametrize("runs", [1, 255, 256, 257, 3000])
def test_threads_change_nothing(runs):
    alone = simulate(Fight(4, 5), strike, runs, seed=3)
    with ThreadPoolExecutor(2) as pool:
        assert same(simulate(Fight(4, 5), strike, runs, seed=3, executor=pool), alone)
    assert alone.steps.chances.sum() == pytest.approx(1, abs=1e-12)
    assert alone.chances.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.kernel
@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_processes_change_nothing(start):
    alone = simulate(Fight(4, 5), strike, 2000, seed=3)
    with ProcessPoolExecutor(2, get_context(start)) as pool:
        assert same(simulate(Fight(4, 5), strike, 2000, seed=3, executor=pool), alone)
        with pytest.raises(ValueError, match=r"^step\(7\): the chances .* sum to 0\.5"):
            simulate(7, half, 10, executor=pool)


def half(state):
    return [(0.5, state)]


def test_blocks_of_runs_are_not_alike():
    found = [simulate(2, coins, 256 * many, seed=1).chance(bool) for many in (1, 2, 3, 4)]
    assert len(set(found)) > 1


def test_progress_counts_all_runs():
    seen = []
    simulate(2, coins, 1000, progress=lambda done, runs: seen.append((done, runs)))
    assert seen == [(256, 1000), (512, 1000), (768, 1000), (1000, 1000)]


def test_the_step_is_asked_once_a_state():
    calls = []
    simulate(Fight(4, 5), partial(counted, calls=calls), 2000)
    assert len(calls) == len(set(calls))


# Right on average


def test_shares_and_steps_are_those_of_the_exact_answer():
    exact, found = solve(Fight(4, 5), strike), simulate(Fight(4, 5), strike, 20_000, seed=5)
    for of in (
        lambda one: dict(zip(one.end_states, one.chances, strict=True)),
        lambda one: dict(zip(one.steps.values, one.steps.chances, strict=True)),
    ):
        chances, seen = of(exact), of(found)
        assert set(seen) <= set(chances)
        often = {one: chance for one, chance in chances.items() if 20_000 * chance > 20}
        counted = [20_000 * seen[one] for one in often]
        expected = np.array([*often.values()]) * sum(counted) / sum(often.values())
        assert chisquare(counted, expected).pvalue > 1e-4
        assert sum(counted) == pytest.approx(20_000 * sum(often.values()), abs=60)


def inside(tries, runs):
    """How many tries have the exact chance, the exact mean and both in their intervals."""
    exact = solve(2, coins)
    chance, mean = exact.chance(lambda end: end == 5), exact.mean(lambda end: end)
    found = [simulate(2, coins, runs, seed=seed) for seed in range(tries)]
    shares = [one.chance(lambda end: end == 5) for one in found]
    means = [one.mean(lambda end: end) for one in found]
    return (
        sum(one.low <= chance <= one.high for one in shares),
        sum(one.low <= mean <= one.high for one in means),
    )


@pytest.mark.parametrize(
    ("tries", "runs"), [(120, 150), pytest.param(500, 400, marks=pytest.mark.slow)]
)
def test_intervals_hold_as_often_as_they_say(tries, runs):
    low, high = binom.ppf([1e-4, 1 - 1e-4], tries, 0.95)
    for hit in inside(tries, runs):
        assert low - 0.005 * tries <= hit <= high + 0.005 * tries


def test_intervals_are_wilsons():
    found = simulate(Fight(4, 5), strike, 777, seed=2)
    chance = found.chance(lambda fight: fight.orc == 0)
    assert (chance.low, chance.high) == pytest.approx(wilson(round(chance * 777), 777), abs=1e-15)
    assert chance.high - chance.low == pytest.approx(
        2 * 1.96 * math.sqrt(chance * (1 - chance) / 777), rel=0.02
    )
    for _, row in found.ends.iterrows():
        assert (row["low"], row["high"]) == pytest.approx(
            wilson(round(row["chance"] * 777), 777), abs=1e-12
        )
        assert row["low"] <= row["chance"] <= row["high"]


def test_given_counts_the_runs_that_are_left():
    found = simulate(Fight(4, 5), strike, 2000, seed=2)
    won = found.given(lambda fight: fight.orc == 0)
    assert won.runs == round(found.chance(lambda fight: fight.orc == 0) * 2000)
    assert won.chances.sum() == pytest.approx(1, abs=1e-12)
    share = won.chance(lambda fight: fight.hero == 4)
    assert (share.low, share.high) == pytest.approx(wilson(round(share * won.runs), won.runs))
    with pytest.raises(ValueError, match="no end fulfils"):
        found.given(lambda fight: fight.hero > 99)


# How long


@pytest.mark.parametrize("most_steps", [0, 1, 6])
def test_most_steps_stop_it_as_they_stop_solve(most_steps):
    exact = solve(2, coins, most_steps=most_steps)
    found = simulate(2, coins, 3000, seed=4, most_steps=most_steps)
    assert found.undecided.low <= exact.undecided <= found.undecided.high
    assert found.steps.values.max() == most_steps
    assert found.steps.mean == pytest.approx(exact.steps.mean, abs=0.15)
    assert found.chances.sum() + found.undecided == pytest.approx(1, abs=1e-12)


def test_an_end_that_is_reached_by_the_last_step_is_decided():
    found = simulate(3, lambda hp: hp and [(1, hp - 1)], 10, most_steps=3)
    assert (found.undecided, found.steps.mean) == (0, 3)
    assert simulate(3, lambda hp: hp and [(1, hp - 1)], 10, most_steps=2).undecided == 1


def test_what_never_ends_is_undecided():
    found = simulate(0, {0: [(0.5, "end"), (0.5, 1)], 1: [(1, 1)]}.get, 400, most_steps=50)
    assert found.undecided == pytest.approx(0.5, abs=0.1)
    assert set(found.steps.values) == {1, 50}
    with pytest.raises(ValueError, match="is undecided: ask given"):
        found.mean(len)
    assert found.given().chance(bool) == 1


def test_an_estimate_is_a_number_that_travels():
    import pickle

    found = pickle.loads(pickle.dumps(Estimate(0.5, 0.4, 0.6)))
    assert (found, found.low, found.high) == (0.5, 0.4, 0.6)


# What makes no sense


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (lambda s: [(0.5, 1), (0.4, 2)], r"^step\(3\): the chances .* sum to 0\.9, it must be 1$"),
        (lambda s: [(0, s)], r"^step\(3\): the chances of its outcomes sum to 0$"),
        (lambda s: 1 / 0, r"^step\(3\) raised ZeroDivisionError: division by zero$"),
        (lambda s: [(1, [1, 2])], r"^step\(3\): unhashable type: 'list'; make states of tuples"),
    ],
)
def test_a_step_that_makes_no_sense_is_refused_in_one_line(step, message):
    with pytest.raises(ValueError, match=message) as error:
        simulate(3, step, 10)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("kind", [Fraction, np.float64, lambda one: one * (1 + 5e-10)])
def test_chances_of_any_kind_are_the_same_chances(kind):
    def step(hp, kind=float):
        return [(kind(0.25), hp - 1), (kind(0.75), hp - 2)] if hp > 0 else []

    found = simulate(9, partial(step, kind=kind), 600)
    assert found.ends.equals(simulate(9, step, 600).ends)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"runs": 0}, r"^runs = 0.* is out of range"),
        ({"runs": 9, "seed": -1}, r"^seed = -1.* is out of range"),
        ({"runs": 9, "most_steps": -1}, r"^most_steps = -1.* is out of range"),
    ],
)
def test_numbers_are_whole(given, message):
    with pytest.raises(ValueError, match=message):
        simulate(3, coins, **given)


def test_what_stands_where_after_some_steps_and_one_course():
    def step(coins):
        return [] if coins in (0, 6) else [(0.5, coins - 1), (0.5, coins + 1)]

    played, exact = simulate(2, step, 4000, seed=3), solve(2, step)
    for steps in (0, 1, 3):
        found, expected = played.at(steps), exact.at(steps)
        assert found["chance"].sum() == pytest.approx(1)
        for state, chance in expected.items():
            assert found.loc[state, "low"] - 0.02 <= chance <= found.loc[state, "high"] + 0.02
    cut = simulate(2, step, 500, most_steps=2)
    states, shares = cut.stopped
    assert shares.sum() == pytest.approx(1)
    assert float(cut.undecided) == pytest.approx(sum(cut.standing.values()) / 500)
    assert set(states) <= {0, 1, 2, 3, 4}
    course = played.path(seed=1)
    assert course[0] == 2
    assert course[-1] in (0, 6)
    assert all(abs(one - other) == 1 for one, other in pairwise(course))


def test_of_chosen_runs_only_the_ends_are_known():
    found = simulate(2, lambda coins: [(0.5, coins - 1), (0.5, coins + 1)] * (0 < coins < 4), 200)
    rich = found.given(lambda coins: coins == 4)
    assert rich.chance(lambda coins: coins == 4) == 1
    for asked in (lambda: rich.at(3), rich.path):
        with pytest.raises(ValueError, match="of runs chosen by `given` only the ends are known"):
            asked()


def test_printed_it_is_a_sentence_that_says_how_many_runs():
    found = simulate(2, lambda hp: [(0.5, hp - 1), (0.5, hp)] if hp else [], 1000)
    assert str(found) == (
        f"The likeliest of 1 end is 0: 100.0%; it takes {found.steps.mean:.1f} steps on average "
        f"(1,000 runs)."
    )
    assert str(found.given()) == "The likeliest of 1 end is 0: 100.0% (1,000 runs)."
