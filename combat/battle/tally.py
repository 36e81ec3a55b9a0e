"""How many battles ended how: counts that add up, the `Odds` of them, and measures by name."""

from dataclasses import dataclass

import numpy as np

from combat.battle.odds import Odds
from combat.battle.standing import per_battle
from combat.dice import Distribution

# Functions of four outcomes: the first side wins, the other wins, both fall, neither falls. They
# are given as chances, or for many battles as 1 where the outcome occurred and 0 elsewhere.
OF_OUTCOMES = {
    "win": lambda won, lost, draw, undecided: won,
    "lose": lambda won, lost, draw, undecided: lost,
    "draw": lambda won, lost, draw, undecided: draw,
    "undecided": lambda won, lost, draw, undecided: undecided,
    "score": lambda won, lost, draw, undecided: (1 + won - lost) / 2,
    "lead": lambda won, lost, draw, undecided: won - lost,
}


@dataclass(eq=False)
class Tally:
    """Counts, or chances, of how battles ended; tallies can be added up.

    ends (4,): as `Odds.outcomes`. rounds: counts by number of rounds, up to the longest battle that
    ended; endless: the count of those that never end.
    Pairs of arrays, one for each side: alive (n,), how often each fighter survives; survivors and
    hit_points, counts by how many are left; fled (n,), how often each fighter leaves the fight.

    >>> ends = Tally.of((np.array([[2, 0], [0, 0]]), np.array([[0], [1]])), np.array([3, 5]))
    >>> (ends + ends).ends, ends.alive, ends.rounds
    (array([2, 2, 0, 0]), (array([1, 0]), array([1])), array([0, 0, 0, 1, 0, 1]))
    """

    ends: np.ndarray
    alive: tuple
    rounds: np.ndarray
    survivors: tuple
    hit_points: tuple
    endless: float = 0
    fled: tuple = (0, 0)

    @classmethod
    def of(cls, hit_points, rounds):
        """Return the tally of battles; hit_points: what is left, for each side (battles, n).

        They are below 0 for a fighter who has left the fight.
        """
        alive = [side > 0 for side in hit_points]
        left = [per_battle(side) for side in alive]
        won = [count > 0 for count in left]
        both, neither = (won[0] & won[1]).sum(), (~won[0] & ~won[1]).sum()
        return cls(
            np.array([(won[0] & ~won[1]).sum(), (won[1] & ~won[0]).sum(), neither, both]),
            tuple(side.sum(axis=0) for side in alive),
            np.bincount(rounds),
            tuple(np.bincount(count) for count in left),
            tuple(np.bincount(np.maximum(side, 0).sum(axis=1)) for side in hit_points),
            fled=tuple((side < 0).sum(axis=0) for side in hit_points),
        )

    def __radd__(self, other):
        return self if other == 0 else NotImplemented  # `sum` begins with 0

    def __add__(self, other):
        return type(self)(
            self.ends + other.ends,
            _pairs(self.alive, other.alive),
            _sum(self.rounds, other.rounds),
            _pairs(self.survivors, other.survivors),
            _pairs(self.hit_points, other.hit_points),
            self.endless + other.endless,
            tuple(one + more for one, more in zip(self.fled, other.fled, strict=True)),
        )

    def odds(self, fighters, fights=None, **more):
        """Return the `Odds` of these counts; fighters: side -> their names."""
        mass = self.ends.sum()
        fled = [np.clip(np.asarray(side) / mass, 0, 1) for side in self.fled]
        if any(side.any() for side in fled):
            more["fled"] = tuple(fled)
        return Odds(
            tuple(fighters),
            self.ends / mass,
            _distribution(self.rounds, self.endless),
            tuple(map(_distribution, self.hit_points)),
            tuple(map(tuple, fighters.values())),
            tuple(np.clip(np.asarray(alive) / mass, 0, 1) for alive in self.alive),
            tuple(map(_distribution, self.survivors)),
            fights,
            **more,
        )


def _sum(first, second):
    longer = np.zeros(max(len(first), len(second)), first.dtype)
    longer[: len(first)] += first
    longer[: len(second)] += second
    return longer


def _pairs(first, second):
    return tuple(map(_sum, first, second))


def _distribution(counts, endless=0):
    """The Distribution of counts by value; endless: the count of infinity."""
    counts = np.asarray(counts)
    values = np.flatnonzero(counts)
    counts = counts[values]
    if endless:
        values, counts = np.append(values, np.inf), np.append(counts, endless)
    return Distribution(values, counts / counts.sum())


def of_odds(measure, odds, who=None):
    """Return a measure of the first side from the `Odds` of a battle: a number."""
    if measure == "turns":
        return odds.turns.mean
    if measure == "survives":
        alive = odds.alive[0]
        return float(alive.mean() if who is None else alive[who])
    return OF_OUTCOMES[measure](*map(float, odds.outcomes))


def of_ends(measure, ends, who=None, side=None):
    """Return a measure of a side in many battles, from their `Ends`: an array (battles,)."""
    if measure == "turns":
        return ends.rounds.astype(float)
    alive = {name: points > 0 for name, points in ends.hit_points.items()}
    own = alive.pop(next(iter(alive)) if side is None else side)
    if measure == "survives":
        return own.mean(axis=0) if who is None else own[who].astype(float)
    (other,) = (theirs.any(axis=0) for theirs in alive.values())
    own = own.any(axis=0)
    outcomes = own & ~other, other & ~own, ~own & ~other, own & other
    return OF_OUTCOMES[measure](*(each.astype(float) for each in outcomes))
