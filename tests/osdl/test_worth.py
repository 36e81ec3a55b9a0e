"""When to check: the criterion, one event after the other."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat import osdl
from combat.tables import TableError

EVENTS = osdl.read_events("data/osdl/events.csv")


@given(
    probability=st.floats(1e-6, 0.999),
    importance=st.floats(0.01, 100),
    threshold=st.floats(0.01, 50),
)
def test_from_that_modifier_on_the_weight_is_above_the_threshold(
    probability, importance, threshold
):
    needed = osdl.modifier_to_check(probability, importance, threshold)
    if importance <= threshold:
        assert needed == math.inf
        assert osdl.weight(osdl.modified(probability, 50), importance) <= threshold
        return
    for step, above in ((1e-6, True), (-1e-6, False)):
        weight = osdl.weight(osdl.modified(probability, needed + step), importance)
        assert (weight > threshold) == above or weight == pytest.approx(threshold, rel=1e-4)


@pytest.mark.parametrize(("threshold", "modifier"), [(1, 0), (0.05, 0.4), (7, -0.2), (100, 1)])
def test_the_table_is_the_criterion_event_by_event(threshold, modifier):
    table = osdl.check_table(EVENTS, threshold, modifier)
    spared, left_out, total = 0, 0.0, 0.0
    for event, probability, importance in EVENTS.itertuples(index=False):
        odds = probability / (1 - probability) * math.exp(4.2 * modifier)
        weight = odds / (1 + odds) * importance
        row = table.loc[event]
        assert row["weight"] == pytest.approx(weight)
        assert row["check"] == ("check" if weight > threshold else "no check")
        # It is checked exactly if the circumstances are worse than "checked from".
        assert (modifier > row["checked from"]) == (weight > threshold)
        total += weight
        if weight <= threshold:
            spared, left_out = spared + 1, left_out + weight
    assert (np.diff(table["weight"]) <= 0).all()
    found = osdl.checks_saved(EVENTS, modifier, thresholds=[threshold]).loc[threshold]
    assert found.tolist() == pytest.approx([spared / len(EVENTS), left_out / total])


def test_breathing_and_walking_need_no_check():
    """ "Under normal circumstances, no need to evaluate to which extent a character succeeds in
    breathing or walking"."""
    table = osdl.check_table(EVENTS)["check"]
    assert table[["breathing fails", "a stumble while walking"]].tolist() == ["no check"] * 2


def test_a_weight_above_one_is_checked_unless_told_otherwise():
    """ "Greater than a given threshold": the threshold itself is not."""
    events = osdl.read_events(b"event,probability,importance\nslip,0.5,3\nslide,0.5,2\n")
    table = osdl.check_table(events)
    assert table["check"].to_dict() == {"slip": "check", "slide": "no check"}
    assert osdl.checks_saved(events, thresholds=[1])["checks saved"].tolist() == [0.5]
    assert table.index.name == "event"


def test_nan_stays():
    nan = math.nan
    assert np.isnan([osdl.weight(nan, 1), osdl.weight(0.5, nan)]).all()
    for given_ in ((nan, 2, 1), (nan, 0.5, 1), (0.5, nan, 1), (0.5, 2, nan)):
        assert math.isnan(osdl.modifier_to_check(*given_))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: osdl.weight(1.2, 3), r"probability = 1\.2 is out of range"),
        (lambda: osdl.weight(-0.2, 3), r"probability = -0\.2 is out of range"),
        (lambda: osdl.weight(0.2, -3), r"importance = -3\.0 is out of range"),
        (lambda: osdl.modifier_to_check(1.2, 0), r"probability = 1\.2 is out of range"),
        (lambda: osdl.modifier_to_check(0.2, -3), r"importance = -3\.0 is out of range"),
        (lambda: osdl.modifier_to_check(0.2, 3, 0), r"threshold = 0\.0 is out of range"),
        (lambda: osdl.modifier_to_check(1, 3), "p = 1 is out of range"),
        (lambda: osdl.check_table(EVENTS, 0), r"threshold = 0\.0 is out of range"),
        (lambda: osdl.checks_saved(EVENTS, thresholds=[0]), r"thresholds = 0\.0 is out of range"),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_file_with_a_fault():
    with pytest.raises(TableError, match=r"a\.csv, row 2, column 'probability': 20 is out of"):
        osdl.read_events(b"event,probability,importance\nfall,20,30\n", "a.csv")


@pytest.mark.parametrize("certain", ["0", "1"])
def test_what_is_certain_is_no_event(certain):
    with pytest.raises(TableError, match=r"row 2, column 'probability'"):
        osdl.read_events(f"event,probability,importance\nfall,{certain},30\n".encode(), "a.csv")
