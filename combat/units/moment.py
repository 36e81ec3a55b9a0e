"""Hit points of the moment: which rules read them, and units that know them."""

import functools
from copy import copy
from types import CodeType

HP_LEFT = "hp_left"
_DEEPEST = 3  # functions of functions that are looked into


def in_moment(unit, points):
    """Return a unit that has these hit points left, as rules read them: `unit.hp_left`."""
    unit = copy(unit)
    object.__setattr__(unit, HP_LEFT, points)
    return unit


def at_full(units):
    """Return units with all their hit points left, as a list."""
    return [in_moment(unit, unit.hp) for unit in units]


def reads_left(function, deepest=_DEEPEST):
    """Return whether a function, or one that it calls by name, names `hp_left`.

    What it reads in another way is refused where it is read.
    """
    while isinstance(function, functools.partial):
        function = function.func
    function = getattr(function, "__wrapped__", function)
    if not hasattr(function, "__code__"):
        function = vars(type(function)).get("__call__")
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    names = {name for part in _parts(code) for name in (*part.co_names, *part.co_consts)}
    if HP_LEFT in names:
        return True
    inner = [cell.cell_contents for cell in function.__closure__ or () if _filled(cell)]
    inner += [function.__globals__.get(name) for name in names if isinstance(name, str)]
    return deepest > 0 and any(reads_left(one, deepest - 1) for one in inner if callable(one))


def _parts(code):
    """A function's code, and that of the functions inside it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _parts(inner)


def _filled(cell):
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True
