"""The button "What would mend it?": slices of the loop of events, progress, Cancel."""

import asyncio

import pytest

from combat.charter import mend
from combat.workbook import Game, panels
from combat.workbook.panel.finding import EXPORT
from combat.workbook.panels.charter import claims
from tests.charter.mends.games import HEADER, SMALL, changed

SLICE = "combat.workbook.panels.charter._SLICE"


@pytest.fixture
def game(tmp_path):
    units, rows = changed(SMALL["duels"], "Ogre", "hp", 11)
    (tmp_path / "units.csv").write_text(units)
    (tmp_path / "units.charter.csv").write_text(HEADER + rows)
    return Game(tmp_path / "units.csv")


def test_a_page_shows_what_the_button_finds_for_the_game_as_it_stands(game, monkeypatch):
    asked = [panels.promises(game, unit="Ogre", columns=["hp"], mends=mends) for mends in (1, 0)]
    assert [one.answered().table for one in asked] == [None, None]
    monkeypatch.setenv(EXPORT, "1")
    assert asked[1].answered().table is None
    shown = asked[0].answered().table
    assert shown.frame.equals(mend(claims(game)).frame)
    assert asked[0].answered(hp=12).table is None


def test_in_a_script_it_finds_what_mend_finds(game):
    panel = panels.promises(game, unit="Ogre", columns=["hp"])
    panel.mending.columns.value = ["hp"]
    panel.mending.begin()
    found = mend(claims(game), change=["hp"])
    assert panel.mending.shown == found.lines
    rows = [row.children for row in panel.mending.offers.children]
    apply, said = next(one for one in rows if "Ogre" in one[1].value.partition(":")[0])
    assert "Ogre: hp 11 -&gt; 12: all 6 promises hold" in said.value
    assert panel.widget.children[0] is panel.mending.widget
    apply.click()
    assert game.units["Ogre"].hp == panel.values["hp"] == 12
    assert panel.answer.title.endswith("0 broken, 0 open, 6 hold.")
    assert (panel.mending.shown, panel.mending.offers.children) == (
        "Applied: Ogre: hp 11 -> 12.",
        (),
    )


def test_where_all_hold_it_shows_the_rooms_and_a_change_of_the_game_clears_them(game):
    panel = panels.promises(game)
    panel.mending.columns.value = ["hp"]
    game.units = game.units.changed("Ogre", hp=20)
    panel.mending.begin()
    assert "How far each number may move" in panel.mending.shown.caption
    game.units = game.units.changed("Ogre", hp=19)
    assert panel.mending.shown == ""


def test_cancel_stops_between_two_slices(game, monkeypatch):
    monkeypatch.setattr(SLICE, -1)  # one step in each slice
    panel = panels.promises(game)

    async def click():
        panel.mending.begin()
        assert not panel.mending._cancel.disabled
        await asyncio.sleep(0)
        panel.mending._cancel.click()
        done = panel.mending.shown
        monkeypatch.setattr(SLICE, 60)  # what went on would come to its end
        await asyncio.sleep(0.01)
        return done

    assert asyncio.run(click()) == panel.mending.shown
    assert panel.mending.shown[-1].endswith("; stopped before the end.")
    assert panel.mending._cancel.disabled
