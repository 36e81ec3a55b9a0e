"""Fighters alike are counted, not listed: the combinatorics of one group.

A level is what a fighter has lost, or what he has left; a sorting says how many stand on each
level. Six alike with 2 hit points have 28 sortings, where a list of them has 3^6 = 729.
"""

from functools import cached_property
from itertools import chain, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln


class _Moves(NamedTuple):
    """What can come of a sorting: entries (term, before, after, weight), each an array.

    The chance of an entry is its weight times the chance of its term.
    """

    term: np.ndarray
    before: np.ndarray
    after: np.ndarray
    weight: np.ndarray


class _Match(NamedTuple):
    """Losses meet those who suffer them at random: an entry for each case, all arrays.

    start: place of the hit points before, among `Group.states`. loss, after: places among the
    sortings by losses, those of the round and those from full hit points. weight: the chance
    of that, given start and loss.
    """

    start: np.ndarray
    loss: np.ndarray
    after: np.ndarray
    weight: np.ndarray


def sortings(total, levels):
    """Return how `total` fighters alike can stand on `levels` levels: an array (ways, levels).

    Its row is their place: `place` finds it again.

    >>> sortings(2, 2).tolist()
    [[2, 0], [1, 1], [0, 2]]
    """
    ways = comb(total + levels - 1, total)
    where = chain.from_iterable(combinations_with_replacement(range(levels), total))
    members = np.fromiter(where, np.int64, ways * total).reshape(ways, total)
    rows = np.arange(ways)[:, None] * levels
    counts = np.bincount((rows + members).ravel(), minlength=ways * levels).reshape(ways, levels)
    ordered = np.empty_like(counts)
    ordered[place(counts)] = counts
    return ordered


def place(counts):
    """Return the rows at which these sortings stand: whole numbers, one for each row.

    Fighters on the levels t1 <= t2 <= ... stand at C(t1, 1) + C(t2 + 1, 2) + C(t3 + 2, 3) + ...
    (the combinatorial number system), and one alone at the number of his level.

    >>> place(sortings(3, 3)).tolist()
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    rows, levels = counts.shape
    total = int(counts[0].sum()) if rows else 0
    members = np.repeat(np.tile(np.arange(levels), rows), counts.ravel()).reshape(rows, total)
    known = [[comb(level + at, at + 1) for at in range(total)] for level in range(levels)]
    known = np.array(known, np.int64).reshape(levels, total)
    return known[members, np.arange(total)].sum(axis=1)


class Group:
    """`size` fighters alike of `hit_points` each, of which `living` live."""

    def __init__(self, living, hit_points):
        self.living, self.hit_points = living, hit_points

    def __eq__(self, other):
        return (self.living, self.hit_points) == (other.living, other.hit_points)

    def __hash__(self):
        return hash((self.living, self.hit_points))

    @property
    def states(self):
        """How many states of hit points, all above 0, so many can be in."""
        return comb(self.living + self.hit_points - 1, self.living)

    def sortings(self, most):
        """How many sortings there are by losses of 0..most."""
        return comb(self.living + most, self.living)

    @cached_property
    def points(self):
        """The hit points of all together, by state."""
        if self.living == 0:
            return np.zeros(1, int)
        if self.living == 1:
            return np.arange(1, self.hit_points + 1)
        return sortings(self.living, self.hit_points) @ np.arange(1, self.hit_points + 1)

    def as_losses(self):
        """Return the place of each state among the sortings by losses of 0..hit_points."""
        if self.living == 0:
            return np.zeros(1, int)
        if self.living == 1:
            return self.hit_points - self.points
        counts = sortings(self.living, self.hit_points)[:, ::-1]
        return place(np.pad(counts, ((0, 0), (0, 1))))

    def left(self):
        """Return (living, state) after each sorting by losses of 0..hit_points."""
        if self.living == 0:
            return np.zeros(1, int), np.zeros(1, int)
        if self.living == 1:
            points = np.arange(self.hit_points, -1, -1)
            return (points > 0).astype(int), np.maximum(points - 1, 0)
        counts = sortings(self.living, self.hit_points + 1)[:, ::-1]
        living = self.living - counts[:, 0]
        states = np.zeros(len(counts), np.int64)
        for alive in np.unique(living[living > 0]):
            rows = np.flatnonzero(living == alive)
            states[rows] = place(counts[rows, 1:])
        return living, states

    def struck(self, most, damage):
        """Return the `_Moves` of sortings by losses of 0..most when one of them is struck.

        Term d - 1 is a damage of d = 1..damage; whom it meets is drawn from all alike.
        """
        if self.living == 1:
            before, hurt = np.meshgrid(np.arange(most + 1), np.arange(damage), indexing="ij")
            after = np.minimum(before + hurt + 1, most)
            return _Moves(*map(np.ravel, (hurt, before, after, np.ones(before.shape))))
        counts = sortings(self.living, most + 1)
        parts = []
        for level in range(most + 1):
            before = np.flatnonzero(counts[:, level])
            for hurt in range(damage):
                moved = counts[before].copy()
                moved[:, level] -= 1
                moved[:, min(level + hurt + 1, most)] += 1
                weight = counts[before, level] / self.living
                parts.append((np.full(len(before), hurt), before, place(moved), weight))
        return _Moves(*map(np.concatenate, zip(*parts, strict=True)))

    def struck_together(self, drawn, most, damage):
        """Return (damages, moves) when `drawn` different ones of them are struck.

        damages (terms, damage + 1): how many of those drawn suffer 0, 1, ... of it. Everybody
        on each level, crossed with everybody by the damage he suffers, is a table of counts;
        all tables are listed.
        """
        tables = sortings(self.living, (most + 1) * (damage + 1))
        tables = tables.reshape(len(tables), most + 1, damage + 1)
        suffered = tables.sum(axis=1)
        tables = tables[suffered[:, 1:].sum(axis=1) <= drawn]
        before, suffered = tables.sum(axis=2), tables.sum(axis=1)
        after = np.zeros_like(before)
        for level in range(most + 1):
            for hurt in range(damage + 1):
                after[:, min(level + hurt, most)] += tables[:, level, hurt]
        weight = _matchings(before, suffered, tables)
        damages, term = np.unique(suffered, axis=0, return_inverse=True)
        damages[:, 0] -= self.living - drawn
        return damages, _Moves(term.ravel(), place(before), place(after), weight)

    def match(self, most):
        """Return the `_Match` of losses of 0..most, sorted over the living at random."""
        if self.living == 1:
            start, loss = np.indices((self.hit_points, most + 1)).reshape(2, -1)
            after = np.minimum(self.hit_points - 1 - start + loss, self.hit_points)
            return _Match(start, loss, after, np.ones(len(start)))
        tables = sortings(self.living, self.hit_points * (most + 1))
        tables = tables.reshape(len(tables), self.hit_points, most + 1)
        start, lost = tables.sum(axis=2), tables.sum(axis=1)
        after = np.zeros((len(tables), self.hit_points + 1), int)
        for before in range(self.hit_points):
            for loss in range(most + 1):
                so_far = min(self.hit_points - 1 - before + loss, self.hit_points)
                after[:, so_far] += tables[:, before, loss]
        weight = _matchings(start, lost, tables)
        return _Match(place(start), place(lost), place(after), weight)


def _matchings(rows, columns, tables):
    """The chance of a table of counts, its sums given, when its two sortings meet at random."""

    def logs(counts):
        return gammaln(counts + 1.0).reshape(len(counts), -1).sum(axis=1)

    total = gammaln(rows[:1].sum() + 1.0)
    return np.exp(logs(rows) + logs(columns) - logs(tables) - total)
