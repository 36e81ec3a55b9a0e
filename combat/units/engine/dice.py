"""Fights of a `Game` fought with dice, thousands at once."""

from dataclasses import dataclass

import numpy as np

from combat.units.engine.game import STOPPED
from combat.units.engine.orders import Course
from combat.units.engine.rows import Rolling, Rows

MOST_ROUNDS = 1000  # if no max_rounds is given


@dataclass(frozen=True, eq=False)
class Fought:
    """The ends of many fights. rows: the fights at their end, in their order. rounds: of each.

    stopped: which of them ended with both sides standing: after the last round (by default
    MOST_ROUNDS), or because nobody left could hurt anybody. held: whether the conditions of actions
    ever held, see `Targets`.
    """

    rows: Rows
    rounds: np.ndarray
    stopped: np.ndarray
    held: dict


def fought(game, rows, seed=0, first=0):
    """Return the ends of fights, a `Fought`.

    rows: the fights at their start, as `Game.begun` returns them. seed, first: the seed and the
    number of a fight, counted from `first`, determine its dice.
    """
    luck = Rolling(seed)
    course = Course(game, luck)
    rows["luck"] = luck.keys(first, first + rows.many)
    rows["of"] = np.arange(rows.many)
    going, done = course.begun(rows), []
    going["turn"] = np.where(going["phase"] < 0, 0, going["turn"])  # over before it began
    while True:
        over = going["phase"] < 0
        if game.max_rounds is None:
            over |= (going["turn"] > MOST_ROUNDS) | deadlocked(game, going)
        if over.any():
            ended, going = going.parted(over)
            done.append(ended)
        if not going.many:
            break
        going = course.phase(going)
    names = [name for name in done[0] if all(name in part for part in done)]
    found = Rows({name: np.concatenate([part[name] for part in done], axis=-1) for name in names})
    found = found.take(np.argsort(found["of"]))
    # A fight before the first phase of a round hasn't fought that round.
    rounds = found["turn"] - (found["phase"] == 0)
    stopped = (found["phase"] >= 0) | (found["phase"] == STOPPED)
    return Fought(found, rounds, stopped, course.turns.targets.held)


def deadlocked(game, rows):
    """Return which fights are deadlocks: nobody left can ever hurt anybody of the other side.

    It looks in the first of each ten rounds.
    """
    if not game.harmless.any():
        return np.zeros(rows.many, bool)
    if (rows["turn"] % 10 != 1).all():
        return np.zeros(rows.many, bool)
    stands = rows["hp"] > 0
    kinds = game.places[rows["pair"]].T
    found = ~(rows["left"] != 0).any(axis=(0, 1))
    one, other = (np.flatnonzero(game.side == side) for side in (0, 1))
    for a in one.tolist():
        for b in other.tolist():
            peaceful = game.harmless[kinds[a], kinds[b]] & game.harmless[kinds[b], kinds[a]]
            found &= peaceful | ~(stands[a] & stands[b])
    return found
