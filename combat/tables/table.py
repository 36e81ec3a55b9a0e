"""Reads a table that must have certain columns, and checks each cell."""

import pandas as pd

from combat.core.words import printable
from combat.tables.cells import parser_for, parsers_of, value_of
from combat.tables.content import MOST_ROWS, content_of
from combat.tables.fault import TableError
from combat.tables.header import TRIED, Wanted, further_of, header_of, unpadded
from combat.tables.sheet import SPREADSHEETS, Sheet
from combat.tables.text import Text


def read_table(
    source,
    *,
    numeric,
    text=(),
    choices=None,
    parse=None,
    optional=(),
    absent=(),
    whole=(),
    defaults=None,
    unique=(),
    aliases=None,
    columns=None,
    further=False,
    taken=(),
    sheet=None,
    name=None,
    faults=None,
    most=MOST_ROWS,
):
    """Return the table `source` as a frame with the columns it must have, checked.

    source: a path, or the file's content as bytes (an upload) together with its `name`.
    numeric: columns of finite numbers, or a dict with their ranges {column: (low, high)}; those
    in `whole` must be whole. text: columns of text, which may be blank. choices: {column: {word:
    value}}, words in lower case. parse: {column: function of the cell's text}; a ValueError that
    it raises becomes part of the fault. optional: which of these columns may be missing, and count
    as blank then. absent: which may be missing, and are then missing in the frame, too. defaults:
    {column: value} for blank cells and missing columns. unique: columns in which no cell may be
    blank or repeated. aliases: {heading: column} for other spellings. columns: {column: heading}
    for columns with another name in this file; they must be there.

    Other columns are left out, or kept with `further`: as numbers if at least half of their filled
    cells look like numbers (then words, "50 %" and a wrong decimal mark are faults, and blank cells
    NaN), else as text. They are named like attributes, "Move Range" is move_range, and a name in
    `taken` is a fault. Headings match regardless of case and surrounding blanks; the frame has the
    names asked for here. The header is that of the first ten rows that names the most needed
    columns; titles above it are skipped, as are blank lines. A value in a column without a heading
    is a fault.

    CSV is UTF-8, with or without a byte order mark; CRLF or LF. Cells may be separated by commas,
    semicolons or tabs, whichever makes a row the header. If they aren't separated by commas, "7,5"
    is a number, as spreadsheets in half of Europe write it. 1/4 is a number, too. An apostrophe
    before a sign that would begin a formula is left out (`combat.core.csv_cells`), and control
    characters are shown as signs.

    Of an xlsx file the first sheet is read, or the one named `sheet`. A formula counts as the value
    that it had when the file was saved; without a saved value it is a fault. So is a date instead
    of a number or dice: "12-15" becomes a date if its column isn't formatted as text.

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
    combat.tables.fault.TableError: a.csv, row 2, column 'attack': 'twelve' is not a number; ...
    """
    name, content = content_of(source, name)
    columns, defaults = columns or {}, defaults or {}
    kinds = numeric, text, choices or {}, parse or {}
    asked = [*text, *numeric, *kinds[2], *kinds[3]]
    spared = {*optional, *absent, *defaults} - {*columns}
    wanted = Wanted([one for one in asked if one not in spared], aliases or {}, columns)
    page, header, rows = _opened(name, content, sheet, wanted, most)
    page.check_formulas(header.row, _read(header, asked, further))
    if not rows:
        first = next(filter(None, header.cells), "")
        raise TableError(
            f"{name}, row {header.row + 1}, column '{printable(first)}': there are no rows "
            f"under the header; add at least one line of data"
        )
    parsers = {
        column: parser
        for column, parser in parsers_of(*kinds, page.comma, whole).items()
        if column not in absent or header.has(column)
    }
    headings = {column: header.heading(column) for column in parsers}
    if further:
        others = further_of(name, header, rows, parsers, taken)
        headings |= {column: heading for column, (heading, _) in others.items()}
        parsers |= {column: parser_for(cells, page.comma) for column, (_, cells) in others.items()}
    records, found = {}, []
    for row, cells in rows:
        record, wrong = _record(name, row, cells, header.cells, parsers, headings, defaults)
        found += [(row, fault) for fault in wrong]
        if not wrong:
            records[row] = record
    for column in unique:
        for row, fault in _twins(name, headings[column], column, records):
            found.append((row, fault))
            records.pop(row, None)
    if faults is None:
        if found:
            raise TableError(found[0][1])
        return pd.DataFrame(list(records.values()), columns=list(parsers))
    faults.extend(TableError(fault, row) for row, fault in sorted(found, key=lambda one: one[0]))
    return pd.DataFrame(list(records.values()), list(records), list(parsers))


def read_rows(source, needed, *, repeated=(), sheet=None, name=None, most=MOST_ROWS):
    """Return (the page, its `Header`, the rows under it): the cells of a table as texts.

    For tables that `read_table` can't read, as columns in `repeated` may occur more than once.
    needed: the columns it must have. The page has the file's `name`, its `delimiter`, and the
    decimal mark `comma`; rows are pairs (row, cells), see `check_row`. There may be no rows. The
    rest, and the TableErrors, are as in `read_table`.

    >>> page, header, rows = read_rows(b"v3\\nName;Loot;Loot\\nrat;1,5\\n", ["name"],
    ...                                repeated=["loot"], name="a.csv")
    >>> page.delimiter, header.row, header.cells, rows
    (';', 2, ['Name', 'Loot', 'Loot'], [(3, ['rat', '1,5'])])
    """
    wanted = Wanted(needed, repeated=repeated)
    page, header, rows = _opened(*content_of(source, name), sheet, wanted, most)
    page.check_formulas(header.row, _read(header, (), further=True))
    return page, header, rows


def check_row(name, row, cells, header, read=None):
    """Raise a TableError for a row with more cells than its header, or a blank before a quote.

    read: the headings of the columns that are read; None for all.

    >>> check_row("a.csv", 2, ["rat", ' "axe'], ["name", "weapon"])
    Traceback (most recent call last):
    combat.tables.fault.TableError: a.csv, row 2, column 'weapon': a blank stands before ...
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


def _opened(name, content, sheet, wanted, most):
    """The page with a file's content, its `Header`, and the rows under it."""
    spreadsheet = content.startswith(SPREADSHEETS)
    enough = None if most is None else most + TRIED + 1  # the header may be as far down
    page = (
        Sheet(name, content, sheet, enough) if spreadsheet else Text(name, content, wanted, enough)
    )
    header, rows = header_of(page, wanted)
    if most is not None and len(rows) > most:
        raise TableError(
            f"{name}: too many rows for a table, which has at most {most:,} ({page.size}); delete "
            f"what isn't part of it, or split it into several tables"
        )
    return page, header, rows


def _read(header, asked, further):
    """The columns whose cells are read: {place: heading}."""
    headings = {header.heading(column) for column in asked}
    return {
        place: heading
        for place, heading in enumerate(header.cells)
        if heading and (further or heading in headings)
    }


def _twins(name, heading, column, records):
    """The faults of a column whose cells must all differ: pairs (row, fault)."""
    found, first = [], {}
    for row, record in records.items():
        value, where = record[column], f"{name}, row {row}, column '{printable(heading)}'"
        if value == "":
            what = "the cell is empty; write what tells this row from others"
            found.append((row, f"{where}: {what}"))
        elif value in first:
            what = f"'{printable(str(value))}' is in row {first[value]} already; rename one"
            found.append((row, f"{where}: {what}"))
        first.setdefault(value, row)
    return found


def _record(name, row, cells, header, parsers, headings, defaults):
    """The values of a row by column, and its faults."""
    record, faults = {}, []
    try:
        check_row(name, row, cells, header, set(headings.values()))
    except TableError as error:
        return record, [str(error)]
    given = dict(zip(header, cells, strict=False))
    for column, heading in headings.items():
        cell, where = given.get(heading, ""), f"{name}, row {row}, column '{printable(heading)}'"
        if not cell and column in defaults:
            record[column] = defaults[column]
            continue
        try:
            record[column] = value_of(parsers[column], cell, where)
        except TableError as error:
            faults.append(str(error))
    return record, faults
