"""`python -m combat.charter --mend`: what it prints, writes and refuses."""

import csv
import json

import pytest
from openpyxl import Workbook

from combat.charter import judge
from combat.charter.__main__ import main
from combat.charter.mends import finding
from combat.charter.mends.finding import MendSearch
from combat.charter.mends.query import Query
from combat.charter.mends.sheets import _as_before
from tests.charter.mends.games import BITES, HEADER, LUCK, SMALL, changed
from tests.charter.rows import claims_of

UNITS, ROWS = changed(SMALL["duels"], "Ogre", "hp", 11)
NOTHING = "no number may take another value: loosen within, change or keep"


@pytest.fixture
def charter(tmp_path):
    """A charter with a broken promise; its sheet has marks, quotes, blanks and line ends."""
    lines = UNITS.replace("1d4+1", '" 1d4+1"').replace("Elf,14", "Elf, 14").splitlines()
    (tmp_path / "units.csv").write_bytes("﻿".encode() + "\r\n".join(lines).encode())
    path = tmp_path / "units.charter.csv"
    path.write_text(HEADER + ROWS)
    return path


def searched(rows, files, **how):
    """A search that is done, for rows of a charter."""
    search = MendSearch(list(claims_of(*rows, files=files)), **how)
    told = [*search.steps()]
    assert all(done <= total for _, done, total in told)  # 1,008 of 556 were told
    return search


class TestWritten:
    def test_no_number_is_written_over_a_cell_that_grows(self, tmp_path, capsys):
        """A base beside a column per level is changed; a sum of the level is left to its author."""
        head = "name,hp,hp per level,attack,defense,damage\n"
        charter = tmp_path / "units.charter.csv"
        charter.write_text(f"{HEADER}fair,units,A,B,score,48 %,52 %,,\n")
        new = tmp_path / "new.csv"
        asked = [str(charter), "--mend", "--change", "A: hp", "--write", str(new)]
        sheet = tmp_path / "units.csv"
        sheet.write_text(f"{head}A,10 + 2*level,,9,9,2\nB,13 + level,,9,9,2\n")
        assert main(asked) == 2
        told = capsys.readouterr().err
        assert "row 2: 'hp' of A is '10 + 2*level', which grows with the level; change it" in told
        assert not new.exists()
        sheet.write_text(f"{head}A,10,2,9,9,2\nB,14,1,9,9,2\n")
        assert main(asked) == 0
        assert new.read_text() == f"{head}A,13,2,9,9,2\nB,14,1,9,9,2\n"

    def test_all_else_is_kept_and_a_file_that_is_there_too_unless_told(self, charter, capsys):
        old, new = charter.with_name("units.csv"), charter.with_name("new.csv")
        asked = [str(charter), "--mend", "--change", "Elf: hp, Ogre", "--write", str(new)]
        assert main(asked) == 0
        said = capsys.readouterr().out.splitlines()
        near = "all 6 promises hold; the nearest to its limit is"
        assert said[0].startswith(f"Ogre: hp 11 -> 12: {near}")
        assert said[-1] == f"Written: {new}: Ogre: hp 11 -> 12."
        mended = old.read_bytes().replace(b"Ogre,11", b"Ogre,12")
        assert new.read_bytes() == mended
        new.write_text("mine")
        assert main(asked) == 2
        assert "it is there; add --overwrite" in capsys.readouterr().err
        assert new.read_text() == "mine"
        assert main([*asked, "--overwrite"]) == 0
        assert new.read_bytes() == mended

    @pytest.mark.parametrize(
        ("target", "why"),
        [
            ("units.charter.csv", "units.charter.csv: it is an input, too, and would be lost"),
            ("units.actions.csv", "units.actions.csv: it is an input, too, and would be lost"),
            ("own.py", "own.py: a CSV is written; name a file that ends in .csv"),
            ("nowhere/new.csv", "nowhere/new.csv: No such file or directory"),
        ],
    )
    def test_a_place_that_wont_do_is_refused_before_the_search(
        self, charter, capsys, monkeypatch, target, why
    ):
        charter.with_name("units.actions.csv").write_text("unit,action,uses\nElf,Rest,1\n")
        before = {path: path.read_bytes() for path in charter.parent.iterdir()}
        monkeypatch.setattr(Query, "judge", None)
        place = charter.parent / target
        assert main([str(charter), "--mend", "--overwrite", "--write", str(place)]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert why in line
        assert {path: path.read_bytes() for path in charter.parent.iterdir()} == before

    @pytest.mark.parametrize("name", ["units.xlsx", "units.json"])
    def test_of_a_sheet_that_is_no_csv_the_changes_are_listed(self, charter, capsys, name):
        """It is said before the search; the sheet itself stays as it is."""
        rows = list(csv.reader(UNITS.splitlines()))
        book, sheet = Workbook(), charter.with_name(name)
        for row in rows:
            book.active.append([int(cell) if cell.isdecimal() else cell for cell in row])
        book.save(sheet)
        if name == "units.json":
            sheet.write_text(json.dumps([dict(zip(rows[0], row, strict=True)) for row in rows[1:]]))
        before, new = sheet.read_bytes(), charter.with_name("new.csv")
        charter.write_text(charter.read_text().replace(",,\n", f",file={name},\n"))
        assert main([str(charter), "--mend", "--write", str(new)]) == 0
        first, *_, last = capsys.readouterr().out.splitlines()
        assert first == f"{name} is no CSV: new.csv will list the cells to change in it."
        head, *changes = new.read_text().splitlines()
        assert head == "unit,number,from,to"
        assert len(changes) == last.count(" -> ") == 1
        assert sheet.read_bytes() == before

    def test_what_was_saved_while_it_searched_is_kept(self, charter, capsys, monkeypatch):
        sheet, steps = charter.with_name("units.csv"), MendSearch.steps
        later = sheet.read_bytes() + b"Rat,1,1,1,1,1\n"

        def saving(search):
            yield from steps(search)
            sheet.write_bytes(later)

        monkeypatch.setattr(MendSearch, "steps", saving)
        asked = [str(charter), "--mend", "--change", "hp", "--write", str(sheet), "--overwrite"]
        assert main(asked) == 2
        assert "units.csv: it was saved anew while the search ran" in capsys.readouterr().err
        assert sheet.read_bytes() == later

    def test_numbers_stand_in_their_own_tables_as_they_are_written_there(self):
        """Of units under headings of one's own, of actions and statuses."""
        files = {name: text.encode() for name, text in BITES.items() if "charter" not in name}
        files["units.csv"] = files["units.csv"].replace(b"hp", b"life").replace(b",", b";")
        files["units.columns.csv"] = b"heading,as\nlife,hp\n"
        rows = ("Imp lives,units,Imp,Ogre,win,5.7 %,,,",)
        search = searched(rows, files, keep=["Imp", "attack", "defense", "damage"], many=20)
        assert {one.words for one in search.mends} == {
            "Ogre: hp 16 -> 15",
            "Ogre: Bite: uses 2 -> 1",
            "Ogre: Bite: damage 2d6+1 -> 2d6-1",
            "Ogre: Bite: poisoned turns 2 -> 1",
            "Ogre: poisoned: loses 2 -> 1",
        }
        for mend in search.mends:
            tables = search.sheets.changed(mend.changes)
            other = {search.sheets.files[kind][0]: one for kind, one in tables.items()}
            assert judge(claims_of(*rows, files=other)).count("holds") == 1
        asked = MendSearch(list(claims_of(*rows, files=files)), change=["Ogre: life"])
        assert [one.name for one in asked.numbers] == ["Ogre: hp"]

    @pytest.mark.parametrize(
        ("old", "written", "new"),
        [("50 %", "0.45", "45 %"), ("1,5", "1.4", "1,4"), ("1.5", "1.4", "1.4"), ("12", "9", "9")],
    )
    def test_a_number_is_written_as_the_one_before(self, old, written, new):
        assert _as_before(old, written) == new


class TestInterrupted:
    def test_the_rooms_so_far_are_said(self, charter, capsys, monkeypatch):
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

    def test_before_all_are_judged_and_in_the_search(self, charter, capsys, monkeypatch):
        def interrupted(_self, *_):
            raise KeyboardInterrupt

        monkeypatch.setattr(MendSearch, "_try_singles", interrupted)
        assert main([str(charter), "--mend"]) == 130
        monkeypatch.setattr(Query, "judge", interrupted)
        assert main([str(charter), "--mend"]) == 130
        none, said = capsys.readouterr().out.splitlines()
        assert none == "No mend was found for 1 promise."
        assert said == "Interrupted before all promises were judged."


def test_where_all_hold_it_says_the_rooms(charter, capsys):
    charter.with_name("units.csv").write_text(SMALL["duels"][0])
    assert main([str(charter), "--mend", "--change", "Elf: hp"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "All promises hold."
    ends = "down to 13 (12 breaks the Elf is in the middle); up to 16 (17 breaks Elf beats Imp)"
    assert second == f"Elf: hp 14, {ends}."


@pytest.mark.parametrize(
    ("rows", "switches", "why"),
    [
        (ROWS, ["--change", "hpp"], "change: 'hpp' is not known; did you mean 'hp'?"),
        (ROWS, ["--within", "much"], "--within: 'much' is not a number"),
        (ROWS, ["--within", "0"], NOTHING),
        (ROWS, ["--keep", "*"], NOTHING),
        (ROWS, ["--most", "0"], "--most: '0' is not a whole number from 1 to 2"),
        (ROWS, ["--margin", "101 %"], "--margin: 1.01 is out of range; write a number from 0 to 1"),
        (ROWS, ["--out", "a.csv"], "--mend is for one charter"),
        (ROWS + "x,units,Imp,Og,win,0,1,,\n", [], "did you mean 'Ogre'"),
        ("", [], "there are no rows under the header"),
        (LUCK, [], "nothing to change"),
    ],
)
def test_what_cant_be_asked_is_said_in_a_line(charter, rows, switches, why, capsys):
    charter.write_text(HEADER + rows)
    assert main([str(charter), "--mend", *switches]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert why in line


def test_a_broken_promise_in_which_no_number_counts_is_named_at_once(charter, capsys):
    charter.write_text(HEADER + ROWS + LUCK)
    assert main([str(charter), "--mend"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "No mend was found for 2 promises.",
        "Broken, and no number that may change counts: luck, at least 99%.",
        "Kept as they are, since no number of these units counts: luck.",
    ]


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (["Imp,Ogre,score,60 %,,", "Ogre,Imp,score,60 %,,"], "0, at least 60%; 1, at least 60%"),
        (["Imp,Ogre,turns,9,,", "Ogre,Imp,turns,,8,"], "0, at least 9; 1, at most 8"),
        (["Imp,Ogre,score,51 %,,order=first", "Ogre,Imp,score,51 %,,order=first"], ""),
        (["Imp,Ogre,win,90 %,,", "Ogre,Imp,win,,5 %,"], ""),
    ],
)
def test_promises_that_exclude_each_other_are_named(rows, why):
    """Who attacks may be better off both ways: no contradiction."""
    rows = [f"{at},units,{row}," for at, row in enumerate(rows)]
    search = searched(rows, {"units.csv": UNITS.encode()}, change=["Imp: hp"], most=1)
    words = "These promises contradict each other, whatever the numbers: "
    said = [line for line in search.mends.lines if line.startswith(words)]
    assert said == ([f"{words}{why}."] if why else [])


def test_a_promise_that_no_value_keeps_is_named():
    rows = "never,units,Imp,Ogre,score,99.9 %,,,", "quick,units,Imp,Ogre,turns,,50,,"
    search = searched(rows, {"units.csv": UNITS.encode()}, change=["Imp: hp"], within=0.2)
    assert not search.mends
    (line,) = [one for one in search.mends.lines if "keeps this promise" in one]
    assert line == (
        "No value of a single number that may change keeps this promise: never, at least 99.9%."
    )


def test_a_promise_without_an_answer_is_told_before_any_search(tmp_path, capsys):
    (tmp_path / "units.csv").write_text("name,hp,speed\nImp,3,1\nOgre,9,1\n")
    charter = tmp_path / "units.charter.csv"
    charter.write_text("system,first,second,measure,at least\nunits,Imp,Ogre,score,40 %\n")
    assert main([str(charter), "--mend"]) == 2
    said = capsys.readouterr()
    assert "row 2: there is no column 'attack'" in said.err
    assert "Tried" not in said.out
