"""The odds of a battle in one form, whether simulated or exact."""

from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from combat.battle.standing import per_battle
from combat.core.intervals import wilson
from combat.core.words import many, percent
from combat.dice import Distribution

_LEAST_SAID = 0.00005  # smaller chances of a draw, or of no decision, are left out of the sentence


@dataclass(frozen=True, eq=False)
class Odds:
    """How a battle ends, counted in many battles or exactly (then `battles` is None).

    names: side -> the names of its fighters; the two sides in order. outcomes (4,): the chances
    that the first side wins, that the second wins, that both fall in one round ("draw"), and that
    both still stand when max_rounds or a deadlock ends the battle ("undecided"). alive: side -> the
    chance of each fighter to survive, in the order of the names. rounds: the Distribution of the
    rounds fought, infinite for battles that never end. survivors, hit_points: side -> the
    Distribution of how many of it survive, and of their hit points in total. notes: sentences for
    the reader on what the answer leaves out.

    >>> tally = Tally(np.array([3, 1, 0, 0]), ([3], [1]), np.array([0, 4]), *[([1, 3], [3, 1])] * 2)
    >>> found = tally.odds({"red": ("Ann",), "blue": ("Bob",)}, battles=4)
    >>> found.won("red"), found.survivors["blue"].mean
    (0.75, 0.25)
    >>> found.score("red")
    0.75
    >>> print(found)
    Of all battles 75.0% (30.1% to 95.4%) are won by red, 25.0% (4.6% to 69.9%) by blue; ...
    """

    names: dict
    outcomes: np.ndarray
    alive: dict
    rounds: Distribution
    survivors: dict
    hit_points: dict
    battles: int | None = field(default=None)
    notes: tuple = ()

    def __str__(self):
        first, second = (
            f"{self._told(at)}{verb} by {side}"
            for at, (side, verb) in enumerate(zip(self.names, (" are won", ""), strict=True))
        )
        rest = f", in {percent(self.draw)} both fall" if self.draw >= _LEAST_SAID else ""
        if self.undecided >= _LEAST_SAID:
            rest += f", {percent(self.undecided)} are undecided"
        mean = self.rounds.mean
        take = f"take {mean:.1f} rounds on average"
        if np.isinf(mean):
            take = "never end" if np.isinf(self.rounds.values[0]) else "may never end"
        dice = "" if self.battles is None else f" ({many(self.battles, 'battle')} with dice)"
        said = f"Of all battles {first}, {second}{rest}; they {take}{dice}."
        return "\n".join([said, *self.notes])

    def _told(self, at):
        """The chance of one outcome in words, with its interval unless it is exact."""
        chance, low, high = map(percent, self.table().iloc[at])
        return chance if self.battles is None else f"{chance} ({low} to {high})"

    def won(self, side):
        """Return the chance that this side wins."""
        return float(self.outcomes[list(self.names).index(side)])

    def score(self, side):
        """Return the chance that this side wins, plus half the chance that neither does."""
        return self.won(side) + (self.draw + self.undecided) / 2

    @property
    def draw(self):
        """The chance that both sides fall in one round."""
        return float(self.outcomes[2])

    @property
    def undecided(self):
        """The chance that both sides still stand when the battle is ended."""
        return float(self.outcomes[3])

    def table(self):
        """Return the outcomes as a frame: chance, and low and high, Wilson's 95 % interval."""
        low, high = self._interval(self.outcomes)
        return pd.DataFrame(
            {"chance": self.outcomes, "low": low, "high": high},
            index=pd.Index([*self.names, "draw", "undecided"], name="outcome"),
        )

    @property
    def survival(self):
        """The chance of each fighter to survive: a frame of side, name, chance, low, high."""
        frames = []
        for side, names in self.names.items():
            low, high = self._interval(self.alive[side])
            frames.append(
                pd.DataFrame(
                    {
                        "side": side,
                        "name": names,
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
    """Counts, or chances, of how battles ended; tallies can be added up.

    ends (4,): as `Odds.outcomes`. rounds: counts by number of rounds, up to the longest battle that
    ended; endless: the count of those that never end.
    Pairs of arrays, one for each side: alive (n,), how often each fighter survives; survivors and
    hit_points, counts by how many are left.

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

    @classmethod
    def of(cls, hit_points, rounds):
        """Return the tally of battles; hit_points: what is left, for each side (battles, n)."""
        alive = [side > 0 for side in hit_points]
        left = [per_battle(side) for side in alive]
        won = [count > 0 for count in left]
        both, neither = (won[0] & won[1]).sum(), (~won[0] & ~won[1]).sum()
        return cls(
            np.array([(won[0] & ~won[1]).sum(), (won[1] & ~won[0]).sum(), neither, both]),
            tuple(side.sum(axis=0) for side in alive),
            np.bincount(rounds),
            tuple(np.bincount(count) for count in left),
            tuple(np.bincount(side.sum(axis=1)) for side in hit_points),
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
        )

    def odds(self, names, battles=None, kind=Odds):
        """Return the `Odds` of these counts; names: side -> names of its fighters."""
        mass = self.ends.sum()

        def by_side(pair):
            return dict(zip(names, pair, strict=True))

        return kind(
            dict(names),
            self.ends / mass,
            by_side(np.asarray(alive) / mass for alive in self.alive),
            _distribution(self.rounds, self.endless),
            by_side(map(_distribution, self.survivors)),
            by_side(map(_distribution, self.hit_points)),
            battles,
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
