"""What is large has an answer, or a line that says what is too much."""

import numpy as np
import pytest

from combat.units import Rules, Unit, Units, battle, campaign, duel, matrix
from combat.units.battles.armies import match_up
from combat.units.engine import luck, pairs
from combat.units.engine.game import CompiledFight
from combat.units.engine.orders import TurnLoop
from combat.units.sheets.actions import Action
from combat.units.sheets.statuses import Grant, Status
from tests.units.games.by_sheet import half

STRONG = Status("strong", changes=(("damage", "+", 2),), stacks=100)
THORN = Action("Thorn", (("damage", "2"),), reacts="struck")
MEND = Action("Mend", on="self", heals="1d6", uses=3, when="hp < 50 %")
THORNY = Units(
    [
        Unit("Imp", 12, 10, 10, "1d6", actions=[THORN]),
        Unit("Ogre", 20, 10, 10, "1d8", actions=[MEND]),
    ]
)
FLAGS = [Status(name, changes=(("armor", "+", 1),)) for name in ("hidden", "warded", "braced")]


def a_unit(name, *statuses):
    gets = tuple(Grant(status) for status in statuses)
    return Unit(name, 6, 5, 5, 3, actions=(Action("Flex", on="self", gets=gets, uses=1),))


def test_many_stacks_take_little_memory_among_many_units():
    units = [a_unit(f"Imp {number}", STRONG, FLAGS[0]) for number in range(40)]
    places = [(0, other) for other in range(1, 40)]
    game = CompiledFight(units, places, 1, Rules(hit=half, order="first"))
    for kind in range(40):
        codes = np.zeros(40, int)
        game.blows.places(kind, 1, game.actions[kind][1], codes, np.arange(40), codes)
    tables = game.blows._known.values()
    assert sum(table.nbytes for table in tables) <= 4 * 202**2 * 40**2
    assert game.draws.most(game.blows.places(3, 1, game.actions[3][1], codes, codes, codes))[0] == 3


class TestWorkOfAMatrix:
    """A hundred units with actions took two minutes without a word."""

    units = Units([a_unit(f"Imp {number}", *FLAGS[: 1 + number % 3]) for number in range(10)])
    rules = Rules(hit=half, order="first")

    def test_a_large_one_is_refused_before_it_begins(self, monkeypatch):
        many = Units([a_unit(f"Imp {number}", FLAGS[0]) for number in range(400)])
        monkeypatch.setattr(pairs.TurnDuels, "_all_at_once", None)
        with pytest.raises(ValueError, match=r"^160,000 duels by turns, of some \d+ states each"):
            matrix(many, self.rules)

    def test_it_is_fought_with_a_progress(self, monkeypatch):
        monkeypatch.setattr(pairs, "_MOST_UNWATCHED", 0)
        seen = []
        matrix(self.units, self.rules, progress=lambda *done: seen.append(done))
        assert seen[-1] == (100, 100)
        with pytest.raises(ValueError, match="or watch them with progress=print"):
            matrix(self.units, self.rules)

    def test_the_estimate_is_exact_for_units_that_are_all_the_same(self, monkeypatch):
        same = Units([a_unit(f"Imp {number}", FLAGS[0]) for number in range(4)])
        one, other = list(same)[:2]
        game = CompiledFight([one, other], [[0, 1]], 1, self.rules)
        each = len(pairs.solved(game, game.begun([0])).chances)
        monkeypatch.setattr(pairs, "_MOST_UNWATCHED", 16 * each)
        assert matrix(same, self.rules).shape == (4, 4)
        monkeypatch.setattr(pairs, "_MOST_UNWATCHED", 16 * each - 1)
        with pytest.raises(ValueError, match=f"16 duels by turns, of some {each} states each"):
            matrix(same, self.rules)

    def test_what_is_too_large_to_probe_counts_with_what_was_seen(self, monkeypatch):
        monkeypatch.setattr(pairs, "_MOST_PROBED", 5)
        monkeypatch.setattr(pairs, "_MOST_UNWATCHED", 500)
        assert matrix(self.units, self.rules).shape == (10, 10)
        monkeypatch.setattr(pairs, "_MOST_UNWATCHED", 499)
        with pytest.raises(ValueError, match="of some 5 states each or more, take minutes"):
            matrix(self.units, self.rules)


class TestWorkOfABattle:
    """Hundreds against hundreds, of a million hit points each, fought on without a word."""

    MEND = Action("Mend", on="self", heals="9", when="hp < 50 %", uses=2)

    @pytest.mark.parametrize(
        ("hp", "many", "actions"), [(3, 1, ()), (30, 2, (MEND,)), (20, 12, ())]
    )
    def test_its_length_is_estimated(self, hp, many, actions):
        units = Units([Unit(name, hp, 10, 10, "1d6", actions=actions) for name in ("Imp", "Ogre")])
        met = match_up({"Imp": many}, {"Ogre": many}, Rules(order="initiative"), units=units)
        fought = met.odds(("first", "second"), 50).turns.mean
        assert 0.4 < met.blows / (met.fighters * (5 + met.fighters / 4)) / fought < 2.5

    def test_what_takes_minutes_is_refused_unless_so_many_were_asked_for(self):
        units = Units([Unit(name, 10**6, 10, 10, "1d6") for name in ("Imp", "Ogre")])
        armies, rules = ({"Imp": 200}, {"Ogre": 200}), Rules(order="initiative")
        with pytest.raises(ValueError, match=r"100 battles of these armies take some .* minutes"):
            battle(*armies, rules, units=units)
        with pytest.raises(ValueError, match="100 campaigns of these armies take some"):
            campaign(armies[0], [armies[1]], rules, units=units)
        assert match_up(*armies, rules, units=units, max_rounds=1).blows < 2e6


def test_outcomes_that_take_gigabytes_are_left_to_dice(monkeypatch):
    """A thorn and a heal of dice multiply what one round may bring; a state alone is tried last."""
    tried = []
    monkeypatch.setattr(luck, "_MOST_BYTES", 2**14)
    phase = TurnLoop.phase
    monkeypatch.setattr(
        TurnLoop, "phase", lambda self, of: tried.append(of.many) or phase(self, of)
    )
    found = battle({"Imp": 2}, {"Imp": 1, "Ogre": 1}, units=THORNY)
    assert found.fights
    assert 1 in tried


def test_how_much_is_followed_at_once_changes_no_answer(monkeypatch):
    small = [unit.changed(hp=unit.hp // 2) for unit in THORNY]
    whole = duel(*small)
    monkeypatch.setattr(luck, "_MOST_BYTES", 2**15)
    parts = duel(*small)
    assert (whole.fights, parts.fights) == (None, None)
    assert parts.outcomes == pytest.approx(whole.outcomes, abs=1e-12)
