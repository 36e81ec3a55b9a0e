"""All units of a game together: by name, as a table, and the statuses that they know."""

from dataclasses import replace

import pandas as pd

from combat.units.sheets.action_numbers import with_statuses
from combat.units.sheets.headings import ROLES
from combat.units.sheets.levels import LEVEL, level_of
from combat.units.sheets.schema import DEFAULTS, UNIT
from combat.units.sheets.unit import NoColumn, Unit, check_there, columns_of


class Units:
    """Units by name, in order: `units["Archer"]` is one, `units.frame` the table of all.

    units: of `Unit`, with different names and the same columns, listed in `columns`; further ones
    that the workbook knows, such as per turn, may stand in some alone. ValueError otherwise, or for
    no units at all. reading: how the headings of their file were read, a frame
    with a row for each; None for units that were made in code.

    >>> units = Units([
    ...     Unit("Archer", hp=18, attack=14, defense=8, damage="1d6+2"),
    ...     Unit("Knight", hp=30, attack=12, defense=12, damage="1d8", armor=3),
    ... ])
    >>> units["Knight"].armor, [unit.name for unit in units], len(units)
    (3.0, ['Archer', 'Knight'], 2)
    >>> units.frame[["hp", "damage", "armor"]]
            hp damage  armor
    name
    Archer  18  1d6+2    0.0
    Knight  30    1d8    3.0
    """

    def __init__(self, units):
        self._units, self.reading, self.read_at = {}, None, None
        for unit in units:
            if not isinstance(unit, Unit):
                raise ValueError(f"{unit!r} is no unit: make it one with Unit(...)")
            if unit.name in self._units:
                raise ValueError(f"there are two units '{unit.name}': rename one")
            self._units[unit.name] = unit
        if not self._units:
            raise ValueError("there are no units: give at least one")
        there = [columns_of(unit) for unit in self]
        if any(columns != there[0] for columns in there):
            every = list(dict.fromkeys(column for columns in there for column in columns))
            self._units = {unit.name: _with_columns(unit, every) for unit in self}
        self.columns = columns_of(next(iter(self)))
        statuses_of(self)

    def __getitem__(self, name):
        if isinstance(name, slice):
            return self.only(*self.names[name])
        if name not in self._units:
            raise ValueError(f"there is no unit {name!r}: there are {', '.join(self._units)}")
        return self._units[name]

    def __iter__(self):
        return iter(self._units.values())

    def __len__(self):
        return len(self._units)

    def __contains__(self, name):
        return name in self._units

    @property
    def names(self):
        """The names of the units, in order."""
        return list(self._units)

    @property
    def frame(self):
        """The table of all units, a row for each name; damage as it was written."""
        rows = {
            column: [unit.written if column == "damage" else unit[column] for unit in self]
            for column in self.columns
            if column != "name"
        }
        return pd.DataFrame(rows, pd.Index(self.names, name="name"))

    @property
    def items(self):
        """What they may carry, in its table's order: {"Spear": `Item`}, see `loadouts`."""
        every = (item for unit in self for item in unit.moment.items)
        return {item.name: item for item in sorted(every, key=lambda item: item.line)}

    def only(self, *names):
        """Return the `Units` of these names, in this order; `units[:20]` are the first twenty.

        ValueError for a name that isn't there, or none at all.
        """
        found = Units([self[name] for name in names])
        found.read_at = self.read_at
        return found

    def at(self, level):
        """Return the same units at another level, or at {name: level}; others keep theirs.

        Their file is read anew, once for each level. ValueError for units that were made or
        changed in code, and for a status that has other numbers at two of the levels.

        >>> from combat.units import read_units
        >>> units = read_units(b"name,hp,damage\\nOgre,20 + 5*level,1d6\\nRat,4,1d2 + level/2\\n")
        >>> [unit.hp for unit in units.at(3)], units.at({"Rat": 4})["Rat"].written
        ([35, 4], '1d2 + 2')
        """
        if self.read_at is None:
            raise ValueError(
                "these units come from no file, or were changed in code: read them from their file "
                "at a level"
            )
        if not isinstance(level, dict):
            return self.read_at(level_of(level)).only(*self.names)
        wrong = [name for name in level if name not in self]
        levels = {unit.name: unit.more.get(LEVEL, 1) for unit in self} | level
        levels = {name: level_of(1 if one != one else one, name) for name, one in levels.items()}
        if wrong:
            raise ValueError(f"there is no unit {wrong[0]!r}: there are {', '.join(self.names)}")
        try:
            there = {one: self.read_at(one) for one in {*levels.values()}}
            found = Units([there[one][name] for name, one in levels.items()])
        except ValueError as error:
            at = ", ".join(f"{name} {one}" for name, one in levels.items())
            raise ValueError(f"at different levels ({at}): {error}") from None
        found.reading, found.read_at = self.reading, self.read_at
        return found

    def changed(self, name, **columns):
        """Return all units, the named one, or an item, with other values in some columns.

        A status is the same for all: with another number in it, such as "poisoned: loses", it
        changes in each unit that gives it. So is an item, with another of its `Item.numbers`.
        """
        if name not in self and name in self.items:
            return Units([_with_items(unit, name, columns) for unit in self])
        unit, other = self[name], self[name].changed(**columns)
        before = {status.name: status for status in statuses_of([unit])}
        after = {status.name: status for status in statuses_of([other])}
        changed = {one: after[one] for one in before if after.get(one, before[one]) != before[one]}
        units = [_with_statuses(other if one.name == name else one, changed) for one in self]
        return Units(units)


def _with_columns(unit, every):
    """A unit with the workbook's further columns that others have; ValueError for any other."""
    lacking = [column for column in every if column not in columns_of(unit)]
    for column in lacking:
        if column not in UNIT or column in ROLES:
            try:
                check_there(column, columns_of(unit))
            except NoColumn as error:
                raise NoColumn(f"{unit.name}: {error}") from None
    return unit.having(**{column: DEFAULTS.get(column, "") for column in lacking})


def _with_items(unit, name, numbers):
    if name not in (item.name for item in unit.moment.items):
        return unit
    items = (one.changed(**numbers) if one.name == name else one for one in unit.moment.items)
    return unit.knowing(items=tuple(items))


def _with_statuses(unit, changed):
    there, items = unit.moment.statuses, unit.moment.items
    if changed and items:
        items = [replace(one, actions=with_statuses(one.actions, changed)) for one in items]
        unit = unit.knowing(items=tuple(items))
    if any(status.name in changed for status in there):
        unit = unit.knowing(statuses=tuple(changed.get(one.name, one) for one in there))
    if not any(status.name in changed for status in statuses_of([unit])):
        return unit
    return unit.changed(actions=with_statuses(unit.actions, changed))


def statuses_of(units, more=()):
    """Return the statuses that some units give, and `more` of them, each once: a list."""
    found = {status.name: (None, status) for status in more}
    for unit in units:
        for status in (status for action in unit.actions for status in action.statuses):
            whose, known = found.setdefault(status.name, (unit.name, status))
            if known is not status and known != status:
                of = "another fight" if whose is None else whose
                raise ValueError(
                    f"{unit.name}: the status '{status.name}' has other numbers than that of "
                    f"{of}: rename one, or change it in all units at once (Units.changed)"
                )
    folded = {name.casefold(): name for name in found}
    for unit, action, name in unknown_statuses(units, found):
        if name.casefold() in folded:
            raise ValueError(
                f"{unit.name}: {action.name}: there is no status '{name}'; did you mean "
                f"'{folded[name.casefold()]}'?"
            )
    return [status for _, status in found.values()]


def unknown_statuses(units, known):
    """Yield (unit, action, name) of each status that an action cures or asks for but none gives."""
    for unit in units:
        for action in unit.actions:
            asked = action.when.statuses if action.when is not None else ()
            for name in (*action.cures, *action.sheds, *sorted(asked)):
                if name not in known:
                    yield unit, action, name
