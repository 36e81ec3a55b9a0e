"""A number with its interval: what is reckoned or compared with it never loses the interval."""

import operator

import numpy as np
import pytest

from combat.core.binomial import wilson
from combat.core.estimate import Estimate, share

HALF = Estimate(0.5, 0.4, 0.7)


def ends(found):
    assert isinstance(found, Estimate)
    return pytest.approx((float(found), found.low, found.high))


@pytest.mark.parametrize(
    ("found", "as_reckoned"),
    [
        (1 - HALF, (0.5, 0.3, 0.6)),
        (np.float64(1) - HALF, (0.5, 0.3, 0.6)),
        (HALF - np.float64(1), (-0.5, -0.6, -0.3)),
        (HALF + 1, (1.5, 1.4, 1.7)),
        (-2 * HALF, (-1, -1.4, -0.8)),
        (HALF / 2, (0.25, 0.2, 0.35)),
        (1 / HALF, (2, 1 / 0.7, 2.5)),
        (-HALF, (-0.5, -0.7, -0.4)),
        (abs(HALF - 0.55), (0.05, 0, 0.15)),
        (sum([HALF, HALF]) / 2, (0.5, 0.4, 0.7)),
        (HALF - Estimate(0.2, 0.1, 0.3), (0.3, 0.1, 0.6)),
        (Estimate(0.25), (0.25, 0.25, 0.25)),
        (share(9, 10), (0.9, *wilson(9, 10))),
    ],
)
def test_arithmetic_keeps_the_interval(found, as_reckoned):
    assert as_reckoned == ends(found)


def test_estimates_compare_and_arrays_reckon_as_numbers_do():
    assert (HALF > 0.45) is True
    assert (np.array([1.0, 2]) * HALF).tolist() == [0.5, 1]
    assert (np.array([0.4, 0.6]) < HALF).tolist() == [True, False]
    assert (np.array([0.4, 0.5]) == HALF).tolist() == [False, True]
    assert {HALF: 1}[0.5] == 1
    assert sorted([HALF, Estimate(0.3, 0.2, 0.6)])[0] == 0.3


@pytest.mark.parametrize("how", [operator.add, operator.mul, operator.lt])
def test_what_is_no_number_is_a_type_error(how):
    with pytest.raises(TypeError):
        how(HALF, None)


def test_a_number_outside_its_interval_is_refused():
    with pytest.raises(ValueError, match="must lie in its interval"):
        Estimate(0.5, 0.6, 0.7)
