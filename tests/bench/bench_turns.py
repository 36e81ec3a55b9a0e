"""Fights by turns, of actions and statuses: exact and with dice, beside a plain loop over dice."""

import random

import numpy as np

from combat.units import Action, Gift, Rules, Status, Unit, Units, battle, matrices
from tests.bench.timing import Case
from tests.units.games import plainly

FEW = 100  # battles of the plain loop
MANY = 10_000

FIREBALL = Action("Fireball", columns=(("damage", "8d6"),), targets=4, miss=0.5, uses=2)
HEAL = Action("Heal", on="ally", heals="1d8+3", uses=3)
PARTY = [
    Unit("Fighter", hp=44, attack=14, defense=8, damage="1d10+4", actions=[Action("Two", times=2)]),
    Unit("Rogue", hp=33, attack=15, defense=9, damage="4d6+3"),
    Unit("Wizard", hp=27, attack=12, defense=10, damage="1d10", actions=[FIREBALL]),
    Unit("Cleric", hp=38, attack=12, defense=7, damage="1d8+3", actions=[HEAL]),
]
FOES = [
    Unit("Goblin", hp=7, attack=8, defense=9, damage="1d6+2", count=5),
    Unit("Bugbear", hp=27, attack=10, defense=8, damage="2d8+2", count=2),
]


def thirty(rng):
    """Units of which ten have uses, statuses or recharge, and twenty strike twice."""
    poisoned = Status("poisoned", loses="1d2", kills=False, turns=3)
    stunned = Status("stunned", skips=1, turns=1)
    slowed = Status("slowed", changes=(("damage", "x", 0.5),), turns=1)
    own = [
        Action("Heal", on="self", heals="1d8", uses=2),
        Action("Bite", columns=(("damage", "1d4"),), gives=[Gift(poisoned)]),
        Action("Stun", columns=(("damage", "1d2"),), gives=[Gift(stunned)], uses=2),
        Action("Breath", columns=(("damage", "2d6"),), miss=0.5, recharge=1 / 3),
        Action("Weaken", columns=(("damage", "1d4"),), gives=[Gift(slowed)], uses=3),
    ]
    twice = Action("Twice", times=2, columns=(("damage", "1d4+1"),))
    for number in range(30):
        hp, attack = int(rng.integers(18, 40)), int(rng.integers(8, 16))
        yield Unit(
            f"unit {number}",
            hp=hp,
            attack=attack,
            defense=int(rng.integers(8, 14)),
            damage=("1d6", "1d8+1", "2d4", "1d10")[number % 4],
            armor=number % 3,
            actions=[own[number % 5] if number < 10 else twice],
        )


def cases():
    """Yield the cases of this file."""
    rules = Rules(order="initiative")
    armies = [(unit, 1) for unit in PARTY], [(unit, unit.count) for unit in FOES]
    blows = plainly.Blows({})

    def plain():
        rng = random.Random(1)
        for _ in range(FEW):
            plainly.fight(armies, {"order": "initiative"}, rng, blows=blows)

    yield Case(
        "battle by turns, a party of 4 against 7, 10,000 times",
        lambda: battle(Units(PARTY), Units(FOES), rules, battles=MANY),
        "plain loop over dice, 100 times",
        plain,
        share=FEW / MANY,
    )
    units = [*thirty(np.random.default_rng(1))]
    without = [unit.changed(actions=()) for unit in units]
    for order in ("first", "both"):
        yield Case(
            f"matrix of 30 units with actions, order {order}",
            lambda order=order: matrices(units, Rules(order=order)),
            "the same without actions",
            lambda order=order: matrices(without, Rules(order=order)),
        )
