"""Small games drawn at random: two armies of few, with actions and statuses, and rules."""

from dataclasses import fields
from math import inf
from random import Random
from typing import NamedTuple

import numpy as np

from combat.units import Unit
from combat.units.sheets.actions import MOST_TIMES, OVERKILL, REACTS, WHOM, Action, Gift, Status
from combat.units.sheets.conditions import condition
from combat.units.sheets.roster import columns_of

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


# What each column may say, besides nothing. A function draws it.

OFTEN = ({"crit_chance": 0.25}, {"crit_chance": 1.0}, {"crit_on": 18})
DOES = (
    {"critical": "x3"},
    {"critical": "dice x2"},
    {"critical": "1d2+1"},
    {"crit_damage": 1.5},
)
GRAZE = ({"graze": 0.25}, {"graze": 0.75})
UNIT = {
    "armor": (1,),
    "speed": (0.5, 0.7, 2),
    "initiative": (1, 3),
    "per_turn": (2,),
    "again": (-2, 2),
    "mana": (1, 2),
    "rage": (1,),
    "mana_max": (2, 3),
    "rage_max": (2, 3),
}
STATUS = {
    "changes": lambda rng, _: tuple(changes(rng)),
    "loses": DICE,
    "gains": DICE,
    "kills": (False,),
    "skips": (0.5, 1, 1),
    "turns": (1, 2, 3),
    "ends": (0.3, 1, "d4 + defense >= 7", "d6 + attack >= 8"),
    "in_rounds": (True,),
    "broken": (True,),
    "stacks": (2, 3),
    "timer": ("own",),
    "absorbs": ("1", "2", "1d2"),
    "each_hit": (True,),
}
ACTION = {
    "columns": lambda rng, rule: tuple(columns(rng, rule)),
    "times": (2, 3),
    "targets": (2, inf),
    "whom": WHOM,
    "miss": (0.5, 1),
    "heals": (*DICE, "4"),
    "drain": (0.5, 1),
    "uses": (1, 2),
    "recharge": (0.0, 0.4, 1.0),
    "cures": lambda rng, _: (rng.choice(STATUSES),),
    "sheds": lambda rng, _: (rng.choice(STATUSES),),
    "overkill": OVERKILL,
    "when": lambda rng, _: condition_of(rng.choice((*ANY_TIME, *OF_TARGETS))),
    "free": (True,),
    "cooldown": (1, 2, 3),
    "weight": (1, 2.5),
    "spends": lambda rng, _: ((rng.choice(COUNTERS), rng.choice((1, 2))),),
    "gains": lambda rng, _: ((rng.choice(COUNTERS), rng.choice(DICE)),),
    "per_turn": (1, 2, MOST_TIMES),
    "reacts": REACTS,
    "of": tuple((0.4, what) for what in ("target hp", "missing hp", "full hp", "own hp")),
}


def some(rng, options, most, rule=None):
    """Up to so many of the columns, each with something that it may say."""
    chosen = rng.sample(sorted(options), rng.randint(0, min(most, len(options))))
    return {column: said(rng, options[column], rule) for column in chosen}


def said(rng, options, rule):
    return options(rng, rule) if callable(options) else rng.choice(options)


def sound(draw):
    """What is drawn, drawn anew where its columns don't go together."""
    while True:
        try:
            return draw()
        except ValueError:
            continue


def changes(rng):
    """Changes of one to three columns."""
    for column in rng.sample(CHANGED, rng.randint(1, 3)):
        how = rng.choice("+x")
        yield column, how, rng.choice((-2, 1, 3) if how == "+" else (0.5, 2))


def columns(rng, rule):
    """What an action has in place of its unit's own."""
    own = {"damage": ("0", "3", "1d2+1"), "attack": (2.0, 9.0), "armor": (2.0,), "again": (-2, 3)}
    yield from some(rng, own, 2).items()
    yield from rolls(rng, rule).items()


def rolls(rng, rule):
    """What a unit or an action says of its rolls; some rules say themselves what is critical."""
    often = ({},) if rule in (DEGREES, graded) else OFTEN
    chosen = rng.sample((rng.choice(often), rng.choice(DOES), rng.choice(GRAZE)), rng.randint(0, 2))
    return {column: value for one in chosen for column, value in one.items()}


def status(rng, name):
    return sound(lambda: Status(name, **some(rng, STATUS, 4)))


def gifts(rng, known, on):
    """One or two of the statuses, with turns, a chance and the result of the roll."""
    for one in rng.sample(known, rng.randint(1, 2)):
        more = {"turns": ("1", "2", "1d2"), "chance": (0.5,), "on": on}
        yield Gift(one, **some(rng, more, 2))


def action(rng, name, known, rule):
    return sound(lambda: any_action(rng, name, known, rule))


def any_action(rng, name, known, rule):
    """An action that may not be possible."""
    on = rng.choice(("foe", "foe", "foe", "foe", "ally", "self", "self", "fallen", "nobody"))
    said = some(rng, ACTION, 4, rule)
    if rng.random() < 0.4:
        said["gives"] = tuple(gifts(rng, known, ON if on == "foe" else (None,)))
    if rng.random() < 0.3:
        said["gets"] = tuple(gifts(rng, known, ON if on == "foe" else (None,)))
    return Action(name, on=on, **said)


def unit(rng, name, known, rule):
    """A unit with one to three actions."""
    return Unit(
        name,
        hp=rng.randint(1, 6),
        attack=rng.choice((2, 5, 7)),
        defense=rng.choice((3, 5)),
        damage=rng.choice(("0", *DICE)),
        actions=tuple(action(rng, f"{name} {at}", known, rule) for at in range(rng.randint(1, 3))),
        **{"mana": 0, "rage": 0} | some(rng, UNIT, 3),
        **(rolls(rng, rule) if rng.random() < 0.3 else {}),
    )


def armies(rng, known, rule):
    """Two armies of one or two fighters."""
    for name in ("Red", "Blue"):
        first = unit(rng, f"{name} A", known, rule)
        counts = rng.choice((1, 1, 1, 2, None))
        other = ((unit(rng, f"{name} B", known, rule), 1),) if counts is None else ()
        yield ((first, counts or 1), *other)


def rules(rng, order):
    """Fields of `Rules`; some hit rules say themselves what is critical."""
    rule = rng.choice((sure, sure, hit, hit, graded, DEGREES, while_it_stands))
    more = {
        "overkill": OVERKILL,
        "initiative": ("d2", "d4"),
        "follow_up": (two_better,),
        "critical": ((0, 3) if rule in (DEGREES, graded) else (0.25, 2),),
        "spread": (0.2,),
        "least": (0, 2),
    }
    return {"initiative": "d2", "hit": rule, "order": order, **some(rng, more, 2)}


def game(seed, order):
    """A game: two armies, rules, whom each side strikes, and the last round."""
    rng = Random(f"{order} {seed}")
    known = [status(rng, name) for name in STATUSES]
    fields = rules(rng, order)
    return Game(
        armies=tuple(armies(rng, known, fields["hit"])),
        rules=fields,
        targeting=(rng.choice(TARGETING), rng.choice(TARGETING)),
        max_rounds=rng.choice((2, 3, 4)),
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
