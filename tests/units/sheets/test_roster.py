"""Units from a file and in code, and every fault in one line with its place and its mend."""

import math
import pickle
import re

import pytest

from combat.dice import dice
from combat.units import NoColumn, Unit, Units, read_units

HEADER = "name,hp,attack,defense,damage"


def read(*lines, header=HEADER):
    return read_units("\n".join([header, *lines]).encode(), "mine.csv")


def test_what_is_left_out_has_its_default_and_what_is_added_is_kept():
    units = read(
        "Archer,18,14,8,1d6+2,,1.5,15,shot",
        "Knight,30,12,12,5.0,3,,11,horse",
        header=HEADER + ",Armour,SPEED,Move Range,Kind",
    )
    archer, knight = units
    assert (archer.armor, archer.speed, archer.count) == (0, 1.5, 1)
    assert math.isnan(archer.cost)
    assert (knight.armor, knight.speed, knight.written) == (3, 1, "5")
    assert (archer.move_range, knight["move_range"], knight.kind) == (15, 11, "horse")
    assert units.columns[-2:] == ["move_range", "kind"]
    assert units.frame.loc["Knight", ["hp", "damage", "kind"]].tolist() == [30, "5", "horse"]


def test_a_blank_cell_of_a_further_column_is_no_number_but_no_fault():
    units = read("Archer,18,14,8,1d6,7", "Knight,30,12,12,1d8,", header=HEADER + ",dex")
    assert units["Archer"].dex == 7
    assert math.isnan(units["Knight"].dex)


@pytest.mark.parametrize(
    ("header", "row", "told"),
    [
        (HEADER, "Imp,3,1,1,2x4", "row 3, column 'damage': '2x4' is no damage; write dice such"),
        (HEADER, "Imp,3,1,1,", "row 3, column 'damage': the cell is empty; write dice, or 0"),
        (HEADER, ",3,1,1,1d4", "row 3, column 'name': the cell is empty; write a name"),
    ],
)
def test_a_row_with_a_cell_that_cannot_be_read_is_left_out_and_told(header, row, told):
    good = ",".join(["Rat,3,1,1,1d4", *["1"] * (header.count(",") - 4)])
    with pytest.warns(UserWarning, match=re.escape(f"mine.csv, {told}")) as caught:
        units = read(good, row, header=header)
    assert units.names == ["Rat"]
    assert ": 1 row of 2 left out" in str(caught[0].message)


def test_a_name_of_two_lines_becomes_one():
    assert read('"Great\n Imp",1,1,1,1').names == ["Great Imp"]


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"hp": 0}, "Imp: hp: 0 is out of range; write a number from 1 to 1e"),
        ({"hp": 1.5}, "Imp: hp: 1.5 is no whole number"),
        ({"attack": math.nan}, "Imp: attack: nan is out of range"),
        ({"armor": "2x"}, "Imp: armor: dice '2x'"),
        ({"damage": "2x"}, "Imp: dice '2x', character 2: 'x' can't be read"),
        (
            {"damage": 2.5},
            "Imp: dice = 2.5 is no whole number; multiply all points of the game by 2",
        ),
        ({"name": " "}, "name = ' ' is no name"),
        ({"name": "Imp\n"}, r"name = 'Imp\\n' is no name: write some text, in one line"),
        ({"written": 3}, "no column can be called 'written'"),
    ],
)
def test_a_unit_made_in_code_is_checked_the_same_way(values, fault):
    with pytest.raises(ValueError, match=fault):
        Unit(**({"name": "Imp", "hp": 3, "attack": 1, "defense": 1, "damage": 1} | values))


def test_a_column_that_is_not_there_is_told_with_those_that_are():
    imp = Unit("Imp", hp=3, attack=1, defense=1, damage="1d4", dex=7)
    for ask in (lambda: imp.luck, lambda: imp["luck"], lambda: imp.changed(luck=3)):
        with pytest.raises(NoColumn, match=r"no column 'luck': there are name, hp, .*, count, dex"):
            ask()


def test_a_name_of_pythons_own_is_no_column():
    imp = Unit("Imp", hp=3, attack=1, defense=1, damage="1d4")
    with pytest.raises(AttributeError, match=r"^_repr_svg_$") as caught:
        imp._repr_svg_  # noqa: B018
    assert not isinstance(caught.value, NoColumn)


def test_changed_changes_that_and_nothing_else():
    imp = Unit("Imp", hp=3, attack=1, defense=1, damage="1d4", cost=9, dex=7)
    other = imp.changed(dex=8, damage="1d6")
    assert (other.dex, other.written, other.hp, other.cost) == (8, "1d6", 3, 9)
    assert imp.changed() == imp != other
    assert (imp.dex, imp.written) == (7, "1d4")


def test_units_can_be_keys():
    imp = Unit("Imp", hp=3, attack=1, defense=1, damage="1d4", dex=7)
    twin = Unit("Imp", hp=3, attack=1, defense=1, damage="1d4", dex=7)
    assert {imp: 1}[twin] == 1
    assert len({imp, twin, imp.changed(dex=8)}) == 2
    assert imp != imp.changed(dex=8)
    assert imp != imp.changed(cost=3)
    assert imp != imp.changed(damage="1d6")
    assert imp != "Imp"


def test_a_blank_equals_a_blank_also_after_a_journey():
    """NaN equals nothing, and no two of them share a hash."""
    imp = Unit("Imp", hp=3, attack=1, defense=1, damage="1d4", luck=float("nan"))
    twin = pickle.loads(pickle.dumps(imp))
    assert twin == imp
    assert {imp: 1}[twin] == 1
    assert imp.changed(cost=3) != imp


def test_units_stand_once_and_have_the_same_columns():
    imp = Unit("Imp", hp=3, attack=1, defense=1, damage=dice("1d4"), dex=7)
    with pytest.raises(ValueError, match="two units 'Imp'"):
        Units([imp, imp])
    with pytest.raises(ValueError, match="no column 'dex'"):
        Units([imp, Unit("Rat", hp=3, attack=1, defense=1, damage=1)])
    with pytest.raises(ValueError, match="there are no units"):
        Units([])
    with pytest.raises(ValueError, match="'Imp' is no unit"):
        Units(["Imp"])
    with pytest.raises(ValueError, match="there is no unit 'imp': there are Imp"):
        Units([imp])["imp"]
    assert Units([imp]).changed("Imp", hp=9)["Imp"].hp == 9


def test_what_is_known_for_the_moment_goes_with_a_unit_and_tells_it_apart():
    unit = Unit("Imp", hp=3, damage=1)
    fiery = unit.knowing(kind="fire", where="units.csv, row 2")
    assert (unit.moment.kind, fiery.moment.kind) == ("", "fire")
    assert fiery != unit
    assert fiery.changed(hp=4).moment == fiery.moment
    assert unit.knowing(where="units.csv, row 3") == unit


def test_a_further_column_of_one_unit_has_its_default_in_the_others():
    imp = Unit("Imp", hp=3, damage=1)
    quick = imp.changed(name="Quick", per_turn=2, again=-5)
    for units in (Units([quick, imp]), Units([imp, quick])):
        assert units.columns[-2:] == ["per_turn", "again"]
        assert (units["Imp"].per_turn, units["Imp"].again) == (1, 0)
        assert units["Quick"] == quick
    critical = Units([imp, imp.changed(name="Sharp", crit_chance=0.5)])
    assert critical["Imp"].crit_chance == ""


@pytest.mark.parametrize("more", [{"dex": 3}, {"attack": 3}])
def test_any_other_column_that_one_lacks_is_named_with_the_unit(more):
    units = [Unit("Imp", hp=3, damage=1, **more), Unit("Ogre", hp=3, damage=1)]
    with pytest.raises(NoColumn, match=f"^Ogre: there is no column '{next(iter(more))}': "):
        Units(units)
