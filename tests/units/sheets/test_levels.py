"""Cells that speak of a level: each level's units are those of a sheet written out by hand."""

import math
import random
import re
import warnings
from fractions import Fraction

import pytest

from combat.tables import TableError
from combat.units import Rules, Unit, Units, duel, read_units
from combat.units.sheets.expressions import at_level, grown

SURE = Rules(hit="always hits", order="first")


@pytest.mark.parametrize(
    ("cell", "at"),
    [
        ("20 + 5*level", {1: "25", 7: "55"}),
        ("1d8 + level/2", {1: "1d8 + 0", 5: "1d8 + 2"}),
        ("level/2 + 1d8", {5: "1d8 + 2"}),
        ("1d8 - level", {3: "1d8 - 3"}),
        ("1d8+3-level", {1: "1d8 + 2", 5: "1d8 - 2"}),
        ("(1 + level/3)d6", {1: "1d6", 3: "2d6", 20: "7d6"}),
        ("2 + (level)d6", {3: "3d6 + 2"}),
        ("level*1d6", {3: "3*1d6"}),
        ("4d6kh3 + level", {2: "4d6kh3 + 2"}),
        ("max(1d8, level)", {4: "max(1d8, 4)"}),
        ("1.0 + level/10", {1: "1.1", 3: "1.3"}),
        ("7*level/2", {3: "10"}),  # 10.5, rounded down at the end
        ("7*(level//2)", {3: "7"}),
        ("-level", {4: "-4"}),
        ("1: 20, 5: 45, 20: 120", {1: "20", 2: "26", 5: "45", 12: "80", 30: "120"}),
        ("2: 10; 4: 20", {1: "10", 3: "15"}),
        ("1: 1d8; 5: 2d8", {4: "1d8", 5: "2d8", 9: "2d8"}),
        ("20 (+5 per level)", {1: "20", 3: "30"}),
        ("6.5 (+1.3 per level)", {1: "6", 2: "7", 11: "19"}),
        ("attack +level/2, damage x 1.5", {5: "attack +2, damage x 1.5"}),
        (
            "(stunned level, guarded 3) 50 % on critical",
            {2: "(stunned 2, guarded 3) 50 % on critical"},
        ),
        ("mana level*2", {4: "mana 8"}),
        ("level >= 5", {1: "level >= 5"}),  # asks for the column of whoever acts
        ("a level 5 spell", {9: "a level 5 spell"}),
        ("1d6", {9: "1d6"}),
        ("12:30", {9: "12:30"}),
    ],
)
def test_a_cell_is_the_text_of_its_level(cell, at):
    assert {level: at_level(cell, level) for level in at} == at


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("level**2", "is no sum of numbers"),
        ("2 + level*", "is no sum of numbers"),
        ("(1d6)*(1d6 + level)", "is no sum of numbers"),
        ("5/(level - 1)", "divides by 0 at level 1"),
        ("5: 20, 3: 10", "don't rise"),
        ("1+" * 100 + "level", "more than 200 letters"),
        ("__import__('os')*level", "is no sum of numbers"),
        ("9**9**9*level", "is no sum of numbers"),
    ],
)
def test_what_cannot_be_computed_is_said(cell, told):
    with pytest.raises(ValueError, match=told.replace("(", r"\(")) as fault:
        at_level(cell, 1)
    assert "\n" not in str(fault.value)


def test_growth_is_added_once_for_each_level_above_the_first():
    """The issue's table: 60 + 9.5 a level, 1d8 + 0.5; 80 + 11, 1d6+2 + 1d2 a level."""
    sheet = b"""name,hp,hp per level,damage,damage per level
A,60,9.5,1d8,0.5
B,80,11,1d6+2,1d2
"""
    units = read_units(sheet)
    seen = {level: [(one.hp, one.damage) for one in units.at(level)] for level in (1, 2, 18)}
    for level, (a, b) in {
        1: ((60, "1d8"), (80, "1d6+2")),
        2: ((69, "1d8"), (91, "1d6+2+1d2")),
        18: ((221, "1d8+8"), (267, "1d6+2+17d2")),
    }.items():
        made = [Unit("x", hp=hp, damage=damage) for hp, damage in (a, b)]
        assert seen[level] == [(one.hp, one.damage) for one in made]
    assert [*units.columns] == [*units.at(2).columns]
    assert "hp_per_level" not in units.columns
    caution = units.reading.loc["hp per level", "caution"]
    assert caution == "added to its column for each level above 1"
    assert grown("0.7", "0.1", 4, whole=False) == "1"
    assert grown("0.7", "-0.1", 4, whole=False) == "0.4"


def hand_written(seed, level):
    """The sheet of a drawn game at a level, written out by another sum than the reader's."""
    draw = random.Random(seed)
    rows, plain = ["name,hp,attack,defense,damage"], ["name,hp,attack,defense,damage"]
    for name in ("Ann", "Bob"):
        base, more, half, dice = (draw.randint(1, 9) for _ in range(4))
        rows.append(f"{name},{base} + {more}*level,{half} + level/2,9,1d{dice + 1} + level//{half}")
        points = base + more * level, half + int(level / 2), int(level / half)
        plain.append(f"{name},{points[0]},{points[1]},9,1d{dice + 1}+{points[2]}")
    uses, points = draw.randint(1, 3), draw.randint(1, 4)
    actions = "unit,action,damage,uses,gives\n*,Bite,{},{},burning {}\n"
    statuses = "status,loses,turns\nburning,{},\n"
    said = (
        actions.format(f"{points}*level", f"{uses} + level//5", "1 + level//9"),
        statuses.format("1 + level/4"),
    )
    told = (
        actions.format(points * level, uses + level // 5, 1 + level // 9),
        statuses.format(1 + int(level / 4)),
    )
    return [("\n".join(sheet) + "\n", *beside) for sheet, beside in ((rows, said), (plain, told))]


def read(sheet, actions, statuses, **how):
    tables = {"actions": actions.encode(), "statuses": statuses.encode()}
    return read_units(sheet.encode(), "game.csv", **tables, **how)


@pytest.mark.parametrize("level", [1, 5, 20])
@pytest.mark.parametrize("seed", range(4))
def test_a_game_at_a_level_is_the_sheet_written_out_by_hand(seed, level):
    grows, plain = hand_written(seed, level)
    by_hand = read(*plain)
    for units in (read(*grows, level=level), read(*grows).at(level)):
        assert {unit.level for unit in units} == {level}
        one, other = (
            duel(game["Ann"], game["Bob"], SURE, max_turns=4) for game in (units, by_hand)
        )
        assert (one.first, one.second, one.turns) == (other.first, other.second, other.turns)
        assert [str(side) for side in one.left] == [str(side) for side in other.left]


def test_each_unit_has_its_own_level_and_others_keep_theirs():
    sheet = b"name,hp,damage,level\nA,10*level,1,4\nB,10*level,1,\nC,5,2 + level,3\n"
    units = read_units(sheet)
    assert [(unit.hp, unit.level) for unit in units][:2] == [(40, 4), (10, 1)]
    assert units["C"].damage.mean == 5
    assert [unit.hp for unit in units.at({"B": 7})] == [40, 70, 5]
    assert [unit.hp for unit in units.at(2)] == [20, 20, 5]
    assert [unit.hp for unit in units.only("B", "A").at(3)] == [30, 30]
    with pytest.raises(ValueError, match="there is no unit 'D'"):
        units.at({"D": 2})
    for wrong in (0, 1001, 2.5):
        with pytest.raises(ValueError, match="level"):
            units.at(wrong)
    with pytest.raises(ValueError, match="come from no file"):
        units.changed("A", hp=3).at(2)
    with pytest.raises(ValueError, match="come from no file"):
        Units([Unit("A", hp=3, damage=1)]).at(2)


def test_an_action_that_is_unlocked_at_a_level():
    sheet = b"name,hp,damage\nA,10,1\nB,9 + level,1\n"
    actions = b"unit,action,damage,uses,when\nA,Smite,10*level,1,level >= 5\n"
    units = read_units(sheet, actions=actions)
    for level, first in ((4, 1), (5, 50)):
        at = units.at(level)
        left = duel(at["A"], at["B"].changed(hp=99), SURE, max_turns=1).left[1]
        assert left.mean == 99 - first


def test_a_status_with_other_numbers_at_two_levels_is_refused_in_a_line():
    sheet = b"name,hp,damage,level\nA,9,1,1\nB,9,1,3\n"
    tables = {
        "actions": b"unit,action,gives\n*,Burn,burning 2\n",
        "statuses": b"status,loses\nburning,level\n",
    }
    with pytest.raises(ValueError, match=r"at different levels .A 1, B 3.: .*'burning' has other"):
        read_units(sheet, **tables)
    assert read_units(sheet, level=3, **tables)["A"].level == 3


def test_a_scale_multiplies_before_a_growth_is_rounded():
    """6.5 + 1.3 a level, times 10: 65, 78, 91 hit points, and not 60, 70, 90."""
    columns = b"heading,as\nscale,10\n"
    sheet = b"name,hp,damage\nA,6.5 (+1.3 per level),1\n"
    with warnings.catch_warnings(action="ignore"):
        units = read_units(sheet, "a.csv", columns=columns)
        assert [units.at(level)["A"].hp for level in (1, 2, 3)] == [65, 78, 91]
        sheet = b"name;hp;hp per level;damage\nA;50;9,5;1d6 + level/2\n"
        units = read_units(sheet, "a.csv", columns=b"heading,as\nscale,2\n")
    assert [units.at(level)["A"].hp for level in (1, 2)] == [100, 119]
    assert [units.at(level)["A"].damage.mean for level in (1, 3)] == [7, 9]


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("2.5*level", r"a.csv, row 2, column 'hp': '2.5\*level' is 7.5 at level 3, .* 5\*level/2"),
        ("level**2", "a.csv, row 2, column 'hp': .* is no sum"),
        ("level - 3", "a.csv, row 2, column 'hp': 0 is out of range"),
    ],
)
def test_a_fault_names_its_cell(cell, told):
    with pytest.raises(TableError, match=told):
        read_units(f"name,hp,damage\nA,{cell},1\n".encode(), "a.csv", level=3, strict=True)


def test_columns_of_levels_and_words_stay_what_they_were():
    """A column `level` alone is one's own, as a text that tells of levels is."""
    sheet = b"name,hp,damage,level,about\nA,9,1,5,learns magic at level 5\n"
    units = read_units(sheet)
    assert (units["A"].level, units["A"].about) == (5, "learns magic at level 5")
    assert units.at(2)["A"].about == "learns magic at level 5"
    assert "level" not in read_units(b"name,hp,damage\nA,9,1\n").columns
    assert read_units(b"name,hp,damage,scales with\nA,9,1,level\n")["A"].scales_with == "level"
    assert read_units(b"name,hp,damage,attack\nA,9,1,level\n", level=4)["A"].attack == 4


@pytest.mark.slow
def test_a_thousand_units_at_twenty_levels():
    rows = "".join(f"U{n},{10 + n % 50} + {n % 7}*level,1d6 + level/2\n" for n in range(1000))
    units = read_units(f"name,hp,damage\n{rows}".encode())
    for level in range(1, 21):
        assert units.at(level)["U8"].hp == 18 + level


def drawn_sum(draw):
    """A sum that speaks of the level, as a cell says it and as Python would reckon it exactly."""
    parts = [str(draw.randint(0, 30))]
    for _ in range(draw.randint(1, 3)):
        by, over = draw.randint(1, 9), draw.randint(2, 7)
        kinds = [
            f"{by}*level",
            f"level/{over}",
            f"{by}*(level//{over})",
            f"(level - 1)*{by}/{over}",
        ]
        parts.append(draw.choice(kinds))
    return " + ".join(parts)


@pytest.mark.parametrize("seed", range(40))
def test_drawn_sums_are_those_of_plain_fractions_rounded_down_at_the_end(seed):
    cell = drawn_sum(random.Random(seed))
    for level in (1, 2, 5, 20, 999):
        plain = re.sub(r"\d+|level", lambda it: f"F({it[0]})", cell)
        exactly = eval(plain, {"F": Fraction, "level": level})
        assert at_level(cell, level) == str(math.floor(exactly)), (cell, level)
