"""What dice in a text stand for: terms, each with what it costs and its distribution."""

import math
import operator
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from combat.dice.distribution import Distribution, constant, uniform
from combat.dice.pools import (
    MOST_WORK,
    exploded,
    highest_of,
    highest_of_unlike,
    rerolled,
    rolls_of,
    sum_of,
)

_LONGEST = 10_000_000  # values of a sum of rolls
_COMPARE = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}


def holds(condition, values):
    """Return where a condition such as (">=", 5) holds: bools like values."""
    return _COMPARE[condition[0]](values, condition[1])


class _Term:
    """A part of an expression."""

    highest = None

    def cost(self):
        """Return about how many multiplications it takes, and how many values it has."""
        raise NotImplementedError

    def rolled(self):
        """Return its distribution."""
        raise NotImplementedError

    def each(self):
        """Return the dice that it is in a pool: itself, as one."""
        return [self]

    def added(self):
        """Return what it adds to its dice whatever they show."""
        return 0

    def always(self, least):
        """Return whether it always shows at least so much; of a pool, whether a die of it may."""
        return False

    def having(self, **changes):
        """Return the same term with some changes."""
        return replace(self, **changes)


@dataclass(frozen=True)
class Number(_Term):
    """A whole number."""

    value: int

    def cost(self):
        return 0, 1

    def rolled(self):
        return constant(self.value)

    def added(self):
        return self.value


@dataclass(frozen=True)
class Range(_Term):
    """Each whole number from low to high, equally likely."""

    low: int
    high: int

    def cost(self):
        return 0, self.high - self.low + 1

    def rolled(self):
        return uniform(self.low, self.high)


@dataclass(frozen=True)
class Sum(_Term):
    """Terms added up; parts: pairs (1 or -1, term)."""

    parts: tuple

    def cost(self):
        work, width = 0, 1
        for _, part in self.parts:
            more, values = part.cost()
            work += more + width * values
            width += values - 1
        return work, width

    def rolled(self):
        total = constant(0)
        for sign, part in self.parts:
            total = total + part.rolled() if sign > 0 else total - part.rolled()
        return total

    def added(self):
        return sum(sign * part.added() for sign, part in self.parts)


@dataclass(frozen=True)
class Times(_Term):
    """A term, multiplied by a number."""

    part: _Term
    factor: int

    def cost(self):
        work, width = self.part.cost()
        return work, (width - 1) * max(1, self.factor) + 1

    def rolled(self):
        return self.part.rolled() * self.factor

    def added(self):
        return self.part.added() * self.factor


@dataclass(frozen=True)
class Repeated(_Term):
    """The sum of several rolls of a term."""

    count: int
    part: _Term

    def cost(self):
        work, width = self.part.cost()
        if self.count * width > _LONGEST:
            return math.inf, 1
        return work + min(MOST_WORK, (self.count * width) ** 2 / 2), self.count * (width - 1) + 1

    def rolled(self):
        return sum_of(self.part.rolled(), self.count)

    def added(self):
        return self.count * self.part.added()


@dataclass(frozen=True)
class Dice(_Term):
    """Dice of one kind: their sum, the sum of the best or worst, or how many meet a condition.

    reroll: conditions on what is rolled once more. explodes: the least value that is rolled again
    and added, or None. kept: how many count, the `best` or the worst; None for all. counted: the
    condition of those that are counted; again: the least value that gives one more die, or None.
    """

    count: int
    sides: int
    reroll: tuple = ()
    explodes: int | None = None
    best: bool = True
    kept: int | None = None
    counted: tuple | None = None
    again: int | None = None

    @property
    def highest(self):
        """The highest value of one of these dice."""
        return self.sides

    @property
    def marked(self):
        """Whether some of these dice are kept, or counted."""
        return self.kept is not None or self.counted is not None

    def always(self, least):
        return self.count > 0 and (self.sides == 1 or least <= 1)

    def each(self):
        if self.marked:
            return [self]
        return [replace(self, count=1)] * self.count

    def cost(self):
        if not self.count:
            return 0, 1
        faces, work = self.sides, 0
        for least in (self.explodes, self.again):
            if least is not None:
                again = max(1, faces - least + 1)
                rolls = rolls_of(min(again / max(2, faces), 1 - 1e-9))
                work += again * faces * rolls**2 / 2
                faces = faces * (rolls + 1) if self.counted is None else rolls + 2
        faces = 2 if self.counted and self.again is None else faces
        kept = self.count if self.kept is None else self.kept
        if self.kept is None:
            work += min(MOST_WORK, (self.count * faces) ** 2 / 2)
        else:
            work += min(MOST_WORK, kept**2 * faces * (kept * faces))
        return work, kept * (faces - 1) + 1

    def die(self):
        """Return the distribution of one of these dice."""
        found = uniform(1, self.sides)
        if self.reroll:
            again = np.any([holds(condition, found.values) for condition in self.reroll], axis=0)
            found = rerolled(found, again)
        if self.explodes is not None:
            found = exploded(found, least=self.explodes)
        return found if self.counted is None else _counted(found, self.counted, self.again)

    def rolled(self):
        if not self.count:
            return constant(0)
        if self.kept is None:
            return sum_of(self.die(), self.count)
        if self.best:
            return highest_of(self.die(), self.count, self.kept)
        return -highest_of(-self.die(), self.count, self.kept)


@dataclass(frozen=True)
class Pool(_Term):
    """Dice of several kinds, each a term; as for `Dice`, the best of them, or how many."""

    dice: tuple
    best: bool = True
    kept: int | None = None
    counted: tuple | None = None
    again: int | None = None

    def always(self, least):
        return any(die.always(least) for die in self.dice)

    def cost(self):
        costs = [die.cost() for die in self.dice]
        work, width = sum(work for work, _ in costs), max(width for _, width in costs)
        if self.counted or self.kept is None:
            most = 2 * len(costs) if self.counted else sum(width for _, width in costs)
            return work + most**2, most
        steps = self.kept**3 * width if self.kept > 1 else 1
        return work + len(costs) * width**2 * steps, self.kept * (width - 1) + 1

    def rolled(self):
        dice = [die.rolled() for die in self.dice]
        if self.counted:
            dice = [_counted(die, self.counted, self.again) for die in dice]
        if self.counted or self.kept is None:
            return reduce(lambda one, other: one + other, dice, constant(0))
        if self.best:
            return highest_of_unlike(dice, self.kept)
        return -highest_of_unlike([-die for die in dice], self.kept)


def _counted(die, condition, again):
    """1 for a die that meets a condition, else 0; with `again` what more dice show, too."""
    points = holds(condition, die.values).astype(int)
    if again is None or again > die.values[-1]:
        return Distribution(die.values, die.chances).map(lambda _: points)
    return exploded(die, least=again, points=points)
