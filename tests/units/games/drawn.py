"""Small games drawn at random: two armies of few, with actions and statuses, and rules."""

from dataclasses import fields
from math import inf
from random import Random
from typing import NamedTuple

import numpy as np

from combat.units import Unit
from combat.units.sheets.actions import Action
from combat.units.sheets.conditions import condition
from combat.units.sheets.limits import MOST_TIMES, OVERKILL, REACTS, SHARES, TARGETS, WHOM
from combat.units.sheets.roster import columns_of
from combat.units.sheets.statuses import Gift, Status

ORDERS = ("both", "faster", "coin", "initiative", "first", "alternate", "exchange")
TARGETING = WHOM[:4]
STATUSES = ("poisoned", "stunned", "raging", "guarded")
COUNTERS = ("mana", "rage")
DEGREES = "Pathfinder 2, degrees of success"
DICE = ("1", "1", "2", "1d2")
ON = ("hit", "critical", "miss", "graze", "fumble")
CHANGED = ("attack", "defense", "armor", "damage", "speed", "per_turn", "again")
ANY_TIME = (
    "mana >= 2",
    "rage < 2 or mana = 1",
    "hp < 50 %",
    "hp >= 3",
    "round >= 2",
    "foes >= 2",
    "allies = 0",
    "attack < 5",
    "attack >= 7",
    "armor >= 1",
    "raging",
    "not guarded",
    "stunned or poisoned",
    "not (raging and hp > 4)",
)
OF_TARGETS = (
    "target hp <= 2",
    "not target poisoned",
    "target stunned, target hp > 1",
    "target attack > attack or target hp = 100 %",
    "target defense < 5",
    "target attack > 4",
    "target rage > rage",
)


class Game(NamedTuple):
    """Two armies, pairs (unit, count), the fields of `Rules`, and how a fight of them is fought."""

    armies: tuple
    rules: dict
    targeting: tuple
    max_rounds: int


def sure(attacker, defender):
    return 1.0


def hit(attacker, defender):
    """One in ten more for each point of attack above defense, from half of all."""
    return np.clip(0.5 + (attacker.attack - defender.defense) / 10, 0, 1)


def graded(attacker, defender):
    """A roll of five results."""
    chance = np.clip(0.4 + (attacker.attack - defender.defense) / 10, 0, 0.6)
    return {"critical": 0.1, "hit": chance, "graze": 0.2, "fumble": 0.1}


def while_it_stands(attacker, defender):
    """More likely for the healthy, and at the wounded."""
    lost = defender.hp - defender.hp_left
    return np.clip(0.3 + attacker.hp_left / 20 + lost / 20, 0, 1)


while_it_stands.of_moments = True


def two_better(unit, other):
    return unit.attack >= other.attack + 2


def condition_of(text):
    return condition(text, ["attack", "defense", "armor", "speed", *COUNTERS], STATUSES)


# What each column may say, besides nothing. A function draws it; a dict says several columns.

CHANGES = {
    (column, how): tuple(
        (column, how, number) for number in ((-2, 1, 3) if how == "+" else (0.5, 2))
    )
    for column in CHANGED
    for how in "x+"
}
OWN = {"damage": ("0", "3", "1d2+1"), "attack": (2.0, 9.0), "armor": (2.0,), "again": (-2, 3)}
ROLLS = (
    {"crit_chance": (0.25, 1.0), "crit_on": (18,)},
    {"critical": ("x3", "dice x2", "1d2+1"), "crit_damage": (1.5,)},
    {"graze": (0.25, 0.75)},
)
GIFT = {"turns": ("1", "2", "1d2"), "chance": (0.5,), "on": ON}
UNIT = {
    "armor": (1,),
    "speed": (0.5, 0.7, 2),
    "initiative": (1, 3),
    "per_turn": (2,),
    "again": (-2, 2),
    "mana": lambda game: {game.counter: game.rng.choice((1, 2))},
    "mana_max": lambda game: {f"{game.counter}_max": 2},
    "rolls": lambda game: rolls(game),
}
STATUS = {
    "changes": lambda game: tuple(some(game.rng, CHANGES, 3).values()),
    "loses": DICE,
    "gains": DICE,
    "kills": ({"kills": False, "loses": "1d2"},),
    "skips": (0.5, 1, 1),
    "turns": (1, 2, 3),
    "ends": (0.3, 1, "d4 + defense >= 7", "d6 + attack >= 8"),
    "in_rounds": ({"in_rounds": True, "turns": 1}, {"in_rounds": True, "turns": 2}),
    "broken": (True,),
    "stacks": (2, 3),
    "timer": ({"timer": "own", "stacks": 2}, {"timer": "own", "stacks": 3}),
    "absorbs": ("1", "1d2", "1d3", "2d2"),
    "each_hit": ({"each_hit": True, "absorbs": "1"},),
}
ACTION = {
    "columns": lambda game: tuple((some(game.rng, OWN, 2) | rolls(game)).items()),
    "times": (2, 3),
    "targets": (2, inf),
    "whom": WHOM,
    "miss": (0.5, 1),
    "heals": (*DICE, "4"),
    "drain": (0.5, 1),
    "uses": (0, 1, 2),
    "recharge": (0.0, 0.4, 1.0),
    "gives": lambda game: tuple(gifts(game)),
    "gets": lambda game: tuple(gifts(game, *game.rng.choice(((), ("on",))))),
    "cures": lambda game: (game.rng.choice(game.statuses).name,),
    "sheds": lambda game: (game.rng.choice(game.statuses).name,),
    "overkill": OVERKILL,
    "when": lambda game: condition_of(game.rng.choice((*ANY_TIME, *OF_TARGETS))),
    "free": (True,),
    "cooldown": (1, 2, 3),
    "weight": (1, 2.5),
    "spends": lambda game: ((game.counter, game.rng.choice((1, 2, 3))),),
    "gains": lambda game: ((game.counter, game.rng.choice((*DICE, "3"))),),
    "per_turn": (1, 2, MOST_TIMES),
    "reacts": REACTS,
    "of": tuple((0.4, what) for what in SHARES),
}
RULES = {
    "overkill": OVERKILL,
    "initiative": ("d2",),
    "follow_up": (two_better,),
    "critical": ((0, 3), (0.25, 2)),
    "spread": (0.2,),
    "least": (0, 2),
}


def some(rng, options, most):
    """Up to so many of the columns, each with something that it may say."""
    chosen = rng.sample(sorted(options), rng.randint(0, min(most, len(options))))
    return {column: rng.choice(options[column]) for column in chosen}


def sound(draw):
    """What is drawn, drawn anew where its columns don't go together."""
    while True:
        try:
            return draw()
        except ValueError:
            continue


class Drawing:
    """A game that is drawn: of each table it knows a few columns, so that these often meet."""

    def __init__(self, seed, order):
        self.rng = rng = Random(f"{order} {seed}")
        self.counter = rng.choice(COUNTERS)
        self.of_units, self.of_statuses, self.of_actions = (
            {column: table[column] for column in rng.sample(sorted(table), many)}
            for table, many in ((UNIT, 5), (STATUS, 4), (ACTION, 6))
        )
        self.of_actions |= {column: ACTION[column] for column in ("gives", "cures")}
        self.of_statuses["changes"] = STATUS["changes"]
        self.statuses = [self.status(name) for name in rng.sample(STATUSES, rng.randint(1, 2))]
        rule = rng.choice((sure, hit, hit, graded, DEGREES, while_it_stands))
        self.rules = {"initiative": "1", "hit": rule, "order": order, **some(rng, RULES, 2)}
        if rule in (DEGREES, graded):  # these say themselves what is critical
            self.rules.pop("critical", None)

    def half(self, table):
        """Each column of a table in one of two rows, with something that it may say."""
        found = {}
        for column, options in table.items():
            if self.rng.random() < 0.5:
                said = options(self) if callable(options) else self.rng.choice(options)
                found |= said if isinstance(said, dict) else {column: said}
        return found

    def status(self, name):
        return sound(lambda: Status(name, **self.half(self.of_statuses)))

    def action(self, name):
        on = self.rng.choice(("foe", "foe", "foe", "foe", "ally", "self", "self", *TARGETS))
        return Action(name, on=on, **self.half(self.of_actions))

    def unit(self, name):
        """A unit with one to three actions."""
        rng = self.rng
        numbers = {
            "hp": rng.randint(1, 6),
            "attack": rng.choice((2, 5, 7)),
            "defense": rng.choice((3, 5)),
            "damage": rng.choice(("0", *DICE)),
            **dict.fromkeys(COUNTERS, 0),
            **self.half(self.of_units),
        }
        many = range(rng.randint(1, 3))
        own = [sound(lambda at=at: self.action(f"{name} {at}")) for at in many]
        return Unit(name, actions=own, **numbers)

    def army(self, name):
        """One or two fighters."""
        first, counts = self.unit(f"{name} A"), self.rng.choice((1, 1, 1, 2, None))
        return ((first, counts),) if counts else ((first, 1), (self.unit(f"{name} B"), 1))


def rolls(game):
    """What a unit or an action says of its rolls; some rules say themselves what is critical."""
    chosen = game.rng.sample(
        ROLLS[game.rules["hit"] in (DEGREES, graded) :], game.rng.randint(0, 2)
    )
    return {column: value for one in chosen for column, value in some(game.rng, one, 1).items()}


def gifts(game, *surely):
    """One or two of the statuses, with turns, a chance and the result of the roll."""
    rng = game.rng
    for one in rng.sample(game.statuses, rng.randint(1, len(game.statuses))):
        yield Gift(one, **some(rng, GIFT, 3) | {name: rng.choice(GIFT[name]) for name in surely})


def game(seed, order):
    """A game: two armies, rules, whom each side strikes, and the last round."""
    drawing = Drawing(seed, order)
    return Game(
        armies=(drawing.army("Red"), drawing.army("Blue")),
        rules=drawing.rules,
        targeting=(drawing.rng.choice(TARGETING), drawing.rng.choice(TARGETING)),
        max_rounds=drawing.rng.choice((2, 3, 4)),
    )


def says(game):
    """What of the three tables a game says: {"units armor", "actions whom hurt", ...}."""
    units = [unit for army in game.armies for unit, _ in army]
    actions = [action for unit in units for action in unit.actions]
    gifts = [gift for action in actions for gift in (*action.gives, *action.gets)]
    found = {f"units {column}" for unit in units for column in columns_of(unit)}
    found |= {"units count" for army in game.armies for _, count in army if count > 1}
    found |= {f"gives on {gift.on}" for action in actions for gift in action.gives}
    found |= {f"gets on {gift.on}" for action in actions for gift in action.gets}
    found |= {f"damage of {action.of[1]}" for action in actions if action.of}
    for table, rows in (("actions", actions), ("statuses", [gift.status for gift in gifts])):
        for row in rows:
            for field in fields(row):
                value = getattr(row, field.name)
                if value != field.default or field.name == "on":
                    found |= {f"{table} {field.name}", f"{table} {field.name} {value}"}
            found |= {f"changes {column} {how}" for column, how, _ in getattr(row, "changes", ())}
    return found
