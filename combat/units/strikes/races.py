"""Duels as races: who has dealt enough blows first, for many pairs at once, exact.

Nothing but hit points changes in them. So each side's time to kill the other is a chain of its own
(see `kill_curves`), and these two times and the order of the rules are all that decides what
happens in a turn.
"""

from dataclasses import dataclass

import numpy as np

from combat.units.strikes.kill_curves import (
    MOST_OF_A_TABLE,
    MOST_WORK,
    KillCurve,
    blows_by,
    hits_to_kill,
    typical_blows,
    work,
)
from combat.units.strikes.strikes import strikes_of_turns

DECIDED = 1e-13  # a duel that goes on with a smaller chance counts as over
MOST_TURNS = 100_000
_TURNS = 16  # turns between two checks of what is decided
_BLOWS = 64  # blows between two checks of who still stands
_MOST_PAIRS = 256  # duels of a block: its arrays fit into the processor's second cache
_MOST_CELLS = 1 << 21  # of one array of a block: blows times duels


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
    # Rounding may leave sums of chances a hair above 1.
    both = np.clip((1 - first[0] - first[1]) * (falls[0] * falls[1]).sum(axis=0), 0, 1)
    return DuelsAtOnce(
        tuple(np.clip(one.sum(axis=0), 0, 1) for one in won),
        tuple(won),
        both,
        np.clip(going[-1], 0, 1),
        going[:-1].sum(axis=0),
        tuple(ends),
        going,
        tuple(stops),
        tuple(one[-1] for one in stands),
    )


def _run(curves, sides, max_turns):
    """Advance both curves until all duels are decided, or to the last turn; return the turns."""
    most, turns = MOST_TURNS if max_turns is None else max_turns, 0
    while True:
        turns = min(most, turns + max(_TURNS, turns // 8))
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


def duels_of(units, others, rules, places, max_turns=None, strikes=None, progress=None):
    """Return the results of the duels of some pairs: {name: array}.

    win, lose, turns, left, left of the other, both and undecided. places: two arrays, of the units
    in `units` and of their opponents in `others`. progress: called as progress(done, duels).
    """
    who, whom = places
    strikes = strikes_of_turns(units, others, rules) if strikes is None else strikes
    back = None if units == others else strikes_of_turns(others, units, rules)
    how = {"rules": rules, "max_turns": max_turns, "most_work": MOST_OF_A_TABLE}
    pairs = Pairs(strikes, back, places=places, **how)
    many = len(who)
    results = {
        "win": np.zeros(many),
        "lose": np.zeros(many),
        "turns": np.full(many, np.inf if max_turns is None else float(max_turns)),
        "left": np.array([unit.hp for unit in units], float)[who],
        "left of the other": np.array([unit.hp for unit in others], float)[whom],
        "both": np.zeros(many),
        "undecided": np.ones(many),
    }
    done = 0
    for block, ended in pairs.fought():
        done += len(block)
        if progress is not None:
            progress(done, pairs.many)
        undecided = 0 if max_turns is None else ended.undecided
        numbers = *ended.wins, ended.turns, *ended.left, ended.both, undecided
        for array, values in zip(results.values(), numbers, strict=True):
            array[block] = values
    return results


def kills_of(strikes, places, *, most_blows, most_work=MOST_WORK):
    """Yield the kills of some pairs that end, if nobody strikes back: (pairs, `KillCurve`).

    In blocks of about the same length, each followed until all but one target in 10^13 have fallen.
    ValueError for a kill of more than most_blows, and for more steps than most_work. places: two
    arrays, of the attackers and of the defenders.
    """
    way = _Way(strikes, *map(np.asarray, places))
    blows = way.blows()
    ends = np.flatnonzero(np.isfinite(blows))
    if (blows[ends] > most_blows).any():
        longest = ends[blows[ends].argmax()]
        attacker, defender = way.names(longest)
        raise ValueError(
            f"{attacker} takes up to {blows[longest]:,.0f} blows to kill {defender}, too many to "
            f"follow (at most {most_blows:,}): he hits or hurts too seldom"
        )
    way.check_work(ends, blows[ends], most_work)
    order = ends[np.argsort(blows[ends], kind="stable")]
    for start in range(0, len(order), _MOST_PAIRS):
        block = order[start : start + _MOST_PAIRS]
        curve, last = way.curve(block), 0
        while (curve.alive[last] >= DECIDED).any():
            last += _BLOWS + last // 8
            curve.advance(last)
        yield block, curve


class Pairs:
    """The duels of some units, each with an opponent; `fought` fights them.

    strikes: the `AttackTable` of the units at the opponents. back: that of the opponents at the
    units; None if it is the same. places: for each duel the places of the unit and of its
    opponent, two arrays (duels,). turns: about how many each duel takes; infinite if it can't end.
    many: the number of those that can. ValueError for a duel of more than 100,000 turns, and for
    more steps than most_work.
    """

    def __init__(self, strikes, back=None, *, places, rules, most_work, max_turns=None):
        first, second = (np.asarray(some) for some in places)
        back = strikes if back is None else back
        self._ways = _Way(strikes, first, second), _Way(back, second, first)
        self._speeds = [
            np.array([rules.speed_of(unit) for unit in way.strikes.attackers])[way.who]
            for way in self._ways
        ]
        self._max_turns = max_turns
        self._first = np.array(
            [
                rules.acts_first(strikes.attackers[who], strikes.defenders[whom])
                for who, whom in zip(first.tolist(), second.tolist(), strict=True)
            ]
        )
        self.turns = self._turns()
        self._ends = np.flatnonzero(np.isfinite(self.turns))
        self.many = len(self._ends)
        for way, speeds in zip(self._ways, self._speeds, strict=True):
            blows = self.turns[self._ends] * speeds[self._ends]
            way.check_work(self._ends, blows, most_work)

    def fought(self):
        """Yield blocks of duels of about the same length that end: their places and results."""
        ends = self._ends
        order = ends[np.argsort(self.turns[ends], kind="stable")]
        fastest, start = np.max(self._speeds), 0
        while start < len(order):
            longest = self.turns[order[min(start + _MOST_PAIRS, len(order)) - 1]]
            size = int(max(1, min(_MOST_PAIRS, _MOST_CELLS // (longest * fastest))))
            block = order[start : start + size]
            yield block, duels_at_once(*self.sides(block), self._first[block].T, self._max_turns)
            start += size

    def sides(self, pairs):
        """The `DuelSide` of the units, and that of their opponents, in some duels."""
        return [
            DuelSide(way.chances[pairs], way.targets(pairs), speeds[pairs])
            for way, speeds in zip(self._ways, self._speeds, strict=True)
        ]

    def _turns(self):
        blows = [way.blows() for way in self._ways]
        turns = np.minimum(*(one / speed for one, speed in zip(blows, self._speeds, strict=True)))
        finite = np.where(np.isfinite(turns), turns, 0)
        longest = int(finite.argmax())
        check_turns(finite[longest], self._max_turns, *self._ways[0].names(longest))
        return turns if self._max_turns is None else np.minimum(turns, self._max_turns)


class _Way:
    """Who strikes whom, as places in the `AttackTable`: one side of all duels."""

    def __init__(self, strikes, who, whom):
        self.strikes, self.who, self._whom = strikes, who, whom
        self.chances, self._which = strikes.chance[who, whom], strikes.which[who, whom]
        self._hps = np.array([unit.hp for unit in strikes.defenders])[whom]
        self._targets = {}

    def names(self, pair):
        """The names of the striker and the target of a pair."""
        return (
            self.strikes.attackers[self.who[pair]].name,
            self.strikes.defenders[self._whom[pair]].name,
        )

    def blows(self):
        """About how many blows each kill takes if nobody strikes back, or infinite."""
        return typical_blows(self.chances, self.strikes.amounts, self._which, self._hps)

    def check_work(self, pairs, blows, most):
        """Raise ValueError if so many blows of some pairs take more than `most` steps."""
        hps = self._hps[pairs]
        steps = work(self.strikes.amounts, self._which[pairs], hps, blows).sum()
        if steps > most:
            _, target = self.names(pairs[hps.argmax()])
            raise ValueError(
                f"{target}: {hps.max():,} hit points are too many to follow each of them "
                f"({steps:.0e} steps, at most {most:.0e}): take fewer units or values, or divide "
                f"hit points and damage by a number"
            )

    def curve(self, pairs):
        """The `KillCurve` of some pairs."""
        return KillCurve(self.chances[pairs], self.targets(pairs))

    def targets(self, pairs):
        """The `HitsToKill` of some pairs."""
        keys = list(zip(self._which[pairs].tolist(), self._hps[pairs].tolist(), strict=True))
        new = [key for key in dict.fromkeys(keys) if key not in self._targets]
        if new:
            made = hits_to_kill(self.strikes.amounts, *map(list, zip(*new, strict=True)))
            self._targets.update(zip(new, made, strict=True))
        return [self._targets[key] for key in keys]
