"""Catalogues of modifiers, situations made of them, and circumstances that are linked."""

import itertools
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat import osdl
from combat.tables import TableError
from tests.test_project import ROOT

CATALOGUE = osdl.read_modifiers(ROOT / "data" / "osdl" / "modifiers.csv")
NINJA = {"night (for a dark ninja)": 0.10, "rain": -0.05, "alligator wound": -0.35}


def test_the_catalogue():
    named = CATALOGUE.set_index("name")["modifier"]
    assert named[[*NINJA]].to_dict() == NINJA
    assert named.index.is_unique
    assert osdl.percent_slips(CATALOGUE) == []


def test_percent_for_a_fraction_is_taken_and_noticed():
    mine = osdl.read_modifiers(b"name,modifier\nnight,10\nfog,2\nrain,-1.9\n")
    assert osdl.percent_slips(mine) == ["night", "fog"]
    assert osdl.modified(0.5, mine["modifier"].sum()) > 0.999


def test_a_bad_row_is_named():
    with pytest.raises(TableError, match=r"a\.csv, row 2, column 'modifier': 'big' is not a"):
        osdl.read_modifiers(b"name,modifier\nnight,big\n", "a.csv")


def test_the_table_of_modifiers():
    table = osdl.modifier_table(pd.DataFrame({"name": ["x"], "modifier": [0.2]}))
    assert table["25%"].item() == osdl.modified(0.25, 0.2)
    assert table["odds ratio"].item() == osdl.odds_ratio(0.2)
    assert table["Elo"].item() == osdl.elo(0.2)


def test_the_ninjas_story_step_by_step():
    said, p = osdl.story(0.8, NINJA), 0.8
    assert said.index.tolist() == ["base", *NINJA]
    for name, m in NINJA.items():
        before, p = p, osdl.literal_formula(p, m)
        assert said.loc[name, "modifier"] == m
        assert said.loc[name, "probability"] == pytest.approx(p, abs=1e-12)
        assert said.loc[name, "change"] == pytest.approx(p - before, abs=1e-12)
    assert said.loc["base", ["modifier", "change"]].isna().all()
    assert round(said["probability"].iloc[-1], 2) == 0.53


def test_a_story_ends_alike_in_any_order():
    ends = [
        osdl.story(0.8, dict(steps))["probability"].iloc[-1]
        for steps in itertools.permutations(NINJA.items())
    ]
    assert ends == pytest.approx([ends[0]] * 6, abs=1e-12)


@given(
    base=st.floats(0.01, 0.99),
    steps=st.lists(st.floats(-1, 1), max_size=5),
)
def test_log_odds_are_those_of_the_probability(base, steps):
    said = osdl.story(base, {str(n): m for n, m in enumerate(steps)})
    odds = np.exp(said["log-odds"])
    assert said["probability"].tolist() == pytest.approx((odds / (1 + odds)).tolist(), abs=1e-12)
    assert said["log-odds"].iloc[0] == pytest.approx(math.log(base / (1 - base)))


def test_a_certain_base_stays_certain():
    assert osdl.story(1, NINJA)["probability"].eq(1).all()
    with pytest.raises(ValueError, match=r"p = 80\.0 is out of range"):
        osdl.story(80, NINJA)


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
