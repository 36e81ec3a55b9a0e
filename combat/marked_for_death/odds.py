"""The odds of a battle: what simulation counts, or what is exact, in one form."""

from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from combat.dice import Distribution
from combat.intervals import wilson

OUTCOMES = ("heroes", "villains", "draw", "undecided")
SIDES = OUTCOMES[:2]


@dataclass(frozen=True, eq=False)
class Odds:
    """How a battle ends, over many battles or exactly (then `battles` is None).

    `outcomes`: the chance of each of OUTCOMES ("undecided" where max_rounds ended it).
    `alive`: side -> the chance of each fighter to be left, in the order of the team.
    `rounds`: Distribution of the rounds fought. `survivors`, `hit_points`: side ->
    Distribution of how many are left of it, and of their hit points together.

    >>> from combat.marked_for_death import Fighter, Team, solve
    >>> found = solve(Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),)))
    >>> round(found.heroes, 4), round(found.rounds.mean, 2), found.hit_points["heroes"]
    (0.6005, 1.9, Distribution(0..2, mean 1.0082))
    """

    names: dict
    outcomes: np.ndarray
    alive: dict
    rounds: Distribution
    survivors: dict
    hit_points: dict
    battles: int | None = field(default=None)

    @property
    def heroes(self):
        """The chance that the heroes win."""
        return float(self.outcomes[0])

    @property
    def villains(self):
        """The chance that the villains win."""
        return float(self.outcomes[1])

    @property
    def draw(self):
        """The chance that both sides die in one round."""
        return float(self.outcomes[2])

    @property
    def undecided(self):
        """The chance that max_rounds ends the battle."""
        return float(self.outcomes[3])

    def table(self):
        """Return the outcomes as a frame: chance, low, high; the ends of Wilson's 95 % interval."""
        low, high = self._interval(self.outcomes)
        return pd.DataFrame(
            {"chance": self.outcomes, "low": low, "high": high},
            index=pd.Index(OUTCOMES, name="outcome"),
        )

    @property
    def survival(self):
        """The chance of each fighter to be left: a frame of side, name, chance, low, high."""
        frames = []
        for side in SIDES:
            low, high = self._interval(self.alive[side])
            frames.append(
                pd.DataFrame(
                    {
                        "side": side,
                        "name": self.names[side],
                        "chance": self.alive[side],
                        "low": low,
                        "high": high,
                    }
                )
            )
        return pd.concat(frames, ignore_index=True)

    def _interval(self, chances):
        if self.battles is None:
            return chances, chances
        return wilson(np.rint(chances * self.battles), self.battles)


@dataclass(eq=False)
class Tally:
    """Counts, or chances, of ends of battles, added up piece by piece.

    ends (4,): by OUTCOMES. rounds: counts by value, as long as they need to be. alive (n,), and
    survivors and hit_points, counts by value: pairs of arrays, the heroes' and the villains'.

    >>> from combat.marked_for_death import Fighter, Side, Team
    >>> from combat.marked_for_death.engine import Force, fight_block
    >>> twins = [Force(Side(Team((Fighter("Twin", 7001),)))) for _ in SIDES]
    >>> both = fight_block(twins, 500, seed=1) + fight_block(twins, 500, seed=2)
    >>> both.ends, both.odds([("Twin",), ("Twin",)], battles=1000).draw
    (array([384, 354, 262,   0]), 0.262)
    """

    ends: np.ndarray
    alive: tuple
    rounds: np.ndarray
    survivors: tuple
    hit_points: tuple

    def __add__(self, other):
        return Tally(
            self.ends + other.ends,
            _pairs(self.alive, other.alive),
            _sum(self.rounds, other.rounds),
            _pairs(self.survivors, other.survivors),
            _pairs(self.hit_points, other.hit_points),
        )

    def odds(self, names, battles=None):
        """Return the `Odds` that these counts make."""
        mass = self.ends.sum()
        return Odds(
            dict(zip(SIDES, names, strict=True)),
            self.ends / mass,
            dict(zip(SIDES, (alive / mass for alive in self.alive), strict=True)),
            _distribution(self.rounds),
            dict(zip(SIDES, map(_distribution, self.survivors), strict=True)),
            dict(zip(SIDES, map(_distribution, self.hit_points), strict=True)),
            battles,
        )


def _sum(one, other):
    longer = np.zeros(max(len(one), len(other)), one.dtype)
    longer[: len(one)] += one
    longer[: len(other)] += other
    return longer


def _pairs(one, other):
    return tuple(map(_sum, one, other))


def _distribution(counts):
    values = np.flatnonzero(counts)
    return Distribution(values, counts[values] / counts.sum())
