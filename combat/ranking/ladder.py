"""Splits a matrix into a ladder of strength and a circle of rock, paper, scissors."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd
import scipy
from scipy.sparse import coo_array

from combat.ranking.rates import log_odds, win_rates

_NOTHING = 1e-9  # a share up to this is rounding, or the solver's tolerance


@dataclass(frozen=True, eq=False, repr=False)
class LadderAndCircle:
    """How a matrix splits into ladder and circle; printed, it is a sentence.

    ladder_share, circle_share: parts of all leads, sum 1 (a matrix of even fights is all ladder).
    ladder: a Series of each unit's rung, the mean of its leads, the highest first. triples: a frame
    of three units that go round: first, second, third (each beats the next, and the third beats
    the first) and turn, the smallest of their three leads; the greatest turn first.

    >>> found = ladder_and_circle([[0.5, 0.75, 0.9], [0.25, 0.5, 0.75], [0.1, 0.25, 0.5]])
    >>> found, found.ladder.round(2).tolist()
    (100% ladder, 0% circle, [1.1, 0.0, -1.1])
    """

    ladder_share: float
    circle_share: float
    ladder: pd.Series
    triples: pd.DataFrame

    def __repr__(self):
        shares = f"{self.ladder_share:.0%} ladder, {self.circle_share:.0%} circle"
        if round(self.circle_share, 2) == 0 or self.triples.empty:
            return shares
        around = self.triples.iloc[0][["first", "second", "third", "first"]]
        return f"{shares}: " + ", ".join(f"{one} beats {other}" for one, other in pairwise(around))


def ladder_and_circle(matrix, *, triples=10, attacks=False):
    """Return the `LadderAndCircle` of a matrix: how much of it is like rock, paper, scissors.

    For a designer: on a ladder, each unit beats all units below it, by much or little. A circle is
    rock, paper, scissors, where the best choice depends on what the opponent brings. A game that is
    all ladder has one best unit; a game with much circle needs scouting. 20 % circle means that a
    fifth of the sum of all leads cancels out in circles, as three friends who each owe the next
    the same money owe nothing.

    matrix, attacks: as in `win_rates`. triples: how many of them to return, at least 0. A lead is
    ln(rate / (1 - rate)), with rates beyond 0.5 % and 99.5 % counted as these.

    The leads are a flow from winner to loser. Any flow is the sum of an acyclic part and a
    circulation (Ahuja, Magnanti and Orlin, Network Flows, 1993, theorem 3.5); the circle's share is
    that of the greatest circulation, found by linear programming. By duality it is the least that
    a ladder must leave unexplained: the minimum, over all strengths s, of the sum of
    lead * max(0, 1 - (s of the winner - s of the loser)), divided by the sum of all leads.

    >>> names = ["Knight", "Archer", "Pikeman", "Rat"]
    >>> matrix = pd.DataFrame(0.5, names, names)
    >>> for one, other, rate in [(0, 1, 0.7), (1, 2, 0.7), (2, 0, 0.7)]:
    ...     matrix.iloc[one, other], matrix.iloc[other, one] = rate, 1 - rate
    >>> matrix.loc["Rat"], matrix["Rat"] = [0.1, 0.1, 0.1, 0.5], [0.9, 0.9, 0.9, 0.5]
    >>> ladder_and_circle(matrix)
    72% ladder, 28% circle: Knight beats Archer, Archer beats Pikeman, Pikeman beats Knight
    """
    rates = win_rates(matrix, attacks=attacks)
    names, flow = rates.index, log_odds(rates.to_numpy())
    leads = np.where(flow > _NOTHING, flow, 0)
    share = _circulating(leads) / leads.sum() if leads.any() else 0.0
    share = float(np.clip(share, 0, 1)) if share > _NOTHING else 0.0
    return LadderAndCircle(
        ladder_share=1 - share,
        circle_share=share,
        ladder=pd.Series(flow.mean(axis=1), pd.Index(names, name="unit"), name="rung").sort_values(
            ascending=False, kind="stable"
        ),
        triples=_triples(leads, names, triples),
    )


def _circulating(leads):
    """The greatest sum of a circulation within the leads: each unit's inflow equals its outflow."""
    winner, loser = np.nonzero(leads)
    edges, count = np.arange(len(winner)), len(leads)
    out = coo_array((np.ones(len(edges)), (winner, edges)), (count, len(edges)))
    into = coo_array((np.ones(len(edges)), (loser, edges)), (count, len(edges)))
    found = scipy.optimize.linprog(
        -np.ones(len(edges)),
        A_eq=(out - into).tocsr(),
        b_eq=np.zeros(count),
        bounds=np.column_stack([np.zeros(len(edges)), leads[winner, loser]]),
        method="highs",
    )
    return -found.fun


def _triples(leads, names, count):
    """The triples that go round, those with the greatest turn first."""
    rows = []
    # One unit at a time, as the 4.5 million triples of 300 units would take a gigabyte.
    for first in range(len(names) if count else 0):
        # The smallest of the leads first over second, second over third, third over first.
        turns = np.minimum(np.minimum(leads[first][:, None], leads), leads[:, first][None])
        turns[: first + 1] = turns[:, : first + 1] = 0
        some = np.flatnonzero(turns)
        best = some[np.argsort(-turns.ravel()[some].round(9), kind="stable")[:count]]
        places = (divmod(int(at), len(names)) for at in best)
        rows += [(first, second, third, turns[second, third]) for second, third in places]
    # Rounded, so that turns that differ only by rounding stay in the order of the matrix.
    rows = sorted(rows, key=lambda row: -round(row[3], 9))[:count]
    found = [(names[one], names[two], names[three], turn) for one, two, three, turn in rows]
    return pd.DataFrame(found, columns=["first", "second", "third", "turn"])
