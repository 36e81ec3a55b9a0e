"""Text fit to be read: numbers with their nouns, signs, and cells that are no formulas."""

import csv
import io
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.charter import judge, read_charter
from combat.charter.command import as_csv
from combat.core import words
from combat.core.words import csv_of, guarded, many, shown, unguarded
from combat.marked_for_death import Buff, Fighter, Team, read_team, team_text
from combat.patch import patch_of_units
from combat.tables import read_table
from combat.units import read_units
from combat.workbook import Answer, charts
from combat.workbook.panel.answer import saved as saved_numbers
from combat.workbook.panel.upload import Upload


@pytest.mark.parametrize(
    ("count", "told"),
    [(0, "0 rolls"), (1, "1 roll"), (np.int64(1), "1 roll"), (2, "2 rolls"), (1234, "1,234 rolls")],
)
def test_one_alone_is_no_plural(count, told):
    assert many(count, "roll") == told


def test_control_characters_are_shown():
    assert shown("\x1b[31mred\x07 \x7f\x9b2J") == "␛[31mred␇ ␡�2J"
    assert shown("two\r\nlines,\tof\rtext") == "two\nlines,\tof\ntext"
    assert shown("Über-Oger 👩‍🚀 ①") == "Über-Oger 👩‍🚀 ①"


NASTY = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "'=1", "''-x", "-", "=", "\t=1", "\r=1"]
PLAIN = ["-5", "+4", "-1.5", "-7,5", "-5 %", "+1e3", "'tis", "", "Imp", "a=b", "'", "''"]


@pytest.mark.parametrize("text", NASTY)
def test_what_would_be_a_formula_is_written_after_an_apostrophe(text):
    assert guarded(text) == f"'{text}"
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize("value", [*PLAIN, -5, -1.5, None, True])
def test_what_is_none_is_written_as_it_is(value):
    assert guarded(value) is value


@given(st.text("'=+-@\t\r1.x %", max_size=6))
def test_every_text_is_read_back_as_it_was(text):
    assert unguarded(guarded(text)) == text
    assert not re.match(r"[=@\t\r]|[+-](?![\d])", guarded(text))


def cells(text):
    return [cell for row in csv.reader(io.StringIO(text)) for cell in row]


def harmless(text):
    """Whether no cell of a CSV would be a formula."""
    return not any(re.match(r"[=@\t\r]|[+-](?![\d.]*$)", cell) for cell in cells(text))


UNITS = b"name,hp,attack,defense,damage\n'=1+1,2,9,9,1\n@Ogre,3,9,9,1\n"


def test_reports_of_charters_and_patches():
    charter = b"claim,system,first,second,measure,at least\n=2+2,units,=1+1,@Ogre,score,1 %\n"
    found = read_charter(charter, files={"units.csv": UNITS})
    text = as_csv([("=a.charter.csv", (), judge(found.claims))])
    assert {"'=2+2", "'=1+1", "'@Ogre", "'=a.charter.csv"} <= set(cells(text))
    assert harmless(text)
    patch = patch_of_units(read_units(UNITS), read_units(UNITS.replace(b"Ogre,3", b"Ogre,4")))
    assert "'@Ogre" in cells(patch.csv())
    assert harmless(patch.csv())


def test_a_roster_is_read_back_as_it_was():
    buffs = [Buff("=1+1", ("@Bob", "=Tom"), -0.5)]
    team = Team(
        (
            Fighter("=Tom", 900, -5, bodyguard_for="@Bob", buffs=buffs),
            Fighter("@Bob", 900, linked_to="=Tom"),
            Fighter("'-x", 900),
        )
    )
    text = team_text(team)
    assert harmless(text)
    assert "-5" in cells(text)
    assert read_team(text.encode(), name="a.csv").fighters == team.fighters


def test_numbers_behind_a_chart_and_a_result_that_is_saved(tmp_path):
    frame = pd.DataFrame({"=1+1": [-5.0, 2.5]}, pd.Index(["@a", "-b"], name="+c"))
    (numbers,) = saved_numbers(Answer("It says.", charts.bars(frame)), tmp_path)
    assert numbers.read_text() == "'+c,'=1+1\n'@a,-5\n'-b,2.5\n"
    (tmp_path / "in.csv").write_bytes(UNITS)
    saved = tmp_path / "out" / "own_units.csv"
    Upload(
        lambda source, name: read_units(source, name).frame.reset_index(),
        tmp_path / "in.csv",
        caption="units",
        save_as=saved,
    )
    assert harmless(saved.read_text())
    assert read_units(saved).names == read_units(UNITS).names == ["=1+1", "@Ogre"]


def test_a_reader_takes_the_apostrophe_away_in_headings_too():
    frame = pd.DataFrame({"name": ["=1", "-5", "'tis", "''-x"], "=sum": [-1, 2, 3, 4]})
    read = read_table(csv_of(frame).encode(), numeric=["=sum"], text=["name"], name="a.csv")
    assert read["name"].tolist() == frame["name"].tolist()
    assert read["=sum"].tolist() == [-1, 2, 3, 4]


def test_pages_write_a_csv_by_the_same_rule():
    script = Path("combat/workbook/panel/scripts/export_buttons.js").read_text(encoding="utf-8")
    assert f"/^{words._FORMULA.pattern}/" in script
    assert f"/^{words._NUMBER.pattern}$/" in script
