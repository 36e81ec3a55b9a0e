"""The rows of a table of actions or statuses, read so that all faults are reported together."""

import re
from difflib import get_close_matches
from math import inf

from combat.core.checks import warn
from combat.core.words import printable
from combat.tables import TableError, check_row, content_of, read_rows
from combat.tables.content import what_is_wrong
from combat.tables.header import fail_twin, key
from combat.units.sheets.counters import number_of


class Table:
    """A table of a game: its rows, and the faults found in them."""

    def __init__(self, source, name, sheet, needed, known, further, levels=None):
        self.name, content = content_of(source, name)
        if sheet is not None:
            self.name += f", sheet '{printable(sheet)}'"
        page, self._header, self._rows = read_rows(content, needed, sheet=sheet, name=self.name)
        if levels is not None:
            self._rows = levels.of_table(self.name, self._header.cells, self._rows)
        self.comma, self.needed, self._faults = page.comma, needed, []
        self._places = self._named(known, further)

    @property
    def faults(self):
        """The faults found so far, one line each, in the order of their rows."""
        return [line for _, line in sorted(self._faults, key=lambda fault: fault[0])]

    def add(self, number, line):
        """Add a fault in the row of that number."""
        self._faults.append((number, line))

    def read_before(self, columns, function):
        """Return all names that a function finds in the cells of some columns, before `rows`."""
        found = {}
        for column in columns:
            place, _ = self._places.get(column, (None, None))
            for _, row in self._rows if place is not None else ():
                found |= dict.fromkeys(sorted(function(row[place] if place < len(row) else "")))
        return found

    def heading(self, column):
        """Return how the file spells a column."""
        return self._places[column][1] if column in self._places else column

    def rows(self, readers, known):
        """Yield each row, its cells read by the functions of their columns, in order."""
        for number, cells in self._rows:
            try:
                check_row(self.name, number, cells, self._header.cells)
            except TableError as error:
                self.add(number, str(error))
                continue
            row = Row(self, number)
            for column, (place, _) in self._places.items():
                row.read(column, cells[place] if place < len(cells) else "", readers, known)
            yield row

    def _named(self, known, further):
        """Which columns there are: {column: (place, heading)}."""
        found, others = {}, []
        for place, heading in enumerate(self._header.cells):
            column = key(heading) if key(heading) in known else further.get(plain(heading))
            if column in found:
                fail_twin(self.name, self._header.row, found[column][1], heading)
            if column:
                found[column] = place, heading
            elif heading:
                others.append(heading)
        if others:
            there = dict.fromkeys([*known, *further.values()])
            near = [one for other in others for one in get_close_matches(key(other), there, 1, 0.8)]
            meant = f"; did you mean {', '.join(near)}?" if near else ""
            left_out = ", ".join(f"'{printable(other)}'" for other in others)
            warn(
                f"{self.name}, row {self._header.row}: {left_out} left out: not one of "
                f"{', '.join(there)}{meant}"
            )
        return found


class Row:
    """A row of a table: its `number`, its `values` by column, and whether it is `sound`."""

    def __init__(self, table, number):
        self._table, self.number, self.values, self.sound = table, number, {}, True

    def read(self, column, cell, readers, known):
        """Read the value of a cell; a blank one gives none, or a fault if the column is needed."""
        if not cell and column not in self._table.needed:
            return
        try:
            value = readers[column](cell, known)
        except ValueError as error:
            self.fault(column, what_is_wrong(cell, error))
            return
        # Some cells say several columns: "3 a day" is uses and per.
        self.values |= value if isinstance(value, dict) else {column: value}

    def fault(self, column, what):
        """Add a fault in a column of this row."""
        self._table.add(self.number, f"{self._place(column)}: {what}")
        self.sound = False

    def made(self, kind, name, fields):
        """Return kind(name, ...), or None, a ValueError "name: column: why" being noted."""
        if not self.sound:
            return None
        try:
            return kind(name, **fields)
        except ValueError as error:
            column, _, what = str(error).removeprefix(f"{name}: ").partition(": ")
            self.fault(column, what)
            return None

    def _place(self, column):
        heading = printable(self._table.heading(column))
        return f"{self._table.name}, row {self.number}, column '{heading}'"


def plain(heading):
    """Return a heading without characters that can't be in an attribute's name."""
    return " ".join(re.findall(r"\w+", key(heading)))


def check(actions, aside, units):
    """Report faults of a unit's actions together: one twice, one never reached, or none to do.

    aside: {row: the reactions that its cells name}.
    """
    twins = _check_twins(actions, aside)
    _check_reached(actions, twins, units)
    for name, rows in actions.items():
        _check_acts(units[name], rows)


def _check_twins(actions, aside):
    """Report and return the rows of actions that their unit already has."""
    reported = set()
    for name, rows in actions.items():
        first = {}
        for row, action in rows.items():
            for one in filter(None, (action, *aside[row])):
                other = first.setdefault(one.name.casefold(), row)
                if other is not row and row not in reported:
                    reported.add(row)
                    what = f"'{name}' has '{one.name}' in row {other.number} already; rename one"
                    row.fault("action", what)
    return reported


def _check_reached(actions, twins, units):
    """Report rows that none of their units ever reaches."""
    above = {}
    for name, rows in actions.items():
        always = blocking = beside = None
        for row, action in rows.items():
            if action is None or row in twins:
                continue
            if action.weight is None or beside is None or beside.weight is None:
                blocking = always
            beside = action
            above.setdefault(row, []).append(None if action.free or action.reacts else blocking)
            if always is None and _is_always_done(action, units[name]):
                always = name, row, action
    for row, blocking in above.items():
        if None in blocking:
            continue
        name, other, action = blocking[0]
        row.fault(
            "action",
            f"'{name}' never comes to it: '{action.name}' in row {other.number} can always be "
            f"done; move this row up, or give that one a condition (when) or a number of uses",
        )


def _is_always_done(action, unit):
    limits = action.when, action.uses, action.recharge, action.cooldown, action.per_turn
    limited = any(limit is not None for limit in limits) or action.spends or action.reacts
    reach = dict(action.columns).get("reach", number_of(unit, "reach"))
    limited = limited or action.on == "reserve" or (action.on == "foe" and reach < inf)
    return not (limited or action.free or action.only_heals)


def _check_acts(unit, rows):
    damage = vars(unit).get("damage")
    if not rows or None in rows.values() or damage is None or damage.values[-1] > 0:
        return
    if all(action.uses == 0 for action in rows.values()):
        next(iter(rows)).fault(
            "uses",
            f"'{unit.name}' can never act: it has no damage, and none of its actions can be done; "
            f"write a use",
        )
