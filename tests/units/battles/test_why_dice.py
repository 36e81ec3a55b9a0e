"""An answer that was fought with dice, unasked, says why."""

import pytest

from combat.units import Action, Rules, Unit, battle, duel

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


def test_who_meets_nobody_is_said_to_meet_nobody():
    found = battle({}, {"Mage": 1}, units={"Mage": MAGE})
    assert found.notes[-1] == "Fought with dice: an army is empty."


def test_few_rounds_in_which_nobody_can_hurt_anybody_are_solved():
    """With max_rounds they are counted: no dice, however seldom a blow hurts."""
    helpless = Unit("Helpless", hp=3, damage=0)
    army, rules = {"Helpless": 2}, Rules(hit="always hits")
    found = battle(army, army, rules, units={"Helpless": helpless}, max_rounds=5)
    assert (found.fights, found.undecided, found.turns.mean) == (None, 1.0, 5.0)
