"""Battles in which nobody left can hurt anybody: they end undecided, at once."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Deadlock:
    """Finds the battles of two armies in which nobody left can hurt anybody.

    hurts: (units of the first army, units of the second), bools: whether either of the two can ever
    hurt the other. starts: for each army, the place of each unit's first fighter. Call it with who
    stands, bools (battles, fighters) of each army; it returns bools (battles,).
    """

    hurts: np.ndarray
    starts: tuple

    @classmethod
    def of(cls, armies, strikes):
        """Return the `Deadlock` of two armies by the `AttackTable` of each; None if it can't be."""
        hurts = (strikes[0].mean > 0) | (strikes[1].mean.T > 0)
        if hurts.all():
            return None
        return cls(hurts, tuple(np.cumsum([0, *army.counts[:-1]]) for army in armies))

    def __call__(self, first, second):
        mine, theirs = (
            np.logical_or.reduceat(side, starts, axis=1)
            for side, starts in zip((first, second), self.starts, strict=True)
        )
        return ~((mine @ self.hurts) & theirs).any(axis=1)

    def states(self, first, second):
        """Return which are deadlocks, bools (states, states), by how many of each unit stand."""
        return ~((first > 0) @ self.hurts @ (second > 0).T)
