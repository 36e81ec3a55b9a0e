"""The sum of two independent random numbers, and what it costs."""

import numpy as np

MOST_WORK = 2_000_000_000  # multiplications of one sum: about a second
MOST_PAIRS = 4_000_000  # pairs of values that are listed and sorted: about a second
_FEW = 1000  # pairs that are listed faster than a grid is found
_SPARSE = 64  # multiplications that cost as much as a pair that is listed
_LONGEST = 10_000_000  # places of a grid
_BLOCK = 2048  # values of one convolution: longer ones leave the cache, or share out their work
_PARTS = 64  # parts of a whole number that a grid may have: halves, quarters, ...


def summed(one, other):
    """Return the values, ascending, and chances of a sum; one, other: pairs (values, chances).

    Values on a grid, such as whole numbers, are convolved; of others, or a few far apart, all pairs
    are listed.
    """
    pairs = len(one[0]) * len(other[0])
    grid = _grid_of(one[0], other[0]) if pairs > _FEW else None
    if grid and grid.work <= MOST_WORK and (grid.work <= _SPARSE * pairs or pairs > MOST_PAIRS):
        return _on(grid, one, other)
    if pairs > MOST_PAIRS:
        raise ValueError(
            f"the sum of {len(one[0]):,} and {len(other[0]):,} values takes too long: use fewer "
            f"values, such as whole numbers of fewer or smaller dice"
        )
    return gathered_up(np.add.outer(one[0], other[0]).ravel(), np.outer(one[1], other[1]).ravel())


def gathered_up(values, chances):
    """Return the values, ascending and each once, and their chances added up."""
    values, places = np.unique(values, return_inverse=True)
    return values, np.bincount(places.ravel(), chances, len(values))


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


class _Grid:
    """Places in equal steps on which all values of two random numbers lie.

    scale: parts of a whole number; step: in these parts; lengths: the places from the lowest to
    the highest value of each.
    """

    def __init__(self, scale, step, lengths):
        self.scale, self.step, self.lengths = scale, step, lengths
        self.work = lengths[0] * lengths[1]


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
    for (values, chances), length in zip((one, other), grid.lengths, strict=True):
        side, there = np.zeros(length), _places(values, grid.scale) // grid.step
        side[there] = chances
        sides.append((side, there))
        full = full and len(values) == length
    found = convolved(sides[0][0], sides[1][0])
    reached = np.arange(len(found)) if full else _reached(sides, len(found))
    low = one[0][0] + other[0][0]
    steps = reached * grid.step if grid.scale == 1 else reached * (grid.step / grid.scale)
    kind = np.result_type(one[0], other[0])
    return (low + steps).astype(kind), found[reached]


def _reached(sides, length):
    """The places of all sums that can come up, however small their chance."""
    marks = []
    for side, there in sides:
        mark = np.zeros(len(side))
        mark[there] = 1
        marks.append(mark)
    ways = convolved(*marks)
    return np.flatnonzero(ways[:length] > 0.5)
