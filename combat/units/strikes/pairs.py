"""Duels of many pairs of units at once, exact, where nothing but hit points changes."""

import numpy as np

from combat.units.strikes.kill_curves import (
    MOST_OF_A_TABLE,
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
    pairs = Pairs(strikes, back, places=places, rules=rules, max_turns=max_turns)
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


def blows_of(strikes, places, most_blows):
    """Return the mean number of blows to the kill of some pairs, an array (pairs,).

    Infinite where none can hurt. ValueError for a kill of more than most_blows, and for more work
    than some minutes. places: two arrays, of the attackers and of the defenders.
    """
    chances, which = strikes.chance[tuple(places)], strikes.which[tuple(places)]
    hps = np.array([unit.hp for unit in strikes.defenders])[places[1]]
    expected = typical_blows(chances, strikes.amounts, which, hps)
    ends = np.flatnonzero(np.isfinite(expected))
    steps = work(strikes.amounts, which[ends], hps[ends], expected[ends]).sum()
    if (expected[ends] > most_blows).any() or steps > MOST_OF_A_TABLE:
        raise ValueError("these kills take too many blows to be followed together")
    order, means = ends[np.argsort(expected[ends], kind="stable")], np.full(len(hps), np.inf)
    for start in range(0, len(order), _MOST_PAIRS):
        block = order[start : start + _MOST_PAIRS]
        targets = hits_to_kill(strikes.amounts, which[block], hps[block])
        curve, blows = KillCurve(chances[block], targets), 0
        while (curve.alive[blows] >= DECIDED).any():
            blows += _BLOCK
            curve.advance(blows)
        means[block] = curve.alive.sum(axis=0)
    return means


class Pairs:
    """The duels of some units, each with an opponent; `fought` fights them.

    strikes: the `AttackTable` of the units at the opponents. back: that of the opponents at the
    units; None if it is the same. places: for each duel the places of the unit and of its
    opponent, two arrays (duels,). turns: about how many each duel takes; infinite if it can't end.
    many: the number of those that can.
    """

    def __init__(self, strikes, back=None, *, places, rules, max_turns=None):
        first, second = (np.asarray(some) for some in places)
        back = strikes if back is None else back
        self._ways = _Way(strikes, first, second, rules), _Way(back, second, first, rules)
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
        self._check_work()

    def fought(self):
        """Yield blocks of duels of about the same length that end: their places and results."""
        ends = self._ends
        order = ends[np.argsort(self.turns[ends], kind="stable")]
        fastest, start = max(way.speeds.max() for way in self._ways), 0
        while start < len(order):
            longest = self.turns[order[min(start + _MOST_PAIRS, len(order)) - 1]]
            size = int(max(1, min(_MOST_PAIRS, _MOST_CELLS // (longest * fastest))))
            block = order[start : start + size]
            sides = (way.side(block) for way in self._ways)
            yield block, duels_at_once(*sides, self._first[block].T, self._max_turns)
            start += size

    def _turns(self):
        turns = np.minimum(*(way.turns() for way in self._ways))
        finite = np.where(np.isfinite(turns), turns, 0)
        longest = int(finite.argmax())
        check_turns(finite[longest], self._max_turns, *self._ways[0].names(longest))
        return turns if self._max_turns is None else np.minimum(turns, self._max_turns)

    def _check_work(self):
        ends = self._ends
        steps = sum(way.work(ends, self.turns[ends]) for way in self._ways)
        if steps > MOST_OF_A_TABLE:
            most = max(way.hps.max() for way in self._ways)
            raise ValueError(
                f"{len(ends):,} duels of up to {most:,} hit points are too many to follow "
                f"({steps:.0e} steps, at most {MOST_OF_A_TABLE:.0e}): take fewer units, or divide "
                f"hit points and damage by a number"
            )


class _Way:
    """One side of all duels: who strikes whom, as places in the `AttackTable`."""

    def __init__(self, strikes, who, whom, rules):
        self._strikes, self._who, self._whom = strikes, who, whom
        self._chances, self._which = strikes.chance[who, whom], strikes.which[who, whom]
        self.hps = np.array([unit.hp for unit in strikes.defenders])[whom]
        self.speeds = np.array([rules.speed_of(unit) for unit in strikes.attackers])[who]
        self._targets = {}

    def names(self, pair):
        """The names of the striker and the target of a duel."""
        return (
            self._strikes.attackers[self._who[pair]].name,
            self._strikes.defenders[self._whom[pair]].name,
        )

    def turns(self):
        """About how many turns each duel takes if nobody strikes back."""
        return (
            typical_blows(self._chances, self._strikes.amounts, self._which, self.hps) / self.speeds
        )

    def work(self, pairs, turns):
        """The steps of following so many turns of some pairs."""
        blows = turns * self.speeds[pairs]
        return work(self._strikes.amounts, self._which[pairs], self.hps[pairs], blows).sum()

    def side(self, pairs):
        """The `DuelSide` of some pairs."""
        keys = list(zip(self._which[pairs].tolist(), self.hps[pairs].tolist(), strict=True))
        new = [key for key in dict.fromkeys(keys) if key not in self._targets]
        if new:
            made = hits_to_kill(self._strikes.amounts, *map(list, zip(*new, strict=True)))
            self._targets.update(zip(new, made, strict=True))
        targets = [self._targets[key] for key in keys]
        return DuelSide(self._chances[pairs], targets, self.speeds[pairs])
