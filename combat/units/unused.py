"""Cells of a game's tables that count nothing by its rules: sentences that name them.

`unused` looks at the tables alone and stands beside each answer; `unread` lets all units strike
once, to see which columns the rules read, and is for `advice`.
"""

from itertools import groupby
from math import inf

from combat.core.words import listed
from combat.units.own_functions import at_full, fought, watching
from combat.units.rules import WITH_SPEED
from combat.units.sheets.begins import NAMES
from combat.units.sheets.counters import (
    OF_A_PLACE,
    counters_of,
    in_reserve,
    number_of,
    per_turn_of,
    rows_matter,
)
from combat.units.sheets.headings import as_column
from combat.units.sheets.rolls import OF_A_ROLL, Save, replacing
from combat.units.sheets.roster import statuses_of
from combat.units.sheets.schema import ALL_ALLIES
from combat.units.sheets.unit import columns_of
from combat.units.strikes.strikes import AttackTable

_CHANCES, _EFFECTS = ("crit_chance", "crit_on"), ("crit_damage", "critical")
_OF_FIGHTS = ("attack", "defense", "damage", "armor")  # columns that a rule may leave unread


def unused(units, rules):
    """Return a sentence for each kind of cell that can't count by these rules: a list."""
    units = list(units)
    if not units or rules.decided:
        return []
    return [
        *_begins(units),
        *_speed(units, rules),
        *_again(units, rules),
        *_counters(units),
        *_weights(units),
        *_stacks(units),
        *_overkill(units, rules),
        *_results(units, rules),
        *_pierces(units, rules),
        *_kinds(units),
    ]


def _begins(units):
    """What units that were made in code are said to begin with, and don't."""
    return [
        f"{unit.name}: 'begins with' counts nothing here; write unit.changed(begins_with=...)"
        for unit in units
        if not _is_nothing(unit.more.get("begins_with"))
        and not any(action.name in NAMES for action in unit.actions)
    ]


def _speed(units, rules):
    if rules.order in (*WITH_SPEED, "exchange"):
        return []
    said = f"gives no actions in the order '{rules.order}'; for more in a turn write per turn"
    own = any(unit.role("speed") != 1 for unit in units)
    return [f"speed {said}"] * own + [
        f"'{status.name}' changes speed, which {said}"
        for status in statuses_of(units)
        if any(column == "speed" for column, _, _ in status.changes)
    ]


def _again(units, rules):
    """Strikes that are made worse by earlier ones of a turn, where there is only one in it."""
    changed = _changed(units)
    several = _follow_up(units, rules) or any(_strikes(unit, rules) > 1 for unit in units)
    if several or {"per_turn", "speed"} & changed:
        return []
    if "again" in changed or _any_says(units, "again"):
        return ["'again' counts nothing: nobody strikes more than once in a turn"]
    return []


def _follow_up(units, rules):
    """Whether one of the units may strike again in an exchange with another."""
    if rules.order != "exchange" or rules.follow_up is not None:
        return rules.order == "exchange"
    fast, slow = (end(units, key=lambda unit: unit.speed) for end in (max, min))
    return rules.follows_up(fast, slow)


def _strikes(unit, rules):
    """At least how many strikes a unit may make in a turn."""
    own = [action for action in unit.actions if action.on == "foe" and not action.reacts]
    each = [action.times * action.targets for action in own]
    free = sum(action.per_turn or 1 for action in own if action.free)
    return max([per_turn_of(unit), rules.speed_of(unit), 1 + free, *each])


def _counters(units):
    """Counters that are gained in vain, and limits of what nobody gains."""
    actions = [action for unit in units for action in unit.actions]
    asked = {name for action in actions for name, _ in action.spends}
    asked |= {name for action in actions if action.when for name in action.when.reads}
    gained = {name for action in actions for name, *_ in action.gains}
    known = counters_of(units)
    vain = [name for name in known if name not in asked]
    limits = [name for name in known if name not in gained and _any_says(units, f"{name}_max")]
    found = [f"'{name}' is gained, and nothing spends or asks for it" for name in vain]
    return found + [f"'{name} max' counts nothing: no action gains {name}" for name in limits]


def _weights(units):
    """Rows whose weight stands alone; a heal with one is done also where nobody is hurt."""
    found = []
    for unit in units:
        own = [action for action in unit.actions if not action.reacts]
        for weighed, group in groupby(own, key=lambda action: action.weight is not None):
            alone, *others = group
            if weighed and not others and alone.heals is None:
                found.append(f"{unit.name}: '{alone.name}'")
    return [f"{row} has a weight, and no row beside it has one" for row in found]


def _stacks(units):
    return [
        f"'{status.name}': stacks count nothing, as it changes, takes, gives and absorbs nothing"
        for status in statuses_of(units)
        if status.stacks > 1
        and not (status.changes or status.loses or status.gains or status.absorbs)
    ]


def _overkill(units, rules):
    """Whoever answers is struck until it falls: no strike at one of them goes on to another."""
    if rules.order not in ("alternate", "exchange"):
        return []
    return [
        f"{unit.name}: overkill of '{action.name}' counts nothing in the order '{rules.order}'"
        for unit in units
        for action in unit.actions
        if action.overkill in ("next", "lost") and action.targets == 1
        if not (action.free or action.reacts)
    ]


def _results(units, rules):
    """What is said of critical hits, grazes and fumbles by rules that know none."""
    rolled = [(unit, action) for unit in units for action in (None, *unit.actions)]
    rolled = [(unit, action, _said_of(unit, action)) for unit, action in rolled]
    if not any(said or _gifts(one) or (one and one.miss) for _, one, said in rolled):
        return []
    strikes = AttackTable(*[at_full(units)] * 2, rules)
    if strikes.left_to_damage:
        return []
    found, changed = {}, _changed(units)
    for unit, action, said in rolled:
        knows = strikes.knows | ({"critical"} if {*said, *changed} & {*_CHANCES} else set())
        knows |= {"miss"} if rules.hit != "always hits" else set()
        if rules.published and rules.published.die and {*said} & {*_EFFECTS}:
            knows.add("critical")
        words = [] if "critical" in knows else [one for one in _EFFECTS if one in said]
        words += ["graze"] if "graze" in said and "graze" not in knows else []
        words += [f"on {on}" for on in _gifts(action) if on not in knows]
        words += ["miss"] if rules.hit == "always hits" and action and action.miss else []
        for word in words:
            found.setdefault(word.replace("_", " "), []).append(unit.name)
    return [
        f"'{word}' of {listed(dict.fromkeys(names))} counts nothing: by this hit rule nothing of "
        f"the kind is rolled{'; write crit chance or crit on' if 'crit' in word else ''}"
        for word, names in found.items()
    ]


def _pierces(units, rules):
    """Armor that is ignored where there is none, or where the damage rule sees to it itself."""
    piercing = [(unit, one) for unit in units for one in unit.actions if one.pierces]
    armored = "armor" in _changed(units) or any(unit.role("armor") != 0 for unit in units)
    if armored and rules.damage is None:
        return []
    why = "nobody has armor" if rules.damage is None else "the damage rule reads armor itself"
    return [f"{unit.name}: '{one.name}' pierces nothing: {why}" for unit, one in piercing]


def _kinds(units):
    """Kinds of damage that no status changes, and changes of kinds that nobody does."""
    rows = [(unit, one) for unit in units for one in unit.actions if one.kind]
    kinds = {as_column(one.kind): f"{unit.name}: '{one.name}'" for unit, one in rows}
    changed = {column for column in _changed(units) if column.endswith("_taken")}
    vain = {of.removesuffix("_taken") for of in changed - {"damage_taken"}} - {*kinds}
    found = [f"'{kind} taken' counts nothing: no action has the kind '{kind}'" for kind in vain]
    return sorted(found) + [
        f"{who}: no status changes '{kind} taken'"
        for kind, who in kinds.items()
        if f"{kind}_taken" not in changed
    ]


def places(units, read):
    """Return sentences on rows, guards and a reserve that count nothing, of a whole sheet.

    In a duel, or between some of its units, they may not count. read: columns that the rules read.
    """
    actions = [action for unit in units for action in unit.actions]
    ends = any(number_of(unit, "reach") < inf for unit in units) or "reach" in _changed(units)
    ends = ends or any(dict(action.columns).get("reach", inf) < inf for action in actions)
    found = []
    if rows_matter(units) and not ends and "row" not in read and _any_says(units, "row"):
        found.append("'row' counts for whom front alone: nobody's reach ends")
    waits = any(map(in_reserve, units))
    if waits and not any(action.on == "reserve" for action in actions):
        found.append("'reserve' counts nothing: no action is on the reserve")
    if not waits and any(action.on == "reserve" for action in actions):
        found.append("an action on the reserve brings nobody: no unit says yes in 'reserve'")
    statuses = statuses_of(units)
    names = {status.name for status in statuses}
    return found + [
        f"'{status.name}' guards nobody: no action gives '{status.guards}'"
        for status in statuses
        if status.guards not in (None, ALL_ALLIES, *names)
    ]


def _said_of(unit, action):
    """Which columns of a roll a unit, or one of its actions, says something in."""
    own = {column: unit.more.get(column) for column in OF_A_ROLL}
    if action is not None and action.on == "foe":
        own |= replacing({name: value for name, value in action.columns if name in OF_A_ROLL})
    return [column for column, value in own.items() if not _is_nothing(value)]


def _gifts(action):
    """The results, but hit, at which an action gives, gets or gains something."""
    columns = ("gives", "gets", "gains") if action is not None else ()
    return sorted({on for column in columns for on in action.results(column)} - {"hit", "hurts"})


def ends_of_damage(units):
    """Return the columns of a sheet whose numbers, from and to, are its damage."""
    reading = getattr(units, "reading", None)
    made = [] if reading is None else reading.index[reading["as"] == "damage (two columns)"]
    return {as_column(end) for heading in made for end in heading.split(" to ")}


def unread(units, rules, ends=()):
    """Return sentences about columns that no rule reads: of units, of actions and of statuses.

    ends: as from `ends_of_damage`, which the damage itself reads.
    """
    units = list(units)
    read = Read(units, rules)
    there = [column for column in columns_of(units[0]) if _holds_numbers(units, column)]
    there = [column for column in there if column not in ends]
    names = [f"'{column}'" for column in there if column not in read.all]
    found = [f"This rule doesn't ask for the column{'s' * (len(names) > 1)} {', '.join(names)}"]
    found = found if names else []
    if rules.decided:
        return found
    found += places(units, read.by_rules)
    vain = [
        (f"{unit.name}: '{action.name}'", column)
        for unit in units
        for action in unit.actions
        for column, _ in action.columns
        if column not in read.of_attackers and not (action.of and column == "damage")
    ]
    found += [f"{who}: no rule asks an attacker for '{column}'" for who, column in vain]
    items = {item.name: item for unit in units for item in unit.moment.items}
    found += [
        f"item '{item.name}' changes '{column}', which no rule asks for"
        for item in items.values()
        for column, _, _ in item.changes
        if column not in read.all and column not in ("hp", "speed")
    ]
    if "attack" not in read.of_attackers and (
        "again" in _changed(units) or _any_says(units, "again")
    ):
        found.append("'again' counts nothing: no rule asks an attacker for 'attack'")
    return found + [
        f"'{status.name}' changes '{column}', which no rule asks for"
        for status in statuses_of(units)
        for column, _, _ in status.changes
        if column not in read.all and column != "speed" and not column.endswith("_taken")
    ]


def _holds_numbers(units, column):
    """Whether a column has numbers that a rule may read, not all of them blank or 0."""
    if column not in units[0].more:
        return column in _OF_FIGHTS and any(
            unit.damage.values[-1] > 0 if column == "damage" else unit[column] for unit in units
        )
    return isinstance(units[0].more[column], int | float) and _any_says(units, column)


class Read:
    """Which columns are read, found by letting all units strike once: sets of names.

    of_attackers: what an attacker's row may replace. all: these, those of defenders, and those of
    conditions and saving throws.
    """

    def __init__(self, units, rules):
        counters = counters_of(units)
        asked = {*counters, *(f"{name}_max" for name in counters), "per_turn", "again"}
        asked |= {*OF_A_PLACE} if rows_matter(units) else set()
        needs = [action.needs for unit in units for action in unit.actions if action.needs]
        asked |= {"reserve", *(one.column for one in needs)}
        asked |= {"initiative"} if rules.order == "initiative" else set()
        asked |= {column for unit in units for one in unit.actions for column in _asked_by(one)}
        derived, attackers, defenders = {}, {}, {}
        for unit in units:
            for function in (rules.derived or {}).values():
                function(watching(unit, derived))
        units, rules = rules.derived_units(units)
        sides = [[watching(one, read) for one in at_full(units)] for read in (attackers, defenders)]
        rolled = {*OF_A_ROLL}
        if rules.decided:
            fought(sides[0][0], sides[1][-1], rules)
        elif AttackTable(*sides, rules, critical=callable(rules.critical[0])).left_to_damage:
            rolled = set()
        # Rules by name are given both numbers, also where they take one of them.
        if rules.published and rules.published.depends == "defense" and rules.damage is None:
            attackers.pop("attack", None)
        self.of_attackers = {*attackers, *derived, *rolled, "again"}
        self.by_rules = self.of_attackers | {*defenders}
        self.all = self.by_rules | asked


def _asked_by(action):
    """The columns that its condition reads, and the saving throws against its statuses."""
    saves = [status.ends for status in action.statuses if isinstance(status.ends, Save)]
    read = {column for throw in saves for column in throw.columns}
    return read | (action.when.reads if action.when is not None else set())


def _changed(units):
    """The columns that statuses change."""
    return {column for status in statuses_of(units) for column, _, _ in status.changes}


def _any_says(units, column):
    return not all(_is_nothing(unit.more.get(column)) for unit in units)


def _is_nothing(value):
    return value is None or value in ("", "-") or value != value
