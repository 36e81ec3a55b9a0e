"""Processes and games the plain way: dense matrices, fractions, every policy in turn.

A table is {state: [(chance, next state)]}; what has no row, or an empty one, is an end. The rows of
a game are {state: {move: [(chance, next state)]}}.
"""

from fractions import Fraction
from itertools import product

import numpy as np


def states_of(table, start=()):
    """All states of a table and of a start, the ends last."""
    rows = [state for state in table if table[state]]
    targets = {state for row in table.values() for _, state in row} | {*table, *start}
    return rows + [state for state in targets if state not in rows]


def transitions(table, states):
    """The dense matrix of chances; the rows of ends are empty."""
    matrix = np.zeros((len(states), len(states)))
    for state, row in table.items():
        total = sum(chance for chance, _ in row)
        for chance, after in row:
            matrix[states.index(state), states.index(after)] += chance / total
    return matrix


def solved(table, start):
    """Chances of the ends, {state: chance}, and the expected number of steps, by linear algebra.

    A state is a trap if all that can be reached from it leads back to it.
    """
    states = states_of(table, start)
    matrix = transitions(table, states)
    reach = np.eye(len(states), dtype=bool) | (matrix > 0)
    for middle in range(len(states)):
        reach |= np.outer(reach[:, middle], reach[middle])
    ends = ~matrix.any(axis=1)
    traps = ~ends & (reach <= reach.T).all(axis=1)
    passed = ~ends & ~traps
    mass = np.array([start.get(state, 0.0) for state in states])
    inside = matrix[np.ix_(passed, passed)]
    visits = np.linalg.solve(np.eye(len(inside)) - inside.T, mass[passed])
    arrived = mass.copy()
    arrived[passed] = 0
    arrived[~passed] += visits @ matrix[np.ix_(passed, ~passed)]
    found = {states[at]: arrived[at] for at in np.flatnonzero(ends)}
    return found, np.inf if arrived[traps].sum() > 0 else visits.sum()


def in_fractions(table, start, end):
    """The chance to come from a state to an end, as a Fraction: Gauss on the numbers as given."""
    names = [state for state in table if table[state]]
    rows = []
    for state in names:
        row = [Fraction(int(state == other)) for other in names] + [Fraction(0)]
        total = sum(Fraction(chance) for chance, _ in table[state])
        for chance, after in table[state]:
            if after in names:
                row[names.index(after)] -= Fraction(chance) / total
            elif after == end:
                row[-1] += Fraction(chance) / total
        rows.append(row)
    for at in range(len(rows)):
        pivot = next(below for below in range(at, len(rows)) if rows[below][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [number / rows[at][at] for number in rows[at]]
        for other, row in enumerate(rows):
            if other != at and row[at]:
                rows[other] = [a - row[at] * b for a, b in zip(row, rows[at], strict=True)]
    return rows[names.index(start)][-1]


def policies(game, whose):
    """Every choice of one move for each of some states."""
    mine = [state for state in game if whose(state)]
    for choice in product(*(game[state] for state in mine)):
        yield dict(zip(mine, choice, strict=True))


def worth(game, policy, over, endless, state):
    """What a state is worth if all moves are chosen."""
    if state in over:
        return over[state]
    ends, _ = solved({at: game[at][move] for at, move in policy.items()}, {state: 1.0})
    known = sum(chance * over[end] for end, chance in ends.items())
    return known + (1 - sum(ends.values())) * endless


def value(game, over, first, endless, state):
    """The value of a state: the best policy of the first against the second's best answer."""
    answers = list(policies(game, lambda state: not first(state)))
    return max(
        min(worth(game, mine | theirs, over, endless, state) for theirs in answers)
        for mine in policies(game, first)
    )
