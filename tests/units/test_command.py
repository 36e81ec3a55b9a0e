"""`combat units FILE`: how a sheet is read, and the mapping that it saves."""

import pytest

from combat.cli.main import main
from combat.units import read_units

SHEET = "Unit,Health,speed,Min Damage,Max Damage,\nOrc,30,3,2,4,x\nWolf,20,5,1,2,\n"


@pytest.fixture
def sheet(tmp_path):
    path = tmp_path / "units.csv"
    path.write_text(SHEET, encoding="utf-8")
    return path


def test_it_prints_each_heading_and_what_is_told(sheet, capsys):
    assert main(["units", str(sheet)]) == 0
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert [line.split()[-1] for line in lines if line.startswith("Unit ")] == ["0"]
    assert any(line.startswith("Health") and " hp " in line for line in lines)
    assert lines[-1] == "2 units"
    assert "'speed' holds whole numbers from 2 up" in printed.err


def test_what_it_saves_is_read_the_same_way_and_in_silence(sheet, capsys, recwarn):
    assert main(["units", str(sheet), "--write"]) == 0
    mapping = sheet.with_name("units.columns.csv")
    assert mapping.read_text(encoding="utf-8").splitlines()[:4] == [
        "heading,as",
        "Unit,name",
        "Health,hp",
        "speed,own",
    ]
    recwarn.clear()
    units = read_units(sheet)
    assert not recwarn
    assert (units["Orc"].speed, units["Orc"].role("speed"), units["Orc"].written) == (3, 1, "2-4")
    assert main(["units", str(sheet), "--write"]) == 2
    assert "units.columns.csv is there already" in capsys.readouterr().err
    mapping.write_text("heading,as\nspeed,speed\n", encoding="utf-8")
    assert read_units(sheet)["Orc"].role("speed") == 3


def test_a_sheet_that_cannot_be_read_is_told_in_one_line(tmp_path, capsys):
    path = tmp_path / "units.csv"
    path.write_text("Orc,10,10\nElf,9,9\n", encoding="utf-8")
    assert main(["units", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_each_fault_has_a_line(tmp_path, capsys):
    path = tmp_path / "units.csv"
    path.write_text("name,hp,attack\nOrc,45/45,9\nElf,9,8/6\nImp,3,4\n", encoding="utf-8")
    assert main(["units", str(path)]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert "units.csv, row 2, column 'hp': '45/45' may be a pair" in first
    assert "units.csv, row 3, column 'attack': '8/6' may be a pair" in second


def test_damage_in_two_columns_is_damage(tmp_path, capsys):
    path = tmp_path / "units.csv"
    path.write_text("name,hp,min damage,max damage\nOrc,9,2,5\n", encoding="utf-8")
    assert main(["units", str(path)]) == 0
    assert "no column is taken" not in capsys.readouterr().out


def test_a_mapping_is_saved_for_a_sheet_that_is_refused(tmp_path, capsys):
    path = tmp_path / "units.csv"
    path.write_text("name,M,W\nOrc,6,9\n", encoding="utf-8")
    assert main(["units", str(path), "--write"]) == 2
    said = capsys.readouterr()
    assert "write two lines into units.columns.csv: 'heading,as' and 'W,hp'" in said.err
    assert said.out == "Saved units.columns.csv\n"
    mapping = tmp_path / "units.columns.csv"
    assert mapping.read_text() == "heading,as\nname,name\nM,own\nW,own\n"
    mapping.write_text(mapping.read_text().replace("W,own", "W,hp"))
    assert main(["units", str(path)]) == 0
    assert "no column is taken for attack or damage\n1 units" in capsys.readouterr().out
