"""Hit points of the moment: which rules read them, and units that know them."""

import inspect
from copy import copy
from functools import partial
from types import CodeType

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
