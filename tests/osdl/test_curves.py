"""Curves over base probabilities, flat bonuses, and the abacus."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq

from combat import osdl


def test_curves_against_the_letter_of_the_source():
    table = osdl.curves({"up": 0.3, "none": 0, "down": -0.5})
    assert table.columns.tolist() == ["up", "none", "down"]
    assert table.index.name == "base probability"
    assert (table.index[0], table.index[-1]) == (0, 1)
    for p, up, none, down in table.itertuples():
        assert up == pytest.approx(osdl.by_the_letter(p, 0.3), abs=1e-12)
        assert none == p
        assert down == pytest.approx(osdl.by_the_letter(p, -0.5), abs=1e-12)


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


def test_modifier_and_flat_bonus_side_by_side():
    table = osdl.against_flat(-0.2, [0, 0.1, 0.5, 1])
    assert table["modifier"].tolist() == osdl.modified(table.index.to_numpy(), -0.2).tolist()
    assert table["flat bonus"].tolist() == pytest.approx([0, 0, 0.3, 0.8])
    assert table["unchanged"].tolist() == [0, 0.1, 0.5, 1]
    assert table.columns.tolist() == ["modifier", "flat bonus", "unchanged"]


@given(p=st.floats(0.02, 0.98))
def test_the_abaci_one_by_one(p):
    right, thumb, printed, plotted = osdl.abaci([p]).iloc[0]
    assert osdl.modified(0.5, right) == pytest.approx(p, abs=1e-12)
    assert thumb == p - 0.5
    assert printed == pytest.approx(1 / (1 + math.exp(-p)))
    assert plotted == pytest.approx(4.2 * (1 / (1 + math.exp(-p)) - 0.5))


def test_the_abacus_ends_before_certainty():
    with pytest.raises(ValueError, match=r"p_new = 1 .* no finite modifier"):
        osdl.abaci([0.5, 1])


@given(p=st.floats(0, 1))
def test_the_error_of_the_thumb_is_odd_about_50_percent(p):
    assert osdl.thumb_error(p) == pytest.approx(-osdl.thumb_error(1 - p), abs=1e-12)
    assert osdl.thumb_error(p) == pytest.approx(osdl.by_the_letter(0.5, p - 0.5) - p, abs=1e-12)


def test_the_errors_of_the_thumb_by_answer():
    table = osdl.thumb_errors([0.2, 0.5], band=0.02)
    plain = [1 / (1 + math.exp(-4.2 * -0.3)) - 0.2, 0]
    assert table["error"].tolist() == pytest.approx(plain)
    assert table[["over", "under"]].to_numpy().tolist() == [[0.02, -0.02]] * 2
    assert table.index.equals(osdl.abaci([0.2, 0.5]).index)
    assert table.index.name == osdl.abaci([0.2]).index.name == "at 50% this would become"


@pytest.mark.parametrize("error", [0.01, 0.02, 0.05])
def test_the_range_of_the_thumb_is_where_the_error_crosses(error):
    exact = brentq(lambda m: 0.5 + m - osdl.by_the_letter(0.5, m) - error, 0.2, 0.5)
    assert 0 <= exact - osdl.thumb_range(error) < 1e-4


def test_the_range_of_the_thumb_stops_at_the_first_crossing():
    # Up to a modifier of 0.185 the curve runs above the rule of thumb, by 0.36 points at most.
    assert osdl.thumb_range(0.001) == pytest.approx(
        brentq(lambda m: osdl.by_the_letter(0.5, m) - 0.5 - m - 0.001, 0, 0.08), abs=1e-4
    )
    assert osdl.thumb_range(1) == 0.5


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: osdl.flat(1.2, 0.1), r"p = 1\.2 is out of range"),
        (lambda: osdl.flat(0.2, math.inf), "bonus = inf is out of range"),
        (lambda: osdl.made_certain(-math.inf), "bonus = -inf is out of range"),
        (lambda: osdl.curves({"a": 0.1}, [2]), r"p = 2\.0 is out of range"),
        (lambda: osdl.thumb_error(60), r"answers = 60\.0 is out of range"),
        (lambda: osdl.thumb_range(0), r"error = 0\.0 is out of range"),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()
