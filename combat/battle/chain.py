"""How a small battle ends, exactly: a Markov chain over the hit points of both sides.

It serves every game in which both sides strike at once and at random. In a round each fighter
attacks `aoe` random opponents (different ones while there are any), guards step in, and each blow
takes hit points by a table P(damage <= k). Then the dead leave, and those who fall with them. The
tables may depend on the round and on who still lives.
"""

from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from combat.battle.block import MOST_ROUNDS
from combat.battle.chain_losses import Mover
from combat.battle.tally import Tally

DECIDED = 1e-13  # chance still fighting at which the chain stops


class Pools(NamedTuple):
    """The attack and defence pools of each group in a round, as rows of the damage tables.

    attacks, defenses: pairs, by side, of whole numbers (patterns, groups); patterns are those of
    the group's own side.

    >>> none = (np.zeros((2, 1), int),) * 2
    >>> Pools(none, none).same(Pools(none, (none[0], none[1] + 1)))
    False
    """

    attacks: tuple
    defenses: tuple

    def same(self, other):
        """Return whether all pools equal those of another `Pools`."""
        pairs = zip(self.attacks + self.defenses, other.attacks + other.defenses, strict=True)
        return all(np.array_equal(*pair) for pair in pairs)


@dataclass(frozen=True, eq=False)
class Steady:
    """The blows of a game whose numbers depend neither on the round nor on who has died.

    aoe: by side, how many opponents each group attacks, (groups,). tables: by striking side,
    P(damage <= k) of a blow for k from 0, (its groups, the other's groups, damages).

    Other games pass an object with the same members: `aoe`; `pools(spaces, number)`, the `Pools` of
    round `number`; `at_most(side)`, the table (attack pools of that side, defence pools of the
    other, damages) of all pools given so far.

    >>> Steady(([1], [2]), (np.full((1, 1, 1), 0.5), np.full((1, 1, 3), 0.25))).at_most(1)
    array([[[0.25, 0.25, 0.25]]])
    """

    aoe: tuple
    tables: tuple

    def pools(self, spaces, number):
        """Return the `Pools` of every round: each group has its own."""
        own = tuple(
            np.broadcast_to(np.arange(len(space.sizes)), space.patterns.shape) for space in spaces
        )
        return Pools(own, own)

    def at_most(self, side):
        """Return P(damage <= k) of the blows of a side."""
        return self.tables[side]


@dataclass(frozen=True, eq=False)
class EndStates:
    """How a battle ends: arrays of chances.

    won: by side, (its states,): that it ends in this state and the other side has fallen; in state
    0 both have. left (states, states): that both still fight in these states when the battle is
    stopped. rounds (rounds + 1,): that it takes this many rounds.

    >>> from combat.battle.chain_space import StateSpace
    >>> one, sure = StateSpace([1], [1]), np.zeros((1, 1, 1))
    >>> ends = chain((one, one), Steady(([1], [1]), (sure, sure)))
    >>> ends.won[0].tolist(), ends.rounds.tolist()
    ([1.0, 0.0], [0.0, 1.0])
    """

    won: tuple
    left: np.ndarray
    rounds: np.ndarray

    def tally(self, spaces, each):
        """Return the `Tally` of the battle."""
        won, left = self.won, self.left
        wins = [side[1:].sum() for side in won]
        # A side that has lost is in state 0; if both fell, both masses already have it there.
        masses = [mass + left.sum(axis=1 - side) for side, mass in enumerate(won)]
        for side in (0, 1):
            masses[side][0] += wins[1 - side]
        pairs = list(zip(masses, spaces, strict=True))
        shares = [mass @ space.living / space.sizes for mass, space in pairs]
        return Tally(
            np.array([*wins, won[0][0], left.sum()]),
            tuple(give(share) for give, share in zip(each, shares, strict=True)),
            self.rounds,
            tuple(np.bincount(space.living.sum(axis=1), mass) for mass, space in pairs),
            tuple(np.bincount(space.points, mass) for mass, space in pairs),
        )


def chain(spaces, blows, *, max_rounds=None, deadlock=None):
    """Return the `EndStates` of a battle of two `StateSpace`s, to 1e-12.

    blows: as `Steady`. max_rounds: when the battle is stopped, or None. deadlock: bools (states,
    states): where nobody left can hurt anybody, the battle stops. `combat.battle.steps` says
    beforehand how large it is.

    Two fighters of 1 hit point against one of 2; every blow takes 1 with a chance of 0.5:

    >>> from combat.battle.chain_space import StateSpace
    >>> half = np.full((1, 1, 1), 0.5)
    >>> ends = chain((StateSpace([2], [1]), StateSpace([1], [2])), Steady(([1], [1]), (half, half)))
    >>> [round(float(won[1:].sum()), 4) for won in ends.won]
    [0.6553, 0.22]
    """
    loss_spaces = {}  # by shape: equal ones are worked out only once
    movers = [Mover(*pair, loss_spaces) for pair in (spaces, spaces[::-1])]
    board, last = _Board(spaces, movers, deadlock), None
    for number in range(1, (max_rounds or MOST_ROUNDS) + 1):
        if board.fighting <= DECIDED:
            break
        pools = blows.pools(spaces, number)
        if last is None or not last.same(pools):
            for struck, mover in enumerate(movers):
                side = 1 - struck
                own = pools.attacks[side], blows.aoe[side], pools.defenses[struck]
                mover.prepare(*own, blows.at_most(side))
            last = pools
        board.round()
    return board.ends()


class _Board:
    """The chances of both sides' states, (states, states), round by round."""

    def __init__(self, spaces, movers, deadlock):
        self._spaces, self._movers = spaces, movers
        self._deadlock, self._stopped = deadlock, 0.0
        self._shape = tuple(space.states for space in spaces)
        self._won = [np.zeros(space.states) for space in spaces]
        self._rounds = []
        # Everybody unhurt is the last state of all.
        start = np.zeros(self._shape)
        start[-1, -1] = 1
        self._lay_out()
        self._decide(start)

    def _lay_out(self):
        """Lay out the blocks, one for each pair of patterns, in one row to add them up at once."""
        mine, theirs = self._movers
        self._blocks, places, at = [], [np.zeros(0, int)], 0
        for one, other in product(range(len(mine.patterns)), range(len(theirs.patterns))):
            ends = mine.ends[one][:, None] * self._shape[1] + theirs.ends[other]
            rows = mine.rows[one][:, None] * self._shape[1] + theirs.rows[other]
            places.append(ends.ravel())
            self._blocks.append((one, other, rows, slice(at, at + ends.size)))
            at += ends.size
        self._places = np.concatenate(places)
        self._row = np.zeros(at)

    @property
    def fighting(self):
        """The chance that the battle goes on."""
        return self._alive.sum()

    def round(self):
        """Fight a round with the numbers that the movers are prepared for."""
        mine, theirs = self._movers
        alive = self._alive.ravel()
        for one, other, rows, where in self._blocks:
            block = alive[rows]
            if not block.any():
                self._row[where] = 0
                continue
            after = mine.moved(one, theirs.patterns[other], block)
            after = theirs.moved(other, mine.patterns[one], after.T)
            self._row[where] = after.T.ravel()
        after = np.bincount(self._places, self._row, alive.size)
        self._decide(after.reshape(self._shape))

    def _decide(self, after):
        """Count what is decided in this round and remove it; in state 0 nobody lives."""
        self._won[0] += after[:, 0]
        self._won[1] += after[0]
        over = after[:, 0].sum() + after[0, 1:].sum()
        after[:, 0] = after[0] = 0
        if self._deadlock is not None:
            stopped = after * self._deadlock
            self._stopped = self._stopped + stopped
            after, over = after - stopped, over + stopped.sum()
        self._rounds.append(over)
        self._alive = after

    def ends(self):
        """Return the `EndStates` if the battle is stopped now."""
        rounds = np.array(self._rounds)
        rounds[-1] += self._alive.sum()
        return EndStates(tuple(self._won), self._alive + self._stopped, rounds)
