"""Fights of a `Setup` fought with dice, thousands at once."""

import math
from dataclasses import dataclass

import numpy as np

from combat.units.engine.orders import Course
from combat.units.engine.rows import Rolling, Rows

MOST_ROUNDS = 1000  # if no max_rounds is given


@dataclass(frozen=True, eq=False)
class Fought:
    """The fights at their end, rounds of each; held: did a condition ever hold, see `Targets`."""

    rows: Rows
    rounds: np.ndarray
    held: dict


def fought(game, rows, seed=0, first=0, most_rounds=None):
    """Return a `Fought`; the seed and a fight's number, from `first` on, determine its dice.

    most_rounds: the last round; by default the game's own, or MOST_ROUNDS if it has none.
    """
    if most_rounds is None:
        most_rounds = MOST_ROUNDS if game.max_rounds is None else math.inf
    luck = Rolling(seed)
    course = Course(game, luck)
    rows["luck"] = luck.keys(first, first + rows.many)
    rows["of"] = np.arange(rows.many)
    going, done = course.begun(rows), []
    going["turn"] = np.where(going["phase"] < 0, 0, going["turn"])  # over before it began
    while True:
        over = (going["phase"] < 0) | (going["turn"] > most_rounds)
        if over.any():
            ended, going = going.parted(over)
            done.append(ended)
        if not going.many:
            break
        going = course.phase(going)
    names = [name for name in done[0] if all(name in part for part in done)]
    fights = Rows({name: np.concatenate([part[name] for part in done], axis=-1) for name in names})
    fights = fights.take(np.argsort(fights["of"]))
    # A fight before the first phase of a round hasn't fought that round.
    rounds = fights["turn"] - (fights["phase"] == 0)
    return Fought(fights, rounds, course.turns.targets.held)
