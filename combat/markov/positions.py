"""The positions of a game: who moves, where each move may lead, and what an end is worth.

`Watch` tells how far it is to explore them, or to find their values.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from combat.markov.chain import checked, gather, pairs_in, started, state_fault, too_many

_PAUSE = 0.2  # seconds between two reports
_FEWER = "merge the moves of a turn into one, or allow more (most_states)"


@dataclass(frozen=True, eq=False)
class Positions:
    """All positions of a game that can be reached from a start.

    matrix (moves, states): the chance that a move leads to a state. stops (states + 1,): where the
    moves of each state begin in it. signs (states,): 1 if the first player moves, -1 if the second.
    values (states,): what an end is worth, NaN if the game goes on. gains (moves,): what a move
    gains on average.
    """

    states: list
    index: dict
    start: dict
    names: list
    stops: np.ndarray
    matrix: csr_array
    signs: np.ndarray
    values: np.ndarray
    gains: np.ndarray

    @property
    def many_moves(self):
        """How many moves each state has."""
        return np.diff(self.stops)

    def only(self, kept):
        """Return the same game with only some moves; kept: bools (moves,)."""
        counts = np.add.reduceat(np.append(kept, False), self.stops[:-1]) * (self.many_moves > 0)
        places = np.flatnonzero(kept)
        flat = [name for names in self.names for name in names]
        left = iter([flat[place] for place in places.tolist()])
        names = [[next(left) for _ in range(count)] for count in counts.tolist()]
        stops = np.append(0, np.cumsum(counts))
        return Positions(
            self.states,
            self.index,
            self.start,
            names,
            stops,
            self.matrix[places],
            self.signs,
            self.values,
            self.gains[places],
        )


def positions_of(start, moves, over, first, gains, most_states, watch):
    """Return the `Positions` of a game; the parameters are those of `optimal`."""
    start = started(start)
    states, index = list(start), {state: place for place, state in enumerate(start)}
    names, values, signs, counts = [], [], [], [0]
    targets, chances, ends = [], [], [0]
    for state in states:
        value = _worth(over, state)
        values.append(value)
        options = {} if value == value else _options(moves, state)
        try:
            signs.append(1 if first is None or not options or first(state) else -1)
            for outcomes in options.values():
                gather(pairs_in(outcomes), states, index, targets, chances)
                ends.append(len(targets))
        except Exception as error:
            raise state_fault("moves", state, error) from error
        names.append(list(options))
        counts.append(counts[-1] + len(options))
        if len(states) > most_states:
            raise too_many(states, most_states, _FEWER)
        watch(len(states), most_states)
    stops, ends = np.array(counts), np.array(ends)
    owners = [states[place] for place in np.repeat(np.arange(len(states)), np.diff(stops)).tolist()]
    chances = checked(owners, chances, ends, "moves")
    shape, targets = (len(owners), len(states)), np.array(targets, int)
    gained = np.zeros(len(owners))
    if gains is not None:
        of_move = np.repeat(np.arange(len(owners)), np.diff(ends))
        each = [
            _gain(gains, owners[move], states[target])
            for move, target in zip(of_move.tolist(), targets.tolist(), strict=True)
        ]
        gained = np.bincount(of_move, chances * each, len(owners))
    matrix = csr_array((chances, targets, ends), shape=shape)
    matrix.sum_duplicates()  # with duplicates scipy's search for components doesn't end
    values = np.array(values)
    return Positions(states, index, start, names, stops, matrix, np.array(signs), values, gained)


def _gain(gains, state, after):
    """What a step gains, a number."""
    try:
        found = float(gains(state, after))
    except Exception as error:
        raise ValueError(
            f"gains({state!r}, {after!r}) raised {type(error).__name__}: {error}"
        ) from error
    if not np.isfinite(found):
        raise ValueError(f"gains({state!r}, {after!r}): {found} is no gain; give a number")
    return found


def _worth(over, state):
    """What an end is worth; NaN if the game goes on."""
    try:
        value = over(state)
        found = np.nan if value is None else float(value)
    except Exception as error:
        raise state_fault("over", state, error) from error
    if value is not None and not np.isfinite(found):
        raise ValueError(f"over({state!r}): {value!r} is no value; give a number, or None")
    return found


def _options(moves, state):
    """The moves of a state that isn't an end: {move: outcomes}."""
    try:
        found = moves(state)
    except Exception as error:
        raise state_fault("moves", state, error) from error
    if not isinstance(found, Mapping):
        raise ValueError(f"moves({state!r}): give a dict, {{move: list of (chance, state)}}")
    if not found:
        raise ValueError(f"moves({state!r}): nobody can move, and over() gives it no value")
    return found


def levels(positions):
    """Return the states sorted by level, so that moves lead to their own level or an earlier one.

    Two arrays: order (states,), places; and stops (levels + 1,), where each level begins. The first
    level has the ends; any other has cycles (strongly connected components) without moves between
    them.
    """
    many = len(positions.states)
    outcomes = positions.matrix
    row_stops = outcomes.indptr[positions.stops]
    # Copied, as duplicates are summed in place: two moves may lead to one state.
    parts = np.ones(outcomes.nnz), outcomes.indices.copy(), row_stops
    graph = csr_array(parts, shape=(many, many))
    graph.sum_duplicates()
    count, label = connected_components(graph, connection="strong")
    label = label.astype(np.int64)  # scipy's are int32, too small for the products below
    source, target = (label[places] for places in graph.nonzero())
    edges = np.unique((source * count + target)[source != target])
    height = _heights(count, edges // count, edges % count)[label]
    level = np.where(np.isnan(positions.values), np.maximum(height, 1), 0)
    order = np.argsort(level, kind="stable")
    return order, np.append(0, np.cumsum(np.bincount(level)))


def _heights(many, source, target):
    """The longest way from each node of an acyclic graph to one without outgoing edges."""
    order = np.argsort(target, kind="stable")
    source, stops = source[order], np.searchsorted(target[order], np.arange(many + 1))
    waiting = np.bincount(source, minlength=many)
    heights, height = np.zeros(many, int), 0
    ready = np.flatnonzero(waiting == 0)
    while ready.size:
        heights[ready] = height
        counts = stops[ready + 1] - stops[ready]
        # The places of all edges into nodes that are ready.
        places = np.arange(counts.sum()) + np.repeat(
            stops[ready] - np.append(0, np.cumsum(counts)[:-1]), counts
        )
        nodes, times = np.unique(source[places], return_counts=True)
        waiting[nodes] -= times
        ready, height = nodes[waiting[nodes] == 0], height + 1
    return heights


class Watch:
    """Calls progress(done, everything) some times a second; None: nobody watches."""

    def __init__(self, progress=None):
        self.progress, self._next = progress, 0.0

    def __call__(self, done, everything):
        if self.progress is not None and perf_counter() >= self._next:
            self.progress(int(done), everything)
            self._next = perf_counter() + _PAUSE
