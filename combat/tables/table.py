"""A table with the columns it must have, each cell checked."""

import pandas as pd

from combat.core.words import printable
from combat.tables.cells import parser_for, parsers_of, value_of
from combat.tables.content import content_of
from combat.tables.fault import TableError
from combat.tables.header import Wanted, further_of, header_of, unpadded
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
):
    """Return the table `source` as a frame with the columns it must have, checked.

    source: a path, or the file's content as bytes (an upload) together with its `name`.
    numeric: columns of finite numbers, with a dict also their range {column: (low, high)}; those
    in `whole` take no fraction. text: columns of text, which may be blank. choices: {column:
    {word: value}}, words in lower case. parse: {column: function of the cell's text}, whose
    ValueError becomes the fault's "what". optional: those of all these columns that may be
    absent, as if blank; absent: those that may be, and then are absent from the frame as well.
    defaults: {column: value} of a cell that is blank, or of a column that is absent. unique:
    columns in which no cell may be blank or stand twice. aliases: {heading: column} for other
    spellings. columns: {column: heading} of columns that this file calls otherwise; they must be
    there.

    Other columns are left out, or with `further` kept: as numbers if half of their filled cells
    are meant as numbers (then a word is a fault, as are "50 %" and a wrong decimal mark, and a
    blank cell NaN), as text otherwise; their names are those of attributes, "Move Range" is
    move_range, and none of `taken`. Headings match without regard to case and surrounding
    blanks; the frame has the names asked for here. The header is the first of ten rows that names
    the columns needed: titles above it are skipped, as are blank lines. A value in a column
    without a heading is a fault.

    CSV is UTF-8, with or without a byte order mark; CRLF or LF. Spreadsheets of half of Europe
    write semicolons and "7,5": cells are parted by what makes a header of a line, a comma, a
    semicolon or a tab, and where that is no comma, "7,5" is a number. 1/4 is one, too.

    Of an xlsx file the first sheet is read, or the one named by `sheet`, with the values that its
    formulas had when it was saved; one without a saved value is a fault, and so is a date where a
    number or dice are meant: "12-15" becomes one if its column isn't formatted as text.

    faults: a list, to go on where a row is at fault: it is left out, its faults are appended to the
    list, and the frame's index says in which row of the file each of the others is.

    Raises TableError naming file, row (counted as in a spreadsheet, from 1) and column, as the
    file spells it.

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
    page, header, rows = _opened(name, content, sheet, wanted)
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
    faults.extend(fault for _, fault in sorted(found, key=lambda one: one[0]))
    return pd.DataFrame(list(records.values()), list(records), list(parsers))


def read_rows(source, needed, *, repeated=(), sheet=None, name=None):
    """Return (the page, its `Header`, the rows under it): the cells of a table as texts.

    For a table that `read_table` can't hold, as its columns in `repeated` may stand more than
    once. needed: the columns it must have. The page has its file's `name`, its `delimiter`, and
    the decimal mark `comma`; rows are pairs (row, cells), see `check_row`. The rest, and the
    TableErrors, as in `read_table`; there may be no rows.

    >>> page, header, rows = read_rows(b"v3\\nName;Loot;Loot\\nrat;1,5\\n", ["name"],
    ...                                repeated=["loot"], name="a.csv")
    >>> page.delimiter, header.row, header.cells, rows
    (';', 2, ['Name', 'Loot', 'Loot'], [(3, ['rat', '1,5'])])
    """
    wanted = Wanted(needed, repeated=repeated)
    page, header, rows = _opened(*content_of(source, name), sheet, wanted)
    page.check_formulas(header.row, _read(header, (), further=True))
    return page, header, rows


def check_row(name, row, cells, header, read=None):
    """Raise the TableError of a row with more cells than its header, or a quote after a blank.

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


def _opened(name, content, sheet, wanted):
    """The page that is a file's content, its `Header`, and the rows under it."""
    spreadsheet = content.startswith(SPREADSHEETS)
    page = Sheet(name, content, sheet) if spreadsheet else Text(name, content, wanted)
    return page, *header_of(page, wanted)


def _read(header, asked, further):
    """The columns of which cells are read: {place: heading}."""
    headings = {header.heading(column) for column in asked}
    return {
        place: heading
        for place, heading in enumerate(header.cells)
        if heading and (further or heading in headings)
    }


def _twins(name, heading, column, records):
    """The faults of a column in which each row must say something else: pairs (row, fault)."""
    found, first = [], {}
    for row, record in records.items():
        value, where = record[column], f"{name}, row {row}, column '{heading}'"
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
        cell, where = given.get(heading, ""), f"{name}, row {row}, column '{heading}'"
        if not cell and column in defaults:
            record[column] = defaults[column]
            continue
        try:
            record[column] = value_of(parsers[column], cell, where)
        except TableError as error:
            faults.append(str(error))
    return record, faults
