"""The sentence on a battle."""

from dataclasses import replace

import numpy as np

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


def test_a_battle_that_is_hardly_ever_lost_is_not_said_to_be_sure():
    imp = Unit("Imp", hp=4, attack=10, defense=10, damage="1d4")
    odds = battle({"Imp": 1}, {"Imp": 1}, units=Units([imp]))
    said = views.battle_in_words(replace(odds, outcomes=np.array([0.9998, 0.0002, 0, 0])))
    assert said.startswith("The first army wins 99.98%. The second wins 0.02%; ")
