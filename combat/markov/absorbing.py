"""Where a chain is absorbed: the expected visits of each state, and cycles without a way out.

The expected visits v of the transient states solve v = start + Q'v. With states sorted by strongly
connected components, from the start to the ends, Q' is block-triangular. A stretch with only small
cycles, or none, is solved by one sparse elimination without fill-in; each large cycle by one of its
own. However v is found, the mass by which it misses the equation bounds the error of every chance,
as each unit of mass ends at most once.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, diags_array
from scipy.sparse.csgraph import connected_components, reverse_cuthill_mckee
from scipy.sparse.linalg import splu

_SMALL = 32  # states of a cycle small enough to share an elimination with others
LARGE = 5_000  # states of a cycle up to which it is solved by elimination, whatever its form
_WIDTH = 1e8  # states times the width of a cycle, up to which elimination has room
_ELIMINATION = 3e10  # states times the width squared: some seconds
_EXACT = 1e-14  # mass that may be missing from the visits
_REFINED = 3  # how often the missing mass is solved for, at most
PUSH = 5000  # fixed cost of a step, in chances multiplied
_MOST_WORK = 2e9  # chances multiplied for a cycle too large for elimination, at most: some seconds
_LOOK = 20  # steps between looks whether what still goes on keeps its shares
_SETTLED = 1e-6  # how far off these may be, of what will still come


@dataclass(frozen=True, eq=False)
class Absorbed:
    """Where the mass of a chain ends: chances (states,) of its ends and of states in traps.

    steps: the expected number of steps till then. visits (states,): the expected number of visits
    of each transient state. traps (states,): bools, the states of cycles without a way out. error:
    a bound on the error of any chance; large if some cycle is hardly ever left.
    """

    chances: np.ndarray
    steps: float
    visits: np.ndarray
    traps: np.ndarray
    error: float


def absorbed(chain):
    """Return where the mass of a `Chain` ends: `Absorbed`."""
    labels = connected_components(chain.matrix, connection="strong")[1]
    traps = never_left(chain.matrix, labels, chain.ends)
    passed = ~(traps | chain.ends)
    moves = chain.matrix[passed]
    visits, error = _visits(moves, passed, chain.start[passed], labels[passed])
    arrived = np.where(passed, 0, chain.start) + np.where(passed, 0, moves.T @ visits)
    met = np.zeros(len(passed))
    met[passed] = visits
    return Absorbed(arrived, float(visits.sum()), met, traps, error)


def never_left(matrix, labels, out):
    """Return which states lie in cycles without a way out; out: bools, which have one beside."""
    row, column = matrix.nonzero()
    left = np.zeros(labels.max(initial=-1) + 1, bool)
    left[labels[row[labels[row] != labels[column]]]] = True
    left[labels[out]] = True
    return ~left[labels]


def _visits(moves, passed, start, labels):
    """The expected visits of the transient states, and the mass by which they miss the equation."""
    if not len(start):
        return np.zeros(0), 0.0
    # scipy numbers the components from the ends to the start (Pearce's algorithm).
    order = np.argsort(-labels, kind="stable")
    matrix = without_diagonal(moves[:, passed][order][:, order])
    # The chances of leaving are added up, as 1 minus a chance near 1 would lose digits.
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
    # The missing mass is itself known only to a few bits of each visit.
    error += 4 * float(np.finfo(float).eps * np.abs(visits).sum())
    found = np.empty_like(visits)
    found[order] = np.maximum(visits, 0)
    return found, error


def without_diagonal(matrix):
    """Return a sparse matrix without its diagonal, the chances to stay in a state."""
    found = matrix.tocoo()
    row, column = found.coords
    off = row != column
    return csr_array((found.data[off], (row[off], column[off])), shape=found.shape)


def solver(matrix, leaving, labels):
    """Return a function of `mass` that solves leaving * v = mass + Q'v, stretch by stretch."""
    first = np.append(0, np.flatnonzero(np.diff(labels)) + 1)
    sizes = np.diff(np.append(first, len(labels)))
    large = sizes > _SMALL
    cuts = np.unique(np.concatenate([[0, len(labels)], first[large], first[large] + sizes[large]]))
    circles = set(first[large].tolist())
    stretches = [
        (
            slice(start, stop),
            eliminated(matrix[start:stop, start:stop], leaving[start:stop], start in circles),
        )
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


def eliminated(inside, leaving, circle):
    """Return a function that solves leaving * v = mass + Q'v for one stretch of states.

    inside: its matrix Q. circle: whether it has large cycles, or only small ones.
    """
    if circle and not _narrow(inside):
        return lambda mass: _pushed(inside.T.tocsr(), leaving, mass)
    system = (diags_array(leaving) - inside.T).tocsc()
    order = "MMD_AT_PLUS_A" if circle else "NATURAL"
    try:
        return splu(system, permc_spec=order, diag_pivot_thresh=0).solve
    except RuntimeError:
        raise ValueError(
            "there is a cycle that is left in less than 1 of 1e15 steps: make it an end"
        ) from None


def _narrow(inside):
    """Whether a cycle is small, or narrow in a row of its states, and so soon eliminated."""
    size = inside.shape[0]
    if size <= LARGE:
        return True
    order = reverse_cuthill_mckee((inside + inside.T).tocsr(), symmetric_mode=True)
    place = np.empty(size, int)
    place[order] = np.arange(size)
    row, column = inside.nonzero()
    width = int(np.abs(place[row] - place[column]).max())
    return size * width <= _WIDTH and size * width**2 <= _ELIMINATION


def _pushed(into, leaving, mass):
    """The visits in a large cycle: mass is pushed on step by step until hardly any is left.

    A cycle that is left seldom soon keeps the same shares of what is left: then what will come is a
    geometric series.
    """
    found = mass / leaving
    going = found
    for step in range(1, int(_MOST_WORK / (into.nnz + PUSH)) + 1):
        after = (into @ going) / leaving
        left = np.abs(leaving * after).sum()
        if step % _LOOK == 0 and left > _EXACT:
            share = (leaving * after).sum() / (leaving * going).sum()
            off = after - share * going
            if 0 < share < 1 and np.abs(leaving * off).sum() <= _SETTLED * (1 - share) * left:
                # All that follows is going * share / (1 - share), but for what follows of this.
                found = found + going * share / (1 - share)
                after = off / (1 - share)
        going = after
        found = found + going
        if np.abs(leaving * going).sum() <= _EXACT:
            return found
    raise ValueError(
        f"there is a cycle of {len(mass):,} states that is left too seldom to follow: "
        f"use fewer states, or `simulate` it if nobody decides"
    )
