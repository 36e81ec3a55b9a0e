"""The rows of a CSV file: what parts its cells, and its decimal mark."""

import csv
import io
import re
from contextlib import suppress
from itertools import count, islice

from combat.tables.content import decoded
from combat.tables.fault import TableError
from combat.tables.header import TRIED

_WHY = {"unexpected end of data": "a quote is never closed"}  # in plain words


class Text:
    """A CSV file: its `rows`, pairs (row, cells) without the blank ones, what parts its cells
    (`delimiter`), and its decimal `comma`.

    wanted: the `Wanted` columns. TableError for what is no text, or can't be split.

    >>> from combat.tables.header import Wanted
    >>> text = Text("a.csv", b"My game, v3\\nname;hp\\n\\nrat;7,5\\n", Wanted(["name", "hp"]))
    >>> text.rows[1:], text.comma
    ([(2, ['name', 'hp']), (4, ['rat', '7,5'])], ',')
    """

    def __init__(self, name, content, wanted):
        self.name, lines = name, decoded(name, content)
        self.delimiter = _mark(lines, wanted)
        self.comma = "." if self.delimiter == "," else ","
        try:
            self.rows = list(_rows(lines, self.delimiter))
        except _Unsplit as error:
            raise TableError(
                f"{name}, row {error.row}, column {error.column}: the line can't be split into "
                f"cells ({error}); check its quotes and commas"
            ) from None

    def elsewhere(self, _wanted):
        """Where else the columns may be: a CSV has one table."""
        return ""

    def check_formulas(self, _row, _columns=None):
        """A CSV has no formulas."""


class _Unsplit(ValueError):
    """Why, in which row and from which column on a line can't be split into cells."""

    def __init__(self, error, row, column):
        super().__init__(_WHY.get(str(error), str(error)))
        self.row, self.column = row, column


def _mark(lines, wanted):
    """What parts the cells: with it a row names most of what is needed.

    Where several do, it is what stands most often in the first line.
    """
    # What a quoted heading holds parts nothing.
    first = re.sub(r'"[^"]*"', "", lines.strip().partition("\n")[0])
    marks = sorted(",;\t", key=first.count, reverse=True)
    return max(marks, key=lambda mark: wanted.most(_first_rows(lines, mark)))


def _first_rows(lines, mark):
    found = []
    with suppress(_Unsplit):
        found.extend(islice(_rows(lines, mark), TRIED))
    return found


def _rows(lines, mark):
    taken = []  # the lines of one row: a quoted cell may hold the end of a line
    feed = (taken.append(line) or line for line in io.StringIO(lines, newline=""))
    reader = csv.reader(feed, strict=True, delimiter=mark)
    for row in count(1):
        taken.clear()
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise _Unsplit(error, row, _good_cells("".join(taken), mark) + 1) from None
        if cells is None:
            return
        if any(cells):
            cells = [_stripped(cell) for cell in cells]
            if any(cells):
                yield row, cells


def _good_cells(line, mark):
    """How many cells of a line can be told before the one at fault."""
    most = csv.field_size_limit()
    good = re.compile(rf'(?:"(?:[^"]|""){{0,{most}}}"|(?!")[^{mark}\r\n]{{0,{most}}}){mark}')
    place = number = 0
    while found := good.match(line, place):
        place, number = found.end(), number + 1
    return number


def _stripped(cell):
    """A cell without blanks around it; one that stands before a quote stays, to be told."""
    text = cell.strip()
    return f" {text}" if text.startswith('"') and cell[0].isspace() else text
