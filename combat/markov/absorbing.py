"""Where a chain is absorbed: the expected visits of each state, and the circles without a way out.

The expected visits v of the states that are left again solve v = start + Q'v. Sorted by strongly
connected components, from the start to the ends, Q' is block-triangular: stretches without circles,
or with small ones, are one sparse elimination without fill-in, each large circle has one of its
own. Whatever way v is found, the mass by which it misses the equation bounds the error of every
chance: each unit of it could end at most once.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, diags_array
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import splu

_SMALL = 32  # states of a circle that fill no more than their own block
_LARGE = 20_000  # states of a circle that elimination can hold
_EXACT = 1e-14  # mass that may be missing from the visits
_REFINED = 3  # times that what is missing is solved for
PUSH = 5000  # what a step costs beside its chances, counted in chances
_MOST_WORK = 1e10  # chances that are followed through a circle too large to be eliminated


@dataclass(frozen=True, eq=False)
class Absorbed:
    """Where the mass of a chain ends: chances (states,) of its ends and of states in traps.

    steps: the expected number of steps till then. visits (states,): how often each state that is
    left again is expected to be met. traps (states,): bools, the states of circles
    without a way out. error: a bound on the error of any chance, great where a circle is hardly
    ever left.
    """

    chances: np.ndarray
    steps: float
    visits: np.ndarray
    traps: np.ndarray
    error: float


def absorbed(chain):
    """Return where the mass of a `Chain` ends, as `Absorbed`.

    >>> from combat.markov.chain import chain_of
    >>> walk = chain_of(2, lambda coins: 0 < coins < 6 and [(0.5, coins - 1), (0.5, coins + 1)], 9)
    >>> found = absorbed(walk)
    >>> dict(zip(walk.states, found.chances.round(12).tolist()))
    {2: 0.0, 1: 0.0, 3: 0.0, 0: 0.666666666667, 4: 0.0, 5: 0.0, 6: 0.333333333333}
    >>> round(found.steps, 9)
    8.0
    """
    labels = connected_components(chain.matrix, connection="strong")[1]
    traps = _traps(chain, labels)
    passed = ~(traps | chain.ends)
    moves = chain.matrix[passed]
    visits, error = _visits(moves, passed, chain.start[passed], labels[passed])
    arrived = np.where(passed, 0, chain.start) + np.where(passed, 0, moves.T @ visits)
    met = np.zeros(len(passed))
    met[passed] = visits
    return Absorbed(arrived, float(visits.sum()), met, traps, error)


def _traps(chain, labels):
    """Whether each state lies in a circle that is never left."""
    row, column = chain.matrix.nonzero()
    left = np.zeros(labels.max() + 1, bool)
    left[labels[row[labels[row] != labels[column]]]] = True
    return ~left[labels] & ~chain.ends


def _visits(moves, passed, start, labels):
    """The expected visits of the states passed, and the mass by which they miss their equation."""
    if not len(start):
        return np.zeros(0), 0.0
    # scipy numbers components from the ends to the start (Pearce's algorithm).
    order = np.argsort(-labels, kind="stable")
    matrix = without_diagonal(moves[:, passed][order][:, order])
    # What leaves a state is added up: 1 less a chance near 1 would have few digits.
    leaving = matrix.sum(axis=1) + moves[:, ~passed].sum(axis=1)[order]
    visits, start = np.zeros(len(start)), start[order]
    solve = solver(matrix, leaving, labels[order])

    def missing():
        return start - leaving * visits + matrix.T @ visits

    for _ in range(_REFINED):
        visits += solve(missing())
        error = float(np.abs(missing()).sum())
        if error <= _EXACT:
            break
    # What is missing is itself known to a few bits of each visit only.
    error += 4 * float(np.finfo(float).eps * np.abs(visits).sum())
    found = np.empty_like(visits)
    found[order] = np.maximum(visits, 0)
    return found, error


def without_diagonal(matrix):
    """Return a sparse matrix without what leads from a state to itself."""
    found = matrix.tocoo()
    row, column = found.coords
    off = row != column
    return csr_array((found.data[off], (row[off], column[off])), shape=found.shape)


def solver(matrix, leaving, labels):
    """Return a function that solves leaving v = mass + Q'v, stretch by stretch from the start.

    matrix: Q without its diagonal, its states sorted by their components, `labels`.
    """
    first = np.append(0, np.flatnonzero(np.diff(labels)) + 1)
    sizes = np.diff(np.append(first, len(labels)))
    large = sizes > _SMALL
    cuts = np.unique(np.concatenate([[0, len(labels)], first[large], first[large] + sizes[large]]))
    circles = set(first[large].tolist())
    stretches = [
        (slice(start, stop), _eliminated(matrix, leaving, slice(start, stop), start in circles))
        for start, stop in zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True)
    ]

    def solve(mass):
        mass, found = mass.copy(), np.zeros_like(mass)
        for stretch, inside in stretches:
            found[stretch] = inside(mass[stretch])
            if stretch.stop < len(mass):
                mass += matrix[stretch].T @ found[stretch]
        return found

    return solve


def _eliminated(matrix, leaving, stretch, circle):
    """A function that solves the equation of one stretch: many small circles, or a large one."""
    inside, leaving = matrix[stretch, stretch], leaving[stretch]
    if len(leaving) > _LARGE and circle:
        return lambda mass: _pushed(inside.T.tocsr(), leaving, mass)
    system = (diags_array(leaving) - inside.T).tocsc()
    order = "MMD_AT_PLUS_A" if circle else "NATURAL"
    try:
        return splu(system, permc_spec=order, diag_pivot_thresh=0).solve
    except RuntimeError:
        raise ValueError(
            "there is a circle that is left in less than 1 of 1e15 steps: make it an end"
        ) from None


def _pushed(into, leaving, mass):
    """Mass that goes through a large circle, pushed on till hardly any is left in it."""
    found = mass / leaving
    going = found
    for _ in range(int(_MOST_WORK / (into.nnz + PUSH))):
        going = (into @ going) / leaving
        found = found + going
        if np.abs(leaving * going).sum() <= _EXACT:
            return found
    raise ValueError(
        f"there is a circle of {len(mass):,} states that is left too seldom to follow: "
        f"`simulate` it, or make its states fewer"
    )
