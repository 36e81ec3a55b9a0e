"""A party and its foes: the same numbers as battles say, and counts as a scan finds them."""

import pytest

from combat.ranking import strength
from combat.units import battle, what_moves
from combat.units.views import price_matrix
from combat.workbook import Game, panels
from combat.workbook.panels import encounters

SHEET = (
    b"name,hp,attack,defense,damage\n"
    b"Hero,8 + 2*level,12,10,1d6\nRat,2,8,8,1\nOgre,15,11,9,1d6+1\nHero: old,9,12,10,1d6\n"
)
PARTY, FOES = {"Hero": 2}, {"Rat": 3, "Ogre": 1}


@pytest.fixture
def game():
    return Game(SHEET, "mine.csv", rules="ratio")


def odds(game, units, party=PARTY, foes=FOES):
    """Exact: they are few and have no actions."""
    return battle(party, foes, game.rules["ratio"], units=units)


def test_a_battle_by_dice_is_told_by_the_same_dice(game):
    panel = panels.encounter(game, {"Hero": 7}, {"Rat": 9, "Ogre": 5})
    win, lost = encounters.with_value(game, (("Hero", 7),), (("Rat", 9), ("Ogre", 5)), None)
    falls = panel.answer.charts[1].numbers()[0].iloc[:, 0]
    assert falls.sum() == pytest.approx(7 * lost)
    assert panel.answer.title.startswith(f"The party wins {win:.0%} and loses {7 * lost:.1f} of 7")
    assert "400 battles with dice: the chance to win may be off by 5 points." in panel.answer.note
    few = panels.encounter(game, {"Hero": 1}, {"Rat": 1})
    assert "The chance to win is exact." in few.answer.note


def test_the_headline_is_the_battle_and_the_steps_are_those_of_the_mechanics(game):
    panel = panels.encounter(game, PARTY, FOES)
    found = odds(game, game.units)
    lost = 2 - found.survivors[0].mean
    title = f"The party wins {found.first:.0%} and loses {lost:.1f} of 2."
    assert panel.answer.title == title
    figures, falls, steps, _curve = panel.answer.charts
    assert falls.numbers()[0].iloc[:, 0].to_list() == pytest.approx(1 - found.alive[0])
    moves = what_moves(PARTY, FOES, game.rules["ratio"], units=game.units, battles=400)
    assert steps.numbers()[0]["win"].to_dict() == pytest.approx(moves["win"].head(8).to_dict())
    drawn = [mark for layer in figures.layers for mark in layer.marks if mark.get("fill")]
    assert len(drawn) == 2 * (2 + 3 + 1)  # heads and bodies


def test_the_curve_is_the_battle_with_each_value_and_its_mark_is_the_least_that_is_enough(game):
    panel = panels.encounter(game, PARTY, FOES, wanted=0.8)
    panel.set(number="Ogre: hp")
    curve = panel.answer.charts[3]
    for value, win in curve.numbers()[0]["win"].items():
        assert win == odds(game, game.units.changed("Ogre", hp=value)).first
    assert odds(game, game.units.changed("Ogre", hp=curve.mark)).first >= 0.8
    assert odds(game, game.units.changed("Ogre", hp=curve.mark + 1)).first < 0.8
    assert f"Ogre: hp {curve.mark} for 80%" in panel.answer.note
    panel.set(number="Hero: hp", wanted=0.95)
    assert panel.answer.charts[3].numbers()[0]["win"].is_monotonic_increasing


def test_what_no_value_reaches_is_said(game):
    panel = panels.encounter(game, {"Rat": 1}, {"Ogre": 3}, wanted=0.95)
    panel.set(number="Rat: defense")
    assert panel.answer.charts[3].mark is None
    assert panel.answer.note.startswith("No defense of Rat is enough for 95%.")


def test_what_is_used_up_is_told():
    actions = b"unit,action,damage,uses\nHero,Smite,3d6,1\n"
    game = Game(SHEET, "mine.csv", rules="ratio", actions=("units.actions.csv", actions))
    panel = panels.encounter(game, PARTY, {"Rat": 1})
    assert "Used up: Smite 2.0 times." in panel.answer.note


def test_a_unit_is_found_by_its_whole_name():
    sides = [{"Hero": 1}, {"Hero: old": 1}]
    assert encounters.whose("Hero: old: hp", sides) == ("Hero: old", "hp")
    assert encounters.whose("Hero: hp", sides) == ("Hero", "hp")


def test_counts_by_level_are_those_of_a_scan(game):
    panel = panels.how_many(game, PARTY, foes=["Rat", "Ogre"], aim=0.6)
    counts = panel.answer.charts[0].numbers()[0]
    assert [*counts.columns] == ["1", "5", "10", "15", "20"]
    for level in (1, 10):
        units = game.units.at({"Hero": level})
        for foe in ("Rat", "Ogre"):
            # By dice one more or less is possible.
            count = counts.loc[foe, str(level)]
            assert odds(game, units, foes={foe: max(count - 1, 1)}).first > 0.6
            assert odds(game, units, foes={foe: count + 2}).first < 0.6
    panel.set(aim=0.1)
    assert (panel.answer.charts[0].numbers()[0] > counts).any(axis=None)


def test_units_that_do_not_grow_have_one_column():
    game = Game(SHEET.replace(b"8 + 2*level", b"10"), "mine.csv", rules="ratio")
    panel = panels.how_many(game, PARTY, foes="Rat")
    assert [*panel.answer.charts[0].numbers()[0].columns] == ["now"]
    assert panel.answer.title.startswith("The party beats ")
    game.units = game.units.changed("Rat", hp=1)  # from no file
    assert panel.answer.title.startswith("The party beats ")


def test_armies_of_one_price_are_those_of_the_mechanics():
    sheet = (
        b"name,hp,attack,defense,damage,cost\nImp,4,9,9,1,30\nOgre,20,9,9,2,90\nElf,9,12,9,1,45\n"
    )
    game = Game(sheet, "mine.csv", rules="ratio")
    panel = panels.prices(game, price=180)
    expected = strength(price_matrix(game.units, game.rules["ratio"], 180, battles=200))["rate"]
    counts = {"Imp": 6, "Ogre": 2, "Elf": 4}
    shown = panel.answer.charts[0].numbers()[0]["rate"]
    assert shown.to_list() == expected.to_list()
    assert [*shown.index] == [f"{counts[name]} × {name}" for name in expected.index]
    assert panel.answer.title.startswith(f"For 180, {shown.index[0]} win most: ")
    assert "by 200 battles of each pair" in panel.answer.note
    free = Game(sheet.replace(b",90", b",0"), "free.csv", rules="ratio")
    assert "cost = 0 buys no army" in panels.prices(free).answer.title
