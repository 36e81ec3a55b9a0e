"""The chain of a duel: two sides' states side by side, turn after turn, until one is dead."""

from dataclasses import dataclass

import numpy as np

DECIDED = 1e-13  # mass still fighting at which the chain stops
_BLOCK = 64  # rows: what is multiplied at once stays in the processor's cache
_FULL = 0.2  # from this share of entries on a sparse matrix is slower than a full one


@dataclass(frozen=True, eq=False)
class Side:
    """What one side is in, and what it does to the other.

    start: the state at the beginning. left: hit points by state. ticked: the matrix of a turn's
    end. kind: for each own state, the place of the action it takes in `actions`: matrices on
    the other's states, the last of which is death. seen, resting: which states can come about,
    and which at the start of a turn.
    """

    start: int
    left: np.ndarray
    ticked: object
    kind: np.ndarray
    actions: tuple
    seen: np.ndarray
    resting: np.ndarray


def fought(first, second, hps, max_turns):
    """Return the wins of both sides, arrays (turn, hp left), and the mass still undecided.

    first, second: a `Side` each; the first acts first in each turn. hps: their hit points.

    >>> from combat.nethack import Attacker, Defender, Fighter
    >>> from combat.nethack.sides import sides
    >>> rat = Fighter(name="rat", attacker=Attacker(), defender=Defender(), hp=3, strikes=("1d3",))
    >>> wins, undecided = fought(*sides(rat, rat), (3, 3), 2000)
    >>> wins[0][1].round(4)
    array([0.    , 0.    , 0.    , 0.1025])
    """
    ours, theirs = _by_kind(first, first.resting), _by_kind(second, second.resting)
    middle = _by_kind(second, second.seen)
    strikes = _Actions(first, ours, theirs, middle)
    answers = _Actions(second, middle, ours, ours, first.ticked)
    # Transposed once: a full matrix times a sparse one transposes it at each turn.
    ticked = second.ticked[middle][:, theirs].T.tocsr()
    alive = np.zeros((len(ours), len(theirs)))
    alive[ours == first.start, theirs == second.start] = 1
    # Turn 0 and 0 hit points are kept as empty rows, so that an index is what it says.
    wins = [[np.zeros(hp + 1)] for hp in hps]
    while alive.sum() > DECIDED and len(wins[0]) <= max_turns:
        alive, killed = strikes.on(alive)
        wins[0].append(np.bincount(first.left[ours], killed, hps[0] + 1))
        alive, killed = answers.on(alive)
        wins[1].append(np.bincount(second.left[middle], killed, hps[1] + 1))
        alive = (ticked @ alive.T).T
    return tuple(np.array(one) for one in wins), float(alive.sum())


class _Actions:
    """A side's actions on the other's states `before`, which make them the states `after`."""

    def __init__(self, side, own, before, after, then=None):
        self.result, self.killed = np.zeros((len(after), len(own))), np.zeros(len(own))
        self.parts = []
        for kind, action in enumerate(side.actions):
            rows = np.flatnonzero(side.kind[own] == kind)
            if len(rows):
                done = (action if then is None else action @ then).tocsr()[before]
                moves, kills = done[:, after].T.tocsr(), done[:, [-1]].toarray()[:, 0]
                moves = moves.toarray() if moves.nnz > _FULL * np.prod(moves.shape) else moves
                self.parts.append((slice(rows[0], rows[-1] + 1), moves, kills))

    def on(self, alive):
        """What is alive after an action, and the mass of victories by own state.

        alive: an array (own state, other's state); the result is (other's state, own state).
        """
        for rows, moves, kills in self.parts:
            self.killed[rows] = alive[rows] @ kills
            for some in _blocks(rows):
                self.result[:, some] = moves @ alive[some].T
        return self.result, self.killed


def _blocks(rows):
    """Rows in pieces; two shields of 60 hit points take 0.42 s so, 0.64 s in one piece."""
    return [
        slice(start, min(start + _BLOCK, rows.stop))
        for start in range(rows.start, rows.stop, _BLOCK)
    ]


def _by_kind(side, which):
    """The states of a mask without death, those that act alike side by side."""
    places = np.flatnonzero(which[:-1])
    return places[np.argsort(side.kind[places], kind="stable")]
