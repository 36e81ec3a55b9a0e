"""One side of an exact battle: its groups of identical fighters, and their state space.

`steps` says how large a battle of two such sides is, before it is solved.
"""

from functools import cached_property
from itertools import product
from math import comb, prod

import numpy as np

from combat.battle.chain_groups import Group
from combat.battle.side import closed
from combat.core.checks import check_whole

# The cap of exact battles in every game: a larger one is refused or fought with dice. So many steps
# of 7 listed numbers, which take up to 24 bytes each while they are sorted, keep within 500 MiB.
MOST_STEPS = 3_000_000
_OF_A_PAIR = 200  # a pair of patterns takes as long as so many more states: numpy's calls
_LISTED = 7  # so many numbers that are listed before the battle count as a step


class StateSpace:
    """One side of a battle: groups of identical fighters, and the states they can be in.

    sizes, hit_points (groups,): how many fighters each group has, and the hit points of each, both
    >= 1. guards (groups, groups): whether the row's group steps in for the column's; a group that
    guards itself must be of one fighter. falls: whether the column's group dies as soon as one of
    the row's dies; links chain. ValueError outside.

    A pattern says how many of each group live, a state how many of them have how many hit points.
    States are ordered by pattern; in pattern 0 and state 0 nobody lives. Impossible patterns are
    left out: whoever falls with another doesn't outlive him.

    >>> space = StateSpace([2, 1], [1, 2])
    >>> space.patterns.tolist(), space.points.tolist()
    ([[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]], [0, 1, 2, 1, 2, 3, 2, 3, 4])
    """

    def __init__(self, sizes, hit_points, guards=None, falls=None):
        self.sizes = np.atleast_1d(check_whole("sizes", sizes, low=1))
        self.hit_points = np.atleast_1d(check_whole("hit_points", hit_points, low=1))
        groups = len(self.sizes)
        none = np.zeros((groups, groups), bool)
        self.guards = none if guards is None else np.asarray(guards, bool)
        self.falls = none if falls is None else closed(falls)
        for name in ("hit_points", "guards", "falls"):
            shape = getattr(self, name).shape
            if shape[0] != groups or len(set(shape)) != 1:
                raise ValueError(f"{name} has the shape {shape}, and there are {groups} groups")
        itself = np.diag(self.guards) & (self.sizes > 1)
        if itself.any():
            raise ValueError(
                f"guards = {int(itself.argmax())} for itself is out of range: "
                f"a group that guards itself must be of one fighter"
            )

    @property
    def most_states(self):
        """How many states there are if every pattern is possible; quick for sides of any size."""
        return prod(
            Group(int(size), int(points) + 1).states
            for size, points in zip(self.sizes, self.hit_points, strict=True)
        )

    @cached_property
    def patterns(self):
        """How many of each group live: (patterns, groups), nobody first, everybody last."""
        every = list(product(*(range(size + 1) for size in self.sizes)))
        every = np.array(every, int).reshape(len(every), len(self.sizes))
        lost = every < self.sizes
        outlived = (lost @ self.falls) & (every > 0)
        return every[~outlived.any(axis=1)]

    @cached_property
    def starts(self):
        """The first state of each pattern, followed by the number of all states."""
        counts = [prod(group.states for group in self.groups(at)) for at in range(self.count)]
        return np.concatenate([[0], np.cumsum(counts)])

    @property
    def count(self):
        """The number of patterns."""
        return len(self.patterns)

    @property
    def states(self):
        """The number of states."""
        return int(self.starts[-1])

    def groups(self, pattern):
        """Return the `Group`s of a pattern, also those of which nobody lives."""
        return [
            self._group(int(living), int(points))
            for living, points in zip(self.patterns[pattern], self.hit_points, strict=True)
        ]

    def _group(self, living, points):
        return self._groups.setdefault((living, points), Group(living, points))

    @cached_property
    def _groups(self):
        return {}

    @cached_property
    def points(self):
        """The side's hit points in total, by state."""
        parts = [_sums([group.points for group in self.groups(at)]) for at in range(self.count)]
        return np.concatenate(parts)

    @cached_property
    def living(self):
        """How many of each group live, by state: (states, groups)."""
        return np.repeat(self.patterns, np.diff(self.starts), axis=0)

    def rows(self, pattern):
        """Return the states of a pattern, as a slice."""
        return slice(int(self.starts[pattern]), int(self.starts[pattern + 1]))

    def as_losses(self, pattern):
        """Return the place of each state of a pattern among the sortings by losses."""
        groups = self.groups(pattern)
        return _crossed(
            [group.as_losses() for group in groups],
            [group.sortings(group.hit_points) for group in groups],
        )

    def ends(self, pattern):
        """Return the state after each sorting by losses of a pattern, with links applied."""
        left = [group.left() for group in self.groups(pattern)]
        at = np.indices([len(living) for living, _ in left]).reshape(len(left), -1)
        return self._settled(
            pattern,
            np.stack([living[rows] for (living, _), rows in zip(left, at, strict=True)]),
            np.stack([states[rows] for (_, states), rows in zip(left, at, strict=True)]),
        )

    def _settled(self, pattern, living, after):
        """The state of these, (groups, cases), after those linked to the dead have died too."""
        died = living < self.patterns[pattern][:, None]
        falls = self.falls.T @ died
        living, after = np.where(falls, 0, living), np.where(falls, 0, after)
        strides = np.cumprod(np.append(self.sizes + 1, 1)[::-1])[::-1][1:]
        numbers = np.full(int(prod(self.sizes + 1)), -1)
        numbers[self.patterns @ strides] = np.arange(self.count)
        offset = np.zeros(living.shape[1], np.int64)
        for alive, states, size, points in zip(
            living, after, self.sizes, self.hit_points, strict=True
        ):
            ways = [self._group(count, int(points)).states for count in range(size + 1)]
            offset = offset * np.array(ways)[alive] + states
        return self.starts[numbers[strides @ living]] + offset


def steps(spaces, aoe, damage):
    """Return how many steps a round of a `chain` takes: a state struck by a fighter is one.

    A battle of a million steps a round takes about a second; of many rounds, more. aoe, damage: by
    side, how many opponents its fighters attack, and how much a blow takes, at most. Known at once
    also for sides of any size.

    >>> steps((StateSpace([2], [1]), StateSpace([1], [2])), (1, 1), (1, 1))
    3630
    """
    fighters = sum(int(space.sizes.sum()) for space in spaces)
    pairs = prod(int(size) + 1 for space in spaces for size in space.sizes)
    at_most = fighters * (prod(space.most_states for space in spaces) + _OF_A_PAIR * pairs)
    if at_most > MOST_STEPS:
        return at_most
    pairs = prod(space.count for space in spaces)
    states = prod(space.states for space in spaces)
    listed = sum(_listed(spaces[1 - side], aoe[side], damage[side]) for side in (0, 1))
    return fighters * (states + _OF_A_PAIR * pairs) + listed // _LISTED


def _listed(space, aoe, damage):
    """How many numbers are listed of who may be struck how hard: about."""
    total = 0
    for size, points in zip(space.sizes.tolist(), space.hit_points.tolist(), strict=True):
        most = min(int(damage), points)
        # An entry of a matrix takes as much memory as 4 numbers while it is built.
        total += 4 * space.states * most
        if aoe > 1 and size > 1:
            cells = (points + 1) * (most + 1)
            total += comb(size + cells - 1, size) * cells
    return total


def _sums(columns):
    """All sums of one entry of each column, in the order of the states."""
    total = np.zeros(1, int)
    for column in columns:
        total = np.add.outer(total, column).ravel()
    return total


def _crossed(columns, sizes):
    """All combinations of one entry of each column, as places in a grid of these sizes."""
    total = np.zeros(1, np.int64)
    for column, size in zip(columns, sizes, strict=True):
        total = np.add.outer(total * size, column).ravel()
    return total
