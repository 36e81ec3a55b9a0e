"""Closed forms against enumeration and against seeded simulation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat import blows

CHANCES = st.floats(0.05, 1)


def course(chance, hits, blows_at_most):
    """Enumerate by recursion over hits: P(exactly k hits after n blows)."""
    state = np.zeros(hits + 1)
    state[0] = 1
    standing = [1.0]
    for _ in range(blows_at_most):
        landed = state[:-1] * chance
        state[:-1] -= landed
        state[1:] += landed
        standing.append(1 - state[-1])
    return np.array(standing)


@given(chance=CHANCES, hits=st.integers(1, 8))
def test_survival_is_what_enumeration_gives(chance, hits):
    exact = blows.survival(chance, hits, np.arange(40))
    assert np.allclose(exact, course(chance, hits, 39), atol=1e-12)


@given(chance=st.floats(0.3, 1), hits=st.integers(1, 5))
def test_expected_blows_is_the_sum_of_survival(chance, hits):
    assert blows.survival(chance, hits, np.arange(400)).sum() == pytest.approx(
        blows.expected_blows(chance, hits), rel=1e-9
    )


@given(chance=CHANCES, hits=st.integers(1, 8), confidence=st.floats(0.01, 0.99))
def test_blows_for_is_the_least_number_that_suffices(chance, hits, confidence):
    needed = blows.blows_for(confidence, chance, hits)
    assert 1 - blows.survival(chance, hits, needed) >= confidence - 1e-9
    assert needed == hits or 1 - blows.survival(chance, hits, needed - 1) < confidence + 1e-9


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


def test_nan_in_nan_out():
    nan = float("nan")
    results = (
        blows.expected_blows(nan),
        blows.blows_for(0.5, nan),
        blows.blows_for(nan, 0.5),
        blows.survival(nan, 1, 3),
        blows.streak_chance(nan, 1, 3),
    )
    assert np.isnan(results).all()


@pytest.mark.parametrize(
    "call",
    [
        lambda: blows.expected_blows(1.1),
        lambda: blows.expected_blows(0.5, 0),
        lambda: blows.survival(0.5, 1, -1),
        lambda: blows.streak_chance(0.5, 1, -1),
        lambda: blows.blows_for(2, 0.5),
        lambda: blows.survival(0.5, 1, 2.5),
        lambda: blows.expected_blows(0.5, 1.5),
    ],
)
def test_outside_the_domain(call):
    with pytest.raises(ValueError, match="is out of range"):
        call()
