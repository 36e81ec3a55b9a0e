"""How a fight ends, in one form: of two or of many, exactly or with dice.

Beside `Odds` stands what is left of both sides together, their `joint`: a frame of chances, the
first's hit points by the second's. Counts of many battles are in `tally`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np
import pandas as pd

from combat.core.binomial import wilson
from combat.core.words import percent
from combat.dice import Distribution
from combat.dice.distribution import gathered

LEAST_SHOWN = 0.00005  # smaller chances are left out of a sentence


@dataclass(frozen=True, eq=False)
class Odds:
    """How a fight of two sides ends, exactly or counted in many fights with dice.

    names: of both sides. outcomes (4,): the chances that the first wins, that the second wins, that
    both fall in one turn, and that the fight is undecided: neither has fallen after the last turn.
    turns: the Distribution of the turns (a battle's rounds); an undecided fight counts with all of
    them, and one that can't end with infinitely many. left: for each side the Distribution of its
    hit points at the end, in total; `joint` has both together. fights: how many were simulated;
    None if the odds are exact. helpless: whether neither side can hurt the other. notes: sentences
    on what the answer leaves out, or what a reader may not expect. fighters, alive, survivors: for
    each side the names of its fighters, the chance of each to survive, and the Distribution of how
    many do; by default each side is one fighter. fled: for each side the chance of each fighter to
    have left the fight; empty where nobody can.

    >>> from combat.units import Unit, duel
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> found = duel(imp, imp.changed(name="Ogre", hp=3))
    >>> round(found.first, 3), round(found.both, 3), found.left[1]
    (0.185, 0.111, Distribution(0..3, mean 1.22222))
    >>> print(found)
    Imp wins 18.5% of all fights, Ogre 70.4%, in 11.1% both fall; one takes 3.6 ... (exact).
    """

    names: tuple
    outcomes: np.ndarray
    turns: Distribution
    left: tuple
    fighters: tuple = ()
    alive: tuple = ()
    survivors: tuple = ()
    fights: int | None = None
    helpless: bool = False
    notes: tuple = ()
    fled: tuple = ()
    together: Callable | None = field(default=None, repr=False)

    def __post_init__(self):
        if self.fighters:
            return
        stands = [gathered((side.values > 0).astype(int), side.chances) for side in self.left]
        alive = tuple(np.array([side.mean]) for side in stands)
        one_each = {
            "fighters": tuple((name,) for name in self.names),
            "alive": alive,
            "survivors": tuple(stands),
        }
        vars(self).update(one_each)

    @classmethod
    def of(cls, solved, *, first, second, left, turns=None, names=("first", "second")):
        """Return the `Odds` of a process of your own, as solved by `combat.markov.solve`.

        first, second: whether an end state is won; left: hit points left, functions or names of
        fields. An end that neither has won is `both` if nothing is left of either, else
        `undecided`. ValueError for an end that both have won, and for a simulated process.
        """
        from combat.markov.ends import attribute  # few games need it

        if hasattr(solved, "runs"):
            raise ValueError("solved: this process was simulated; make Odds from solve()")
        if solved.chance(lambda state: first(state) and second(state)) > 0:
            raise ValueError("first and second: there is an end that both have won")
        won = [float(solved.chance(one)) for one in (first, second)]
        states, chances = solved.stopped
        points = [np.array([attribute(one)(state) for state in states]) for one in left]
        nothing_left = (points[0] <= 0) & (points[1] <= 0)
        neither = np.array([not (first(state) or second(state)) for state in states])
        rest = [chances[neither & where].sum() for where in (nothing_left, ~nothing_left)]
        hit_points = tuple(gathered(side, chances / chances.sum()) for side in points)
        turns = solved.steps if turns is None else turns
        together = partial(crossed, *points, chances)
        return cls(tuple(names), np.array([*won, *rest]), turns, hit_points, together=together)

    @classmethod
    def rolled(cls, left, turns=1, *, names=("first", "second")):
        """Return the `Odds` of fights that you played with dice, with their intervals.

        left: the hit points left of each side, a pair of arrays (fights,). turns: how many each
        fight took; 1 if nobody asks.

        >>> import numpy as np
        >>> left = np.random.default_rng(1).integers(0, 4, (2, 1000))
        >>> found = Odds.rolled(left)
        >>> found.fights, tuple(found.table().loc["first", ["low", "high"]].round(2))
        (1000, (0.15, 0.2))
        """
        points = [np.maximum(np.asarray(side, int), 0) for side in left]
        turns = np.broadcast_to(np.asarray(turns, int), points[0].shape)
        share = np.full(len(turns), 1 / len(turns))
        one, other = (side > 0 for side in points)
        outcomes = one & ~other, other & ~one, ~one & ~other, one & other
        return cls(
            tuple(names),
            np.array([where.mean() for where in outcomes]),
            gathered(turns, share),
            tuple(gathered(side, share) for side in points),
            fights=len(turns),
            together=partial(crossed, *points, share),
        )

    @property
    def first(self):
        """The chance that the first side wins."""
        return float(self.outcomes[0])

    @property
    def second(self):
        """The chance that the second side wins."""
        return float(self.outcomes[1])

    @property
    def both(self):
        """The chance that both sides fall in one turn."""
        return float(self.outcomes[2])

    @property
    def undecided(self):
        """The chance that both sides still stand after the last turn."""
        return float(self.outcomes[3])

    @property
    def score(self):
        """The chance that the first wins, plus half the chance that neither does."""
        return (1 + self.first - self.second) / 2

    @property
    def endless(self):
        """Whether it never ends."""
        return bool(np.isinf(self.turns.values[0]))

    @cached_property
    def joint(self):
        """The chance of each pair of what is left: a frame, the first's by the second's.

        Left are hit points, or in a volley survivors. ValueError where only each alone is known, as
        of armies, and of a battle that may be undecided.
        """
        if self.together is not None:
            return self.together()
        if self.undecided or any(len(side) > 1 for side in self.fighters):
            raise ValueError("joint: what is left is known of each side alone; ask `left`")
        return both_left(self.left, self.both, None)

    @property
    def margin(self):
        """The Distribution of the first's `joint` left minus the second's."""
        one, other, chances = pairs_of(self.joint)
        return gathered(one - other, chances / chances.sum())

    def interval(self, chance):
        """Return Wilson's 95 % interval of a chance, or of an array; twice that if exact."""
        if self.fights is None:
            return chance, chance
        return wilson(np.rint(chance * self.fights), self.fights)

    def table(self):
        """Return the outcomes as a frame: chance, and low and high, Wilson's 95 % interval."""
        low, high = self.interval(self.outcomes)
        return pd.DataFrame(
            {"chance": self.outcomes, "low": low, "high": high},
            index=pd.Index([*self.names, "draw", "undecided"], name="outcome"),
        )

    @property
    def survival(self):
        """The chance of each fighter to survive: a frame of side, name, chance, low, high."""
        frames = []
        for side, names, alive in zip(self.names, self.fighters, self.alive, strict=True):
            low, high = self.interval(alive)
            columns = {"side": side, "name": names, "chance": alive, "low": low, "high": high}
            frames.append(pd.DataFrame(columns))
        return pd.concat(frames, ignore_index=True)

    def __str__(self):
        return "\n".join((self._sentence(), *self._who_fled(), *self.notes))

    def _who_fled(self):
        for side, fled in zip(self.names, self.fled, strict=False):
            if fled.sum() >= LEAST_SHOWN:
                yield f"{side}: on average {fled.sum():.2f} of {len(fled)} leave the fight."

    def _sentence(self):
        one, other = self.names
        if self.helpless:
            return f"{one} and {other} can't hurt each other: the fight never ends."
        if self.endless:
            return f"Neither {one} nor {other} ever falls: the fight never ends."
        rest, left = f", in {percent(self.both)} both fall" if self.both >= LEAST_SHOWN else "", ""
        if self.undecided >= LEAST_SHOWN:
            rest += f", {percent(self.undecided)} are undecided"
            points = " and ".join(f"{side.mean:.1f}" for side in self.left)
            left = f" and leaves {points} hit points"
        mean = self.turns.mean
        lasts = "may never end" if np.isinf(mean) else f"takes {mean:.1f} turns{left} on average"
        how = "exact" if self.fights is None else f"{self.fights:,} with dice"
        return (
            f"{one} wins {self._told(0)} of all fights, {other} {self._told(1)}{rest}; "
            f"one {lasts} ({how})."
        )

    def _told(self, at):
        """The chance of one outcome in words, with its interval unless it is exact."""
        chance, low, high = map(percent, self.table().iloc[at])
        return chance if self.fights is None else f"{chance} ({low} to {high})"


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

    The chances are scaled to a sum of 1, so that a part of a `Odds.joint` is a start, too.
    """
    table = joint.to_numpy()
    row, column = np.nonzero(table > 0)
    if not len(row):
        raise ValueError("no pair of hit points has a chance: give chances above 0, as Odds.joint")
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
    """Return the chance of each pair of hit points left, as `Odds.joint`.

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
