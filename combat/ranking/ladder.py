"""Stronger and weaker, or rock, paper, scissors: what part of a matrix is which."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd

from combat.ranking.rates import log_odds, win_rates

SCALES = {"odds": log_odds, "lead": lambda rates: 2 * rates - 1}


@dataclass(frozen=True, eq=False, repr=False)
class LadderAndCircle:
    """How a matrix splits; shown, it is a sentence.

    ladder_share, circle_share: parts of the whole, sum 1 (of squares; a matrix of even fights is
    all ladder). ladder: a Series of each unit's rung, the highest first; two of them apart are
    what the ladder says of the pair. circle: a frame of what the ladder leaves unexplained, the
    row's unit against the column's; its rows add up to 0. triples: the greatest parts of the
    circle: a frame of first, second, third (each does better against the next than the ladder
    says, and the third against the first), turn (by how much, all around), share (of the circle;
    those of all triples add up to 1) and closed (whether each beats the next outright).

    >>> found = ladder_and_circle([[0.5, 0.75, 0.9], [0.25, 0.5, 0.75], [0.1, 0.25, 0.5]])
    >>> found, found.ladder.round(2).tolist()
    (100% ladder, 0% circle, [1.1, 0.0, -1.1])
    """

    ladder_share: float
    circle_share: float
    ladder: pd.Series
    circle: pd.DataFrame
    triples: pd.DataFrame

    def __repr__(self):
        shares = f"{self.ladder_share:.0%} ladder, {self.circle_share:.0%} circle"
        if round(self.circle_share, 2) == 0 or self.triples.empty:
            return shares
        top = self.triples.iloc[0]
        around = [top["first"], top["second"], top["third"], top["first"]]
        how, verb = ": ", "beats"
        if not top["closed"]:
            how, verb = "; better than the ladder says: ", "against"
        return shares + how + ", ".join(f"{one} {verb} {other}" for one, other in pairwise(around))


def ladder_and_circle(matrix, *, scale="odds", triples=10):
    """Return the `LadderAndCircle` of a matrix: how far one order of strength explains it.

    In a designer's words: on a ladder the stronger unit is stronger against everybody, and one
    number for each would do; a circle is rock, paper, scissors, where the choice depends on what
    the other brings. A game of nothing but ladder has one best unit, and one of much circle needs
    scouting.

    matrix: as in `win_rates`. scale: how a rate counts: "odds", ln(rate / (1 - rate)), on which
    strengths (see `strength`) make a pure ladder, rates beyond 0.5 % and 99.5 % counting as these;
    or "lead", wins less losses, in [-1, 1]. triples: how many of them to give, at least 0.
    ValueError outside.

    HodgeRank (Jiang, Lim, Yao and Ye 2011): the flow Y splits into a gradient and what goes round
    in circles; where each meets each, there is no third part. The rung of a unit is the mean of
    its row of Y, the turn of a triple Y(a, b) + Y(b, c) + Y(c, a), and the squares of all turns
    over the number of units are the square of the circle.

    >>> from combat.ranking import strength
    >>> names = ["Knight", "Archer", "Pikeman", "Rat"]
    >>> matrix = pd.DataFrame(0.5, names, names)
    >>> for one, other, rate in [(0, 1, 0.7), (1, 2, 0.7), (2, 0, 0.7)]:
    ...     matrix.iloc[one, other], matrix.iloc[other, one] = rate, 1 - rate
    >>> matrix.loc["Rat"], matrix["Rat"] = [0.1, 0.1, 0.1, 0.5], [0.9, 0.9, 0.9, 0.5]
    >>> ladder_and_circle(matrix)
    87% ladder, 13% circle: Knight beats Archer, Archer beats Pikeman, Pikeman beats Knight
    """
    if scale not in SCALES:
        raise ValueError(f"scale = {scale!r} is unknown: it must be one of {', '.join(SCALES)}")
    rates = win_rates(matrix)
    names, flow = rates.index, SCALES[scale](rates.to_numpy())
    rungs = flow.mean(axis=1)
    circle = flow - np.subtract.outer(rungs, rungs)
    whole = (flow**2).sum()
    share = float((circle**2).sum() / whole) if whole else 0.0
    # Below this it is rounding, and no triple means anything.
    share = share if share > 1e-20 else 0.0
    return LadderAndCircle(
        ladder_share=1 - share,
        circle_share=share,
        ladder=pd.Series(rungs, pd.Index(names, name="unit"), name="rung").sort_values(
            ascending=False, kind="stable"
        ),
        circle=pd.DataFrame(circle, names, pd.Index(names)),
        triples=_triples(circle, rates, triples if share else 0),
    )


def _triples(circle, rates, count):
    """The triples with the greatest turn, the greatest first."""
    names, won, best = rates.index, rates.to_numpy(), []
    # One unit at a time: the 4.5 million triples of 300 units at once would take a gigabyte.
    for first in range(len(names) - 2 if count else 0):
        later = np.arange(first + 1, len(names))
        row = circle[first, later]
        turns = np.triu(row[:, None] + circle[first + 1 :, first + 1 :] - row, 1)
        sizes = np.abs(turns).ravel()
        most = min(count, sizes.size - 1)
        for at in np.argpartition(-sizes, most)[: most + 1]:
            second, third = divmod(int(at), later.size)
            if second < third:
                found = first, first + 1 + second, first + 1 + third
                best.append((float(turns[second, third]), *found))
    best = sorted(best, key=lambda found: -abs(found[0]))[:count]
    around = [(turn, (a, b, c)) if turn > 0 else (-turn, (a, c, b)) for turn, a, b, c in best]
    whole = (circle**2).sum() / 2 * len(names)
    rows = [
        (
            *(names[place] for place in places),
            turn,
            turn**2 / whole,
            bool(all(won[one, other] > 0.5 for one, other in pairwise((*places, places[0])))),
        )
        for turn, places in around
    ]
    return pd.DataFrame(rows, columns=["first", "second", "third", "turn", "share", "closed"])
