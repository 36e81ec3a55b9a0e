"""Which numbers changed, and which only look as if they had."""

import pytest

from combat.patch.units import WHOLE, numbers_of
from combat.units import Unit, Units
from tests.patch.games import small


def rows(frame):
    return [tuple(row) for row in frame.itertuples(index=False)]


def test_each_cell_that_changed_is_told_in_the_order_of_the_file():
    after = small().changed("Rat", hp=5, dex=13).changed("Archer", damage="2d4")
    assert rows(numbers_of(small(), after)) == [
        ("Archer", "damage", "1d6+1", "2d4"),
        ("Rat", "hp", "4", "5"),
        ("Rat", "dex", "14", "13"),
    ]


@pytest.mark.parametrize(
    ("name", "other"), [("Archer", "d6+1"), ("Archer", "1D6 + 1"), ("Ogre", "d6+d6")]
)
def test_dice_written_otherwise_are_no_change(name, other):
    """The chances of d6+d6 differ from those of 2d6 in the last digit."""
    assert numbers_of(small(), small().changed(name, damage=other)).empty


def test_another_order_of_rows_is_no_change():
    units = [*small()]
    assert numbers_of(Units(units), Units(units[::-1])).empty


def test_units_that_come_and_go_are_told_once():
    units = [*small()]
    after = Units([*units[1:], units[0].changed(name="Bowman")])
    assert rows(numbers_of(small(), after)) == [
        ("Archer", WHOLE, "there", "gone"),
        ("Bowman", WHOLE, "–", "added"),
    ]


def test_a_cost_that_nobody_gave_is_blank_and_no_change():
    imp = Unit("Imp", hp=2, attack=1, defense=1, damage=1)
    assert numbers_of(Units([imp]), Units([imp])).empty
    assert rows(numbers_of(Units([imp]), Units([imp.changed(cost=10)]))) == [
        ("Imp", "cost", "–", "10")
    ]


def test_a_column_of_ones_own_that_comes_or_goes_is_a_change():
    plain = Unit("Imp", hp=2, attack=1, defense=1, damage=1)
    dexterous = Unit("Imp", hp=2, attack=1, defense=1, damage=1, dex=12, kind="foot")
    assert rows(numbers_of(Units([plain]), Units([dexterous]))) == [
        ("Imp", "dex", "–", "12"),
        ("Imp", "kind", "–", "foot"),
    ]
    assert rows(numbers_of(Units([dexterous]), Units([plain])))[1] == ("Imp", "kind", "foot", "–")
