"""Rules that ask for a column of the file's own are left out where the units lack it."""

import pytest

from combat.units import Rules, Unit, Units, usable

PLAIN = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
QUICK = Unit("Elf", hp=2, attack=10, defense=10, damage=1, dex=9)
BY_DEX = {"by dex": Rules(hit=lambda attacker, defender: defender.dex / 20)}
BY_DAMAGE = {"strong": Rules(damage=lambda attacker, defender: attacker.damage + attacker.strength)}


def test_those_stay_whose_columns_are_there_in_their_order():
    rules = BY_DAMAGE | {"ratio": Rules(hit="ratio")} | BY_DEX
    assert list(usable(rules, Units([PLAIN]))) == ["ratio"]
    assert list(usable(rules, Units([QUICK]))) == ["ratio", "by dex"]


def test_where_none_fits_the_column_is_named():
    with pytest.raises(ValueError, match=r"the rule 'by dex' can't be used: .*no column 'dex'"):
        usable(BY_DEX | BY_DAMAGE, Units([PLAIN]))


def test_another_fault_of_a_rule_is_not_hidden():
    with pytest.raises(ValueError, match="Elf"):
        usable({"sure": Rules(hit=lambda attacker, defender: 3.0)}, Units([QUICK]))
