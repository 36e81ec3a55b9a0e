"""Games drawn at random, by hypothesis: two small armies with actions and statuses, and rules."""

from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from combat.units import Unit
from combat.units.sheets.actions import MOST_TIMES, REACTS, Action, Gift, Status
from combat.units.sheets.conditions import condition

ORDERS = ("both", "faster", "coin", "initiative", "first", "alternate", "exchange")
TARGETING = ("random", "weakest", "strongest", "front")
STATUSES = ("poisoned", "stunned", "raging", "guarded")
CHANCES = st.sampled_from([0.25, 0.5, 1.0])
SMALL_DICE = st.sampled_from(["1", "2", "1d3", "1d4"])
HEALS = st.sampled_from(["1", "1d3", "4", "2d4", "12"])  # less than a blow takes, and more
DAMAGE = st.sampled_from(["0", "1", "2", "1d4", "1d6", "2d3"])
DEGREES = "Pathfinder 2, degrees of success"
ABSORBS = (
    {"absorbs": "3"},
    {"absorbs": "1d4", "stacks": 3},
    {"absorbs": "1", "each_hit": True, "stacks": 2},
)
STACKS = ({"stacks": 3}, {"stacks": 2, "timer": "own"}, {"stacks": 3, "timer": "own"})
OF = ((0.5, "missing hp"), (0.2, "full hp"), (0.3, "own hp"))
COUNTERS = ("mana", "rage")
ANY_TIME = (
    "mana >= 2",
    "rage < 2 or mana = 1",
    "hp < 50 %",
    "hp >= 3",
    "round >= 2",
    "foes >= 2",
    "allies = 0",
)
OF_COLUMNS = ("attack < 5", "attack >= 7", "armor >= 1")
OF_STATUSES = ("raging", "not guarded", "stunned or poisoned", "not (raging and hp > 4)")
OF_TARGETS = (
    "target hp <= 4",
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


def maybe(strategy, nothing=None):
    return st.one_of(st.just(nothing), strategy)


@st.composite
def statuses(draw, name):
    """A status of that name; the poisoned always lose points, and the guarded gain some."""
    columns = ("attack", "defense", "armor", "damage", "speed")
    change = st.one_of(
        st.tuples(st.sampled_from(columns), st.just("+"), st.sampled_from([-2, 1, 3])),
        st.tuples(st.sampled_from(columns), st.just("x"), st.sampled_from([0.5, 2])),
    )
    return Status(
        name,
        changes=tuple(draw(st.lists(change, max_size=2, unique_by=lambda one: one[:2]))),
        loses=draw(SMALL_DICE if name == "poisoned" else maybe(SMALL_DICE)),
        gains=draw(SMALL_DICE if name == "guarded" else maybe(SMALL_DICE)),
        kills=draw(st.booleans()),
        skips=draw(st.sampled_from([0, 0, 0.5, 1])),
        turns=draw(maybe(st.integers(1, 3))),
        ends=draw(st.sampled_from([0, 0, 0.3, 1, "d6 + attack >= 8", "d4 + defense >= 7"])),
        in_rounds=draw(st.sampled_from([False, False, True])),
        broken=draw(st.booleans()),
        **draw(st.sampled_from([{"stacks": 1}, {"stacks": 1}, {"stacks": 2}, *STACKS, *ABSORBS])),
    )


@st.composite
def gifts(draw, known, rolled=False):
    """Up to two of the statuses, with turns and a chance; often a loss and a gain together."""
    any_two = st.lists(st.sampled_from(known), max_size=2, unique_by=lambda one: one.name)
    both = [one for one in known if one.name in ("poisoned", "guarded")]
    chosen = draw(st.one_of(any_two, any_two, st.just(both)))
    turns = st.sampled_from(["1", "2", "1d3"])
    on = st.sampled_from([None, None, "critical", "miss", "graze", "fumble"] if rolled else [None])
    return tuple(Gift(one, draw(maybe(turns)), draw(CHANCES), draw(on)) for one in chosen)


@st.composite
def rolls(draw, rule):
    """What a unit or an action says of its rolls."""
    often = [{}, {"crit_chance": 0.25}, {"crit_chance": 1.0}, {"crit_on": 18}]
    does = [{}, {"crit_damage": 1.5}, {"critical": "x3"}, {"critical": "dice x2"}]
    does += [{"critical": "2d4+1"}]
    if rule == DEGREES or rule is graded:
        often = [{}]
    graze = [{}, {"graze": 0.25}, {"graze": 0.0}]
    found = {}
    for options in (often, does, graze):
        found |= draw(st.sampled_from(options)) if draw(st.booleans()) else {}
    return found


@st.composite
def actions(draw, name, known, rule):
    """An action at a foe, an ally or itself."""
    on = draw(st.sampled_from(["foe", "foe", "foe", "foe", "ally", "self", "self", "fallen"]))
    kept = {
        "on": on,
        "uses": draw(maybe(st.integers(1, 3))),
        "recharge": draw(maybe(st.sampled_from([0.0, 0.4, 1.0]))),
        "gets": draw(gifts(known)),
        "gives": draw(gifts(known, on == "foe")),
        "cures": tuple(draw(st.lists(st.sampled_from(STATUSES), max_size=1))),
        "sheds": tuple(draw(st.lists(st.sampled_from(STATUSES), max_size=1))),
        "when": draw(conditions(OF_TARGETS if on != "self" else ())),
        "free": draw(st.sampled_from([False, False, True])),
    }
    if draw(st.booleans()):
        kept |= draw(of_costs())
        kept["weight"] = None if kept["free"] else draw(maybe(st.sampled_from([1, 2.5])))
    if draw(st.integers(0, 3)) == 0:
        kept |= {"free": False, "weight": None, "reacts": draw(st.sampled_from(REACTS))}
        kept["per_turn"] = draw(st.sampled_from([None, None, 2, MOST_TIMES]))
        if kept["reacts"] == "down":
            kept["per_turn"] = None
        elif kept["reacts"] in ("falls", "foe falls") and on in ("self", "fallen"):
            kept["per_turn"] = min(kept["per_turn"] or 1, 2)
    if on == "foe":
        kept |= draw(of_blows())
        kept["columns"] += tuple(draw(rolls(rule)).items())
        if kept["of"]:
            kept["miss"] = 0
    else:
        kept["heals"] = draw(HEALS if on == "fallen" else maybe(HEALS, "1"))
    if on != "self":
        kept |= draw(of_aims())
    return Action(name, **kept)


def of_blows():
    """What only blows have."""
    columns = st.one_of(
        st.just(()),
        st.tuples(st.tuples(st.just("damage"), st.sampled_from(["0", "1d4+2", "3d4"]))),
        st.tuples(st.tuples(st.just("attack"), st.sampled_from([2.0, 9.0]))),
    )
    return st.fixed_dictionaries(
        {
            "columns": columns,
            "miss": st.sampled_from([0, 0, 0.5, 1]),
            "of": st.sampled_from([None, None, None, (0.25, "target hp"), *OF]),
            "drain": st.sampled_from([0, 0, 0.5, 1, 1]),
            "overkill": st.sampled_from([None, None, "next", "lost", "spill"]),
        }
    )


def of_costs():
    """What an action costs, and what it brings."""
    counters = st.lists(st.sampled_from(COUNTERS), max_size=2, unique=True)
    amounts = st.sampled_from([1, 2]), st.sampled_from(["1", "1d2"])
    spends, gains = (
        counters.flatmap(
            lambda names, one=one: st.tuples(*(st.tuples(st.just(n), one) for n in names))
        )
        for one in amounts
    )
    return st.fixed_dictionaries(
        {
            "cooldown": maybe(st.integers(1, 3)),
            "spends": spends,
            "gains": gains,
            "per_turn": maybe(st.integers(1, 2)),
        }
    )


def of_aims():
    """How many, how often and at whom."""
    return st.fixed_dictionaries(
        {
            "times": st.sampled_from([1, 1, 2, 3]),
            "targets": st.sampled_from([1, 1, 2, float("inf")]),
            "whom": maybe(st.sampled_from([*TARGETING, "hurt"])),
        }
    )


def conditions(of_targets):
    """None more often than a condition."""
    texts = st.sampled_from([*ANY_TIME, *OF_COLUMNS, *OF_STATUSES, *of_targets])
    return maybe(texts.map(condition_of))


@st.composite
def units(draw, name, known, rule):
    """A unit with up to three actions."""
    more = {"mana": draw(st.integers(0, 2)), "rage": 0, "mana_max": 3, "rage_max": 2}
    if draw(st.booleans()):
        more |= draw(rolls(rule))
    if draw(st.integers(0, 3)) == 0:
        more |= {"per_turn": 2, "again": draw(st.sampled_from([-2, -1, 2]))}
    return draw(bare_units(name, known, rule)).having(**more)


@st.composite
def bare_units(draw, name, known, rule):
    count = draw(st.integers(0, 3))
    return Unit(
        name,
        hp=draw(st.integers(1, 12)),
        attack=draw(st.sampled_from([2, 5, 7])),
        defense=draw(st.sampled_from([3, 5])),
        damage=draw(DAMAGE),
        armor=draw(st.sampled_from([0, 0, 1])),
        speed=draw(st.sampled_from([0.5, 1, 1, 2])),
        initiative=draw(st.sampled_from([0, 3])),
        actions=tuple(draw(actions(f"{name} {number}", known, rule)) for number in range(count)),
    )


@st.composite
def armies(draw, name, known, rule):
    """One to three fighters of one or two units."""
    first = draw(units(f"{name} A", known, rule))
    if draw(st.booleans()):
        return ((first, draw(st.integers(1, 3))),)
    return ((first, draw(st.integers(1, 2))), (draw(units(f"{name} B", known, rule)), 1))


def rules():
    """Fields of `Rules`."""
    rules = hit, hit, graded, DEGREES, while_it_stands
    return st.sampled_from(rules).flatmap(rules_of)


def rules_of(rule):
    """Fields of `Rules` with that hit rule; degrees of success say themselves what is critical."""
    critical = [(0, 2)] if rule in (DEGREES, graded) else [(0, 2), (0.25, 2)]
    return st.fixed_dictionaries(
        {
            "hit": st.just(rule),
            "order": st.sampled_from(ORDERS),
            "overkill": st.sampled_from([None, "next", "lost", "spill"]),
            "initiative": st.sampled_from(["d20", "d4"]),
            "follow_up": st.sampled_from([None, two_better]),
            "critical": st.sampled_from(critical),
            "spread": st.sampled_from([0, 0, 0.2]),
            "least": st.sampled_from([0, 1]),
        }
    )


@st.composite
def games(draw):
    """A game: two armies, rules, whom each side strikes, and the last round."""
    known = [draw(statuses(name)) for name in STATUSES]
    said = draw(rules())
    return Game(
        armies=tuple(draw(armies(name, known, said["hit"])) for name in ("Red", "Blue")),
        rules=said,
        targeting=(draw(st.sampled_from(TARGETING)), draw(st.sampled_from(TARGETING))),
        max_rounds=draw(st.sampled_from([5, 20])),
    )
