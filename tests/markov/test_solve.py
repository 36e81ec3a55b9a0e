"""Processes solved exactly, against closed forms, fractions and dense linear algebra."""

import math
import random
from collections import Counter, namedtuple
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.markov import absorbing, solve, solving
from combat.markov.absorbing import absorbed
from combat.markov.chain import Outcomes, chain_of_rows
from tests.markov.plain import in_fractions, solved


class Fight(NamedTuple):
    hero: int
    orc: int


def strike(fight):
    """Both strike at once; 0.5 and 0.4 to hit, with 2 and 1 points."""
    if min(fight) == 0:
        return []
    hero, orc = max(0, fight.hero - 1), max(0, fight.orc - 2)
    return [
        (0.2, Fight(hero, orc)),
        (0.3, fight._replace(orc=orc)),
        (0.2, fight._replace(hero=hero)),
        (0.3, fight),
    ]


def gambler(p, goal):
    return lambda coins: [] if coins in (0, goal) else [(p, coins + 1), (1 - p, coins - 1)]


def of(table):
    """The step of a table."""
    return table.get


def chances(found):
    """{end: chance}; `ends` is a frame of NamedTuples and a series of others."""
    return dict(zip(found.end_states, found.chances.tolist(), strict=True))


@st.composite
def tables(draw, most=7):
    """Small processes with circles, self loops, traps, zero chances and outcomes named twice."""
    many = draw(st.integers(1, most))
    targets = [*range(many), "A", "B", "C"]
    outcomes = st.lists(st.tuples(st.integers(0, 4), st.sampled_from(targets)), max_size=5)
    table = {}
    for state in range(many):
        row = draw(outcomes)
        total = sum(weight for weight, _ in row)
        table[state] = [(weight / total, after) for weight, after in row] if total else []
    return table


# Closed forms


@pytest.mark.parametrize("p", [0.5, 0.3, 0.51, 0.9])
@pytest.mark.parametrize(("coins", "goal"), [(1, 2), (2, 6), (30, 50), (5, 200)])
def test_a_gambler_is_ruined_as_the_formulas_say(p, coins, goal):
    found = solve(coins, gambler(p, goal))
    ratio = (1 - p) / p
    won = coins / goal if p == 0.5 else (1 - ratio**coins) / (1 - ratio**goal)
    steps = coins * (goal - coins) if p == 0.5 else (coins - goal * won) / (1 - 2 * p)
    assert found.chance(lambda coins: coins == goal) == pytest.approx(won, abs=1e-12, rel=1e-12)
    assert found.chance(lambda coins: coins == 0) == pytest.approx(1 - won, abs=1e-12)
    assert found.mean_steps == pytest.approx(steps, rel=1e-10)
    assert found.undecided == 0


@pytest.mark.parametrize("p", [1, 0.9, 0.25, 0.01])
def test_one_waits_for_a_hit_geometrically(p):
    found = solve("waits", lambda state: state == "waits" and [(p, "hit"), (1 - p, "waits")])
    assert found.mean_steps == pytest.approx(1 / p, rel=1e-12)
    assert found.steps.mean == pytest.approx(1 / p, rel=1e-9)
    assert found.steps.values[0] == 1
    few = found.steps.values[:50]
    np.testing.assert_allclose(found.steps.chances[:50], p * (1 - p) ** (few - 1.0), atol=2e-13)


# Traps and endless walks


TRAP = {"start": [(0.25, "ping"), (0.25, "end"), (0.5, "start")]}
TRAP |= {"ping": [(1, "pong")], "pong": [(1, "ping")]}


def test_what_falls_into_a_trap_is_undecided():
    found = solve("start", of(TRAP))
    assert found.ends.to_dict() == pytest.approx({"end": 0.5}, abs=1e-15)
    assert found.undecided == pytest.approx(0.5, abs=1e-15)
    assert found.mean_steps == found.steps.mean == math.inf
    assert [found.states[at] for at in np.flatnonzero(found._traps)] == ["ping", "pong"]
    assert found.given().chances == [1]
    with pytest.raises(ValueError, match=r"0\.5 of all is undecided: ask given\(\)"):
        found.distribution(len)


def test_a_walk_that_never_ends_is_undecided():
    found = solve(0, lambda place: [(0.5, (place + 1) % 7), (0.5, (place - 1) % 7)])
    assert (found.undecided, found.mean_steps, len(found.ends)) == (1, math.inf, 0)
    assert found.steps.values == [math.inf]
    with pytest.raises(ValueError, match="no end fulfils"):
        found.given()


@pytest.mark.parametrize("over", [[], None, (), False])
def test_an_end_is_where_it_starts(over):
    found = solve("over", lambda state: over)
    assert found.ends.to_dict() == {"over": 1}
    assert (found.mean_steps, found.steps.mean, found.undecided) == (0, 0, 0)
    assert found.path() == ["over"]
    assert found.at(5).to_dict() == {"over": 1}


# Starts, and fights that follow each other


def test_ends_are_a_start_in_each_of_their_forms():
    first = solve(Fight(5, 4), strike)
    same = [solve(start, lambda state: []).ends for start in (first, first.ends, first.given())]
    for ends in (*same, solve(first.ends["chance"], lambda state: []).ends):
        assert ends["chance"].to_dict() == pytest.approx(first.ends["chance"].to_dict(), abs=1e-15)


def test_a_state_may_have_a_field_called_ends():
    kind = namedtuple("Rope", "length ends")
    assert solve(kind(3, 4), lambda state: []).end_states == [kind(3, 4)]


def test_a_state_may_have_a_field_called_chance():
    kind = namedtuple("Luck", "chance")
    assert solve(kind(3), lambda state: []).ends.to_dict() == {kind(3): 1.0}


# What goes on step by step


@pytest.mark.parametrize("most_steps", [0, 1, 2, 7, 500])
def test_each_step_is_a_plain_push(most_steps):
    """Stopped there, or asked how it stands then."""
    step, now, steps, passages = gambler(0.45, 12), Counter({4: 1.0}), 0.0, [0.0]
    for _ in range(most_steps):
        after = Counter()
        for state, mass in now.items():
            steps += mass * bool(step(state))
            for chance, other in step(state) or [(1, state)]:
                after[other] += mass * chance
        passages.append(after[0] + after[12] - now[0] - now[12])
        now = after
    found, whole = solve(4, step, most_steps=most_steps), solve(4, step)
    expected = {state: mass for state, mass in now.items() if state in (0, 12)}
    assert found.ends.to_dict() == pytest.approx(expected, abs=1e-14)
    assert found.undecided == pytest.approx(1 - sum(expected.values()), abs=1e-14)
    assert found.mean_steps == pytest.approx(steps, abs=1e-12)
    assert found.steps.mean == pytest.approx(steps, abs=1e-12)
    whole.at(600)  # from there back again
    for one, many in ((found, 10**6), (whole, most_steps)):
        assert one.at(many).to_dict() == pytest.approx(dict(now), abs=1e-14)
        assert one.at(many).is_monotonic_decreasing
    lasting = dict(zip(whole.steps.values.tolist(), whole.steps.chances.tolist(), strict=True))
    for number, chance in enumerate(passages):
        assert lasting.get(number, 0) == pytest.approx(chance, abs=1e-14)


def hardly_off(state):
    return state == "on" and [(1e-12, "off"), (1 - 1e-12, "on")]


def test_steps_that_are_too_many_to_follow_are_said_to_be(monkeypatch):
    monkeypatch.setattr(solving, "_MOST_WORK", 1e4)
    found = solve("on", hardly_off)
    assert found.mean_steps == pytest.approx(1e12, rel=1e-3)
    with pytest.raises(ValueError, match=r"takes [\d,]* steps on average, too many to follow"):
        _ = found.steps


def test_given_is_bayes_rule_and_distributions_add_up():
    found = solve(Fight(6, 5), strike)
    won = found.given(lambda fight: fight.orc == 0)
    share = found.chance(lambda fight: fight.orc == 0)
    for state, chance in won.ends["chance"].items():
        assert chance * share == pytest.approx(found.ends["chance"][state], abs=1e-15)
    assert won.chance(lambda fight: True) == pytest.approx(1, abs=1e-15)
    heroes = found.distribution("hero")
    for value, chance in zip(heroes.values, heroes.chances, strict=True):
        assert chance == pytest.approx(found.chance(lambda f, v=value: f.hero == v), abs=1e-15)
    assert found.mean(lambda fight: -fight.hero) == pytest.approx(-heroes.mean, abs=1e-14)
    assert found.ends["chance"].is_monotonic_decreasing
    assert [*found.ends.columns] == ["hero", "orc", "chance"]


def test_ends_of_two_makes_stand_side_by_side():
    found = solve(Fight(3, 2), lambda state: state == Fight(3, 2) and [(0.4, "fled"), (0.6, (0,))])
    assert found.ends.to_dict() == {"fled": 0.4, (0,): 0.6}


@pytest.mark.parametrize("seed", range(20))
def test_a_path_takes_real_steps_to_an_end(seed):
    found = solve(Fight(5, 4), strike)
    path = found.path(seed=seed)
    assert path[0] == Fight(5, 4)
    assert not strike(path[-1])
    for state, after in pairwise(path):
        assert after in [other for _, other in strike(state)]
    assert found.path(seed=seed) == path
    assert found.path(seed=seed, most=2) == path[:3]


def test_paths_end_as_often_as_is_said():
    found = solve({2: 0.5, 3: 0.5}, gambler(0.45, 6))
    paths = [found.path(seed=seed) for seed in range(600)]
    assert sum(path[-1] == 6 for path in paths) / 600 == pytest.approx(found.chance(bool), abs=0.08)
    assert {path[0] for path in paths} == {2, 3}


# Any process


@settings(max_examples=50)
@given(tables(), st.sampled_from([None, "A", 1]))
def test_any_process_is_as_linear_algebra_says(table, other):
    start = {0: 1.0} if other in (None, 0) else {0: 0.75, other: 0.25}
    ends, steps = solved(table, start)
    found = solve(start, of(table))
    for end, chance in ends.items():
        got = found.chance(lambda state, end=end: state == end)
        assert got == pytest.approx(chance, abs=1e-11)
        assert abs(got - chance) <= found.error + 1e-11
    assert found.undecided == pytest.approx(1 - sum(ends.values()), abs=1e-11)
    assert found.mean_steps == pytest.approx(steps, rel=1e-9)
    assert found.chances.sum() + found.undecided == pytest.approx(1, abs=1e-12)


def large(seed, many, leave=0.05):
    """Large circles after one another, with stretches of small ones between them, and a trap."""
    rnd = random.Random(seed)
    table = {}
    for part in range(6):
        for at in range(many):
            row = [(1 - leave, (part, (at + 1) % many)), (leave, (part, rnd.randrange(many)))]
            if rnd.random() < 0.3:
                row = [(chance * 0.9, after) for chance, after in row]
                row.append((0.1, (part + 1, rnd.randrange(many)) if part < 5 else rnd.choice("AB")))
            table[part, at] = row
    table[0, 0] = [(0.9, (0, 1)), (0.1, "C")]
    table[5, 0] = [(0.5, (5, 1)), (0.25, "A"), (0.25, (6, 0))]
    return table | {(6, 0): [(1, (6, 1))], (6, 1): [(1, (6, 0))]}


@pytest.mark.parametrize("pushed", [False, True])
@pytest.mark.parametrize(("seed", "many"), [(1, 33), (2, 60), (3, 80), (4, 20)])
def test_large_circles_agree_with_linear_algebra(seed, many, pushed, monkeypatch):
    if pushed:
        push_circles(monkeypatch)
        monkeypatch.setattr(absorbing, "_SMALL", 5)
    table = large(seed, many)
    ends, steps = solved(table, {(0, 3): 1})
    found = solve((0, 3), of(table))
    for end, chance in ends.items():
        assert found.chance(lambda state, end=end: state == end) == pytest.approx(chance, abs=1e-12)
    assert steps == found.mean_steps == math.inf
    assert found.error < 1e-12


def test_a_walk_of_any_length_is_eliminated(monkeypatch):
    """A walk of 100,000 states was pushed on, and refused after half a minute."""
    monkeypatch.setattr(absorbing, "_pushed", None)
    found = solve(9_000, gambler(0.5, 30_000))
    assert found.chance(bool) == pytest.approx(0.3, abs=1e-6)
    assert found.mean_steps == pytest.approx(9_000 * 21_000, rel=1e-6)


def test_a_wide_circle_that_is_hardly_left_is_a_geometric_series(monkeypatch):
    """Pushed on step by step it took 20 million steps, and was refused after a minute."""
    rng = np.random.default_rng(4)
    onward = rng.integers(0, 20_000, (20_000, 3)).tolist()
    monkeypatch.setattr(absorbing, "_MOST_WORK", 2000 * 65_000)

    def step(state):
        if state < 0:
            return []
        ways = [((1 - 1e-6) / 3, after) for after in onward[state]]
        return [(0.75e-6, -1), (0.25e-6, -2), *ways]

    found = solve(0, step)
    assert found.chance(lambda state: state == -1) == pytest.approx(0.75, abs=1e-8)
    assert found.mean_steps == pytest.approx(1e6, rel=1e-8)
    assert found.error < 1e-8


def push_circles(monkeypatch):
    """No circle of more than 10 states is eliminated."""
    monkeypatch.setattr(absorbing, "LARGE", 10)
    monkeypatch.setattr(absorbing, "_WIDTH", 0)


def test_what_is_not_pushed_on_is_in_the_error(monkeypatch):
    push_circles(monkeypatch)
    for name, value in {"_REFINED": 1, "_EXACT": 1e-4, "_SETTLED": 0}.items():
        monkeypatch.setattr(absorbing, name, value)
    found = solve(50, gambler(0.5, 100))
    missed = abs(found.chance(bool) - 0.5)
    assert 1e-6 < missed <= found.error <= 1e-3


def test_a_large_circle_that_is_hardly_left_is_said_to_be(monkeypatch):
    push_circles(monkeypatch)
    monkeypatch.setattr(absorbing, "_MOST_WORK", 10 * absorbing.PUSH)
    with pytest.raises(ValueError, match=r"cycle of 99 states .* seldom .*: use fewer states"):
        solve(50, gambler(0.5, 100))


def test_printed_it_is_a_sentence():
    """It was a dataclass with all ends and their chances."""
    assert str(solve(2, gambler(0.5, 6))) == (
        "The likeliest of 2 ends is 0: 66.7%; it takes 8.0 steps on average."
    )
    assert str(solve(2, gambler(0.5, 6), most_steps=2)) == (
        "The likeliest of 1 end is 0: 25.0%; 75.0% is undecided; it takes 2.0 steps on average."
    )
    assert str(solve(0, lambda state: [(1, state)])) == "It never ends."
    known = solve(2, gambler(0.5, 6)).given(lambda coins: coins == 6)
    assert str(known) == "The likeliest of 1 end is 6: 100.0%."


# What may be missing


def slow(leave, many, seed):
    """A circle that is hardly ever left, each state of it to A and B with chances of its own."""
    rnd, table = random.Random(seed), {}
    for at in range(many):
        out, share = leave * rnd.random(), rnd.random()
        table[at] = [
            ((1 - out) * 0.4, (at + 1) % many),
            ((1 - out) * 0.6, (at + 2) % many),
            (out * share, "A"),
            (out * (1 - share), "B"),
        ]
    return table


@pytest.mark.parametrize("leave", [1e-2, 1e-6, 1e-9, 1e-12])
@pytest.mark.filterwarnings("ignore:its chances are known")
def test_the_error_bounds_what_a_slow_circle_misses(leave):
    for many in (2, 3, 4, 5, 12):
        for seed in range(6):
            table = slow(leave, many, seed)
            found = solve(0, of(table))
            missed = abs(found.chance(lambda end: end == "A") - in_fractions(table, 0, "A"))
            assert missed <= found.error + 1e-12, (many, seed)


def test_a_circle_without_a_way_out_in_floats_is_refused():
    out = 1e-17
    table = {0: [(1.0, 1), (out, "A")], 1: [(1.0, 0)]}
    with pytest.raises(ValueError, match="left in less than 1 of 1e15 steps"):
        solve(0, of(table))


# Many states at once


def strike_many(rows):
    """`strike`, of many fights."""
    who = np.flatnonzero((rows > 0).all(axis=1))
    parts = [
        (0.2, rows[who] - [1, 2]),
        (0.3, rows[who] - [0, 2]),
        (0.2, rows[who] - [1, 0]),
        (0.3, rows[who]),
        (0.0, rows[who] - [5, 5]),
    ]
    after = np.maximum(0, np.concatenate([rows for _, rows in parts]))
    chances = np.repeat([chance for chance, _ in parts], len(who))
    return Outcomes(np.tile(who, len(parts)), chances, after)


@pytest.mark.parametrize("start", [{Fight(120, 131): 1}, {Fight(3, 4): 0.25, Fight(0, 7): 0.75}])
def test_many_states_at_once_are_as_one_by_one(start):
    one = solve(start, strike)
    chain = chain_of_rows(np.array([*start]), np.array([*start.values()]), strike_many, 10**6)
    mass = absorbed(chain).chances
    ends = {Fight(*row): mass[at] for at, row in enumerate(chain.states.tolist()) if mass[at]}
    assert ends == pytest.approx(chances(one), abs=1e-14)
    assert len(chain.states) == len(one.states)


def test_more_states_than_allowed_are_no_chain():
    start = np.array([[3, 4]]), np.ones(1)
    many = len(chain_of_rows(*start, strike_many, 10**6).states)
    assert chain_of_rows(*start, strike_many, many) is not None
    assert chain_of_rows(*start, strike_many, many - 1) is None


def test_equal_rows_begin_together():
    chain = chain_of_rows(np.array([[1, 1], [1, 1]]), np.array([0.5, 0.5]), strike_many, 9)
    assert chain.start.tolist() == [1.0] + [0.0] * (len(chain.states) - 1)


# What makes no sense


def raises(state):
    raise KeyError("potion")


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (lambda s: [(0.5, 1), (0.4, 2)], r"^step\(3\): the chances .* sum to 0\.9, it must be 1$"),
        (lambda s: [(1.5, 1), (-0.5, 2)], r"^step\(3\): -0\.5 is no chance; it must be 0 to 1$"),
        (lambda s: [(math.nan, 1), (1, 2)], r"^step\(3\): nan is no chance; it must be 0 to 1$"),
        (lambda s: [(0, s - 1)], r"^step\(3\): the chances of its outcomes sum to 0$"),
        (lambda s: [("half", 1)], r"^step\(3\).*half"),
        (lambda s: [(1, [1, 2])], r"^step\(3\): unhashable type: 'list'; make states of tuples"),
        (raises, r"^step\(3\) raised KeyError: 'potion'$"),
        (lambda s: {1: 0.5, 2: 0.5}, r"^step\(3\): its outcomes"),
        (lambda s: [(1, 2, 3)], r"^step\(3\): its outcomes"),
        (lambda s: 7, r"^step\(3\): its outcomes"),
        (lambda s: [(1, s + 1)], r"^more than 50 states, such as 53: allow more .* `simulate`"),
    ],
)
def test_a_step_that_makes_no_sense_is_refused_in_one_line(step, message):
    with pytest.raises(ValueError, match=message) as error:
        solve(3, step, most_states=50)
    assert "\n" not in str(error.value)


def test_the_first_wrong_state_is_named():
    table = {0: [(0.5, 1), (0.5, 2)], 1: [(1, 2)], 2: [(0.25, 3), (0.5, 0)], 3: [(2, 0)]}
    with pytest.raises(ValueError, match=r"^step\(2\): the chances of its outcomes sum to 0\.75"):
        solve(0, of(table))


def test_sums_may_miss_1_by_rounding():
    found = solve(0, {0: [(0.1, k) for k in "abcdefghij"]}.get)
    assert found.chances.sum() == pytest.approx(1, abs=1e-15)
    table = {0: [(1 / 3 + 3e-10, "a"), (2 / 3, "b")]}
    assert solve(0, of(table)).chances.sum() == 1
    assert solve(0, of(table), most_steps=3).chances.sum() == 1


def test_no_state_is_found_beyond_the_last_step():
    assert solve(0, lambda at: [(1, at + 1)], most_steps=3).states == [0, 1, 2, 3]


def test_what_has_no_chance_is_not_come_to():
    assert solve(3, {3: [(0, "never"), (1, "end")]}.get).states == [3, "end"]


def test_floats_that_never_meet_again_are_shown():
    def step(heat):
        return [(0.5, heat + 0.1), (0.5, max(0.0, heat - 0.1))]

    with pytest.raises(ValueError, match=r"differ by only \de-1\d: round the numbers") as error:
        solve(0.0, step, most_states=100)
    assert "\n" not in str(error.value)
    pair = r"\('a', .*\) and \('a', .*\) differ by only \de-1\d"
    with pytest.raises(ValueError, match=pair):
        solve(("a", 0.0), lambda s: [(p, ("a", h)) for p, h in step(s[1])], most_states=100)


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({1: 0.5, 2: 0.4}, r"^start: the chances of its 2 states sum to 0\.9, it must be 1"),
        ({1: 1.5, 2: -0.5}, "^start: the chances"),
        ({1: math.nan}, "^start: the chances of its 1 states sum to nan, it must be 1"),
        ({}, "^start: the chances of its 0 states sum to 0"),
        ([1, 2], r"^start = \[1, 2\] can't be a state: use a tuple$"),
    ],
)
def test_a_start_that_makes_no_sense_is_refused_in_one_line(start, message):
    with pytest.raises(ValueError, match=message) as error:
        solve(start, lambda state: [])
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"most_states": 0}, "^most_states = 0.* is out of range"),
        ({"most_steps": -1}, "^most_steps = -1.* is out of range"),
    ],
)
def test_limits_are_whole_numbers(given, message):
    with pytest.raises(ValueError, match=message):
        solve(3, lambda state: [], **given)


def test_most_states_are_just_enough():
    assert len(solve(5, gambler(0.5, 9), most_states=10).states) == 10
    with pytest.raises(ValueError, match="more than 9 states"):
        solve(5, gambler(0.5, 9), most_states=9)


def test_a_step_may_be_a_generator():
    def step(hp):
        if hp:
            yield 1.0, hp - 1

    assert solve(3, step).ends.to_dict() == {0: 1}


def test_a_dict_of_pairs_is_refused():
    with pytest.raises(ValueError, match=r"return a list of \(chance, state\)"):
        solve((1, 1), {(1, 1): {(0, 1): 0.5, (1, 0): 0.5}}.get)


class TestGains:
    def test_the_sum_over_the_steps_is_that_of_all_courses(self):
        """Damage dealt, counted beyond the last point: by recursion."""

        def step(hp):
            return [(0.5, hp), (0.25, hp - 1), (0.25, max(0, hp - 3))] if hp else []

        def mean(hp):
            if not hp:
                return 0.0
            rest = 0.25 * (2 + mean(hp - 1)) + 0.25 * (2 + mean(max(0, hp - 3)))
            return rest / 0.5

        found = solve(7, step, gains=lambda hp, after: 2 * (after < hp))
        assert found.gained == pytest.approx(mean(7), rel=1e-12)
        assert solve(7, step).gained is None

    def test_a_stopped_process_gains_until_then(self):
        def step(hp):
            return [(0.5, hp), (0.5, hp - 1)] if hp else []

        assert solve(2, step, most_steps=2, gains=lambda a, b: a - b).gained == pytest.approx(1)
        assert solve(2, step, gains=lambda a, b: 1).gained == pytest.approx(4)

    def test_what_never_ends_gains_without_end_or_nothing(self):
        def step(state):
            return {0: [(0.5, 1), (0.5, 2)], 1: [(1, 1)]}.get(state, [])

        assert solve(0, step, gains=lambda a, b: 1).gained == np.inf
        assert solve(0, step, gains=lambda a, b: float(a == 0)).gained == 1

    def test_gains_at_fault_are_told_with_their_state(self):
        with pytest.raises(ValueError, match=r"gains\(2, 1\) raised ZeroDivisionError"):
            solve(2, lambda hp: hp and [(1, hp - 1)], gains=lambda a, b: 1 / 0)
