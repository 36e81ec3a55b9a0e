"""What a panel shows: its tables, and the files in which its numbers are saved."""

import re

import numpy as np
import pandas as pd
import pytest

from combat.core.files import portable
from combat.workbook import Answer, Table, charts
from combat.workbook.panel.answer import file_names, saved


def test_numbers_are_rounded_and_texts_escaped():
    frame = pd.DataFrame({"rule": ["<old>"], "chance": [-1 / 3], "gone": [np.nan], "sure": [True]})
    table = Table(frame, formats={"chance": ".0%"}, caption="a & b")
    html = table._repr_html_()
    assert "&lt;old&gt;" in html
    assert "−33%" in html
    assert "–" in html
    assert "True" in html
    assert "a &amp; b" in html
    assert "0x" not in repr(table)


def test_no_two_dollars_make_a_formula():
    html = Table(pd.DataFrame({"$a$": ["$b$"]}), caption="$c$")._repr_html_()
    assert re.findall(r"[^>]\$|\$[^<]", html) == []  # each stands in an element of its own
    assert html.count("<span>$</span>") == 6


def test_the_index_is_shown_if_it_has_a_name_or_holds_names():
    frame = pd.DataFrame({"m": [10.0, np.nan]}, index=["a", "b"])
    assert re.findall(r"<td[^>]*>([^<]*)", Table(frame)._repr_html_()) == ["", "a", "10", "b", "–"]
    assert "7" not in repr(Table(frame.set_axis([7, 8])))
    assert Table(frame.rename_axis("stage")).texts().columns.tolist() == ["stage", "m"]
    assert Table(frame, formats={"m": ".1f"}).texts()["m"].tolist() == ["10.0", "–"]
    assert Table(frame, formats={"m": lambda value: "x"}).texts()["m"].tolist() == ["x", "x"]


def test_a_column_may_be_called_as_the_index():
    frame = pd.DataFrame({"name": [0.5]}, index=pd.Index(["Imp"], name="name"))
    html = Table(frame, formats={"name": ".0%"})._repr_html_()
    assert re.findall(r"<td[^>]*>([^<]*)</td>", html) == ["Imp", "50%"]


@pytest.mark.parametrize(
    ("values", "spec", "shown"),
    [
        # What rounds to zero has no sign.
        ([-0.001, 0.001, -0.2], "+.0%", ["0%", "0%", "−20%"]),
        ([-0.001, 0.001, -0.2], "{:+.0%}".format, ["0%", "0%", "−20%"]),
        # The last bits of a sum, which differ from machine to machine, change no digit.
        ([2.55, 2.5500000000000003, 2.5499999999999994], ".1f", ["2.5"] * 3),
        # Only what is so is 0% or 100%.
        ([0.9998, 1, 4e-5, 0, 0.5], ".1%", ["99.98%", "100.0%", "0.004%", "0.0%", "50.0%"]),
        ([0.3 - 0.1 * 3, np.nan], ".1%", ["0.0%", "–"]),
    ],
)
def test_a_number_is_rounded_to_what_is_so(values, spec, shown):
    table = Table(pd.DataFrame({"number": values}), formats={"number": spec})
    assert table.texts()["number"].tolist() == shown


@pytest.mark.parametrize("title", ["Con", "AUX!", "Lpt1", "a: b/c?", "", "* ? *", "Ends in a dot."])
def test_every_system_takes_the_name_of_any_title(title):
    (name,) = file_names([title])
    assert portable(name)


def test_no_two_are_alike_also_where_letters_differ_in_case_or_a_title_ends_in_a_number():
    names = file_names(["You hit", "You HIT", "You hit 2", "You hit"])
    assert len(set(names)) == len(names)
    assert names[:2] == ["you-hit.csv", "you-hit-2.csv"]


def test_a_column_may_be_called_as_the_index_and_a_chart_without_a_title_as_the_answer(tmp_path):
    frame = pd.DataFrame({"name": [0.5]}, pd.Index(["Imp"], name="name"))
    nameless = pd.DataFrame({"row": [0.5]})
    (one, other) = saved(Answer("So.", charts.bars(frame), charts.bars(nameless)), tmp_path)
    assert (one.name, other.name) == ("so.csv", "so-2.csv")
    assert one.read_text() == "name,name\nImp,0.5\n"
    assert other.read_text() == "row,row\n0,0.5\n"
