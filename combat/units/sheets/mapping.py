"""A mapping beside a sheet, units.columns.csv: which heading is to be read as which column."""

from pathlib import Path

from combat.core.csv_cells import csv_text, guarded
from combat.core.words import printable, unknown
from combat.tables import TableError, content_of, read_table
from combat.tables.header import key
from combat.units.sheets.headings import KINDS, ROLES

_BYTES = (bytes, bytearray, memoryview)


def mapping_of(columns):
    """Return {heading in lower case: its columns}; ValueError for one unknown or given twice."""
    # columns: {column: heading, or a list}; or a table of heading and as: a path, its bytes, or a
    # pair (file name, bytes). A heading may be several columns, or "own", "text", "-" (left aside).
    if columns is None:
        return {}
    pairs = _of_dict(columns) if isinstance(columns, dict) else _of_table(columns)
    found, headings = {}, {}
    for where, heading, column in pairs:
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
