"""The odds of a battle by simulation: teams as sides of `combat.battle`, which knows no game."""

from functools import partial

import numpy as np

from combat import battle
from combat.battle import Stances
from combat.marked_for_death.blows import of_pairs
from combat.marked_for_death.rules import Rules
from combat.marked_for_death.side import SIDES, Side


def simulate(
    heroes,
    villains,
    *,
    battles=10_000,
    max_rounds=None,
    seed=0,
    rules=Rules(),
    executor=None,
    progress=None,
):
    """Return the `Odds` of many battles, with Wilson's 95 % intervals.

    executor: any `concurrent.futures.Executor` (a process pool, dask's `Client.get_executor()`,
    mpi4py's); the odds depend on seed and battles alone. To compare rosters use the same seed:
    then each battle has the same random numbers (common random numbers). progress: called as
    progress(done, battles). battles, max_rounds >= 1; seed a whole number >= 0. ValueError
    outside, and if a battle doesn't end in 10,000 rounds.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom, orc = Fighter("Tom", 7001), Fighter("Orc", 5900)
    >>> simulate(Team((tom,)), Team((orc,)), battles=2000).table().loc["heroes"].round(2).tolist()
    [0.62, 0.59, 0.64]
    """
    sides = [combatants(Side(team, rules)) for team in (heroes, villains)]
    return battle.simulate(
        dict(zip(SIDES, sides, strict=True)),
        battles=battles,
        seed=seed,
        max_rounds=max_rounds,
        executor=executor,
        progress=progress,
    )


def combatants(side):
    """Return a `Side` of this game as a `combat.battle.Side`; its blows are pools of dice."""
    return battle.Side(
        side.names,
        of_pairs,
        hit_points=side.hit_points,
        stances=partial(_stances, side),
        targets=side.aoe,
        guards=side.guards,
        falls=side.falls,
    )


def _stances(side, alive, number):
    """The `Stances` of a round; they depend on who lives at its start, alive (battles, n)."""
    which, first = np.zeros(len(alive), int), np.zeros(1, int)
    # A buff ends with its giver. Equal givers differ only in how many of them live.
    for rows in side.givers:
        states = which * (len(rows) + 1) + alive[:, rows].sum(axis=1)
        _, first, which = np.unique(states, return_index=True, return_inverse=True)
    numbers = side.numbers(alive[first], number)
    attacks, attack = _distinct(numbers.offense_dice, numbers.to_hit)
    defenses, defense = _distinct(numbers.defense_dice, numbers.to_defend)
    return Stances(attacks, attack.take(which, axis=0), defenses, defense.take(which, axis=0))


def _distinct(dice, chances):
    """Distinct pools, rows (dice, chance), and the index of each fighter's pool."""
    pools, which = np.unique(dice + 1j * chances, return_inverse=True)
    return np.stack([pools.real, pools.imag], axis=1), which.reshape(dice.shape)
