"""Functions of one's own: what they read of units, what hit and damage rules give, and fights.

Rules may read a unit's own columns, and the hit points that it has left. What is wrong with them
is told with the pair, and the cell that they read.
"""

import inspect
from contextlib import suppress
from copy import copy
from dataclasses import replace
from functools import partial
from time import perf_counter
from types import CodeType

import numpy as np

from combat.core.checks import check_numbers
from combat.core.words import printable
from combat.dice import Distribution, dice
from combat.units.sheets.counters import where_of
from combat.units.sheets.headings import ROLES
from combat.units.sheets.unit import NoColumn, Unit

_SOON = 1.0  # seconds, after which fights that would take too long are refused
_MOST_SECONDS = 60.0  # of all fights of a pair, or of a table, if no progress is shown
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


def columns_read(function, unit):
    """Return which columns of a unit a function of one reads."""
    read = {}
    with suppress(Exception):  # it says what is wrong where it is asked
        function(watching(unit, read))
    return {*read}


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


class Columns:
    """All columns of some units as attributes, along one axis of an array `shape` of pairs."""

    def __init__(self, units, shape, axis):
        self._units, self._shape, self._axis = units, shape, axis

    def __getattr__(self, column):
        if column.startswith("_"):
            raise AttributeError(column)
        values = [unit[column] for unit in self._units]
        texts = sum(isinstance(value, str) for value in values)
        # Some text among numbers must not make text of them, which equals no number.
        array = np.array(values, dtype=object if 0 < texts < len(values) else None)
        if array.dtype.kind in "iu":  # products of whole numbers may pass 2^63 without a word
            array = array.astype(float)
        return np.broadcast_to(array[:, None] if self._axis == 0 else array, self._shape)

    def __getitem__(self, column):
        return getattr(self, column)


def _asked(what, rule, attacker, defender):
    """What a function gives for a pair; whatever it raises becomes a ValueError."""
    try:
        return rule(attacker, defender)
    except (NoColumn, MemoryError):
        raise
    except Exception as error:
        raise ValueError(
            f"the {what} rule fails for {attacker.name} against {defender.name} "
            f"({type(error).__name__}: {printable(str(error))})"
            f"{text_read(rule, attacker, defender)}"
        ) from error


def numbers_in(given, shape):
    """Return what a hit rule gives as an array of that shape; ValueError for text and others."""
    array = np.asarray(given)
    if array.dtype.kind not in "biuf":
        raise ValueError("no numbers")
    return np.array(np.broadcast_to(array, shape), float)


def chance_for(rule, attacker, defender):
    """Return what a hit rule gives for one pair: a number, or a dict by result."""
    given = _asked("hit", rule, attacker, defender)
    if isinstance(given, dict):
        return given
    try:
        return numbers_in(given, ()).item()
    except ValueError:
        raise ValueError(
            f"the hit rule gives {printable(repr(given))} for {attacker.name} against "
            f"{defender.name}: it must be one number, a chance{text_read(rule, attacker, defender)}"
        ) from None


class WrongResults(ValueError):
    """A hit rule gives results that can't be meant."""


def gathered(rows):
    """Return what a rule gives pair by pair as lists of rows, by the name of the result."""
    rows = [[cell if isinstance(cell, dict) else {"hit": cell} for cell in row] for row in rows]
    names = {name for row in rows for cell in row for name in cell}
    return {name: [[cell.get(name, 0.0) for cell in row] for row in rows] for name in names}


def damage_for(attacker, defender, rules):
    """Return what the damage rule gives for a pair, before rounding: it needn't be whole."""
    given = _asked("damage", rules.damage_rule, attacker, defender)
    try:
        if isinstance(given, (Distribution, str)):
            return dice(given)
        value = float(check_numbers("damage", given)) if np.ndim(given) == 0 else np.nan
    except (TypeError, ValueError):
        value = np.nan
    if np.isnan(value):
        raise ValueError(
            f"the damage rule gives {printable(repr(given))} for {attacker.name} against "
            f"{defender.name}: it must be a Distribution, dice or a number"
            f"{text_read(rules.damage_rule, attacker, defender)}"
        )
    return Distribution(np.array([value]), np.ones(1))


def fought(first, second, rules, max_turns=None):
    """Return the `Odds` that the rules' own `fight` makes of two units."""
    from combat.battle import Odds  # loads scipy's sparse matrices

    refuse_turns(max_turns)
    pair = f"{first.name} against {second.name}"
    try:
        found = rules.fight(first, second)
    except Exception as error:
        raise ValueError(
            f"fight: {pair}: {type(error).__name__}: {printable(str(error))}"
        ) from error
    if not isinstance(found, Odds):
        raise ValueError(
            f"fight: {pair} gives {printable(repr(found))}; it must be Odds, made by "
            f"Odds.of(solve(...), ...) or Odds.rolled(...)"
        )
    return replace(found, names=(first.name, second.name), fighters=())


def in_time(duels, many, fewer, progress=None):
    """Yield duels fought one by one; ValueError after a second if all would take minutes."""
    began = perf_counter()
    for done, one in enumerate(duels, 1):
        yield one
        if progress is not None:
            progress(done, many)
            continue
        spent = perf_counter() - began
        each = spent / done
        if spent >= _SOON and each * many > _MOST_SECONDS:
            minutes = each * many / 60
            raise ValueError(
                f"{many:,} duels of some {each:.2g} seconds each take {minutes:,.1f} minutes: "
                f"{fewer(int(_MOST_SECONDS / each))}"
            )


def refuse_turns(max_turns):
    """Raise ValueError if a fight of your own is to end after a number of turns."""
    if max_turns is not None:
        raise ValueError("max_turns: a fight of your own says itself when it is over; leave it out")
