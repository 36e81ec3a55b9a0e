"""Battles of many against many, for any game: simulated in blocks, or solved exactly.

Two sides fight, round by round, until one has fallen. A game describes each side as a `Side`:
names, hit points, targets of an action, speed, whom a fighter strikes first, who guards whom and
who falls with whom. It adds one rule, `damage`: the chances P(damage <= k) of a blow, for each
class of attack against each class of defence. This package does the rest. If the classes depend
on the round or on who still lives (buffs, exhaustion), the side has `stances`.

A game in ten lines: a blow hits with a chance of attack - defence percent and takes 1 hit point.

>>> import numpy as np
>>> from combat.battle import Side, simulate
>>> def damage(attacks, defences, most):
...     return 1 - (attacks - defences)[:, None] / 100
>>> knights = Side(("Ann", "Bob"), damage, hit_points=3, attack=[60, 80], defense=[20, 10])
>>> orcs = Side(("Urg", "Zog", "Mug"), damage, hit_points=2, attack=50, defense=5, speed=0.75)
>>> found = simulate({"knights": knights, "orcs": orcs}, battles=20_000, seed=1)
>>> found.table().round(2)
           chance   low  high
outcome
knights      0.94  0.93  0.94
orcs         0.05  0.05  0.05
draw         0.01  0.01  0.02
undecided    0.00  0.00  0.00
"""

from combat.battle.block import MOST_ROUNDS, ORDERS
from combat.battle.chain import EndStates, Pools, Steady, chain
from combat.battle.chain_space import MOST_STEPS, StateSpace, steps
from combat.battle.odds import Odds
from combat.battle.side import TARGETING, Side, Stances
from combat.battle.simulation import Ends, blocks, play, simulate
from combat.battle.tally import Tally
from combat.battle.volleys import Volleyer, volley

__all__ = [
    "MOST_ROUNDS",
    "MOST_STEPS",
    "ORDERS",
    "TARGETING",
    "EndStates",
    "Ends",
    "Odds",
    "Pools",
    "Side",
    "Stances",
    "StateSpace",
    "Steady",
    "Tally",
    "Volleyer",
    "blocks",
    "chain",
    "play",
    "simulate",
    "steps",
    "volley",
]
