"""Exact odds of a small battle of armies, by the chain for any game (`combat.battle.chain`)."""

import numpy as np

from combat.battle import MOST_STEPS, StateSpace, Steady, Tally, chain, steps

# Larger battles are simulated: so many steps a round take a second or two if each blow hurts. If
# one in ten does, a battle has ten times the rounds, and may have a tenth of the steps.
QUICK_STEPS = MOST_STEPS * 2 // 5
_ROUNDS = 10  # about as many as a battle takes in which each blow hurts


def small_battle(armies, tables, max_rounds=None, deadlock=None):
    """Return the exact `Odds` of armies that strike at once, at random, once a round.

    armies: name -> `Army`, two. tables: as of `Steady`. None if it takes more than some seconds.
    """
    spaces = [StateSpace(army.counts, [unit.hp for unit in army.units]) for army in armies.values()]
    hurts = float(np.mean([(1 - table[..., 0]).mean() for table in tables]))
    share = hurts if max_rounds is None else max(hurts, min(1, _ROUNDS / max_rounds))
    if steps(spaces, (1, 1), [table.shape[-1] for table in tables]) > QUICK_STEPS * share:
        return None
    targets = tuple(np.ones(len(army.units), int) for army in armies.values())
    locked = deadlock and deadlock.states(*(space.living for space in spaces))
    ends = chain(spaces, Steady(targets, tuple(tables)), max_rounds=max_rounds, deadlock=locked)
    tally = ends.tally(spaces, [army.each for army in armies.values()])
    return tally.odds({name: army.fighters for name, army in armies.items()})


def unfought(armies):
    """Return the `Odds` of armies that can't hurt each other: undecided, everybody is left."""
    left = [army.each([unit.hp for unit in army.units])[None] for army in armies.values()]
    tally = Tally.of(left, np.zeros(1, int))
    return tally.odds({name: army.fighters for name, army in armies.items()})
