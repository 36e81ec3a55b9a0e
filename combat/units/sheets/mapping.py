"""A mapping beside a sheet, units.columns.csv: which heading is to be read as which column."""

import re
from pathlib import Path

from combat.core.words import csv_text, guarded, printable, unknown
from combat.tables import TableError, content_of, read_table
from combat.tables.header import key, likely
from combat.tables.table import opened
from combat.units.sheets.headings import KINDS, ROLES, Headings

_BYTES = (bytes, bytearray, memoryview)


class Mapping(dict):
    """What headings mean: {heading in lower case: its columns}; and how cells are read.

    scale: what hit points, damage, armor and heals are multiplied by, as `scale,2` says. blank:
    whether blank attack, defense and damage count as 0, as `blank,0` says.
    """

    scale, blank = 1, False


def mapping_of(columns):
    """Return the `Mapping`; ValueError for a column that is unknown, or given twice."""
    # columns: {column: heading, or a list}; or a table of heading and as: a path, its bytes, or a
    # pair (file name, bytes). A heading may be several columns, or "own", "text", "-" (left aside).
    found, headings = Mapping(), {}
    if columns is None:
        return found
    pairs = _of_dict(columns) if isinstance(columns, dict) else _of_table(columns)
    for where, heading, column in pairs:
        if _is_setting(found, heading, column):
            continue
        if column not in (*ROLES, *KINDS):
            raise TableError(f"{where}: {unknown(column, [*ROLES, *KINDS])}")
        if column in ROLES and headings.setdefault(column, key(heading)) != key(heading):
            raise TableError(f"{where}: '{column}' is given for two headings; leave one out")
        others = found.setdefault(key(heading), [])
        if column not in others:
            others.append(column)
        if len(others) > 1 and set(others) & set(KINDS):
            raise TableError(
                f"{where}: '{printable(heading)}' can't be {' and '.join(others)} at once; leave "
                f"one out"
            )
    return found


def _is_setting(found, heading, column):
    """Whether a line says how cells are read, and not what a heading means; it is kept then."""
    if key(heading) == "scale" and re.fullmatch(r"[1-9]\d{0,3}", column):
        found.scale = int(column)
        return True
    if key(heading) == "blank" and column == "0":
        found.blank = True
        return True
    return False


def guessed(name, content, sheet=None):
    """Return what each heading of a sheet is taken for: pairs (heading, column), or none."""
    headings = Headings({})
    try:
        page = opened(name, content, sheet, headings)
    except TableError:
        return []
    if not page.rows:
        return []
    cells = page.rows[likely(page, headings)][1]
    roles, _ = headings.roles_of(cells)
    kinds = {place: role for role, place in roles.items()}
    return [(cell, kinds.get(place, "own")) for place, cell in enumerate(cells) if cell]


def mapping_text(pairs):
    """Return the text of a mapping's file; pairs: (heading, column)."""
    return csv_text([("heading", "as"), *((guarded(one), column) for one, column in pairs)])


def _of_dict(columns):
    for column, headings in columns.items():
        for heading in headings if isinstance(headings, list | tuple) else [headings]:
            if not isinstance(heading, str) or not heading.strip():
                raise ValueError(
                    f"columns: {heading!r} for '{column}' is no heading: write some text"
                )
            yield "columns", heading, column


def _of_table(source):
    name, source = source if isinstance(source, tuple) else (None, source)
    name = name or ("columns" if isinstance(source, _BYTES) else Path(source).name)
    name, content = content_of(source, name)
    faults = []
    table = read_table(content, numeric=(), text=["heading", "as"], name=name, faults=faults)
    if faults:
        raise faults[0]
    for row, heading, column in zip(table.index, table["heading"], table["as"], strict=True):
        where = f"{name}, row {row}"
        if not heading:
            raise TableError(f"{where}, column 'heading': the cell is empty; write a heading")
        yield f"{where}, column 'as'", heading, " ".join(column.split()).casefold()
