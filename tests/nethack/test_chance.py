"""From net to chance: the bell curve against scipy, enumeration and simulation."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from combat.dice import dice
from combat.nethack import hit_chance, mean_of_uniforms, net_for


@given(net=st.floats(-60, 60), sd=st.floats(2, 20))
def test_it_is_the_normal_distribution_and_never_certain(net, sd):
    chance = hit_chance(net, sd=sd)
    assert chance == pytest.approx(stats.norm.sf(-net, scale=sd), abs=1e-14)
    # A double can't tell 1 - 1e-17 from 1: beyond 8 sd it shows on the side of the misses.
    assert hit_chance(-abs(net), sd=sd) > 0


def test_a_random_net_is_averaged():
    net = dice("1d6") - 2
    plainly = np.mean([stats.norm.cdf((face - 2) / 8) for face in range(1, 7)])
    assert hit_chance(net) == pytest.approx(plainly, abs=1e-15)
    assert hit_chance(net, sd=[4, 8]).shape == (2,)


def test_nan_stays_and_scalars_stay_scalars():
    assert np.isnan(hit_chance(float("nan")))
    assert isinstance(hit_chance(3), float)
    assert np.isnan(hit_chance(float("nan"), uniforms=2))


class TestMeanOfUniforms:
    @pytest.mark.parametrize(("count", "sd"), [(1, 5), (2, 4), (3, 3)])
    def test_it_is_the_enumeration(self, count, sd):
        drawn = mean_of_uniforms(count, sd)
        reach = round(drawn.values[-1])
        means = [sum(faces) / count for faces in product(range(-reach, reach + 1), repeat=count)]
        values, counts = np.unique(np.round(means, 9), return_counts=True)
        assert drawn.values == pytest.approx(values)
        assert drawn.chances == pytest.approx(counts / len(means))
        assert drawn.sd == pytest.approx(np.std(means))

    @given(net=st.integers(-40, 40), count=st.integers(1, 6))
    def test_it_counts_the_draws_above(self, net, count):
        drawn = mean_of_uniforms(count)
        assert hit_chance(net, uniforms=count) == pytest.approx(
            drawn.chances[drawn.values > -net + 1e-9].sum(), abs=1e-12
        )


@given(chance=st.floats(0.001, 0.999), sd=st.floats(1, 20))
def test_the_inverse_leads_back(chance, sd):
    assert hit_chance(net_for(chance, sd=sd), sd=sd) == pytest.approx(chance, abs=1e-12)


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: hit_chance(0, sd=0), "sd = 0.0"),
        (lambda: hit_chance(np.inf), "net = inf"),
        (lambda: hit_chance(0, uniforms=0), "^uniforms = 0"),
        (lambda: mean_of_uniforms(0), "^uniforms = 0"),
        (lambda: net_for(1), "chance = 1"),
        (lambda: net_for(0), "chance = 0"),
    ],
)
def test_bad_input_is_named(call, named):
    with pytest.raises(ValueError, match=named):
        call()


def test_however_great_the_advantage_an_attack_may_hit_and_may_miss():
    """ "An attack should always have a non-zero chance to hit and a non-zero chance to miss." """
    assert 1 - 1e-15 < hit_chance(1000) < 1
    assert 0 < hit_chance(-1000) < 1e-300
