"""The Markov chain of a duel over both sides' states, turn after turn, until one is dead."""

from dataclasses import dataclass

import numpy as np

from combat.nethack.states import States

DECIDED = 1e-13  # the chain stops when the chance of an undecided duel falls below this
_FULL = 0.2  # with a greater share of nonzero entries a dense matrix is faster than a sparse one


@dataclass(frozen=True, eq=False)
class Combatant:
    """The states of one side of a duel, and its actions on the other side's states.

    states: its `States`; it starts in the first condition, with all hit points. kind: for each own
    state, the index of the action that it takes. actions: transition matrices on the other side's
    states, the last of which is death. seen, resting: masks of the states that can be reached, and
    of those that can be at the start of a turn.
    """

    states: States
    kind: np.ndarray
    actions: tuple
    seen: np.ndarray
    resting: np.ndarray


def fought(first, second, hps, max_turns):
    """Return two `Combatant`s' chances to win, arrays (turn, hp left), and the undecided chance."""
    ours, theirs = _by_kind(first, first.resting), _by_kind(second, second.resting)
    middle = _by_kind(second, second.seen)
    strikes = _Actions(first, ours, theirs, middle)
    answers = _Actions(second, middle, ours, ours, first.states.ticked())
    # Transposed once here: a dense matrix times a sparse one would transpose it at each turn.
    ticked = second.states.ticked()[middle][:, theirs].T.tocsr()
    alive = np.zeros((len(ours), len(theirs)))
    alive[ours == first.states.hp - 1, theirs == second.states.hp - 1] = 1
    # Rows for turn 0 and for 0 hit points are kept, so that an index equals its turn or points.
    wins = [[np.zeros(hp + 1)] for hp in hps]
    while alive.sum() > DECIDED and len(wins[0]) <= max_turns:
        alive, killed = strikes.on(alive)
        wins[0].append(np.bincount(first.states.left[ours], killed, hps[0] + 1))
        alive, killed = answers.on(alive)
        wins[1].append(np.bincount(second.states.left[middle], killed, hps[1] + 1))
        alive = (ticked @ alive.T).T
    return tuple(np.array(won) for won in wins), float(alive.sum())


class _Actions:
    """A side's actions, which take the other side from the states `before` to those `after`."""

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
        """Return chances after an action on `alive`, (other, own), and of victory by own state."""
        for rows, moves, kills in self.parts:
            self.killed[rows] = alive[rows] @ kills
            self.result[:, rows] = moves @ alive[rows].T
        return self.result, self.killed


def _by_kind(side, which):
    """The states of a mask, without death, sorted by the action that they take."""
    places = np.flatnonzero(which[:-1])
    return places[np.argsort(side.kind[places], kind="stable")]
