"""Values of a game from below and from above, by sweeps over its states, level by level.

Each sweep narrows the interval of each state, in circles by the same share at last: so it is known
before how many sweeps are left, and what they cost.
"""

from math import inf, log

import numpy as np

from combat.markov.positions import levels

CLOSE = 1e-12  # an interval up to this width counts as a number
MOST_OPEN = 30_000  # states in slow circles, if nobody watches: some need a minute
_FIRST_SWEEPS = 100  # after these it is seen whether sweeps can do at all; then looked at again
_HARDLY = 0.9  # of the mean interval is left after the first sweeps: then they can't
_MOST_SWEEPS = 500  # of one level before it counts how many are left
_SWEEP = 2000  # fixed cost of a sweep, in chances multiplied
_EACH = 2e-8  # seconds for each chance multiplied
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


def refuse(states, cost=""):
    """Raise ValueError for more states in slow circles than are solved for unwatched."""
    raise ValueError(
        f"{states:,} states go round in circles that end too seldom{cost}: watch them with "
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
    begun = before = _wide(values[level])
    sweep = 0
    while True:
        sweep += 1
        found = signs * np.maximum.reduceat(mine * (matrix @ values), starts, axis=0)
        values[level] = found
        close = CLOSE * max(1.0, np.abs(found).max())
        if (found[:, 1] - found[:, 0]).max() <= close:
            return True
        wide = _wide(found)
        watch(level.start + len(found) * log(begun / wide) / log(begun / close), len(values))
        if sweep % _FIRST_SWEEPS:
            continue
        work = _sweeps_left(before, wide, close) * (matrix.nnz + _SWEEP)
        before = wide
        if not _worth_it(sweep, wide / begun, work, len(found), watch.progress is not None):
            return False


def _wide(values):
    return float((values[:, 1] - values[:, 0]).sum())


def _sweeps_left(before, wide, close):
    """How many sweeps are left if all narrow the intervals as the last ones did."""
    rate = log(before / wide) / _FIRST_SWEEPS
    return log(wide / close) / rate if rate > 0 else inf


def _worth_it(sweep, left, work, states, watched):
    """Whether to sweep on; left: the share of the intervals that is left, work: as predicted."""
    hopeless = sweep == _FIRST_SWEEPS and left > _HARDLY
    if watched or states <= MOST_OPEN:
        # Strategy iteration solves for all states, some times: about the square of them.
        return work <= states**2 or (sweep < _MOST_SWEEPS and not hopeless)
    if hopeless or (sweep >= _MOST_SWEEPS and work > _UNWATCHED):
        refuse(states, f", after some {_long(work * _EACH)}" if work < inf else "")
    return True


def _long(seconds):
    """A time in words."""
    for many, unit in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * many:
            return f"{seconds / many:,.0f} {unit}"
    return f"{seconds:,.0f} seconds"
