"""Spreadsheets of several programs, xlsx, ods and xls: which sheets there are, and their cells."""

import io
import re
import zipfile
from contextlib import contextmanager
from functools import lru_cache
from itertools import count
from xml.etree import ElementTree

from combat.core.words import listed, printable
from combat.tables.content import MOST_BYTES, TableError

_OLE = b"\xd0\xcf\x11\xe0"  # an xls file, or an xlsx file locked by a password
SPREADSHEETS = (b"PK\x03\x04", _OLE)
_MOST_BLANKS = 200  # an ods file writes them as one number, and repeated cells, too
_MOST_COLUMNS = 2**14
_MOST_SHEETS = 1000
_ODS = "urn:oasis:names:tc:opendocument:xmlns:"
_TABLE, _TEXT, _OFFICE, _STYLE = (
    f"{{{_ODS}{part}:1.0}}" for part in ["table", "text", "office", "style"]
)


@lru_cache(maxsize=1)  # the sheets of one file are asked for one after the other
def book_of(name, content):
    """Return the `Xlsx`, `Ods` or `Xls` of a file's content; TableError for what can't be read.

    Each has `titles`, the names of its sheets of cells in order; `hidden`, those of them that are;
    and `rows(title)`, which yields (row, {place: value}) for each row that is there, and sets
    `unseen` and `unseen_columns`, the numbers of the rows and the places of the columns that the
    spreadsheet doesn't show, as far as its kind tells.
    """
    with readable(name):
        if content.startswith(_OLE):
            return Xls(name, content)
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = packed.infolist()
        _refuse_archive(name, [one.filename for one in parts])
        if sum(one.file_size for one in parts) > MOST_BYTES:
            raise TableError(
                f"{name}: it unpacks to more than {MOST_BYTES:,} bytes, too large for a table; "
                f"delete what isn't part of it"
            )
        kind = Ods if "content.xml" in {one.filename for one in parts} else Xlsx
        book = kind(name, content)
        if len(book.titles) > _MOST_SHEETS:
            raise TableError(
                f"{name}: {len(book.titles):,} sheets are too many, at most {_MOST_SHEETS:,}; "
                f"delete those without units"
            )
        return book


def _refuse_archive(name, files):
    """Raise a TableError for a ZIP that is no spreadsheet; files: what it holds."""
    if {"content.xml", "mimetype"} & set(files) or any(one.startswith("xl/") for one in files):
        return
    holds = listed(one for one in files if not one.endswith("/"))
    if any(one.startswith(("word/", "ppt/", "Index/")) for one in files):
        raise TableError(f"{name}: this is no spreadsheet; export the table as CSV, or as xlsx")
    holds = printable(holds or "nothing")
    raise TableError(f"{name}: this is a ZIP with {holds}: unpack it, and name a file of it")


@contextmanager
def readable(name):
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


class Xlsx:
    """An xlsx file, read by openpyxl."""

    unseen = unseen_columns = ()

    def __init__(self, name, content):
        self._name, self._content = name, content
        self._pages = {page.title: page for page in self._opened().worksheets}

    @property
    def titles(self):
        """The names of its sheets of cells; charts have none."""
        return list(self._pages)

    @property
    def hidden(self):
        """The names of the sheets that the spreadsheet doesn't show."""
        return [title for title, page in self._pages.items() if page.sheet_state != "visible"]

    def rows(self, title):
        """Yield (row, {place: value}) for each row of a sheet that is there."""
        self.unseen, self.unseen_columns = set(), set()
        for row, cells in _cells_of(self._pages[title], self.unseen, self.unseen_columns):
            yield row, {place: cell["value"] for place, cell in cells.items()}

    def unsaved(self, title, row, columns):
        """Return (row, place) of the first formula without a saved value below a row, or None."""
        with self._pages[title]._get_source() as source:
            if not re.search(rb"<(\w+:)?f[ />]", source.read()):
                return None
        formulas = self._opened(values=False)[title]
        both = zip(_cells_of(self._pages[title]), _cells_of(formulas), strict=True)
        for (at, values), (_, cells) in both:
            for place, cell in sorted(cells.items()):
                # A saved value that is empty text has the type "str".
                empty = values[place]["value"] is None and values[place]["data_type"] != "str"
                asked = at > row and (columns is None or place in columns)
                if asked and empty and cell["data_type"] == "f":
                    return at, place
        return None

    def _opened(self, values=True):
        """The file as a workbook of openpyxl, with the values of its formulas or the formulas."""
        with installed(self._name, "openpyxl"):
            from openpyxl.reader.excel import ExcelReader, ReadOnlyWorksheet

        class Page(ReadOnlyWorksheet):
            def _get_size(self):
                """Ask nothing: where the file doesn't say it, openpyxl reads the whole sheet."""

        class Reader(ExcelReader):
            def read_worksheets(self):
                """Leave out sheets that are charts: openpyxl fails for some of them."""
                for sheet, rel in self.parser.find_sheets():
                    if rel.target in self.valid_files and "chartsheet" not in rel.Type:
                        page = Page(self.wb, sheet.name, rel.target, self.shared_strings)
                        page.sheet_state = sheet.state
                        self.wb._sheets.append(page)

        reader = Reader(io.BytesIO(self._content), read_only=True, data_only=values)
        reader.read()
        return reader.wb


def _cells_of(page, unseen=None, columns=None):
    """Yield (row, {place: openpyxl's cell, a dict}) for each row that is there, in their order.

    unseen, columns: sets to which the numbers of hidden rows, and places of columns, are added.
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
            how = parser.row_dimensions.pop(str(row), {})
            if unseen is not None and how.get("hidden") in ("1", "true"):
                unseen.add(row)
            yield row, {cell["column"] - 1: cell for cell in cells}
        for how in parser.column_dimensions.values() if columns is not None else ():
            if how.get("hidden") in ("1", "true"):
                first, last = (int(how.get(end, 0)) for end in ("min", "max"))
                columns |= set(range(first - 1, min(last, _MOST_COLUMNS)))


class Ods:
    """An ods file. Libraries fill cells as often as the file says, and die of a billion."""

    unseen = unseen_columns = ()

    def __init__(self, name, content):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            self._root = ElementTree.fromstring(packed.read("content.xml"))
        self._tables = {
            table.get(f"{_TABLE}name"): table for table in self._root.iter(f"{_TABLE}table")
        }

    @property
    def titles(self):
        """The names of its sheets."""
        return list(self._tables)

    @property
    def hidden(self):
        """The names of the sheets that the spreadsheet doesn't show."""
        unseen = {
            style.get(f"{_STYLE}name")
            for style in self._root.iter(f"{_STYLE}style")
            if any(one.get(f"{_TABLE}display") == "false" for one in style)
        }
        styles = {title: one.get(f"{_TABLE}style-name") for title, one in self._tables.items()}
        return [title for title, style in styles.items() if style in unseen]

    def rows(self, title):
        """Yield (row, {place: value}) for each row of a sheet that isn't blank."""
        row, self.unseen, self.unseen_columns = 1, set(), self._hidden_columns(title)
        for element in self._tables[title].iter(f"{_TABLE}table-row"):
            cells, times = _ods_cells(element), int(element.get(f"{_TABLE}number-rows-repeated", 1))
            shown = element.get(f"{_TABLE}visibility", "visible") == "visible"
            for at in range(row, row + times) if cells else ():
                if not shown:
                    self.unseen.add(at)
                yield at, cells
            row += times

    def _hidden_columns(self, title):
        """The places of the columns that the spreadsheet doesn't show."""
        place, found = 0, set()
        for element in self._tables[title].iter(f"{_TABLE}table-column"):
            last = place + int(element.get(f"{_TABLE}number-columns-repeated", 1))
            if element.get(f"{_TABLE}visibility", "visible") != "visible":
                found |= set(range(place, min(last, _MOST_COLUMNS)))
            place = last
        return found


def _ods_cells(element):
    """The values of a row by their places."""
    found, place = {}, 0
    for cell in element:
        if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            continue
        times = int(cell.get(f"{_TABLE}number-columns-repeated", 1))
        value = _ods_value(cell)
        if value is not None:
            found |= dict.fromkeys(range(place, min(place + times, _MOST_COLUMNS)), value)
        place += times
    return found


def _ods_value(cell):
    kind = cell.get(f"{_OFFICE}value-type")
    if kind in ("float", "percentage", "currency"):
        return float(cell.get(f"{_OFFICE}value"))
    if kind == "boolean":
        return cell.get(f"{_OFFICE}boolean-value") == "true"
    if kind == "date":
        return cell.get(f"{_OFFICE}date-value").replace("T", " ")
    lines = [_ods_text(line) for line in cell.findall(f"{_TEXT}p")]
    return "\n".join(lines) or None


def _ods_text(line):
    """The text of a paragraph, in which several blanks are an element of their own."""
    found = line.text or ""
    for one in line:
        blanks = one.tag == f"{_TEXT}s"
        found += " " * min(_MOST_BLANKS, int(one.get(f"{_TEXT}c", 1))) if blanks else _ods_text(one)
        found += one.tail or ""
    return found


class Xls:
    """A file of the old kind, read by calamine: sheets of at most 65,536 rows of 256 cells."""

    unseen = unseen_columns = ()  # it doesn't tell which are hidden

    def __init__(self, name, content):
        if "EncryptedPackage".encode("utf-16-le") in content:
            raise TableError(f"{name}: the file is locked by a password; save it without one")
        with installed(name, "python-calamine"):
            from python_calamine import CalamineWorkbook
        self._book = CalamineWorkbook.from_filelike(io.BytesIO(content))

        sheets = [one for one in self._book.sheets_metadata if "WorkSheet" in str(one.typ)]
        self.titles = [one.name for one in sheets]
        self.hidden = [one.name for one in sheets if "Hidden" in str(one.visible)]

    def rows(self, title):
        """Yield (row, {place: value}) for each row of a sheet."""
        table = self._book.get_sheet_by_name(title).to_python(skip_empty_area=False)
        for row, cells in zip(count(1), table, strict=False):
            yield row, {place: value for place, value in enumerate(cells) if value != ""}


@contextmanager
def installed(name, package):
    """Say how to install what reads a kind of spreadsheet."""
    try:
        yield
    except ImportError:
        raise TableError(
            f"{name}: files of this kind are read with {package}, which isn't there; "
            f"pip install {package}, or save the table as CSV"
        ) from None
