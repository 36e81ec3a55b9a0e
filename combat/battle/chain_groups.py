"""The combinatorics of a group of identical fighters: they are counted, not listed.

A level is the number of hit points that a fighter has lost, or has left; a sorting says how many
fighters are on each level. Six identical fighters of 2 hit points have 28 sortings, not 3^6 = 729.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln


class _Moves(NamedTuple):
    """Transitions between sortings: arrays of term, before, after, and weight times its chance."""

    term: np.ndarray
    before: np.ndarray
    after: np.ndarray
    weight: np.ndarray


def sortings(total, levels):
    """Return all ways to place `total` identical fighters on levels: an array (ways, levels)."""
    ways = comb(total + levels - 1, total)
    where = chain.from_iterable(combinations_with_replacement(range(levels), total))
    members = np.fromiter(where, np.int64, ways * total).reshape(ways, total)
    rows = np.arange(ways)[:, None] * levels
    counts = np.bincount((rows + members).ravel(), minlength=ways * levels).reshape(ways, levels)
    ordered = np.empty_like(counts)
    ordered[rows_of(counts)] = counts
    return ordered


def rows_of(counts):
    """Return the row of each of these sortings in `sortings`: whole numbers, one for each.

    Fighters on the levels t1 <= t2 <= ... are in row C(t1, 1) + C(t2 + 1, 2) + C(t3 + 2, 3) + ...
    (the combinatorial number system); the row of a single fighter is his level.
    """
    rows, levels = counts.shape
    total = int(counts[0].sum()) if rows else 0
    members = np.repeat(np.tile(np.arange(levels), rows), counts.ravel()).reshape(rows, total)
    known = [[comb(level + at, at + 1) for at in range(total)] for level in range(levels)]
    known = np.array(known, np.int64).reshape(levels, total)
    return known[members, np.arange(total)].sum(axis=1)


@dataclass(unsafe_hash=True)
class Group:
    """`living` identical fighters with `hit_points` each at the start."""

    living: int
    hit_points: int

    @property
    def states(self):
        """How many states the living can be in: each has 1..hit_points left."""
        return comb(self.living + self.hit_points - 1, self.living)

    def sortings(self, most):
        """Return how many sortings there are by losses of 0..most."""
        return comb(self.living + most, self.living)

    @cached_property
    def points(self):
        """The group's hit points in total, by state."""
        if self.living == 1:
            return np.arange(1, self.hit_points + 1)
        return sortings(self.living, self.hit_points) @ np.arange(1, self.hit_points + 1)

    def as_losses(self):
        """Return the place of each state among the sortings by losses of 0..hit_points."""
        if self.living == 1:
            return self.hit_points - self.points
        counts = sortings(self.living, self.hit_points)[:, ::-1]
        return rows_of(np.pad(counts, ((0, 0), (0, 1))))

    def left(self):
        """Return (living, state) after each sorting by losses of 0..hit_points."""
        if self.living == 1:
            points = np.arange(self.hit_points, -1, -1)
            return (points > 0).astype(int), np.maximum(points - 1, 0)
        counts = sortings(self.living, self.hit_points + 1)[:, ::-1]
        living = self.living - counts[:, 0]
        states = np.zeros(len(counts), np.int64)
        for alive in np.unique(living[living > 0]):
            rows = np.flatnonzero(living == alive)
            states[rows] = rows_of(counts[rows, 1:])
        return living, states

    def struck(self, most, damage):
        """Return the `_Moves` of sortings by losses of 0..most when one fighter is struck.

        Term d - 1 is a damage of d = 1..damage; each living fighter is equally likely to be struck.
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
                parts.append((np.full(len(before), hurt), before, rows_of(moved), weight))
        return _Moves(*map(np.concatenate, zip(*parts, strict=True)))

    def struck_together(self, drawn, most, damage):
        """Return (damages, moves) when `drawn` different fighters are struck.

        damages (terms, damage + 1): how many of those drawn suffer 0, 1, ... points.
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
        return damages, _Moves(term.ravel(), rows_of(before), rows_of(after), weight)


def _matchings(rows, columns, tables):
    """The chance of a table of counts, given its sums over rows and columns, at random."""

    def logs(counts):
        return gammaln(counts + 1.0).reshape(len(counts), -1).sum(axis=1)

    total = gammaln(rows[:1].sum() + 1.0)
    return np.exp(logs(rows) + logs(columns) - logs(tables) - total)
