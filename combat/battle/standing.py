"""Who still stands in each battle, whom a blow is aimed at, and which guard steps in."""

from copy import copy
from functools import cached_property

import numpy as np

from combat.battle.draws import LOW

FEW = 8  # up to so many blows of an action, no shuffle of all opponents is kept per attacker


def per_battle(mask):
    """Return how many are True in each row of bools, as int64; four times as fast as `sum`."""
    if mask.shape[1] > 255:
        return mask.sum(axis=1)
    return np.einsum("ij->i", mask.view(np.uint8)).astype(np.int64)


class Standing:
    """The living of a side in each battle; a fighter's place is battle * fighters + row."""

    def __init__(self, points, alive=None, count=None):
        self.points, self.alive = points, points > 0 if alive is None else alive
        self.count = per_battle(self.alive) if count is None else count
        self._ordered = {}

    def keep(self, battles):
        """Return the `Standing` of only these battles."""
        kept = [array.take(battles, axis=0) for array in (self.points, self.alive, self.count)]
        return Standing(*kept)

    @cached_property
    def at(self):
        """The places of the living, battle by battle."""
        return np.flatnonzero(self.alive)

    @cached_property
    def first(self):
        """Where the living of each battle begin in `at`."""
        return np.cumsum(self.count) - self.count

    def ordered(self, targeting):
        """Return the places of the living like `at`, preferred targets (by points now) first."""
        if targeting in ("random", "front"):
            return self.at
        if targeting not in self._ordered:
            points = self.points.ravel().take(self.at)
            points = points if targeting == "weakest" else -points
            battles = self.at // self.points.shape[1]
            self._ordered[targeting] = self.at.take(np.lexsort((points, battles)))
        return self._ordered[targeting]


class Targets:
    """The targets of some attackers, blow by blow: the first blow of each, then the second, ...

    Random targets are different until everybody was chosen, then anybody again: they are the first
    places of a shuffle, which is made step by step as the blows fall.
    """

    def __init__(self, standing, targeting, battles, most):
        self._list, self._random = standing.ordered(targeting), targeting == "random"
        self._count = standing.count.take(battles)
        self._first = standing.first.take(battles)
        self._most, self._swaps, self._shuffle = most, [], None
        if self._random and most > FEW:
            width = int(self._count.max(initial=1))
            row = np.arange(width, dtype=np.min_scalar_type(width))
            self._shuffle, self._own = np.tile(row, len(battles)), np.arange(len(battles)) * width

    def of(self, places):
        """Return the `Targets` of the attackers at these places; a place may be repeated."""
        some = copy(self)
        some._count, some._first = self._count.take(places), self._first.take(places)
        some._swaps = [tuple(array.take(places) for array in swap) for swap in self._swaps]
        if self._shuffle is not None:
            some._own = self._own.take(places)
        return some

    def are_met(self, blow):
        """Return whether targets from this blow on are independent of those before."""
        return not self._random or self._count.max(initial=0) <= blow

    def of_blow(self, blow, numbers):
        """Return the target of blow number `blow` (from 0), and numbers to choose a guard with.

        numbers: random ones of 32 bits. The bits that the choice leaves unused are uniform again.
        """
        if self._most == 1 or self.are_met(blow):
            return self.anybody(blow, numbers)
        if blow:
            fresh = self._count > blow
            met = fresh * blow
            spread = numbers * (self._count - met)
            rank = (spread >> 32) + met
            found = np.where(fresh, self._swapped(rank), rank)
        else:
            spread = numbers * self._count
            found = rank = spread >> 32
        if blow + 1 < self._most:
            self._swap(blow, rank)
        return self._list.take(self._first + found), spread

    def anybody(self, blow, numbers):
        """Return the same for blows independent of those before; `blow` may be an array."""
        if not self._random:
            return self._list.take(self._first + blow % self._count), numbers
        spread = numbers * self._count
        return self._list.take(self._first + (spread >> 32)), spread

    def _swapped(self, rank):
        """The opponent at this rank of the shuffle so far."""
        if self._shuffle is not None:
            return self._shuffle.take(self._own + rank)
        places = rank
        for place, moved in self._swaps:
            places = np.where(rank == place, moved, places)
        return places

    def _swap(self, blow, rank):
        """Swap the opponent drawn with the one at place `blow`, so that nobody is drawn twice."""
        if self._shuffle is not None:
            turn = self._own + np.minimum(blow, self._count - 1)
            self._shuffle[self._own + rank] = self._shuffle.take(turn)
            return
        turn = np.full_like(rank, blow)
        for place, moved in self._swaps:
            turn = np.where(place == blow, moved, turn)
        self._swaps.append((rank, turn))


class Guards:
    """Who steps in for whom; guards: as in `Side`."""

    def __init__(self, guards):
        self._size = len(guards)
        self._guarded = np.flatnonzero(guards.any(axis=0))
        self._groups = [np.flatnonzero(guards[:, row]) for row in self._guarded]

    def __bool__(self):
        return len(self._guarded) > 0

    def of_phase(self, alive):
        """Prepare a phase; alive: who lives, bools (battles, n)."""
        members = np.concatenate(self._groups)
        guards = alive.take(members, axis=1)
        living = np.flatnonzero(guards)
        battles = living // len(members)
        self._list = battles * self._size + members.take(living - battles * len(members))
        ends = np.cumsum([len(rows) for rows in self._groups])[:-1]
        counts = [per_battle(rows) for rows in np.split(guards, ends, axis=1)]
        count = np.stack(counts, axis=1).ravel()
        self._count, self._first = count, np.cumsum(count) - count
        # For each place the number of the list of its guards, or -1.
        lists = np.where(count > 0, np.arange(len(count)), -1)
        covered = np.full(alive.shape, -1)
        covered[:, self._guarded] = lists.reshape(len(alive), -1)
        self._covered = covered.ravel()

    def instead(self, targets, numbers):
        """Return the targets; one that has living guards is replaced by one of them at random."""
        lists = self._covered.take(targets)
        struck = np.flatnonzero(lists >= 0)
        lists = lists.take(struck)
        rank = (numbers.take(struck) & LOW) * self._count.take(lists) >> 32
        targets[struck] = self._list.take(self._first.take(lists) + rank)
        return targets
