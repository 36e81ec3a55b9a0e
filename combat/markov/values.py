"""The values of a game's positions: by sweeps, and by strategies where these take too long.

Sweeps over the states, level by level, narrow the interval of each from below and above. They are
given up where that takes more sweeps than solving for all states would, or than anybody waits for.

Strategy iteration is exact: a choice of one move for each state makes a chain, whose values solve a
linear system. The second player gives the best answer to the first one's choice, then the first
switches to better moves, and so on (Hoffman and Karp 1966): each round improves, and there are
finitely many choices. At first, each step ends the game with a small chance, worth what endless
play is worth: so waiting for ever differs from making progress. The choice found this way is then
improved without that chance.
"""

from math import log

import numpy as np
from scipy.sparse import diags_array
from scipy.sparse.csgraph import connected_components

from combat.core.checks import warn
from combat.markov.absorbing import never_left, solver, without_diagonal
from combat.markov.positions import levels

CLOSE = 1e-12  # an interval up to this width counts as a number
MOST_OPEN = 30_000  # states in slow circles, if nobody watches: some need a minute
_FIRST_SWEEPS = 100  # after these it is seen whether sweeps can do at all
_HARDLY = 0.9  # of the mean interval is left after the first sweeps: then they can't
_SURELY = 500  # sweeps of one level that are made before their cost is looked at
_SWEEP = 2000  # fixed cost of a sweep, in chances multiplied
_UNWATCHED = 1e9  # chances multiplied if nobody watches: some 20 seconds
_ENDING = 1e-6  # the small chance with which each step ends the game at first
_BETTER = 1e-9  # by how much a move must be better to be taken, while steps may end the game
_EXACTLY = 1e-12  # the same afterwards
_DOUBTFUL = 1e-6  # an error above this gives a warning
_DENSE = 200  # states up to which a full matrix is faster than a sparse one


def values_by_strategies(positions, endless, values, watch):
    """Return the value of each state of `Positions`, exact but for rounding: an array (states,).

    endless: what a game that goes on for ever is worth. values: approximate values to begin with.
    watch: told how many states keep their move.
    """
    game = _Game(positions, endless, watch)
    chosen = game.best(game.matrix @ values)
    for ending, better in ((_ENDING, _BETTER), (0.0, _EXACTLY)):
        chosen = game.improved(chosen, ending, better)
    error = game.error(chosen)
    if error > _DOUBTFUL:
        warn(f"its values are known only to {error:.0e}: some cycle is hardly ever left")
    return game.worth(chosen, 0.0)


class _Game:
    """A game as arrays; a choice is an array `chosen` (open states,), a move for each."""

    def __init__(self, positions, endless, watch):
        self.endless, self.watch = endless, watch
        self.open = np.flatnonzero(positions.many_moves > 0)
        self.ends = np.where(positions.many_moves > 0, 0.0, np.nan_to_num(positions.values))
        self.signs = positions.signs[self.open]
        self.matrix = positions.matrix
        self.who = np.repeat(np.arange(len(self.open)), positions.many_moves[self.open])
        self.inner = self.matrix[:, self.open].tocsr()
        self.out = self.matrix[:, positions.many_moves == 0].sum(axis=1)
        self._last = None, None, None
        self.scale = max(1.0, np.abs(self.ends).max(initial=0), abs(endless))

    def improved(self, chosen, ending, better):
        """Return the best choice for both players, starting from another choice."""
        chosen, total = self._answered(chosen, ending, better)
        while True:
            after = self._switched(chosen, 1, ending, better)
            after, more = self._answered(after, ending, better)
            # By rounding, two moves may each look better in turn; then nothing is gained.
            if not more > total:
                return chosen
            chosen, total = after, more

    def _answered(self, chosen, ending, better):
        """The second player's best answer to the first one's choice, and the sum of the values."""
        total = self.worth(chosen, ending).sum()
        while True:
            after = self._switched(chosen, -1, ending, better)
            less = self.worth(after, ending).sum()
            if not less < total:
                return chosen, total
            chosen, total = after, less

    def _switched(self, chosen, player, ending, better):
        values = self.worth(chosen, ending)
        moves = (1 - ending) * (self.matrix @ values) + ending * self.endless
        best = self.best(moves)
        gain = self.signs * (moves[best] - moves[chosen])
        better = (self.signs == player) & (gain > better * self.scale)
        self.watch(len(self.ends) - np.count_nonzero(better), len(self.ends))
        return np.where(better, best, chosen)

    def best(self, moves):
        """Return the best move of each open state, given the values of all moves."""
        order = np.lexsort((-self.signs[self.who] * moves, self.who))
        return order[np.searchsorted(self.who, np.arange(len(self.open)))]

    def worth(self, chosen, ending):
        """Return the value of all states if both keep to a choice; the last choice's are kept."""
        before, choice, values = self._last
        if before == ending and np.array_equal(choice, chosen):
            return values
        self._last = ending, chosen, self._worth(chosen, ending)
        return self._last[-1]

    def _worth(self, chosen, ending):
        gains = (1 - ending) * (self.matrix[chosen] @ self.ends) + ending * self.endless
        values = self.ends.copy()
        values[self.open] = self._solved(chosen, gains, self.endless, ending)
        return values

    def error(self, chosen):
        """Return the error of a choice's values by rounding: some bits for each step."""
        steps = self._solved(chosen, np.ones(len(chosen)), 0.0, 0.0)
        return 4 * np.finfo(float).eps * np.abs(steps).max(initial=0) * self.scale

    def _solved(self, chosen, gains, endless, ending):
        """The solution of v = gains + (1 - ending) * rows v, with `endless` where no end is met."""
        rows, out = self.inner[chosen], self.out[chosen]
        labels = connected_components(rows, connection="strong")[1]
        off = (1 - ending) * without_diagonal(rows)
        # The chances of leaving are added up, as 1 minus a chance near 1 would lose digits.
        leaving = off.sum(axis=1) + (1 - ending) * out + ending
        if not ending:
            closed = never_left(rows, labels, out > 0)
            gains, leaving = np.where(closed, endless, gains), np.where(closed, 1.0, leaving)
            off = diags_array(np.where(closed, 0.0, 1.0)) @ off
        if len(gains) <= _DENSE:
            return np.linalg.solve(np.diag(leaving) - off.toarray(), gains)
        # From the ends to the start, as values flow against the direction of play.
        order = np.argsort(labels, kind="stable")
        matrix = off.tocsr()[order][:, order].T.tocsr()
        found = np.empty_like(gains)
        try:
            found[order] = solver(matrix, leaving[order], labels[order])(gains[order])
        except ValueError as error:
            raise ValueError(
                f"{str(error).partition(':')[0]}: use fewer states, such as by merging the moves "
                f"of a turn into one"
            ) from None
        return found


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
