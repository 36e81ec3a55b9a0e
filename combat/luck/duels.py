"""Two players who strike and parry in turn, each with a memory of his own: exact."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from combat.domain import whole
from combat.luck.meter import LuckRules
from combat.luck.rivals import Independent
from combat.luck.system import chain

# Who has a meter: the systems of the first and of the second to strike.
SETTINGS = {
    "no meters": (Independent(), Independent()),
    "both have one": (LuckRules(), LuckRules()),
    "only the first has one": (LuckRules(), Independent()),
    "only the second has one": (Independent(), LuckRules()),
}


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
    # now[..., i, j]: over both memories, who strikes next first; he was hit i times, his target j.
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


def duel_by_meters(attack, parry, hits=3, *, rounds=60):
    """Return how one duel ends by who has a Luck meter, a frame over the four settings.

    Columns: the chances that the first and that the second to strike wins and that nobody has
    by the last round, the share of strikes that hurt, and the mean number of rounds (see
    `Duel`). attack, parry: points; hits: how many win. ValueError outside the domain.

    >>> duel_by_meters(75, 25)[["first wins", "strikes that hurt", "rounds"]].round(2)
                             first wins  strikes that hurt  rounds
    meters
    no meters                      0.58               0.56    4.25
    both have one                  0.73               0.49    5.21
    only the first has one         0.67               0.53    4.60
    only the second has one        0.57               0.53    4.60
    """
    found = {
        meters: duel(attack, parry, hits=hits, rounds=rounds, rules=systems)
        for meters, systems in SETTINGS.items()
    }
    rows = [(d.first, d.second, d.undecided, d.landed, d.rounds) for d in found.values()]
    undecided = f"undecided after {rounds} rounds"
    columns = ["first wins", "second wins", undecided, "strikes that hurt", "rounds"]
    return pd.DataFrame(rows, pd.Index(found, name="meters"), columns)


def meter_gains(settings, *, rounds=60):
    """Return what meters change in several duels, a frame with a row for each.

    settings: triples (attack, parry, hits to win), in points. Columns: those three, the share of
    strikes that hurt and the chance of the first to strike to win, each without meters and with
    two; then what a meter adds to the chance to win of the player who alone has one, for the
    first and for the second to strike. ValueError outside the domain.

    >>> meter_gains([(75, 25, 3)]).iloc[0].round(3).tolist()
    [75.0, 25.0, 3.0, 0.562, 0.49, 0.583, 0.732, 0.091, 0.01]
    """
    return pd.DataFrame([_gains(*setting, rounds) for setting in settings])


def _gains(attack, parry, hits, rounds):
    found = duel_by_meters(attack, parry, hits, rounds=rounds)
    none, two, first, second = (found.loc[meters] for meters in SETTINGS)
    return {
        "attack": attack,
        "parry": parry,
        "hits to win": hits,
        "strikes that hurt, no meters": none["strikes that hurt"],
        "strikes that hurt, two meters": two["strikes that hurt"],
        "first wins, no meters": none["first wins"],
        "first wins, two meters": two["first wins"],
        "own meter, first": first["first wins"] - none["first wins"],
        "own meter, second": second["second wins"] - none["second wins"],
    }


class _Player:
    def __init__(self, attack, parry, rules):
        mix = chain({attack: 1.0, parry: 1.0}, 0, rules)
        self.size, self.start = len(mix.states), mix.start
        striking, parrying = (mix.moves[mix.chances.index(one)] for one in (attack, parry))
        # Transposed once, so that each stands on the left of what it moves on.
        self.hit, self.miss = striking.hits.T.tocsr(), striking.misses.T.tocsr()
        self.parry, self.fail = parrying.hits.T.tocsr(), parrying.misses.T.tocsr()


def _strike(now, striker, target):
    """One strike; what is left after it is the target's view, who strikes next."""
    # Who is moved stands first: two to three times as fast as a sparse matrix along a later axis.
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
