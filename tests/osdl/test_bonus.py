"""Flat bonuses, and the abacus."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq

from combat import osdl


@given(p=st.floats(0, 1), bonuses=st.lists(st.floats(-1, 1), max_size=4))
def test_flat_against_a_plain_loop(p, bonuses):
    plain = p
    for bonus in bonuses:
        plain = min(max(plain + bonus, 0.0), 1.0)
    assert osdl.flat(p, *bonuses) == plain


def test_flat_broadcasts_and_hands_nan_on():
    assert osdl.flat([0.1, 0.9], 0.5).tolist() == [0.6, 1.0]
    assert math.isnan(osdl.flat(math.nan, 0.1))
    assert type(osdl.flat(0.5)) is float


@pytest.mark.parametrize("bonus", [-1.5, -0.9, -0.3, 0, 0.05, 0.5, 1])
def test_the_share_made_certain_by_counting(bonus):
    bases = (np.arange(100_000) + 0.5) / 100_000
    after = osdl.flat(bases, bonus)
    assert osdl.made_certain(bonus) == pytest.approx(np.mean((after == 0) | (after == 1)), abs=1e-4)


@given(p=st.floats(0, 1))
def test_the_error_of_the_thumb_is_odd_about_50_percent(p):
    assert osdl.thumb_error(p) == pytest.approx(-osdl.thumb_error(1 - p), abs=1e-12)
    assert osdl.thumb_error(p) == pytest.approx(osdl.literal_formula(0.5, p - 0.5) - p, abs=1e-12)


@pytest.mark.parametrize("error", [0.01, 0.02, 0.05])
def test_the_range_of_the_thumb_is_where_the_error_crosses(error):
    exact = brentq(lambda m: 0.5 + m - osdl.literal_formula(0.5, m) - error, 0.2, 0.5)
    assert 0 <= exact - osdl.thumb_range(error) < 1e-4


def test_the_range_of_the_thumb_stops_at_the_first_crossing():
    # Up to a modifier of 0.185 the curve runs above the rule of thumb, by 0.36 points at most.
    assert osdl.thumb_range(0.001) == pytest.approx(
        brentq(lambda m: osdl.literal_formula(0.5, m) - 0.5 - m - 0.001, 0, 0.08), abs=1e-4
    )
    assert osdl.thumb_range(1) == 0.5


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: osdl.flat(1.2, 0.1), r"p = 1\.2 is out of range"),
        (lambda: osdl.flat(-0.2, 0.1), r"p = -0\.2 is out of range"),
        (lambda: osdl.flat(0.2, math.inf), "bonus = inf is out of range"),
        (lambda: osdl.made_certain(-math.inf), "bonus = -inf is out of range"),
        (lambda: osdl.thumb_error(60), r"answers = 60\.0 is out of range"),
        (lambda: osdl.thumb_error(-0.1), r"answers = -0\.1 is out of range"),
        (lambda: osdl.thumb_range(0), r"error = 0\.0 is out of range"),
        (lambda: osdl.thumb_range(1.1), r"error = 1\.1 is out of range"),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()
