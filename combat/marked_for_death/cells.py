"""A comma-separated file split into cells, with every fault at its row and column."""

import re
from pathlib import Path

from combat.tables import TableError, content_of, decoded, shown

# Limits on what is split at all: a roster of a thousand is far below the first.
MOST_BYTES = 10_000_000
_MARKS = {",": "comma", ";": "semicolon", "\t": "tab"}
_QUOTED = re.compile(r'"([^"]*(?:""[^"]*)*)"')
_BARE = {mark: re.compile(rf'[^"{mark}\r\n]*') for mark in _MARKS}
_LINE = re.compile(r"[^\r\n]*")
_LINE_END = re.compile(r"\r\n|\n|\r|$")


class Cells:
    """A file's rows, split one by one as they are asked for: pairs (row, cells).

    Rows are counted as in a spreadsheet; cells are stripped of spaces; blank rows are left out,
    but counted. Python's own reader names only the row of a fault, and a bad quote sits in one
    cell of seventeen. source: a path, or the file's content as bytes (an upload) with its file
    `name`. most: cells of a row. delimiter: as in `combat.tables`, the header says it: a comma,
    or where it has none a semicolon or a tab. TableError naming file, row and column.

    >>> cells = Cells(b'Name,BuffWho\\n\\nTom,"Tom,Bill"\\n', "a.csv", most=9)
    >>> cells.name, cells.delimiter, list(cells)
    ('a.csv', ',', [(1, ['Name', 'BuffWho']), (3, ['Tom', 'Tom,Bill'])])
    """

    def __init__(self, source, name=None, *, most):
        name, content = _content(source, name)
        self.name, self.most, self.header = shown(name), most, []
        if len(content) > MOST_BYTES:
            raise TableError(
                f"{self.name}, row 1: the file is larger than {MOST_BYTES:,} bytes, too large for "
                f"a roster; delete what is none"
            )
        self._text = decoded(self.name, content)
        first = _LINE.match(self._text.lstrip())[0]
        self.delimiter = next((mark for mark in ";\t" if mark in first and "," not in first), ",")

    def __iter__(self):
        place, row = 0, 1
        while place < len(self._text):
            line = _LINE.match(self._text, place)
            if '"' in line[0]:
                cells, place = self._row(place, row)
            else:
                # Spreadsheets leave blank cells at the end, sometimes very many.
                bare, place = line[0].rstrip(f" {self.delimiter}"), line.end()
                if bare.count(self.delimiter) >= self.most:
                    self._fail_wide(row)
                cells = [cell.strip() for cell in bare.split(self.delimiter)]
            place = _LINE_END.match(self._text, place).end()
            if any(cells):
                self.header = self.header or cells
                yield row, cells
            row += 1

    def _row(self, place, row):
        """The cells of the row that starts at `place`, and where it ends."""
        cells = []
        while True:
            if len(cells) == self.most:
                self._fail_wide(row)
            cell, place = self._cell(place, row, len(cells))
            cells.append(cell.strip())
            if self._text[place : place + 1] != self.delimiter:
                return cells, place
            place += 1

    def _cell(self, place, row, number):
        text = self._text
        if not text.startswith('"', place):
            bare = _BARE[self.delimiter].match(text, place)
            if text.startswith('"', bare.end()):
                self._fail(
                    row,
                    number,
                    f"a quote inside the cell; a quote must stand right after the "
                    f"{_MARKS[self.delimiter]}, with no space between",
                )
            return bare[0], bare.end()
        quoted = _QUOTED.match(text, place)
        if quoted is None:
            self._fail(row, number, "the quote is never closed; end the cell with another quote")
        if quoted.end() < len(text) and text[quoted.end()] not in f"{self.delimiter}\r\n":
            self._fail(
                row,
                number,
                f"something follows the closing quote; delete what stands between it and the "
                f"next {_MARKS[self.delimiter]}, also spaces",
            )
        return quoted[1].replace('""', '"'), quoted.end()

    def _fail(self, row, number, fault):
        raise TableError(f"{where(self.name, row, self.header, number)}: {fault}")

    def _fail_wide(self, row):
        fault = f"more than {self.most} columns; delete those without use"
        raise TableError(f"{self.name}, row {row}, column {self.most + 1}: {fault}")


def where(name, row, header, number):
    """Return the place of cell `number` (from 0) in words, for a message.

    >>> where("a.csv", 3, ["Name", "BuffWho"], 1), where("a.csv", 3, ["Name"], 2)
    ("a.csv, row 3, column 'BuffWho'", 'a.csv, row 3, column 3')
    """
    column = f"'{shown(header[number])}'" if number < len(header) else number + 1
    return f"{name}, row {row}, column {column}"


def _content(source, name):
    """The name and the bytes of a file, no more of them than tell that it is too large."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return content_of(source, name)
    path = Path(source)
    try:
        with path.open("rb") as file:
            return path.name, file.read(MOST_BYTES + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise TableError(
            f"{shown(path.name)}: the file can't be read ({reason}); check its name and folder"
        ) from None
