"""What notebook 04 shows, and every number that the source prints, to the character."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat import osdl
from combat.workbook.views import osdl as views
from combat.workbook.views import osdl_printed
from tests.test_project import ROOT

FILE = ROOT / "data" / "osdl" / "printed.csv"
CATALOGUE = osdl.read_modifiers(ROOT / "data" / "osdl" / "modifiers.csv")


@pytest.mark.parametrize("order", views.ORDERS)
def test_circumstances_against_a_plain_loop(order):
    ticked = {name: number % 3 > 0 for number, name in enumerate(CATALOGUE["name"])}
    plain = [(row.name, row.modifier) for row in CATALOGUE.itertuples(index=False)]
    plain = [(name, m) for name, m in plain if ticked[name]] + [("my own", 0.1)]
    if order != "as listed":
        plain.sort(key=lambda step: step[1] if order == "worst first" else -step[1])
    steps = views.circumstances(CATALOGUE, ticked, own=0.1, order=order)
    assert list(steps.items()) == plain


@given(p=st.floats(0.02, 0.98))
def test_the_abaci_one_by_one(p):
    right, thumb, printed, plotted = osdl_printed.abaci([p]).iloc[0]
    assert osdl.modified(0.5, right) == pytest.approx(p, abs=1e-12)
    assert thumb == p - 0.5
    assert printed == pytest.approx(1 / (1 + math.exp(-p)))
    assert plotted == pytest.approx(4.2 * (1 / (1 + math.exp(-p)) - 0.5))


def test_the_error_of_the_thumb_is_what_it_makes_of_a_half_less_the_answer():
    error = osdl_printed.thumb_errors()["error"]
    assert error.iloc[0] == pytest.approx(1 / (1 + math.exp(4.2 * 0.48)) - 0.02)


def test_where_a_printed_number_differs_both_are_shown():
    table = osdl_printed.with_computed(osdl_printed.read_printed(FILE)).query("second == 0")
    assert "|" not in osdl_printed.show_printed(table).texts().to_string()
    table.loc[table.index[0], "printed"] = "wrong"
    assert "wrong | " in osdl_printed.show_printed(table).texts().to_string()


def test_a_situation_without_circumstances_says_so():
    panel = views.situation(CATALOGUE.assign(from_="source"))
    said = panel.answered(base=0.5, **dict.fromkeys(CATALOGUE["name"], False))
    assert repr(said).startswith("A chance of 50% becomes 50%. No circumstances apply.")


@pytest.mark.parametrize(("m", "end"), [(-0.3, "impossible"), (0.3, "certain")])
def test_a_flat_bonus_makes_a_share_of_all_bases_certain_a_penalty_impossible(m, end):
    said = views.beside_flat().answered(m=m)
    assert f"30% of all base probabilities {end};" in said.title
    (table,) = said.charts[0].numbers()
    lost = table["flat bonus"].isin([0, 1]) & ~table["unchanged"].isin([0, 1])
    assert lost.mean() == pytest.approx(0.3, abs=0.01)
    assert table["modifier"].tolist() == osdl.modified(table.index.to_numpy(), m).tolist()
