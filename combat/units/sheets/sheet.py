"""Reads a designer's sheet of units as it stands: its headings, its columns, its rows."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import pandas as pd

from combat.core.words import csv_text, guarded, printable
from combat.dice import dice
from combat.tables import TableError
from combat.tables.content import letter
from combat.tables.header import TRIED, key, likely, none_under
from combat.tables.table import opened, refuse_many
from combat.units.sheets.columns import PAIR, Column, read_column
from combat.units.sheets.headings import NEEDED, ROLES, Headings, near_of
from combat.units.sheets.levels import Levels
from combat.units.sheets.meant import (
    OTHERWISE,
    ROLLED,
    leave_out,
    number_twins,
    tell_of_headings,
    tell_of_scales,
    units_in,
    why_not,
)
from combat.units.sheets.turned import hold_numbers, turn
from combat.units.sheets.unit import OWN

# What says that numbers are percent; a dodge of 12, a block of 5 may be points.
_ADDED = "added to its column for each level above 1"
_NO_SHARES = ("damage", "dmg", "mult")
_SHARES = ("chance", "percent", "pct", "probab")
_RATED = ("crit", "hit", "dodge", "block", "evasion", "resist", "miss")


@dataclass
class Sheet:
    """A sheet of units as it was read: its `columns`, the numbers of its `rows`, its `faults`.

    left: TableErrors of the cells for which rows are left out.
    """

    name: str
    columns: list = field(default_factory=list)
    rows: list = field(default_factory=list)
    faults: list = field(default_factory=list)
    left: list = field(default_factory=list)
    told: list = field(default_factory=list)

    def tell(self, sentence, row=None):
        """Keep a sentence on what a reader may not expect, with the file's name and a row."""
        where = "" if row is None else f", row {row}"
        self.told.append(f"{self.name}{where}: {sentence}")

    @property
    def headings(self):
        """How the file spells the workbook's columns: {column: heading}."""
        return {one.kind: one.heading for one in self.columns if one.kind in ROLES}

    def values(self, row):
        """The values of a row by the names of its columns, those left aside not among them."""
        kept, own = self._kept
        return {name: values[row] for name, values in kept} | {"own": own}

    @cached_property
    def _kept(self):
        """The names and values of the columns that are read, and the names that are one's own."""
        kept = [one for one in self.columns if one.kind != "-"]
        own = tuple(one.name for one in kept if one.kind not in ROLES and one.name in ROLES)
        return [(one.name, one.values) for one in kept], own

    @property
    def frame(self):
        """How each heading was read: a frame with a row for each."""
        return pd.DataFrame([_line(column) for column in self.columns]).set_index("heading")


def read_sheet(name, content, sheet, mapping, levels=None):
    """Return the `Sheet` of a file's content; TableError for what is no table of units at all.

    levels: the `Levels` at which its cells are read; by default each unit's own.
    """
    headings = Headings(mapping)
    page = opened(name, content, sheet, headings)
    row, cells, below = _under_header(page, headings)
    refuse_many(page, below)
    found = Sheet(name)
    roles, twice = headings.roles_of(cells)
    levels = levels or Levels(scale=mapping.scale)
    cells, below, grows = levels.of_units(name, cells, below, roles)
    for role, places in twice.items():
        found.told.append(
            f"{name}, row {row}, {headings.claimed(role, [cells[at] for at in places])}"
        )
    if levels.grows and levels.level is None:
        found.tell(
            f"'{printable(levels.grows)}' grows with the level: Units.at reads it at another"
        )
    found.columns = _columns(cells, roles, mapping, grows)
    if "damage" not in (*roles, *twice) and (ends := headings.range_of(cells)):
        both = " to ".join(cells[place] for place in ends)
        found.columns.append(Column(both, ends[0], "damage", "damage", ends[1]))
    needed = {one.place: one.heading for one in found.columns if one.counts}
    try:
        page.check_formulas(row, {one.place: one.heading for one in found.columns})
    except TableError as error:
        page.check_formulas(row, needed)
        found.told.append(str(error))
    if mapping.pair:
        below = [(row, [_end_of(cell, mapping.pair) for cell in given]) for row, given in below]
    below = units_in(found, below, cells, needed)
    why = {one.place: _why_not(one, below, found, mapping) for one in found.columns if one.counts}
    found.told += [told for place, told in headings.told if not why.get(place)]
    for column in found.columns:
        if column.counts and why[column.place]:
            column.kind = "own"
    _damage_under_attack(found, why)
    tell_of_headings(found, below, mapping, page.inside)
    scale, blank = mapping.scale, mapping.blank
    for column in found.columns:
        _read(found, column, below, page, why.get(column.place), scale, blank)
    if scale != 1:
        found.tell(f"hit points, damage, armor and heals are multiplied by {scale}")
    _name_own(found.columns)
    tell_of_scales(found)
    leave_out(found, [row for row, _ in below])
    number_twins(found)
    return found


def texts_of(name, content, sheet=None, mapping=None, levels=None):
    """Return the cells of a sheet of units as they stand: a list of rows, the headings first.

    levels: the `Levels` at which they stand; what is added for each level is blank then.
    """
    headings, grows = Headings(mapping or {}), ()
    _, cells, below = _under_header(opened(name, content, sheet, headings), headings)
    if levels is not None:
        cells, below, grows = levels.of_units(name, cells, below, headings.roles_of(cells)[0])
    for (_, row), place in product(below, grows):
        row[place] = ""
    return [cells, *(row + [""] * (len(cells) - len(row)) for _, row in below)]


def guessed(name, content, sheet=None):
    """Return what each heading of a sheet is taken for: pairs (heading, column), or none."""
    headings = Headings({})
    try:
        page = opened(name, content, sheet, headings)
        cells = page.rows[likely(page, headings)][1]
    except TableError:
        return []
    roles, _ = headings.roles_of(cells)
    kinds = {place: role for role, place in roles.items()}
    return [(cell, kinds.get(place, "own")) for place, cell in enumerate(cells) if cell]


def mapping_text(pairs):
    """Return the text of a mapping's file; pairs: (heading, column)."""
    return csv_text([("heading", "as"), *((guarded(one), column) for one, column in pairs)])


def _under_header(page, headings):
    """(The number of the header's row, its cells, the rows below it)."""
    turn(page, headings)
    place = likely(page, headings)
    row, cells = page.rows[place]
    roles, twice = headings.roles_of(cells)
    if not headings.named(cells) or (hold_numbers(cells) and "hp" not in {*roles, *twice}):
        first = page.rows[0][1]
        shown = printable(", ".join(filter(None, first)))
        if hold_numbers(first[1:]):
            raise TableError(
                f"{page.name}, row {page.rows[0][0]}: there is no row of headings, the first one "
                f"is {shown}; write one above it, such as name,hp,attack,defense,damage"
            )
        # What is no table at all isn't quoted.
        raise TableError(
            f"{page.name}, row 1: the first {TRIED} rows name neither a name nor hit points; write "
            f"a line with headings above them, such as name,hp,attack,defense,damage"
            f"{page.elsewhere(headings)}"
        )
    headings.settle(page, cells, page.rows[place + 1 :])
    headings.check(page, row, cells)
    if place + 1 == len(page.rows):
        raise none_under(page.name, row, cells)
    return row, cells, page.rows[place + 1 :]


def _columns(cells, roles, mapping, grows=()):
    """The `Column`s of a header, in its order; one heading may be several.

    grows: the places of what is added to other columns for each level.
    """
    found = []
    for place, heading in enumerate(cells):
        if place in grows:
            found.append(Column(heading, place, "", "-", cautions=[_ADDED]))
            continue
        if not heading:
            found.append(Column(f"(column {letter(place)})", place, "", "-"))
            continue
        kinds = [role for role, at in roles.items() if at == place]
        kinds += [kind for kind in mapping.get(key(heading), ()) if kind not in ROLES]
        found += [Column(heading, place, kind, kind) for kind in kinds or ["own"]]
    return found


def _end_of(cell, which):
    """The first or the last of two numbers in a cell; any other cell as it is."""
    pair = PAIR.fullmatch(cell.strip())
    return pair[which] if pair else cell


def _damage_under_attack(found, why):
    """Take dice that are headed as the attack for the damage, where nothing else is."""
    rolled = [one for one in found.columns if (why.get(one.place) or "").startswith(ROLLED)]
    named = [one for one in rolled if one.name == "attack"]
    if len(named) != 1 or any(one.kind == "damage" for one in found.columns):
        return
    (column,) = named
    column.kind = column.name = "damage"
    why[column.place] = None
    found.tell(f"'{printable(column.heading)}' {ROLLED}: taken for the damage")


def _why_not(column, rows, found, mapping):
    """Why the cells of a column show that it isn't what its heading says, or None."""
    if key(column.heading) in mapping or column.kind in ("name", "hp"):
        return None
    return why_not(column, [(row, column.cell(given)) for row, given in rows], found)


def _read(found, column, rows, page, why, scale, blank):
    """Read a column; why: it isn't what its heading says."""
    read_column(column, [(row, column.cell(given)) for row, given in rows], page, scale, blank)
    if column.kind == "hp":
        found.told += [f"{found.name}, column 'hp': {caution}" for caution in column.cautions]
    if column.kind == "speed" and {*column.values.values()} - {1.0}:
        column.cautions.append("taken for actions a turn")
    if why:
        column.cautions.append(why)
        found.tell(f"'{printable(column.heading)}' {why}; {OTHERWISE}")


def _attribute(column, taken):
    """The name by which units know a column of their own: "Move Range" is move_range."""
    name = re.sub(r"\W+", "_", column.heading.lower()).strip("_") or f"column_{column.place + 1}"
    return f"own_{name}" if name in (*taken, *OWN) else name


def _name_own(columns):
    """Give columns of one's own their names; those of one name are numbered."""
    taken = set()
    roles = {*NEEDED, *(column.kind for column in columns if column.kind in ROLES)}
    for column in columns:
        if column.kind not in ("own", "text"):
            continue
        name, number = _attribute(column, roles), 1
        column.name = name
        while column.name in taken:
            number += 1
            column.name = f"{name}_{number}"
        taken.add(column.name)
        if column.kind == "own" and _in_percent(column):
            column.cautions.append("percent as whole numbers: a chance is this / 100")
        if key(column.heading) in ("ac", "armor class", "armour class"):
            column.cautions.append("a number to reach, not points off the damage")
    for column in columns:
        near = near_of(column.heading) if column.kind in ("own", "text") else ""
        if near and near.replace(" ", "_") not in taken:
            column.cautions.append(f"the workbook's rules read it if it is called '{near}'")


def _in_percent(column):
    found = [value for value in column.values.values() if isinstance(value, int | float)]
    name = column.name
    if any(word in name for word in _NO_SHARES) or name == "crit_on":
        return False
    meant = "%" in column.heading or any(word in name for word in (*_SHARES, "accuracy"))
    meant = meant or ("rate" in name and any(word in name for word in _RATED))
    points = 20 if "accuracy" in name else 1  # an accuracy of 4 to 20 is in points
    return meant and any(value > points for value in found) and all(0 <= v <= 100 for v in found)


def _line(column):
    """How a column was read, as a row of the frame."""
    numbers = [one for one in column.values.values() if isinstance(one, int | float) and one == one]
    low, high = (f"{end:g}" for end in (min(numbers), max(numbers))) if numbers else ("", "")
    if column.kind == "damage" and column.values:
        both = sorted((dice(one).mean, one) for one in set(column.values.values()))
        low, high = both[0][1], both[-1][1]
    named = column.kind not in ROLES and column.name not in (
        "",
        key(column.heading).replace(" ", "_"),
    )
    more = column.name if named else "two columns" if column.upto is not None else ""
    return {
        "heading": column.heading,
        "as": f"{column.kind} ({more})" if more else column.kind,
        "lowest": low,
        "highest": high,
        "not understood": len(column.wrong),
        "example": column.wrong[0][1] if column.wrong else "",
        "caution": "; ".join(column.cautions),
    }
