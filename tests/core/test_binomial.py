"""Binomial chances against scipy's own, which take longer to import."""

import numpy as np
import pytest
from scipy import stats

from combat.core import binomial

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
