"""Duels of many pairs of units at once, exact, where nothing but hit points changes."""

import numpy as np

from combat.units.strikes.kill_curves import (
    MOST_OF_A_TABLE,
    MOST_WORK,
    KillCurve,
    hits_to_kill,
    typical_blows,
    work,
)
from combat.units.strikes.races import DECIDED, DuelSide, check_turns, duels_at_once
from combat.units.strikes.strikes import strikes_of_turns

_MOST_PAIRS = 256  # duels of a block: its arrays fit into the processor's second cache
_BLOCK = 64  # blows between two checks of who still stands
_MOST_CELLS = 1 << 21  # of one array of a block: blows times duels


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
            last += _BLOCK + last // 8
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
