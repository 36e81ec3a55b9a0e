"""Reads a CSV file: its rows, what separates its cells, and its decimal mark."""

import csv
import io
import re
from contextlib import suppress
from itertools import count, islice

from combat.core.words import printable
from combat.tables.content import MOST_CELLS, TableError, cleaned, decoded, too_many
from combat.tables.header import TRIED, Page, most_named

_MOST_LINES = 200_000  # of a table, with the blank ones; they take a second
_MOST_CELLS, _LONGEST = 2**18, 2_000_000  # cells and letters of a line
_WHY = {"unexpected end of data": "a quote is never closed"}  # in plain words


class Text(Page):
    """A CSV's `rows`, pairs (row, cells) without blank ones, `delimiter`, decimal mark `comma`."""

    typed = False

    def __init__(self, name, content, wanted, most=None):
        self.name, (lines, guess) = name, decoded(name, content)
        self.told = [guess] if guess else []
        lines = _without_end(lines)
        ends = max(map(lines.count, "\r\n"))
        self.size = f"{ends:,} lines"
        if most is not None and ends > _MOST_LINES:
            raise too_many(name, self.size)
        self.delimiter = _mark(lines, wanted)
        self.comma = "." if self.delimiter == "," else ","
        if blank := _by_blanks(lines, wanted, most):
            self.rows, self.comma = blank, ","
            self.told.append(f"{name}: cells are separated by blanks")
            return
        try:
            rows = _rows(lines, self.delimiter)
            self.rows = list(rows if most is None else islice(_few(name, rows), most))
        except _Unsplit as error:
            raise TableError(
                f"{name}, row {error.row}, column {error.column}: the line can't be split into "
                f"cells ({printable(str(error))}); check its quotes and commas"
            ) from None


def _without_end(lines):
    """The lines without blank ones at the end, of which a spreadsheet may save a million."""
    end = lines.find("\n", len(lines.rstrip(" \t\r\n,;|")))
    return lines[: end + 1] if end >= 0 else lines


def _by_blanks(lines, wanted, most):
    """The rows of a file whose cells are separated by blanks, as R and printouts have them.

    None where another mark makes a table of it, or where the rows aren't all of one length. Names
    with blanks need quotes, or two blanks between cells.
    """
    if most_named(wanted, _first_rows(lines, _mark(lines, wanted))):
        return None
    for split in (_at_blanks, _at_two_blanks):
        rows = [
            (row, split(line))
            for row, line in enumerate(islice(lines.splitlines(), most), 1)
            if line.strip()
        ]
        if not (most_named(wanted, rows) and wanted.all_in(rows)):
            continue
        place = max(range(len(rows[:TRIED])), key=lambda at: wanted.named(rows[at][1]))
        row, head = rows[place]
        lengths = {len(cells) for _, cells in rows[place + 1 :]}
        if lengths == {len(head) + 1}:  # R gives no heading to the names of rows
            head = ["", *head]
        if lengths == {len(head)}:
            return [(row, head), *rows[place + 1 :]]
    return None


def _at_blanks(line):
    with suppress(csv.Error):
        cells = next(csv.reader([line.strip()], delimiter=" ", skipinitialspace=True))
        return [cleaned(cell) for cell in cells if cell.strip()]
    return []


def _at_two_blanks(line):
    return [cleaned(cell) for cell in re.split(r"\s{2,}", line.strip())]


class _Unsplit(ValueError):
    """Raised for a line that can't be split into cells from some column on."""

    def __init__(self, error, row, column):
        super().__init__(_WHY.get(str(error), str(error)))
        self.row, self.column = row, column


def _mark(lines, wanted):
    """The separator with which a row names the most needed columns; of several the commonest."""
    # Separators inside a quoted heading don't count.
    first = re.sub(r'"[^"]*"', "", lines.strip().partition("\n")[0])
    marks = sorted(",;\t|", key=first.count, reverse=True)
    return max(marks, key=lambda mark: most_named(wanted, _first_rows(lines, mark)))


def _first_rows(lines, mark):
    found = []
    with suppress(_Unsplit):
        found.extend(islice(_rows(lines, mark), TRIED))
    return found


def _few(name, rows):
    """The rows as they are; TableError from where they hold too many cells for a table."""
    held = 0
    for row, cells in rows:
        held += len(cells)
        if held > MOST_CELLS:
            raise TableError(
                f"{name}, row {row}: the rows down to here hold more than {MOST_CELLS:,} cells, "
                f"too many for a table; delete what isn't part of it"
            )
        yield row, cells


def _rows(lines, mark):
    taken = []  # the lines of one row, as a quoted cell may hold line ends
    feed = (taken.append(line) or line for line in map(_short, io.StringIO(lines, newline="")))
    reader = csv.reader(feed, strict=True, delimiter=mark)
    for row in count(1):
        taken.clear()
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise _Unsplit(error, row, _good_cells("".join(taken), mark) + 1) from None
        if cells is None:
            return
        if len(cells) > _MOST_CELLS:
            raise _Unsplit(f"it has more than {_MOST_CELLS:,}", row, _MOST_CELLS + 1)
        if any(cells):
            cells = [_stripped(cell) for cell in cells]
            if any(cells):
                yield row, cells


def _short(line):
    """A line as it is; csv.Error for one that is too long."""
    if len(line) > _LONGEST:
        raise csv.Error(f"it has more than {_LONGEST:,} letters")
    return line


def _good_cells(line, mark):
    """How many cells of a line can be read before the one at fault."""
    most = csv.field_size_limit()
    part = re.escape(mark)
    good = re.compile(rf'(?:"(?:[^"]|""){{0,{most}}}"|(?!")[^{part}\r\n]{{0,{most}}}){part}')
    place = number = 0
    while found := good.match(line, place):
        place, number = found.end(), number + 1
    return number


def _stripped(cell):
    """A cell without blanks around it, but a blank before a quote is kept, to be reported."""
    if cell.isalnum() and cell.isascii():  # most are, of two million in a large sheet
        return cell
    text = cleaned(cell)
    return f" {text}" if text.startswith('"') and cell[0].isspace() else text
