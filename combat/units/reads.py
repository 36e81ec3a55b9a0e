"""What rules read of units: their own columns, and the hit points that they have left."""

import inspect
from contextlib import suppress
from copy import copy
from functools import partial
from types import CodeType

from combat.core.words import printable
from combat.units.sheets.counters import where_of
from combat.units.sheets.headings import ROLES
from combat.units.sheets.unit import Unit

_DEEPEST = 3  # functions of functions that are looked into


def in_moment(unit, points):
    """Return a unit that has these hit points left, as rules read them: `unit.hp_left`."""
    unit = copy(unit)
    object.__setattr__(unit, "hp_left", points)
    return unit


def at_full(units):
    """Return units with all their hit points left, as a list."""
    return [in_moment(unit, unit.hp) for unit in units]


def reads_left(function, deepest=_DEEPEST):
    """Return whether a function, or one that it calls by name, names `hp_left`."""
    function = function.func if isinstance(function, partial) else function
    if not inspect.isfunction(function):
        function = vars(type(function)).get("__call__")
    if not inspect.isfunction(function):
        return False
    names = set(_names(function.__code__))
    if "hp_left" in names or not deepest:
        return "hp_left" in names
    known = function.__globals__ | inspect.getclosurevars(function).nonlocals
    return any(reads_left(known[name], deepest - 1) for name in names & known.keys())


def _names(code):
    """All names and texts of a function's code, and of the functions inside it."""
    yield from code.co_names + code.co_freevars
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _names(one)
        elif isinstance(one, str):
            yield one


class _Noting(dict):
    """A unit's own columns; those that are read are put down in `read`, with what they hold."""

    def __init__(self, columns, read):
        super().__init__(columns)
        self._read = read

    def __getitem__(self, column):
        self._read[column] = super().get(column)
        return super().__getitem__(column)

    def get(self, column, default=None):
        self._read[column] = super().get(column, default)
        return self._read[column]


class _Watched(Unit):
    """A unit whose columns of the workbook are put down, too."""

    def __getattribute__(self, name):
        value = super().__getattribute__(name)
        if name in ROLES and name != "name":
            super().__getattribute__("_read")[name] = value
        return value


def watching(unit, read):
    """Return a copy of a unit that puts down in a dict which of its columns are read."""
    unit = copy(unit)
    own = {"more": _Noting(unit.more, read), "_read": read, "__class__": _Watched}
    for name, value in own.items():
        object.__setattr__(unit, name, value)
    return unit


def text_read(rule, *units):
    """Return which cell a function read that holds text, for the message of its failure."""
    for unit in units:
        read = {}
        with suppress(Exception):
            rule(*(watching(one, read) if one is unit else one for one in units))
        for column, value in read.items():
            if isinstance(value, str):
                where = where_of(unit) or unit.name
                return f"; it read {where}, column '{column}': '{printable(value)}' is no number"
    return ""
