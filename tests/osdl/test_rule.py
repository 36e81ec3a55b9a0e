"""The laws of the calculus, the plain formula; flat bonuses, and the abacus."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq

from combat import osdl

CHANCE = st.floats(0.01, 0.99)
MODIFIER = st.floats(-1, 1)


def formula(p, m):
    """The source's comment, letter by letter: fp(x) = p.exp(x)/(1+p.(exp(x)-1))."""
    x = 4.2 * m
    return p * math.exp(x) / (1 + p * (math.exp(x) - 1))


def test_the_ninja():
    assert osdl.combine(-0.35, 0.10, -0.05) == pytest.approx(-0.30)
    assert round(osdl.modified(0.8, -0.35, 0.10, -0.05), 2) == 0.53


@given(p=CHANCE, m=MODIFIER)
def test_it_is_the_printed_formula(p, m):
    assert osdl.modified(p, m) == pytest.approx(formula(p, m), abs=1e-12)


@given(p=CHANCE, first=MODIFIER, second=MODIFIER)
def test_modifiers_commute_and_add(p, first, second):
    one_way = osdl.modified(osdl.modified(p, first), second)
    assert one_way == pytest.approx(osdl.modified(osdl.modified(p, second), first), abs=1e-12)
    assert one_way == pytest.approx(osdl.modified(p, first, second), abs=1e-12)
    assert one_way == pytest.approx(osdl.modified(p, osdl.combine(first, second)), abs=1e-12)


@given(p=CHANCE, m=MODIFIER)
def test_modifiers_invert(p, m):
    assert osdl.modified(osdl.modified(p, m), -m) == pytest.approx(p, abs=1e-12)
    assert osdl.modifier_for(osdl.modified(p, m), p) == pytest.approx(m, abs=1e-10)
    assert osdl.modified(p, 0) == p


@given(p=st.floats(0, 1), m=st.floats(allow_nan=False, allow_infinity=False))
def test_any_finite_modifier_gives_a_probability(p, m):
    assert 0 <= osdl.modified(p, m) <= 1
    assert osdl.modified(0, m) == 0
    assert osdl.modified(1, m) == 1


@pytest.mark.parametrize("m", [-100, 100, -1e308, 1e308])
def test_large_modifiers_are_certain_and_never_nan(m):
    assert osdl.modified(0.5, m) == pytest.approx(0 if m < 0 else 1, abs=1e-100)
    assert osdl.modified([0, 1], m).tolist() == [0, 1]


def test_the_tail_keeps_its_digits():
    assert osdl.modified(0.5, -100) == pytest.approx(math.exp(-420), rel=1e-12)


@given(p=CHANCE, m=MODIFIER)
def test_the_odds_are_multiplied(p, m):
    new = osdl.modified(p, m)
    assert new / (1 - new) == pytest.approx(p / (1 - p) * osdl.odds_ratio(m), rel=1e-9)
    assert 1 / (1 + 10 ** (-osdl.elo(m) / 400)) == pytest.approx(osdl.modified(0.5, m), abs=1e-12)


def test_the_scale_is_a_constant_to_change():
    assert osdl.modified(0.5, 0.1, scale=1.0) == pytest.approx(1 / (1 + math.exp(-0.1)))
    assert osdl.modifier_for(0.6, scale=1.0) == pytest.approx(math.log(1.5))


def test_checks_against_the_probability():
    share = osdl.check(0.3, np.random.default_rng(1), 100_000).mean()
    assert abs(share - 0.3) < 5 * math.sqrt(0.21 / 100_000)
    assert not osdl.check(0, 1, 10_000).any()
    assert osdl.check(1, 1, 10_000).all()
    assert osdl.check([0, 1], 1).tolist() == [False, True]
    assert type(osdl.check(0.5, 1)) is bool


def test_a_draw_equal_to_p_is_a_success():
    class Fixed(np.random.Generator):
        def random(self, size=None):
            return np.full(size, 0.75)

    assert osdl.check(0.25, Fixed(np.random.PCG64()), 1).all()


def test_nan_in_nan_out_and_arrays_broadcast():
    nan = float("nan")
    assert math.isnan(osdl.modified(nan, 0.1))
    assert np.isnan(osdl.modified([0, 0.5, 1], nan)).all()
    assert math.isnan(osdl.modifier_for(nan))
    assert math.isnan(osdl.odds_ratio(nan))
    table = osdl.modified(np.linspace(0, 1, 4)[:, None], [-0.1, 0.1])
    assert table.shape == (4, 2)
    assert type(osdl.modified(0.5)) is float


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: osdl.modified(1.1, 0), r"p = 1\.1 .* between 0 and 1"),
        (lambda: osdl.modified(50, 0.1), r"p = 50\.0 is out of range"),
        (lambda: osdl.modified(0.5, math.inf), "modifier = inf is out of range"),
        (lambda: osdl.modified(0.5, 0.1, scale=0), r"scale = 0\.0 is out of range"),
        (lambda: osdl.modifier_for(1), "p_new = 1 .* no finite modifier"),
        (lambda: osdl.modifier_for(0.5, 0), "p = 0 .* no finite modifier"),
        (lambda: osdl.modifier_for(-0.1), r"p_new = -0\.1 is out of range"),
        (lambda: osdl.modifier_for(0.5, 1.2), r"p = 1\.2 is out of range"),
        (lambda: osdl.check(math.nan, 1), "p = nan"),
        (lambda: osdl.check([0, 2], 1), r"p = 2\.0 is out of range"),
        (lambda: osdl.check(-0.1, 1), r"p = -0\.1 is out of range"),
        (lambda: osdl.flat(1.2, 0.1), r"p = 1\.2 is out of range"),
        (lambda: osdl.flat(-0.2, 0.1), r"p = -0\.2 is out of range"),
        (lambda: osdl.flat(0.2, math.inf), "bonus = inf is out of range"),
        (lambda: osdl.made_certain(-math.inf), "bonus = -inf is out of range"),
        (lambda: osdl.thumb_error(1.2), r"answers = 1\.2 is out of range"),
        (lambda: osdl.thumb_error(-0.1), r"answers = -0\.1 is out of range"),
        (lambda: osdl.thumb_range(0), r"error = 0\.0 is out of range"),
        (lambda: osdl.thumb_range(1.1), r"error = 1\.1 is out of range"),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@given(p=st.floats(0, 1), m=st.floats(-1, 1))
def test_the_letter_of_the_source_is_the_rule(p, m):
    assert osdl.literal_formula(p, m) == pytest.approx(osdl.modified(p, m), abs=1e-12)


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
