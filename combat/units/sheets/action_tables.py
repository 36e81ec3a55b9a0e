"""A game's tables of actions and of statuses, read and checked; all faults reported at once."""

import re
from dataclasses import replace
from functools import partial
from math import inf

from combat.core.words import one_of, printable
from combat.tables.content import tell
from combat.units.sheets import kinds
from combat.units.sheets.action_rows import Table, check, plain
from combat.units.sheets.actions import Action
from combat.units.sheets.begins import beginning_with
from combat.units.sheets.counters import OF_A_TURN, where_of
from combat.units.sheets.headings import HEADINGS
from combat.units.sheets.rolls import OF_A_ROLL
from combat.units.sheets.schema import (
    ALL_ALLIES,
    KEPT,
    LIMITS,
    MOST_TIMES,
    REACTS,
    TEXT,
    UNIT,
    Known,
    columns_of,
    number,
    readers_of,
)
from combat.units.sheets.statuses import Status, gifts_in

ACTIONS = ("unit", "action", *readers_of(Action))
STATUSES = ("status", *readers_of(Status))
ALL = "*"
# "when hit" may be read two ways, so who hits says "hits", and who is hit "struck".
GAINED_WHEN = {word: word for word in REACTS if word not in ("hit", "down")} | {"hits": "hit"}
_READ = {"gets": gifts_in, "gains": kinds.GAINS.read}


def read_statuses(
    source, name=None, *, sheet=None, units=None, columns=None, faults=None, levels=None
):
    """Return {name: `Status`} of a file; units: whose columns may change, None allows any."""
    # Source, name, sheet and columns as for `read_units`; faults: a list to which they are added,
    # without it they are raised together. combat/units/README.md lists the columns.
    changed = None
    if units is not None:
        # Armor may be dice, which a status changes, too.
        may = [one for one in ("armor", *OF_A_ROLL) if one in units.columns]
        changed = spellings([*_numeric(units), *may, "damage", *OF_A_TURN], columns)
    spaced = {column.replace("_", " "): column for column in STATUSES}
    table, found, rows = Table(source, name, sheet, ("status",), STATUSES, spaced, levels), {}, {}
    readers = {"status": TEXT.read} | readers_of(Status)
    for row in table.rows(readers, Known(columns=changed)):
        status = row.values.pop("status", None)
        if status is None:
            continue
        first = rows.setdefault(status.casefold(), row)
        if first is not row:
            row.fault("status", f"'{status}' is in row {first.number} already; rename one")
            continue
        # A status at fault is known all the same, so that giving it isn't another fault.
        found[status] = row.made(Status, status, row.values) or Status(status)
    for status in [one for one in found.values() if one.guards]:
        try:
            guards = one_of(status.guards, [ALL_ALLIES, *found], "statuses")
            found[status.name] = replace(status, guards=guards)
        except ValueError as error:
            rows[status.name.casefold()].fault("guards", error)
    tell(table.faults, faults)
    return found


def read_actions(
    source, units, statuses, name=None, *, sheet=None, columns=None, faults=None, levels=None
):
    """Return {name of a unit, or of an item of theirs: tuple of `Action`}, in the file's order."""
    # Arguments as above.
    # More faults: an action that a unit has twice, one that is never reached because one above it
    # can always be done, and a unit that has actions but can never act.
    carried = [(unit, item.name) for unit in units for item in unit.moment.items]
    spelled = spellings([*units.columns, *OF_A_ROLL, *OF_A_TURN], columns)
    table = Table(source, name, sheet, ("unit", "action"), ACTIONS, spelled, levels)
    numbers, found, aside = _numeric(units), {name: {} for name in units.names}, {}
    found |= {item: {} for _, item in carried}
    spent = [*numbers, *table.read_before(("gains", "gets"), kinds.counters_in)]
    known = Known(
        columns=spelled,
        statuses=statuses,
        counters=(*numbers, *table.read_before(("spends", "gains"), kinds.counters_in)),
        spent=[one for one in spent if one not in KEPT],
        comma=table.comma,
    )
    readers = _own_columns(units) | readers_of(Action) | {"damage": kinds.damage}
    readers |= {"unit": _unit_of(units, [*found]), "action": TEXT.read}
    readers |= {column: partial(_got, column) for column in ("gets", "gains")}
    for row in table.rows(readers, known):
        who, called = row.values.pop("unit", None), row.values.pop("action", None)
        fields, gained = _fields(row.values, units)
        for one in (fields, *gained):
            one["line"] = row.number
        action = row.made(Action, called, fields)
        aside[row] = [row.made(Action, f"{called} when {it['reacts']}", it) for it in gained]
        for unit in who or ():
            found[unit][row] = action
    bearers = {unit.name: (unit, found[unit.name]) for unit in units}
    for unit, item in carried if any(found[item] for _, item in carried) else ():
        both = found[unit.name] | found[item]
        rows = {row: both[row] for row in sorted(both, key=lambda row: row.number)}
        bearers[f"{unit.name}: {item}"] = unit, rows
    units, rows = ({name: one[at] for name, one in bearers.items()} for at in (0, 1))
    check(rows, aside, units)
    tell(table.faults, faults)
    return {
        unit: tuple(one for row in rows for one in (rows[row], *aside[row]) if one is not None)
        for unit, rows in found.items()
    }


def begins_with(units, statuses, faults):
    """Return what units begin a fight with, as actions {name: tuple}; faults: a list to add to."""
    found = {}
    for unit in units:
        cell = unit.more.get("begins_with", "")
        if not isinstance(cell, str) or not cell.strip():
            continue
        try:
            found[unit.name] = beginning_with((), cell, statuses)
        except ValueError as error:
            faults.append(f"{where_of(unit) or unit.name}, column 'begins with': {error}")
    return found


def _fields(values, units):
    """The fields of an `Action`, and those of what else it gains: a list; from a row's cells."""
    fields = {name: values[name] for name in columns_of(Action) if name in values}
    # Where the units have a column `kind` of their own, it stands for theirs as well.
    own = [name for name in values if name not in fields or name == "kind" in units.columns]
    fields["columns"] = tuple((name, values[name]) for name in own)
    got = {None: {}}
    for column in ("gets", "gains"):
        for trigger, given in fields.pop(column, {}).items():
            before = got.setdefault(trigger, {})
            before |= {of: (*before.get(of, ()), *what) for of, what in given.items()}
    fields |= got.pop(None)
    always = {"on": "nobody", "per_turn": MOST_TIMES}
    return fields, [always | given | {"reacts": when} for when, given in got.items()]


def _got(column, cell, known):
    """What an actor gets, by what sets it off: {column: {trigger: {"gets": ..., "gains": ...}}}.

    The trigger is None for its own strikes: "mana 5, rage 1d6 when struck, guarded when missed".
    """
    folded, found = {name.casefold() for name in known.statuses}, {}
    for part in kinds.parts(cell):
        what, _, when = part.partition(" when ")
        if when and when.casefold() not in GAINED_WHEN:
            told = f"'{printable(when)}' is nothing that happens to it"
            raise ValueError(f"{told}; write when {', '.join(GAINED_WHEN)}")
        names = kinds.counters_in(what)
        is_counter = names & {*known.counters} and not names & folded
        of = "gains" if column == "gains" or is_counter else "gets"
        given = found.setdefault(GAINED_WHEN.get(when.casefold()), {})
        given[of] = (*given.get(of, ()), *_READ[of](what, known))
    return {column: found}


def _own_columns(units):
    """How the cells are read that stand for a unit's own: {column: function}."""
    readers = {column: lambda cell, _known: cell for column in (*OF_A_TURN, *units.columns)}
    for column in (*_numeric(units), "again"):
        readers[column] = number(*LIMITS.get(column, (-inf, inf))).read
    readers["reach"] = UNIT["reach"].kind.read
    return readers | {name: partial(_of_a_roll, name) for name in OF_A_ROLL}


def _of_a_roll(name, cell, _known):
    value = OF_A_ROLL[name](cell)
    return cell if name == "critical" else value  # as it is written, for the unit with its action


def _unit_of(units, known):
    def unit(cell, _known):
        if not cell:
            raise ValueError(f"the cell is empty; write the name of a unit, or {ALL} for all")
        name = " ".join(cell.split())
        if ALL not in name:
            return [one_of(name, known, "units")]
        alike = re.compile(".*".join(map(re.escape, name.split(ALL))), re.IGNORECASE)
        if found := [one for one in units.names if alike.fullmatch(one)]:
            return found
        raise ValueError(f"no unit is called like '{printable(name)}'")

    return unit


def _numeric(units):
    return [
        column
        for column in units.columns
        if all(isinstance(unit[column], int | float) for unit in units)
    ]


def spellings(columns, headings):
    """Return the columns of units by the names that a table may use: {spelling: column}."""
    found = {column.replace("_", " "): column for column in columns}
    found |= {
        spelling: column
        for column in columns
        if column in HEADINGS and column != "name"
        for spelling in HEADINGS[column][0]
    }
    headings = {column: plain(one) for column, one in (headings or {}).items()}
    found |= {headings[column]: column for column in columns if column in headings}
    return found | {column: column for column in columns}
