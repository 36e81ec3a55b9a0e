"""Turns, orders and statuses, by their chances where luck decides."""

import numpy as np
import pytest

from combat.units import Rules, Unit, Units, battle, duel
from combat.units.battles.armies import match_up
from combat.units.engine.game import CompiledFight
from combat.units.sheets.actions import Action
from combat.units.sheets.conditions import condition
from combat.units.sheets.statuses import Grant, Status
from tests.units.games.by_sheet import sure

NEAR = 1e-12


def one(hp=10, damage=0, *actions, name="A", speed=1, **more):
    return Unit(name, hp, 1, 1, damage, speed=speed, actions=actions, **more)


def fought(first, second, rounds, order="first", **rules):
    return duel(first, second, Rules(**{"hit": sure, "order": order} | rules), max_turns=rounds)


def chances(distribution):
    return dict(zip(distribution.values.tolist(), distribution.chances.tolist(), strict=True))


def lost(found):
    """The chances of the hit points left of the second."""
    return chances(found.left[1])


def bite(**status):
    given = {name: status.pop(name) for name in ("chance", "of") if name in status}
    gift = Grant(Status("ill", **status), given.get("of"), given.get("chance", 1.0))
    return Action("Bite", (("damage", 1),), gives=(gift,), uses=1)


# Statuses


def test_a_skip_is_a_chance_for_each_turn():
    found = fought(one(10, 0, bite(skips=0.25)), one(5, 1), 3)
    expected = {
        10 - hits: ways * 0.75**hits * 0.25 ** (3 - hits) for hits, ways in enumerate((1, 3, 3, 1))
    }
    assert chances(found.left[0]) == pytest.approx(expected, abs=NEAR)


def test_an_end_is_a_chance_after_each_turn():
    found = fought(one(10, 0, bite(loses="1", ends=0.25)), one(9), 3)
    expected = {7: 0.25, 6: 0.75 * 0.25, 5: 0.75**2}
    assert lost(found) == pytest.approx(expected, abs=NEAR)


def test_a_gift_is_a_chance_and_its_turns_are_rolled():
    found = fought(one(10, 0, bite(loses="1", chance=0.4, of="1d3")), one(9), 5)
    assert lost(found) == pytest.approx({8: 0.6, **dict.fromkeys((7, 6, 5), 0.4 / 3)}, abs=NEAR)


def test_a_loss_of_stacks_is_rolled_once():
    poison = Status("ill", loses="1d2", stacks=2)
    sting = Action("Sting", (("damage", 0),), gives=(Grant(poison), Grant(poison)), uses=1)
    assert lost(fought(one(9, 0, sting), one(9), 1)) == {7: 0.5, 5: 0.5}


def test_a_recharge_is_a_chance_at_the_start_of_each_turn():
    blast = Action("Blast", (("damage", 5),), recharge=0.25)
    assert lost(fought(one(9, 1, blast), one(30), 3)) == pytest.approx(
        {15: 1 / 16, 19: 6 / 16, 23: 9 / 16}, abs=NEAR
    )


# Orders


@pytest.mark.parametrize("dice", ["d20", "d4", "2d3"])
@pytest.mark.parametrize("lead", [0, 1, 3])
def test_initiative_is_rolled_and_ties_are_at_random(dice, lead):
    first, second = one(1, 1, initiative=lead), one(1, 1, name="B", initiative=0)
    rules = Rules(hit=sure, order="initiative", initiative=dice)
    rolled = rules.initiative_dice
    pairs = [(a + lead > b) + (a + lead == b) / 2 for a in rolled.values for b in rolled.values]
    weights = np.outer(rolled.chances, rolled.chances).ravel()
    expected = float(np.array(pairs) @ weights)
    units = Units([first, second])
    odds = battle({"A": 1}, {"B": 1}, rules, units=units)
    assert odds.fights is None
    assert odds.first == pytest.approx(expected, abs=NEAR)


def test_of_four_each_may_come_first():
    """Who strikes first wins all: two of the first side of four, and no column of initiative."""
    sweep = Action("Sweep", targets=2)
    units = Units([one(1, 1, sweep), one(1, 1, sweep, name="B")])
    odds = battle({"A": 2}, {"B": 2}, Rules(hit=sure, order="initiative"), units=units)
    assert odds.outcomes == pytest.approx([0.5, 0.5, 0, 0], abs=NEAR)
    units = Units([one(1, 1, sweep, initiative=0), one(1, 1, sweep, name="B", initiative=20)])
    odds = battle({"A": 2}, {"B": 2}, Rules(hit=sure, order="initiative"), units=units)
    assert odds.outcomes == pytest.approx([0, 1, 0, 0], abs=NEAR)


def test_who_is_attacked_answers_with_the_first_action_that_he_can_and_wants():
    answers = (
        Action("Free", (("damage", 9),), free=True, uses=0),
        Action("Heal", on="self", heals="1"),
        Action("Late", (("damage", 7),), when=condition("round > 1", [], [])),
        Action("Once", (("damage", 4),), uses=1),
        Action("Often", (("damage", 2),), times=2),
    )
    found = fought(one(40, 1), one(40, 0, *answers, name="B"), 1, "exchange")
    assert found.left[0].values.tolist() == [36]
    found = fought(one(40, 1), one(40, 0, *answers, name="B"), 3, "alternate")
    # He answers with Once; in his own round, hurt, he heals; in the third he answers with Late.
    assert found.left[0].values.tolist() == [40 - 4 - 7]


@pytest.mark.parametrize("times", [1, 3])
def test_who_follows_up_strikes_all_his_times_again(times):
    flurry = Action("Flurry", times=times)
    struck = {}
    for who in "AB":
        rules = {"follow_up": lambda unit, other, who=who: unit.name == who}
        found = fought(one(40, 1, flurry), one(40, 3, name="B"), 1, "exchange", **rules)
        struck[who] = [40 - side.mean for side in found.left]
    assert struck == {"A": [3, 2 * times], "B": [6, times]}


# What a game knows of its units


def game_of(*units, order="both", **how):
    return CompiledFight(
        list(units), [list(range(len(units)))], 1, Rules(hit=sure, order=order), **how
    )


def test_who_can_never_hurt_whom_is_known():
    strong = Status("strong", changes=(("damage", "+", 2),))
    weak, armed = one(9, 1, name="Weak"), one(9, 0, name="Armed", armor=5)
    able = one(9, 1, Action("Grow", on="self", gets=(Grant(strong),)), name="Able")
    game = CompiledFight([weak, armed, able], [[0, 1]], 1, Rules(hit=sure, least=0))
    expected = [[False, True, False], [True, True, True], [False, True, False]]
    assert game.harmless.tolist() == expected
    huge = Status("strong", changes=(("damage", "+", 6),))
    able = one(9, 1, Action("Grow", on="self", gets=(Grant(huge),)), name="Able")
    game = CompiledFight([weak, armed, able], [[0, 1]], 1, Rules(hit=sure, least=0))
    assert not game.harmless[2].any()


def test_who_poisons_is_not_harmless():
    ill = Action("Spit", (("damage", 0),), gives=(Grant(Status("ill", loses="1")),))
    game = game_of(one(9, 1, ill), one(9, 0))
    assert not game.harmless.any()


@pytest.mark.parametrize(
    ("whom", "healed"),
    [(None, "B"), ("hurt", "B"), ("weakest", "A"), ("strongest", "B"), ("front", "A")],
)
def test_an_ally_is_healed_as_the_action_says(whom, healed):
    """Both have lost points to one sweep: A 2 of 5, B 4 of 20; the third is not hurt by it."""
    sweep = Action("Sweep", targets=2)
    heal = Action("Heal", on="ally", heals="1", whom=whom)
    rank = [one(5, 0, armor=2), one(20, 0, name="B"), one(9, 0, heal, name="C")]
    units, rules = Units([*rank, one(9, 4, sweep, name="D")]), Rules(hit=sure, order="first")
    others = {unit.name: 1 for unit in rank}
    met = match_up({"D": 1}, others, rules, units=units, targeting="front", max_rounds=1)
    left = met.ends(2).hit_points["second"][:, 0].tolist()
    assert left == [3 + (healed == "A"), 16 + (healed == "B"), 9]


def test_what_a_reaction_rolls_is_not_what_the_action_rolled():
    """A hit makes the first fierce, though it is struck back before its action is over."""
    fierce = Grant(Status("fierce", changes=(("damage", "+", 5),)), on="hit")
    strike = Action("Strike", (("damage", 1),), gets=(fierce,))
    thorn = Action("Thorn", (("damage", 1),), reacts="struck")
    found = fought(one(9, 1, strike), one(30, 0, thorn, name="B"), 2)
    assert lost(found) == {30 - 1 - 6: 1.0}
