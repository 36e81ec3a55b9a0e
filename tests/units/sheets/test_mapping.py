"""A mapping beside a sheet: which heading is which column, and how cells are read."""

import pytest

from combat.tables import TableError
from combat.units import read_units
from combat.units.sheets.sheet import mapping_text
from tests.units.sheets.forms import fault_of, reading, reading_of


class TestMapping:
    KEYS = (
        "key,name,hp,attack,defense,damage,total_damage\norc_1,Orc,10,5,5,3,7\norc_2,Orc,12,5,5,3,8"
    )

    def test_it_chooses_among_columns_and_keeps_the_others(self):
        columns = {"name": "key", "damage": "total_damage"}
        units, told = reading(self.KEYS, columns=columns)
        assert units["orc_2"].damage.mean == 8
        assert units["orc_1"].own_name == "Orc"
        assert units["orc_1"].own_damage == 3
        assert told == []

    def test_one_heading_may_be_two_columns(self):
        units, _ = reading(
            "name,hp,Might\nOrc,10,5", columns={"attack": "Might", "damage": "Might"}
        )
        assert (units["Orc"].attack, units["Orc"].damage.mean) == (5, 5)

    def test_a_heading_that_it_chooses_needs_no_word_on_those_beside_it(self):
        sheet = "name,minHp,maxHp\nOrc,9,12"
        units, told = reading(sheet, columns={"hp": "minHp"})
        assert (units["Orc"].hp, told) == (9, [])
        assert reading(sheet, columns={"own": "minHp"})[1] == []

    def test_it_does_not_choose_among_columns_of_one_heading(self):
        line = "column 'HP': several columns have this heading, and one may be hp; rename"
        assert line in fault_of("name,HP,hp\nOrc,10,5", columns={"hp": "HP"})

    def test_a_file_beside_says_the_same(self, tmp_path):
        sheet = tmp_path / "units.csv"
        sheet.write_text("Who,Size,speed,hp,code,note\nOrc,10,3,7,0123,x\n", encoding="utf-8")
        (tmp_path / "units.columns.csv").write_text(
            "heading,as\nwho,name\nSIZE,hp\nspeed,speed\nhp,own\ncode,text\nnote,-\n",
            encoding="utf-8",
        )
        units, told = reading_of(sheet)
        orc = units["Orc"]
        assert (orc.hp, orc.speed, orc.own_hp, orc.code) == (10, 3, 7, "0123")
        assert "note" not in orc.more
        assert not any("from 2 up" in one for one in told)

    def test_it_opens_in_a_spreadsheet_without_counting(self):
        written = mapping_text([("Atk", "attack"), ("=1", "-")])
        assert written == "heading,as\nAtk,attack\n'=1,-\n"

    @pytest.mark.parametrize(
        ("columns", "line"),
        [
            (
                {"attack": "Atkk"},
                "column 'atkk': the column is missing, which is to be attack; did you",
            ),
            ({"atack": "Atk"}, "columns: 'atack' is not known; did you mean 'attack'?"),
            ({"attack": ""}, "columns: '' for 'attack' is no heading"),
            (
                b"heading,as\nAtk,attack\nHP,attack\n",
                "row 3, column 'as': 'attack' is given for two",
            ),
            (b"heading,as\nAtk,own\nAtk,-\n", "'Atk' can't be own and - at once"),
            (b"heading,is\nAtk,own\n", "column 'as': the column is missing"),
            (("my.columns.csv", b"heading,as\n,own\n"), "my.columns.csv, row 2, column 'heading'"),
        ],
    )
    def test_its_faults_are_told_in_one_line(self, columns, line):
        with pytest.raises(ValueError, match="column") as caught:
            reading("Name,HP,Atk\nOrc,10,5", columns=columns)
        assert line in str(caught.value)
        assert "\n" not in str(caught.value)


class TestSettings:
    def test_points_are_multiplied(self):
        sheet = b"name,hp,armor,damage,cost\nOrc,12.5,1.5,2.5,3\nElf,9,0,1d4,3"
        actions = b"unit,action,damage,heals,on,uses\nOrc,Rest,,2,self,1\nOrc,Smash,1d6,,,"
        columns = b"heading,as\nscale,2\n"
        units, told = reading(sheet, columns=columns, actions=actions)
        orc, elf = units["Orc"], units["Elf"]
        assert (orc.hp, orc.armor, orc.damage.mean, orc.cost, elf.hp) == (25, 3, 5, 3, 18)
        assert elf.damage.values.tolist() == [2, 4, 6, 8]
        assert (orc["Smash: damage"].mean, orc["Rest: heals"].mean) == (7, 4)
        assert "hit points, damage, armor and heals are multiplied by 2" in told[0]

    def test_blank_cells_count_as_0(self):
        sheet = "name,hp,attack,damage\nOrc,12,3,4\nMonk,9,-,\nElf,9,4,-"
        units, _ = reading(sheet, columns=b"heading,as\nblank,0\n")
        assert [(unit.attack, unit.damage.mean) for unit in units] == [(3, 4), (0, 0), (4, 0)]


@pytest.mark.parametrize(("which", "hp"), [("first", 700), ("last", 800)])
def test_a_line_says_which_of_two_numbers_counts(which, hp):
    sheet = b"unit,hp,damage,note\nGrunt,700/800,19,3/4\nPeon,250,7,\n"
    mapping = ("a.columns.csv", f"heading,as\npair,{which}\nnote,text\n".encode())
    units = read_units(sheet, "a.csv", columns=mapping)
    assert [unit.hp for unit in units] == [hp, 250]
    with pytest.raises(TableError, match=r"may be a pair of numbers; .* a line 'pair,last'"):
        read_units(sheet, "a.csv")
