"""How a duel ends: chances, turns, and the hit points left on both sides."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np
import pandas as pd

from combat.core.intervals import wilson
from combat.core.words import percent
from combat.dice import Distribution, constant, mix
from combat.dice.distribution import gathered

LEAST_SHOWN = 0.00005  # smaller chances are left out of a sentence


@dataclass(frozen=True, eq=False)
class Duel:
    """How a duel ends.

    first, second: the chances that each wins. both: the chance that both fall in one turn.
    undecided: the chance that neither has fallen after the last turn. fights: how many were
    simulated with dice; None if the duel is exact. turns: Distribution of the number of turns; an
    undecided duel counts with all of them, and one that can't end with infinitely many. left: for
    each side the Distribution of its hit points at the end, 0 if it has fallen; `joint` has both
    together. helpless: whether neither can hurt the other. notes: sentences on what the answer
    leaves out, or what a reader may not expect.

    >>> from combat.units import Unit, duel
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> found = duel(imp, imp.changed(name="Ogre", hp=3))
    >>> round(found.first, 3), round(found.both, 3), found.left[1]
    (0.185, 0.111, Distribution(0..3, mean 1.22222))
    >>> print(found)
    Imp beats Ogre in 18.5%, Ogre beats Imp in 70.4% of all duels, both fall in 11.1%; it takes ...
    """

    names: tuple
    first: float
    second: float
    both: float
    undecided: float
    turns: Distribution
    left: tuple
    together: Callable | None = field(default=None, repr=False)
    fights: int | None = None
    helpless: bool = False
    notes: tuple = ()

    @classmethod
    def of(cls, solved, *, first, second, left, turns=None, names=("first", "second")):
        """Return the `Duel` of a process of your own, as solved by `combat.markov.solve`.

        first, second: whether an end state is won; left: hit points left, functions or names of
        fields. An end that neither has won is `both` if nothing is left of either, else
        `undecided`. ValueError for an end that both have won, and for a simulated process.
        """
        from combat.markov.ends import attribute  # few games need it

        if hasattr(solved, "runs"):
            raise ValueError("solved: this process was simulated; make a Duel from solve()")
        if solved.chance(lambda state: first(state) and second(state)) > 0:
            raise ValueError("first and second: there is an end that both have won")
        won = [float(solved.chance(one)) for one in (first, second)]
        states, chances = solved.stopped
        points = [np.array([attribute(one)(state) for state in states]) for one in left]
        nothing_left = (points[0] <= 0) & (points[1] <= 0)
        neither = np.array([not (first(state) or second(state)) for state in states])
        both, undecided = (
            float(chances[neither & where].sum()) for where in (nothing_left, ~nothing_left)
        )
        hit_points = tuple(gathered(side, chances / chances.sum()) for side in points)
        together = partial(crossed, *points, chances)
        turns = solved.steps if turns is None else turns
        return cls(tuple(names), *won, both, undecided, turns, hit_points, together)

    @cached_property
    def joint(self):
        """The chance of each pair of hit points left: a frame, the first's by the second's."""
        if self.together is None:
            return both_left(self.left, self.both, self.left if self.undecided else None)
        return self.together()

    @property
    def margin(self):
        """The Distribution of the first's hit points left minus the second's."""
        one, other, chances = pairs_of(self.joint)
        return gathered(one - other, chances / chances.sum())

    def interval(self, chance):
        """Return Wilson's 95 % interval of a chance; the chance twice if it is exact."""
        if self.fights is None:
            return chance, chance
        return tuple(float(end) for end in wilson(round(chance * self.fights), self.fights))

    @property
    def score(self):
        """The chance that the first wins, plus half the chance that neither does."""
        return self.first + (1 - self.first - self.second) / 2

    @property
    def endless(self):
        """Whether it never ends."""
        return bool(np.isinf(self.turns.values[0]))

    def __str__(self):
        return "\n".join((self._sentence(), *self.notes))

    def _sentence(self):
        one, other = self.names
        if self.helpless:
            return f"{one} and {other} can't hurt each other: the duel never ends."
        if self.endless:
            return f"Neither {one} nor {other} ever falls: the duel never ends."
        first, second, both, undecided = map(
            percent, (self.first, self.second, self.both, self.undecided)
        )
        both = f", both fall in {both}" if self.both >= LEAST_SHOWN else ""
        rest = f", {undecided} are undecided" if self.undecided >= LEAST_SHOWN else ""
        return (
            f"{one} beats {other} in {first}, {other} beats {one} in {second} of all duels"
            f"{both}{rest}; {self._lasts()}{self._found()}."
        )

    def _found(self):
        """From how many fights it was found, if it isn't exact."""
        if self.fights is None:
            return ""
        low, high = map(percent, self.interval(self.first))
        return f" ({self.fights:,} fights with dice: {low} to {high})"

    def _lasts(self):
        mean = self.turns.mean
        return "it may never end" if np.isinf(mean) else f"it takes {mean:.1f} turns on average"


def crossed(one, other, chances):
    """Return the chance of each pair of values: a frame, values of `one` by values of `other`."""
    (rows, row), (columns, column) = (np.unique(side, return_inverse=True) for side in (one, other))
    table = np.zeros((len(rows), len(columns)))
    np.add.at(table, (row, column), chances)
    return _framed(table, rows, columns)


def _framed(table, rows, columns):
    return pd.DataFrame(table, pd.Index(rows, name="first"), pd.Index(columns, name="second"))


def pairs_of(joint):
    """Return the pairs of a `crossed` frame that have a chance: both values, and the chances.

    The chances are scaled to a sum of 1, so that a part of a `Duel.joint` is a start, too.
    """
    table = joint.to_numpy()
    row, column = np.nonzero(table > 0)
    if not len(row):
        raise ValueError("no pair of hit points has a chance: give chances above 0, as Duel.joint")
    chances = table[row, column]
    return joint.index.to_numpy()[row], joint.columns.to_numpy()[column], chances / chances.sum()


def starts_of(start):
    """Return `pairs_of` a frame to begin from; ValueError for what are no hit points."""
    ones, others, chances = pairs_of(start)
    for points in (ones, others):
        if points.dtype.kind not in "iuf" or (points < 0).any() or (points % 1 != 0).any():
            raise ValueError(f"start: {points[:9].tolist()} must be whole hit points from 0")
    return ones.astype(int), others.astype(int), chances


def both_left(left, both, last):
    """Return the chance of each pair of hit points left, as `Duel.joint`.

    left: for each side the Distribution at the end. both: the chance that both fall. last: if the
    duel may be undecided, the two Distributions at the last turn as if nobody stopped striking;
    otherwise None.
    """
    values = [np.union1d([0], side.values) for side in left]
    table = np.zeros(tuple(map(len, values)))
    if last is not None:
        table[1:, 1:] = np.outer(*map(_chances_of, last, (points[1:] for points in values)))
    ends = [_chances_of(side, points[1:]) for side, points in zip(left, values, strict=True)]
    table[1:, 0] = np.maximum(ends[0] - table[1:].sum(axis=1), 0)
    table[0, 1:] = np.maximum(ends[1] - table[:, 1:].sum(axis=0), 0)
    table[0, 0] = both
    return _framed(table, *values)


def _chances_of(distribution, values):
    """The chances of some ascending values."""
    known = dict(zip(distribution.values.tolist(), distribution.chances.tolist(), strict=True))
    return np.array([known.get(value, 0.0) for value in values.tolist()])


def over(first, second, one, other):
    """Return the `Duel` that is over before it begins, with these hit points left."""
    won = float(one > 0 >= other), float(other > 0 >= one), float(max(one, other) <= 0)
    left = constant(max(0, one)), constant(max(0, other))
    return Duel((first, second), *won, 0.0, constant(0), left)


def mixed(duels, weights):
    """Return the `Duel` that is one of several, chosen by chance; weights: the chances, sum 1.

    Its `fights` are the fewest of those that were simulated.
    """
    weights = np.asarray(weights) / np.sum(weights)
    chances = [
        float(weights @ [getattr(one, name) for one in duels])
        for name in ("first", "second", "both", "undecided")
    ]
    left = tuple(mix(weights, [one.left[side] for one in duels]) for side in (0, 1))
    turns = mix(weights, [one.turns for one in duels])
    together = partial(_mixed_joint, duels, weights)
    fights = min((one.fights for one in duels if one.fights is not None), default=None)
    notes = tuple(dict.fromkeys(note for one in duels for note in one.notes))
    helpless = all(one.helpless for one in duels)
    return Duel(duels[0].names, *chances, turns, left, together, fights, helpless, notes)


def _mixed_joint(duels, weights):
    parts = [pairs_of(one.joint) for one in duels]
    one, other, chances = (np.concatenate(column) for column in zip(*parts, strict=True))
    return crossed(one, other, chances * np.repeat(weights, [len(part[0]) for part in parts]))
