"""Turns the text of a cell into a value: a number, a choice, or what a function returns."""

import re
from functools import partial

from combat.core.numbers import within
from combat.core.words import printable, shown, unguarded
from combat.tables.fault import TableError

# What a spreadsheet makes of "12-15": dates in its cells, and in the CSV that it saves.
_DATE = re.compile(
    r"\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?|\d\d:\d\d:\d\d|\d{1,2}-[A-Z][a-z]{2}(-\d\d(\d\d)?)?"
    r"|[A-Z][a-z]{2}-\d\d|\d{1,2}\. ?[A-Z][a-zä]{2,3}\.?( \d{4})?|\d{1,2}([./])\d{1,2}\5\d{4}"
)


def cleaned(text):
    """Return the text of a cell as it counts: without blanks around it, its controls shown."""
    text = text.strip()
    return unguarded(text if text.isascii() and text.isprintable() else shown(text))


def parsers_of(numeric, text, choices, parse, reader):
    """Return the parser of each column's cells: {column: function(cell, where)}.

    All but `reader` are arguments of `read_table`; reader(column, limits) reads numbers.
    """
    ranges = dict(numeric) if isinstance(numeric, dict) else dict.fromkeys(numeric)
    return (
        dict.fromkeys(text, _text)
        | {
            name: partial(_number, read=reader(name, limits), limits=limits)
            for name, limits in ranges.items()
        }
        | {name: partial(_choice, words=words) for name, words in choices.items()}
        | {name: partial(_parsed, function=function) for name, function in parse.items()}
    )


def value_of(parser, cell, where):
    """Return the value that a parser reads from a cell; TableError, also for an unwanted date."""
    try:
        return parser(cell, where)
    except TableError:
        if not (why := date_in(cell)):
            raise
    raise TableError(f"{where}: {why}")


def date_in(cell):
    """Return what is wrong with a date in place of a number or dice; empty for what is none."""
    if not _DATE.fullmatch(cell):
        return ""
    return (
        f"'{cell}' is not what was written; a spreadsheet made a date of it: format the "
        f"column as text, and write the cell anew"
    )


def _text(cell, _where):
    return cell


def _number(cell, where, read, limits):
    try:
        value = read(cell)
        return within(value, *limits) if limits else value
    except ValueError as error:
        raise TableError(f"{where}: {error}") from None


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
