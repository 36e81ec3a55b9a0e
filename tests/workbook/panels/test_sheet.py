"""The sheet that is edited in place: what is typed is read as any file is, and saved on request."""

import warnings

import pytest

from combat.units import read_units
from combat.workbook import Game
from tests.workbook.drawn_games import drawn, files
from tests.workbook.panel.test_upload import uploaded

MINE = b"name,hp,attack,defense,damage\nImp,4,9,9,1d4\nOgre,12,12,8,1d6\n"


@pytest.fixture
def sheet():
    return Game(MINE, "mine.csv").sheet()


def test_a_fault_stands_at_its_cell_in_the_words_of_the_reader(sheet):
    sheet.write(1, "hp", "0")
    with pytest.raises(ValueError, match="row 3") as fault:
        read_units(MINE.replace(b"12,12", b"0,12"), "mine.csv", strict=True)
    assert sheet.said == str(fault.value)
    assert sheet.grid.faults == [(1, 1, str(fault.value))]
    assert sheet.game.units["Ogre"].hp == 12
    sheet.write(1, "hp", "13")
    assert (sheet.grid.faults, sheet.game.units["Ogre"].hp) == ([], 13)


def test_a_blank_row_between_doesnt_shift_the_place_of_a_fault(sheet):
    sheet.grid.rows = [*sheet.grid.rows, [""] * 5, ["Elf", "x", "1", "1", "1"]]
    assert [(row, column) for row, column, _ in sheet.grid.faults] == [(3, 1)]
    sheet.write(3, "hp", "5")
    assert sheet.game.names == ["Imp", "Ogre", "Elf"]


def test_a_sheet_is_saved_on_request_and_never_over_a_file_in_silence(sheet, tmp_path):
    sheet.write(0, "name", "=1+1")
    sheet.write(0, "hp", "6")
    path = tmp_path / "mine.csv"
    sheet.file.value = str(path)
    sheet._save.click()
    assert path.read_bytes() == MINE.replace(b"Imp,4", b"'=1+1,6")  # no formula
    sheet.write(0, "hp", "7")
    sheet.save()
    assert "press Save again" in sheet.said
    assert b"+1,6" in path.read_bytes()
    sheet.save()
    assert b"+1,7" in path.read_bytes()
    sheet.file.value = str(tmp_path / "nowhere" / "mine.csv")
    sheet.save()
    assert "can't be written" in sheet.said


def test_the_tables_of_an_upload_are_saved_with_its_sheet(sheet, tmp_path):
    beside = {
        "actions": ("mine.actions.csv", b"unit,action,damage\nImp,Bite,9\n"),
        "charter": ("mine.charter.csv", b"system,first,second,measure\nunits,Imp,Ogre,win\n"),
    }
    sheet.load(MINE, "mine.csv", **beside)
    sheet.write(0, "hp", "6")
    path = tmp_path / "other.csv"
    sheet.file.value = str(path)
    sheet.save()
    assert sheet.said == f"saved as {path}."
    again = Game(path)
    assert [*again.units] == [*sheet.game.units]
    assert again.charter.path == tmp_path / "other.charter.csv"
    # What lies there already is neither written anew nor asked about.
    (tmp_path / "other.actions.csv").write_bytes(b"unit,action,damage\nImp,Bite,8\n")
    there = again.sheet()
    there.file.value = str(path)
    there.write(0, "hp", "7")
    there.save()
    assert "press Save again" in there.said
    there.save()
    assert there.said == f"saved as {path}."
    assert Game(path).units["Imp"]["Bite: damage"].mean == 8


def test_the_tables_of_a_spreadsheet_stay_in_it_and_that_is_said(tmp_path, monkeypatch):
    tables, _ = drawn(4)
    (book,) = files(tables, "xlsx").items()
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings(action="ignore"):
        sheet = Game(book[1], book[0]).sheet()
    sheet.save()
    assert sheet.said == "saved as game.csv. Its columns, statuses, actions stay in game.xlsx."


@pytest.mark.parametrize("name", [".", "/", "a\0/b.csv", "a" * 300, "con.csv", "\ud800.csv"])
def test_a_name_that_no_file_has_is_said(sheet, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    sheet.file.value = name
    sheet.save()
    assert sheet.error
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("row", "column", "text", "said"),
    [
        (1, "hp", "", "row 3: 1 row without hit points left out, such as 'Ogre'"),
        (1, "name", "# Ogre", "row 3: '# Ogre' is left out, as a comment or what all rows come to"),
        (1, "name", "Imp", "row 3: 1 row with a name that is there already, such as 'Imp'"),
    ],
)
def test_what_is_left_out_is_told_at_its_row(sheet, row, column, text, said):
    sheet.write(row, column, text)
    assert said in sheet.said
    assert [(at, place) for at, place, _ in sheet.grid.faults] == [(row, 0)]
    again = Game(read_units(MINE), charter=None).sheet()
    with pytest.warns(UserWarning, match="row 3"):
        again.load(sheet.game.files.content, "again.csv")
    assert said in again.said
    assert again.grid.faults[0][:2] == (1, 0)
    sheet.write(1, column, "12" if column == "hp" else "Ogre")
    assert sheet.said == "mine.csv: 2 units."
    assert sheet.grid.faults == []


def test_an_uploaded_file_is_shown_and_a_wrong_one_is_not(sheet):
    sheet.load(b"Name;Health\nRat;3\nCat;5\n", "pets.csv")
    sheet.load(b"Name;Health\nRat;none\n", "worse.csv")
    assert "worse.csv, row 2" in sheet.said
    assert sheet.grid.rows == [["Rat", "3"], ["Cat", "5"]]
    assert sheet.game.names == ["Rat", "Cat"]
    data, _ = sheet._repr_mimebundle_()
    assert "<td" in data["text/html"]
    assert "Rat" in data["text/plain"]


def test_a_long_sheet_keeps_the_rows_that_it_doesnt_show():
    rows = "".join(f"U{at},{at + 1}\n" for at in range(400))
    sheet = Game(f"name,hp\n{rows}".encode(), "long.csv").sheet()
    assert len(sheet.grid.rows) == 300
    assert "first 300 rows" in sheet.said
    sheet.write(0, "hp", "9")
    assert len(sheet.game.units) == 400
    assert sheet.game.units["U399"].hp == 400


def test_what_is_uploaded_beside_a_sheet_belongs_to_it(sheet):
    files = {
        "pets.csv": b"Name,Health,Bite\nRat,3,1d4\nCat,5,1d6\n",
        "pets.columns.csv": b"heading,as\nBite,damage\n",
        "pets.actions.csv": b"unit,action,heals,on\nCat,Lick,1d4,self\n",
    }
    sheet.uploader.value = uploaded(files)
    assert sheet.game.units["Rat"].written == "1d4"
    assert [action.name for action in sheet.game.units["Cat"].actions] == ["Lick"]
    sheet.write(0, "Bite", "2d4")
    assert sheet.game.units["Rat"].written == "2d4"
    sheet.uploader.value = uploaded({"pets.columns.csv": b"heading,as\nBite,damage\n"})
    assert "together with it" in sheet.said
