"""Reads a table that must have certain columns, and checks each cell."""

import math
from functools import partial

import pandas as pd

from combat.core.checks import warn
from combat.core.numbers import Numbers, within
from combat.core.words import printable
from combat.tables.books import SPREADSHEETS, book_of
from combat.tables.content import MOST_ROWS, TableError, content_of, letter, too_many, what_is_wrong
from combat.tables.header import TRIED, Wanted, header_of, none_under, unpadded
from combat.tables.records import JSON, YAML, Records, is_called
from combat.tables.sheet import Sheet
from combat.tables.text import Text

# They stand in no line, or say only in which direction it runs; joiners of letters stay.
_UNSEEN = dict.fromkeys(
    map(ord, "\u00ad\u200b\u200e\u200f\u2060\ufeff\u202a\u202b\u202c\u202d\u202e")
)

# What is often saved or sent in place of a table, by its first letters.
_OTHERS = {
    b"<!doctype html": "HTML",
    b"<html": "HTML",
    b"<table": "HTML",
    b"<?xml": "XML",
    b"%pdf": "a PDF",
    b"{\\rtf": "RTF",
    b"\x1f\x8b": "a compressed file (gz)",
    b"rar!": "a RAR archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"sqlite format": "a database (SQLite)",
}


def read_table(
    source,
    *,
    numeric,
    text=(),
    choices=None,
    parse=None,
    optional=(),
    aliases=None,
    sheet=None,
    name=None,
    faults=None,
    most=MOST_ROWS,
):
    """Return the table `source` as a frame with the columns it must have, checked.

    source: a path, or the file's content as bytes (an upload) together with its `name`.
    numeric: columns of finite numbers, or a dict with their ranges {column: (low, high)}. text:
    columns of text, which may be blank. choices: {column: {word: value}}, words in lower case.
    parse: {column: function of the cell's text}; a ValueError that it raises becomes part of the
    fault. optional: which of these columns may be missing, and count as blank then. aliases:
    {heading: column} for other spellings.

    Other columns are left out, whatever is in them. Headings match regardless of case and
    surrounding blanks; the frame has the names asked for here. The header is that of the first 30
    rows that names the most needed columns; titles above it are skipped, as are blank lines. A
    value in a column without a heading is a fault, but in the first column, where rows may be
    numbered.

    CSV is UTF-8, UTF-16 or, by a guess with a warning, an older encoding; CRLF or LF. Cells may be
    separated by commas, semicolons or tabs, whichever makes a row the header. `combat.core.numbers`
    reads the numbers: where cells aren't separated by commas, "7,5" is one. An apostrophe before a
    sign that would begin a formula is left out (see `combat.core.words.guarded`), and control
    characters are shown as signs.

    Of a spreadsheet (xlsx, ods, xls) the first sheet that isn't hidden is read, or the one named
    `sheet`. A formula counts as the value that it had when the file was saved; without a saved
    value it is a fault. So is a date instead of a number or dice: "12-15" becomes a date if its
    column isn't formatted as text.

    faults: a list, to go on when a row has faults: the row is left out, its faults are appended to
    the list, each a TableError, and the frame's index is the row number in the file. most: how many
    rows the table may have; None for any number. More are refused at once.

    TableError names file, row (counted from 1, as in a spreadsheet) and column, as the file spells
    it.

    >>> read_table(b"Name, Attack\\nrat,12\\n", numeric=["attack"], text=["name"], name="a.csv")
      name  attack
    0  rat    12.0
    >>> read_table(b"attack\\ntwelve\\n", numeric=["attack"], name="a.csv")
    Traceback (most recent call last):
    combat.tables.content.TableError: a.csv, row 2, column 'attack': 'twelve' is not a number; ...
    """
    name, content = content_of(source, name)
    choices, parse = choices or {}, parse or {}
    asked = [*text, *numeric, *choices, *parse]
    needed = [column for column in asked if column not in optional]
    wanted = Wanted(needed, aliases or {}, tuple(asked))
    page = opened(name, content, sheet, wanted, most)
    header, rows = header_of(page, wanted)
    refuse_many(page, rows, most)
    places = {column: header.place(column) for column in asked if header.has(column)}
    page.check_formulas(header.row, {at: header.cells[at] for at in places.values()})
    if not rows:
        raise none_under(name, header.row, header.cells)

    def numbers(column, limits):
        cells = [cells[places[column]] for _, cells in rows if places[column] < len(cells)]
        most = limits[1] if limits else math.inf
        read = Numbers(cells, page.comma, typed=page.typed, most=most).read
        return (lambda cell: within(read(cell), *limits)) if limits else read

    ranges = dict(numeric) if isinstance(numeric, dict) else dict.fromkeys(numeric)
    readers = (
        dict.fromkeys(text, str)
        | {column: numbers(column, limits) for column, limits in ranges.items()}
        | {column: partial(_chosen, words=words) for column, words in choices.items()}
        | parse
    )
    headings = {column: header.heading(column) for column in readers}
    records, found = {}, []
    for row, cells in rows:
        record, wrong = _record(name, row, cells, header.cells, readers, headings)
        found += [TableError(fault, row) for fault in wrong]
        if not wrong:
            records[row] = record
    if faults is None:
        if found:
            raise found[0]
        return pd.DataFrame(list(records.values()), columns=list(readers))
    faults.extend(found)
    return pd.DataFrame(list(records.values()), list(records), list(readers))


def read_rows(source, needed, *, repeated=(), sheet=None, name=None, most=MOST_ROWS):
    """Return (the page, its `Header`, the rows under it): the cells of a table as texts.

    For tables that `read_table` can't read, as columns in `repeated` may occur more than once.
    needed: the columns it must have. The page has the file's `name`, its `delimiter`, and the
    decimal mark `comma`; rows are pairs (row, cells), see `check_row`. There may be no rows. The
    rest, and the TableErrors, are as in `read_table`.

    >>> table = b"v3\\nName;Loot;Loot\\nrat;1,5\\n"
    >>> page, header, rows = read_rows(table, ["name"], repeated=["loot"], name="a.csv")
    >>> page.delimiter, header.row, header.cells, rows
    (';', 2, ['Name', 'Loot', 'Loot'], [(3, ['rat', '1,5'])])
    """
    wanted = Wanted(needed, repeated=repeated)
    page = opened(*content_of(source, name), sheet, wanted, most)
    header, rows = header_of(page, wanted)
    refuse_many(page, rows, most)
    page.check_formulas(header.row, {at: one for at, one in enumerate(header.cells) if one})
    return page, header, rows


def check_row(name, row, cells, header, read=None):
    """Raise a TableError for a row with more cells than its header, or a blank before a quote.

    read: the headings of the columns that are read; None for all.

    >>> check_row("a.csv", 2, ["rat", ' "axe'], ["name", "weapon"])
    Traceback (most recent call last):
    combat.tables.content.TableError: a.csv, row 2, column 'weapon': a blank stands before ...
    """
    for heading, cell in zip(header, cells, strict=False):
        if cell.startswith(" ") and (read is None or heading in read):
            raise TableError(
                f"{name}, row {row}, column '{printable(heading)}': a blank stands before the "
                f"quote; delete it, quotes must be the first and the last of a cell"
            )
    if len(unpadded(cells)) > len(header):
        raise TableError(
            f"{name}, row {row}, column {len(header) + 1}: more cells than the header "
            f"has columns; quote text that holds a comma"
        )


def opened(name, content, sheet, wanted, most=MOST_ROWS):
    """Return a file's page, `Text`, `Sheet` or `Records`; warns of what it tells."""
    enough = None if most is None else most + TRIED + 1  # the header may be as far down
    if other := _other_kind(content):
        raise TableError(f"{name}: this is {other}, no table; export the table as CSV, or as xlsx")
    if content.startswith(SPREADSHEETS):
        page = Sheet(name, content, sheet, wanted, enough)
    elif _holds_records(name, content):
        page = Records(name, content, wanted, sheet, enough)
    elif sheet is not None:
        raise TableError(f"{name}: this file has no sheets; leave '{printable(sheet)}' out")
    else:
        page = Text(name, content, wanted, enough)
    page.told += _without_unseen(name, page.rows)
    for sentence in page.told:
        warn(sentence)
    return page


def _other_kind(content):
    """What a file is that is often taken for a table; "" if it may be one."""
    begin = content[:200].lstrip(b"\xef\xbb\xbf \r\n\t").lower()
    return next((kind for mark, kind in _OTHERS.items() if begin.startswith(mark)), "")


def _holds_records(name, content):
    """Whether a file holds records, by its name and its first letter."""
    if is_called(name, (*JSON, *YAML)):
        return True
    return is_called(name, (".txt",)) and content.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] in (b"[", b"{")


def refuse_many(page, rows, most=MOST_ROWS):
    """Raise a TableError for more rows than a table has; most: None for any number."""
    if most is not None and len(rows) > most:
        raise too_many(page.name, page.size, most)


def _without_unseen(name, rows):
    """Take invisible letters out of the cells; sentences that tell where there were some."""
    found = []
    for row, cells in rows:
        for place, cell in enumerate(cells):
            if not cell.isprintable() and (seen := cell.translate(_UNSEEN).strip()) != cell:
                cells[place] = seen
                found.append(f"row {row}, column {letter(place)}")
    if not found:
        return []
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    return [f"{name}, {found[0]}{more}: a letter that can't be seen is left out"]


def _record(name, row, cells, header, readers, headings):
    """The values of a row by column, and its faults."""
    record, faults = {}, []
    try:
        check_row(name, row, cells, header, set(headings.values()))
    except TableError as error:
        return record, [str(error)]
    given = dict(zip(header, cells, strict=False))
    for column, heading in headings.items():
        cell = given.get(heading, "")
        try:
            record[column] = readers[column](cell)
        except ValueError as error:
            why = what_is_wrong(cell, error)
            faults.append(f"{name}, row {row}, column '{printable(heading)}': {why}")
    return record, faults


def _chosen(cell, words):
    """The value of one of some words."""
    if cell.lower() not in words:
        raise ValueError(f"'{cell}' is not known; write one of {', '.join(words)}")
    return words[cell.lower()]


def titles_of(name, content):
    """Return the names of the sheets in a file's content, in order; none for a CSV file.

    >>> titles_of("mine.csv", b"name,hp")
    []
    """
    return book_of(name, content).titles if content.startswith(SPREADSHEETS) else []
