"""Reads a sheet of a spreadsheet: its rows, and formulas whose values were never saved."""

from contextlib import suppress

from combat.core.words import listed, many, printable
from combat.tables.books import book_of, readable
from combat.tables.content import ALL, MOST_CELLS, SHEET, TableError, cleaned, letter
from combat.tables.header import TRIED, Page, key, most_named

_MOST_ROWS = 2**20  # of any spreadsheet program


class Sheet(Page):
    """A sheet's `rows`, pairs (row, cells) of text without blank ones; formulas as saved."""

    def __init__(self, name, content, sheet, wanted, most):
        self.name, self.told, self._sheet = name, [], sheet
        self._book = book_of(name, content)
        with readable(name):
            self._title = self._chosen(wanted)
            self._last, rows = self._read(self._title, most)
            if sheet == ALL:
                rows = self._with_all(rows, wanted, most)
        self.size = f"row {self._last:,} and perhaps more"
        width = _width(cells for _, cells in rows)
        self.rows = [(row, [cells.get(place, "") for place in range(width)]) for row, cells in rows]

    def _read(self, title, most):
        """The last row of a sheet, and its rows; what is hidden is told."""
        last, rows = _filled(self.name, self._book.rows(title), most)
        unseen = [row for row, _ in rows if row in self._book.unseen]
        places = sorted({p for _, cells in rows for p in cells if p in self._book.unseen_columns})
        for what, found, where in (
            ("hidden row", unseen, f"row {unseen[0]}" if unseen else ""),
            ("hidden column", places, f"column {letter(places[0])}" if places else ""),
        ):
            if found:
                told = f"{many(len(found), what)} read as any other"
                self.told.append(f"{self.name}, {where}: {told}")
        return last, rows

    def _with_all(self, rows, wanted, most):
        """The rows of all sheets that have what is wanted, one under the other, and their titles.

        Rows are counted on from sheet to sheet.
        """
        having = [one for one in self._shown() if wanted.all_in(self._head(one))]
        headings, found, told = [SHEET], [], []
        for title in having:
            rows = rows if title == self._title else self._read(title, most)[1]
            at = max(range(len(rows[:TRIED])), key=lambda at: wanted.named([*rows[at][1].values()]))
            cells = rows[at][1]
            known = {*map(key, headings)}
            headings += [one for one in dict.fromkeys(cells.values()) if key(one) not in known]
            places = [key(one) for one in headings]
            for _, given in rows[at + 1 :]:
                there = {places.index(key(cells[p])): t for p, t in given.items() if p in cells}
                found.append((len(found) + 2, {0: title} | there))
            told.append(f"'{printable(title)}'")
        if not having:
            return rows
        self._last = len(found) + 1
        self.told.append(f"{self.name}: sheets {listed(told)} are read, their rows counted on")
        return [(1, dict(enumerate(headings))), *found]

    def _shown(self):
        """The titles of the sheets that aren't hidden."""
        return [one for one in self._book.titles if one not in self._book.hidden]

    def _chosen(self, wanted):
        """The title of the sheet that is read."""
        titles, hidden = self._book.titles, self._book.hidden
        if self._sheet not in (None, ALL):
            if self._sheet not in titles:
                raise TableError(
                    f"{self.name}: there is no sheet '{printable(str(self._sheet))}'; name one of "
                    f"{printable(', '.join(titles))}"
                )
            if self._sheet in hidden:
                self.told.append(f"{self.name}: '{printable(self._sheet)}' is read, a hidden sheet")
            return self._sheet
        shown = self._shown()
        if not shown:
            raise TableError(
                f"{self.name}: no sheet of cells is shown; name one with sheet=..., of "
                f"{printable(listed(titles))}"
            )
        title = shown[0]
        if wanted.chooses and not most_named(wanted, self._head(title)):
            having = [one for one in shown if wanted.all_in(self._head(one))]
            title = having[0] if len(having) == 1 else title
        before = titles[: titles.index(title)]
        self._tell_of_others(title, shown, wanted)
        if before and self._sheet is None:
            why = "hidden" if before[0] in hidden else "no table of units"
            self.told.append(
                f"{self.name}: sheet '{printable(title)}' is read; '{printable(before[0])}' before "
                f"it is {why}"
            )
        return title

    def _tell_of_others(self, title, shown, wanted):
        """Tell of further sheets that have what is wanted, where units may be in several."""
        if self._sheet == ALL or not wanted.chooses:
            return
        others = [one for one in shown if one != title and wanted.all_in(self._head(one))]
        if others and wanted.all_in(self._head(title)):
            names = printable(listed(f"'{one}'" for one in others))
            self.told.append(
                f"{self.name}: only sheet '{printable(title)}' is read; there are units in "
                f"{names}, too: choose one with sheet=..., or all with sheet='*' (on a command "
                f"line --sheet '*')"
            )

    def elsewhere(self, wanted):
        """Return a hint on which other sheet has the wanted columns, and how to choose it."""
        titles = [title for title in self._book.titles if title != self._title]
        if self._sheet is not None or not titles:
            return ""
        with readable(self.name):
            having = [title for title in titles if wanted.all_in(self._head(title))]
        if having:
            what, title = f"sheet '{printable(having[0])}' names all of them; choose it", having[0]
        else:
            listed = printable(", ".join(titles))
            what, title = f"none of the others ({listed}) names all of them; choose one", "..."
        title = printable(title)
        return (
            f"; this is the first sheet, '{printable(self._title)}', and {what} with "
            f"sheet='{title}' (on a command line --sheet '{title}', in a charter given "
            f"sheet={title})"
        )

    def _head(self, title):
        """The first rows of a sheet that aren't blank: pairs (row, cells)."""
        _, rows = _filled(self.name, self._book.rows(title), TRIED)
        return [(row, list(cells.values())) for row, cells in rows]

    def check_formulas(self, row, columns=None):
        """Raise a TableError for the first cell that counts whose formula has no saved value."""
        if self._sheet == ALL:
            return
        below = [cells for at, cells in self.rows if at > row]
        filled = columns is not None and all(cells[place] for cells in below for place in columns)
        if (filled and len(below) == self._last - row) or not hasattr(self._book, "unsaved"):
            return
        found = None
        with suppress(Exception):  # an unreadable formula may still have a valid saved value
            found = self._book.unsaved(self._title, row, columns)
        if found:
            at, place = found
            heading = columns[place] if columns else letter(place)
            raise TableError(
                f"{self.name}, row {at}, column '{printable(heading)}': the cell holds a formula "
                f"whose value was never saved; open the file in the spreadsheet program and save it"
            )


def _filled(name, page, most=None):
    """The last row of a sheet, and its first rows that aren't blank: pairs (row, {place: text})."""
    last, width, found = 0, 0, []
    for row, cells in page:
        texts = {place: text for place, value in cells.items() if (text := _written(value))}
        last = max(last, row)
        if not texts:
            continue
        found.append((row, texts))
        width = max(width, _width([texts]))
        if row > _MOST_ROWS or width * len(found) > MOST_CELLS:
            raise TableError(
                f"{name}, row {row}, column {letter(max(texts))}: a cell here makes the table too "
                f"large; delete what isn't part of it"
            )
        if len(found) == most:
            break
    return last, found


def _width(rows):
    """How many columns it takes to hold all cells."""
    return max((max(cells) + 1 for cells in rows), default=0)


def _written(value):
    """A spreadsheet's cell as text, like in a CSV: 12.0 is "12"."""
    if value is None:
        return ""
    if isinstance(value, float):
        return repr(int(value) if value.is_integer() else value)
    return cleaned(str(value))
