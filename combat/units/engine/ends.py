"""How fights of a `CompiledFight` ended, exactly or with dice, and the `Odds` of them."""

from functools import cached_property, partial

import numpy as np

from combat.battle.joint import crossed
from combat.battle.odds import Odds
from combat.dice.distribution import gathered
from combat.units.engine.game import FLED
from combat.units.engine.notes import notes_of


class Ended:
    """Ends of fights: `game`; `rows`, the states; `chances`, that the fight of a pair ends there.

    ever_true: whether the conditions of actions ever held, see `Targets`. turns: the Distribution
    of rounds.
    """

    @cached_property
    def stood(self):
        """Whether each side has somebody left in each state: two arrays."""
        stands = self.rows["hp"] > 0
        return [stands[self.game.side == side].any(axis=0) for side in (0, 1)]

    def by_pair(self, values):
        """Return for each pair the sum of values (states,) over its states."""
        return np.bincount(self.rows["pair"], values, len(self.game.places))

    def outcomes(self):
        """Return the chances that the first wins, the second, both fall, undecided: (4, pairs)."""
        first, second = self.stood
        ends = first & ~second, second & ~first, ~first & ~second, first & second
        chances = [self.by_pair(np.where(where, self.chances, 0)) for where in ends]
        return np.clip(np.array(chances), 0, 1)

    def left(self, slot):
        """Return one fighter's mean hit points at the end, for each pair."""
        return self.by_pair(self.chances * np.maximum(self.rows["hp"][slot], 0))

    @property
    def notes(self):
        """What the answer leaves out, or what a reader may not expect: sentences."""
        return notes_of(self.game, self.ever_true)

    def odds(self, names, fighters, fights=None):
        """Return the `Odds` of the only pair; names: of the sides, fighters: of each side."""
        there = np.flatnonzero(self.chances)
        weights = self.chances[there] / self.chances.sum()
        sides = [self.rows["hp"][self.game.side == side][:, there] for side in (0, 1)]
        alive, points = [side > 0 for side in sides], [np.maximum(side, 0) for side in sides]
        fled = [(side == FLED) @ weights for side in sides]
        alone = self.game.fighters == 2
        return Odds(
            tuple(names),
            self.outcomes()[:, 0],
            self.turns,
            tuple(gathered(side.sum(axis=0), weights) for side in points),
            fighters,
            tuple(np.clip(side @ weights, 0, 1) for side in alive),
            tuple(gathered(side.sum(axis=0), weights) for side in alive),
            fights,
            notes=self.notes,
            fled=tuple(fled) if any(side.any() for side in fled) else (),
            together=partial(crossed, *(side[0] for side in points), weights) if alone else None,
        )
