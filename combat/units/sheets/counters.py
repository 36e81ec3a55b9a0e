"""Counters such as mana or rage: what a unit has of them, and how many actions a turn it has."""

from combat.core.numbers import checked, whole_within, within
from combat.units.sheets.roster import where_of
from combat.units.sheets.unit_columns import DEFAULTS, LIMITS

MOST = 1_000_000
OF_A_TURN = ("per_turn", "again")  # columns that a unit needn't have


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
    there, most = _whole(unit, name, 0), most_of(unit, name)
    if there > most:
        raise ValueError(
            f"{where_in(unit, name)}: {there} is more than the most that it may have, {most} by "
            f"its column '{name.replace('_', ' ')} max'; raise that, or lower this"
        )
    return there


def most_of(unit, name):
    """Return what a unit has of a counter at most: its column "mana max", else a million."""
    return _whole(unit, f"{name}_max", MOST)


def per_turn_of(unit):
    """Return how many actions that take a turn a unit has in one: its column "per turn", else 1."""
    return _checked(unit, "per_turn", number_of(unit, "per_turn"), whole_within)


def again_of(unit):
    """Return what each strike before adds to a unit's attack: its column "again", else 0."""
    return float(_checked(unit, "again", number_of(unit, "again"), within))


def number_of(unit, column):
    """Return a unit's number in a column; the default of one OF_A_TURN that it says nothing of."""
    if column not in OF_A_TURN:
        return unit[column]
    value = unit.more.get(column)
    return DEFAULTS[column] if _is_blank(value) else value


def many_a_turn(unit):
    """Return whether a unit has several actions in a turn, or strikes that differ in one."""
    return per_turn_of(unit) > 1 or "again" in unit.more


def check_counted(unit):
    """Raise ValueError, with file, row and column, for a number of a turn or a counter."""
    per_turn_of(unit)
    again_of(unit)
    for name in counters_of([unit]):
        counter_of(unit, name)


def faults_of_counted(units):
    """Return the faults of all units' numbers of a turn and counters: a list of lines."""
    found = []
    for unit in units:
        try:
            check_counted(unit)
        except ValueError as error:
            found.append(str(error))
    return found


def _whole(unit, name, otherwise):
    value = unit.more.get(name, otherwise)
    return otherwise if _is_blank(value) else _checked(unit, name, value, whole_within)


def _checked(unit, column, value, check):
    low, high = LIMITS.get(column, (0, MOST))
    return checked(where_in(unit, column), lambda number: check(number, low, high), value)


def _is_blank(value):
    return value is None or value in ("", "-") or value != value


def where_in(unit, column):
    """Return where a unit's cell stands, for messages."""
    return f"{where_of(unit) or unit.name}, column '{column.replace('_', ' ')}'"
