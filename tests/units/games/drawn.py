"""Small games drawn at random: two armies of few, with actions and statuses, and rules."""

from collections import Counter
from dataclasses import fields
from math import inf
from random import Random
from typing import NamedTuple

import numpy as np

from combat.dice import Distribution
from combat.units import Unit
from combat.units.rules import ROUNDING
from combat.units.sheets.actions import Action
from combat.units.sheets.begins import Synergy
from combat.units.sheets.conditions import condition
from combat.units.sheets.rolls import Save
from combat.units.sheets.schema import MOST_TIMES, OVERKILL, REACTS, SHARES, TARGETS, WHOM
from combat.units.sheets.statuses import Grant, Status
from combat.units.sheets.unit import columns_of

ORDERS = ("both", "faster", "coin", "initiative", "first", "alternate", "exchange")
TARGETING = WHOM[:4]
STATUSES = ("poisoned", "stunned", "raging", "guarded")
COUNTERS = ("mana", "rage")
OLD_TARGETS = tuple(on for on in TARGETS if on != "reserve")  # which a theme of its own draws
DEGREES = "Pathfinder 2, degrees of success"
DICE = ("1", "1", "2", "1d2")
ON = ("hit", "critical", "miss", "graze", "fumble")
CHANGED = ("attack", "defense", "armor", "damage", "speed", "per_turn", "again")
TAKEN = ("damage_taken", "fire_taken")
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
FEARS = ("hp < 50 %", "allies < 50 %", "foes >= 60 %", "round >= 2", "hp <= 3 or allies = 0")
OF_TARGETS = (
    "target hp <= 2",
    "not target poisoned",
    "target stunned, target hp > 1",
    "target attack > attack or target hp = 100 %",
    "target defense < 5",
    "target attack > 4",
    "target rage > rage",
)
OF_STACKS = (  # of one status, and another or the same
    "{} >= 2",
    "{} = 0",
    "target {} >= 2",
    "target {} < 2",
    "not target {} = 1",
    "target {} > {}",
)
# Throws by the column that they ask for, and others.
SHAKEN = {
    "attack": ("d6 + attack >= 8", "d4 + attack > 2 or damage taken"),
    "defense": ("d6 + defense >= 8", "d6 + defense - 3 > damage taken"),
    "armor": ("d4 + armor >= damage taken", "d4 > 1 - armor"),
}
BROKEN = (
    "d6 + defense >= 7",
    "d4 + attack > 5",
    "d6 + attack >= 9",
    "d4 >= damage taken",
    "d4 > 1 or half damage taken",
    "d4 + armor >= 3 or damage taken",
    "d6 + defense - 4 > half damage taken",
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
CHANGES_TAKEN = {
    (column, how): tuple(
        (column, how, number) for number in ((-2, -1, 1, 3) if how == "+" else (0, 0.5, 1.5, 2))
    )
    for column in TAKEN
    for how in "x+"
}
ROLLED_ARMOR = ("1d2", "1d3-1")
OWN = {"damage": ("0", "3", "1d2+1"), "attack": (2.0, 9.0), "armor": (2.0,), "again": (-2, 3)}
ROLLS = (
    {"crit_chance": (0.25, 1.0), "crit_on": (18,)},
    {"critical": ("x3", "dice x2", "1d2+1"), "crit_damage": (1.5,)},
    {"graze": (0.25, 0.75)},
)
GIFT = {"turns": ("1", "2", "1d2"), "chance": (0.5,), "on": ON}
UNIT = {
    "armor": (1, 2, -1, *ROLLED_ARMOR),
    "speed": (0.5, 0.7, 2),
    "initiative": (1, 3),
    "per_turn": (2,),
    "again": (-2, 2),
    "mana": lambda game: {game.counter: game.rng.choice((1, 2))},
    "mana_max": lambda game: {f"{game.counter}_max": 2},
    "rolls": lambda game: rolls(game),
}
STATUS = {
    "changes": lambda game: changes(game),
    "loses": DICE,
    "gains": DICE,
    "kills": ({"kills": False, "loses": "1d2"},),
    "skips": (0.5, 1, 1),
    "turns": (1, 2, 3),
    "ends": (0.3, 1, "d4 + defense >= 7", "d6 + attack >= 8"),
    "in_rounds": ({"in_rounds": True, "turns": 1}, {"in_rounds": True, "turns": 2}),
    "broken": (True, *BROKEN),
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
    "of stacks": lambda game: {"when": condition_of(of_stacks(game))},
    "free": (True,),
    "cooldown": (1, 2, 3),
    "weight": (1, 2.5),
    "spends": lambda game: ((game.counter, game.rng.choice((1, 2, 3))),),
    "gains": lambda game: tuple(gains(game)),
    "per_turn": (1, 2, MOST_TIMES),
    "reacts": REACTS,
    "of": tuple((0.4, what) for what in SHARES),
    "pierces": (1, 2, inf),
    "kind": ("fire", "fire", "cold"),
    "reacts by weight": lambda game: by_weight(game),
}
STRONG = (("damage", "+", 2),)
TOUGH = {"hp": (6, 9, 12), "damage": ("2", "3", "1d2+2")}
# What belongs together: columns of units, of statuses and of actions, which are drawn often.
THEMES = {
    "leaves": (TOUGH, {}, {"leaves": (True, True), "when": lambda game: fearful(game)}),
    "armor": ({"armor": (2, 3, *ROLLED_ARMOR), **TOUGH}, {}, {"pierces": (1, 2, inf)}),
    "taken": (
        TOUGH,
        {"changes": lambda game: taken(game), "stacks": (2, 3)},
        {"kind": ("fire", "fire", "cold"), "gives": lambda game: given(game)},
    ),
    "broken": (
        TOUGH,
        {
            "broken": BROKEN,
            "changes": lambda game: taken(game),
            "shaken": lambda game: shaken(game),
        },
        {"gives": lambda game: early(game)},
    ),
    "stacks": (
        TOUGH,
        {"stacks": (2, 3)},
        {"gives": lambda game: given(game), "of stacks": ACTION["of stacks"]},
    ),
    "coin": (
        TOUGH,
        {"changes": lambda game: taken(game), "loses": ("1", "2")},
        {"gives": lambda game: of_one_coin(game)},
    ),
    "gains": (TOUGH, {}, {"earned": lambda game: earned(game)}),
    "weight": ({}, {}, {"reacts by weight": lambda game: by_weight(game)}),
    "rows": (
        {"row": (1, 2, 3), "reach": (1, 1, 2, inf), **TOUGH},
        {"changes": lambda game: moved(game), "turns": (1, 2)},
        {"columns": lambda game: reaching(game), "gives": lambda game: given(game)},
    ),
    "guards": (
        {"row": (1, 2), **TOUGH},
        {"guards": lambda game: guarding(game)},
        {"gives": lambda game: given(game)},
    ),
    "reserve": (
        {"reserve": ("yes", "yes", ""), **TOUGH},
        {},
        {"called": lambda game: called(game), "uses": (1, 2)},
    ),
    "synergies": (
        {"clan": ("Wolf", "Bear; Wolf", "Bear"), **TOUGH},
        {"changes": (STRONG,), "loses": ("1", "2")},
        {"together": lambda game: together(game)},
    ),
}

THEMES |= {
    "hidden": (
        TOUGH,
        {"aimed_at": (False, False), "turns": (1, 2)},
        {"gives": lambda game: given(game), "hides": lambda game: early(game)},
    ),
    "hurts": (
        {"armor": (1, 2, "1d3"), **TOUGH},
        {"absorbs": ("2", "1d3"), "loses": ("1",)},
        {"hurts": lambda game: hurting(game), "kept": lambda game: early(game)},
    ),
}
THEMES["rounded"] = (
    {"graze": (0.5, 0.25), **TOUGH},
    {"changes": lambda game: taken(game)},
    {"miss": (0.5,), "drain": (0.5,), "of": ACTION["of"], "gives": lambda game: given(game)},
)
TEAMS = ("rows", "guards", "reserve", "synergies")  # themes of more than one on a side
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

    def __init__(self, seed, order, theme=None):
        self.rng = rng = Random(f"{order} {theme} {seed}" if theme else f"{order} {seed}")
        self.counter, self.trigger = rng.choice(COUNTERS), rng.choice(REACTS)
        self.theme = theme
        self.themed, tables = THEMES.get(theme, ({}, {}, {})), (UNIT, STATUS, ACTION)
        self.of_units, self.of_statuses, self.of_actions = (
            {column: table[column] for column in rng.sample(sorted(table), many)}
            for table, many in zip(tables, (1, 1, 2) if theme else (5, 4, 6), strict=True)
        )
        self.rounds = (3, 4) if theme else (2, 3, 4)
        if not theme:
            self.of_actions |= {column: ACTION[column] for column in ("gives", "cures")}
            self.of_statuses["changes"] = STATUS["changes"]
        many = rng.randint(2 if theme == "coin" else 1, 2)
        self.statuses = [self.status(name) for name in rng.sample(STATUSES, many)]
        rule = rng.choice((sure, hit, hit, graded, DEGREES, while_it_stands, *[sure] * bool(theme)))
        self.rules = {"initiative": "1", "hit": rule, "order": order, **some(rng, RULES, 2)}
        if theme == "rounded":
            self.rules |= {"rounding": rng.choice(ROUNDING), "critical": (0.25, 1.5)}
        if rule in (DEGREES, graded):  # these say themselves what is critical
            self.rules.pop("critical", None)

    def half(self, table, theme):
        """Each column of a table in one of two rows, with something that it may say."""
        found = {}
        for column, options in (table | theme).items():
            if self.rng.random() < (0.8 if column in theme else 0.5):
                said = options(self) if callable(options) else self.rng.choice(options)
                found |= said if isinstance(said, dict) else {column: said}
        return found

    def status(self, name):
        return sound(lambda: Status(name, **self.half(self.of_statuses, self.themed[1])))

    def action(self, name):
        on = self.rng.choice(("foe", "foe", "foe", "foe", "ally", "self", "self", *OLD_TARGETS))
        said = self.half(self.of_actions, self.themed[2])
        return Action(name, **{"on": on} | said)

    def unit(self, name):
        """A unit with one to three actions."""
        rng = self.rng
        numbers = {
            "hp": rng.randint(1, 6),
            "attack": rng.choice((2, 5, 7)),
            "defense": rng.choice((3, 5)),
            "damage": rng.choice(("0", *DICE)),
            **dict.fromkeys(COUNTERS, 0),
            **self.half(self.of_units, self.themed[0]),
        }
        many = range(rng.randint(2 if any(self.themed) else 1, 3))
        own = [sound(lambda at=at: self.action(f"{name} {at}")) for at in many]
        if self.theme == "guards" and name.endswith("B"):  # who may guard the first
            own[0] = Action(name, on="self", reacts="begins", gets=given(self))
        return Unit(name, actions=own, **numbers)

    def army(self, name):
        """One or two fighters."""
        most = (2, None, None, None) if self.theme in TEAMS else (1, 1, 1, 2, None)
        first, counts = self.unit(f"{name} A"), self.rng.choice(most)
        return ((first, counts),) if counts else ((first, 1), (self.unit(f"{name} B"), 1))


def rolls(game):
    """What a unit or an action says of its rolls; some rules say themselves what is critical."""
    chosen = game.rng.sample(
        ROLLS[game.rules["hit"] in (DEGREES, graded) :], game.rng.randint(0, 2)
    )
    return {column: value for one in chosen for column, value in some(game.rng, one, 1).items()}


def changes(game):
    """What a status changes: columns of its bearer, or what it takes."""
    drawn = some(game.rng, CHANGES, 3)
    if game.rng.random() < 0.3:
        drawn |= some(game.rng, CHANGES_TAKEN, 3)
    return tuple(drawn.values())


def of_stacks(game):
    """A condition of how often a status counts."""
    one, other = (game.rng.choice(game.statuses).name for _ in range(2))
    return game.rng.choice(OF_STACKS).format(one, other)


def taken(game):
    """What a status changes of what is taken."""
    chosen = game.rng.sample(sorted(CHANGES_TAKEN), 2)
    return tuple(game.rng.choice(CHANGES_TAKEN[one]) for one in chosen)


def given(game):
    """One of the statuses, surely."""
    return (Grant(game.rng.choice(game.statuses)),)


def moved(game):
    """What a status changes of its bearer's place."""
    return (
        game.rng.choice((("row", "+", 1), ("row", "+", -1), ("reach", "+", 1), ("reach", "x", 0))),
    )


def reaching(game):
    """How far an action reaches."""
    return (("reach", game.rng.choice((1, 2, inf))),)


def guarding(game):
    """Whom a status guards: all, or those who have a status."""
    return game.rng.choice(("all", "all", "all", *STATUSES))


def hurting(game):
    """What is given or got by a hit that takes points."""
    gift = (Grant(game.rng.choice(game.statuses), on="hurts"),)
    return {game.rng.choice(("gives", "gets")): gift, "on": "foe"}


def called(game):
    """An action that calls somebody in, or one that doesn't."""
    if game.rng.random() < 0.3:
        return {}
    return {"on": "reserve"} | ({"heals": "2"} if game.rng.random() < 0.4 else {})


def together(game):
    """What an army's units begin with by what they are together."""
    needs = Synergy(
        "clan",
        game.rng.choice(("Wolf", "Bear")),
        game.rng.choice((1, 2, 2)),
        game.rng.choice(("those", "side")),
        game.rng.random() < 0.4,
    )
    return {"on": "self", "reacts": "begins", "gets": given(game), "needs": needs}


def early(game):
    """One of the statuses, once, or as the fight begins."""
    once = game.rng.choice(({"uses": 1}, {"reacts": "begins"}))
    return once | {game.rng.choice(("gives", "gives", "gets")): given(game)}


def shaken(game):
    """A throw that asks for a column which the status changes, beside what is taken."""
    column = game.rng.choice(sorted(SHAKEN))
    change = game.rng.choice(CHANGES[column, "+"])
    return {"broken": game.rng.choice(SHAKEN[column]), "changes": (change, *taken(game))}


def by_weight(game):
    """What rows say of which one reacts, and now and then one that reacts beside them."""
    weight = {"weight": game.rng.choice((1, 2.5))}
    return {"reacts": game.trigger} | (weight if game.rng.random() < 0.7 else {})


def fearful(game):
    """When a fighter leaves."""
    return condition_of(game.rng.choice(FEARS))


def earned(game):
    """A counter that is gained by a result of the roll, or spent."""
    if game.rng.random() < 0.4:
        return {"spends": ((game.counter, 1),), "columns": (("damage", "5"),)}
    return {"gains": ((game.counter, "1", game.rng.choice(ON)),)}


def of_one_coin(game):
    """Two statuses or more that come together, or don't."""
    first, *others = game.rng.sample(game.statuses, len(game.statuses))
    return (Grant(first, chance=0.5, also=[Grant(one) for one in others]),)


def gains(game):
    """A counter that is gained, by a result of the roll, or anyhow, or both."""
    rng = game.rng
    for on in rng.choice(((None,), (None,), (rng.choice(ON),), (None, rng.choice(ON)))):
        yield game.counter, rng.choice((*DICE, "3")), *([on] if on else [])


def gifts(game, *surely):
    """One or two of the statuses, with turns, a chance and the result of the roll."""
    rng = game.rng
    chosen = rng.sample(game.statuses, rng.randint(1, len(game.statuses)))
    said = [some(rng, GIFT, 3) | {name: rng.choice(GIFT[name]) for name in surely} for _ in chosen]
    if rng.random() < 0.3:  # one coin for all, and for another or one of them once more
        others = [*chosen[1:], rng.choice(game.statuses)]
        also = [Grant(one, **some(rng, {"turns": GIFT["turns"]}, 1)) for one in others]
        chosen, said = chosen[:1], [said[0] | {"also": tuple(also)}]
    for one, more in zip(chosen, said, strict=True):
        yield Grant(one, **more)


def game(seed, order, theme=None):
    """A game: two armies, rules, whom each side strikes, and the last round; theme: of THEMES."""
    drawing = Drawing(seed, order, theme)
    armies = drawing.army("Red"), drawing.army("Blue")
    if compares_rolled_armor(armies):
        return game(f"{seed} anew", order, theme)
    return Game(
        armies=armies,
        rules=drawing.rules,
        targeting=(drawing.rng.choice(TARGETING), drawing.rng.choice(TARGETING)),
        max_rounds=drawing.rng.choice(drawing.rounds),
    )


def compares_rolled_armor(armies):
    """Whether a condition asks for an armor that is rolled, which is refused."""
    units = [unit for army in armies for unit, _ in army]
    rolled = any(isinstance(unit.armor, Distribution) for unit in units)
    asked = (action.when for unit in units for action in unit.actions if action.when)
    return rolled and any("armor" in when.reads for when in asked)


def says(game):
    """What of the three tables a game says: {"units armor", "actions whom hurt", ...}."""
    units = [unit for army in game.armies for unit, _ in army]
    actions = [action for unit in units for action in unit.actions]
    statuses = [status for action in actions for status in action.statuses]
    found = {f"units {column}" for unit in units for column in columns_of(unit)}
    found |= {"units count" for army in game.armies for _, count in army if count > 1}
    for name in ("gives", "gets"):
        given = [gift for action in actions for gift in getattr(action, name)]
        found |= {f"{name} on {gift.on}" for gift in given}
        found |= {f"{name} also" for gift in given if gift.also}
    found |= {
        f"gains on {on}" for action in actions for _, _, *behind in action.gains for on in behind
    }
    found |= {f"damage of {action.of[1]}" for action in actions if action.of}
    for table, rows in (("actions", actions), ("statuses", statuses)):
        for row in rows:
            for field in fields(row):
                value = getattr(row, field.name)
                if value != field.default or field.name == "on":
                    found |= {f"{table} {field.name}", f"{table} {field.name} {value}"}
            found |= {f"changes {column} {how}" for column, how, _ in getattr(row, "changes", ())}
    return found | set(meetings(units, actions, statuses))


def meetings(units, actions, statuses):
    """What only counts together with something else."""
    changed = {column for status in statuses for column, *_ in status.changes}
    armors = [unit.armor for unit in units if unit.armor]
    if any(isinstance(armor, Distribution) for armor in armors):
        yield "armor that rolls"
    for action in actions:
        if action.pierces and armors:
            yield "armor that is pierced"
        if action.kind and f"{action.kind}_taken" in changed:
            yield "a kind of damage that is changed"
        if action.when is not None and action.when.nodes("stacks"):
            yield "stacks in a condition"
    for status in statuses:
        if isinstance(status.broken, Save):
            yield "broken by damage" if status.broken.of_damage else "broken by a throw"
    for unit in units:
        weighed = Counter(one.reacts for one in unit.actions if one.weight is not None)
        yield from (f"drawn at {one}" for one in weighed if one and weighed[one] > 1)
