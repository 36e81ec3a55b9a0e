"""The sentence on a battle."""

from combat.units import Unit, Units, battle
from combat.workbook.views import units as views


def test_a_battle_in_words_has_its_interval_unless_it_is_exact():
    imp = Unit("Imp", hp=4, attack=10, defense=10, damage="1d4")
    ogre = Unit("Ogre", hp=9, attack=12, defense=8, damage="1d6", armor=1, speed=0.5)
    units = Units([imp, ogre])
    said = views.battle_in_words(battle({"Imp": 1}, {"Imp": 1}, units=units))
    assert said.startswith("The first army wins 43.0%. The")
    assert "both fall 14.1%;" in said
    rolled = battle({"Imp": 2}, {"Ogre": 1}, units=units, battles=100, max_rounds=1)
    assert "undecided" in views.battle_in_words(rolled)
    assert rolled.table().loc["first", "low"] == 0
    assert "(0.0% to" in views.battle_in_words(rolled)
