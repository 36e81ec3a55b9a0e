"""An answer that was fought with dice, unasked, says why."""

import pytest

from combat.units import Action, Rules, Unit, battle, duel
from combat.units.battles.armies import Army, match_up
from combat.units.engine.orders import TurnLoop
from combat.units.rules import ORDERS

ORC = Unit("Orc", hp=5, attack=9, defense=9, damage=2)
FAST = ORC.changed(name="Fast", speed=2)
MAGE = ORC.changed(name="Mage", actions=[Action("Bolt", uses=1)])

PLAIN = "battles of units without actions"


@pytest.mark.parametrize(
    ("army", "how", "why"),
    [
        ((FAST, 2), {}, f"{PLAIN} are solved exactly at speed 1 alone; Fast has 2"),
        ((ORC, 2), {"order": "faster"}, f"{PLAIN} in this order aren't solved exactly"),
        ((ORC, 60), {}, "it has too many states to be solved exactly"),
        ((MAGE, 5), {}, "by turns, battles of up to 4 fighters are solved exactly"),
    ],
)
def test_a_battle_with_dice_says_why(army, how, why):
    units = {unit.name: unit for unit in (army[0], ORC)}
    armies = {army[0].name: army[1]}, {"Orc": 2}
    found = battle(*armies, Rules(**how), units=units)
    assert found.fights
    assert found.notes[-1] == f"Fought with dice: {why}."
    asked = battle(*armies, Rules(**how), units=units, battles=50)
    assert not any("Fought with dice" in note for note in asked.notes)
    exact = battle({"Orc": 2}, {"Orc": 1}, units=units)
    assert not any("Fought with dice" in note for note in exact.notes)


def test_targets_that_are_chosen_are_no_chain():
    found = battle({"Orc": 2}, {"Orc": 2}, units={"Orc": ORC}, targeting="weakest")
    assert found.notes[-1] == (
        f"Fought with dice: {PLAIN} at chosen targets aren't solved exactly."
    )


def test_a_duel_with_dice_says_why(monkeypatch):
    monkeypatch.setattr("combat.units.engine.ends.MOST_BYTES", 2**10)
    found = duel(MAGE, ORC, Rules(order="first"))
    assert found.fights
    assert found.notes[-1].startswith("Fought with dice: it has too many states to be solved")


@pytest.mark.parametrize("unit", [MAGE, ORC])
@pytest.mark.parametrize("order", ORDERS)
def test_who_meets_nobody_wins_at_once_and_surely(unit, order):
    army = {unit.name: 2}
    for sides, outcomes in [
        (({}, army), [0, 1, 0, 0]),
        ((army, {}), [1, 0, 0, 0]),
        (({}, {}), [0, 0, 1, 0]),
    ]:
        odds, asked = (
            battle(*sides, Rules(order=order), units={unit.name: unit}, battles=battles)
            for battles in (None, 5)
        )
        assert odds.outcomes.tolist() == asked.outcomes.tolist() == outcomes
        assert (odds.fights, odds.turns.mean) == (None, 0)
        assert not any("dice" in note for note in odds.notes)


@pytest.mark.parametrize("order", ["both", "faster", "first"])
def test_who_heal_themselves_for_ever_are_seen_to_at_once(order, monkeypatch):
    """Case 50: three blows of 1 a round take nobody's 5 points, which come back in his turn."""
    rounds = []
    played = TurnLoop.phase
    monkeypatch.setattr(TurnLoop, "phase", lambda *given: rounds.append(played(*given)))
    heal = Action("Heal", on="self", heals=5)
    unit = Unit("A", hp=5, damage=1, actions=[heal])
    odds = battle({"A": 3}, {"A": 3}, Rules(hit="always hits", order=order), units={"A": unit})
    assert odds.outcomes.tolist() == [0, 0, 0, 1]
    assert odds.endless
    assert len(rounds) < 300


def test_who_may_fall_after_all_are_fought_with_dice():
    """Four blows of 1 may all be at one of 4 points, in 4 of 4^4 moments."""
    heal = Action("Heal", on="self", heals=4)
    army = Army(((Unit("A", hp=4, damage=1, actions=[heal]), 4),))
    assert match_up(army, army, Rules(hit="always hits")).exact() is None


def test_few_rounds_in_which_nobody_can_hurt_anybody_are_solved():
    """With max_rounds they are counted: no dice, however seldom a blow hurts."""
    helpless = Unit("Helpless", hp=3, damage=0)
    army, rules = {"Helpless": 2}, Rules(hit="always hits")
    found = battle(army, army, rules, units={"Helpless": helpless}, max_rounds=5)
    assert (found.fights, found.undecided, found.turns.mean) == (None, 1.0, 5.0)
