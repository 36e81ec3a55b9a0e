"""Fights side by side: distributions that many draw from, and dice."""

from itertools import pairwise

import numpy as np
import pytest

from combat.units import Rules, Unit, Units
from combat.units.battles.armies import match_up
from combat.units.engine.ends import fought
from combat.units.engine.luck import Draws, Rolling
from combat.units.engine.rows import Form, World
from combat.units.sheets.actions import Action
from combat.units.sheets.statuses import Grant, Status


def fights(many):
    form = Form({"turn": (), "hp": (1,)})
    table = np.array([[1], [3]]).repeat(many, axis=1)
    beside = {"of": np.arange(many), "weight": np.ones(many), "actor": np.zeros(many, int)}
    return World(form, table, **beside)


def rolling(many, seed=0, number=1):
    source, w = Rolling(seed), fights(many)
    source.started(w)
    source.begin(w, number)
    return source, w


def test_a_number_just_below_1_never_chooses_of_the_next_distribution():
    draws = Draws()
    places = np.array([draws.add([value], [1.0]) for value in range(5000)])
    numbers = np.full(5000, 1 - 2**-53)
    assert draws.rolled(places, numbers)[0].tolist() == list(range(5000))


def test_dice_are_even_and_those_of_other_fights_turns_and_actions_are_others():
    many = 100_000
    source, w = rolling(many)
    numbers = [source._rolled(w, True)]
    numbers.append(source._rolled(w, True))
    source.begin(w, 2)
    numbers.append(source._rolled(w, True))
    source.begin(w, 2, 1)  # once more in the same turn
    numbers.append(source._rolled(w, True))
    w["turn"] += 1
    source.begin(w, 1)
    numbers.append(source._rolled(w, True))
    w["actor"] += 1
    source.begin(w, 1)
    numbers.append(source._rolled(w, True))
    error = 1 / (12 * many) ** 0.5
    for one in numbers:
        assert abs(one.mean() - 0.5) < 4 * error
    together = np.corrcoef(np.array(numbers))
    assert np.abs(together - np.eye(6)).max() < 4 / many**0.5
    assert abs(np.corrcoef(numbers[0][1:], numbers[0][:-1])[0, 1]) < 4 / many**0.5


def test_dice_choose_evenly_and_never_what_is_closed():
    source, w = rolling(30_000)
    open_to = np.zeros((4, 30_000), bool)
    open_to[[1, 3]], open_to[:, 0] = True, False
    chosen = source.choose(w, open_to)
    assert chosen[0] == -1
    assert set(chosen[1:].tolist()) == {1, 3}
    assert abs((chosen == 1).mean() - 0.5) < 4 * 0.5 / 30_000**0.5


POISONED = Status("poisoned", loses="1d3", turns=3, stacks=2)
STUNNED = Status("stunned", skips=0.5, ends=0.3)


def a_game(order):
    """Two units who give statuses, choose targets and answer, so that luck has much to decide."""
    sweep = Action("Sweep", targets=2, times=2, uses=2, gives=(Grant(POISONED, "1d3", 0.5),))
    stun = Action("Stun", times=2, recharge=0.4, gives=(Grant(STUNNED, chance=0.4),), drain=0.5)
    units = [
        Unit("Elf", 11, 5, 3, "1d6", initiative=2, speed=2, actions=(sweep,)),
        Unit("Ogre", 14, 6, 5, "1d8", initiative=0, actions=(stun,)),
        Unit("Rat", 3, 6, 5, "1d3", initiative=0),
    ]
    rules = Rules(hit=lambda a, d: 0.3 + a.attack / 20, order=order, follow_up=lambda a, d: True)
    armies = {"Elf": 2, "Rat": 1}, {"Ogre": 2, "Rat": 1}
    return match_up(
        *armies, rules, units=Units(units), targeting=("random", "weakest"), max_rounds=30
    )


def braced_game():
    """Slow ones whose armor is broken by a throw: in some phases nobody acts, in others one."""
    braced = Status("braced", changes=(("armor", "+", 1),), broken="d4 + defense >= damage taken")
    brace = Action("Brace", on="self", gets=(Grant(braced),), recharge=0.5, free=True)
    thorn = Action("Thorn", (("damage", "1d2"),), reacts="struck")
    units = [
        Unit("Elf", 11, 5, 3, "1d6", speed=1.5, actions=(brace,)),
        Unit("Ogre", 14, 6, 1, "1d8", speed=0.7, actions=(brace, thorn)),
    ]
    rules = Rules(hit=lambda a, d: 0.3 + a.attack / 20, order="coin", overkill="next")
    return match_up({"Elf": 1}, {"Ogre": 1}, rules, units=Units(units), max_rounds=30)


FEW = [0, 1, 2, 9, 100]


@pytest.mark.parametrize(
    ("met", "parts"),
    [
        (a_game("both"), FEW),
        (a_game("initiative"), FEW),
        (a_game("exchange"), FEW),
        (braced_game(), range(0, 41, 4)),
    ],
)
def test_the_same_fight_has_the_same_luck_whatever_others_are_fought_beside_it(met, parts):
    whole = fought(met.game, met.begun(100), 7)
    for first, last in pairwise(parts):
        part = fought(met.game, met.begun(last - first), 7, first)
        assert (part.rows["hp"] == whole.rows["hp"][:, first:last]).all()
        assert (part.rounds == whole.rounds[first:last]).all()
