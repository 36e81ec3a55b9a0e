"""`python -m combat.charter --mend`: what it prints, writes and refuses."""

import csv
import json

import pytest
from openpyxl import Workbook

from combat.charter import judge, read_charter
from combat.charter.__main__ import main
from combat.charter.mends import finding
from combat.charter.mends.asking import Asked
from combat.charter.mends.finding import MendSearch
from combat.patch import patch_of_units
from combat.units import read_units
from tests.charter.mends.games import HEADER, SMALL, changed, claims_of

UNITS, ROWS = changed(SMALL["duels"], "Ogre", "hp", 11)


@pytest.fixture
def charter(tmp_path):
    """A charter with a broken promise; its sheet has marks, quotes, blanks and line ends."""
    lines = UNITS.replace("1d4+1", '" 1d4+1"').replace("Elf,14", "Elf, 14").splitlines()
    (tmp_path / "units.csv").write_bytes("﻿".encode() + "\r\n".join(lines).encode())
    path = tmp_path / "units.charter.csv"
    path.write_text(HEADER + ROWS)
    return path


def test_the_written_sheet_keeps_its_promises_and_all_else(charter, capsys):
    old, new = charter.with_name("units.csv"), charter.with_name("new.csv")
    assert main([str(charter), "--mend", "--change", "Elf: hp, Ogre", "--write", str(new)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("Ogre: hp 11 -> 12: all 6 promises hold; the nearest to its limit is")
    assert said[-1] == f"Written: {new}: Ogre: hp 11 -> 12."
    assert new.read_bytes() == old.read_bytes().replace(b"Ogre,11", b"Ogre,12")
    found = read_charter(charter, files={"units.csv": new.read_bytes()}).claims
    assert judge(found).count("holds") == len(found)
    patch = patch_of_units(read_units(old), read_units(new))
    assert patch.parts[0].frame[["before", "after"]].astype(str).to_numpy().tolist() == [
        ["11", "12"]
    ]


def test_a_file_that_is_there_is_written_over_only_if_told(charter, capsys):
    sheet = charter.with_name("units.csv")
    before = sheet.read_bytes()
    asked = [str(charter), "--mend", "--change", "hp", "--write", str(sheet)]
    assert main(asked) == 2
    assert "it is there; add --overwrite" in capsys.readouterr().err
    assert sheet.read_bytes() == before
    assert main([*asked, "--overwrite"]) == 0
    assert sheet.read_bytes() != before


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("units.charter.csv", "units.charter.csv: it is an input, too, and would be lost"),
        ("units.actions.csv", "units.actions.csv: it is an input, too, and would be lost"),
        ("own.py", "own.py: a CSV is written; name a file that ends in .csv"),
        ("new.xlsx", "new.xlsx: a CSV is written; name a file that ends in .csv"),
        ("nowhere/new.csv", "nowhere/new.csv: No such file or directory"),
    ],
)
def test_a_place_that_wont_do_is_refused_before_the_search(
    charter, capsys, monkeypatch, target, why
):
    charter.with_name("units.actions.csv").write_text("unit,action,uses\nElf,Rest,1\n")
    before = {path: path.read_bytes() for path in charter.parent.iterdir()}
    monkeypatch.setattr(Asked, "judge", None)
    place = charter.parent / target
    assert main([str(charter), "--mend", "--overwrite", "--write", str(place)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert why in line
    assert {path: path.read_bytes() for path in charter.parent.iterdir()} == before


def test_of_a_sheet_that_is_no_csv_the_changes_are_listed(charter, capsys):
    """It is said before the search; the sheet itself stays as it is."""
    rows = list(csv.reader(UNITS.splitlines()))
    book = Workbook()
    for row in rows:
        book.active.append([int(cell) if cell.isdecimal() else cell for cell in row])
    book.save(charter.with_name("units.xlsx"))
    records = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    charter.with_name("units.json").write_text(json.dumps(records))
    given, new = charter.read_text(), charter.with_name("new.csv")
    for name in ("units.xlsx", "units.json"):
        before = charter.with_name(name).read_bytes()
        charter.write_text(given.replace(",,\n", f",file={name},\n"))
        asked = [str(charter), "--mend", "--write", str(new), "--overwrite"]
        assert main(asked) == 0
        first, *_, last = capsys.readouterr().out.splitlines()
        assert first == f"{name} is no CSV: new.csv will list the cells to change in it."
        head, *changes = new.read_text().splitlines()
        assert head == "unit,number,from,to"
        assert len(changes) == last.count(" -> ") == 1
        assert charter.with_name(name).read_bytes() == before


def test_what_was_saved_while_it_searched_is_kept(charter, capsys, monkeypatch):
    sheet = charter.with_name("units.csv")
    asked = [str(charter), "--mend", "--change", "hp", "--write", str(sheet), "--overwrite"]
    later = sheet.read_bytes() + b"Rat,1,1,1,1,1\n"
    searched = MendSearch.steps

    def steps(search):
        yield from searched(search)
        sheet.write_bytes(later)

    monkeypatch.setattr(MendSearch, "steps", steps)
    assert main(asked) == 2
    assert "units.csv: it was saved anew while the search ran" in capsys.readouterr().err
    assert sheet.read_bytes() == later


def test_after_an_interruption_the_rooms_so_far_are_said(charter, capsys, monkeypatch):
    charter.with_name("units.csv").write_text(SMALL["duels"][0])
    looked = finding.rooms_of

    def rooms_of(asked, numbers):
        yield next(looked(asked, numbers))
        raise KeyboardInterrupt

    monkeypatch.setattr(finding, "rooms_of", rooms_of)
    assert main([str(charter), "--mend", "--change", "Elf"]) == 130
    first, second, *_, last = capsys.readouterr().out.splitlines()
    assert first == "All promises hold."
    assert second.startswith("Elf: hp 14, down to")
    assert last == "Looked at 1 of 5 numbers; stopped before the end."


def test_an_interruption_before_all_are_judged_is_said(charter, capsys, monkeypatch):
    def interrupted(_asked, _progress):
        raise KeyboardInterrupt

    monkeypatch.setattr(Asked, "judge", interrupted)
    assert main([str(charter), "--mend"]) == 130
    assert capsys.readouterr().out == "Interrupted before all promises were judged.\n"


def test_what_is_tried_never_exceeds_what_there_is(charter):
    """The first slices of single numbers were counted whole: 1,008 of 556."""
    found = MendSearch(list(read_charter(charter).claims), most=1)
    told = [*found.steps()]
    assert {what for what, *_ in told} == {"values of single numbers"}
    assert all(done <= total for _, done, total in told)


def test_where_all_hold_it_says_the_rooms(charter, capsys):
    charter.with_name("units.csv").write_text(SMALL["duels"][0])
    assert main([str(charter), "--mend", "--change", "Elf: hp"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "All promises hold."
    ends = "down to 13 (12 breaks the Elf is in the middle); up to 16 (17 breaks Elf beats Imp)"
    assert second == f"Elf: hp 14, {ends}."


@pytest.mark.parametrize(
    ("switches", "why"),
    [
        (["--change", "hpp"], "change: 'hpp' is not known; did you mean 'hp'?"),
        (["--within", "much"], "--within: 'much' is not a number"),
        (["--within", "0"], "no number may take another value: loosen within, change or keep"),
        (["--keep", "*"], "no number may take another value: loosen within, change or keep"),
        (["--most", "0"], "--most: '0' is not a whole number from 1 to 2"),
        (["--margin", "101 %"], "--margin: 101 % is not from 0 to 100%; write a share as 30 %"),
        (["--out", "a.csv"], "--mend is for one charter"),
    ],
)
def test_what_cant_be_asked_is_said_in_a_line(charter, switches, why, capsys):
    assert main([str(charter), "--mend", *switches]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert why in line


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ("", "there are no rows under the header"),
        ("luck,python,,,combat.luck:success_rate,99 %,,chance=75,\n", "nothing to change"),
    ],
)
def test_a_charter_without_promises_of_units_is_refused_in_a_line(charter, rows, why, capsys):
    charter.write_text(HEADER + rows)
    assert main([str(charter), "--mend"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert why in line


def test_a_broken_promise_in_which_no_number_counts_is_named_at_once(charter, capsys):
    luck = "luck,python,,,combat.luck:success_rate,99 %,,chance=75,\n"
    charter.write_text(HEADER + ROWS + luck)
    assert main([str(charter), "--mend"]) == 1
    none, why, fixed = capsys.readouterr().out.splitlines()
    assert none.startswith("No mend was found")
    assert why == "Broken, and no number that may change counts: luck, at least 99%."
    assert fixed == "Kept as they are, since no number of these units counts: luck."


def test_numbers_of_actions_and_statuses_are_changed_in_their_own_tables():
    files = {
        "units.csv": b"name,hp,attack,defense,damage\nImp,12,9,9,1d4\nOgre,16,9,9,1d6\n",
        "units.actions.csv": b"unit,action,damage,uses,gives\nOgre,Bite,2d6+1,2,poisoned 2\n",
        "units.statuses.csv": b"status,loses\npoisoned,2\n",
    }
    row = "Imp lives,units,Imp,Ogre,win,5.7 %,,,\n"
    claims = read_charter((HEADER + row).encode(), "a.csv", files=files).claims
    search = MendSearch(list(claims), keep=["Imp", "hp", "attack", "defense", "damage"])
    for _ in search.steps():
        pass
    assert {one.words for one in search.mends} == {
        "Ogre: Bite: uses 2 -> 1",
        "Ogre: Bite: damage 2d6+1 -> 2d6-1",
        "Ogre: Bite: poisoned turns 2 -> 1",
        "Ogre: poisoned: loses 2 -> 1",
    }
    for mend in search.mends:
        changed_files = search.sheets.changed(mend.changes)
        other = {search.sheets.files[kind][0]: one for kind, one in changed_files.items()}
        again = read_charter((HEADER + row).encode(), "a.csv", files=other).claims
        assert judge(again).count("holds") == 1


def test_promises_that_exclude_each_other_are_named():
    rows = "one,units,Imp,Ogre,score,60 %,,,\nother,units,Ogre,Imp,score,60 %,,,\n"
    search = MendSearch(list(claims_of((UNITS, rows))))
    for _ in search.steps():
        pass
    assert [one.claim for one in search.mends.against] == ["one", "other"]
    assert "contradict each other, whatever the numbers: one, at least 60%" in str(search.mends)


def test_a_promise_that_no_value_keeps_is_named():
    rows = "never,units,Imp,Ogre,score,99.9 %,,,\nquick,units,Imp,Ogre,turns,,50,,\n"
    search = MendSearch(list(claims_of((UNITS, rows))), change=["Imp: hp"], within=0.2)
    for _ in search.steps():
        pass
    assert not search.mends
    (line,) = [one for one in search.mends.lines if "keeps this promise" in one]
    assert line == (
        "No value of a single number that may change keeps this promise: never, at least 99.9%."
    )
