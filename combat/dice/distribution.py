"""Exact finite distributions, their sums and mixtures."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from combat.core.checks import check_numbers, check_whole

_ROUNDING = 1e-9
MOST_WORK = 2_000_000_000  # multiplications of one sum: about a second
_MOST_PAIRS = 4_000_000  # pairs of values that are listed and sorted: about a second
_FEW = 1000  # pairs that are listed faster than a grid is found
_SPARSE = 64  # multiplications that cost as much as a pair that is listed
_LONGEST = 10_000_000  # places of a grid
_BLOCK = 2048  # values of one convolution: longer ones leave the cache, or share out their work
_PARTS = 64  # parts of a whole number that a grid may have: halves, quarters, ...


@dataclass(frozen=True, eq=False)
class Distribution:
    """A random number with finitely many values: `values` ascending, and their `chances`.

    Made by `dice`, `uniform`, `constant` or `mix`. `+` and `-` combine independent ones (or a
    number), `*` scales: 2 * uniform(1, 6) is twice one roll. Two are equal if their values and
    chances are. The chances sum to 1 within 1e-12 and never to more, so that 1 minus their sum is a
    chance, too. ValueError for chances below 0, or that don't sum to 1 within 1e-9, and for a sum
    of so many values that it would take more than about a second.

    >>> two = uniform(1, 6) + uniform(1, 6)
    >>> two.mean, round(two.at_least(10), 4), two
    (7.0, 0.1667, Distribution(2..12, mean 7))
    >>> 2 * uniform(1, 6), uniform(1, 6).map(lambda n: n**2)
    (Distribution(2..12 by 2, mean 7), Distribution(1..36 in 6 values, mean 15.1667))
    """

    values: np.ndarray
    chances: np.ndarray

    def __post_init__(self):
        for name in ("values", "chances"):
            object.__setattr__(self, name, np.asarray(getattr(self, name)))
        total = self.chances.sum()
        if not (abs(total - 1) <= _ROUNDING and self.chances.min() >= 0):
            raise ValueError(
                f"chances = {total:.9g} in sum, {self.chances.min():.4g} the least, are out of "
                f"range: each must be at least 0, and they must sum to 1"
            )
        if total > 1:
            object.__setattr__(self, "chances", _within_one(self.chances))

    def __eq__(self, other):
        if not isinstance(other, Distribution):
            return NotImplemented
        return np.array_equal(self.values, other.values) and np.array_equal(
            self.chances, other.chances
        )

    def __hash__(self):
        # Not a hash of all bytes, as those of 3 and 3.0 differ though the numbers are equal.
        ends = (self.values[0], self.values[-1], self.chances[0], self.chances[-1])
        return hash((len(self.values), *ends))

    @property
    def mean(self):
        """The expected value."""
        return float(self.values @ self.chances)

    @property
    def variance(self):
        """The expected squared distance from the mean."""
        return float((self.values - self.mean) ** 2 @ self.chances)

    @property
    def sd(self):
        """The standard deviation."""
        return self.variance**0.5

    def at_least(self, value):
        """Return the chance of at least this value, one number."""
        return float(self.chances[self.values >= value].sum())

    def quantile(self, share):
        """Return the smallest value such that the chance of at most this value is >= share."""
        check_numbers("share", share, low=0, high=1)
        # 1e-12, as by rounding the sum of the chances may lie a little below the share.
        place = np.searchsorted(np.cumsum(self.chances), share - 1e-12)
        return self.values[min(place, len(self.values) - 1)].item()

    def map(self, function):
        """Return the distribution of a function of the number; it takes and returns an array."""
        return gathered(np.broadcast_to(function(self.values), self.values.shape), self.chances)

    def sample(self, rng, size=None):
        """Return random values; rng is a numpy Generator or a seed."""
        return np.random.default_rng(rng).choice(self.values, size, p=self.chances)

    def __add__(self, other):
        if not isinstance(other, Distribution):
            return Distribution(self.values + other, self.chances)
        return _summed(self, other)

    __radd__ = __add__

    def __neg__(self):
        return Distribution(-self.values[::-1], self.chances[::-1])

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, factor):
        return self.map(lambda values: values * factor)

    __rmul__ = __mul__

    def __repr__(self):
        mean = round(self.mean, 9) + 0.0
        ends = f"{self.values[0]:g}..{self.values[-1]:g}"
        return f"Distribution({ends}{_apart(self.values)}, mean {mean:g})"


def _apart(values):
    """How the values lie between their ends, as text; nothing if they are 1 apart."""
    finite = values[np.isfinite(values)]
    gaps = np.diff(finite)
    if np.allclose(gaps, 1):
        return ""
    return f" by {gaps[0]:g}" if np.allclose(gaps, gaps[0]) else f" in {len(values):,} values"


def _within_one(chances):
    """The chances scaled to a sum of at most 1; any rounding error is taken from the greatest."""
    chances = chances / chances.sum()
    while (excess := chances.sum() - 1) > 0:
        chances[chances.argmax()] -= excess
    return chances


def constant(value):
    """Return the distribution that is always `value`.

    >>> constant(3).mean
    3.0
    """
    return Distribution(np.array([value]), np.ones(1))


def uniform(low, high):
    """Return the uniform distribution over the whole numbers low..high; ValueError if empty.

    >>> uniform(1, 4).chances
    array([0.25, 0.25, 0.25, 0.25])
    """
    if not (type(low) is int and type(high) is int):
        low, high = (
            int(check_whole(name, value)) for name, value in (("low", low), ("high", high))
        )
    if high < low:
        raise ValueError(f"high = {high} is out of range: it must be at least low = {low}")
    count = high - low + 1
    return Distribution(np.arange(low, high + 1), np.full(count, 1 / count))


def mix(weights, distributions):
    """Return the mixture: one of the distributions is chosen, with the weights as chances.

    weights: numbers >= 0 that sum to 1. ValueError otherwise.

    >>> mix([0.5, 0.5], [constant(0), uniform(1, 2)]).chances
    array([0.5 , 0.25, 0.25])
    """
    weights = check_numbers("weights", weights, low=0, high=1)
    if abs(weights.sum() - 1) > 1e-9:
        raise ValueError(f"weights = {weights.sum():g} in sum is out of range: it must be 1")
    return gathered(
        np.concatenate([d.values for d in distributions]),
        np.concatenate([w * d.chances for w, d in zip(weights, distributions, strict=True)]),
    )


def gathered(values, chances):
    """Return the distribution of values, with chances, in any order and possibly repeated."""
    values, places = np.unique(values, return_inverse=True)
    return Distribution(values, np.bincount(places.ravel(), chances, len(values)))


def _summed(one, other):
    """The distribution of the sum of two independent ones.

    Values on a grid, such as whole numbers, are convolved; of others, or a few far apart, all pairs
    are listed.
    """
    pairs = len(one.values) * len(other.values)
    grid = _grid_of(one.values, other.values) if pairs > _FEW else None
    if grid and grid.work <= MOST_WORK and (grid.work <= _SPARSE * pairs or pairs > _MOST_PAIRS):
        return _on(grid, one, other)
    if pairs > _MOST_PAIRS:
        raise ValueError(
            f"the sum of {len(one.values):,} and {len(other.values):,} values takes too long: use "
            f"fewer values, such as whole numbers of fewer or smaller dice"
        )
    sums, chances = np.add.outer(one.values, other.values), np.outer(one.chances, other.chances)
    return gathered(sums.ravel(), chances.ravel())


def convolved(one, other):
    """Return the convolution of two arrays of numbers >= 0, without loss by rounding."""
    short, long = sorted((one, other), key=len)
    if len(short) <= _BLOCK:
        return np.convolve(long, short)
    found = np.zeros(len(long) + len(short) - 1)
    for begin in range(0, len(short), _BLOCK):
        part = np.convolve(long, short[begin : begin + _BLOCK])
        found[begin : begin + len(part)] += part
    return found


class _Grid(NamedTuple):
    """Places in equal steps on which all values of two random numbers lie.

    scale: parts of a whole number; step: in these parts; lengths: the places from the lowest to
    the highest value of each.
    """

    scale: int
    step: int
    lengths: list

    @property
    def work(self):
        """How many multiplications the sum takes."""
        return math.prod(self.lengths)


def _grid_of(*both):
    """The `_Grid` of two arrays of values; None if there is none, or if it is too long."""
    scale = 1 if all(values.dtype.kind in "iu" for values in both) else _PARTS
    if any(not _countable(values, scale) for values in both):
        return None
    places = [_places(values, scale) for values in both]
    step = max(1, int(np.gcd.reduce([np.gcd.reduce(one) for one in places])))
    lengths = [int(one[-1]) // step + 1 for one in places]
    return _Grid(scale, step, lengths) if max(lengths) <= _LONGEST else None


def _countable(values, scale):
    """Whether the values are whole numbers of parts, small enough to be exact."""
    if values.dtype.kind not in "iuf" or not np.abs(values).max() * scale < 2**52:
        return False
    return scale == 1 or bool((values * scale == np.rint(values * scale)).all())


def _places(values, scale):
    """How many parts each value lies above the first."""
    return ((values - values[0]) * scale).astype(np.int64)


def _on(grid, one, other):
    """The sum of two random numbers whose values lie on a grid."""
    sides, full = [], True
    for side, length in zip((one, other), grid.lengths, strict=True):
        dense, there = np.zeros(length), _places(side.values, grid.scale) // grid.step
        dense[there] = side.chances
        sides.append((dense, there))
        full = full and len(side.values) == length
    found = convolved(sides[0][0], sides[1][0])
    reached = np.arange(len(found)) if full else _reached(sides, len(found))
    low = one.values[0] + other.values[0]
    steps = reached * grid.step if grid.scale == 1 else reached * (grid.step / grid.scale)
    kind = np.result_type(one.values, other.values)
    return Distribution((low + steps).astype(kind), found[reached])


def _reached(sides, length):
    """The places of all sums that can come up, however small their chance."""
    marks = [np.zeros(len(side)) for side, _ in sides]
    for mark, (_, there) in zip(marks, sides, strict=True):
        mark[there] = 1
    ways = convolved(*marks)
    return np.flatnonzero(ways[:length] > 0.5)
