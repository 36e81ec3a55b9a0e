"""The report on a sheet: one command from a file to a page that answers its controls."""

import re

import nbformat
import pytest

from combat.workbook.__main__ import main
from combat.workbook.reports.sheet import notebook, report

MINE = "name,hp,attack,defense,damage,cost\nImp,4,9,9,1d4,3\nOgre,12,12,8,1d6,9\nElf,6,14,9,1d6,8\n"


@pytest.fixture
def units(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(MINE)
    return path


@pytest.mark.kernel
def test_a_page_is_made_of_a_sheet(units, tmp_path, capsys):
    rules = tmp_path / "own.py"
    rules.write_text("from combat.units import Rules\nMY = Rules(hit='ratio', least=0)\n")
    kept = tmp_path / "kept" / "mine report.ipynb"
    kept.parent.mkdir()
    charter = tmp_path / "mine.charter.csv"
    charter.write_text("system,first,second,measure,at least\nunits,Ogre,Imp,win,50 %\n")
    command = ["report", str(units), "--rules", f"{rules}:MY", "--notebook", str(kept)]
    assert main([*command, "--out", str(tmp_path / "out")]) == 0
    page = (tmp_path / "out" / "mine report.html").read_text()
    assert page.count("<figure") >= 8
    assert "How each heading was read" in page
    assert "1 claim: 0 broken, 0 open, 1 hold." in page
    assert not re.search(r'(src|href)="https?:', page)
    assert str(tmp_path) not in page
    saved = nbformat.read(kept, as_version=4)
    assert "Game('../mine.csv', rules='../own.py:MY')" in saved.cells[1].source
    assert not [
        one for cell in saved.cells for one in cell.get("outputs", []) if one.output_type == "error"
    ]


@pytest.mark.parametrize(
    ("content", "switches", "said"),
    [
        ("name,hp\nImp,x\n", [], "mine.csv, row 2, column 'hp': 'x' is not a number"),
        (MINE, ["--rules", "none"], "'none' names no rules"),
        (MINE, ["--charter", "no.csv"], "no.csv: there is no such file"),
    ],
)
def test_a_fault_is_said_before_a_kernel_starts(units, tmp_path, capsys, content, switches, said):
    units.write_text(content)
    assert main(["report", str(units), "--out", str(tmp_path / "out"), *switches]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_report_needs_a_sheet(capsys):
    assert main(["report"]) == 2
    assert "combat workbook report units.csv" in capsys.readouterr().err


def test_a_notebook_that_is_there_is_kept(units, tmp_path):
    kept = tmp_path / "kept.ipynb"
    kept.write_text("mine")
    with pytest.raises(ValueError, match="it is there"):
        report(units, tmp_path / "out", keep=kept)
    assert kept.read_text() == "mine"


def test_the_notebook_is_short(units):
    cells = notebook(units, units.parent).cells
    lines = [
        line for cell in cells if cell.cell_type == "code" for line in cell.source.splitlines()
    ]
    assert len(lines) <= 16
