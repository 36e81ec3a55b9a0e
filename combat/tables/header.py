"""Finds the header of a file, the row that names its columns."""

from dataclasses import dataclass, field

from combat.core.words import composed, printable
from combat.tables.content import TableError, letter

TRIED = 30  # rows in which the header is looked for, as titles may stand above it


@dataclass(frozen=True)
class Wanted:
    """The columns that a header must name, `needed`, or may, `others`; aliases: other spellings."""

    # repeated: columns that may be named more than once.

    chooses = False  # whether a sheet may be chosen for naming all of them
    needed: list
    aliases: dict = field(default_factory=dict)
    others: tuple = ()
    repeated: tuple = ()

    def column(self, heading):
        """Return the column that a heading stands for, in lower case."""
        return self.aliases.get(key(heading), key(heading))

    def missing(self, cells):
        """Return the needed columns that a row doesn't name."""
        meant = {self.column(cell) for cell in cells if cell}
        return [column for column in self.needed if key(column) not in meant]

    def named(self, cells):
        """Return how many of the needed columns a row names."""
        return len(self.needed) - len(self.missing(cells))

    def is_name(self, heading):
        """Return whether a heading is that of names."""
        return key(heading) == "name"

    def own_name(self, _keys, values):
        """Return the heading by which records that are kept by keys name themselves, or ""."""
        return next(filter(self.is_name, values), "")

    def roles_of(self, _cells):
        """Return what headings mean; of a table whose columns have fixed names nothing."""
        return {}, {}

    def all_in(self, rows):
        """Return whether one of the first rows names all needed columns."""
        return bool(rows) and most_named(self, rows) == len(self.needed)


class Page:
    """A table as it stands in a file: its `rows`, pairs (row, cells), and what was `told` of it.

    delimiter: what separates its cells; comma: its decimal mark; typed: whether a program wrote its
    numbers. inside: of headings that belong to a part of a record, a word on it.
    """

    delimiter, comma, typed, inside = ",", ".", True, {}

    def elsewhere(self, _wanted):
        """Return a hint on other sheets; none where the file has only one table."""
        return ""

    def check_formulas(self, _row, _columns=None):
        """Raise a TableError for a formula without a saved value; do nothing where are none."""


@dataclass(frozen=True)
class Header:
    """A header: its `row` in the file, its `cells`, and {column, in lower case: heading}."""

    row: int
    cells: list
    spelled: dict

    def heading(self, column):
        """Return how the file spells a column; one that is absent keeps its name."""
        return self.spelled.get(key(column), column)

    def place(self, column):
        """Return the place of a column that the file has, from 0."""
        return self.cells.index(self.heading(column))

    def has(self, column):
        """Return whether the file has a column."""
        return key(column) in self.spelled


def header_of(page, wanted):
    """Return (the `Header` of a file, the rows under it)."""
    place = likely(page, wanted)
    row, cells = page.rows[place]
    missing = wanted.missing(cells)
    if missing and not wanted.named(cells):
        # Nobody knows which row was meant as the header; what is no table at all isn't quoted.
        _fail_missing(page, 1, missing, wanted, f"the first {TRIED} rows name none of them")
    header = Header(row, cells, _spelled(page.name, row, cells, wanted))
    if missing:
        has = printable(", ".join(filter(None, cells)))
        _fail_missing(page, row, missing, wanted, f"has {has}")
    rows = page.rows[place + 1 :]
    _refuse_nameless(page.name, header, rows)
    return header, rows


def likely(page, wanted):
    """Return the place of the row, of the first 30, that names the most wanted columns.

    TableError for an empty file.
    """
    if not page.rows:
        page.check_formulas(0)
        raise TableError(
            f"{page.name}, row 1: the file is empty; its first line must name the columns"
            f"{page.elsewhere(wanted)}"
        )
    named = [wanted.named(cells) for _, cells in page.rows[:TRIED]]
    return named.index(max(named))


def most_named(wanted, rows):
    """Return how many wanted columns a row names, the most of the first rows (row, cells)."""
    return max((wanted.named(cells) for _, cells in rows[:TRIED]), default=0)


def none_under(name, row, cells):
    """Return the TableError for a header without rows under it."""
    return TableError(
        f"{name}, row {row + 1}, column '{printable(next(filter(None, cells), ''))}': there are "
        f"no rows under the header; add at least one line of data"
    )


def _fail_missing(page, row, missing, wanted, has):
    headings = ", ".join(wanted.needed)
    raise TableError(
        f"{page.name}, row {row}, column '{missing[0]}': the column is missing; "
        f"the header must name {headings}, and {has}{page.elsewhere(wanted)}"
    )


def _spelled(name, row, cells, wanted):
    """How the file spells each column: {column: heading}. TableError if one is wanted and twice."""
    once = {*map(key, (*wanted.needed, *wanted.others))} - {*map(key, wanted.repeated)}
    spelled = {}
    for heading in filter(None, cells):
        column = wanted.column(heading)
        if column in spelled and column in once:
            fail_twin(name, row, spelled[column], heading)
        spelled[column] = heading
    return spelled


def _refuse_nameless(name, header, rows):
    """Raise a TableError for a value in a column without heading, which would be lost silently."""
    # A first column without a heading numbers the rows, as pandas writes them.
    nameless = [place for place, heading in enumerate(header.cells) if not heading and place]
    for row, cells in rows:
        for place in nameless:
            if place < len(cells) and cells[place]:
                raise TableError(
                    f"{name}, row {header.row}, column {letter(place)}: the heading is blank, but "
                    f"row {row} has '{printable(cells[place])}' there; write a heading, or empty "
                    f"the column"
                )


def fail_twin(name, row, first, heading):
    """Raise the TableError for a column that is named twice."""
    also = "" if first == heading else f", also as '{printable(heading)}'"
    raise TableError(
        f"{name}, row {row}, column '{printable(first)}': the column is named twice{also}; "
        "rename one"
    )


def unpadded(cells):
    """Return the cells of a row without blank ones at its end, which spreadsheets add.

    >>> unpadded(["a", "", "b", "", ""])
    ['a', '', 'b']
    """
    filled = len(cells)
    while filled and not cells[filled - 1]:
        filled -= 1
    return cells[:filled]


def key(heading):
    """Return a heading in lower case with single blanks: what counts when it is compared."""
    return " ".join(composed(heading).split()).casefold()


def filled(row, places):
    """Return the cells of a row at some places, blank where it is shorter."""
    return [row[place] if place < len(row) else "" for place in places]
