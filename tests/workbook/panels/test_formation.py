"""Two armies in rows: what a place is worth, and who reaches whom from it."""

import pytest

from combat.units import Rules, battle, read_units
from combat.workbook import Game, panels
from combat.workbook.charts.palette import SIDES

# The worked fight of rows: all hits are certain, both act at once.
SHEET = b"name,hp,damage,row,reach\nGuard,5,2,1,1\nArcher,3,1,2,\n"
SIDE = {"Guard": 1, "Archer": 1}


@pytest.fixture
def game():
    return Game(SHEET, "rows.csv", rules=Rules(hit="always hits"))


def arrows(panel):
    """The arrows of the drawing: (colour, from, to), by the places of the rows."""
    layers = panel.answer.charts[0].layers
    marks = [mark for layer in layers for mark in layer.marks if mark.get("arrow")]
    return {(mark["color"], *(round(x) for x in mark["x"])) for mark in marks}


def test_a_place_is_worth_what_the_battle_says(game):
    panel = panels.places(game, SIDE, SIDE, who="Archer")
    shown = panel.answer.charts[1].numbers()[0]
    for row in (1, 2, 3):
        units = read_units(SHEET + f"Mine,3,1,{row},\n".encode())
        mine = {"Guard": 1, "Mine": 1}
        odds = battle(mine, SIDE, Rules(hit="always hits"), units=units)
        assert shown.loc[f"in row {row}", "chance"] == pytest.approx(odds.first, abs=1e-12)
    assert shown.loc["in row 2", "chance"] == pytest.approx(21 / 64)
    assert panel.answer.title.startswith("With the Archer in row 2 the first army wins 32.8%")


def test_arrows_lead_to_whom_it_reaches_and_from_who_reaches_it(game):
    panel = panels.places(game, SIDE, SIDE, who="Archer")
    mine, theirs = SIDES["first"], SIDES["second"]
    # Their Archer reaches everybody, their Guard, in their first row, only our first one.
    assert arrows(panel) == {(mine, -2, 1), (mine, -2, 2), (theirs, 2, -2)}
    game.units = game.units.changed("Archer", reach=2)
    assert arrows(panel) == {(mine, -2, 1)}
    panel.controls["row"].value = 1
    assert arrows(panel) == {(mine, -1, 1), (mine, -1, 2), (theirs, 1, -1), (theirs, 2, -1)}
