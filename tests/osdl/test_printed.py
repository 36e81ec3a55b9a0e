"""Every number that the source prints, to the character."""

import math

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat import osdl
from combat.tables import TableError
from tests.test_project import ROOT

FILE = ROOT / "data" / "osdl" / "printed.csv"
PRINTED = pd.read_csv(FILE, dtype={"printed": str})  # in percent, as in the source


def test_all_of_the_table_is_there():
    assert len(PRINTED) == 38


@pytest.mark.parametrize("row", list(PRINTED.itertuples()), ids=lambda row: str(row[:4]))
def test_every_printed_number_to_the_character(row):
    p = osdl.modified(row.base / 100, row.first / 100, row.second / 100)
    assert osdl.as_printed(p) == row.printed


def test_the_file_is_read_as_fractions():
    table = osdl.read_printed(FILE)
    assert table.columns.tolist() == PRINTED.columns.tolist()
    for name in ("base", "first", "second"):
        assert (100 * table[name]).tolist() == pytest.approx(PRINTED[name].tolist())
    assert table["printed"].tolist() == PRINTED["printed"].tolist()


def test_printed_beside_computed_row_by_row():
    table = osdl.with_computed(osdl.read_printed(FILE))
    for row in table.itertuples():
        p = osdl.by_the_letter(row.base, row.first + row.second)
        assert row.probability == pytest.approx(p, abs=1e-12)
        assert row.computed == row.printed
        decimals = len(row.printed.split(".")[1])
        assert row.rounded == format(100 * row.probability, f".{decimals}f")
        assert abs(float(row.rounded) - 100 * p) <= 0.5 * 10**-decimals + 1e-9


def test_a_fault_in_the_file_is_named():
    with pytest.raises(TableError, match=r"a\.csv, row 2, column 'first'"):
        osdl.read_printed(b"base,first,second,printed\n25,x,0,8.63\n", "a.csv")


@given(p=st.floats(0, 1), m=st.floats(-1, 1))
def test_the_letter_of_the_source_is_the_rule(p, m):
    assert osdl.by_the_letter(p, m) == pytest.approx(osdl.modified(p, m), abs=1e-12)


def test_plain_floating_point_loses_certainty_and_the_rule_does_not():
    assert str(100 * osdl.by_the_letter(1.0, -0.3)).startswith("99.9")
    assert osdl.as_printed(osdl.modified(1.0, -0.3)) == "100."


@given(p=st.floats(0.001, 1))
def test_as_printed_never_says_more_than_there_is(p):
    assert len(osdl.as_printed(p)) <= 4
    assert math.isclose(float(osdl.as_printed(p)), 100 * p, abs_tol=0.1)
    assert float(osdl.as_printed(p)) <= 100 * p


def test_as_printed_outside_the_domain():
    with pytest.raises(ValueError, match=r"p = 60\.0 is out of range"):
        osdl.as_printed(60)
