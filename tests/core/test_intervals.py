"""Wilson's interval: scipy's own, the test that it inverts, and what it refuses."""

import math

import numpy as np
import pytest
from scipy import stats

from combat.core.intervals import wilson


@pytest.mark.parametrize(("successes", "trials"), [(0, 1), (1, 1), (3, 7), (40, 100), (999, 1000)])
def test_it_is_that_of_scipy(successes, trials):
    theirs = stats.binomtest(successes, trials).proportion_ci(0.95, method="wilson")
    assert wilson(successes, trials) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_it_ends_at_nothing_and_at_all():
    for trials in range(1, 100):
        assert wilson(0, trials)[0] == 0 < wilson(0, trials)[1]
        assert wilson(trials, trials)[1] == 1 > wilson(trials, trials)[0]


def test_arrays_broadcast_and_nan_stays():
    low, high = wilson([[1], [2]], [5, 10, 20])
    assert low.shape == high.shape == (2, 3)
    assert (low[1, 2], high[1, 2]) == wilson(2, 20)
    assert np.isnan([wilson(math.nan, 5), wilson(1, math.nan)]).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3, 2), "successes = 3 is out of range: there are only 2 trials"),
        (([1, 4], 3), "successes = 4 is out of range: there are only 3 trials"),
        ((-1, 2), "successes = -1.0 is out of range"),
        ((0.5, 2), "successes = 0.5 is out of range: it must be whole"),
        ((0, 0), "trials = 0.0 is out of range: it must be finite and at least 1"),
        ((1, 2.5), "trials = 2.5 is out of range: it must be whole"),
    ],
)
def test_outside_the_domain(arguments, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        wilson(*arguments)
