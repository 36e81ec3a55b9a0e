"""Who stands in each battle, whom a blow is meant for, and who steps in."""

import numpy as np

from combat.battle.luck import share


def per_battle(mask):
    """Return how many are True in each row of bools, as int64 (numpy's own sum: 4 times slower).

    >>> per_battle(np.array([[True, True], [False, True]]))
    array([2, 1])
    """
    if mask.shape[1] > 255:
        return mask.sum(axis=1)
    return np.einsum("ij->i", mask.view(np.uint8)).astype(np.int64)


class Standing:
    """The living of a side in each battle; a place is battle * fighters + row.

    >>> standing = Standing(np.array([[2, 0, 1], [1, 3, -1]]))
    >>> standing.count, standing.at
    (array([2, 2]), array([0, 2, 3, 4]))
    """

    def __init__(self, points):
        self.points, self.alive = points, points > 0
        self.count = per_battle(self.alive)
        self.at = np.flatnonzero(self.alive)
        self.first = np.cumsum(self.count) - self.count
        self._ordered = {"random": self.at, "front": self.at}

    def ordered(self, targeting):
        """The places of the living, battle by battle, those first whom a blow is meant for."""
        if targeting not in self._ordered:
            points = self.points.ravel().take(self.at)
            points = points if targeting == "weakest" else -points
            battles = self.at // self.points.shape[1]
            self._ordered[targeting] = self.at.take(np.lexsort((points, battles)))
        return self._ordered[targeting]


class Targets:
    """The targets of the blows of some attackers, one blow of each after the other.

    standing: of their opponents. battles: where each attacker fights. shuffled: whether they
    have many blows, at different opponents until everybody was chosen: the first places of a
    shuffle, which is made as the blows fall.
    """

    def __init__(self, standing, targeting, battles, shuffled):
        self._list, self._random = standing.ordered(targeting), targeting == "random"
        self._count = standing.count.take(battles)
        self._first = standing.first.take(battles)
        self._width, self._shuffle = int(self._count.max(initial=1)), None
        if self._random and shuffled:
            row = np.arange(self._width, dtype=np.min_scalar_type(self._width))
            self._shuffle = np.tile(row, len(battles))
            self._own = np.arange(len(battles)) * self._width

    def keep(self, places):
        """Go on with the attackers at these places."""
        self._count, self._first = self._count.take(places), self._first.take(places)
        if self._shuffle is not None:
            self._own = self._own.take(places)

    def of_blow(self, blow, numbers):
        """Whom blow number `blow` (from 0) is meant for, and what is left of the numbers."""
        if not self._random:
            return self._list.take(self._first + blow % self._count), numbers
        if self._shuffle is None:
            rank, rest = share(numbers, self._count)
        else:
            rank, rest = self._shuffled(blow, numbers)
        return self._list.take(self._first + rank), rest

    def _shuffled(self, blow, numbers):
        fresh = self._count > blow
        met = np.where(fresh, blow, 0)
        rank, rest = share(numbers, self._count - met)
        rank += met
        if fresh.any():
            place = self._own + rank
            drawn = self._shuffle.take(place)
            # Who was drawn makes room for the one whose turn it was: neither comes twice.
            self._shuffle[place] = self._shuffle.take(self._own + np.minimum(blow, self._width - 1))
            rank = np.where(fresh, drawn, rank)
        return rank, rest


class Guards:
    """Who steps in for whom: `guards` as a side has them.

    >>> guards = Guards(np.array([[False, False], [True, False]]))
    >>> standing = Standing(np.array([[2, 2], [2, 0]]))
    >>> guards.of_round(standing.alive)
    >>> guards.instead(np.array([0, 2]), np.array([0, 1]), np.array([0, 0])).tolist()
    [1, 2]
    """

    def __init__(self, guards):
        self._size = len(guards)
        self._guarded = np.flatnonzero(guards.any(axis=0))
        self._groups = [np.flatnonzero(guards[:, row]) for row in self._guarded]
        self._number = np.full(self._size, -1)
        self._number[self._guarded] = np.arange(len(self._guarded))

    def __bool__(self):
        return len(self._guarded) > 0

    def of_round(self, alive):
        """Take note of who lives, bools (battles, n)."""
        members = np.concatenate(self._groups)
        living = np.flatnonzero(alive.take(members, axis=1))
        battles, which = np.divmod(living, len(members))
        self._list = battles * self._size + members.take(which)
        counts = [per_battle(alive.take(rows, axis=1)) for rows in self._groups]
        self._count = np.stack(counts, axis=1).ravel()
        self._first = np.cumsum(self._count) - self._count

    def instead(self, targets, battles, numbers):
        """The targets, a random living guard in the place of each who has one."""
        group = self._number.take(targets - battles * self._size)
        struck = np.flatnonzero(group >= 0)
        slot = battles.take(struck) * len(self._groups) + group.take(struck)
        covered = np.flatnonzero(self._count.take(slot))
        struck, slot = struck.take(covered), slot.take(covered)
        rank, _ = share(numbers.take(struck), self._count.take(slot))
        targets[struck] = self._list.take(self._first.take(slot) + rank)
        return targets
