"""A designer's table in, CSV or spreadsheet, a checked frame out; faults named by file, row and
column."""

import csv
import io
import math
import re
from functools import partial
from pathlib import Path

import pandas as pd

_OLE = b"\xd0\xcf\x11\xe0"  # an xls, or an xlsx that a password locks
_LONGEST = 120  # letters of a file in a message
_SPREADSHEETS = (b"PK\x03\x04", _OLE)


class TableError(ValueError):
    """A fault in a designer's file, in one line: what, where, and how to mend it.

    >>> try:
    ...     read_table(b"attack\\n-3\\n", numeric={"attack": (0, 100)}, name="mine.csv")
    ... except TableError as error:
    ...     print(error)
    mine.csv, row 2, column 'attack': -3 is out of range; write a number from 0 to 100
    """

    def _render_traceback_(self):
        # IPython shows these lines in place of a traceback of thirty.
        return [str(self)]


def read_table(
    source,
    *,
    numeric,
    text=(),
    choices=None,
    parse=None,
    optional=(),
    whole=(),
    defaults=None,
    unique=(),
    aliases=None,
    further=False,
    sheet=None,
    name=None,
    faults=None,
):
    """Return the table `source` as a frame with the columns it must have, checked.

    source: a path, or the file's content as bytes (an upload) together with its `name`.
    numeric: columns of finite numbers, with a dict also their range {column: (low, high)}; those
    in `whole` take no fraction. text: columns of text, which may be blank. choices: {column:
    {word: value}}, words in lower case. parse: {column: function of the cell's text}, whose
    ValueError becomes the fault's "what". optional: those of all these columns that may be
    absent, as if blank. defaults: {column: value} of a cell that is blank, or of a column that is
    absent. unique: columns in which no cell may be blank or stand twice. aliases: {heading:
    column} for other spellings. Other columns are left out, or with `further` kept: as numbers if
    half of their filled cells are meant as numbers (then a word is a fault, as are "50 %" and a
    wrong decimal mark, and a blank cell NaN), as text otherwise; their names are those of
    attributes, "Move Range" is move_range. Blank lines are skipped. Headings match without regard
    to case and surrounding blanks; the frame has the names asked for here.

    CSV is UTF-8, with or without a byte order mark; CRLF or LF. Spreadsheets of half of Europe
    write semicolons and "7,5": cells are parted by what stands most often in the header, a comma,
    a semicolon or a tab, and where that is no comma, "7,5" is a number. Of an xlsx file the first
    sheet is read, or the one named by `sheet`, with the values that its formulas had when it was
    saved.

    faults: a list, to go on where a row is at fault: it is left out, its fault is appended to the
    list, and the frame's index says in which row of the file each of the others is.

    Raises TableError naming file, row (counted as in a spreadsheet, the header being
    row 1) and column, as the file spells it.

    >>> read_table(b"Name, Attack\\nrat,12\\n", numeric=["attack"], text=["name"], name="a.csv")
      name  attack
    0  rat    12.0
    >>> read_table(b"attack\\ntwelve\\n", numeric=["attack"], name="a.csv")
    Traceback (most recent call last):
    combat.tables.TableError: a.csv, row 2, column 'attack': 'twelve' is not a number; ...
    """
    name, content = content_of(source, name)
    header, rows, comma = _rows(name, content, sheet)
    defaults = defaults or {}
    parsers = _parsers(numeric, text, choices or {}, parse or {}, comma, whole)
    wanted = [column for column in parsers if column not in (*optional, *defaults)]
    headings = _headings(name, header, parsers, wanted, aliases or {})
    if not rows:
        raise TableError(
            f"{name}, row 2, column '{shown(header[0])}': there are no rows under "
            f"the header; add at least one line of data"
        )
    if further:
        others = _further(name, header, rows, headings, comma)
        headings |= {column: heading for column, (heading, _) in others.items()}
        parsers |= {column: parser for column, (_, parser) in others.items()}
    records = {}
    for row, cells in rows:
        try:
            records[row] = _record(name, row, cells, header, parsers, headings, defaults)
        except TableError as error:
            if faults is None:
                raise
            faults.append(str(error))
    if faults is not None:
        return pd.DataFrame(list(records.values()), list(records), list(parsers))
    records = list(records.values())
    for column in unique:
        _refuse_twice(name, rows, headings[column], [record[column] for record in records])
    return pd.DataFrame(records, columns=list(parsers))


def _parsers(numeric, text, choices, parse, comma, whole):
    """What makes a value of a cell's text, for each column: {column: function(cell, where)}."""
    ranges = dict(numeric) if isinstance(numeric, dict) else dict.fromkeys(numeric)
    return (
        dict.fromkeys(text, _text)
        | {
            name: partial(_number, limits=limits, comma=comma, whole=name in whole)
            for name, limits in ranges.items()
        }
        | {name: partial(_choice, words=words) for name, words in choices.items()}
        | {name: partial(_parsed, function=function) for name, function in parse.items()}
    )


def _headings(name, header, columns, wanted, aliases):
    """How the file spells each of the columns; one that is absent keeps its name.

    TableError if a wanted one is missing.
    """
    spelled = {}
    for heading in filter(None, header):
        column = aliases.get(_key(heading), _key(heading))
        if column in spelled:
            _fail_twin(name, spelled[column], heading)
        spelled[column] = heading
    missing = [column for column in wanted if _key(column) not in spelled]
    if missing:
        raise TableError(
            f"{name}, row 1, column '{missing[0]}': the column is missing; the header "
            f"must name {', '.join(wanted)}, and has {shown(', '.join(header))}"
        )
    return {column: spelled.get(_key(column), column) for column in columns}


def _further(name, header, rows, headings, comma):
    """The columns nobody asked for: {attribute: (heading, what reads a cell)}."""
    asked, found = set(headings.values()), {}
    for place, heading in enumerate(header):
        if not heading or heading in asked:
            continue
        column = re.sub(r"\W+", "_", heading.lower()).strip("_") or f"column_{place + 1}"
        if column in headings or column in found:
            first = found[column][0] if column in found else headings[column]
            _fail_twin(name, first, heading)
        cells = [cells[place] for _, cells in rows if place < len(cells) and cells[place]]
        numbers = sum(map(_meant_as_number, cells))
        found[column] = (
            heading,
            partial(_number_or_blank, comma=comma) if 2 * numbers >= len(cells) > 0 else _text,
        )
    return found


def _meant_as_number(cell):
    """Whether it is one but for a sign % or another country's decimal mark."""
    try:
        return math.isfinite(float(cell.removesuffix("%").replace(",", ".")))
    except ValueError:
        return False


def _refuse_twice(name, rows, heading, values):
    first = {}
    for (row, _), value in zip(rows, values, strict=True):
        where = f"{name}, row {row}, column '{heading}'"
        if value == "":
            raise TableError(f"{where}: the cell is empty; write what tells this row from others")
        if value in first:
            raise TableError(
                f"{where}: '{shown(str(value))}' is in row {first[value]} already; rename one"
            )
        first[value] = row


def _key(heading):
    """What of a heading counts: "Attack " is attack."""
    return heading.strip().casefold()


def content_of(source, name=None):
    """Return the name and the bytes of a designer's file; TableError if it can't be read.

    source: a path, or the bytes themselves (an upload), then with their file `name`.

    >>> content_of(b"name,attack", "a.csv")
    ('a.csv', b'name,attack')
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        return name or "upload", bytes(source)
    path = Path(source)
    try:
        return path.name, path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise TableError(
            f"{path.name}: the file can't be read ({reason}); check its name and folder"
        ) from None


def _rows(name, content, sheet):
    """The header, the rows under it as pairs (row, cells), and the decimal mark."""
    if content.startswith(_SPREADSHEETS):
        rows, comma = _rows_of_sheet(name, content, sheet), "."
    else:
        rows, comma = _rows_of_text(name, content)
    if not rows:
        raise TableError(f"{name}, row 1: the file is empty; its first line must name the columns")
    header = rows[0][1]
    _refuse_twins(name, header)
    return header, rows[1:], comma


def _rows_of_text(name, content):
    lines = decoded(name, content)
    # What a quoted heading holds parts nothing.
    first = re.sub(r'"[^"]*"', "", lines.strip().partition("\n")[0])
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(lines, newline=""), strict=True, delimiter=delimiter)
    rows = []
    try:
        for row, cells in enumerate(reader, start=1):
            if any(cells):
                rows.append((row, [cell.strip() for cell in cells]))
    except csv.Error as error:
        raise TableError(
            f"{name}, row {reader.line_num}: the line can't be split into cells "
            f"({error}); check its quotes and commas"
        ) from None
    return rows, "." if delimiter == "," else ","


def _rows_of_sheet(name, content, sheet):
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise TableError(
            f"{name}: spreadsheets are read with openpyxl, which isn't there; "
            f"pip install openpyxl, or save the table as CSV"
        ) from None
    if content.startswith(_OLE):
        locked = "EncryptedPackage".encode("utf-16-le") in content
        what = "is locked by a password" if locked else "is a spreadsheet of the old kind (xls)"
        mend = "without one" if locked else "as xlsx or CSV"
        raise TableError(f"{name}: the file {what}; save it {mend}")
    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        page = _page(name, book, sheet)
        rows = (
            (row, [_written(value) for value in values])
            for row, values in enumerate(page.iter_rows(values_only=True), start=1)
        )
        return [(row, _unpadded(cells)) for row, cells in rows if any(cells)]
    except TableError:
        raise
    except Exception as error:
        # A broken archive fails in a dozen ways, of zipfile, of XML and of openpyxl itself.
        raise TableError(
            f"{name}: the spreadsheet can't be read ({type(error).__name__}); open it, "
            f"and save it again as xlsx or CSV"
        ) from None


def _page(name, book, sheet):
    pages = {page.title: page for page in book.worksheets}
    if sheet is None:
        return book.worksheets[0]
    if sheet not in pages:
        raise TableError(
            f"{name}: there is no sheet '{shown(str(sheet))}'; name one of "
            f"{shown(', '.join(pages))}"
        )
    return pages[sheet]


def _written(value):
    """A spreadsheet's cell as a CSV would have it: 12.0 is "12"."""
    if value is None:
        return ""
    if isinstance(value, float):
        return repr(int(value) if value.is_integer() else value)
    return str(value).strip()


def _unpadded(cells):
    """Spreadsheets fill every row up to the widest."""
    while cells and not cells[-1]:
        cells = cells[:-1]
    return cells


def _refuse_twins(name, header):
    """TableError if a column is named twice, also where only case or blanks differ."""
    spelled = {}
    for heading in filter(None, header):
        if _key(heading) in spelled:
            _fail_twin(name, spelled[_key(heading)], heading)
        spelled[_key(heading)] = heading


def _fail_twin(name, first, heading):
    also = "" if first == heading else f", also as '{shown(heading)}'"
    raise TableError(
        f"{name}, row 1, column '{shown(first)}': the column is named twice{also}; rename one"
    )


def decoded(name, content):
    """Return a file's bytes as text; TableError for what is no text, or not in UTF-8.

    >>> decoded("a.csv", b"\\xef\\xbb\\xbfattack")
    'attack'
    """
    if b"\0" in content and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise TableError(f"{name}, row 1: this is no text file; export the table as CSV")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].rpartition(b"\n")
        row = before[0].count(b"\n") + len(before[1]) + 1
        raise TableError(
            f"{name}, row {row}, column {before[2].count(b',') + 1}: not UTF-8 text; "
            f"save the file as CSV UTF-8"
        ) from None


def _record(name, row, cells, header, parsers, headings, defaults):
    if len(cells) > len(header):
        raise TableError(
            f"{name}, row {row}, column {len(header) + 1}: more cells than the header "
            f"has columns; quote text that holds a comma"
        )
    given = dict(zip(header, cells, strict=False))
    record = {}
    for column, heading in headings.items():
        cell, where = given.get(heading, ""), f"{name}, row {row}, column '{heading}'"
        blank = not cell and column in defaults
        record[column] = defaults[column] if blank else parsers[column](cell, where)
    return record


def shown(text):
    """Return text from a file, fit for a message of one line: at most 120 letters of it.

    >>> shown("rat\\n")
    'rat '
    """
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return "".join(c if c.isprintable() else " " for c in text)


def _text(cell, _where):
    return cell


def _number_or_blank(cell, where, comma):
    return _number(cell, where, None, comma) if cell else math.nan


def _number(cell, where, limits, comma, whole=False):
    try:
        value = float(cell.replace(comma, "."))
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        what = f"'{shown(cell)}' is not a number" if cell else "the cell is empty"
        mend = "write it without the sign %" if "%" in cell else "write one such as 12 or 7.5"
        raise TableError(f"{where}: {what}; {mend}")
    if limits and not limits[0] <= value <= limits[1]:
        raise TableError(
            f"{where}: {value:g} is out of range; "
            f"write a number from {limits[0]:g} to {limits[1]:g}"
        )
    if whole and value != int(value):
        raise TableError(f"{where}: {value:g} is no whole number; write one such as {value:.0f}")
    return value


def _parsed(cell, where, function):
    try:
        return function(cell)
    except ValueError as error:
        raise TableError(f"{where}: {error}") from None


def _choice(cell, where, words):
    if cell.lower() not in words:
        raise TableError(f"{where}: '{shown(cell)}' is not known; write one of {', '.join(words)}")
    return words[cell.lower()]
