"""Reads a sheet of a spreadsheet: its rows, and formulas whose values were never saved."""

import io
import zipfile
from contextlib import contextmanager, suppress

from combat.core.words import printable
from combat.tables.cells import cleaned
from combat.tables.content import MOST_BYTES
from combat.tables.fault import TableError, letter
from combat.tables.header import TRIED

_OLE = b"\xd0\xcf\x11\xe0"  # an xls file, or an xlsx file locked by a password
SPREADSHEETS = (b"PK\x03\x04", _OLE)
_MOST_ROWS = 2**20  # of any spreadsheet program
_MOST_CELLS = 1_000_000  # a small file may claim a billion


class Sheet:
    """A sheet of an xlsx file: its `rows`, pairs (row, cells) without the blank ones.

    sheet: its name, or None for the first one. most: after how many rows to stop; None for no
    limit. Cells are text as in a CSV; a formula is the value
    that it had when the file was saved. TableError for what can't be read.

    >>> Sheet("mine.xlsx", b"PK\\x03\\x04")
    Traceback (most recent call last):
    combat.tables.fault.TableError: mine.xlsx: the spreadsheet can't be read (BadZipFile); ...
    """

    delimiter, comma = ",", "."

    def __init__(self, name, content, sheet=None, most=None):
        self.name, self._content, self._sheet = name, content, sheet
        _check_kind(name, content)
        with _readable(name):
            self._last, rows = _filled(name, self._page(_book(self.name, self._content)), most)
        self.size = f"row {self._last:,} and perhaps more"
        width = _width(cells for _, cells in rows)
        self.rows = [(row, [cells.get(place, "") for place in range(width)]) for row, cells in rows]

    def elsewhere(self, wanted):
        """Return a hint on which other sheet has the wanted columns, and how to choose it.

        It is empty if a sheet was named, or if there is only one.
        """
        with _readable(self.name):
            first, *others = _book(self.name, self._content).worksheets
            if self._sheet is not None or not others:
                return ""
            titles = [page.title for page in others]
            having = [page.title for page in others if wanted.all_in(_head(self.name, page))]
        if having:
            what, title = f"sheet '{printable(having[0])}' names all of them; choose it", having[0]
        else:
            listed = printable(", ".join(titles))
            what, title = f"none of the others ({listed}) names all of them; choose one", "..."
        title = printable(title)
        return (
            f"; this is the first sheet, '{printable(first.title)}', and {what} with "
            f"sheet='{title}' (on a command line --sheet '{title}', in a charter given "
            f"sheet={title})"
        )

    def check_formulas(self, row, columns=None):
        """Raise a TableError for the first cell below a row whose formula has no saved value.

        columns: {place: heading} of those that are read; None for all. The file is read again
        only if one of these cells is empty.
        """
        below = [cells for at, cells in self.rows if at > row]
        filled = columns is not None and all(cells[place] for cells in below for place in columns)
        if filled and len(below) == self._last - row:
            return
        found = None
        with suppress(Exception):  # an unreadable formula may still have a valid saved value
            found = self._unsaved(row, columns)
        if found:
            at, place = found
            heading = columns[place] if columns else letter(place)
            raise TableError(
                f"{self.name}, row {at}, column '{printable(heading)}': the cell holds a formula "
                f"whose value was never saved; open the file in the spreadsheet program and save it"
            )

    def _unsaved(self, row, columns):
        """The first cell below `row` with a formula but no saved value: (row, place), or None."""
        saved, formulas = (
            self._page(_book(self.name, self._content, values)) for values in (True, False)
        )
        for (at, values), (_, cells) in zip(_rows_of(saved), _rows_of(formulas), strict=True):
            for place, cell in sorted(cells.items()):
                # A saved value that is empty text has the type "str".
                empty = values[place]["value"] is None and values[place]["data_type"] != "str"
                asked = at > row and (columns is None or place in columns)
                if asked and empty and cell["data_type"] == "f":
                    return at, place
        return None

    def _page(self, book):
        pages = {page.title: page for page in book.worksheets}
        if self._sheet is None:
            return book.worksheets[0]
        if self._sheet not in pages:
            raise TableError(
                f"{self.name}: there is no sheet '{printable(str(self._sheet))}'; name one of "
                f"{printable(', '.join(pages))}"
            )
        return pages[self._sheet]


def titles_of(name, content):
    """Return the names of the sheets in a file's content, in order; none for a CSV file.

    >>> titles_of("mine.csv", b"name,hp")
    []
    """
    if not content.startswith(SPREADSHEETS):
        return []
    _check_kind(name, content)
    with _readable(name):
        return [page.title for page in _book(name, content).worksheets]


def _book(name, content, values=True):
    """A spreadsheet as an openpyxl workbook, with the values of its formulas or the formulas."""
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise TableError(
            f"{name}: spreadsheets are read with openpyxl, which isn't there; "
            f"pip install openpyxl, or save the table as CSV"
        ) from None
    return load_workbook(io.BytesIO(content), read_only=True, data_only=values)


def _check_kind(name, content):
    """Raise a TableError for a spreadsheet that can't be read, or that unpacks to too much."""
    if content.startswith(_OLE):
        locked = "EncryptedPackage".encode("utf-16-le") in content
        what = "is locked by a password" if locked else "is a spreadsheet of the old kind (xls)"
        mend = "without one" if locked else "as xlsx or CSV"
        raise TableError(f"{name}: the file {what}; save it {mend}")
    with _readable(name), zipfile.ZipFile(io.BytesIO(content)) as packed:
        unpacked = sum(one.file_size for one in packed.infolist() if one.filename.endswith(".xml"))
        if unpacked > MOST_BYTES:
            raise TableError(
                f"{name}: the sheets hold more than {MOST_BYTES:,} bytes, too large for a table; "
                f"delete what isn't part of it"
            )


@contextmanager
def _readable(name):
    """Turn any exception into a TableError, as a broken file can raise a dozen kinds of them."""
    try:
        yield
    except TableError:
        raise
    except Exception as error:
        raise TableError(
            f"{name}: the spreadsheet can't be read ({type(error).__name__}); open it, "
            f"and save it again as xlsx or CSV"
        ) from None


def _rows_of(page):
    """Yield (row, {place: openpyxl's cell, a dict}) for each row that is there, in their order.

    The rows of openpyxl's own sheet end where the file says that it ends, which may be too soon,
    and are filled up to there, which may be far away.
    """
    from openpyxl.worksheet._reader import WorkSheetParser

    book = page.parent
    with page._get_source() as source:
        parser = WorkSheetParser(
            source,
            page._shared_strings,
            data_only=book.data_only,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        for row, cells in parser.parse():
            yield row, {cell["column"] - 1: cell for cell in cells}


def _filled(name, page, most=None):
    """The last row of a sheet, and its first rows that aren't blank: pairs (row, {place: text}).

    most: how many of them; None for all. TableError for more rows or cells than a table has.
    """
    last, width, found = 0, 0, []
    for row, cells in _rows_of(page):
        texts = {place: text for place, cell in cells.items() if (text := _written(cell["value"]))}
        last = max(last, row)
        if not texts:
            continue
        found.append((row, texts))
        width = max(width, _width([texts]))
        if row > _MOST_ROWS or width * len(found) > _MOST_CELLS:
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


def _head(name, page):
    """The first rows of a sheet that aren't blank: pairs (row, cells)."""
    return [(row, list(cells.values())) for row, cells in _filled(name, page, TRIED)[1]]


def _written(value):
    """A spreadsheet's cell as text, like in a CSV: 12.0 is "12"."""
    if value is None:
        return ""
    if isinstance(value, float):
        return repr(int(value) if value.is_integer() else value)
    return cleaned(str(value))
