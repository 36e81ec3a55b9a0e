"""What a field of rules, people and things may hold, and so a cell of a table: one schema for all.

A line of a `Checked` dataclass is a column: its name, kind, limits and default. `cells` says how
`read_table` reads a table of some of them.
"""

import math
from dataclasses import MISSING, fields
from functools import partial

import numpy as np

from combat.core.checks import check_numbers, check_whole, check_word, checked_field
from combat.core.numbers import number_in
from combat.dice import dice as dice_of


def number(default=MISSING, low=-math.inf, high=math.inf, *, open_low=False):
    """Return a field of numbers within limits."""

    def kept(name, value):
        if math.isnan(check_numbers(name, value, low=low, high=high, open_low=open_low)):
            raise ValueError(f"{name} = nan is out of range: it must be a number")
        return value.item() if isinstance(value, np.generic) else value

    return checked_field(kept, default, limits=(low, high))


def whole(default=MISSING, low=-math.inf, high=math.inf):
    """Return a field of whole numbers within limits."""
    return checked_field(
        lambda name, value: int(check_whole(name, value, low=low, high=high)), default
    )


def word(words, default=MISSING):
    """Return a field of one word out of some."""
    known = {one.lower(): one for one in words}
    kept = partial(check_word, words=words)
    return checked_field(kept, default, read=lambda cell: known.get(cell.lower(), cell))


def flag():
    """Return a field that holds or not, by default not."""
    known = {"yes": True, "no": False, "": False}

    def kept(name, value):
        return value if value in (True, False) else check_word(name, value, ("yes", "no"))

    return checked_field(kept, False, read=lambda cell: known.get(cell.lower(), cell))


def words(known):
    """Return a field of a set of words out of some."""

    def kept(name, value):
        if isinstance(value, str):
            raise ValueError(f"{name} = {value!r} is not known: it must be a set of words")
        return frozenset(check_word(name, one, known) for one in value)

    return checked_field(kept, frozenset())


def dice(default=MISSING):
    """Return a field of dice, which stay as they are written."""

    def kept(_, value):
        dice_of(value)
        return value

    return checked_field(kept, default, read=str)


def kept_as(function, default=()):
    """Return a field that keeps what a function makes of the value."""
    return checked_field(lambda _, value: function(value), default)


def points(*default):
    """Return a field of a tuple with as many numbers as its default has."""

    def kept(name, value):
        if len(value) != len(default):
            most = len(default)
            raise ValueError(f"{name} = {value} is out of range: it must hold {most} numbers")
        return value

    return checked_field(kept, default)


def cells(*columns, text=(), parse=None, of=(), optional=(), **more):
    """Return what `read_table` asks of a table: its columns by name, kinds and limits.

    columns, of: names of fields, and the dataclasses that have them. text, parse: as in
    `read_table`. more: fields of this table alone; their default stands for a blank cell.
    """
    known = {one.name: one for kind in of for one in fields(kind) if one.metadata}
    numeric, parsed = {}, dict(parse or {})
    for name in (*columns, *more):
        blank = more[name].default if name in more else MISSING
        column = (more.get(name) or known[name]).metadata
        if "limits" in column and blank is MISSING:
            numeric[name] = column["limits"]
        else:
            parsed[name] = partial(_read, name=name, column=column, blank=blank)
    return {"numeric": numeric, "text": text, "parse": parsed, "optional": optional}


def _read(cell, name, column, blank):
    if not cell and blank is not MISSING:
        return blank
    return column["check"](name, column.get("read", number_in)(cell))
