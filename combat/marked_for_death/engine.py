"""Many battles at once: what the game-free core of `combat.battle` needs to know of this game."""

import numpy as np

from combat import battle
from combat.battle import MOST_ROUNDS as MOST_ROUNDS
from combat.battle import Stances
from combat.marked_for_death.blows import of_pairs

_LISTED = 4096  # states of who gives buffs; beyond, those that occur in a block are listed
_KEPT = 64  # rounds whose stances are kept
_WHOLE = 2.0**53  # whole numbers below are exact in float64


def combatants(side):
    """Return a `Side` of this game as a `combat.battle.Side`.

    The class of an attack is its pool of dice, (OffenseDice, ToHit), that of a defence
    (DefenseDice, ToDefend).

    >>> from combat.marked_for_death import Fighter, Side, Team
    >>> tom = combatants(Side(Team((Fighter("Tom", 7001),))))
    >>> tom.stances(np.array([[True]]), 2)
    Stances(attacks=array([[8. , 0.3]]), attack=array([0]),
            defences=array([[8. , 0.2]]), defence=array([0]))
    """
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
    """The pools of a round by who lives at its start: buffs end with their givers."""

    def __init__(self, side):
        self._side, self._known = side, {}
        # Givers alike count by how many of them live: a state is a number with these counts as
        # its digits, the sum of the weights of the living. Further digits, further numbers.
        self._weights, states = [], _WHOLE
        for rows in side.givers:
            if states * (len(rows) + 1) > _WHOLE:
                self._weights.append(np.zeros(len(side.names)))
                states = 1
            self._weights[-1][rows] = states
            states *= len(rows) + 1
        self._listed = len(self._weights) == 1 and states <= _LISTED
        self._states = int(states)  # of those listed

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
            attack=stances.attack.take(which, axis=0), defence=stances.defence.take(which, axis=0)
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
        """The states of this block, as bools of who lives, and the one of each battle."""
        which = np.zeros(len(alive), int)
        for weights in self._weights:
            _, digits = np.unique(alive @ weights, return_inverse=True)
            _, first, which = np.unique(
                which * len(alive) + digits, return_index=True, return_inverse=True
            )
        return alive[first], which


def _stances(numbers):
    """The `Stances` of some states: rows of fighters, or one."""
    attacks, attack = _distinct(numbers.offense_dice, numbers.to_hit)
    defences, defence = _distinct(numbers.defense_dice, numbers.to_defend)
    return Stances(attacks, attack, defences, defence)


def _distinct(dice, chances):
    """Distinct pools, rows (dice, chance), and which of them each fighter has."""
    pools, which = np.unique(dice + 1j * chances, return_inverse=True)
    return np.stack([pools.real, pools.imag], axis=1), which.reshape(dice.shape)
