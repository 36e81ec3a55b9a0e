"""One's own game: units from a spreadsheet, any rule, and what comes of them.

`read_units` reads a CSV or xlsx file, or units are made in code. `blow`, `blows_to_kill`,
`turns_to_kill` and `duel` are of two units, `matrix` of all against all, `breakpoints` of one
number of one unit; they are exact. `battle` and `campaign` are of armies, exact where they are
small. A game of two units with a column of its own (`dex`), and a rule that asks for it:

>>> import numpy as np
>>> archer = Unit("Archer", hp=18, attack=14, defense=8, damage="1d8+1", dex=15)
>>> knight = Unit("Knight", hp=27, attack=16, defense=15, damage="1d8+3", armor=4, dex=11)
>>> def hit(attacker, defender):
...     return np.clip(0.6 + 0.04 * (attacker.dex - defender.dex), 0.05, 0.95)
>>> rules = Rules(hit=hit, critical=(0.1, 2))
>>> print(duel(archer, knight, rules))
Archer beats Knight in 3.2%, Knight beats Archer in 95.4% of all duels, both fall in 1.5%; it ...
>>> units = Units([archer, knight])
>>> matrix(units, rules, "score").loc["Archer"].round(2).to_dict()
{'Archer': 0.5, 'Knight': 0.04}
>>> battle({"Archer": 3}, {"Knight": 1}, rules, units=units, battles=2000).won("first") > 0.5
True
"""

from combat.units.advice import advice
from combat.units.armies import battle, losses
from combat.units.campaigns import Campaign, campaign
from combat.units.curve import breakpoints
from combat.units.duels import Duel, blow, blows_to_kill, duel, turns_to_kill
from combat.units.fitting import usable
from combat.units.own_rules import rules_of
from combat.units.reading import read_units
from combat.units.roster import NoColumn, Unit, Units
from combat.units.round_robin import MEASURES, matrices, matrix
from combat.units.rules import ORDERS, PLAIN, Rules

__all__ = [
    "MEASURES",
    "ORDERS",
    "PLAIN",
    "Campaign",
    "Duel",
    "NoColumn",
    "Rules",
    "Unit",
    "Units",
    "advice",
    "battle",
    "blow",
    "blows_to_kill",
    "breakpoints",
    "campaign",
    "duel",
    "losses",
    "matrices",
    "matrix",
    "read_units",
    "rules_of",
    "turns_to_kill",
    "usable",
]
