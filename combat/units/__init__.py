r"""Your own game: units from a spreadsheet, fought by any rules, and the results.

`read_units` reads a designer's sheet as it stands; units can also be made in code. `blow`,
`blows_to_kill`, `turns_to_kill` and `duel` are about two units, `matrix` about all against all,
`breakpoints` about one number of one unit; they are exact. `battle` and `campaign` are about
armies: small battles are exact, all else is simulated. A game of two units with a column of its own
(`dex`), and a rule that uses it:

>>> import numpy as np
>>> from combat.units import Rules, Unit, Units, battle, duel, matrix, read_units
>>> archer = Unit("Archer", hp=18, attack=14, defense=8, damage="1d8+1", dex=15)
>>> knight = Unit("Knight", hp=27, attack=16, defense=15, damage="1d8+3", armor=4, dex=11)
>>> def hit(attacker, defender):
...     return np.clip(0.6 + 0.04 * (attacker.dex - defender.dex), 0.05, 0.95)
>>> rules = Rules(hit=hit, critical=(0.1, 2))
>>> print(duel(archer, knight, rules))
Archer wins 3.2% of all fights, Knight 95.4%, in 1.5% both fall; ... on average (exact).
>>> units = Units([archer, knight])
>>> matrix(units, rules, "score").loc["Archer"].round(2).to_dict()
{'Archer': 0.5, 'Knight': 0.04}
>>> battle({"Archer": 3}, {"Knight": 1}, rules, units=units, battles=2000).first > 0.5
True

Two more tables, of actions and of statuses, hold what a unit can do besides a plain blow. In its
turn a unit does the first action in its list that is possible and whose condition holds. The
tables are files beside the units, units.actions.csv and units.statuses.csv, or sheets of the same
workbook:

>>> heroes = b"name,hp,attack,defense,damage\nKnight,30,12,10,1d8\nShaman,22,11,9,1d6"
>>> actions = (
...     b"unit,action,heals,on,uses,gives,when\n"
...     b"Knight,Potion,2d4+2,self,2,,hp < 50 %\n"
...     b"Shaman,Hex,,,3,slowed 2,not target slowed\n"
... )
>>> statuses = b"status,changes\nslowed,damage x 0.5"
>>> units = read_units(heroes, "heroes.csv", actions=actions, statuses=statuses)
>>> print(duel(units["Knight"], units["Shaman"], Rules(order="first")))
Knight wins ...% of all fights, Shaman ...%; one takes ... on average (exact).
"""

from combat.core import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "sheets.actions": ["Action"],
        "sheets.begins": ["Synergy"],
        "sheets.statuses": ["Grant", "Status"],
        "battles.armies": ["battle", "losses"],
        "battles.fielding": ["Teams", "adds", "fair_cost", "teams"],
        "battles.many": ["many_battles"],
        "battles.telling": ["tell"],
        "battles.volleys": ["pooled"],
        "battles.campaigns": ["Campaign", "campaign"],
        "cautions": ["advice"],
        "sheets.conditions": ["condition"],
        "curve": ["breakpoints"],
        "duels": ["Odds", "blow", "blows_to_kill", "duel", "turns_to_kill"],
        "battles.encounters": ["encounter"],
        "battles.reaching": ["reached"],
        "battles.sizing": ["how_many"],
        "battles.steps": ["what_moves"],
        "optimal_play": ["best_play"],
        "which_rules": ["rules_of", "usable"],
        "sheets.items": ["Item", "loadouts"],
        "sheets.reading": ["read_units"],
        "rest": ["Rest"],
        "worth": ["item_worth"],
        "sheets.roster": ["Units"],
        "sheets.unit": ["NoColumn", "Unit"],
        "round_robin": ["MEASURES", "matrices", "matrix"],
        "rules": ["ORDERS", "PLAIN", "Rules"],
    },
)
