"""What a fight asks of a unit: its counters, its actions in a turn, what it knows for the moment.

A counter is mana or rage. What is known for the moment is a `Moment`, a field of each unit: what
statuses make of its damage, what its action says of its blows, and where it stands in a file.
"""

import math
from contextlib import suppress
from typing import NamedTuple

from combat.core.numbers import checked
from combat.dice import Distribution, dice
from combat.dice.expression import added_in
from combat.units.sheets.headings import as_column
from combat.units.sheets.schema import DEFAULTS, SWITCHES, UNIT, whole

MOST = 1_000_000
OF_A_PLACE = ("row", "reach")
PLACES = {"front": 1, "middle": 2, "back": 3}  # words for rows
OF_A_TURN = ("per_turn", "again", *OF_A_PLACE)  # columns that a unit needn't have


def counters_of(units):
    """Return the names of all counters that the actions of some units spend or gain, in order."""
    return sorted(
        {
            name
            for unit in units
            for action in unit.actions
            for name, *_ in (*action.spends, *action.gains)
        }
    )


def counter_of(unit, name):
    """Return what a unit has of a counter at the start: its column of that name, else 0."""
    there, most = _counted(unit, name, 0), most_of(unit, name)
    if there > most:
        raise ValueError(
            f"{where_in(unit, name)}: {there} is more than the most that it may have, {most} by "
            f"its column '{name.replace('_', ' ')} max'; raise that, or lower this"
        )
    return there


def most_of(unit, name):
    """Return what a unit has of a counter at most: its column "mana max", else a million."""
    return _counted(unit, f"{name}_max", MOST)


def per_turn_of(unit):
    """Return how many actions that take a turn a unit has in one: its column "per turn", else 1."""
    return _counted(unit, "per_turn", DEFAULTS["per_turn"])


def again_of(unit):
    """Return what each strike before adds to a unit's attack: its column "again", else 0."""
    return float(_counted(unit, "again", DEFAULTS["again"]))


def number_of(unit, column):
    """Return a unit's number in a column; the default of one OF_A_TURN that it says nothing of."""
    # Unchecked: by a status it may be 0 actions a turn.
    if column not in OF_A_TURN:
        return unit[column]
    value = unit.more.get(column)
    if column in OF_A_PLACE and isinstance(value, str):
        return place_in(column, value, DEFAULTS[column])
    return DEFAULTS[column] if _is_blank(value) else value


def many_a_turn(unit):
    """Return whether a unit has several actions in a turn, or strikes that differ in one."""
    return per_turn_of(unit) > 1 or "again" in unit.more


def place_in(column, cell, otherwise=None):
    """Return the row or the reach that a text means; otherwise: of other words, a unit's own."""
    known = PLACES if column == "row" else {"all": math.inf}
    with suppress(ValueError):
        return known.get(cell.strip().casefold()) or float(cell)
    return otherwise


def in_reserve(unit):
    """Return whether a unit begins in the reserve."""
    value = str(unit.more.get("reserve", "")).strip().casefold().removesuffix(".0")
    return SWITCHES.get(value, False)


def rows_matter(units):
    """Return whether it matters in a fight of these units who stands in which row."""
    own = [action for unit in units for action in unit.actions]
    changes = [change for action in own for status in action.statuses for change in status.changes]
    moved = {column for column, _, _ in changes} & {*OF_A_PLACE}
    return bool(moved) or len({number_of(unit, "row") for unit in units}) > 1


def check_counted(unit):
    """Raise ValueError, with file, row and column, for a number of a turn or a counter."""
    per_turn_of(unit)
    again_of(unit)
    for column in OF_A_PLACE if "row" in unit.more else ():
        _counted(unit, column, None)
    for name in counters_of([unit]):
        counter_of(unit, name)


def check_kinds(units, statuses, counters):
    """Raise ValueError for a wrong number of a turn, and for what no fight can follow."""
    for unit in units:
        check_counted(unit)
    rolls = [unit.name for unit in units if isinstance(unit.role("armor"), Distribution)]
    for status in statuses:
        for column, _, number in status.changes:
            if column.removesuffix("_max") in counters:
                raise ValueError(
                    f"{status.name}: changes: {column.replace('_', ' ')}: a counter, and the "
                    f"most that one has of it, are changed by no status; let an action gain or "
                    f"spend it"
                )
            if isinstance(number, Distribution):
                rolls.append(status.name)
    if not rolls:
        return
    for action in (action for unit in units for action in unit.actions):
        if action.when is not None and "armor" in action.when.reads:
            raise ValueError(
                f"{action.name}: when: the armor of {rolls[0]} is rolled, no number; ask for "
                f"another column"
            )


def _counted(unit, column, otherwise):
    """A whole number in a further column of a unit, or its number of a turn, checked."""
    value = unit.more.get(column)
    if column in OF_A_PLACE and isinstance(value, str):
        value = place_in(column, value)
    if _is_blank(value):
        return otherwise
    kind = UNIT[column].kind if column in OF_A_TURN else whole(0, MOST)
    return checked(where_in(unit, column), kind.check, value)


def _is_blank(value):
    return value is None or value in ("", "-") or value != value


def where_in(unit, column):
    """Return where a unit's cell stands, for messages."""
    return f"{where_of(unit) or unit.name}, column '{column.replace('_', ' ')}'"


class Change(NamedTuple):
    """What statuses make of damage: so many times, plus points; added: what it adds to its dice."""

    times: float
    points: float
    added: float


class Moment(NamedTuple):
    """What is known of a unit for the moment, beside its columns.

    where: it stands in a file. statuses: of that file, which it may begin with. items: `Item`s that
    it may carry. of, carries: of a loadout, the name of its unit, and the names of its items.
    change: the `Change` of its damage. taken: what statuses make of the damage that it takes, pairs
    ("fire_taken", (times, points)). pierces, kind: of its action.
    """

    where: str = ""
    statuses: tuple = ()
    items: tuple = ()
    of: str = ""
    carries: tuple = ()
    change: Change | None = None
    taken: tuple = ()
    pierces: float = 0.0
    kind: str = ""


def taken_by(attacker, defender):
    """Return what statuses make of damage that a defender takes of an attacker: (times, points)."""
    changes, kind = dict(defender.moment.taken), as_column(attacker.moment.kind)
    found = [changes[of] for of in {"damage_taken", f"{kind}_taken"} if of in changes]
    return math.prod(times for times, _ in found), sum(points for _, points in found)


def change_of(unit):
    """Return the `Change` of a unit's damage, or the one that its written dice imply."""
    if unit.moment.change is not None:
        return unit.moment.change
    try:
        return Change(1, 0, added_in(unit.written) if dice(unit.written) == unit.damage else 0)
    except ValueError:  # made of a Distribution
        return Change(1, 0, 0)


def only_strikes(unit):
    """Return whether a unit alone strikes alike in each turn, doing nothing else."""
    actions = [one for one in unit.actions if one.needs is None or one.needs.met_by([unit])]
    if not actions:
        return True
    return actions[0].steady and not any(action.free or action.reacts for action in actions)


def where_of(unit):
    """Return where a unit stands in a file; empty if it was made in code."""
    return unit.moment.where
