"""Many battles at once: this game's teams as sides of `combat.battle`, which knows no game."""

import numpy as np

from combat import battle
from combat.battle import MOST_ROUNDS as MOST_ROUNDS
from combat.battle import Stances
from combat.marked_for_death.blows import of_pairs


def combatants(side):
    """Return a `Side` of this game as a `combat.battle.Side`; its blows are pools of dice."""
    return battle.Side(
        side.names,
        of_pairs,
        hit_points=side.hit_points,
        stances=_Stances(side),
        targets=side.aoe,
        guards=side.guards,
        falls=side.falls,
    )


class _Stances:
    """The pools of a round; they depend on who lives at its start, as buffs end with the giver."""

    def __init__(self, side):
        self._side, self._givers = side, side.givers

    def __call__(self, alive, number):
        """The stances of this round; alive (battles, n)."""
        # Equal givers differ only in how many of them live.
        which = np.zeros(len(alive), int)
        first = np.zeros(1, int)
        for rows in self._givers:
            living = alive[:, rows].sum(axis=1)
            states = which * (len(rows) + 1) + living
            _, first, which = np.unique(states, return_index=True, return_inverse=True)
        stances = _stances(self._side.numbers(alive[first], number))
        return stances._replace(
            attack=stances.attack.take(which, axis=0), defense=stances.defense.take(which, axis=0)
        )


def _stances(numbers):
    """The `Stances` of several states, rows of fighters."""
    attacks, attack = _distinct(numbers.offense_dice, numbers.to_hit)
    defenses, defense = _distinct(numbers.defense_dice, numbers.to_defend)
    return Stances(attacks, attack, defenses, defense)


def _distinct(dice, chances):
    """Distinct pools, rows (dice, chance), and the index of each fighter's pool."""
    pools, which = np.unique(dice + 1j * chances, return_inverse=True)
    return np.stack([pools.real, pools.imag], axis=1), which.reshape(dice.shape)
