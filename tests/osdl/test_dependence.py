"""Circumstances that aren't independent: the closed form against a search."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat import osdl

ANSWER = st.floats(0.05, 0.95)


@given(first=ANSWER, second=ANSWER, together=ANSWER)
def test_what_is_left_out_makes_the_sum_right(first, second, together):
    beyond = osdl.excess(first, second, together)
    alone = [osdl.modifier_for(answer) for answer in (first, second)]
    assert osdl.modified(0.5, *alone, beyond) == pytest.approx(together, abs=1e-12)


@given(first=ANSWER, second=ANSWER)
def test_independent_ones_leave_nothing(first, second):
    odds = first / (1 - first) * second / (1 - second)
    assert osdl.excess(first, second, odds / (1 + odds)) == pytest.approx(0, abs=1e-9)


@given(first=ANSWER, second=ANSWER, together=ANSWER)
def test_the_worst_error_is_the_greatest_over_all_bases(first, second, together):
    bases = 1 / (1 + np.exp(-np.linspace(-14, 14, 20_001)))
    alone = [osdl.modifier_for(answer) for answer in (first, second)]
    errors = osdl.modified(bases, *alone) - osdl.modified(bases, osdl.modifier_for(together))
    worst = osdl.worst_error(osdl.excess(first, second, together))
    assert np.abs(errors).max() == pytest.approx(worst, abs=1e-6)


def test_nan_stays():
    nan = math.nan
    for at in range(3):
        answers = [0.6, 0.4, 0.3]
        answers[at] = nan
        assert math.isnan(osdl.excess(*answers))
    assert math.isnan(osdl.worst_error(nan))
    assert math.isnan(osdl.thumb_range(nan))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: osdl.excess(1, 0.5, 0.5), "p_new = 1 is out of range"),
        (lambda: osdl.worst_error(math.inf), "beyond = inf is out of range"),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_modifiers_that_are_too_large_to_add_are_still_modifiers():
    assert osdl.combine(1e308, 1e308) == math.inf
    assert osdl.modified(0.3, 1e308, 1e308) == 1
