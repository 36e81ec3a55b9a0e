"""Values of a game from below and from above, by sweeps over its states, level by level.

Each sweep narrows the interval of each state. Where that takes more sweeps than solving for all
states would, or more than anybody waits for unasked, the sweeps are given up.
"""

from math import log

import numpy as np

from combat.markov.positions import levels

CLOSE = 1e-12  # an interval up to this width counts as a number
MOST_OPEN = 30_000  # states in slow circles, if nobody watches: some need a minute
_FIRST_SWEEPS = 100  # after these it is seen whether sweeps can do at all
_HARDLY = 0.9  # of the mean interval is left after the first sweeps: then they can't
_SURELY = 500  # sweeps of one level that are made before their cost is looked at
_SWEEP = 2000  # fixed cost of a sweep, in chances multiplied
_UNWATCHED = 1e9  # chances multiplied if nobody watches: some 20 seconds


def interval(positions, worst, best, watch):
    """Return the value of each state from below and above; ValueError if too long unwatched."""
    order, stops = levels(positions)
    matrix, move_stops = _sorted(positions, order)
    signs = positions.signs[order][:, None]
    ends = positions.values[order][:, None]
    values = np.where(np.isnan(ends), [worst, best], ends)
    for start, stop in zip(stops[1:-1].tolist(), stops[2:].tolist(), strict=True):
        moves = move_stops[start : stop + 1]
        part = matrix[moves[0] : moves[-1]]
        level = slice(start, stop)
        if not _swept(values, level, part, moves[:-1] - moves[0], signs[level], watch):
            break
    found = np.empty_like(values)
    found[order] = values
    return found.T


def refuse(states):
    """Raise ValueError for more states in slow circles than are solved for unwatched."""
    raise ValueError(
        f"{states:,} states go round in circles that end too seldom: watch them with "
        f"progress=print, use at most {MOST_OPEN:,} of them, or make each circle end more often"
    )


def _sorted(positions, order):
    """The matrix with states and moves in this order, and where the moves of each state begin."""
    counts = positions.many_moves[order]
    stops = np.append(0, np.cumsum(counts))
    rows = np.arange(stops[-1]) + np.repeat(positions.stops[order] - stops[:-1], counts)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    matrix = positions.matrix[rows]
    matrix.indices = place[matrix.indices].astype(matrix.indices.dtype)
    return matrix, stops


def _swept(values, level, matrix, starts, signs, watch):
    """Sweep over a level's states until values from below and above meet; False if too late."""
    mine = np.repeat(signs, np.diff(np.append(starts, matrix.shape[0])), axis=0)
    begun, states = _wide(values[level]), len(starts)
    unasked = states > MOST_OPEN and watch.progress is None
    # Strategy iteration solves for all states, some times: about the square of them.
    most = max(_SURELY, (_UNWATCHED if unasked else states**2) / (matrix.nnz + _SWEEP))
    sweep = 0
    while True:
        sweep += 1
        found = signs * np.maximum.reduceat(mine * (matrix @ values), starts, axis=0)
        values[level] = found
        close = CLOSE * max(1.0, np.abs(found).max())
        if (found[:, 1] - found[:, 0]).max() <= close:
            return True
        wide = _wide(found)
        watch(level.start + states * log(begun / wide) / log(begun / close), len(values))
        hopeless = sweep == _FIRST_SWEEPS and wide > _HARDLY * begun
        if hopeless or sweep >= most:
            if unasked:
                refuse(states)
            return False


def _wide(values):
    return float((values[:, 1] - values[:, 0]).sum())
