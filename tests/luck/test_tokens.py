"""Reroll tokens against plain loops and closed forms."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from combat.luck import (
    Independent,
    RerollTokens,
    hits_distribution,
    longest_miss_streak,
    simulate,
    success_rate,
)

USES = [
    RerollTokens(),
    RerollTokens(before=True),
    RerollTokens(tokens=1, session=5),
    RerollTokens(tokens=2, session=6, after_misses=1),
    RerollTokens(tokens=2, session=6, from_chance=75),
    RerollTokens(tokens=2, session=7, after_misses=2, before=True),
]


def by_hand(chance, rolls, rules):
    """Each course of a battle as hits and misses with its chance, tokens walked by hand."""
    states = {("", rules.tokens, 0): 1.0}
    for number in range(rolls):
        new = {}
        for ((course, left, missed), weight), hit, token in product(
            states.items(), [True, False], [True, False]
        ):
            if number % rules.session == 0:
                left, missed = rules.tokens, 0
            p = chance / 100
            may = left > 0 and missed >= rules.after_misses and chance >= rules.from_chance
            if rules.before:
                twice = 1 - (1 - p) ** 2
                odds = (twice if hit else 1 - twice) if may else (p if hit else 1 - p)
                odds *= token == may
            elif not may:
                odds = 0 if token else p if hit else 1 - p
            elif hit:
                odds = (1 - p) * p if token else p
            else:
                odds = (1 - p) ** 2 if token else 0
            key = course + "mh"[hit], left - token, 0 if hit else missed + 1
            if odds > 0:
                new[key] = new.get(key, 0) + weight * odds
        states = new
    return [(course, weight) for (course, *_), weight in states.items()]


@pytest.mark.parametrize("chance", [20, 75])
@pytest.mark.parametrize("rules", USES, ids=repr)
def test_hits_and_streaks_by_all_courses(chance, rules):
    courses = by_hand(chance, 8, rules)
    hits = hits_distribution(chance, 8, rules=rules).sum(axis=1)
    streaks = longest_miss_streak(chance, 8, rules=rules)
    for number in range(9):
        of_hits = sum(weight for course, weight in courses if course.count("h") == number)
        of_runs = sum(
            weight for course, weight in courses if max(map(len, course.split("h"))) == number
        )
        assert hits[number] == pytest.approx(of_hits, abs=1e-12)
        assert streaks[number] == pytest.approx(of_runs, abs=1e-12)


@pytest.mark.parametrize("rules", USES, ids=repr)
def test_a_simulation_agrees(rules):
    play = simulate([60] * 12, players=20_000, seed=4, rules=rules)
    exact = success_rate(60, rolls=12, rules=rules)
    assert play.success.mean() == pytest.approx(exact, abs=0.01)


@pytest.mark.parametrize("before", [False, True])
def test_a_token_in_hand_is_a_second_roll(before):
    rules = RerollTokens(tokens=1, session=4, before=before)
    _, _, after = rules.outcomes(60, 0)
    assert rules.hit_chance(60, 0) == pytest.approx(1 - 0.4**2)
    # A hit at once keeps the token, unless it is paid before the roll; the others have used it.
    at_once = 0.6 if before else 1 - 0.4**2
    assert rules.hit_chance(60, after) == pytest.approx([at_once, 0.6, 0.6])


def test_states_may_have_any_shape():
    rules = RerollTokens(tokens=2, session=5, after_misses=1)
    states = np.arange(12).reshape(2, 3, 2)
    for found in rules.outcomes(70, states):
        assert found.shape == (2, 3, 2, 3)
    for at, state in np.ndenumerate(states):
        for all_of_them, one in zip(
            rules.outcomes(70, states), rules.outcomes(70, state), strict=True
        ):
            assert (all_of_them[at] == one).all()
    for all_of_them, row in zip(
        rules.play(70, states, np.random.default_rng(1)),
        rules.play(70, states.ravel(), np.random.default_rng(1)),
        strict=True,
    ):
        assert (all_of_them.ravel() == row).all()


def test_a_sure_hit_is_no_surer_than_that():
    """Rounding left 1 + 2e-16, which is no chance."""
    rate = success_rate(100, rules=RerollTokens())
    assert rate <= 1
    assert rate == pytest.approx(1)


def test_enough_tokens_reroll_every_miss():
    rules = RerollTokens(tokens=30, session=30)
    assert success_rate(40, rules=rules) == pytest.approx(1 - 0.6**2)


def test_three_tokens_add_the_rerolls_that_are_used():
    misses = np.arange(21)
    # Each of the first misses of 20 rolls is thrown again: the number of rolls doesn't change.
    used = np.minimum(misses, 3) @ stats.binom.pmf(misses, 20, 0.25)
    exact = 0.75 + used * 0.75 / 20
    assert success_rate(75, rules=RerollTokens()) == pytest.approx(exact, abs=1e-12)


def test_tokens_that_are_kept_for_likely_rolls():
    rates = success_rate({90: 1, 20: 1}, rules=RerollTokens(from_chance=50))
    assert rates[20] == pytest.approx(0.2)
    assert rates[90] > 0.9
    assert success_rate(40, rules=RerollTokens(from_chance=50)) == pytest.approx(0.4)


def test_no_tokens_are_plain_dice():
    plain = hits_distribution(70, 9, rules=Independent()).sum(axis=1)
    assert hits_distribution(70, 9, rules=RerollTokens(tokens=0)).sum(axis=1).tolist() == (
        pytest.approx(plain.tolist())
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: RerollTokens(tokens=-1), "tokens = -1"),
        (lambda: RerollTokens(session=0), "session = 0"),
        (lambda: RerollTokens(after_misses=0.5), "after_misses = 0.5"),
        (lambda: RerollTokens(after_misses=-1), "after_misses = -1"),
        (lambda: RerollTokens(from_chance=101), "from_chance = 101"),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()
