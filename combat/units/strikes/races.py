"""Duels as races: who has dealt enough blows first, for many pairs at once.

Each side's time to kill the other is a chain of its own (see `kill_curves`). These two times and
the order of the rules are all that decides what happens in a turn.
"""

from dataclasses import dataclass

import numpy as np

from combat.units.strikes.kill_curves import KillCurve, blows_by

DECIDED = 1e-13  # a duel that goes on with a smaller chance counts as over
MOST_TURNS = 100_000
_BLOCK = 16  # turns between two checks of what is decided


@dataclass(frozen=True, eq=False)
class DuelSide:
    """One side of many duels: chances to hit, `HitsToKill` of the targets, actions a turn."""

    chances: np.ndarray
    targets: list
    speeds: np.ndarray


@dataclass(frozen=True, eq=False)
class DuelsAtOnce:
    """The results of many duels: arrays, one number for each duel.

    wins, left: of the first and the second side: the chance to win, and the mean hit points at the
    end, 0 if it has fallen. won: (turns, duels), the chance that it wins in the first, second, ...
    turn. both: the chance that they fall together; undecided: that neither has fallen. turns: the
    mean number of turns. going: (turns + 1, duels), the chance that the duel still goes on after 0,
    1, ... turns. stops: of each side, (turns + 1, duels): the chance that it kills when it has
    suffered the blows of so many turns, provided that it survives them; fails: that it doesn't kill
    in any of them.
    """

    wins: tuple
    won: tuple
    both: np.ndarray
    undecided: np.ndarray
    turns: np.ndarray
    left: tuple
    going: np.ndarray
    stops: tuple
    fails: tuple


def duels_at_once(mine, theirs, first, max_turns=None):
    """Return the `DuelsAtOnce` of two `DuelSide`s, exact to 1e-12.

    first: the chances that mine, and that theirs, acts before its opponent in a turn, numbers or
    arrays over the duels; the remaining chance is that both act at once. max_turns: the last turn;
    None goes on until all is decided; then one side of each pair must be able to hurt the other.
    """
    sides = mine, theirs
    curves = [KillCurve(side.chances, side.targets) for side in sides]
    turns = _run(curves, sides, max_turns)
    at = [blows_by(np.arange(turns + 1)[:, None], side.speeds) for side in sides]
    # Both are of the side that is struck: stands[0] and left[0] of the second.
    stands, left = (
        [np.take_along_axis(known, blows, 0) for known, blows in zip(series, at, strict=True)]
        for series in ([curve.alive for curve in curves], [curve.left for curve in curves])
    )
    # Rounding lets a chance to stand rise by 1e-19, but no chance to fall is below 0.
    falls = [np.maximum(standing[:-1] - standing[1:], 0) for standing in stands]
    going = stands[0] * stands[1]
    stops, won, ends = [], [], []
    for side in (0, 1):
        # A side that kills acting first has suffered no blow of that turn, one acting later all.
        stop = np.zeros_like(going)
        stop[:-1] = first[side] * falls[side]
        stop[1:] += (1 - first[side]) * falls[side]
        survives = stands[1 - side]
        won.append(falls[side] * (first[side] * survives[:-1] + (1 - first[side]) * survives[1:]))
        ends.append((stop * left[1 - side]).sum(axis=0) + stands[side][-1] * left[1 - side][-1])
        stops.append(stop)
    both = _chance((1 - first[0] - first[1]) * (falls[0] * falls[1]).sum(axis=0))
    return DuelsAtOnce(
        tuple(_chance(one.sum(axis=0)) for one in won),
        tuple(won),
        both,
        _chance(going[-1]),
        going[:-1].sum(axis=0),
        tuple(ends),
        going,
        tuple(stops),
        tuple(one[-1] for one in stands),
    )


def _chance(sums):
    """Clip sums of chances, which rounding may leave a hair above 1."""
    return np.clip(sums, 0, 1)


def _run(curves, sides, max_turns):
    """Advance both curves until all duels are decided, or to the last turn; return the turns."""
    most, turns = MOST_TURNS if max_turns is None else max_turns, 0
    while True:
        turns = min(most, turns + max(_BLOCK, turns // 8))
        going = 1.0
        for curve, side in zip(curves, sides, strict=True):
            blows = blows_by(turns, side.speeds)
            curve.advance(blows.max())
            going = going * np.take_along_axis(curve.alive, blows[None], 0)[0]
        if turns == most or (going < DECIDED).all():
            return turns


def check_turns(turns, max_turns, first, second):
    """Return how many turns a duel may take; ValueError naming both for more than 100,000."""
    turns = turns if max_turns is None else min(turns, max_turns)
    if turns > MOST_TURNS:
        raise ValueError(
            f"{first} against {second} takes up to {turns:,.0f} turns, too many to follow (at "
            f"most {MOST_TURNS:,}): say after how many to stop (max_turns)"
        )
    return turns
