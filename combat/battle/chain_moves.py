"""The transitions of one side in a round, blow by blow, given who lives on both sides."""

import numpy as np

from combat.battle.chain_losses import LossSpace, damage_chances, shape


class Mover:
    """Moves the states of one side: blocks of chances (states, states of the other side).

    rows, ends: of each pattern in which somebody lives, its states, and the state after each
    sorting by losses from full hit points.
    """

    def __init__(self, space, other, loss_spaces):
        self._space, self._strikers = space, other.patterns
        self.patterns = range(1, space.count)
        shapes = [shape(space, pattern, space.hit_points) for pattern in self.patterns]
        for one in shapes:
            if one not in loss_spaces:
                loss_spaces[one] = LossSpace(one)
        self._loss_spaces = [loss_spaces[one] for one in shapes]
        self._starts = [space.as_losses(pattern) for pattern in self.patterns]
        self._places = [np.flatnonzero(space.patterns[pattern]) for pattern in self.patterns]
        self.rows = [np.arange(space.states)[space.rows(pattern)] for pattern in self.patterns]
        self.ends = [space.ends(pattern) for pattern in self.patterns]

    def prepare(self, attacks, aoe, defenses, at_most):
        """Prepare some rounds; attacks, defenses: pools (rounds, patterns, groups)."""
        self._attacks, self._aoe, self._defenses = attacks, aoe, defenses
        self._tables = [damage_chances(at_most, int(points)) for points in self._space.hit_points]

    def moved(self, at, strikers, number, block):
        """Return the block after a round, by end state; strikers: the other side's pattern."""
        chances = np.zeros((self._loss_spaces[at].size, block.shape[-1]))
        chances[self._starts[at]] = block
        shields = self._defenses[number, self.patterns[at]]
        for group in np.flatnonzero(self._strikers[strikers]):
            attack = self._attacks[number, strikers, group]
            damages = [
                self._tables[place][:, attack, shields[place], None] for place in self._places[at]
            ]
            for _ in range(self._strikers[strikers, group]):
                volley = self._loss_spaces[at].volley
                chances = volley(chances, int(self._aoe[group]), damages)
        return chances
