"""Turns the text of a cell into a value: a number, a choice, or what a function returns."""

import math
import re
from functools import partial

from combat.core.csv_cells import unguarded
from combat.core.words import printable, shown
from combat.tables.fault import TableError

_FRACTION = re.compile(r"([+-]?\d+) ?/ ?(\d*[1-9]\d*)")
# What a spreadsheet makes of "12-15": dates in its cells, and in the CSV that it saves.
_DATE = re.compile(
    r"\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?|\d\d:\d\d:\d\d|\d{1,2}-[A-Z][a-z]{2}|[A-Z][a-z]{2}-\d\d"
)


_SWITCH = {"true": 1.0, "false": 0.0, "yes": 1.0, "no": 0.0}
# Ambiguous in files with a decimal comma: 1.000 is one to some people, a thousand to others.
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}([.,]\d{3})+")


def cleaned(text):
    """Return the text of a file's cell as it counts: without blanks around it, its controls shown.

    >>> cleaned(" '=1+1 "), cleaned("a\\x1b[1m")
    ('=1+1', 'a␛[1m')
    """
    return unguarded(shown(text.strip()))


def parsers_of(numeric, text, choices, parse, comma, whole):
    """Return the parser of each column's cells: {column: function(cell, where)}.

    The arguments are those of `read_table`; comma: the decimal mark.
    """
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


def parser_for(cells, comma):
    """Return the parser of a further column: of numbers if at least half of its cells look so.

    A column of only TRUE and FALSE, or yes and no, becomes 1 and 0, as texts would both count as
    true. cells: the filled ones.

    >>> reads = parser_for(["1/4", "2", "boss"], ".")
    >>> reads("1/4", ""), reads("", "")
    (0.25, nan)
    >>> parser_for(["axe", "2", "sword"], ".")("2", "")
    '2'
    >>> flies = parser_for(["TRUE", "FALSE"], ".")
    >>> flies("TRUE", ""), flies("FALSE", ""), flies("", "")
    (1.0, 0.0, 0.0)
    """
    if cells and all(cell.casefold() in _SWITCH for cell in cells):
        return _switched
    numbers = sum(map(_meant_as_number, cells))
    # A spreadsheet turns 1/4 into a date, so a date among numbers was a number.
    numbers += sum(bool(_DATE.fullmatch(cell)) for cell in cells) if numbers else 0
    return partial(_number_or_blank, comma=comma) if 2 * numbers >= len(cells) > 0 else _text


def value_of(parser, cell, where):
    """Return the value that a parser reads from a cell; TableError, also for an unwanted date.

    >>> number = parsers_of(["hp"], [], {}, {}, ".", [])["hp"]
    >>> value_of(number, "2024-12-15 00:00:00", "mine.xlsx, row 2, column 'hp'")
    Traceback (most recent call last):
    combat.tables.fault.TableError: mine.xlsx, row 2, column 'hp': '2024-12-15 00:00:00' is ...
    """
    try:
        return parser(cell, where)
    except TableError:
        if not _DATE.fullmatch(cell):
            raise
    raise TableError(
        f"{where}: '{cell}' is not what was written; a spreadsheet made a date of it: format the "
        f"column as text, and write the cell anew"
    )


def _meant_as_number(cell):
    """Whether a cell is a number, perhaps with a sign % or another country's decimal mark."""
    return math.isfinite(_value(cell.removesuffix("%"), ","))


def _value(cell, comma):
    """The number in a cell, which may be a fraction such as 1/4; NaN if there is none."""
    fraction = _FRACTION.fullmatch(cell)
    try:
        if fraction:
            return int(fraction[1]) / int(fraction[2])
        return float(cell.replace(comma, "."))
    except (ValueError, OverflowError):
        return math.nan


def _text(cell, _where):
    return cell


def _switched(cell, _where):
    return _SWITCH[cell.casefold()] if cell else 0.0


def _number_or_blank(cell, where, comma):
    return _number(cell, where, None, comma) if cell else math.nan


def _number(cell, where, limits, comma, whole=False):
    value = _value(cell, comma)
    if comma == "," and _THOUSANDS.fullmatch(cell):
        raise TableError(
            f"{where}: '{printable(cell)}' may be a thousand times as much; write it without the "
            f"mark, or with another number of decimals"
        )
    if not math.isfinite(value):
        what = f"'{printable(cell)}' is not a number" if cell else "the cell is empty"
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
        what = str(error).replace(cell, printable(cell)) if cell else error
        raise TableError(f"{where}: {what}") from None


def _choice(cell, where, words):
    if cell.lower() not in words:
        raise TableError(
            f"{where}: '{printable(cell)}' is not known; write one of {', '.join(words)}"
        )
    return words[cell.lower()]
