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


GROWING = {
    "a.csv": "name;hp;hp per level;attack;damage;clan;pay\n"
    "Ogre;20 + 5*level/2;9;5;1d6 + level;big;1,5\n"
    "=Rat;1: 20, 5: 45;;1;(1 + level/3)d6;small;2,25\n",
    "a.columns.csv": "heading,as\nhp per level,-\nscale,2\n",
    "a.actions.csv": "unit,action,damage,when,gives\nOgre,Smash,2d6 + level,level >= 5,weak\n",
    "a.statuses.csv": "status,loses,turns\nweak,level,2\n",
    "a.synergies.csv": "column,value,at least,gives\nclan,big,1: 2; 5: 3,weak\n",
    "a.items.csv": "item,slot,cost,changes\nRing,finger,level,hp +2*level\n",
}


@pytest.mark.parametrize("level", [1, 6])
def test_the_sheet_of_a_level_is_read_as_the_units_at_it(tmp_path, monkeypatch, capsys, level):
    """And speaks of none: at another level it is the same."""
    monkeypatch.chdir(tmp_path)
    for name, text in GROWING.items():
        (tmp_path / name).write_text(text)
    assert main(["units", "a.csv", "--level", str(level), "--out", "b.csv"]) == 0
    written = sorted(name.replace("a", "b", 1) for name in GROWING)
    assert sorted(path.name for path in tmp_path.glob("b*")) == written
    printed = capsys.readouterr().out
    assert "2 units, 1 item to carry\n" in printed
    assert all(f"Wrote {name}\n" in printed for name in written)
    expected, found = read_units("a.csv", level=level), read_units("b.csv")
    for units in (found, found.at(9).at(dict.fromkeys(found.names, level))):
        assert units.frame.equals(expected.frame)
        assert [unit.actions for unit in units] == [unit.actions for unit in expected]
        assert units.items == expected.items
    assert found["Ogre"].hp == (45 if level == 1 else 160)
    assert found["Ogre"].pay == 1.5
    actions = (tmp_path / "b.actions.csv").read_text()
    assert actions.splitlines()[1] == f"Ogre,Smash,2d6 + {level},level >= 5,weak"


@pytest.mark.parametrize("own", ["", ";level"])
def test_what_it_saves_of_a_sheet_with_levels_names_no_column_that_is_not_there(tmp_path, own):
    """The column that says of each unit at which level it was read is none of the sheet's."""
    path = tmp_path / "units.csv"
    path.write_text(f"name;hp;hp per level{own}\nOgre;20;5{own and ';3'}\n")
    hp = read_units(path)["Ogre"].hp
    assert main(["units", str(path), "--write"]) == 0
    assert read_units(path)["Ogre"].hp == hp == (30 if own else 20)
