"""A game's tables of actions and of statuses, read and checked; all faults reported at once."""

import dataclasses
from functools import partial

from combat.tables import TableError
from combat.tables.cells import parsers_of
from combat.units.sheets import action_cells as cells
from combat.units.sheets.action_checks import check
from combat.units.sheets.action_rows import Table, plain
from combat.units.sheets.actions import (
    KEPT,
    MOST_STACKS,
    MOST_TIMES,
    MOST_TURNS,
    MOST_WEIGHT,
    OVERKILL,
    REACTS,
    TARGETS,
    TIMERS,
    WHOM,
    Action,
    Status,
)
from combat.units.sheets.columns import LIMITS
from combat.units.sheets.conditions import condition
from combat.units.sheets.headings import HEADINGS
from combat.units.sheets.rolls import OF_A_ROLL, effect, from_face, multiplier, share_of
from combat.units.sheets.roster import where_of

# Fields of an action or a status that are read from another column: per from uses, in_rounds from
# turns.
_NO_COLUMN = ("name", "columns", "per", "each_hit", "in_rounds", "of")
ACTIONS = (
    "unit",
    "action",
    *(field.name for field in dataclasses.fields(Action) if field.name not in _NO_COLUMN),
)
STATUSES = (
    "status",
    *(field.name for field in dataclasses.fields(Status) if field.name not in _NO_COLUMN),
)
ALL = "*"


def read_statuses(source, name=None, *, sheet=None, units=None, columns=None, faults=None):
    """Return {name: `Status`} of a file; units: whose columns may change, None allows any."""
    # Source, name, sheet and columns as for `read_units`; faults: a list to which they are added,
    # without it they are raised together. combat/units/README.md lists the columns.
    changed = None
    if units is not None:
        rolled = [column for column in OF_A_ROLL if column in units.columns]
        own = dict.fromkeys([*_numeric(units), "damage", "per_turn", "again", *rolled])
        changed = _spellings(list(own), columns)
    parsers = parsers_of(
        {"stacks": (1, MOST_STACKS)},
        (),
        dict.fromkeys(("kills", "broken"), cells.SWITCH) | {"timer": _words(TIMERS)},
        {
            "status": cells.called,
            "changes": partial(cells.changes, columns=changed),
            "loses": cells.points,
            "gains": cells.points,
            "skips": cells.switch_or_share,
            "ends": partial(cells.share_or_save, columns=changed),
            "absorbs": cells.absorbs,
            "turns": cells.turns,
        },
        ".",
        ("stacks",),
    )
    table = Table(source, name, sheet, ("status",), STATUSES, {})
    found, rows = {}, {}
    for row in table.rows(parsers):
        status = row.values.pop("status", None)
        if status is None:
            continue
        first = rows.setdefault(status.casefold(), row)
        if first is not row:
            row.fault("status", f"'{status}' is in row {first.number} already; rename one")
            continue
        # A status at fault is known all the same, so that giving it isn't another fault.
        if "absorbs" in row.values:
            row.values["absorbs"], row.values["each_hit"] = row.values["absorbs"]
        if "turns" in row.values:
            row.values["turns"], row.values["in_rounds"] = row.values["turns"]
        found[status] = row.made(Status, status, row.values) or Status(status)
    tell(table.faults, faults)
    return found


def read_actions(source, units, statuses, name=None, *, sheet=None, columns=None, faults=None):
    """Return {name of a unit: tuple of `Action`} of a file, in its order; arguments as above."""
    # More faults: an action that a unit has twice, one that is never reached because one above it
    # can always be done, and a unit that has actions but can never act.
    table = Table(
        source,
        name,
        sheet,
        ("unit", "action"),
        ACTIONS,
        _spellings([*units.columns, *OF_A_ROLL, "again", "per_turn"], columns),
    )
    found, aside = {name: {} for name in units.names}, {}
    counters = table.read_before(("spends", "gains"), cells.counters_in)
    gained = table.read_before(("gains", "gets"), cells.counters_in)
    for row in table.rows(_parsers_of_actions(units, statuses, table.comma, counters, gained)):
        who, called = row.values.pop("unit", None), row.values.pop("action", None)
        fields, gained = _fields(row.values)
        action = row.made(Action, called, fields)
        aside[row] = [row.made(Action, f"{called} when {it['reacts']}", it) for it in gained]
        for unit in units.names if who == ALL else filter(None, [who]):
            found[unit][row] = action
    check(found, aside, units)
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
            given = cells.gifts(cell.replace(";", ","), statuses)
        except ValueError as error:
            faults.append(f"{where_of(unit) or unit.name}, column 'begins with': {error}")
            continue
        found[unit.name] = (Action("begins with", on="self", gets=given, reacts="begins"),)
    return found


def tell(found, faults=None):
    """Append faults to a list; without a list raise them as a TableError, one a line."""
    if faults is not None:
        faults.extend(found)
    elif found:
        raise TableError("\n".join(map(str, found)))


def _fields(values):
    """The fields of an `Action`, and those of what else it gains: a list; from a row's cells."""
    fields = {column: value for column, value in values.items() if column in ACTIONS}
    own = tuple((column, value) for column, value in values.items() if column not in ACTIONS)
    if "damage" in values:
        dice, fields["of"] = values["damage"]
        own = tuple((column, dice if column == "damage" else value) for column, value in own)
    if "uses" in fields:
        fields["uses"], fields["per"] = fields["uses"]
    got = {None: ((), ())}
    for column in ("gets", "gains"):
        for trigger, (gifts, gained) in fields.pop(column, {}).items():
            others = got.get(trigger, ((), ()))
            got[trigger] = (*others[0], *gifts), (*others[1], *gained)
    fields["gets"], fields["gains"] = got.pop(None)
    aside = [
        {
            "on": "nobody",
            "gets": gifts,
            "gains": gained,
            "reacts": trigger,
            "per_turn": MOST_TIMES,
        }
        for trigger, (gifts, gained) in got.items()
    ]
    return fields | {"columns": own}, aside


def _parsers_of_actions(units, statuses, comma, counters, gained):
    """The parser of each column's cells."""
    numeric = _numeric(units)
    had = [one for one in (*numeric, *gained) if one not in KEPT]
    text = [column for column in units.columns if column not in ("damage", *numeric)]
    parse = {
        "unit": partial(_unit, names=units.names),
        "action": cells.called,
        "damage": cells.damage_of,
        "targets": cells.targets,
        "miss": cells.share,
        "drain": cells.share,
        "heals": cells.points,
        "uses": cells.uses,
        "recharge": cells.share,
        "crit_chance": share_of,
        "crit_damage": multiplier,
        "crit_on": from_face,
        "critical": _critical,
        "graze": share_of,
        "gives": partial(cells.gifts, statuses=statuses),
        "gets": partial(cells.got, statuses=statuses, counters={*numeric, *counters}),
        **dict.fromkeys(("cures", "sheds"), partial(cells.names, known=[*statuses], of="statuses")),
        "per_turn": cells.per_turn,
        "spends": partial(cells.counted, amount=cells.whole, counters=had),
        "gains": cells.got,
        "when": partial(
            condition, columns=[*dict.fromkeys([*numeric, *counters])], statuses=statuses
        ),
    }
    choices = {"whom": _words(WHOM), "on": _words(TARGETS), "free": cells.SWITCH}
    choices |= {"reacts": _words(REACTS), "overkill": _words(OVERKILL)}
    numbers = {column: LIMITS.get(column) for column in numeric}
    numbers |= {"times": (1, MOST_TIMES), "cooldown": (1, MOST_TURNS)}
    numbers |= {"weight": (1e-6, MOST_WEIGHT), "again": (-100, 100)}
    whole = ("times", "cooldown")
    return parsers_of(numbers, text, choices, parse, comma, whole)


def _critical(cell):
    effect(cell)
    return cell


def _unit(cell, names):
    if not cell:
        raise ValueError(f"the cell is empty; write the name of a unit, or {ALL} for all")
    return ALL if cell == ALL else cells.name_of(" ".join(cell.split()), names, "units")


def _numeric(units):
    return [
        column
        for column in units.columns
        if all(isinstance(unit[column], int | float) for unit in units)
    ]


def _words(known):
    return {word: word for word in known}


def _spellings(columns, headings):
    """The columns of units by the names that a table may use: {spelling: column}."""
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
