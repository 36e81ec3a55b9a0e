"""Sheets in the forms in which designers keep them: what is read, what is told, what is refused.

Each form is one that a public sheet has; names and numbers are invented.
"""

import io
import json
import warnings
import zipfile
from itertools import pairwise
from pathlib import Path

import openpyxl
import pytest
from openpyxl.chart import BarChart

from combat.tables import TableError
from combat.units import NoColumn, Rules, Units, advice, duel, matrix, read_units
from combat.units.sheets.sheet import mapping_text
from tests.tables.test_spreadsheets import spreadsheet

HEADER = "name,hp,attack,defense,damage"
CASES = Path(__file__).parents[2] / "tables" / "cases"


def reading(content, name="mine.csv", **how):
    """The units, and all that is told."""
    content = content.encode() if isinstance(content, str) else content
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        units = read_units(content, name, **how)
    return units, [str(one.message) for one in told]


def fault_of(content, name="mine.csv", **how):
    with pytest.raises(TableError) as caught:
        reading(content, name, **how)
    return str(caught.value)


# A sheet, and what its first unit has.
READ = {
    "other words": (
        "Unit,Health,ATK,Def,Dmg\nOrc,12,3,2,1d6",
        {"hp": 12, "attack": 3, "defense": 2},
    ),
    "underscores": ("unit_name,max_hp,atk,dfn,base_damage\nOrc,12,3,2,1d6", {"attack": 3}),
    "signs": ("Unit ⇳,HP (max),Cost:\nOrc,12,3", {"hp": 12, "cost": 3}),
    "class beside name": ("class,name,hp\nelite,Orc,12", {"name": "Orc"}),
    "id beside": ("id,Name,hp\n7,Orc,12", {"name": "Orc", "id": 7}),
    "French accents": (
        "Nom;Santé;Dégâts;Défense;Coût\nOrc;12;1d6;2;30",
        {"hp": 12, "written": "1d6", "defense": 2, "cost": 30},
    ),
    "accents apart": ("name,hp,De\u0301fense\nOrc,12,2", {"defense": 2}),
    "German": (
        "Einheit;Lebenspunkte;Angriff;Rüstung;Geschwindigkeit\nOrk;12;3;1;0,5",
        {"hp": 12, "attack": 3, "armor": 1, "speed": 0.5},
    ),
    "Chinese": (
        "ID,名称,生命值,攻击力,防御力\n1,兽人,12,3,2",
        {"name": "兽人", "hp": 12, "defense": 2},
    ),
    "wide letters": ("ｎａｍｅ,ＨＰ\nOrc,12", {"hp": 12}),
    "English beside another": ("name,名称,hp,生命\nOrc,兽人,12,9", {"name": "Orc", "hp": 12}),
    "cards": ("Card,Card Name,hp\n7,Hydra,12", {"name": "Hydra"}),
    "many comments": ("# line\n" * 20 + "name,hp\nOrc,12", {"hp": 12}),
    "an index": (",name,hp\n0,Orc,12\n1,Elf,9", {"hp": 12}),
    "nameless junk": ("name,hp,,\nOrc,12,see below,", {"hp": 12}),
    "twins": ("name,hp,note,note\nOrc,12,a,b", {"note": "a", "note_2": "b"}),
    "actions": ("name,hp,actions,notes\nOrc,12,bite,?", {"own_actions": "bite", "notes": "?"}),
    "average": ("name,hp,damage\nOrc,135 (18d10+36),9 (1d12+3)", {"hp": 135, "written": "1d12+3"}),
    "dice in brackets": ("name,hp,damage\nOrc,12,(2d6+3)", {"written": "2d6+3"}),
    "words of a range": ("name,hp,damage\nOrc,12,10 to 15", {"written": "10-15"}),
    "waves": ("name,hp,damage\nOrc,12,4~9", {"written": "4-9"}),
    "dash": ("name,hp,damage\nOrc,12,12–15", {"written": "12-15"}),
    "two columns": ("name,hp,Min Damage,Max Damage\nOrc,12,3,7", {"written": "3-7"}),
    "the larger one first": ("name,hp,Max Damage,Min Damage\nOrc,12,7,3", {"written": "3-7"}),
    "armour's leather": ("name,hp,defense\nOrc,12,15 (leather armor)", {"defense": 15}),
    "a minus sign": ("name,hp,attack\nOrc,12,−3", {"attack": -3}),
    "blanks in digits": ("name;hp\nOrc;1 234", {"hp": 1234}),
    "commas in digits": ('name,hp\nOrc,"4,508"', {"hp": 4508}),
    "points in digits": ("name;hp\nGod;1.234.567,0\nElf;5.000", {"name": "Elf", "hp": 5000}),
    "chances": ("name,hp,attack\nOrc,12,75%\nElf,9,60 %", {"attack": 0.75}),
    "quarters": ("name,hp,attack,speed\nOrc,12,1/4,3/2", {"attack": 0.25, "speed": 1.5}),
    "switches": ("name,hp,flies\nOrc,12,FALSE\nBat,3,TRUE", {"flies": 0}),
    "words for damage": ("name,hp,damage\nOrc,12,slashing", {"damage": "slashing"}),
    "words for attack": ("name,hp,attack\nOrc,12,Bite\nElf,9,Bow", {"attack": "Bite"}),
    "fast": ("name,hp,speed\nOrc,12,190.5", {"speed": 190.5}),
    "part of an action": ("name,hp,speed\nOrc,12,0.5\nElf,9,2", {"speed": 0.5}),
    "junk": (
        "name,hp,a,b,c,d,e\nOrc,12,NA,D3,x2,2-6,30 ft.\nElf,9,-,,1,6,8",
        {"a": "NA", "b": "D3", "c": "x2", "d": "2-6", "e": "30 ft."},
    ),
    "lists": ('name,hp,skills,drops\nOrc,12,"2,4","{\'a\': 1}"', {"skills": "2,4"}),
    "no end": ("name,hp\nOrc,12\n,\n,\n,\n", {"hp": 12}),
}


@pytest.mark.parametrize("form", READ)
def test_a_sheet_opens_as_it_stands(form):
    content, expected = READ[form]
    first = next(iter(reading(content)[0]))
    for column, value in expected.items():
        found = first.written if column == "written" else first[column]
        assert found == value, column


# A sheet, and the line that refuses it.
REFUSED = {
    "blanks of no order": ("name hp damage\nOrc Chief 30 4\nWolf 20 3", "name,hp"),
    "pairs": ("name,hp,armor\nOrc,45/45,8/6", "row 2, column 'hp': '45/45' may be a pair"),
    "thousands": ("name,hp\nGiant,5.000\nImp,900", "row 2, column 'hp': '5.000' may be a thousand"),
    "percent": ("name,hp,attack\nOrc,12,75%\nElf,9,3", "'75%' stands among numbers above 1"),
    "no header": (
        "Orc,10,10,3\nElf,9,9,2",
        "row 1: there is no row of headings, the first one is Or",
    ),
    "two words of a name": ("Unité;Nombre;PV\nOrc;3;12", "'Unité' and 'Nombre' may both be name"),
    "a name that nobody knows": (
        "hull id,hull label,hp\n7,Hydra,9",
        "write two lines into mine.columns.csv: 'heading,as' and 'hull label,name'",
    ),
    "nothing like hp": ("name,luck,attack\nOrc,3,2", "write a heading such as hp above it"),
    "no hp": ("name,Vitalty,attack\nOrc,3,2", "column 'hp': the column is missing"),
    "which hp": (
        "name,hp,Max HP\nOrc,3,4",
        "'hp' and 'Max HP' may both be hp; say which in two lines of the file's .columns.csv",
    ),
    "twins of hp": (
        "name,Health,Attack,Health\nOrc,3,4,5",
        "column 'Health': several columns have this heading, and one may be hp; rename the others",
    ),
    "what dice": ("name,hp,damage\nOrc,12,9 (2d6)\nElf,9,1d6", "names 9 and dice with the mean 7"),
    "nothing": ("", "row 1: the file is empty"),
    "nobody": ("name,hp", "there are no rows under the header"),
    "only sections": ("name,hp\nForest,", "no row has a name and hit points"),
    "several values": ("name,hp\nOrc,5/8/12\nElf,9", "'5/8/12' holds several values; write one"),
    "halves": ("name,hp\nOrc,12.5\nElf,9", "or multiply the points by 2: a line 'scale,2' in"),
    "parts of damage": (
        "name,hp,damage\nOrc,12,3.5\nElf,9,7.25\nBat,2,2",
        "or multiply the points by 4: a line 'scale,4' in the file's .columns.csv does it",
    ),
    "no units at all": ("name,hp\nOrc,twelve\nElf,none", "row 2, column 'hp': 'twelve' is not a n"),
    "dates": ("name,hp,damage\nOrc,9,02.Jan\nElf,9,4. Sep", "a spreadsheet made a date of it"),
    "HTML": ("<html><body><table>", "mine.csv: this is HTML, no table; export the table as CSV"),
    "one comma more": ("name,hp\nOrc,12,30", "row 2, column 3: more cells than the header has"),
    "a comma more in each row": (
        "name,hp\n" + "Orc,12,\n" + "Elf,9,4\n" * 8,
        "row 3, column 3: more cells than the header has columns; quote text that holds a comma "
        "(and 7 more such rows)",
    ),
    "several faults": (
        "name,hp,armor\n" + "".join(f"Orc {row},9,0/0\n" for row in range(106)),
        "row 2, column 'armor': '0/0' may be a pair of numbers; write one number, such as 0 (and "
        "105 more such cells)",
    ),
}


@pytest.mark.parametrize("form", REFUSED)
def test_what_may_be_two_things_is_refused_in_one_line(form):
    content, line = REFUSED[form]
    found = fault_of(content)
    assert line in found
    assert len(found.splitlines()) <= 2


# A sheet, and what is told of it.
TOLD = {
    "thousands of hit points, damage of ten": (
        "name,hp,damage\nOrc,30000,12\nWolf,20000,9\nElf,25000,10",
        "a fight takes some 2,500 blows",
    ),
    "hit points in hearts, damage in points": (
        "name,hp,damage\nOrc,3,12\nWolf,2,9\nElf,2,10",
        "a fight ends with the first hit",
    ),
    "printed by R": (
        '"name" "hp" "damage"\n"1" "Orc Chief" 30 4\n"2" "Wolf" 20 3',
        "cells are separated by blanks",
    ),
    "printed in columns": (
        "name           hp   damage\nOrc Chief      30      1d6\nWolf           20      2d4",
        "cells are separated by blanks",
    ),
    "movement": (
        "name,hp,speed\nOrc,30,3\nWolf,20,5",
        "'speed' holds whole numbers from 2 up: kept",
    ),
    "who moves first": (
        "name,hp,speed\nOrc,30,-1\nWolf,20,7",
        "'speed' holds numbers from -1 to 7: kept as your own column, not as actions a turn",
    ),
    "gold for a kill": (
        "name,hp,exp,gold\nOrc,30,5,7",
        "'gold' stands beside 'exp': kept as your own column, and not as cost",
    ),
    "attack beside that of some": (
        "name,hp,attack,melee attack\nOrc,30,4,\nArcher,9,5,2",
        "'attack' is taken for attack; 'melee attack' isn't filled in all rows",
    ),
    "growth behind hit points": (
        "name,hp\nOrc,40 (+3 per level)",
        "column 'hp': words behind a number are left out, as in '40 (+3 per level)'",
    ),
    "attack that is damage": (
        "name,hp,ATT\nOrc,30,3-7\nWolf,20,1d6",
        "'ATT' holds dice or ranges: kept as your own column, and not as attack",
    ),
    "armour in percent": (
        "name,hp,armor,damage\nOgre,59,50%,10\nKnight,52,25%,8",
        "'armor' holds shares: kept as your own column, and not as points off each hit",
    ),
    "armour as parts": (
        "name;hp;armor;damage\nOgre;59;0,5;10\nKnight;52;0;8",
        "'armor' holds shares: kept as your own column, and not as points off each hit",
    ),
    "armour class": (
        "name,hp,armor,damage\nOgre,59,11,2d8+4\nKnight,52,18,2d6+3",
        "armor is points off each hit, and leaves",
    ),
    "one name": ("name,hp\nOrc,30\nOrc,20\nOrc (2),9", "numbered apart, as 'Orc (2)'"),
    "no hit points": (
        "name,hp,luck\nOrc,30,1\nGhost,,3",
        "row 3: 1 row without hit points left out, such as",
    ),
    "rows of a weapon more": (
        "name,hp,weapon\nForest,,\nOrc,2,bow\n,,axe",
        "row 2: 2 rows without hit points left out, such as 'Forest'",
    ),
    "totals": (
        "name,hp,damage\nOrc,30,4\nWolf,20,3\nTotal:,50,7\nAverage,25,3",
        "row 4: 'Total:' is left out, as a comment or what all rows come to",
    ),
    "a row that is commented out": (
        "name,hp,damage\nOrc,30,4\n#Wolf,20,3\n// Elf,20,3",
        "row 3: '#Wolf' is left out",
    ),
    "a heading that seldom means hit points": (
        "name,HitPts,Constitution,damage\nOrc,30,14,4",
        "'Constitution' is taken for hp; to have it otherwise",
    ),
    "a heading over two columns": (
        "name,damage,,hp\nOrc,2,6,30\nWolf,1,8,20",
        "(column C) has no heading, so it is left aside; if 'damage' before it is meant for both",
    ),
    "no letter": ("name,hp\nOrc,30\n\u200bElf,9", "row 3, column A: a letter that can't be seen"),
    "kinds": ("name,hp,damage\nOrc,12,2d6 + 3 slashing", None),
    "twins of attack": (
        "name,hp,ATK,atk\nOrc,12,3,4",
        "column 'ATK': several columns have this heading, and one may be attack; rename the others",
    ),
    "damage and its highest value": (
        "name,hp,Damage,Max Damage\nOrc,12,1,4",
        "and nothing reads 'Max Damage' beside it; call two columns min damage and max damage for",
    ),
    "damage and both ends": (
        "name,hp,MinDmg,MaxDmg,Damage\nOrc,12,1,4,3",
        "'Damage' is taken for damage, and nothing reads 'MinDmg' and 'MaxDmg' beside it",
    ),
    "the highest hit points of a range": (
        "name,minHp,maxHp\nOrc,9,12",
        "'maxHp' is taken for hp, and nothing reads 'minHp' beside it; to have it otherwise",
    ),
    "kinds and meanings under the header": (
        "id,name,hp,atk\nint,string,int,int\n编号,名字,血量,攻击\n1,Orc,12,3\n2,Elf,9,2",
        "row 2: 2 rows of headings under the header left out",
    ),
    "headings again": (
        "Name,HP,Cost\nOrc,12,3\nForest,,\nName,HP,Cost\nElf,9,2",
        "row 4: 1 row of headings under the header left out",
    ),
    "full and present hit points": (
        "name,Max HP,HP\nOrc,12,12\nElf,9,9",
        "'Max HP' is taken for hp; 'HP' says the same in all rows",
    ),
    "a row out of range": (
        "name,hp\nOrc,9\nGod,0\nElf,9",
        "column 'hp': 0 is out of range; write a number from 1 to 1e+06: 1 row of 3 left out",
    ),
    "blank damage": (
        "name,hp,damage\nOrc,12,3\nMonk,9,\nElf,9,-",
        "2 rows of 3 left out; a line 'blank,0' in the file's .columns.csv takes blank ones as 0",
    ),
    "the dice of hit points": (
        "name,hp\nOrc,5d8+15\nElf,9",
        "column 'hp': the mean of dice, rounded down, as of '5d8+15'",
    ),
    "a speed beside another": (
        "name,hp,speed,Attack Speed\nOrc,30,0.8,1\nWolf,20,1.55,1",
        "'speed' stands beside 'Attack Speed': kept as your own column, not as actions a turn",
    ),
    "units in columns under no heading": (
        ",Orc,Elf\nHealth,40,30\nDamage,6,8",
        "units stand in columns: the sheet is read with rows and columns swapped",
    ),
    "an id for a name": ("id,hp\n7,9", "'id' is taken for name; to have it otherwise, say so"),
    "what is said of the rows above": (
        "name,hp\nOrc,40\nElf,31\nØ,35.5\nMediana,35\nMin,31\nRazem,71",
        "row 4: 'Ø' is left out, as a comment or what all rows come to",
    ),
    "units in columns": (
        "unit,Orc,Elf\nhp,40,30\nattack,6,8",
        "units stand in columns: the sheet is read with rows and columns swapped",
    ),
    "which cost": (
        "name,hp,cost,price\nOrc,12,3,4",
        "'cost' and 'price' may both be cost; say which",
    ),
}


def test_attacks_per_turn_are_no_movement():
    units, told = reading("name,hp,attacks per turn\nOrc,30,3\nWolf,20,2")
    assert (units["Orc"].speed, units["Wolf"].speed, told) == (3, 2, [])


def test_a_range_of_damage_in_two_columns_is_nothing_to_tell():
    for columns in ("Damage Low,Damage High", "dmg_min,dmg_max", "MinimumDamage,MaximumDamage"):
        units, told = reading(f"name,hp,{columns}\nOrc,12,1,4")
        assert (units["Orc"].written, told) == ("1-4", [])


def test_names_that_all_begin_with_a_sign_are_no_comments():
    assert reading("name,hp\n#1,30\n#2,20")[0].names == ["#1", "#2"]


@pytest.mark.parametrize(
    ("heading", "column"),
    [
        ("Init", "initiative"),
        ("Crit %", "crit chance"),
        ("Critical Chance", "crit chance"),
        ("CritChance", "crit chance"),
        ("crit_mult", "crit damage"),
        ("critOn", "crit on"),
    ],
)
def test_a_column_that_a_rule_nearly_reads_is_told(heading, column):
    caution = f"the workbook's rules read it if it is called '{column}'"
    assert caution in reading(f"name,hp,{heading}\nOrc,30,0.1")[0].reading.loc[heading, "caution"]
    units, _ = reading(f"name,hp,{heading},{column}\nOrc,30,0.1,2")
    assert not units.reading["caution"].str.contains("workbook").any()


def test_what_a_critical_hit_does_is_no_percentage():
    units, _ = reading("name,hp,crit on,crit damage,crit %\nOrc,30,19,2,10")
    caution = units.reading["caution"]
    assert [bool(caution[one]) for one in ("crit on", "crit damage", "crit %")] == [0, 0, 1]


@pytest.mark.parametrize("form", TOLD)
def test_what_a_reader_may_not_expect_is_told(form):
    content, line = TOLD[form]
    units, told = reading(content)
    if line is None:
        assert "words behind the damage are left out" in units.reading.loc["damage", "caution"]
    else:
        assert any(line in one for one in told), told
        assert not {"Total:", "#Wolf", "// Elf", "string", "名字", "Name"} & {*units.names}
    assert len(told) <= 10


def test_four_hundred_of_one_name_are_numbered_and_told_once():
    units, told = reading("name,hp\n" + "Orc,5\n" * 400)
    assert len(units) == 400
    assert units.names[:3] == ["Orc", "Orc (2)", "Orc (3)"]
    assert len(told) == 1


@pytest.mark.parametrize(
    "encoding", ["utf-16", "utf-16-le", "cp1252", "cp1251", "cp932", "gb18030"]
)
def test_other_encodings_are_read_and_told(encoding):
    name = {"cp1251": "Рыцарь", "cp932": "オーク", "gb18030": "兽人"}.get(encoding, "Caballería")
    more = {"cp1251": "Лучник", "cp932": "エルフ", "gb18030": "精灵"}.get(encoding, "Niño")
    units, told = reading(f"name;hp\n{name};12\n{more};9\n".encode(encoding))
    assert units.names == [name, more]
    assert bool(told) == ("16" not in encoding)


class TestSpreadsheets:
    def test_a_hidden_sheet_is_not_read_in_silence(self):
        book = openpyxl.load_workbook(
            io.BytesIO(
                spreadsheet(old=[["name", "hp"], ["Orc", 1]], Units=[["name", "hp"], ["Orc", 9]])
            )
        )
        book["old"].sheet_state = "hidden"
        units, told = reading(saved(book), "mine.xlsx")
        assert units["Orc"].hp == 9
        assert told == ["mine.xlsx: sheet 'Units' is read; 'old' before it is hidden"]

    def test_hidden_rows_and_tables_are_not_read_in_silence(self):
        rows = [["name", "hp"], ["Orc", 9], ["Elf", 7], ["Bat", 1], [None, None]]
        done = [["unit", "action", "times"], ["Orc", "Smash", 2]]
        book = openpyxl.load_workbook(io.BytesIO(spreadsheet(Units=rows, actions=done, old=rows)))
        for row in (3, 4, 5):
            book["Units"].row_dimensions[row].hidden = True
        for title in ("actions", "old"):
            book[title].sheet_state = "hidden"
        book["old"].row_dimensions[2].hidden = True
        units, told = reading(saved(book), "mine.xlsx")
        assert units.names == ["Orc", "Elf", "Bat"]
        assert told == [
            "mine.xlsx, row 3: 2 hidden rows read as any other",
            "mine.xlsx, sheet 'actions': 'actions' is read, a hidden sheet",
        ]

    def test_hidden_rows_of_an_ods_are_told(self):
        cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
        rows = [[*map(cell.format, row)] for row in (("name", "hp"), ("Orc", 9), ("Elf", 7))]
        content = ods(rows, ' table:visibility="filter"')
        assert reading(content, "mine.ods")[1] == [
            "mine.ods, row 3: 1 hidden row read as any other"
        ]

    def test_a_chart_and_notes_before_the_table_are_no_hindrance(self):
        book = openpyxl.Workbook()
        book.active.append(["Notes on my game"])
        table = book.create_sheet("Units")
        for row in (["name", "hp"], ["Orc", 9]):
            table.append(row)
        book.create_chartsheet("Chart", 0).add_chart(BarChart())
        units, told = reading(saved(book), "mine.xlsx")
        assert units["Orc"].hp == 9
        assert told == ["mine.xlsx: sheet 'Units' is read; 'Sheet' before it is no table of units"]

    def test_a_sheet_of_actions_of_another_kind_is_left_aside_and_told(self):
        content = spreadsheet(
            Units=[["name", "hp"], ["Orc", 9]], Actions=[["Action", "AP"], ["Move", 1]]
        )
        units, told = reading(content, "mine.xlsx")
        assert units["Orc"].actions == ()
        assert "sheet 'Actions': left aside, as it names no column unit and action" in told[0]
        assert reading(content, "mine.xlsx", actions=None)[1] == []

    def test_a_sheet_of_actions_of_another_name_is_told(self):
        rows = [["unit", "action", "damage"], ["Orc", "Smash", 9]]
        content = spreadsheet(Units=[["name", "hp"], ["Orc", 9]], Notes=[["a"]], Abilities=rows)
        units, told = reading(content, "mine.xlsx")
        assert units["Orc"].actions == ()
        assert told == ["mine.xlsx, sheet 'Abilities' isn't read; call it 'actions'"]

    def test_a_file_of_actions_of_another_name_is_told(self, tmp_path):
        path = tmp_path / "game.csv"
        path.write_text("name,hp\nOrc,9\n")
        (tmp_path / "game_actions.csv").write_text("unit,action\nOrc,Smash\n")
        with pytest.warns(UserWarning, match="game_actions.csv isn't read; call it game.act"):
            read_units(path)

    def test_a_formatted_cell_far_out_costs_nothing(self):
        book = openpyxl.Workbook()
        for row in (["name", "hp"], *(["Orc", 9] for _ in range(50))):
            book.active.append(row)
        book.active["XFD1"].number_format = "0%"
        assert len(reading(saved(book), "mine.xlsx")[0]) == 50

    def test_an_old_xls_is_read(self):
        units, told = reading(CASES / "bestiary.xls", None)
        assert units["Cave Troll"].hp == 44
        assert units["Bat"].written == "1-2"
        assert "'old notes' before it is hidden" in told[0]

    def test_an_ods_is_read_and_a_bomb_is_refused(self):
        cell = '<table:table-cell office:value-type="{}"{}><text:p>{}</text:p></table:table-cell>'
        rows = [
            [cell.format("string", "", one) for one in ("name", "hp", "damage")],
            [
                cell.format("string", "", "Great<text:s text:c='1'/>Orc"),
                cell.format("float", ' office:value="12.5"', "12"),
                cell.format("string", "", "1d6"),
            ],
        ]
        assert "12.5 is no whole number" in fault_of(ods(rows), "mine.ods")
        rows[1][1] = cell.format("float", ' office:value="12"', "12,0")
        assert reading(ods(rows), "mine.ods")[0]["Great Orc"].hp == 12
        many = ' table:number-columns-repeated="999999999" office:value="1"'
        rows[1].append(cell.format("float", many, "1"))
        bomb = ods(rows, ' table:number-rows-repeated="999999999"')
        assert "makes the table too large" in fault_of(bomb, "mine.ods")


def saved(book):
    page = io.BytesIO()
    book.save(page)
    return page.getvalue()


def ods(rows, last=""):
    """A file with one sheet; last: more in the tag of the last row."""
    spaces = "".join(
        f' xmlns:{part}="urn:oasis:names:tc:opendocument:xmlns:{part}:1.0"'
        for part in ("table", "text", "office", "style")
    )
    tags = [""] * (len(rows) - 1) + [last]
    body = "".join(
        f"<table:table-row{tag}>{''.join(row)}</table:table-row>"
        for row, tag in zip(rows, tags, strict=True)
    )
    page = io.BytesIO()
    with zipfile.ZipFile(page, "w") as packed:
        packed.writestr(
            "content.xml", f'<a{spaces}><table:table table:name="U">{body}</table:table></a>'
        )
    return page.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        b'[{"name": "Orc", "hp": 12}, {"name": "Elf", "hp": 9, "flies": false}]',
        b'{"Orc": {"hp": 12}, "Elf": {"hp": 9, "flies": false}}',
        b'{"version": 3, "units": [{"Name": "Orc", "stats": {"Health": 12}}, {"Name": "Elf", '
        b'"stats": {"Health": 9}, "flies": false}]}',
        b'{"o": {"Name": "Orc", "hp": 12}, "e": {"Name": "Elf", "hp": 9, "flies": false}}',
        b'{"units": {"Orc": {"hp": 12}, "Elf": {"hp": 9, "flies": false}}}',
        b'{"v": "3", "tags": ["a"], "all": {"Orc": {"hp": 12}, "Elf": {"hp": 9, "flies": 0}}}',
    ],
)
def test_records_of_a_game_are_read(content):
    units, _ = reading(content, "mine.json")
    assert units["Orc"].hp == 12
    assert units.names == ["Orc", "Elf"]
    assert units["Elf"].flies == 0


@pytest.mark.parametrize("content", [b"[", b'{"a": 1}', b"[" * 100_000])
def test_json_without_records_is_told(content):
    assert fault_of(content, "mine.json").startswith("mine.json, row ")


def test_a_unit_of_parts_and_settings_beside_the_units_are_no_units():
    parts = b'{"Orc": {"stats": {"hp": 12}, "loot": {"gold": 3}}}'
    assert reading(parts, "mine.json")[0].names == ["Orc"]
    beside = b'{"sound": {"a": {"on": 1}, "b": {"on": 0}}, "units": [{"name": "Orc", "hp": 12}]}'
    assert reading(beside, "mine.json")[0].names == ["Orc"]


def test_what_a_unit_has_is_not_what_it_is():
    content = (
        b'[{"id": "orc", "stats": {"hp": 12}, "axe": {"name": "Axe", "damage": "1d6"}, "loot": '
        b'{"count": 3}}]'
    )
    units, told = reading(content, "mine.json")
    orc = units["orc"]
    assert (units.names, orc.axe_name, orc.count) == (["orc"], "Axe", 3)
    mend = "; to have it otherwise, say so in the file's .columns.csv"
    assert told == [
        f"mine.json: 'id' is taken for name{mend}",
        f"mine.json: 'damage' of 'axe' is taken for damage{mend}",
        f"mine.json: 'count' of 'loot' is taken for count{mend}",
    ]
    columns = {"own": ["count", "damage"], "name": "id"}
    assert reading(content, "mine.json", columns=columns)[1] == []


def test_a_unit_may_be_called_as_what_all_come_to():
    units, told = reading("name,hp\nOrc,40\nMax,9\nElf,31\nSum,50")
    assert (units.names, told) == (["Orc", "Max", "Elf", "Sum"], [])


# A form in which others keep records, and the names and hit points of its units.
RECORDS = {
    "comments": (
        "a.json",
        '[\n{"name": "Orc", "hp": 40}, // "old"\n/* x */ {"name":"Elf // 2","hp":9,},\n]',
    ),
    "a comment first": (
        "a.json",
        '// units\n[{"name": "Orc", "hp": 40}, {"name": "Elf // 2", "hp": 9}]',
    ),
    "lines": ("a.json", '{"name": "Orc", "hp": 40}\n\n{"name": "Elf // 2", "hp": 9}\n'),
    "lines by their name": ("a.jsonl", '{"name": "Orc", "hp": 40}\n{"name": "Elf // 2", "hp": 9}'),
    "two lists": (
        "a.json",
        '{"v": 1, "units": [{"name": "Orc", "hp": 40}, {"name": "Elf // 2", "hp": 9}], '
        '"skins": [{"id": "x"}]}',
    ),
    "by faction and name": (
        "a.json",
        '{"Bog": {"Orc": {"hp": 40, "attack": 3}}, "Reed": {"Elf // 2": {"hp": 9, "attack": 4}}}',
    ),
    "units and items by name": (
        "a.json",
        '{"units": {"Orc": {"hp": 40}, "Elf // 2": {"hp": 9}}, "items": {"Axe": {"gold": 3}}}',
    ),
    "names in languages": (
        "a.json",
        '[{"id": 7, "name": {"de": "Ork", "en": "Orc"}, "hp": 40}, '
        '{"id": 8, "name": {"de": "Elf", "en": "Elf // 2"}, "hp": 9}]',
    ),
    "the parts of a number": (
        "a.json",
        '[{"name": "Orc", "hp": {"average": 40, "dice": "9d8"}, "gear": {"average": 3}}, '
        '{"name": "Elf // 2", "hp": {"average": 9, "dice": "2d8"}, "gear": {"average": 4}}]',
    ),
    "the number itself": (
        "a.json",
        '[{"name": "Orc", "hp": {"value": 40}}, {"name": "Elf // 2", "hp": {"value": 9}}]',
    ),
    "YAML": ("a.yaml", "- name: Orc\n  hp: 40\n- name: Elf // 2\n  hp: 9\n"),
    "YAML by name": (
        "a.yml",
        "units:\n  Orc: {hp: 40}\n  Elf // 2:\n    hp: 9\n    born: 2020-01-02\n",
    ),
}


@pytest.mark.parametrize("form", RECORDS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_records_are_read_in_the_forms_that_games_have(form, encoding):
    name, content = RECORDS[form]
    units, _ = reading(content.encode(encoding), name)
    assert {unit.name: unit.hp for unit in units} == {"Orc": 40, "Elf // 2": 9}


def test_of_two_lists_one_is_chosen():
    content = '{"a": [{"name": "Orc", "hp": 1}], "b": [{"name": "Elf", "hp": 2}]}'
    assert "it has the lists a, b; choose one with sheet=" in fault_of(content, "mine.json")
    assert reading(content, "mine.json", sheet="b")[0].names == ["Elf"]
    units, _ = reading(content, "mine.json", sheet="*")
    assert [(unit.name, unit.sheet) for unit in units] == [("Orc", "a"), ("Elf", "b")]
    assert "no list 'c'; name one of a, b" in fault_of(content, "mine.json", sheet="c")


def test_records_with_keys_of_their_own_take_no_time():
    keys = ({"name": f"U{n}", "hp": 9, **{f"k{n}_{k}": k for k in range(20)}} for n in range(400))
    units, told = reading(json.dumps([*keys]), "mine.json")
    assert (len(units), units.columns[:2]) == (400, ["name", "hp"])
    assert "8,000 keys that few records have left out" in told[0]


def test_a_yaml_that_repeats_itself_for_ever_is_refused():
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{b}: &{b} [{', '.join(['*' + a] * 9)}]" for a, b in pairwise("abcdefgh")]
    assert "are too many for a table" in fault_of("\n".join(lines), "mine.yaml")
    assert "are too many for a table" in fault_of("a: &a\n  b: *a\n", "mine.yaml")
    assert "row 2, column 2: the file is no YAML" in fault_of("a: [1\nb: 2", "mine.yaml")


def test_cells_are_read_without_what_stands_around_their_number():
    rows = ["'40,'6,12 dmg", "40 hp,6,12", "40 (5d8+18); tough,6,12", "40 (heavy) x,6 pts,12"]
    rows += ["40 HP (11d6+1),6,12", "5d8+18 (40),6,12"]
    text = "name,hp,attack,damage\n" + "\n".join(f"U{n},{row}" for n, row in enumerate(rows))
    units, _ = reading(text)
    assert {(unit.hp, unit.attack, unit.damage.mean) for unit in units} == {(40, 6, 12)}


def test_words_in_brackets_are_no_part_of_a_damage():
    units, _ = reading("name,hp,damage\nOrc,9,12 (fire)\nElf,9,7 (2d6)\nBat,2,1d4+1 (bite)")
    assert [unit.written for unit in units] == ["12", "2d6", "1d4+1"]
    assert "left out, as in '12 (fire)'" in units.reading.loc["damage", "caution"]


def test_words_for_nothing_are_blank():
    units, told = reading("name,hp,armor,damage\nOrc,9,None,3\nElf,9,5,n/a")
    assert ([unit.armor for unit in units], len(told)) == ([0], 1)
    assert "takes blank ones as 0" in told[0]


def test_letters_that_join_others_are_part_of_a_name():
    units, told = reading("name,hp\n👩\u200d🚀 Pilot,40\nنیم\u200cخدا,30")
    assert (units.names, told) == (["👩\u200d🚀 Pilot", "نیم\u200cخدا"], [])


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

    def test_the_file_may_be_called_after_the_whole_name(self, tmp_path):
        (tmp_path / "a.csv").write_text("label,vigour\nOrc,40\n")
        (tmp_path / "a.csv.columns.csv").write_text("heading,as\nlabel,name\nvigour,hp\n")
        assert read_units(tmp_path / "a.csv")["Orc"].hp == 40


def test_actions_of_a_row_that_is_left_out_are_no_fault():
    units, told = reading("name,hp\nOrc,9\nImp,0\n", actions=b"unit,action\nImp,Bite\nOrc,Hit\n")
    assert units.names == ["Orc"]
    assert "row 3, column 'hp': 0 is out of range" in told[0]


class TestSheets:
    CONTENT = spreadsheet(
        Bog=[["name", "hp", "tier"], ["Orc", 9, 1]],
        Notes=[["of no use"]],
        Reed=[["hp", "Name"], [4, "Elf"], [5, "Fay"]],
    )

    def test_other_sheets_with_units_are_told(self):
        units, told = reading(self.CONTENT, "mine.xlsx")
        assert units.names == ["Orc"]
        assert "only sheet 'Bog' is read; there are units in 'Reed', too" in told[0]

    def test_all_are_read_one_under_the_other(self):
        units, told = reading(self.CONTENT, "mine.xlsx", sheet="*")
        found = [(unit.name, unit.hp, unit.sheet) for unit in units]
        assert found == [("Orc", 9, "Bog"), ("Elf", 4, "Reed"), ("Fay", 5, "Reed")]
        assert "sheets 'Bog', 'Reed' are read, their rows counted on" in told[0]

    def test_a_hidden_column_is_told(self):
        book = openpyxl.Workbook()
        for row in (["name", "hp"], ["Orc", 9]):
            book.active.append(row)
        book.active.column_dimensions["B"].hidden = True
        units, told = reading(saved(book), "mine.xlsx")
        assert units["Orc"].hp == 9
        assert told == ["mine.xlsx, column B: 1 hidden column read as any other"]


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


def reading_of(path):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        return read_units(path), [str(one.message) for one in told]


class TestRulesThatAsk:
    SAVES = "name,hp,attack,defense,damage,save\nOrc,10,5,5,1d6,3+\nElf,9,5,5,1d6,4"

    @pytest.mark.parametrize(
        "rules",
        [
            Rules(hit=lambda attacker, defender: attacker.save / 20),
            Rules(hit=lambda attacker, defender: defender.save),
            Rules(damage=lambda attacker, defender: attacker.save - 1),
            Rules(damage=lambda attacker, defender: attacker.save),
        ],
    )
    def test_a_cell_that_is_no_number_is_named_with_its_row(self, rules):
        units, _ = reading(self.SAVES)
        with pytest.raises(
            ValueError, match=r"mine\.csv, row 2, column 'save': '3\+' is no number"
        ):
            matrix(units, rules)

    def test_text_among_numbers_never_makes_text_of_them(self):
        units, _ = reading(self.SAVES.replace("3+", "-"))
        found = matrix(
            units, Rules(hit=lambda attacker, defender: 0.5 + 0.5 * (attacker.save == 4))
        )
        assert found.loc["Elf", "Orc"] > found.loc["Orc", "Elf"]

    def test_a_rule_says_which_column_it_lacks(self):
        units, _ = reading("name,hp,attack,defense\nOrc,10,5,3\nElf,9,6,2")
        with pytest.raises(NoColumn, match=r"no column 'damage'.*damage='attack less defense'"):
            matrix(units)
        rules = Rules(hit="always hits", damage="attack less defense")
        found = duel(units["Orc"], units["Elf"], rules)
        # Elf takes 3 a turn and Orc 3: after three turns Elf's 9 are gone, Orc has one left.
        assert (found.first, found.turns.mean, found.left[0].mean) == (1.0, 3.0, 1.0)

    def test_armor_that_leaves_nothing_is_told_beside_results_too(self):
        units, told = reading("name,hp,armor,damage\nOgre,59,11,2d8+4\nKnight,52,18,2d6+3")
        assert told
        assert any("leaves" in one for one in advice(units, Rules(hit="always hits")))


def test_some_of_the_units_are_units_too():
    units, _ = reading("name,hp\nOrc,3\nElf,4\nImp,5")
    assert isinstance(units[:2], Units)
    assert units[:2].names == ["Orc", "Elf"]
    assert units.only("Imp", "Orc").names == ["Imp", "Orc"]
    with pytest.raises(ValueError, match="there is no unit 'Ork'"):
        units.only("Ork")
