"""Estimates what an exact battle costs before it is fought: seconds and bytes."""

from math import comb, log
from typing import NamedTuple

import numpy as np

from combat.battle.chain import AHEAD, MOST_ROUNDS, most_losses
from combat.battle.chain_moves import ahead_of

# The limits of an exact battle in every game; a larger one is simulated or refused.
MOST_STATES = 100_000  # of both sides together
MOST_BYTES = 2e9
_LOG_DECIDED = 30  # -log of the chance at which a chain stops
# Seconds, measured on one core. They also decide between kernels and blow by blow.
_ENTRY = 1.2e-9  # multiply and add one entry of a sparse matrix
_FLOP = 0.4e-9  # multiply and add one entry of a dense matrix
_CALL = 150e-6  # one numpy step on a small array, for each form and striker
_MATRIX = 0.5e-6  # one small matrix among many
_BUILT = 60e-9  # build one entry of a sparse matrix
_LISTED = 15e-9  # one number in a list of tables of counts
_AGAIN = 100  # draws, not seconds: after so many hardly anything changes
_CASE = 0.35e-6  # sort one case among equal ones


class Length(NamedTuple):
    """About how many rounds a battle takes, and in how many of them its numbers change."""

    rounds: int
    changing: int


class Cost(NamedTuple):
    """Seconds on one core, bytes at most, and whether each side is `applied`, see `chain`.

    length: the `Length` on which the estimate rests. The cost of two battles, one after the other:

    >>> half = Cost(0.5, 1e6, (False, False), Length(20, 8))
    >>> (half + half).seconds, (half + half).bytes
    (1.0, 1000000.0)
    """

    seconds: float
    bytes: float
    applied: tuple
    length: Length

    def __add__(self, other):
        """Return the cost of two battles, one after the other."""
        return Cost(
            self.seconds + other.seconds,
            max(self.bytes, other.bytes),
            (),
            max(self.length, other.length),
        )


def cost(spaces, blows, length=None):
    """Return the `Cost` of `chain(spaces, blows)`; seconds are mostly right within a factor of 4.

    bytes: an upper bound on what is allocated at one time. length: the `Length` of a battle
    about as long, if it is known.

    >>> from combat.battle.chain import Steady
    >>> from combat.battle.chain_space import StateSpace
    >>> half = np.full((1, 1, 1), 0.5)
    >>> cost((StateSpace([2], [1]), StateSpace([1], [2])), Steady(([1], [1]), (half, half))).applied
    (False, False)
    """
    if not all(len(space.sizes) for space in spaces):
        return Cost(0.0, 0.0, (False, False), Length(0, 0))
    length, cases = length or length_of(spaces, blows), blows.cases
    mine, theirs = (_Side(spaces, blows, struck, length) for struck in (0, 1))
    rounds = length.rounds
    moved = mine.cost(theirs, theirs.starts), theirs.cost(mine, mine.ends)
    ends, states = mine.ends.sum() * theirs.ends.sum(), mine.starts.sum() * theirs.starts.sum()
    seconds = rounds * cases * (5 * ends + 8 * states) * _ENTRY
    seconds += (10 + rounds * (1 + len(mine.forms) * len(theirs.forms))) * _CALL
    numbers = (3 + cases) * ends + (5 * cases + 2) * states
    return Cost(
        float(seconds + sum(each.seconds for each in moved)),
        float(8 * numbers + sum(each.bytes for each in moved)),
        tuple(each.applied for each in moved),
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


class _Moved(NamedTuple):
    """What it costs to move the states of one side."""

    seconds: float
    bytes: float
    applied: bool


class _Side:
    """Counts for one side, by its patterns in which somebody lives."""

    def __init__(self, spaces, blows, struck, length):
        space, other = spaces[struck], spaces[1 - struck]
        self._cases, self._rounds = blows.cases, length.rounds
        self._most = most_losses(spaces, blows, struck)
        self._space, self._patterns = space, space.patterns[1:]
        self._strikers, self._members = other.patterns[1:].sum(axis=1), int(other.sizes.sum())
        self._aoe = int(blows.aoe[1 - struck].max(initial=1))
        self._damage = int(blows.damage[1 - struck].max(initial=1))
        self._asked = length.changing
        self.starts = self._product(lambda a, h, c: comb(a + h - 1, a))
        self.ends = self._product(lambda a, h, c: comb(a + h, a))
        self._losses = self._product(lambda a, h, c: comb(a + c, a))
        self._meetings = self._product(lambda a, h, c: comb(a + h * (c + 1) - 1, a))
        self._form, self.forms = self._alike()

    def _product(self, ways):
        """For each pattern the product of its groups' ways(living, hit points, most losses)."""
        total = np.ones(len(self._patterns))
        for at, (size, points) in enumerate(
            zip(self._space.sizes, self._space.hit_points, strict=True)
        ):
            by_count = [float(ways(a, int(points), int(self._most[at]))) for a in range(size + 1)]
            total *= np.array(by_count)[self._patterns[:, at]]
        return total

    def _alike(self):
        """The form of each pattern, and how many patterns each form has."""
        groups = np.stack([self._space.hit_points, self._most])
        _, alike = np.unique(groups, axis=1, return_inverse=True)
        kinds = np.where(self._patterns > 0, self._patterns * len(alike) + alike.ravel() + 1, 0)
        order = np.argsort(kinds == 0, axis=1, kind="stable")
        kinds = np.take_along_axis(kinds, order, 1)
        return np.unique(kinds, axis=0, return_inverse=True, return_counts=True)[1:]

    def _volley(self, own):
        """For each pattern the entries that one fighter's blows touch in a column."""
        most = self._space.hit_points if own else self._most
        sortings = self._product(lambda a, h, c: comb(a + (h if own else c), a))
        living = self._patterns.sum(axis=1)
        terms, together = np.ones(len(self._patterns)), np.zeros(len(self._patterns))
        for at, size in enumerate(self._space.sizes):
            cut, counts = int(most[at]), self._patterns[:, at]
            damage = min(self._damage, cut)
            terms += np.array([damage * min(a, cut + 1) for a in range(size + 1)])[counts]
            if self._aoe > 1:
                ways = [_together(a, cut, damage, self._aoe) for a in range(size + 1)]
                together += np.array(ways)[counts]
        drawn = np.minimum(self._aoe, living)
        again = np.minimum(self._aoe - drawn, _AGAIN)
        return sortings * (terms * (drawn + again) + together)

    def cost(self, other, behind):
        """Return the cheaper way to move these states; behind: columns per pattern of `other`."""
        kernels, applied = self._kernels(other, behind), self._applied(behind)
        return applied if applied.seconds < kernels.seconds else kernels

    def _kernels(self, other, behind):
        sizes, known = self.starts * self.ends, len(self._strikers) + 1
        volley = self._volley(own=False)
        cases = float(self._cases * self._asked * known)
        made = (2 * volley + self._meetings + 3 * sizes).sum() * _ENTRY
        made += len(self._patterns) * self._members * _CASE
        moved = sizes.sum() * (behind.sum() * _FLOP + len(behind) * _ENTRY)
        moved += len(self._patterns) * len(behind) * _MATRIX
        seconds = cases * made + self._cases * self._rounds * moved
        calls = len(self.forms) * self._members * (1 + min(self._aoe, _AGAIN) / 4)
        seconds += (1 + self._asked / AHEAD) * calls * _CALL
        seconds += (volley + self._meetings).sum() / self.forms.mean() * _BUILT
        seconds += self._listed(matched=True, every=True) * _LISTED
        ahead = min(ahead_of(sizes.sum() * known), self._asked)
        kept = self._cases * ahead * known * (2 * sizes + 6 * self._losses).sum()
        gathered = np.max(self.forms[self._form.ravel()] * sizes) * other.forms.max()
        built = self._meetings.max() * 14 + self._listed(matched=True)
        return _Moved(seconds, 8 * (kept + 2 * self._cases * gathered + built), False)

    def _applied(self, behind):
        volley = self._volley(own=True)
        # Strikers in each pattern of the other side, times the columns they move.
        struck = float((self._strikers * behind).sum())
        calls = float(len(volley) * self._strikers.sum())
        seconds = (volley.sum() * (struck * _ENTRY + self._strikers.sum() * _ENTRY)) + calls * _CALL
        seconds = seconds * self._cases * self._rounds + volley.sum() * _BUILT
        seconds += self._listed(matched=False, every=True) * _LISTED
        numbers = 3 * self.ends.max() * behind.max() * self._cases + self._listed(matched=False)
        return _Moved(seconds, 8 * (numbers + 2 * volley.sum() + 6 * volley.max()), True)

    def _listed(self, matched, every=False):
        """How many numbers the longest list of tables of counts holds, or all lists together."""
        longest = total = 0.0
        for at, size in enumerate(self._space.sizes.tolist()):
            points = int(self._space.hit_points[at])
            cut = int(self._most[at]) if matched else points
            cells = [points * (cut + 1)] if matched else []
            if self._aoe > 1:
                cells.append((cut + 1) * (min(self._damage, cut) + 1))
            for cell in cells if size > 1 else []:
                numbers = [4.0 * comb(a + cell - 1, a) * (cell + a) for a in range(2, size + 1)]
                longest, total = max(longest, *numbers), total + sum(numbers)
        return total if every else longest


def _together(living, most, damage, aoe):
    """Cases for each sorting when 2, 3, ... of a group of identical fighters are struck at once."""
    cases = comb(living + (most + 1) * (damage + 1) - 1, living) / comb(living + most, living)
    return max(0, min(living, aoe) - 1) * cases
