"""The gallery of games against published numbers, and each against a second way."""

import random
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from combat.units import Rules, Unit, duel
from tests.markov import plain_games
from tests.markov.games import deck, fire_emblem, risk, rpglite, wesnoth
from tests.test_project import ROOT

PAIRS_TABLE = pd.read_csv(ROOT / "data/rpglite/optimal_beta.csv", index_col=0)
RAGING = ("KB-WB", "AB-RB", "WB-RB", "WB-MB", "RB-HB", "RB-MB", "RB-BG")


def assert_played(chance, wins):
    """That share of wins among so many games is what chance does, within 4 standard errors."""
    wins = list(wins)
    assert abs(np.mean(wins) - chance) < 4 * (chance * (1 - chance) / len(wins)) ** 0.5


class TestRisk:
    def test_the_published_battles(self):
        for dice, rolls in plain_games.RISK_ROLLS.items():
            share = sum(risk.losses(*dice).values()) / sum(rolls)
            assert risk.losses(*dice) == {lost: many * share for lost, many in enumerate(rolls)}
        assert round(risk.fought(5, 5).chance(risk.won), 3) == 0.506
        assert round(risk.fought(10, 10).chance(risk.won), 3) == 0.568

    @pytest.mark.parametrize("armies", [(1, 1), (3, 7), (9, 5), (20, 20)])
    def test_a_recursion_in_fractions_finds_the_same(self, armies):
        assert abs(risk.fought(*armies).chance(risk.won) - plain_games.risk(*armies)) < 1e-12

    def test_when_to_stop(self):
        found = risk.with_a_halt(8, 6, prize=8)
        assert abs(found.value() - plain_games.risk_halted(8, 6, 8)) < 1e-12
        assert found.best(risk.Battle(8, 6)) == ("attack",)
        assert found.best(risk.Battle(4, 6)) == ("stop",)
        to_the_end = found.against(lambda battle: "attack")
        assert found.value() > to_the_end.value()


class TestDeck:
    """A monster of a deck-building game, and the turns that best play takes."""

    @pytest.mark.parametrize(
        ("hp", "left", "wins", "turns"),
        [
            (24, 18.331, 1, 2.244),
            pytest.param(42, 16.483, 0.9992, 4.335, marks=pytest.mark.slow),
            pytest.param(80, 3.162, 0.6408, 6.698, marks=pytest.mark.slow),
        ],
    )
    def test_a_recursion_card_by_card_finds_the_same(self, hp, left, wins, turns):
        found = deck.played(hp)
        followed = found.followed()
        expected, fewest, most = plain_games.deck_drawn(20, hp, 0, False, "")
        assert found.value() == pytest.approx(expected, abs=1e-9)
        assert fewest - 1e-9 <= followed.mean_steps <= most + 1e-9
        assert followed.mean(lambda turn: turn.hero) == pytest.approx(found.value(), abs=1e-9)
        assert followed.mean(lambda turn: turn.number) == pytest.approx(followed.mean_steps)
        won = followed.chance(lambda turn: turn.hero > 0)
        assert [round(found.value(), 3), round(won, 4)] == [left, wins]
        assert round(followed.mean_steps, 3) == turns

    def test_best_play_beats_a_rule_of_thumb(self):
        """To strike as hard as the hand allows leaves less."""
        found = deck.played(42)

        def least_left(turn):
            strikes_and_bashes = {cards: (cards[0], cards[2]) for cards in deck.plays(turn.hand)}
            return min(
                strikes_and_bashes, key=lambda one: deck.struck(turn, *strikes_and_bashes[one])
            )

        hard = found.against(lambda turn: least_left(turn) if turn.hand else None)
        assert hard.value() < found.value() - 1


class TestWesnoth:
    SHAMAN = wesnoth.Unit(26, 3, 2, 0.4, ("slow",))
    ADEPT = wesnoth.Unit(28, 10, 2, 0.6, ("magical",))

    @pytest.mark.parametrize(
        ("attacker", "defender", "hp"),
        [
            (("slow", 26, 3, 2, 7), ("", 28, 10, 2, 6), (15, 28)),
            (("drain", 33, 8, 4, 6), ("", 38, 9, 2, 6), (20, 30)),
            (("drain", 33, 5, 4, 6), ("slow", 38, 7, 3, 5), (21, 30)),
            (("berserk", 20, 4, 4, 4), ("", 12, 6, 2, 6), (20, 12)),
            (("berserk", 14, 5, 2, 4), ("drain", 12, 5, 3, 6), (14, 11)),
        ],
    )
    def test_a_recursion_over_strikes_finds_the_same(self, attacker, defender, hp):
        units, plain = [], []
        for (what, most, damage, strikes, exposed), left in zip(
            (attacker, defender), hp, strict=True
        ):
            units.append(wesnoth.Unit(most, damage, strikes, exposed / 10, (what,)))
            plain.append((left, most, damage, strikes, exposed / 10, what))
        found = wesnoth.fought(*units, hp)
        rounds = 30 if attacker[0] == "berserk" else 1
        expected = plain_games.wesnoth(*plain, rounds)
        for both, chance in expected.items():
            assert abs(found.chance(lambda at, both=both: at.hp == both) - chance) < 1e-12

    def test_a_berserker_has_thirty_rounds(self):
        ulf, wall = wesnoth.Unit(34, 4, 4, 0.4, ("berserk",)), wesnoth.Unit(40, 0, 1, 0.01)
        assert max(at.strike for at in wesnoth.fought(ulf, wall).end_states) == 30 * (4 + 1)

    def test_what_weapons_may_do(self):
        plain = wesnoth.Unit(20, 5, 3, 0.3)
        magic, aim = plain._replace(specials=("magical",)), plain._replace(specials=("marksman",))
        assert wesnoth.chance_to_hit(magic, plain, False) == 0.7
        assert [wesnoth.chance_to_hit(aim, plain, attacks) for attacks in (1, 0)] == [0.6, 0.3]
        first = plain._replace(specials=("first strike",))
        assert wesnoth.order((plain, first._replace(strikes=2)), (20, 20)) == [1, 0, 1, 0, 0]
        assert wesnoth.order((first, first), (20, 20)) == [0, 1] * 3
        swarm = plain._replace(specials=("swarm",))
        assert wesnoth.order((plain, swarm), (20, 13)) == [0, 1, 0, 0]
        lancer = plain._replace(specials=("charge",))
        assert {at.hp for at in wesnoth.fought(lancer, plain).end_states} == {
            (0, 10), (0, 20), (10, 0), (10, 10), (10, 20), (20, 0), (20, 10), (20, 20)
        }  # fmt: skip

    def test_four_strikes_against_two(self):
        """Four hits of four must come, or it is over; a duel goes on until one falls."""
        attacker, defender = wesnoth.Unit(14, 5, 4, 0.3), wesnoth.Unit(18, 8, 2, 0.7)
        assert round(wesnoth.fought(attacker, defender).chance(wesnoth.kills), 3) == 0.218
        rules = Rules(hit=lambda one, other: other.exposed, order="coin")
        one, other = (
            Unit(name, unit.hp, damage=unit.damage, exposed=unit.exposed)
            for name, unit in (("Attacker", attacker), ("Defender", defender))
        )
        assert round(duel(one, other, rules).first, 3) == 0.524

    def test_a_shaman_lives_by_slowing(self):
        """With 15 of 26 hit points against a Dark Adept's 10-2: one slowed hit is not enough."""
        hurt = (15, 28)
        assert round(wesnoth.fought(self.SHAMAN, self.ADEPT, hurt).chance(wesnoth.dies), 3) == 0.196
        without = self.SHAMAN._replace(specials=())
        assert round(wesnoth.fought(without, self.ADEPT, hurt).chance(wesnoth.dies), 3) == 0.49

    def test_slow_lasts_into_the_next_turn(self):
        """Two shots of a Thunderer, 18-1, one in each turn; a cave hides no elf."""
        thunderer = wesnoth.Unit(34, 18, 1, 0.6)
        shaman = self.SHAMAN._replace(exposed=0.7)
        assert round(wesnoth.in_turn(shaman, thunderer, 2).chance(wesnoth.kills), 3) == 0.196
        without = shaman._replace(specials=())
        assert round(wesnoth.in_turn(without, thunderer, 2).chance(wesnoth.kills), 3) == 0.49


@pytest.fixture(scope="module")
def best():
    """The map of Fire Emblem, played as well as can be."""
    return fire_emblem.played()


class TestFireEmblem:
    def test_true_hit(self):
        shown = {10: 0.021, 50: 0.505, 75: 0.8775, 90: 0.981, 100: 1, 120: 1, 0: 0, -5: 0}
        assert {hit: fire_emblem.true_hit(hit) for hit in shown} == shown

    def test_to_drink_at_best_beats_each_rule_of_thumb(self, best):
        assert round(best.value(), 3) == 0.517
        thumbs = {at: best.against(fire_emblem.thumb(at)).value() for at in (0, 10, 16, 18, 20)}
        assert max(thumbs, key=thumbs.get) == 18
        assert [round(thumbs[at], 3) for at in (0, 10, 18)] == [0.041, 0.329, 0.407]

    @pytest.mark.parametrize("at_best", [True, False])
    def test_random_numbers_say_the_same(self, best, at_best):
        drinks = best.policy.get if at_best else fire_emblem.thumb(10)
        chance = best.value() if at_best else best.against(drinks).value()

        def asked(*numbers):
            return drinks(fire_emblem.Map(*numbers)) == "drink"

        rng = random.Random(3)
        lord, enemies = fire_emblem.LORD._asdict(), [one._asdict() for one in fire_emblem.ENEMIES]
        assert_played(chance, (plain_games.map_won(rng, lord, enemies, asked) for _ in range(4000)))


def pairs(between):
    one, _, other = between.partition("-")
    return one, other


class TestRPGLite:
    @pytest.mark.parametrize("between", ["KA-KR", "KR-AG", "KG-AW", "AR-MB", "KA-WR", "KB-RG"])
    def test_some_of_the_published_table(self, between):
        one, other = pairs(between)
        assert abs(rpglite.played(one, other).value() - PAIRS_TABLE.loc[one, other]) <= 0.5001e-4

    @pytest.mark.slow
    def test_a_twelfth_of_the_table(self):
        """By rounding (once a hair more), but for the seven with a Barbarian on both sides."""
        off = {}
        for place, (one, other) in enumerate(combinations(rpglite.PAIRS, 2)):
            if place % 12 and f"{one}-{other}" not in RAGING:
                continue
            found = rpglite.played(one, other).value()
            both = PAIRS_TABLE.loc[one, other], 1 - PAIRS_TABLE.loc[other, one]
            off[f"{one}-{other}"] = max(abs(found - printed) for printed in both)
        assert len(off) > 378 / 12
        assert {between for between in off if off[between] > 0.501e-4} == set(RAGING)
        assert max(off.values()) <= 0.022

    @pytest.mark.slow
    @pytest.mark.parametrize("between", ["KB-WB", "AB-RB", "RB-BG"])
    def test_what_is_published_lies_between_the_two_ends(self, between):
        """Where all may pass, both do for ever: what it is worth hangs on what that counts as."""
        lost, won = assert_between(between)
        if between == "KB-WB":
            assert (round(lost, 3), round(won, 3)) == (0.492, 0.530)


def assert_between(between):
    """The ends of a game in which all may pass: the published value is between them."""
    one, other = pairs(between)
    must, printed = rpglite.played(one, other), PAIRS_TABLE.loc[one, other]
    assert np.ptp(must.bounds()) < 1e-11
    assert 0.6e-4 < abs(must.value() - printed) <= 0.022
    lost, won = rpglite.played(one, other, passing=True).bounds()
    assert lost < printed < won
    return lost, won
