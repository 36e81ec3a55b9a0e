"""Estimates what an exact battle costs before it is fought: seconds and bytes."""

from math import comb, log
from typing import NamedTuple

import numpy as np

from combat.battle.chain import AHEAD, MOST_ROUNDS

# The limits of an exact battle in every game; a larger one is simulated or refused.
MOST_STATES = 100_000  # of both sides together
MOST_BYTES = 2e9
_LOG_DECIDED = 30  # -log of the chance at which a chain stops
# Seconds, measured on one core.
_ENTRY = 1.0e-9  # multiply and add one entry of a sparse matrix
_CALL = 35e-6  # one numpy step on a small array, for each pattern and striker
_BUILT = 60e-9  # build one entry of a sparse matrix
_LISTED = 15e-9  # one number in a list of tables of counts
_AGAIN = 100  # draws, not seconds: after so many hardly anything changes


class Length(NamedTuple):
    """About how many rounds a battle takes, and in how many of them its numbers change."""

    rounds: int
    changing: int


class Cost(NamedTuple):
    """Seconds on one core and bytes at most of a `chain`; length: on which the estimate rests.

    >>> Cost(0.5, 1e6, Length(20, 8)).seconds
    0.5
    """

    seconds: float
    bytes: float
    length: Length


def cost(spaces, blows, length=None):
    """Return the `Cost` of `chain(spaces, blows)`; seconds are mostly right within a factor of 4.

    bytes: an upper bound on what is allocated at one time. length: the `Length` of a battle
    about as long, if it is known.

    >>> from combat.battle.chain import Steady
    >>> from combat.battle.chain_space import StateSpace
    >>> half = np.full((1, 1, 1), 0.5)
    >>> cost((StateSpace([2], [1]), StateSpace([1], [2])), Steady(([1], [1]), (half, half))).bytes
    2088.0
    """
    if not all(len(space.sizes) for space in spaces):
        return Cost(0.0, 0.0, Length(0, 0))
    length, cases = length or length_of(spaces, blows), blows.cases
    mine, theirs = (_Side(spaces, blows, struck) for struck in (0, 1))
    moved = mine.cost(theirs.starts, length.rounds), theirs.cost(mine.ends, length.rounds)
    ends, states = mine.ends.sum() * theirs.ends.sum(), mine.starts.sum() * theirs.starts.sum()
    seconds = length.rounds * cases * (5 * ends + 8 * states) * _ENTRY
    seconds += (10 + length.rounds * (1 + len(mine.starts) * len(theirs.starts))) * _CALL
    numbers = (3 + cases) * ends + (5 * cases + 2) * states
    return Cost(
        float(seconds + sum(seconds for seconds, _ in moved)),
        float(8 * numbers + sum(size for _, size in moved)),
        length,
    )


def length_of(spaces, blows):
    """Return the `Length` of a battle, estimated from its first case."""
    rounds = _rounds(spaces, blows)
    changing = AHEAD // 2
    while changing < rounds:
        now, later = (blows.pools(spaces, at, 1) for at in (changing, 2 * changing))
        if now.same(later):
            return Length(rounds, changing)
        changing *= 2
    return Length(rounds, rounds)


def _rounds(spaces, blows):
    """About how many rounds pass until all but 1e-13 is decided; later rounds may be deadlier."""
    fewest, number = MOST_ROUNDS, 1
    while number < fewest:
        fewest = min(fewest, number + _steady_rounds(spaces, blows, number))
        number *= 2
    return fewest


def _steady_rounds(spaces, blows, number):
    """The same if this round's numbers stayed: at first all strike, at last the two slowest."""
    pools = blows.pools(spaces, number, 1)
    power, unhurt = [], []
    for side, space in enumerate(spaces):
        other = spaces[1 - side]
        table = blows.at_most(side)[:, :, : int(other.hit_points.max())]
        attacks = pools.attacks[side][:, -1]
        shields = pools.defenses[1 - side][:, -1]
        pairs = table[attacks[:, :, None], shields[:, None]]
        mean = (1 - pairs).sum(axis=-1).min(axis=2)
        power.append((mean * space.sizes * blows.aoe[side][0]).sum())
        unhurt.append(pairs[..., 0].max())
    times = [
        spaces[1 - side].sizes @ spaces[1 - side].hit_points / max(power[side], 1e-9)
        for side in (0, 1)
    ]
    # A side whose hit points last long isn't the one whose losses end the battle.
    slow = sum(
        -log(min(max(stays, 1e-13), 1 - 1e-9)) * min(times) / time
        for stays, time in zip(unhurt, times, strict=True)
    )
    return int(min(2 * min(times) + _LOG_DECIDED / slow, MOST_ROUNDS))


class _Side:
    """Counts for one side, by its patterns in which somebody lives."""

    def __init__(self, spaces, blows, struck):
        space, other = spaces[struck], spaces[1 - struck]
        self._cases, self._space, self._patterns = blows.cases, space, space.patterns[1:]
        self._strikers = other.patterns[1:].sum(axis=1)
        self._aoe = int(blows.aoe[1 - struck].max(initial=1))
        self._damage = int(blows.damage[1 - struck].max(initial=1))
        self.starts = self._product(lambda a, h: comb(a + h - 1, a))
        self.ends = self._product(lambda a, h: comb(a + h, a))

    def _product(self, ways):
        """For each pattern the product of its groups' ways(living, hit points)."""
        total = np.ones(len(self._patterns))
        pairs = zip(self._space.sizes, self._space.hit_points, strict=True)
        for at, (size, points) in enumerate(pairs):
            by_count = [float(ways(a, int(points))) for a in range(size + 1)]
            total *= np.array(by_count)[self._patterns[:, at]]
        return total

    def cost(self, behind, rounds):
        """Return (seconds, bytes) to move these states; behind: columns per pattern opposite."""
        volley = self._volley()
        # Strikers in each pattern of the other side, times the columns they move.
        struck = float((self._strikers * behind).sum())
        calls = float(len(volley) * self._strikers.sum())
        seconds = volley.sum() * (struck + self._strikers.sum()) * _ENTRY + calls * _CALL
        seconds = seconds * self._cases * rounds + volley.sum() * _BUILT
        longest, every = self._listed()
        numbers = 3 * self.ends.max() * behind.max() * self._cases + longest
        return seconds + every * _LISTED, 8 * (numbers + 2 * volley.sum() + 6 * volley.max())

    def _volley(self):
        """For each pattern the entries that one fighter's blows touch in a column."""
        living = self._patterns.sum(axis=1)
        terms, together = np.ones(len(self._patterns)), np.zeros(len(self._patterns))
        for at, size in enumerate(self._space.sizes):
            cut, counts = int(self._space.hit_points[at]), self._patterns[:, at]
            damage = min(self._damage, cut)
            terms += np.array([damage * min(a, cut + 1) for a in range(size + 1)])[counts]
            if self._aoe > 1:
                ways = [_together(a, cut, damage, self._aoe) for a in range(size + 1)]
                together += np.array(ways)[counts]
        drawn = np.minimum(self._aoe, living)
        again = np.minimum(self._aoe - drawn, _AGAIN)
        return self.ends * (terms * (drawn + again) + together)

    def _listed(self):
        """How many numbers the longest list of tables of counts holds, and all lists together."""
        longest = total = 0.0
        for size, points in zip(self._space.sizes.tolist(), self._space.hit_points, strict=True):
            if self._aoe == 1 or size == 1:
                continue
            cell = (int(points) + 1) * (min(self._damage, int(points)) + 1)
            numbers = [4.0 * comb(a + cell - 1, a) * (cell + a) for a in range(2, size + 1)]
            longest, total = max(longest, *numbers), total + sum(numbers)
        return longest, total


def _together(living, most, damage, aoe):
    """Cases for each sorting when 2, 3, ... of a group of identical fighters are struck at once."""
    cases = comb(living + (most + 1) * (damage + 1) - 1, living) / comb(living + most, living)
    return max(0, min(living, aoe) - 1) * cases
