"""Exact odds of a small battle of armies, by the chain for any game (`combat.battle.chain`)."""

import numpy as np

from combat.battle import MOST_STEPS, StateSpace, Steady, Tally, chain, steps

# Larger battles are simulated: so many steps a round take a second or two if each blow hurts. If
# one in ten does, a battle has ten times the rounds, and may have a tenth of the steps.
QUICK_STEPS = MOST_STEPS * 2 // 5
_ROUNDS = 10  # about as many as a battle takes in which each blow hurts


class Small:
    """A battle of armies that strike at once, at random, one action a round, as a chain."""

    def __init__(self, armies, tables, max_rounds=None):
        self._spaces = [
            StateSpace(army.counts, [unit.hp for unit in army.units]) for army in armies
        ]
        targets = tuple(np.ones(len(army.units), int) for army in armies)
        self._blows = Steady(targets, tuple(tables))
        self._damage = [table.shape[-1] for table in tables]
        hurts = float(np.mean([(1 - table[..., 0]).mean() for table in tables]))
        self._share = hurts if max_rounds is None else max(hurts, min(1, _ROUNDS / max_rounds))

    @property
    def quick(self):
        """Whether it is small enough to be solved in a second or two."""
        return steps(self._spaces, (1, 1), self._damage) <= QUICK_STEPS * self._share

    def odds(self, armies, max_rounds=None, deadlock=None):
        """Return the `Odds`, exact to 1e-12; armies: name -> `Army`, the two of this battle."""
        locked = deadlock and deadlock.states(*(space.living for space in self._spaces))
        ends = chain(self._spaces, self._blows, max_rounds=max_rounds, deadlock=locked)
        tally = ends.tally(self._spaces, [army.each for army in armies.values()])
        return tally.odds({name: army.fighters for name, army in armies.items()})


def unfought(armies):
    """Return the `Odds` of armies that can't hurt each other: undecided, everybody is left."""
    points = [int(army.each([unit.hp for unit in army.units]).sum()) for army in armies.values()]
    tally = Tally(
        np.array([0.0, 0.0, 0.0, 1.0]),
        tuple(np.ones(len(army)) for army in armies.values()),
        np.ones(1),
        tuple(np.bincount([len(army)]) for army in armies.values()),
        tuple(np.bincount([total]) for total in points),
    )
    return tally.odds({name: army.fighters for name, army in armies.items()})
