"""What is told of a sheet that a reader may not expect."""

import pytest

from tests.units.sheets.forms import reading

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
        "'40 (+3 per level)' grows with the level: Units.at reads it at another",
    ),
    "attack that is damage": (
        "name,hp,ATT\nOrc,30,3-7\nWolf,20,1d6",
        "'ATT' holds dice or ranges: taken for the damage",
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


PACES = ["attack delay", "Attack Cooldown", "reload", "Reload Time", "fire rate", "AttackInterval"]
PACES += ["time between attacks", "seconds per attack", "rate of fire", "hit speed", "delay"]
PACES += ["Angriffstempo", "Nachladezeit", "Vitesse d'attaque", "velocidad de ataque"]


@pytest.mark.parametrize("pace", PACES)
def test_a_speed_beside_the_pace_of_attacks_is_movement(pace):
    units, told = reading(f"name,hp,speed,{pace},damage\nRunner,50,2.5,1,3\nBrute,300,0.8,2,8")
    assert [(unit.role("speed"), unit.speed) for unit in units] == [(1, 2.5), (1, 0.8)]
    assert f"'speed' stands beside '{pace}': kept as your own column" in told[0]


@pytest.mark.parametrize("speeds", [(1, 0), (0.5, 0), (2.5, 0), (4, 0)])
def test_who_has_speed_0_is_no_row_to_leave_out(speeds):
    units, told = reading("name,hp,speed\nOrc,9,{}\nTotem,9,{}".format(*speeds))
    assert [unit.speed for unit in units] == [*speeds]
    assert "'speed' holds numbers from 0 to" in told[0]
    assert "not as actions a turn" in told[0]


@pytest.mark.parametrize(
    "sheet",
    [
        "name,hp,might\nOrc,9,bite\nElf,9,bow",
        "name,hp,ATK,attack\nOrc,9,bite,bite\nElf,9,bow,bow",
        "name,hp,value\nOrc,9,low\nElf,9,high",
        "name,hp,Damage,Max Damage\nOrc,12,claws,4\nElf,3,bow,4",
        "name,hp,armor,armour\nOrc,9,50%,50%\nElf,9,25%,25%",
    ],
)
def test_no_heading_is_both_taken_and_kept(sheet):
    told = " ".join(reading(sheet)[1])
    assert "kept as your own column" in told
    assert "is taken for" not in told


def test_percent_is_said_only_of_what_is_headed_so():
    units, _ = reading(
        "name,hp,dodge,block,crit,resist fire,evasion,accuracy,crit chance,hit rate,luck %\n"
        "Orc,9,12,5,3,20,10,15,5,40,30"
    )
    said = units.reading["caution"].str.contains("percent as whole numbers")
    assert [*said.index[said]] == ["crit chance", "hit rate", "luck %"]


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


def test_the_reading_says_beside_a_column_why_it_is_kept_as_ones_own():
    units, _ = reading("name,hp,damage,speed,armor\nA,3,1,30,12 %\nB,4,1,25,3 %")
    found = units.reading["caution"]
    assert found["speed"].startswith("holds whole numbers from 2 up: kept as your own column")
    assert found["armor"].startswith("holds shares: kept as your own column")
