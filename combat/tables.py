"""A designer's CSV in, a checked frame out; faults named by file, row and column."""

import csv
import io
import math
from functools import partial
from pathlib import Path

import pandas as pd


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


def read_table(source, *, numeric, text=(), choices=None, parse=None, optional=(), name=None):
    """Return the CSV `source` as a frame with the columns it must have, checked.

    source: a path, or the file's content as bytes (an upload) together with its `name`.
    numeric: columns of finite numbers, with a dict also their range {column: (low, high)}.
    text: columns of text, which may be blank. choices: {column: {word: value}}, words in
    lower case. parse: {column: function of the cell's text}, whose ValueError becomes the
    fault's "what". optional: those of all these columns that may be absent, as if blank. Other
    columns are left out, blank lines are skipped. Headings match without regard to case and
    surrounding blanks; the frame has the names asked for here. UTF-8, with or without a byte
    order mark; CRLF or LF. Spreadsheets of half of Europe write semicolons and "7,5": a file
    whose header is parted by semicolons or tabs, with no comma, is read so.

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
    header, rows, comma = _rows(name, content)
    parsers = _parsers(numeric, text, choices or {}, parse or {}, comma)
    wanted = [column for column in parsers if column not in optional]
    headings = _headings(name, header, parsers, wanted)
    if not rows:
        raise TableError(
            f"{name}, row 2, column '{shown(header[0])}': there are no rows under "
            f"the header; add at least one line of data"
        )
    records = [_record(name, row, cells, header, parsers, headings) for row, cells in rows]
    return pd.DataFrame(records, columns=list(parsers))


def _parsers(numeric, text, choices, parse, comma):
    """What makes a value of a cell's text, for each column: {column: function(cell, where)}."""
    ranges = dict(numeric) if isinstance(numeric, dict) else dict.fromkeys(numeric)
    return (
        dict.fromkeys(text, _text)
        | {name: partial(_number, limits=limits, comma=comma) for name, limits in ranges.items()}
        | {name: partial(_choice, words=words) for name, words in choices.items()}
        | {name: partial(_parsed, function=function) for name, function in parse.items()}
    )


def _headings(name, header, columns, wanted):
    """How the file spells each of the columns; one that is absent keeps its name.

    TableError if a wanted one is missing.
    """
    spelled = {_key(heading): heading for heading in header}
    missing = [column for column in wanted if _key(column) not in spelled]
    if missing:
        raise TableError(
            f"{name}, row 1, column '{missing[0]}': the column is missing; the header "
            f"must name {', '.join(wanted)}, and has {shown(', '.join(header))}"
        )
    return {column: spelled.get(_key(column), column) for column in columns}


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


def _rows(name, content):
    lines = decoded(name, content)
    first = lines.strip().partition("\n")[0]
    delimiter = next((mark for mark in ";\t" if mark in first and "," not in first), ",")
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
    if not rows:
        raise TableError(f"{name}, row 1: the file is empty; its first line must name the columns")
    header = rows[0][1]
    _refuse_twins(name, header)
    return header, rows[1:], "." if delimiter == "," else ","


def _refuse_twins(name, header):
    """TableError if a column is named twice, also where only case or blanks differ."""
    spelled = {}
    for heading in filter(None, header):
        first = spelled.get(_key(heading))
        if first is not None:
            also = "" if first == heading else f", also as '{shown(heading)}'"
            raise TableError(
                f"{name}, row 1, column '{shown(first)}': the column is named twice{also}; "
                f"rename one"
            )
        spelled[_key(heading)] = heading


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


def _record(name, row, cells, header, parsers, headings):
    if len(cells) > len(header):
        raise TableError(
            f"{name}, row {row}, column {len(header) + 1}: more cells than the header "
            f"has columns; quote text that holds a comma"
        )
    given = dict(zip(header, cells, strict=False))
    return {
        column: parse(given.get(heading, ""), f"{name}, row {row}, column '{heading}'")
        for (column, heading), parse in zip(headings.items(), parsers.values(), strict=True)
    }


def shown(text):
    """Return text from a file, fit for a message of one line.

    >>> shown("rat\\n")
    'rat '
    """
    return "".join(c if c.isprintable() else " " for c in text[:80])


def _text(cell, _where):
    return cell


def _number(cell, where, limits, comma):
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
