"""Binomial chances and Wilson's interval, against scipy's own, which take longer to import."""

import math

import numpy as np
import pytest
from scipy import stats

from combat.core import binomial
from combat.core.binomial import wilson

RNG = np.random.default_rng(1)
CHANCES = np.array([0, 1, 0.25, 0.5, 0.75, *RNG.random(50)])
PAIRS = [
    (binomial.pmf, stats.binom.pmf),
    (binomial.cdf, stats.binom.cdf),
    (binomial.sf, stats.binom.sf),
]


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
@pytest.mark.parametrize("most", [3, 300, 3000])
def test_chances_are_those_of_scipy(ours, theirs, most):
    tries = RNG.integers(0, most, 4000)
    near = np.rint(tries / 2 + 3 * RNG.normal(size=4000) * np.sqrt(tries)).astype(int)
    chance = RNG.choice(CHANCES, 4000)
    assert ours(near, tries, chance) == pytest.approx(theirs(near, tries, chance), abs=1e-13)


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_pools_of_any_size_have_their_chances(ours, theirs):
    tries = np.rint(10 ** RNG.uniform(3, 10, 500))
    chance = RNG.random(500)
    near = np.rint(tries * chance + RNG.normal(size=500) * np.sqrt(tries))
    assert ours(near, tries, chance) == pytest.approx(theirs(near, tries, chance), abs=1e-11)


def test_misses_are_the_fewest_that_suffice():
    shares = RNG.choice([0.25, 0.5, 0.75, 0.9, 0.95, 0.99, *RNG.random(30)], 20_000)
    hits, chance = RNG.integers(1, 40, 20_000), RNG.choice(CHANCES[1:], 20_000)
    misses = binomial.misses_for(shares, hits, chance)
    # At p = 0.5 a share of 0.5 is met exactly, but for the last bit.
    assert (stats.nbinom.cdf(misses, hits, chance) >= shares - 1e-12).all()
    assert (stats.nbinom.cdf(misses - 1, hits, chance) < shares + 1e-12).all()
    assert (misses == stats.nbinom.ppf(shares, hits, chance)).mean() > 0.999


def test_misses_at_the_ends():
    assert binomial.misses_for([0, 0.5, 1], 3, 0.5).tolist() == [-1, 2, np.inf]
    assert binomial.misses_for([0, 0.5, 1], 3, 1).tolist() == [-1, 0, 0]
    assert np.isnan(binomial.misses_for(0.5, 3, 0))


def test_what_is_not_known_stays_unknown():
    for one in (binomial.pmf, binomial.cdf, binomial.sf):
        assert np.isnan(one(1, 2, np.nan))
        assert np.isnan(one(1, np.nan, 0.5))
    assert np.isnan(binomial.misses_for(0.5, 1, np.nan))


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
