"""The report on a sheet: one command from a file to a page that answers its controls."""

import os
import re
import signal
import subprocess
import sys
from itertools import product
from pathlib import Path

import nbformat
import pytest

from combat.cli import terminal
from combat.units import duel, read_units, rules_of
from combat.units.which_rules import guessed
from combat.workbook.__main__ import main
from combat.workbook.panel.recording import recording, unpacked
from combat.workbook.reports import sheet
from combat.workbook.reports.sheet import report
from tests.processes import started, wait_for

ROOT = Path(__file__).parents[3]
MINE = "name,hp,attack,defense,damage,cost\nImp,4,9,9,1d4,3\nOgre,12,12,8,1d6,9\nElf,6,14,9,1d6,8\n"


@pytest.fixture
def units(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(MINE)
    return path


@pytest.mark.kernel
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("what", [signal.SIGINT, signal.SIGTERM])
def test_a_report_that_is_ended_says_nothing_and_leaves_nothing(units, tmp_path, what):
    """Neither a draft nor the kernel's file, nor a traceback of the kernel."""
    rules, aside = tmp_path / "own.py", tmp_path / "aside"
    aside.mkdir()
    rules.write_text(
        "import sys, time\nfrom pathlib import Path\nfrom combat.units import Rules\n"
        "if 'ipykernel' in sys.modules:\n"
        "    Path(__file__).with_name('there').touch()\n    time.sleep(60)\n"
        "MY = Rules(hit='ratio')\n"
    )
    command = [sys.executable, "-m", "combat.workbook", "report", str(units)]
    command += ["--rules", f"{rules}:MY", "--out", str(tmp_path / "out")]
    env = os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(aside)}
    with started(command, env=env, text=True, stderr=subprocess.PIPE) as process:
        wait_for(tmp_path / "there", process)
        assert [*aside.iterdir()]
        process.send_signal(what)
        assert process.communicate(timeout=60)[1] == ""
    assert process.returncode == 130
    assert [*aside.iterdir()] == []


@pytest.mark.kernel
def test_a_page_is_made_of_a_sheet(units, tmp_path, capsys):
    rules = tmp_path / "own.py"
    rules.write_text("from combat.units import Rules\nMY = Rules(hit='ratio', least=0)\n")
    for name in ("numpy", "ipykernel_launcher"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a stranger ran')")
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
    assert "Make it yours" not in page
    saved = nbformat.read(kept, as_version=4)
    assert "Game('../mine.csv', rules='../own.py:MY')" in saved.cells[1].source
    assert not [
        one for cell in saved.cells for one in cell.get("outputs", []) if one.output_type == "error"
    ]


@pytest.mark.parametrize(
    ("content", "switches", "said"),
    [
        ("name,hp\nImp,x\n", [], "mine.csv, row 2, column 'hp': 'x' is not a number"),
        ("name,hp,armor\nImp,4,1\nElf,5,0\n", [], "neither damage nor attack was found"),
        (MINE, ["--rules", "none"], "'none' names no rules"),
        (MINE, ["--charter", "no.csv"], "no.csv: there is no such file"),
        (MINE, ["--against", "no.csv"], "no.csv"),
        ("name,hp,damage\nA,9,4\n", ["--against", "walls.csv"], "nobody can hurt anybody"),
    ],
)
def test_a_fault_is_said_before_a_kernel_starts(
    units, tmp_path, capsys, monkeypatch, content, switches, said
):
    units.write_text(content)
    monkeypatch.chdir(tmp_path)
    Path("walls.csv").write_text("name,hp,armor\nWall,4,1\n")
    assert main(["report", str(units), "--out", str(tmp_path / "out"), *switches]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


DAY = "day.py:lives"
LEFT_OUT = (
    f"left out: mine.charter.csv, row 3, column 'measure': '{DAY}' would run day.py, which was "
    f"found with the charter, unasked; if you trust who wrote the charter, say so (--trust)"
)


@pytest.mark.parametrize(
    ("switches", "runs"),
    [
        ([], False),
        (["--rules", "../other/own.py:MY"], False),
        (["--rules", "own.py:MY"], True),
        (["--charter", "mine.charter.csv"], True),
        (["--trust"], True),
    ],
)
def test_a_charter_that_was_only_found_runs_no_python(
    units, tmp_path, capsys, monkeypatch, switches, runs
):
    here = tmp_path / "here"
    for folder in (here, tmp_path / "other"):
        folder.mkdir()
        (folder / "own.py").write_text("from combat.units import Rules\nMY = Rules(hit='ratio')\n")
    units.rename(here / "mine.csv")
    (here / "mine.charter.csv").write_text(
        f"system,first,second,measure,at least\nunits,Ogre,Imp,win,50 %\npython,,,{DAY},50 %\n"
    )
    monkeypatch.chdir(here)
    monkeypatch.setattr(sheet.site, "export", lambda draft, *_, **_how: draft.read_text())
    monkeypatch.setattr(terminal, "tell", made := [].append)
    assert main(["report", "mine.csv", *switches]) == 0
    assert (LEFT_OUT in capsys.readouterr().err) is not runs
    assert ("trust=None" in made.__self__[0]) is not runs
    assert ("rules='own.py:MY'" in made.__self__[0]) is any(
        one.startswith("own") for one in switches
    )


# What an answer says that needs no picture.
NOTHING = ("no single step changes that.", "Nobody beats anybody.")
FORMS = {
    "no damage": ("name,hp,attack,defense\nA,9,4,2\nB,8,6,3\nC,7,7,1\n", "attack less defense"),
    "no defense": ("name,hp,attack\nA,9,4\nB,8,6\nC,7,7\n", "By the rule 'attack is the damage'"),
    "two": ("name,hp,damage\nA,9,4\nB,8,6\n", "By the rule 'always hits', guessed"),
}


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_any_game_has_a_whole_page_that_says_its_rule_first(units, monkeypatch, form):
    content, said = FORMS[form]
    units.write_text(content)
    monkeypatch.chdir(units.parent)
    monkeypatch.setattr(sheet.site, "export", lambda draft, *_, **_how: nbformat.read(draft, 4))
    first, game, *rest = report(units, units.parent / "page.html").cells
    assert said in first.source.replace("\\", "")
    exec(game.source, names := {})
    calls = [cell.source for cell in rest if cell.source.startswith("panels.")]
    _summary, *panels = [eval(call, names) for call in calls]
    told = [unpacked(recording(panel)) for panel in panels]
    assert len(told) in (5, 7)  # without luck, and if no step changes anything
    for one in told:
        answers = [one["parts"][number] for number in one["answers"].values()]
        for answer in answers:
            assert answer["charts"] or answer["title"].endswith(NOTHING), answer["title"]


def test_of_many_units_some_are_shown_and_it_is_told(units):
    made = sheet.notebook(units, units.parent, many=1200)
    assert "Of its 1,200 units every 8th is shown." in made.cells[0].source
    assert "game.units = game.units.only(*game.names[::8])" in made.cells[1].source
    assert "panels.numbers(game)" not in "".join(cell.source for cell in made.cells)


@pytest.mark.parametrize(
    ("hp", "begins"), [("9", "panels.summary"), ("8 + level", "panels.levels")]
)
def test_the_report_of_units_that_grow_begins_with_their_levels(units, monkeypatch, hp, begins):
    units.write_text(f"name,hp,attack,defense,damage\nA,{hp},4,2,1\nB,8,6,3,2\n")
    monkeypatch.chdir(units.parent)
    monkeypatch.setattr(sheet.site, "export", lambda draft, *_, **_how: nbformat.read(draft, 4))
    made = report(units, units.parent / "page.html")
    assert made.cells[2].source == f"{begins}(game)"


# Bonuses to a d20 against printed armour classes; the heroes alone look like points.
THEIRS = "name,hp,attack,defense,damage,level\nOgre,20,4,15,1d8,1\nElf,9,5,16,1d6,2\n"
OURS = "name,hp,attack,defense,damage\nOgre,20,8,8,1d8\nElf,9,9,9,1d6\n"


@pytest.mark.parametrize("rules", [None, "always hits"])
def test_a_report_against_another_sheet_begins_with_both(units, monkeypatch, rules):
    """By one rule: that which is given, or for which the numbers of both speak."""
    units.write_text(OURS)
    theirs = units.with_name("theirs.csv")
    theirs.write_text(THEIRS)
    monkeypatch.chdir(units.parent)
    monkeypatch.setattr(sheet.site, "export", lambda draft, *_, **_how: nbformat.read(draft, 4))
    made = report(units, units.parent / "page.html", against=theirs, rules=rules)
    _, read, asked, table, reading, *_ = (cell.source for cell in made.cells)
    assert "Against theirs" in asked
    exec(read, names := {})
    game, panel = names["game"], eval(table, names)
    both = [*game.units, *read_units(theirs)]
    rule = rules or guessed(both)[0]
    assert panel.controls["rule"].value == next(iter(game.rules)) == rule
    assert guessed(game.units)[0] != rule
    (shown,) = panel.answer.charts[0].numbers()
    for one, other in product(read_units(units), read_units(theirs)):
        chance = duel(one, other, rules_of(rule)).first
        assert shown.loc[one.name, other.name] == pytest.approx(chance, abs=1e-12)
    assert ">level<" in eval(reading, names)._repr_html_()
    if rules is None:
        (tried,) = (cell.source for cell in made.cells if "tries(" in cell.source)
        assert "tries([*game.units, *game.against])" in tried


def test_of_many_others_some_are_shown_and_it_is_told(units):
    made = sheet.notebook(units, units.parent, against=units.with_name("b.csv"), others=400)
    assert "Of its 400 units every third is shown." in made.cells[2].source
    assert made.cells[3].source == "panels.table(game, against=game.against[::3])"


def test_a_notebook_that_is_there_is_kept(units, tmp_path):
    kept = tmp_path / "kept.ipynb"
    kept.write_text("mine")
    with pytest.raises(ValueError, match="it is there"):
        report(units, tmp_path / "out", keep=kept)
    assert kept.read_text() == "mine"
