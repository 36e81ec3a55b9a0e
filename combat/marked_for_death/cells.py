"""A comma-separated file split into cells, with every fault at its row and column."""

import re

from combat.tables import TableError, content_of, decoded, shown

_QUOTED = re.compile(r'"([^"]*(?:""[^"]*)*)"')
_BARE = re.compile(r'[^",\r\n]*')
_LINE_END = re.compile(r"\r\n|\n|\r")


def rows_of(source, name=None):
    """Return the file's name and its rows as [(row as in a spreadsheet, cells)].

    Cells are stripped of spaces; blank rows are left out, but counted. Python's own reader
    names only the row of a fault, and a bad quote sits in one cell of seventeen. source and
    name: as for `combat.tables.content_of`. TableError naming file, row and column.

    >>> rows_of(b'Name,BuffWho\\n\\nTom,"Tom,Bill"\\n', "a.csv")
    ('a.csv', [(1, ['Name', 'BuffWho']), (3, ['Tom', 'Tom,Bill'])])
    """
    name, content = content_of(source, name)
    name = shown(name)
    text = decoded(name, content)
    header, rows, row, place = [], [], 1, 0
    while place < len(text):
        cells, place = _row(text, place, name, row, header)
        if any(cells):
            rows.append((row, cells))
            header = header or cells
        row += 1
    return name, rows


def where(name, row, header, number):
    """Return the place of cell `number` (from 0) in words, for a message.

    >>> where("a.csv", 3, ["Name", "BuffWho"], 1), where("a.csv", 3, ["Name"], 2)
    ("a.csv, row 3, column 'BuffWho'", 'a.csv, row 3, column 3')
    """
    column = f"'{shown(header[number])}'" if number < len(header) else number + 1
    return f"{name}, row {row}, column {column}"


def _row(text, place, name, row, header):
    """The cells of the row that starts at `place`, and where the next one starts."""
    cells = []
    while True:
        cell, place = _cell(text, place, where(name, row, header, len(cells)))
        cells.append(cell.strip())
        if place == len(text):
            return cells, place
        if text[place] != ",":
            return cells, _LINE_END.match(text, place).end()
        place += 1


def _cell(text, place, at):
    if not text.startswith('"', place):
        bare = _BARE.match(text, place)
        if text.startswith('"', bare.end()):
            raise TableError(
                f"{at}: a quote inside the cell; a quote must stand right after the "
                f"comma, with no space between"
            )
        return bare[0], bare.end()
    quoted = _QUOTED.match(text, place)
    if quoted is None:
        raise TableError(f"{at}: the quote is never closed; end the cell with another quote")
    if quoted.end() < len(text) and text[quoted.end()] not in ",\r\n":
        raise TableError(
            f"{at}: something follows the closing quote; delete what stands between "
            f"it and the next comma, also spaces"
        )
    return quoted[1].replace('""', '"'), quoted.end()
