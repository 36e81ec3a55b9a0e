"""A duel level by level: each cell is the duel of units at these levels."""

import pytest

from combat.units import Rules, duel, read_units, turns_to_kill
from combat.workbook import Game, panels
from combat.workbook.panels.leveling import LEVELS

SHEET = b"""name,hp,attack,defense,damage
Knight,20 + 5*level,10 + level,10,1d8 + level/2
Ogre,30 + 7*level,9 + level/2,8,1d10 + level/3
"""
RULES = Rules()


@pytest.fixture
def game():
    return Game(SHEET, "levels.csv", rules=RULES)


def test_each_cell_is_the_duel_at_its_levels(game):
    panel = panels.levels(game, first="Knight", second="Ogre")
    (scores,) = panel.answer.charts[0].numbers()
    units = read_units(SHEET)
    for own, other in [(1, 1), (5, 3), (20, 16)]:
        odds = duel(units.at(own)["Knight"], units.at(other)["Ogre"], RULES)
        assert scores.loc[str(own), str(other)] == pytest.approx(odds.score, abs=1e-12)
    assert panel.answer.title == "Knight of level 4 is even with Ogre of level 3: 50.2%."
    assert (scores - 0.5).abs().stack().idxmin() == ("4", "3")
    note = "Also between 35% and 65%: 20 with 20, 16 with 16, 13 with 13, 10 with 10, "
    assert panel.answer.note.startswith(note)
    panel.controls["shown"].value = "turns"
    turns = panel.answer.charts[0].numbers()[0].loc["5", "3"]
    odds = duel(units.at(5)["Knight"], units.at(3)["Ogre"], RULES)
    assert turns == pytest.approx(odds.turns.mean)


def test_growth_is_told_with_turns_to_kill(game):
    panel = panels.growth(game, unit="Knight", against="Ogre")
    scores, turns = (chart.numbers()[0] for chart in panel.answer.charts)
    units = read_units(SHEET).at(7)
    assert scores.loc[7, "score"] == pytest.approx(duel(*units, RULES).score, abs=1e-12)
    assert turns.loc[7, "to kill"] == pytest.approx(turns_to_kill(*units, RULES).mean)
    assert panel.answer.title == "Knight gains: 22% against Ogre at level 1, 61% at 20."
    assert [*scores.index] == [*LEVELS]
    panel.controls["first"].value, panel.controls["second"].value = "Ogre", "Knight"
    assert panel.answer.title.startswith("Ogre falls behind: 78%")


def test_one_that_gains_nothing_keeps_up():
    game = Game(b"name,hp,attack,defense,damage\nImp,1,9,9,1\nRat,1,9,9,1\n", "mine.csv")
    assert panels.growth(game, unit="Imp", against="Rat").answer.title.startswith("Imp keeps up")


def test_units_of_code_have_no_other_level(game):
    game.units = game.units.changed("Ogre", hp=40)
    assert "come from no file" in panels.levels(game).answer.title


def test_levels_that_are_not_quite_even_are_told_so():
    game = Game(b"name,hp,attack,defense,damage\nImp,6,9,9,level\nRat,3,9,9,1\n", "mine.csv")
    panel = panels.levels(game, first="Imp", second="Rat")
    assert panel.answer.title == "At no two levels are Imp and Rat even: Imp is ahead."
    game = Game(b"name,hp,attack,defense,damage\nImp,30+5*level,9,9,1\nRat,33,9,9,1\n", "mine.csv")
    title = panels.levels(game, first="Imp", second="Rat").answer.title
    assert title == "Imp of level 1 is nearly even with Rat of level 1: 63.5%."
