"""Fights to be watched are those that the engine fights with the same seed, moment by moment."""

import numpy as np
import pytest

from combat.units import ORDERS, Action, Rules, Unit, condition, duel, read_units
from combat.units.battles.recorded import recorded
from combat.units.engine.dice import fought
from combat.units.engine.game import Setup

KNIGHT = Unit("Knight", hp=9, attack=12, defense=9, damage="1d4", speed=0.75)
OGRE = Unit("Ogre", hp=12, attack=9, defense=8, damage="1d6")


@pytest.mark.parametrize("order", ORDERS)
def test_fights_end_as_the_engine_ends_them(order):
    rules = Rules(hit="ratio", order=order)
    last = recorded(KNIGHT, OGRE, rules, fights=200, seed=3).groupby(level="fight").last()
    game = Setup([KNIGHT, OGRE], [[0, 1]], 1, rules)
    ends = fought(game, game.begun(np.zeros(200, int)), 3).rows["hp"]
    assert (ends == last[["first", "second"]].to_numpy().T).all()


def test_a_moment_hurts_only_whom_the_other_met():
    found = recorded(KNIGHT, OGRE, Rules(hit="ratio", order="first"), fights=50)
    lost = -found[["first", "second"]].groupby(level="fight").diff().fillna(0)
    assert (lost >= 0).all(axis=None)
    assert (found["second_acts"] | (lost["first"] == 0)).all()
    assert (found["first_acts"] | (lost["second"] == 0)).all()
    acts = found[["first_acts", "second_acts"]].sum(axis=1)
    assert (acts.groupby(level="fight").first() == 0).all()
    assert (acts[acts.index.get_level_values("moment") > 0] == 1).all()
    begins = found.groupby(level="fight")[["first", "second"]].first()
    assert (begins == [9, 12]).all(axis=None)


def test_they_win_as_often_as_is_exact():
    rules = Rules(hit="ratio")
    last = recorded(KNIGHT, OGRE, rules, fights=4000).groupby(level="fight").last()
    won = ((last["first"] > 0) & (last["second"] <= 0)).mean()
    exact = duel(KNIGHT, OGRE, rules).first
    assert abs(won - exact) < 4 * np.sqrt(exact * (1 - exact) / 4000)


def test_what_a_unit_drinks_is_seen():
    potion = Action("Potion", on="self", heals=3, uses=1, when=condition("hp < 50 %", [], []))
    hero = Unit("Hero", hp=5, damage=4, actions=[potion])
    rules = Rules(hit="always hits", order="first")
    found = recorded(hero, Unit("Imp", hp=8, damage=3), rules, fights=1)
    assert found["first"].tolist() == [5, 5, 2, 5, 2, 2]


def test_fights_that_do_not_end_are_refused():
    stone = read_units(b"name,hp,attack,defense,damage\nStone,9,9,9,0\n", "stone.csv")["Stone"]
    with pytest.raises(ValueError, match=r"Stone against Stone: .* more than 200 rounds"):
        recorded(stone, stone, fights=2)
