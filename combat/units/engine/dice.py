"""Fights of a `CompiledFight` fought with dice, thousands at once."""

import math
from dataclasses import dataclass

import numpy as np

from combat.dice.distribution import gathered
from combat.units.engine.ends import Ended
from combat.units.engine.orders import TurnLoop
from combat.units.engine.rows import Rolling, World, joined

MOST_ROUNDS = 1000  # if no max_rounds is given


@dataclass(frozen=True, eq=False)
class Fought(Ended):
    """How fights with dice ended, and the rounds of each."""

    game: object
    rows: World
    rounds: np.ndarray
    ever_true: dict

    @property
    def chances(self):
        """Of each fight the same: (fights,)."""
        return np.full(self.rows.many, 1 / self.rows.many)

    @property
    def turns(self):
        """The Distribution of rounds."""
        return gathered(self.rounds, self.chances)


def fought(game, w, seed=0, first=0, most_rounds=None):
    """Return a `Fought`; the seed and a fight's number, from `first` on, determine its dice.

    most_rounds: the last round; by default the game's own, or MOST_ROUNDS if it has none.
    """
    if most_rounds is None:
        most_rounds = MOST_ROUNDS if game.max_rounds is None else math.inf
    source = Rolling(seed)
    loop, done = TurnLoop(game, source), []
    w["of"], w["key"] = w.every, source.keys(first, first + w.many)
    loop.begun(w)
    w["turn"] = np.where(w["phase"] < 0, 0, w["turn"])  # over before it began
    while w.many:
        over = (w["phase"] < 0) | (w["turn"] > most_rounds)
        if over.any():
            done.append(w.take(over))
            w.become(w.take(~over))
        if w.many:
            loop.phase(w)
    w.become(joined(done))
    w.become(w.take(np.argsort(w["of"])))
    # A fight before the first phase of a round hasn't fought that round.
    return Fought(game, w, w["turn"] - (w["phase"] == 0), loop.turns.targets.ever_true)
