"""Closed forms against enumeration and against seeded simulation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from combat.dice import blows, constant, dice, mix


@given(chance=st.floats(0.3, 1), hits=st.integers(1, 5))
def test_expected_blows_is_the_sum_of_survival(chance, hits):
    assert blows.survival(chance, hits, np.arange(400)).sum() == pytest.approx(
        blows.expected_blows(chance, hits), rel=1e-9
    )


def test_streak_chance_against_simulation():
    chance, hits, length, fights = 0.6, 6, 4, 200_000
    misses = np.random.default_rng(1).geometric(chance, (fights, hits)) - 1
    share = (misses.max(axis=1) >= length).mean()
    exact = blows.streak_chance(chance, hits, length)
    # Five standard errors: false alarms once in two million seeds.
    assert abs(share - exact) < 5 * np.sqrt(exact * (1 - exact) / fights)


def test_a_hopeless_chance_never_kills():
    assert blows.expected_blows(0.0) == np.inf
    assert blows.blows_for(0.5, 0.0) == np.inf
    assert blows.survival(0.0, 1, 1000) == 1
    assert blows.streak_chance(0.0, 1, 1000) == 1


@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize("chance", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("function", [blows.survival, blows.streak_chance, blows.blows_for])
def test_nan_stays_where_the_others_are_at_their_ends(function, chance, at):
    # numpy has 1**nan = nan**0 = 1: a power of NaN can look like a number.
    for count in (0, 1, 3):
        given = [0.5, chance, 2] if function is blows.blows_for else [chance, 2, count]
        given[at] = float("nan")
        assert np.isnan(function(*given))
    assert np.isnan(blows.expected_blows([0.0, float("nan")], [float("nan"), 1])).all()


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: blows.expected_blows(1.1), "chance = 1.1"),
        (lambda: blows.expected_blows(0.5, 0), "hits = 0.0"),
        (lambda: blows.survival(0.5, 1, -1), "blows = -1.0"),
        (lambda: blows.streak_chance(0.5, 1, -1), "length = -1.0"),
        (lambda: blows.blows_for(2, 0.5), "confidence = 2.0"),
        (lambda: blows.survival(0.5, 1, 2.5), "blows = 2.5"),
        (lambda: blows.expected_blows(0.5, 1.5), "hits = 1.5"),
        (lambda: blows.fallen_within(0, 0.5, "1d6", 3), "health = 0.0"),
        (lambda: blows.fallen_within(5, 1.5, "1d6", 3), "chance = 1.5"),
        (lambda: blows.fallen_within(5, 0.5, "1d6-3", 3), "damage = -2.0"),
        (lambda: blows.fallen_within(5, 0.5, "1d6", -1), "blows = -1.0"),
        (lambda: blows.mean_blows(2.5, 0.5, "1d6"), "health = 2.5"),
    ],
)
def test_outside_the_domain(call, told):
    with pytest.raises(ValueError, match=f"^{told} is out of range"):
        call()


def test_a_kill_takes_one_hit_where_no_more_are_asked_for():
    assert blows.expected_blows(0.25) == blows.expected_blows(0.25, 1) == 4
    assert blows.blows_for(0.9, 0.25) == blows.blows_for(0.9, 0.25, 1) == 9


@given(chance=st.floats(0, 1), health=st.integers(1, 30), damage=st.sampled_from(["1d6", "2d4-2"]))
def test_fallen_within_is_the_sum_of_so_many_blows(chance, health, damage):
    blow = mix([1 - chance, chance], [constant(0), dice(damage)])
    total, expected = constant(0), []
    for _ in range(8):
        expected.append(total.at_least(health))
        total = total + blow
    found = blows.fallen_within(health, chance, damage, np.arange(8))
    assert np.allclose(found, expected, atol=1e-12)


@given(chance=st.floats(0.3, 1), health=st.integers(1, 20))
def test_mean_blows_is_the_sum_of_who_still_stands(chance, health):
    standing = 1 - blows.fallen_within(health, chance, "1d4-1", np.arange(600))
    assert blows.mean_blows(health, chance, "1d4-1") == pytest.approx(standing.sum(), rel=1e-9)


def test_chances_and_quantiles_are_those_of_scipy():
    chance, hits, number = np.meshgrid([0, 1e-9, 0.1, 0.5, 0.99, 1], [1, 2, 50], [0, 1, 2, 50, 500])
    expected = stats.binom.cdf(hits - 1, number, chance)
    assert np.abs(blows.survival(chance, hits, number) - expected).max() < 1e-13
    chance, hits, sure = np.meshgrid([1e-4, 0.1, 0.3, 0.99], [1, 2, 50], [0.01, 0.4, 0.9, 1 - 1e-6])
    expected = stats.nbinom.ppf(sure, hits, chance) + hits
    assert (blows.blows_for(sure, chance, hits) == expected).all()


def test_a_confidence_that_is_met_to_the_point_needs_no_blow_more():
    # Of 2n - 1 tosses at least n are heads in just one half.
    hits = np.arange(1, 60)
    assert (blows.blows_for(0.5, 0.5, hits) == 2 * hits - 1).all()
    assert blows.blows_for([0, 1], 1, 3).tolist() == [3, 3]
    assert blows.blows_for(1, 0.5, 3) == blows.blows_for(0, 0, 3) == np.inf


def test_blows_without_harm_never_kill():
    assert blows.mean_blows(5, 0.5, "0") == blows.mean_blows(5, 0, "1d6") == np.inf
    assert blows.fallen_within(5, 1, "0", [0, 50]).tolist() == [0, 0]
    assert blows.fallen_within(5, 1, "5", [0, 1, 2]).tolist() == [0, 1, 1]
    assert np.isnan(blows.mean_blows(5, np.nan, "1d6"))
    found = blows.fallen_within(5, 0.5, "1d6", [1, np.nan])
    assert np.isnan(found).tolist() == [False, True]
    assert np.isnan(blows.fallen_within(5, np.nan, "1d6", [1, 2])).all()
