"""The rows of a CSV file: what parts its cells, and its decimal mark."""

import csv
import io
import re
from contextlib import suppress
from itertools import islice

from combat.tables.content import decoded
from combat.tables.fault import TableError
from combat.tables.header import TRIED


class Text:
    """A CSV file: its `rows`, pairs (row, cells) without the blank ones, and its decimal `comma`.

    wanted: the `Wanted` columns. TableError for what is no text, or can't be split.

    >>> from combat.tables.header import Wanted
    >>> text = Text("a.csv", b"My game, v3\\nname;hp\\n\\nrat;7,5\\n", Wanted(["name", "hp"]))
    >>> text.rows[1:], text.comma
    ([(2, ['name', 'hp']), (4, ['rat', '7,5'])], ',')
    """

    def __init__(self, name, content, wanted):
        self.name, lines = name, decoded(name, content)
        mark = _mark(lines, wanted)
        self.comma = "." if mark == "," else ","
        reader = _reader(lines, mark)
        try:
            self.rows = list(_rows(reader))
        except csv.Error as error:
            raise TableError(
                f"{name}, row {reader.line_num}: the line can't be split into cells "
                f"({error}); check its quotes and commas"
            ) from None

    def elsewhere(self, _wanted):
        """Where else the columns may be: a CSV has one table."""
        return ""

    def check_formulas(self, _row, _columns=None):
        """A CSV has no formulas."""


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
    with suppress(csv.Error):
        found.extend(islice(_rows(_reader(lines, mark)), TRIED))
    return found


def _reader(lines, mark):
    return csv.reader(io.StringIO(lines, newline=""), strict=True, delimiter=mark)


def _rows(reader):
    for row, cells in enumerate(reader, start=1):
        if any(cells):
            yield row, [cell.strip() for cell in cells]
