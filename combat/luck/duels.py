"""Exact duels of two players who strike and parry in turn, each with a Luck of his own."""

from dataclasses import dataclass

import numpy as np

from combat.core.checks import check_whole
from combat.luck.meter import LuckRules
from combat.luck.system import chain


@dataclass(frozen=True)
class Duel:
    """How a duel ends: the chances that the player who strikes `first` or `second` wins.

    undecided: the chance that neither has won by the last round. rounds: the mean number of
    rounds; an undecided duel counts all rounds. landed: the share of strikes that hurt, expected
    hits over expected strikes.

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

    The striker rolls at `attack`. If that succeeds, the target rolls at `parry`, and is hit if
    the parry fails. A player who is hit `hits` times loses. attack and parry: points, or a pair
    (first player's, second player's). rules: a system, or a pair of systems; each player has one
    memory for all his rolls. ValueError outside the domain.

    >>> from combat.luck import Independent
    >>> fair = duel(75, 25, rules=Independent())
    >>> round(fair.first, 4), round(fair.second, 4)
    (0.5826, 0.4174)
    """
    hits, rounds = int(check_whole("hits", hits, low=1)), int(check_whole("rounds", rounds, low=1))
    players = [_Player(*own) for own in zip(_pair(attack), _pair(parry), _pair(rules), strict=True)]
    # now[a, b, i, j]: memory and hits taken of the next striker (a, i) and of his target (b, j).
    now = np.zeros((players[0].size, players[1].size, hits, hits))
    now[..., 0, 0] = np.outer(players[0].start, players[1].start)
    won, begun = np.zeros(2), np.zeros(2)
    landed = 0.0
    for _ in range(rounds):
        for side in (0, 1):
            begun[side] += now.sum()
            now, hurt, ended = _strike(now, players[side], players[1 - side])
            won[side] += ended
            landed += hurt
        if now.sum() < 1e-13:
            break
    return Duel(*map(float, won), float(now.sum()), float(begun[0]), float(landed / begun.sum()))


class _Player:
    def __init__(self, attack, parry, rules):
        mix = chain({attack: 1.0, parry: 1.0}, 0, rules)
        self.size, self.start = len(mix.states), mix.start
        striking, parrying = (mix.moves[mix.chances.index(one)] for one in (attack, parry))
        # Transposed once, so that each can be multiplied from the left.
        self.hit, self.miss = striking.hits.T.tocsr(), striking.misses.T.tocsr()
        self.parry, self.fail = parrying.hits.T.tocsr(), parrying.misses.T.tocsr()


def _strike(now, striker, target):
    """One strike; afterwards the axes are exchanged, as the target strikes next."""
    # The axis multiplied comes first: two to three times as fast as along a later axis.
    landed = np.ascontiguousarray(_moved(striker.hit, now).swapaxes(0, 1))
    hurt = _moved(target.fail, landed)
    after = _moved(target.parry, landed)
    after += _moved(striker.miss, now).swapaxes(0, 1)
    after[..., 1:] += hurt[..., :-1]
    return np.ascontiguousarray(after.swapaxes(2, 3)), hurt.sum(), hurt[..., -1].sum()


def _moved(matrix, now):
    """Apply a sparse matrix along the first axis of an array."""
    return (matrix @ now.reshape(len(now), -1)).reshape(now.shape)


def _pair(value):
    return tuple(value) if isinstance(value, (tuple, list)) else (value, value)
