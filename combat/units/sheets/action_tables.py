"""A game's tables of actions and of statuses, read and checked; all faults reported at once."""

import dataclasses
from functools import partial

from combat.tables import TableError
from combat.tables.cells import parsers_of
from combat.units.sheets import action_cells as cells
from combat.units.sheets.action_checks import check
from combat.units.sheets.action_rows import Table, plain
from combat.units.sheets.actions import (
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

_OTHERWISE = (
    "name",
    "columns",
    "per",
    "each_hit",
    "in_rounds",
    "of",
)  # fields of an action that have no column of that name
ACTIONS = (
    "unit",
    "action",
    *(field.name for field in dataclasses.fields(Action) if field.name not in _OTHERWISE),
)
STATUSES = (
    "status",
    *(field.name for field in dataclasses.fields(Status) if field.name not in _OTHERWISE),
)
ALL = "*"


def read_statuses(source, name=None, *, sheet=None, units=None, columns=None, faults=None):
    """Return the statuses of a CSV or xlsx file: {name: `Status`}, in its order.

    source, name, sheet and columns as for `combat.units.read_units`. units: the `Units` whose
    columns may be changed; None allows any column. faults: a list to which the faults are appended;
    without it they are raised as a TableError, one a line.

    Columns: status, changes ("attack -2, damage x 0.5"), loses and gains (dice), kills (yes or no;
    yes if blank), skips (yes, no or a chance), turns (3, or "3 rounds"), ends (a chance, or a
    saving throw such as "d20 + will >= 15"), broken (yes or no), stacks, timer (own) and absorbs.
    Only status must be there; a blank cell means the default of `Status`. Other columns are left
    out, with a warning.

    >>> read_statuses(b"status,loses,kills\\npoisoned,1d4,no\\n")["poisoned"].loses
    Distribution(1..4, mean 2.5)
    """
    changed = None
    if units is not None:
        changed = _spellings([*_numeric(units), "damage"], columns)
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
    """Return the actions of a game's units from a file: {name of a unit: tuple of `Action`}.

    source, name, sheet, columns and faults as for `read_statuses`. units: a `Units`. statuses:
    {name: `Status`} that the actions may give.

    Columns: unit (a name, or * for all), action, times, targets (a number, or all), whom, on, miss
    and drain (half, 50 %, 1/2 or 0.5), heals (dice), uses (3, or "3 a day"), recharge (a chance),
    gives and gets (statuses, each with its turns and its chance if needed: "poisoned 3, asleep 1d3
    25 %"), spends and gains (counters: "mana 60"), cures and sheds (names of statuses), when (see
    `combat.units.sheets.conditions`) and free (yes or no); also any column of the units, which then
    replaces their own value. What is got or gained may come by itself, "rage 1d6 when struck": a
    reaction of that name. Only unit and action must be there; a blank cell means the default of
    `Action`. Other columns are left out, with a warning. Rows keep the order of the file, those of
    * among a unit's own.

    More faults: an action that a unit has twice, one that is never reached because one above it can
    always be done, and a unit that has actions but can never act.

    >>> from combat.units import Unit, Units
    >>> mage = Unit("Mage", hp=9, damage="1d4", attack=3)
    >>> table = b"unit,action,damage,targets,uses,when\\nMage,Fireball,8d6,4,2 a day,foes >= 3\\n"
    >>> read_actions(table, Units([mage]), {})["Mage"][0].per
    'day'
    >>> read_actions(table.replace(b"foes", b"foez"), Units([mage]), {}, "mine.actions.csv")
    Traceback (most recent call last):
    combat.tables.fault.TableError: mine.actions.csv, row 2, column 'when': at 'foez': no column ...
    """
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
    for row in table.rows(_parsers_of_actions(units, statuses, table.comma, counters)):
        who, called = row.values.pop("unit", None), row.values.pop("action", None)
        fields, gained = _fields(row.values)
        action = row.made(Action, called, fields)
        aside[row] = [row.made(Action, f"{called} when {it['reacts']}", it) for it in gained]
        for unit in units.names if who == ALL else filter(None, [who]):
            found[unit][row] = action
    check(found, units)
    tell(table.faults, faults)
    return {
        unit: tuple(one for row in rows for one in (rows[row], *aside[row]) if one is not None)
        for unit, rows in found.items()
    }


def begins_with(units, statuses, faults):
    """Return what units begin a fight with, as actions: {name: tuple}; of the column "begins with".

    faults: a list, to which those of its cells are added.
    """
    found = {}
    for unit in units:
        cell = unit.more.get("begins_with", "")
        if not isinstance(cell, str) or not cell.strip() or not statuses:
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


def _parsers_of_actions(units, statuses, comma, counters):
    """The parser of each column's cells."""
    numeric = _numeric(units)
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
        "spends": partial(cells.counted, amount=cells.whole),
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
