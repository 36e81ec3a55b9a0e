"""The values of a game's positions: by sweeps, and by strategies where these take too long.

Sweeps over the states of a level narrow the interval of each from below and above. They are given
up where that takes more sweeps than solving for these states would, or than anybody waits for.

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
from combat.markov.absorbing import LARGE, eliminated, never_left, solver, without_diagonal
from combat.markov.positions import levels

FOREVER = 1e18  # stands for a sum without end: whoever may, avoids it or seeks it
ENDLESS = 1e15  # values beyond it are such sums, or have a chance of one
CLOSE = 1e-12  # an interval up to this width counts as a number
MOST_OPEN = 30_000  # states in slow circles, if nobody watches: some need a minute
_FIRST_SWEEPS = 100  # after these it is seen whether sweeps can do at all
_HARDLY = 0.9  # of the mean interval is left after the first sweeps: then they can't
_SURELY = 150  # sweeps of one level that are made before their cost is looked at
_SWEEP = 2000  # fixed cost of a sweep, in chances multiplied
_UNWATCHED = 1e9  # chances multiplied if nobody watches: some 20 seconds
_ENDING = 1e-6  # the small chance with which each step ends the game at first
_BETTER = 1e-9  # by how much a move must be better to be taken, while steps may end the game
_EXACTLY = 1e-12  # the same afterwards
_DOUBTFUL = 1e-6  # an error above this gives a warning
_ROUNDING = 1e-15  # a smaller chance to leave a level is none


def values_of(positions, ends, watch):
    """Return the values of all states of `Positions` if endless play counts as each of some ends.

    ends: three numbers, the worst first and the best last. An array (states, 3). Level by level,
    from the ends of the game to its start: a level without cycles takes one sweep, any other sweeps
    until the first and the last meet, or strategies where they don't soon.
    """
    order, stops = levels(positions)
    rows, move_stops = _sorted(positions, order)
    matrix, gains = _placed(positions.matrix[rows], order), positions.gains[rows]
    signs, known = positions.signs[order], positions.values[order][:, None]
    values, error = np.where(np.isnan(known), ends, known), 0.0
    for start, stop in zip(stops[1:-1].tolist(), stops[2:].tolist(), strict=True):
        moves = move_stops[start : stop + 1]
        its = slice(moves[0], moves[-1])
        level = _Level(
            matrix[its], gains[its], moves[:-1] - moves[0], signs[start:stop], start, watch
        )
        error += level.value(values, ends)
    if error > _DOUBTFUL:
        warn(f"its values are known only to {error:.0e}: some cycle is hardly ever left")
    found = np.empty_like(values)
    found[order] = values
    return found


class _Level:
    """States that lead to each other or to what is known.

    matrix (moves, all states): of their moves; gains (moves,): what each gains on average; starts:
    where the moves of each state begin. signs: of the states. first: the place of the first.
    """

    def __init__(self, matrix, gains, starts, signs, first, watch):
        self.matrix, self.gains, self.starts = matrix, gains, starts
        self.signs, self.watch = signs, watch
        self.places = slice(first, first + len(starts))
        self.many_moves = np.diff(np.append(starts, matrix.shape[0]))
        self.mine = np.repeat(signs, self.many_moves)

    def value(self, values, ends):
        """Fill in the values of the level; return their error by rounding, 0 for sweeps."""
        values[self.places] = 0.0
        gains = (self.matrix @ values + self.gains[:, None]).T.copy()
        inner = self.matrix[:, self.places].tocsr()
        if not inner.nnz:
            values[self.places] = self.best(gains).T
            return 0.0
        found = np.repeat(np.array(ends, float)[:, None], len(self.starts), axis=1)
        # What is gained on the way has no bounds to sweep from.
        if not self.gains.any() and self._swept(found, inner, gains, len(values)):
            values[self.places] = found.T
            return 0.0
        if len(self.starts) > MOST_OPEN and self.watch.progress is None:
            refuse(len(self.starts))
        begun, error, seen = found[[0, -1]].mean(axis=0), 0.0, {}
        known = np.abs(values)
        scale = max(1.0, known[known < ENDLESS].max(initial=0), np.abs(self.gains).max())
        for at, end in enumerate(ends):
            key = end, gains[at].tobytes()
            if key not in seen:
                game = _Game(self, inner, gains[at], end, scale, len(values))
                seen[key] = game.values(begun)
            values[self.places, at], missed = seen[key]
            error = max(error, missed)
        return error

    def best(self, moves):
        """Return the values of the best moves of each state; moves: (values, moves)."""
        return self.signs * np.maximum.reduceat(self.mine * moves, self.starts, axis=1)

    def _swept(self, found, inner, gains, everything):
        """Sweep until values from below and above meet; False if they don't, or too late."""
        both, ends = found[[0, -1]], gains[[0, -1]]
        states, watch = len(self.starts), self.watch
        begun = wide = _wide(both)
        unasked = states > MOST_OPEN and watch.progress is None
        # Strategies solve for all states some times: soon by elimination, else in about the square.
        work = _UNWATCHED if unasked else states**2 * (states > LARGE)
        most = max(_SURELY, work / (self.matrix.nnz + _SWEEP))
        sweep = 0
        while sweep < most and not (sweep == _FIRST_SWEEPS and wide > _HARDLY * begun):
            sweep += 1
            both = self.best((inner @ both.T).T + ends)
            close = CLOSE * max(1.0, np.abs(both).max())
            if (both[1] - both[0]).max() <= close:
                found[:] = both[[0, 0, 1]]
                return True
            wide = _wide(both)
            done = states * log(begun / wide) / log(begun / close)
            watch(self.places.start + max(0, done), everything)
        if unasked:
            refuse(states)
        found[[0, -1]] = both
        return False


class _Game:
    """The states of a level as a game; a choice is an array `chosen` (states,), a move for each."""

    def __init__(self, level, inner, gains, endless, scale, everything):
        self.endless, self.inner, self.gains, self.scale = endless, inner, gains, scale
        self.signs, self.level, self.everything = level.signs, level, everything
        self.who = np.repeat(np.arange(len(level.starts)), level.many_moves)
        self.out = level.matrix.sum(axis=1) - inner.sum(axis=1)
        self.out[self.out < _ROUNDING] = 0.0
        self._last = None, None, None

    def values(self, values):
        """Return the value of each state, and its error; values: approximate ones to begin with."""
        chosen = self.best(self.inner @ values + self.gains)
        for ending, better in ((_ENDING, _BETTER), (0.0, _EXACTLY)):
            chosen = self.improved(chosen, ending, better)
        return self.worth(chosen, 0.0), self.error(chosen)

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
        moves = (1 - ending) * (self.inner @ values + self.gains) + ending * self.endless
        best = self.best(moves)
        gain = self.signs * (moves[best] - moves[chosen])
        better = (self.signs == player) & (gain > better * self.scale)
        done = self.level.places.stop - np.count_nonzero(better)
        self.level.watch(done, self.everything)
        return np.where(better, best, chosen)

    def best(self, moves):
        """Return the best move of each open state, given the values of all moves."""
        order = np.lexsort((-self.signs[self.who] * moves, self.who))
        return order[self.level.starts]

    def worth(self, chosen, ending):
        """Return the value of each state if both keep to a choice; the last choice's are kept."""
        before, choice, values = self._last
        if before == ending and np.array_equal(choice, chosen):
            return values
        gains = (1 - ending) * self.gains[chosen] + ending * self.endless
        self._last = ending, chosen, self._solved(chosen, gains, self.endless, ending)
        return self._last[-1]

    @staticmethod
    def _endless(endless, labels, closed, gains):
        """What each state is worth if it is never left: without end, if more is always gained."""
        least, most = (np.zeros(labels.max(initial=-1) + 1) for _ in range(2))
        np.minimum.at(least, labels, gains)
        np.maximum.at(most, labels, gains)
        if (closed & (least < 0)[labels] & (most > 0)[labels]).any():
            raise ValueError(
                "gains: somebody goes on gaining and losing for ever, so the sum has no end: let "
                "each step end the game with a small chance"
            )
        return np.where(most > 0, FOREVER, np.where(least < 0, -FOREVER, endless))[labels]

    def error(self, chosen):
        """Return the error of a choice's values by rounding: some bits for each step."""
        steps = self._solved(chosen, np.ones(len(chosen)), 0.0, 0.0, steps=True)
        return 4 * np.finfo(float).eps * np.abs(steps).max(initial=0) * self.scale

    def _solved(self, chosen, gains, endless, ending, *, steps=False):
        """The solution of v = gains + (1 - ending) * rows v, with `endless` where no end is met.

        steps: whether these are counted, and not what they gain.
        """
        rows, out = self.inner[chosen], self.out[chosen]
        labels = connected_components(rows, connection="strong")[1]
        off = (1 - ending) * without_diagonal(rows)
        # The chances of leaving are added up, as 1 minus a chance near 1 would lose digits.
        leaving = off.sum(axis=1) + (1 - ending) * out + ending
        if not ending:
            closed = never_left(rows, labels, out > 0)
            if not steps:
                endless = self._endless(endless, labels, closed, self.level.gains[chosen])
            gains, leaving = np.where(closed, endless, gains), np.where(closed, 1.0, leaving)
            off = diags_array(np.where(closed, 0.0, 1.0)) @ off
        try:
            if np.bincount(labels).max() <= LARGE:
                return eliminated(off.T.tocsr(), leaving, circle=True)(gains)
            # From the ends to the start, as values flow against the direction of play.
            order = np.argsort(labels, kind="stable")
            matrix, found = off.tocsr()[order][:, order].T.tocsr(), np.empty_like(gains)
            found[order] = solver(matrix, leaving[order], labels[order])(gains[order])
            return found
        except ValueError as error:
            raise ValueError(
                f"{str(error).partition(':')[0]}: use fewer states, such as by merging the moves "
                f"of a turn into one"
            ) from None


def refuse(states):
    """Raise ValueError for more states in slow circles than are solved for unwatched."""
    raise ValueError(
        f"{states:,} states go round in circles that end too seldom: watch them with "
        f"progress=print, use at most {MOST_OPEN:,} of them, or make each circle end more often"
    )


def _sorted(positions, order):
    """The moves of the states in this order, and where those of each state begin."""
    counts = positions.many_moves[order]
    stops = np.append(0, np.cumsum(counts))
    return np.arange(stops[-1]) + np.repeat(positions.stops[order] - stops[:-1], counts), stops


def _placed(matrix, order):
    """A matrix (moves, states) with the states in this order."""
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    matrix.indices = place[matrix.indices].astype(matrix.indices.dtype)
    return matrix


def _wide(values):
    return float((values[1] - values[0]).sum())
