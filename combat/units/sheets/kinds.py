"""The kinds of columns that actions and statuses have: what their values may be."""

import math
from functools import partial

from combat.core.checks import check_numbers, check_whole, check_word
from combat.dice import Distribution, dice
from combat.units.sheets import action_cells as cells
from combat.units.sheets.conditions import Condition, condition
from combat.units.sheets.limits import (
    KEPT,
    MOST_CHANGE,
    MOST_USES,
    NO_COUNTERS,
    NUMERIC,
    ON,
    SHARES,
)
from combat.units.sheets.saves import Save, save
from combat.units.sheets.schema import Kind


def whole(low, high):
    """Return the kind of whole numbers from low to high."""
    return Kind(
        partial(_whole, low=low, high=high), partial(cells.whole_number, low=low, high=high)
    )


def turns(most):
    """Return the kind of how long a status lasts, with whether it counts rounds."""
    return Kind(partial(_whole, low=1, high=most), cells.turns)


def uses(most):
    """Return the kind of how often an action can be done, with whether a fight or a day."""
    return Kind(partial(_whole, low=0, high=most), cells.uses)


def targets(most):
    """Return the kind of how many are aimed at; infinite for all."""
    return Kind(partial(_whole, low=1, high=most, beside=math.inf), cells.targets)


def per_turn(most):
    """Return the kind of how often something is done in a turn; the most for all."""
    return Kind(partial(_whole, low=1, high=most), partial(cells.per_turn, everything=most))


def weight(low, high):
    """Return the kind of weights by which one of several rows is drawn."""
    return Kind(partial(_weight, high=high), partial(cells.number, low=low, high=high))


def word(*words):
    """Return the kind of one of some words."""
    return Kind(partial(check_word, words=words), partial(cells.word, words=words))


def beside(kind):
    """Return a kind whose values are read from another column."""
    return kind._replace(read=None)


def _whole(what, value, low, high, beside=None):
    if value == beside:
        return value
    return int(check_whole(what.replace("_", " "), value, low=low, high=high))


def _weight(what, value, high):
    return float(check_numbers(what, value, low=0, high=high, open_low=True))


def chance(what, value):
    """Return a chance or a share, checked."""
    found = float(check_numbers(what, value, low=0, high=1))
    if math.isnan(found):
        raise ValueError(f"{what} = nan is out of range: it must be between 0 and 1")
    return found


def points_of(what, value):
    """Return dice that are never below 0 as a Distribution, checked."""
    try:
        found = dice(value)
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None
    if found.values[0] < 0:
        raise ValueError(f"{what} = {found.values[0]:g} is out of range: it must be at least 0")
    return found


def _ends(what, value):
    value = save(value) if isinstance(value, str) else value
    if not isinstance(value, Save):
        return chance(what, value)
    if value.of_damage:
        raise ValueError(f"{what}: only `broken` knows the damage taken; write it there")
    return value


def _when(what, value):
    try:
        found = condition(value) if isinstance(value, str) else value
    except ValueError as error:
        more = "other columns and statuses: condition(text, columns, statuses)"
        raise ValueError(f"{what}: {error}; {more}") from None
    if not isinstance(found, Condition):
        raise ValueError(f"{what}: {value!r} is no condition; write it as text: 'hp < 50 %'")
    return found


def _changes(what, value):
    found = tuple(tuple(change) for change in value)
    for name, how, number in found:
        if name in KEPT and name != "speed":
            raise ValueError(f"{what}: no status changes {name}; leave it out")
        if how not in ("+", "x"):
            raise ValueError(f"{what}: {name} {how!r} is not known: it must be '+' or 'x'")
        if isinstance(number, Distribution) and (name, how) == ("armor", "+"):
            continue
        check_numbers(f"{what}: {name}", number, low=-MOST_CHANGE, high=MOST_CHANGE)
        if name.endswith("_taken") and how == "x" and number < 0:
            mend = "what is taken would heal; write gains"
            raise ValueError(f"{what}: {name.replace('_', ' ')} x {number:g}: {mend}")
        if (name, how) == ("speed", "x") and number <= 0:
            mend = "without turns of its own nothing ends; write skips = yes"
            raise ValueError(f"{what}: speed x {number:g}: {mend}")
    if len({change[:2] for change in found}) < len(found):
        raise ValueError(f"{what}: a column is changed twice; make one of both")
    return found


def _own(what, value):
    """Pairs (column, value) that stand for the unit's own."""
    name, found = what.removesuffix(": columns"), tuple(tuple(pair) for pair in value)
    for own, given in found:
        if own in KEPT:
            raise ValueError(f"{name}: {own}: no action changes it; leave the cell empty")
        if own in NUMERIC:
            check_numbers(f"{name}: {own}", given, low=-MOST_CHANGE, high=MOST_CHANGE)
        if own == "damage":
            try:
                dice(given)
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
    return found


def _share_of_hp(what, value):
    share, of = value
    what = what.removesuffix("of") + "damage"
    check_word(what, of, SHARES)
    return chance(what, share), of


def _counters(what, value, amount):
    found = tuple((name, amount(what, number), *on) for name, number, *on in value)
    for result in (one for _, _, *on in found for one in on):
        check_word(f"{what}: on", result, ON)
    for name, *_ in found:
        if name in NO_COUNTERS:
            what = f"{what}: '{name}' is a column of its own, no counter"
            raise ValueError(f"{what}; {NO_COUNTERS[name]}")
    if len({(name, *on) for name, _, *on in found}) < len(found):
        raise ValueError(f"{what}: a counter is named twice; add them up")
    return found


def _pierces(what, value):
    return (
        value if value == math.inf else float(check_numbers(what, value, low=0, high=MOST_CHANGE))
    )


def _text(what, value):
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{what}: {value!r} is no word; write one such as fire")
    return value


def _broken(what, value):
    value = save(value) if isinstance(value, str) else value
    if not isinstance(value, bool | Save):
        raise ValueError(f"{what}: {value!r}: write True, or a saving throw: 'd20 + con >= 10'")
    return value


def _kept(_what, value):
    return value


SWITCH = Kind(_kept, cells.switch)
SHARE = Kind(chance, cells.share)
SKIPS = Kind(chance, cells.switch_or_share)
TEXT = Kind(_text, cells.called)
PIERCES = Kind(_pierces, cells.pierces)
BROKEN = Kind(_broken, cells.switch_or_save)
DICE = Kind(points_of, cells.points)
ENDS = Kind(_ends, cells.share_or_save)
CHANGES = Kind(_changes, cells.changes)
ABSORBS = Kind(points_of, cells.absorbs)
WHEN = Kind(_when, cells.when)
NAMES = Kind(lambda _what, value: tuple(value), cells.names)
SPENDS = Kind(partial(_counters, amount=partial(_whole, low=0, high=MOST_USES)), cells.spends)
GAINS = Kind(partial(_counters, amount=points_of), cells.gained)
OWN = Kind(_own)
SHARE_OF_HP = Kind(_share_of_hp)
