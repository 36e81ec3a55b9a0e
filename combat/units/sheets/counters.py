"""Counters such as mana or rage: what a unit has of them, and how many actions a turn it has."""

import math

from combat.core.checks import check_numbers, check_whole

MOST = 1_000_000
MOST_PER_TURN = 20


def counters_of(units):
    """Return the names of all counters that the actions of some units spend or gain, in order."""
    return sorted(
        {
            name
            for unit in units
            for action in unit.actions
            for name, _ in (*action.spends, *action.gains)
        }
    )


def counter_of(unit, name):
    """Return what a unit has of a counter at the start: its column of that name, else 0."""
    return _whole(unit, name, 0)


def most_of(unit, name):
    """Return what a unit has of a counter at most: its column "mana max", else a million."""
    return _whole(unit, f"{name}_max", MOST)


def per_turn_of(unit):
    """Return how many actions that take a turn a unit has in one: its column "per turn", else 1."""
    value = unit.more.get("per_turn")
    if value is None or value != value:
        return 1
    return int(check_whole(f"{unit.name}: per turn", value, low=1, high=MOST_PER_TURN))


def again_of(unit):
    """Return what each strike before adds to a unit's attack: its column "again", else 0."""
    value = unit.more.get("again", 0)
    if value in ("", "-") or value != value:
        return 0
    return check_numbers(f"{unit.name}: again", value, low=-100, high=100)


def many_a_turn(unit):
    """Return whether a unit has several actions in a turn, or strikes that differ in one."""
    return per_turn_of(unit) > 1 or "again" in unit.more


def _whole(unit, name, otherwise):
    value = unit.more.get(name, otherwise)
    if isinstance(value, float) and math.isnan(value):
        return otherwise
    what = f"{unit.name}: {name.replace('_', ' ')}"
    return int(check_whole(what, value, low=0, high=MOST))
