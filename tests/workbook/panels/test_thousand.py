"""Fights that play: what is recorded of them, and what is said."""

import numpy as np
import pandas as pd
import pytest

from combat.units import duel
from combat.workbook import Game, panels
from combat.workbook.panel.panel import EXPORT
from combat.workbook.panels.thousand import bars_of
from tests.test_project import ROOT

OWN = ROOT / "data" / "own_game"


@pytest.fixture
def game():
    return Game(OWN / "units.csv", rules=f"{OWN / 'rules.py'}:OWN")


def test_the_bars_are_the_exact_margin_and_hold_all_fights(game):
    told = panels.fights(game, "Knight", "Giant").told()
    knight, giant = game.units["Knight"], game.units["Giant"]
    exact = duel(knight, giant, game.rules["OWN"])
    bars = pd.Series(told["chances"], range(told["low"], told["low"] + len(told["chances"])))
    assert bars[bars.index > 0].sum() == pytest.approx(exact.first, abs=1e-3)
    assert bars[bars.index < 0].sum() == pytest.approx(exact.second, abs=1e-3)
    assert bars[0] == pytest.approx(exact.both, abs=1e-3)
    assert len(told["ends"]) == 1000
    assert set(told["ends"]) <= set(bars.index)
    assert (told["low"], bars.index[-1]) == (-giant.hp // told["width"], -(-knight.hp // 2))
    assert told["words"].endswith("Exactly, Knight wins 43.4% and Giant 46.4%: the line.")


def test_each_fight_that_is_shown_leads_to_its_bar(game):
    told = panels.fights(game, "Knight", "Giant").told()
    for fight, end in zip(told["fights"], told["ends"], strict=False):
        moments = np.reshape(fight, (-1, 3))
        assert moments[0].tolist() == [27, 52, 0]
        first, second, _ = moments[-1]
        assert bars_of(first - second, told["width"]) == end
        assert min(first, second) == 0


def test_they_follow_the_game(game):
    shown = panels.fights(game, "Knight", "Giant")
    game.units = game.units.changed("Knight", hp=60)
    assert shown.told()["hp"] == [60, 52]
    assert '"hp": [60, 52]' in shown.stage.told


def test_a_fight_that_never_ends_is_said_in_a_line_and_goes_with_its_cause(game):
    shown = panels.fights(game, "Knight", "Giant")
    before = shown.stage.told
    game.units = game.units.changed("Knight", damage=0).changed("Giant", damage=0)
    assert "more than 200 rounds" in shown.error
    assert repr(shown) in shown.error
    game.units = OWN / "units.csv"
    assert shown.error == ""
    assert shown.stage.told == before


def test_what_a_page_needs_is_small_and_only_there(game, monkeypatch):
    shown = panels.fights(game, "Knight", "Giant")
    data, metadata = shown._repr_mimebundle_()
    assert "fights" not in metadata["combat"]
    assert metadata["image/png"]["alt"] == data["text/plain"] == shown.words
    monkeypatch.setenv(EXPORT, "9")
    assert shown._repr_mimebundle_()[1]["combat"]["fights"] == shown.told()


def test_a_pair_that_can_not_be_watched_is_shown_as_a_line_from_the_start(game):
    game.units = game.units.changed("Knight", damage=0).changed("Giant", damage=0)
    shown = panels.fights(game, "Knight", "Giant")
    data, metadata = shown._repr_mimebundle_()
    assert data["text/plain"].startswith("Knight against Giant: a fight takes more than 200 rounds")
    assert "image/png" not in data
    assert metadata == {}
    assert shown.stage.told == ""
