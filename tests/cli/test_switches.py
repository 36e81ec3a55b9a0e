"""Switches that can't count are refused, and files that somebody wrote aren't replaced."""

import pytest

from combat.cli.main import main

UNITS = "name,hp,attack,defense,damage\nImp,2,9,9,1\nOgre,3,9,9,1\n"
CLAIM = "system,first,second,measure,at least\nunits,Ogre,Imp,score,1 %\n"


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "units.csv").write_text(UNITS)
    (tmp_path / "later.csv").write_text(UNITS.replace("Imp,2", "Imp,4"))
    (tmp_path / "units.charter.csv").write_text(CLAIM)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("units units.csv --sheet Goblins", "this file has no sheets; leave 'Goblins' out"),
        ("units units.csv --sheet *", "this file has no sheets; leave '*' out"),
        ("units units.csv --out a.csv", "--out is for --level; leave it out"),
        ("units units.csv --level 5 --out a.xlsx", "--out a.xlsx: a CSV is written; name a file"),
        ("units units.csv --level 5 --out units.csv", "--out units.csv: it is there; name another"),
        ("units units.csv --level 5 --out no/a.csv", "no/a.csv: No such file or directory"),
        ("encounter units.csv later.csv --aim 70", "--aim: '70' is above 1; write 70 % or 0.7"),
        ("encounter units.csv later.csv --most 0", "'0' is not a whole number from 1"),
        ("encounter units.csv later.csv --rules mine", "--rules: 'mine' names no rules"),
        ("patch units.csv later.csv --sheet x", "this file has no sheets; leave 'x' out"),
        ("patch units.csv later.csv --trust", "--trust is for --charter, and there is none"),
        ("charter units.charter.csv --sheet x", "this file has no sheets; leave 'x' out"),
        ("charter units.charter.csv --write a.csv", "--write is for --mend; leave it out"),
        ("charter units.charter.csv --overwrite", "--overwrite is for --mend"),
        ("charter units.charter.csv --within 30%", "--within is for --mend"),
        ("charter units.charter.csv --margin 3%", "--margin is for --mend"),
        ("charter units.charter.csv --change hp", "--change is for --mend"),
        ("charter units.charter.csv --keep hp", "--keep is for --mend"),
        ("charter units.charter.csv --most 2", "--most is for --mend"),
        ("charter units.charter.csv --mend --overwrite", "--overwrite is for --write"),
        ("charter units.charter.csv --mend --workers 2", "--workers counts nothing beside --mend"),
        ("charter units.charter.csv --mend --open-is-broken", "--open-is-broken counts nothing"),
        ("charter units.charter.csv --mend --dask a", "--dask counts nothing beside --mend"),
        ("charter units.charter.csv --dask a --workers 2", "--workers counts nothing beside"),
        ("charter units.charter.csv --measures", "FILE counts nothing beside --measures"),
        ("charter --measures --out a.csv", "--out counts nothing beside --measures"),
        ("marked_for_death --workers 2", "--workers is for --odds"),
        ("marked_for_death --exact --workers 2", "--workers is for --odds"),
        ("marked_for_death --odds 9 --out-dir a", "--out-dir is for a battle that is fought"),
        ("marked_for_death --exact --seed 3", "--seed counts nothing for exact odds"),
        ("workbook new mine --out a", "--out is nothing that new reads"),
        ("workbook new mine --rules ratio", "--rules is nothing that new reads"),
        ("workbook notebooks --reference", "--reference is nothing that notebooks reads"),
        ("workbook notebooks --open", "--open is nothing that notebooks reads"),
        ("workbook docs --from fight", "--from is nothing that docs reads"),
        ("workbook docs --charter a.csv", "--charter is nothing that docs reads"),
        ("workbook report units.csv --folder a", "--folder is nothing that report reads"),
        ("workbook report units.csv --from units", "--from is nothing that report reads"),
        ("live build --port 80", "--port is nothing that build reads"),
        ("live build --try", "--try is nothing that build reads"),
        ("live serve --docs a", "--docs is nothing that serve reads"),
        ("live serve --pyodide a", "--pyodide is nothing that serve reads"),
    ],
)
def test_a_switch_that_cannot_count_is_refused_in_a_line(game, capsys, command, said):
    before = sorted(game.rglob("*"))
    assert main(command.split()) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert sorted(game.rglob("*")) == before


PAGE = "<!doctype html>\n<title>My game</title>\n"
DOORS = {
    "patch units.csv later.csv --out notes.txt": "Notes on units -> later.\n",
    "patch units.csv later.csv --out notes.html": PAGE,
    "patch units.csv later.csv --out notes.csv": "part of the game,hp\n",
    "charter units.charter.csv --out notes.html": PAGE,
    "charter units.charter.csv --out notes.csv": "file,name\n",
}


@pytest.mark.parametrize("command", DOORS)
def test_what_somebody_wrote_is_not_replaced_and_a_report_is(game, capsys, command):
    path = game / command.split()[-1]
    path.write_text(DOORS[command])
    assert main(command.split()) == 2
    assert f"--out {path.name}: it is there, and no earlier report" in capsys.readouterr().err
    assert path.read_text() == DOORS[command]
    for there in (path.unlink, lambda: path.write_text(""), lambda: None):
        there()
        assert main(command.split()) == 0
        assert path.stat().st_size


@pytest.mark.parametrize(
    ("command", "page"),
    [
        ("workbook report units.csv --out mine.html", "mine.html"),
        ("workbook report units.csv --out .", "units.html"),
        ("workbook docs mine --folder . --out .", "mine.html"),
        ("workbook docs mine --folder . --out .", "index.html"),
    ],
)
def test_no_page_takes_the_place_of_one_that_somebody_wrote(
    game, capsys, monkeypatch, command, page
):
    """It is said before a kernel is started."""
    monkeypatch.setattr("combat.workbook.pages.site.execute", None)
    (game / "mine.ipynb").write_text('{"cells": [], "nbformat": 4, "nbformat_minor": 5}')
    (game / page).write_text(PAGE)
    assert main(command.split()) == 2
    assert f"{page}: it is there, and no earlier report" in capsys.readouterr().err.splitlines()[-1]
    assert (game / page).read_text() == PAGE
