"""What a field of rules, people and things may hold, and so a cell of a table: one schema for all.

A line of a dataclass is a column: its name, kind, limits and default. `Checked` checks the fields,
`cells` says how `read_table` reads a table of some of them.
"""

import math
from dataclasses import MISSING, field, fields
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from combat.core.checks import check_numbers, check_whole, check_word
from combat.core.numbers import number_in
from combat.dice import Distribution
from combat.dice import dice as dice_of


class Column(NamedTuple):
    """What a field may hold. kept: function(name, value) that returns it as kept, or ValueError.

    how, cells: what `read_table` takes for them, such as "numeric" and limits.
    """

    kept: Any
    how: str = ""
    cells: Any = None


def _field(default, *column):
    return field(default=default, metadata={"column": Column(*column)})


def number(default=MISSING, low=-math.inf, high=math.inf, *, open_low=False):
    """Return a field of numbers within limits."""

    def kept(name, value):
        if math.isnan(check_numbers(name, value, low=low, high=high, open_low=open_low)):
            raise ValueError(f"{name} = nan is out of range: it must be a number")
        return value.item() if isinstance(value, np.generic) else value

    return _field(default, kept, "numeric", (low, high))


def whole(default=MISSING, low=-math.inf, high=math.inf, *, random=False):
    """Return a field of whole numbers within limits; random: or of their distribution."""

    def kept(name, value):
        if random and isinstance(value, Distribution):
            return value
        return int(check_whole(name, value, low=low, high=high))

    return _field(default, kept, "parse", partial(_in_range, low=low, high=high, kind=int))


def word(words, default=MISSING):
    """Return a field of one word out of some."""
    known = {one.lower(): one for one in words} | ({"": ""} if default is None else {})
    return _field(default, lambda name, value: check_word(name, value, words), "choices", known)


def flag():
    """Return a field that holds or not, by default not."""
    return _field(False, lambda _, value: value, "choices", {"": False, "yes": True, "no": False})


def words(known):
    """Return a field of a set of words out of some."""

    def kept(name, value):
        if isinstance(value, str):
            raise ValueError(f"{name} = {value!r} is not known: it must be a set of words")
        return frozenset(check_word(name, one, known) for one in value)

    return _field(frozenset(), kept)


def dice(default=MISSING):
    """Return a field of dice, which stay as they are written."""
    written = as_written(dice_of)
    return _field(default, lambda _, value: written(value), "parse", written)


def points(*default):
    """Return a field of a tuple with as many numbers as its default has."""

    def kept(name, value):
        if len(value) != len(default):
            most = len(default)
            raise ValueError(f"{name} = {value} is out of range: it must hold {most} numbers")
        return value

    return _field(default, kept)


class Checked:
    """A dataclass whose fields are checked: ValueError names a field, its value and its limits."""

    def __post_init__(self):
        for one in fields(self):
            value = getattr(self, one.name)
            if "column" in one.metadata and value is not None and value is not one.default:
                object.__setattr__(self, one.name, one.metadata["column"].kept(one.name, value))


def as_written(parser):
    """Return a parser that only checks: a table keeps the text of the cell."""

    def checked(cell):
        parser(cell)
        return cell

    return checked


def cells(*columns, text=(), parse=None, of=(), optional=(), **more):
    """Return what `read_table` asks of a table: its columns by name, kinds and limits.

    columns, of: names of fields, and the dataclasses that have them. text, parse: as in
    `read_table`. more: fields of this table alone.
    """
    known = {one.name: one for kind in of for one in fields(kind) if "column" in one.metadata}
    asked = {"numeric": {}, "choices": {}, "parse": dict(parse or {})}
    for name in (*columns, *more):
        column = (more.get(name) or known[name]).metadata["column"]
        asked[column.how][name] = column.cells
    return asked | {"text": text, "optional": optional}


def blank_or(blank, low, high, kind=float):
    """Return the parser of a cell with a number from low to high, or with nothing for `blank`."""
    return lambda cell: _in_range(cell, low, high, kind) if cell else blank


def _in_range(cell, low, high, kind):
    value = number_in(cell, most=high)
    if not low <= value <= high:
        raise ValueError(f"{value:g} is out of range; write a number from {low:g} to {high:g}")
    if value != kind(value):
        raise ValueError(f"{value:g} is no whole number; write one such as {value:.0f}")
    return kind(value)
