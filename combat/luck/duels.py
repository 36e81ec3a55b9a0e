"""Two players who strike and parry in turn, each with a memory of his own: exact."""

from dataclasses import dataclass

import numpy as np

from combat.domain import whole
from combat.luck.meter import LuckRules
from combat.luck.system import chain


@dataclass(frozen=True)
class Duel:
    """How a duel ends: chances that the `first` or the `second` to strike wins.

    undecided: the chance that neither has won by the last round. rounds: mean number of
    rounds, an undecided duel counted with all of them. landed: the share of all strikes
    that hurt: expected hits over expected strikes.

    >>> from combat.luck import Independent
    >>> fair = duel(75, 25, rules=Independent())
    >>> round(fair.rounds, 2), round(fair.landed, 4)
    (4.25, 0.5625)
    """

    first: float
    second: float
    undecided: float
    rounds: float
    landed: float


def duel(attack, parry, *, hits=3, rounds=200, rules=LuckRules()):
    """Return the `Duel` of two players who strike each other in turn.

    A strike is a roll at `attack` by the striker; if it succeeds, the other rolls at
    `parry`, and is hit if that fails. Who is hit `hits` times has lost. attack and parry:
    points, or a pair (first player's, second player's). rules: a system, or a pair; each
    player has one memory for all his rolls. ValueError outside the domain.

    >>> from combat.luck import Independent
    >>> fair = duel(75, 25, rules=Independent())
    >>> round(fair.first, 4), round(fair.second, 4)
    (0.5826, 0.4174)
    """
    hits, rounds = int(whole("hits", hits, low=1)), int(whole("rounds", rounds, low=1))
    players = [_Player(*own) for own in zip(_pair(attack), _pair(parry), _pair(rules), strict=True)]
    # now[i, j]: the first was hit i times, the second j times; over both memories.
    now = np.zeros((hits, hits, players[0].size, players[1].size))
    now[0, 0] = np.outer(players[0].start, players[1].start)
    won, begun = np.zeros(2), np.zeros(2)
    landed = 0.0
    for _ in range(rounds):
        for side in (0, 1):
            begun[side] += now.sum()
            now, hurt, ended = _strike(now, players[side], players[1 - side])
            won[side] += ended
            landed += hurt
            now = now.transpose(1, 0, 3, 2)  # the other one strikes next
        if now.sum() < 1e-13:
            break
    return Duel(*map(float, won), float(now.sum()), float(begun[0]), float(landed / begun.sum()))


class _Player:
    def __init__(self, attack, parry, rules):
        mix = chain({attack: 1.0, parry: 1.0}, 0, rules)
        self.size, self.start = len(mix.states), mix.start
        striking, parrying = mix.chances.index(attack), mix.chances.index(parry)
        # Transposed once, so that each stands on the left of what it moves on.
        self.hit, self.miss = (matrix[striking].T.tocsr() for matrix in (mix.hits, mix.misses))
        self.parry, self.fail = (matrix[parrying].T.tocsr() for matrix in (mix.hits, mix.misses))


def _strike(now, striker, target):
    """One strike by the owner of the third axis at the owner of the fourth."""
    landed = _moved(striker.hit, now, 2)
    hurt = _moved(target.fail, landed, 3)
    after = _moved(striker.miss, now, 2) + _moved(target.parry, landed, 3)
    after[:, 1:] += hurt[:, :-1]
    return after, hurt.sum(), hurt[:, -1].sum()


def _moved(matrix, now, axis):
    """Apply a sparse matrix along one axis of an array."""
    front = np.moveaxis(now, axis, 0)
    return np.moveaxis((matrix @ front.reshape(len(front), -1)).reshape(front.shape), 0, axis)


def _pair(value):
    return tuple(value) if isinstance(value, (tuple, list)) else (value, value)
