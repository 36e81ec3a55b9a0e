"""Battles of two sides as answers to claims; of units."""

import hashlib
import pickle
from dataclasses import dataclass

import numpy as np

from combat.battle import MOST_ROUNDS, blocks, measures
from combat.charter.claim import Exact, Sample, written
from combat.dice import Distribution

MEASURES = dict.fromkeys(measures.OF_OUTCOMES, "chance") | {
    "lead": "number",
    "survives": "chance",
    "turns": "number",
}
SYMMETRIC = ("draw", "undecided", "turns")  # the same for both sides, unless one attacks
LEFT = "fighters left, the second side's counted below 0"
POINTS = "hit points left, the second side's counted below 0"
TURNS = "turns"
OWN_POINTS = "hit points left"
HELPLESS = "neither can hurt the other"
NEVER = "it never ends"
_BLOCK = 2000  # battles at once at most
_NOTHING = 1e-9  # a smaller undecided chance is rounding


@dataclass(frozen=True, eq=False)
class Fight:
    """Simulates battles of two sides, scored for the first side."""

    fought: object
    measure: str
    who: int | None = None
    mirrored: bool = True

    @property
    def sample(self):
        """The `Sample` of these battles."""
        low, high = (-1.0, 1.0) if self.measure == "lead" else (0.0, 1.0)
        if self.measure == "turns":
            low, high = 0.0, float(self.fought.max_rounds or MOST_ROUNDS)
        elif self.measure == OWN_POINTS:
            army = self.fought.armies[0]
            high = float(army.each([unit.hp for unit in army.units]).sum())
        label = self.measure if self.measure in (TURNS, OWN_POINTS) else LEFT
        _, block = next(blocks(_BLOCK, self.fought.fighters, _BLOCK))
        return Sample(self.scores, low, high, self.mirrored, label, block, self._key)

    @property
    def _key(self):
        """What makes these battles what they are; None where functions of one's own may."""
        if getattr(self.fought, "rules", None) is not None:
            return None
        told = pickle.dumps((self.fought, self.measure, self.who, self.mirrored))
        return hashlib.sha256(told).digest()

    def scores(self, exchanged, seed, battles):
        """Return two arrays: the scores of some battles, and their turns or fighters left."""
        ends = self.fought.ends(battles, seed, exchanged=exchanged)
        if self.measure == OWN_POINTS:
            points = np.maximum(ends.hit_points["first"], 0).sum(axis=0).astype(float)
            return points, points
        scores = measures.of_ends(self.measure, ends, self.who, "first")
        if self.measure == "turns":
            return scores, ends.rounds
        left = [(ends.hit_points[name] > 0).sum(axis=0) for name in ("first", "second")]
        return scores, left[0] - left[1]


@dataclass(frozen=True, eq=False)
class Rolled:
    """Answers by the fights that the rules' own `fight` has rolled for its `Odds`."""

    odds: object
    measure: str
    hp: int

    @property
    def sample(self):
        """The `Sample` of these fights, which are all that there are."""
        low = -1.0 if self.measure == "lead" else 0.0
        high = {TURNS: float(MOST_ROUNDS), OWN_POINTS: float(self.hp)}.get(self.measure, 1.0)
        return Sample(self.scores, low, high, False, self.measure, self.odds.fights, rolled=True)

    @property
    def _scores(self):
        """The scores and their chances."""
        odds = self.odds
        if self.measure in (TURNS, OWN_POINTS):
            found = odds.turns if self.measure == TURNS else odds.left[0]
            return found.values, found.chances
        return measures.OF_OUTCOMES[self.measure](*np.eye(4)), odds.outcomes

    def scores(self, _exchanged, _seed, fights):
        """Return the scores of the fights twice, by value; the second array is plotted."""
        values, chances = self._scores
        scores = np.repeat(values, np.rint(chances * fights).astype(int))
        return scores, scores


def of_odds(odds, measure, who=None, *, helpless=False):
    """Return the `Exact` answer from the `Odds` of a battle; helpless: it may never be decided."""
    value, undecided = measures.of_odds(measure, odds, who), odds.undecided
    note = HELPLESS if helpless else NEVER if np.isinf(odds.turns.mean) else ""
    if undecided <= _NOTHING:
        note = ""
    elif note and undecided < 1 - _NOTHING:
        note = f"in {written(undecided)} {note}"
    if measure == "turns":
        return Exact(value, odds.turns, TURNS, note=note)
    if measure == "survives":
        label = "fighters left of the first side"
        return Exact(value, odds.survivors[0], label, note=note)
    if undecided > _NOTHING:
        return Exact(value, odds.turns, TURNS, note=note)
    return Exact(value, margin(*odds.survivors), LEFT)


def margin(first, second):
    """Return what the winner has left: negative for the second side, 0 if both fell."""
    sides = [(side.values > 0, side) for side in (first, second)]
    values = np.concatenate([-second.values[sides[1][0]][::-1], [0], first.values[sides[0][0]]])
    chances = [second.chances[sides[1][0]][::-1], [0.0], first.chances[sides[0][0]]]
    chances[1] = [max(0.0, 1 - sum(part.sum() for part in (chances[0], chances[2])))]
    chances = np.concatenate(chances)
    return Distribution(values[chances > 0], chances[chances > 0])
