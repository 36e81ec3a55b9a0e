"""The numbers of units that may change, and the values that a designer would give them."""

import itertools
import math
import re
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

from combat.core.words import unknown
from combat.dice import Distribution, dice
from combat.units.sheets.action_numbers import is_share
from combat.units.sheets.schema import LIMITS
from combat.units.sheets.unit import numbers_of_actions

WITHIN = 1.0  # of a number's own size, up or down
_MOST = 120  # values of one number
_DICE = re.compile(r"(\d*) ?([dw]) ?(\d+) ?(?:([+-]) ?(\d+))?", re.IGNORECASE)
_DIES = (3, 4, 6, 8, 10, 12, 20)
_NO_STEPS = ("count",)  # it plays no part in a charter
_DIE = 1e-6  # of two changes of one size, the one that leaves the die alone is the smaller


@dataclass(frozen=True)
class Step:
    """Another value of a number, as it is written; by: its change relative to the number."""

    value: object
    written: str
    by: float

    @property
    def size(self):
        """How large the change is."""
        return abs(self.by)


@dataclass(frozen=True, eq=False)
class Number:
    """A number of a unit, and its other values, from the least to the greatest."""

    unit: str
    column: str
    value: object
    written: str
    scale: float
    steps: tuple = field(repr=False)

    @property
    def name(self):
        """The unit and the column."""
        return f"{self.unit}: {self.column}"

    def named(self, term):
        """Return whether a word of --change or --keep means it: a unit, a column, or both."""
        term = " ".join(term.split()).casefold()
        names = self.unit, self.column, self.name
        return any(fnmatchcase(name.casefold(), term) for name in names)

    @property
    def ends(self):
        """The points of its least and its greatest value."""
        return ((self, self.steps[0]),), ((self, self.steps[-1]),)

    def between(self, step, other):
        """Return the whole numbers between two values; step: None for the number's own."""
        if not isinstance(self.value, int):
            return []
        low, high = sorted([step.value if step else self.value, other.value])
        return [self.step(value) for value in range(low + 1, high)]

    def step(self, value):
        """Return the `Step` to a value."""
        return Step(value, f"{value:.12g}", (value - self.value) / self.scale)


def points_of(number):
    """Return the points of all values of one number: a point is a tuple of (`Number`, `Step`)."""
    return [((number, step),) for step in number.steps]


def size_of(point):
    """Return the sum of the relative changes of a point."""
    return sum(step.size for _, step in point)


def numbers_of(units, *, change=None, keep=(), within=WITHIN, texts=None, headings=None):
    """Return the `Number`s of some units that may change.

    change: words that name them, by default all but counts; keep: words for those that stay; a word
    is a unit, a column, a heading or "unit: column", with * for any. within: how far, by a number's
    own size. texts: {(unit, column): text} of dice in tables of actions. headings: {heading:
    column}. ValueError for a word that names nothing.
    """
    found, statuses = [], set()
    means = {unit.name: numbers_of_actions(unit) for unit in units}
    for column in units.columns:
        values = [unit[column] for unit in units]
        if column == "damage":
            found += [_of_dice(unit.name, column, unit.written, within) for unit in units]
        elif all(isinstance(one, int | float) for one in values):
            mean = sum(abs(one) for one in values if one == one) / len(values)
            found += [_of_column(unit, column, values, mean, within) for unit in units]
    for unit in units:
        given = {status.name for one in unit.actions for status in one.statuses}
        for column, value in means[unit.name].items():
            owner = column.partition(": ")[0]
            shared = owner in given and owner not in {one.name for one in unit.actions}
            if shared and column in statuses:
                continue  # a status is the same for all
            statuses |= {column} if shared else set()
            found.append(_of_action(unit.name, column, value, within, texts or {}))
    for item in units.items.values():
        found += [_of_item(item.name, *one, within) for one in item.numbers.items()]
    found = [number for number in found if number is not None and number.steps]
    return _chosen(found, change, keep, headings or {})


def _chosen(numbers, change, keep, headings):
    """The numbers that some words name, without those that others name."""

    def those(words, switch):
        some = set()
        for word in words:
            head, colon, tail = word.rpartition(":")
            column = headings.get(tail.strip().casefold(), tail.strip())
            word = f"{head}{colon} {column}" if colon else column
            named = [number for number in numbers if number.named(word)]
            if not named:
                known = dict.fromkeys(one for it in numbers for one in (it.unit, it.column))
                raise ValueError(f"{switch}: {unknown(word, list(known), 'units and columns')}")
            some.update(named)
        return some

    kept = those(keep, "keep")
    chosen = {one for one in numbers if one.column not in _NO_STEPS}
    if change is not None:
        chosen = those(change, "change")
    return [one for one in numbers if one in chosen and one not in kept]


def _of_column(unit, column, values, mean, within):
    """The `Number` of a unit in a column of numbers; None for a blank."""
    value = unit[column]
    if value != value or set(values) <= {0, 1}:
        return None
    whole = column != "speed" and all(one == int(one) for one in values if one == one)
    low, high = LIMITS.get(column, (-math.inf, math.inf))
    if min(values) >= 0:
        low = max(low, 0)
    if not whole and max(values) <= 1 and column not in LIMITS:
        high = min(high, 1)
    return _of_number(unit.name, column, value, mean, whole, (low, high), within)


def _of_number(unit, column, value, mean, whole, limits, within):
    scale = abs(value) or mean or 1.0
    low, high = (max(value - within * scale, limits[0]), min(value + within * scale, limits[1]))
    number = Number(unit, column, int(value) if whole else value, f"{value:.12g}", scale, ())
    if whole:
        step = _round_step(2 * within * scale / _MOST)
        places = range(-(_MOST // 2), _MOST // 2 + 1)
        found = [int(value) + place * step for place in places]
    else:
        step = 10.0 ** math.floor(math.log10(scale / 10))
        step *= 5 if 5 * step <= scale / 10 * (1 + 1e-9) else 1
        step *= max(1, math.ceil(within * 20 * scale / (10 * step) / _MOST))
        first = math.ceil(low / step - 1e-9)
        found = [round(step * place, 12) for place in range(first, first + _MOST)]
    near = 1e-9 * scale
    steps = (number.step(one) for one in found if low - near <= one <= high + near)
    return replace(number, steps=tuple(one for one in steps if one.size > 1e-9))


def _round_step(least):
    """The least of 1, 2, 5, 10, ... that is so great."""
    every = (digit * 10**power for power in itertools.count() for digit in (1, 2, 5))
    return next(step for step in every if step >= least)


def _of_action(unit, column, value, within, texts):
    """The `Number` of an action or a status; None for dice whose text isn't known."""
    if isinstance(value, Distribution):
        if len(value.values) > 1:
            text = texts.get((unit, column))
            return text and _of_dice(unit, column, text, within)
        value = int(value.values[0])
    share = is_share(column)
    limits = (0, 1) if share else (0, math.inf) if value >= 0 else (-math.inf, math.inf)
    whole = not share and value == int(value)
    if whole and value > 0:
        limits = 1, limits[1]
    return _of_number(unit, column, value, abs(value), whole, limits, within)


def _of_item(item, column, value, within):
    """The `Number` of an item; of dice that it adds, other dice alone, as a change has no sums."""
    if not isinstance(value, str):
        return _of_action(item, column, value, within, {})
    number = _of_dice(item, column, value, within)
    steps = tuple(one for one in number.steps if re.fullmatch(r"\d*[dw]\d+", one.written))
    return replace(number, steps=steps)


def _of_dice(unit, column, text, within):
    """The `Number` of damage: other bonuses, then other dice; None for what is neither."""
    text = text.strip()
    if re.fullmatch(r"\d+", text):
        return _of_number(unit, column, int(text), int(text), True, (0, math.inf), within)
    found = _DICE.fullmatch(text)
    if not found:
        return None
    now, mean = dice(text), dice(text).mean
    many, sign, die, plus, bonus = found.groups()
    bonus = int(f"{plus or '+'}{bonus or 0}")
    reach = min(_MOST // 2, math.ceil(within * mean))
    others = {_written(many, sign, die, bonus + by): 0.0 for by in range(-reach, reach + 1)}
    others |= {_written(many, sign, one, bonus): _DIE for one in _DIES if one != int(die)}
    steps = []
    for written, more in others.items():
        changed = dice(written)
        by = (changed.mean - mean) / mean
        if 0 < abs(by) <= within + 1e-9 and changed.values.min() >= min(0, now.values.min()):
            steps.append(Step(written, written, math.copysign(abs(by) + more, by)))
    return Number(unit, column, text, text, mean, tuple(sorted(steps, key=lambda one: one.by)))


def _written(many, sign, die, bonus):
    return f"{many}{sign}{die}{bonus:+d}" if bonus else f"{many}{sign}{die}"
