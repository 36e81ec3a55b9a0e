"""What notebook 04 shows, and every number that the source prints, to the character."""

import math

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat import osdl
from combat.tables import TableError
from combat.workbook.views import osdl as views
from combat.workbook.views import osdl_dependence, osdl_printed, osdl_worth
from tests.test_project import ROOT

FILE = ROOT / "data" / "osdl" / "printed.csv"
PRINTED = pd.read_csv(FILE, dtype={"printed": str})  # in percent, as in the source
CATALOGUE = osdl.read_modifiers(ROOT / "data" / "osdl" / "modifiers.csv")


def test_all_together_is_the_combination():
    total = views.with_total(CATALOGUE)
    assert len(total) == len(CATALOGUE) + 1
    assert total["name"].iloc[-1] == "all together"
    assert total["modifier"].iloc[-1] == pytest.approx(osdl.combine(*CATALOGUE["modifier"]))
    pd.testing.assert_frame_equal(total.iloc[:-1], CATALOGUE)


@pytest.mark.parametrize("order", views.ORDERS)
def test_circumstances_against_a_plain_loop(order):
    ticked = {name: number % 3 > 0 for number, name in enumerate(CATALOGUE["name"])}
    plain = [(row.name, row.modifier) for row in CATALOGUE.itertuples(index=False)]
    plain = [(name, m) for name, m in plain if ticked[name]] + [("my own", 0.1)]
    if order != "as listed":
        plain.sort(key=lambda step: step[1] if order == "worst first" else -step[1])
    steps = views.circumstances(CATALOGUE, ticked, own=0.1, order=order)
    assert list(steps.items()) == plain


def test_no_circumstances():
    assert views.circumstances(CATALOGUE, {}).empty
    assert views.circumstances(CATALOGUE, {}, own=0.3).to_dict() == {"my own": 0.3}
    assert osdl.story(0.5, {})["probability"].tolist() == [0.5]


def test_curves_against_the_letter_of_the_source():
    table = views.curves({"up": 0.3, "none": 0, "down": -0.5})
    assert table.columns.tolist() == ["up", "none", "down"]
    assert table.index.name == "base probability"
    assert (table.index[0], table.index[-1]) == (0, 1)
    for p, up, none, down in table.itertuples():
        assert up == pytest.approx(osdl.by_the_letter(p, 0.3), abs=1e-12)
        assert none == p
        assert down == pytest.approx(osdl.by_the_letter(p, -0.5), abs=1e-12)


def test_modifier_and_flat_bonus_side_by_side():
    table = views.against_flat(-0.2, [0, 0.1, 0.5, 1])
    assert table["modifier"].tolist() == osdl.modified(table.index.to_numpy(), -0.2).tolist()
    assert table["flat bonus"].tolist() == pytest.approx([0, 0, 0.3, 0.8])
    assert table["unchanged"].tolist() == [0, 0.1, 0.5, 1]
    assert table.columns.tolist() == ["modifier", "flat bonus", "unchanged"]


@given(p=st.floats(0.02, 0.98))
def test_the_abaci_one_by_one(p):
    right, thumb, printed, plotted = osdl_printed.abaci([p]).iloc[0]
    assert osdl.modified(0.5, right) == pytest.approx(p, abs=1e-12)
    assert thumb == p - 0.5
    assert printed == pytest.approx(1 / (1 + math.exp(-p)))
    assert plotted == pytest.approx(4.2 * (1 / (1 + math.exp(-p)) - 0.5))


def test_the_errors_of_the_thumb_by_answer():
    table = osdl_printed.thumb_errors([0.2, 0.5], band=0.02)
    plain = [1 / (1 + math.exp(-4.2 * -0.3)) - 0.2, 0]
    assert table["error"].tolist() == pytest.approx(plain)
    assert table[["over", "under"]].to_numpy().tolist() == [[0.02, -0.02]] * 2
    assert table.index.equals(osdl_printed.abaci([0.2, 0.5]).index)
    assert table.index.name == osdl_printed.abaci([0.2]).index.name == "at 50% this would become"


def test_by_dependence_is_the_formula_at_each_base():
    found = osdl_dependence.by_dependence(0.6, 0.45, 0.4, [0.2, 0.8])
    for base, row in found.iterrows():
        odds = base / (1 - base)
        summed = odds * (0.6 / 0.4) * (0.45 / 0.55)
        together = odds * 0.4 / 0.6
        assert row.tolist() == pytest.approx(
            [
                summed / (1 + summed),
                together / (1 + together),
                summed / (1 + summed) - together / (1 + together),
            ]
        )


def test_the_file_is_read_as_fractions():
    table = osdl_printed.read_printed(FILE)
    assert table.columns.tolist() == PRINTED.columns.tolist()
    for name in ("base", "first", "second"):
        assert (100 * table[name]).tolist() == pytest.approx(PRINTED[name].tolist())
    assert table["printed"].tolist() == PRINTED["printed"].tolist()


def test_printed_beside_computed_row_by_row():
    table = osdl_printed.with_computed(osdl_printed.read_printed(FILE))
    assert len(table) == 38  # all that the source prints
    for row in table.itertuples():
        p = osdl.by_the_letter(row.base, row.first + row.second)
        assert row.probability == pytest.approx(p, abs=1e-12)
        assert row.computed == row.printed
        decimals = len(row.printed.split(".")[1])
        assert row.rounded == format(100 * row.probability, f".{decimals}f")
        assert abs(float(row.rounded) - 100 * p) <= 0.5 * 10**-decimals + 1e-9


def test_a_fault_in_the_file_is_named():
    with pytest.raises(TableError, match=r"a\.csv, row 2, column 'first'"):
        osdl_printed.read_printed(b"base,first,second,printed\n25,x,0,8.63\n", "a.csv")


def test_plain_floating_point_loses_certainty_and_the_rule_does_not():
    assert str(100 * osdl.by_the_letter(1.0, -0.3)).startswith("99.9")
    assert osdl_printed.as_printed(osdl.modified(1.0, -0.3)) == "100."


@given(p=st.floats(0.001, 1))
def test_as_printed_never_says_more_than_there_is(p):
    assert len(osdl_printed.as_printed(p)) <= 4
    assert math.isclose(float(osdl_printed.as_printed(p)), 100 * p, abs_tol=0.1)
    assert float(osdl_printed.as_printed(p)) <= 100 * p


def test_as_printed_outside_the_domain():
    with pytest.raises(ValueError, match=r"p = 60\.0 is out of range"):
        osdl_printed.as_printed(60)


def test_a_situation_without_circumstances_says_so():
    nothing = dict.fromkeys(CATALOGUE["name"], False)
    words = views.story_in_words(CATALOGUE, 0.5, order="as listed", own=0.0, **nothing)
    assert words == "A chance of {base} becomes 50%. No circumstances apply."


def test_a_flat_penalty_makes_bases_impossible_not_certain():
    assert "30% of all base probabilities impossible;" in views.beside_flat_in_words(-0.3)
    assert "30% of all base probabilities certain;" in views.beside_flat_in_words(0.3)


def test_where_a_printed_number_differs_both_are_shown():
    table = osdl_printed.with_computed(osdl_printed.read_printed(FILE)).query("second == 0")
    assert "|" not in osdl_printed.show_printed(table).texts().to_string()
    table.loc[table.index[0], "printed"] = "wrong"
    assert "wrong | " in osdl_printed.show_printed(table).texts().to_string()


def test_a_chance_in_percent_has_three_digits_however_small_it_is():
    assert osdl_worth.in_percent(1e-6) == "0.0001%"
