"""The kinds of columns that actions and statuses have: what their values may be.

A check says what is wrong with a value, and not where: of a cell, or of what is made in code.
"""

import math
import re
from functools import partial

from combat.core.numbers import checked, number_in, share_in, whole_within, within
from combat.core.words import name_in
from combat.dice import Distribution, dice
from combat.units.sheets import action_cells as cells
from combat.units.sheets.conditions import Condition, condition
from combat.units.sheets.rolls import Save, save
from combat.units.sheets.schema import (
    KEPT,
    MOST_CHANGE,
    MOST_TURNS,
    MOST_USES,
    NO_COUNTERS,
    ON,
    SHARES,
    Kind,
)


def number(low, high, check=within, every=None):
    """Return the kind of numbers from low to high; every: what the word "all" stands for."""

    def read(cell, known):
        if every is not None and cell.casefold() == "all":
            return every
        try:
            return check(number_in(cell, known.comma, high), low, high)
        except ValueError as error:
            more = "" if every is None else ", or all"
            raise ValueError(f"{error}{more}") from None

    return Kind(lambda value: value if value == every else check(value, low, high), read)


def whole(low, high, every=None):
    """Return the kind of whole numbers from low to high; every: as for `number`."""
    return number(low, high, whole_within, every)


def beside(kind):
    """Return a kind whose values are read from another column."""
    return kind._replace(read=None)


def word(*words):
    """Return the kind of one of some words."""

    def check(value):
        if value not in words:
            raise ValueError(f"{value!r} is not known; write one of {', '.join(words)}")
        return value

    return Kind(check, lambda cell, _known: check(cell.lower()))


def points(value):
    """Return dice that are never below 0 as a Distribution, checked."""
    found = dice(value)
    if found.values[0] < 0:
        raise ValueError(f"'{value}' may be {found.values[0]:g}; write dice that are never below 0")
    return found


def points_of(what, value):
    """Return dice as `points` does; what: begins the words of a ValueError."""
    return checked(what, points, value)


def _turns(value):
    found = points(value)
    for end in found.values[[0, -1]]:
        within(end, 1, MOST_TURNS)
    return found


def _uses(cell, _known):
    number, per = cells.uses(cell)
    return {"uses": whole_within(number, 0, MOST_USES), "per": per}


def _lasting(cell, _known):
    number, in_rounds = cells.turns(cell)
    if number is not None:
        whole_within(number, 1, MOST_TURNS)
    return {"turns": number, "in_rounds": in_rounds}


def _absorbs(cell, known):
    found = re.fullmatch(r"(?:each hit )?(.+?)(?: each hit)?", cell, re.IGNORECASE)
    return {"absorbs": DICE.read(found[1], known), "each_hit": "each hit" in cell.casefold()}


def _saved_or(read):
    """What reads a saving throw of the units' columns, and any other cell by a function."""

    def either(cell, known):
        return save(cell, known.columns) if re.search("[<>≤≥]", cell) else read(cell, known)

    return either


def _save(value, check):
    """A saving throw, or what a function checks."""
    value = save(value) if isinstance(value, str) else value
    return value if isinstance(value, Save) else check(value)


def _ends(value):
    found = _save(value, SHARE.check)
    if isinstance(found, Save) and found.of_damage:
        raise ValueError("only `broken` knows the damage taken; write it there")
    return found


def _share(cell, _known):
    return share_in(cell)


def _is_switch(value):
    if not isinstance(value, bool):
        raise ValueError(f"{value!r}: write True, or a saving throw: 'd20 + con >= 10'")
    return value


def _when(value):
    try:
        found = condition(value) if isinstance(value, str) else value
    except ValueError as error:
        more = "other columns and statuses: condition(text, columns, statuses)"
        raise ValueError(f"{error}; {more}") from None
    if not isinstance(found, Condition):
        raise ValueError(f"{value!r} is no condition; write it as text: 'hp < 50 %'")
    return found


def _changes(value):
    found = tuple(tuple(change) for change in value)
    for name, how, number in found:
        if name in KEPT and name != "speed":
            raise ValueError(f"no status changes {name}; leave it out")
        if how not in ("+", "x"):
            raise ValueError(f"{name} {how!r} is not known; write '+' or 'x'")
        if isinstance(number, Distribution) and (name, how) == ("armor", "+"):
            continue
        checked(name, CHANGE.check, number)
        if name.endswith("_taken") and how == "x" and number < 0:
            mend = "what is taken would heal; write gains"
            raise ValueError(f"{name.replace('_', ' ')} x {number:g}: {mend}")
        if (name, how) == ("speed", "x") and number <= 0:
            mend = "without turns of its own nothing ends; write skips = yes"
            raise ValueError(f"speed x {number:g}: {mend}")
    if len({change[:2] for change in found}) < len(found):
        raise ValueError("a column is changed twice; make one of both")
    return found


def _counters(value, amount):
    found = tuple((name, amount(number), *on) for name, number, *on in value)
    for name, _, *on in found:
        for result in on:
            RESULT.check(result)
        if name in NO_COUNTERS:
            raise ValueError(f"'{name}' is a column of its own, no counter; {NO_COUNTERS[name]}")
    if len({(name, *on) for name, _, *on in found}) < len(found):
        raise ValueError("a counter is named twice; add them up")
    return found


def _text(value):
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{value!r} is no word; write one such as fire")
    return value


def _share_of_hp(value):
    share, of = value
    return SHARE.check(share), OF_HP.check(of)


SWITCH = Kind(lambda value: value, cells.switch)
SHARE = Kind(lambda value: float(within(value, 0, 1)), _share)
SKIPS = SHARE._replace(read=cells.switch_or_share)
CHANGE = number(-MOST_CHANGE, MOST_CHANGE)
RESULT = word(*ON)
TEXT = Kind(_text, lambda cell, _known: name_in(cell))
PIERCES = number(0, MOST_CHANGE, every=math.inf)
ENDS = Kind(_ends, _saved_or(_share))
BROKEN = Kind(partial(_save, check=_is_switch), _saved_or(cells.switch))
DICE = Kind(points, lambda cell, _known: points(cells.written_dice(cell)))
ABSORBS = Kind(points, _absorbs)
GIVEN_TURNS = Kind(_turns)
TURNS = Kind(partial(whole_within, low=1, high=MOST_TURNS), _lasting)
USES = Kind(partial(whole_within, low=0, high=MOST_USES), _uses)
CHANGES = Kind(_changes, cells.changes)
WHEN = Kind(_when, cells.when)
NAMES = Kind(tuple, cells.names)
SPENDS = Kind(partial(_counters, amount=partial(whole_within, low=0, high=MOST_USES)), cells.spends)
GAINS = Kind(partial(_counters, amount=points))
OWN = Kind(lambda value: tuple(tuple(pair) for pair in value))
OF_HP = word(*SHARES)
SHARE_OF_HP = Kind(_share_of_hp)
