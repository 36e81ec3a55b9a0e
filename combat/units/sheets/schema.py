"""A game's tables as classes: a field for each column, with kind, default, meaning and example.

From these fields follow how cells are read, how values given in code are checked, which of them are
numbers that may be changed, and the page of columns.
"""

from collections.abc import Callable
from dataclasses import MISSING, field, fields
from functools import cache
from typing import NamedTuple

from combat.core.numbers import checked


class Kind(NamedTuple):
    """What the values of a column are.

    check(value) returns a value as it is kept; its ValueError says what is wrong. read(cell, known)
    returns what a cell means, or several fields as {name: value}; None for a field that is read
    from another column.
    """

    check: Callable
    read: Callable | None = None


class Column(NamedTuple):
    """A column of a table; is_number: it may be asked for and changed, as "Fireball: uses"."""

    name: str
    default: object
    kind: Kind
    about: str
    example: str
    is_number: bool


def column(kind, default, about="", example="", is_number=False):
    """Return the field of a column, for a class that is a `Row`."""
    more = {"kind": kind, "about": about, "example": example, "is_number": is_number}
    return field(default=default, metadata=more)


def number(kind, default, about, example):
    """Return the field of a column that is a number."""
    return column(kind, default, about, example, True)


@cache
def columns_of(table):
    """Return the columns of a class that is a `Row`: {name: `Column`}."""
    return {
        one.name: Column(one.name, one.default, **one.metadata)
        for one in fields(table)
        if one.default is not MISSING
    }


def readers_of(table):
    """Return how the cells of a table are read: {column: function(cell, known)}."""
    there = columns_of(table).items()
    return {name: one.kind.read for name, one in there if one.kind.read is not None}


class Row:
    """A row of a table: a name, and columns, each checked by itself, and then all together."""

    def __post_init__(self):
        if not isinstance(self.name, str) or not self.name.strip() or not self.name.isprintable():
            raise ValueError(f"name = {self.name!r} is no name: write some text, in one line")
        for name, one in columns_of(type(self)).items():
            value = getattr(self, name)
            if value is not None:
                value = checked(f"{self.name}: {name}", one.kind.check, value)
                object.__setattr__(self, name, value)
        for name, what in self._misuses():
            raise ValueError(f"{self.name}: {name}: {what}")

    def is_set(self, name):
        """Return whether a column says anything but its default."""
        return getattr(self, name) != columns_of(type(self))[name].default

    def _misuses(self):
        """What makes no sense in this row: pairs (column, what is wrong)."""
        return ()
