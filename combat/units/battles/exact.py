"""Exact odds of a small battle of armies, by the chain for any game (`combat.battle.chain`)."""

import numpy as np

from combat.battle import Tally
from combat.battle.chain import Steady, chain
from combat.battle.chain_cost import MOST_BYTES, MOST_STATES, Length, cost
from combat.battle.chain_space import StateSpace

MOST_SECONDS = 1.0  # by estimate, about twice what it takes; longer battles are simulated


class Small:
    """A battle of armies that strike at once, at random, one action a round, as a chain."""

    def __init__(self, armies, tables, rounds=None):
        self._spaces = [
            StateSpace(army.counts, [unit.hp for unit in army.units]) for army in armies
        ]
        targets = tuple(np.ones(len(army.units), int) for army in armies)
        self._blows = Steady(targets, tuple(tables))
        self._cost = None
        if self._spaces[0].most_states * self._spaces[1].most_states <= MOST_STATES:
            length = None if rounds is None else Length(rounds, 1)
            self._cost = cost(self._spaces, self._blows, length)

    @property
    def quick(self):
        """Whether it is solved within a second, and in the memory that a chain may take."""
        found = self._cost
        return found is not None and found.seconds <= MOST_SECONDS and found.bytes <= MOST_BYTES

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
