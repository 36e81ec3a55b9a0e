"""Exact duels of two players who strike and parry in turn, each with a Luck of his own."""

from typing import NamedTuple

import numpy as np

from combat.core.checks import check_whole
from combat.luck.meter import LuckRules
from combat.luck.system import chain


class Duel(NamedTuple):
    """How a duel ends: the chances that the player who strikes `first` or `second` wins.

    undecided: the chance that neither has won by the last round. rounds: the mean number of
    rounds; an undecided duel counts all rounds. landed: the share of strikes that hurt, expected
    hits over expected strikes.

    >>> from combat.luck import Independent
    >>> found = duel(50, 0, hits=1, rules=Independent())
    >>> round(found.first, 6), round(found.second, 6), round(found.rounds, 6)
    (0.666667, 0.333333, 1.333333)
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
    >>> round(fair.first, 4), round(fair.second, 4), round(fair.rounds, 2), round(fair.landed, 4)
    (0.5826, 0.4174, 4.25, 0.5625)
    """
    hits, rounds = int(check_whole("hits", hits, low=1)), int(check_whole("rounds", rounds, low=1))
    players = [_player(*own) for own in zip(_pair(attack), _pair(parry), _pair(rules), strict=True)]
    # now[a, b, i, j]: memory and hits taken of the next striker (a, i) and of his target (b, j).
    (first, *_), (second, *_) = players
    now = np.zeros((len(first), len(second), hits, hits))
    now[..., 0, 0] = np.outer(first, second)
    won, begun, landed = np.zeros(2), np.zeros(2), 0.0
    for _ in range(rounds):
        for side in (0, 1):
            begun[side] += now.sum()
            now, hurt, ended = _strike(now, players[side][1], players[1 - side][2])
            won[side] += ended
            landed += hurt
        if now.sum() < 1e-13:
            break
    return Duel(*map(float, won), float(now.sum()), float(begun[0]), float(landed / begun.sum()))


def _player(attack, parry, rules):
    """A player's memory at the start, and what success and failure make of it, (to, from) each."""
    ours = chain({attack: 1.0, parry: 1.0}, rules)
    return ours.start, *([one.T for one in ours.rolls[at]] for at in (attack, parry))


def _strike(now, strike, parry):
    """One strike; afterwards the axes are exchanged, as the target strikes next."""
    (hit, miss), (parried, failed) = strike, parry
    # The axis multiplied comes first: two to three times as fast as along a later axis.
    landed = np.ascontiguousarray(_moved(hit, now).swapaxes(0, 1))
    hurt = _moved(failed, landed)
    after = _moved(parried, landed)
    after += _moved(miss, now).swapaxes(0, 1)
    after[..., 1:] += hurt[..., :-1]
    return np.ascontiguousarray(after.swapaxes(2, 3)), hurt.sum(), hurt[..., -1].sum()


def _moved(matrix, now):
    """Apply a sparse matrix along the first axis of an array."""
    return (matrix @ now.reshape(len(now), -1)).reshape(now.shape)


def _pair(value):
    return tuple(value) if isinstance(value, (tuple, list)) else (value, value)
