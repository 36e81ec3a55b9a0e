"""Many battles at once: this game's teams as sides of `combat.battle`, which knows no game."""

import numpy as np

from combat import battle
from combat.battle import MOST_ROUNDS as MOST_ROUNDS
from combat.battle import Stances
from combat.marked_for_death.blows import of_pairs

_LISTED = 4096  # up to so many sets of living buff givers are listed; else those in a block
_KEPT = 64  # rounds whose stances are memoised
_WHOLE = 2.0**53  # whole numbers below are exact in float64


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
        self._side, self._known = side, {}
        # Equal givers differ only in how many of them live. A state is a number with these counts
        # as digits, the sum of the weights of the living; if it gets too large, another number.
        self._weights, states = [], _WHOLE
        for rows in side.givers:
            if states * (len(rows) + 1) > _WHOLE:
                self._weights.append(np.zeros(len(side.names)))
                states = 1
            self._weights[-1][rows] = states
            states *= len(rows) + 1
        self._listed = len(self._weights) == 1 and states <= _LISTED
        self._states = int(states)  # how many are listed

    def __getstate__(self):
        return {**vars(self), "_known": {}}

    def __call__(self, alive, number):
        """The stances of this round; alive (battles, n)."""
        if not self._weights:
            return self._kept(number, self._everybody)
        if not self._listed:
            states, which = self._occurring(alive)
            stances = _stances(self._side.numbers(states, number))
        else:
            which = (alive @ self._weights[0]).astype(int)
            stances = self._kept(number, self._all)
        return stances._replace(
            attack=stances.attack.take(which, axis=0), defense=stances.defense.take(which, axis=0)
        )

    def _kept(self, number, made):
        if number not in self._known:
            if len(self._known) == _KEPT:
                self._known.pop(next(iter(self._known)))
            self._known[number] = made(number)
        return self._known[number]

    def _everybody(self, number):
        return _stances(self._side.numbers(np.ones(len(self._side.names), bool), number))

    def _all(self, number):
        """The stances of all states."""
        left, states = np.arange(self._states), np.ones((self._states, len(self._side.names)), bool)
        for rows in self._side.givers:
            left, living = np.divmod(left, len(rows) + 1)
            states[:, rows] = np.arange(len(rows)) < living[:, None]
        return _stances(self._side.numbers(states, number))

    def _occurring(self, alive):
        """The states that occur in this block, as bools of who lives, and each battle's index."""
        which = np.zeros(len(alive), int)
        for weights in self._weights:
            _, digits = np.unique(alive @ weights, return_inverse=True)
            _, first, which = np.unique(
                which * len(alive) + digits, return_index=True, return_inverse=True
            )
        return alive[first], which


def _stances(numbers):
    """The `Stances` of several states (rows of fighters), or of one."""
    attacks, attack = _distinct(numbers.offense_dice, numbers.to_hit)
    defenses, defense = _distinct(numbers.defense_dice, numbers.to_defend)
    return Stances(attacks, attack, defenses, defense)


def _distinct(dice, chances):
    """Distinct pools, rows (dice, chance), and the index of each fighter's pool."""
    pools, which = np.unique(dice + 1j * chances, return_inverse=True)
    return np.stack([pools.real, pools.imag], axis=1), which.reshape(dice.shape)
