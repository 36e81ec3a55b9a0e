"""Duels fought turn by turn: exact if they have few states, otherwise simulated with dice."""

import math
from dataclasses import replace

import numpy as np

from combat.battle.odds import starts_of
from combat.core.checks import warn
from combat.units.engine.ends import MOST_ROUNDS, fought, solved
from combat.units.engine.game import CompiledFight
from combat.units.sheets.roster import statuses_of
from combat.units.strikes.races import check_turns, duels_of

FIGHTS = 10_000
_WHY_DICE = (
    "Fought with dice: it has too many states to be solved exactly; hit points, counters, uses and "
    "the turns of statuses multiply them."
)
_PROBE = 100  # fights that test whether such fights end at all
_MOST_ENDLESS = 0.02
_AT_ONCE = 64  # pairs that are solved together
_MOST_UNWATCHED = 1_000_000  # of all pairs, if no progress is shown: about a minute
_PROBED = 4  # pairs by which the work of all is estimated
_MOST_PROBED = 20_000  # their states, at most: about a second


def turn_duel(first, second, rules, max_turns=None, start=None, *, exact=True):
    """Return the `Odds` of two units' duel, turn by turn."""
    names = first.name, second.name
    fighters = tuple((name,) for name in names)
    game = CompiledFight([first, second], [[0, 1]], 1, rules, max_rounds=max_turns)
    begun, weights = _begun(game, start)
    ends = solved(game, begun, weights) if exact else None
    if ends is None:
        found = _with_dice(game, names, start).odds(names, fighters, FIGHTS)
        return replace(found, notes=(*found.notes, _WHY_DICE)) if exact else found
    check_turns(ends.longest, max_turns, *names)
    found = ends.odds(names, fighters)
    helpless = found.endless and bool(game.harmless[[0, 1], [1, 0]].all())
    return replace(found, helpless=helpless)


def _begun(game, start):
    if start is None:
        return game.begun([0]), None
    ones, others, chances = starts_of(start)
    rows = game.begun(np.zeros(len(chances), int))
    rows["hp"][:] = np.array([ones, others])
    return rows, chances


def _with_dice(game, names, start):
    """The `Fought` of a duel; ValueError if too many of some fights hardly end."""
    rows, chances = _begun(game, start)
    which = np.zeros(FIGHTS, int)
    if chances is not None:
        which = np.random.default_rng(0).choice(len(chances), FIGHTS, p=chances)
    if game.max_rounds is None:
        endless = fought(game, rows.take(which[:_PROBE])).rounds >= MOST_ROUNDS
        if endless.mean() > _MOST_ENDLESS:
            raise ValueError(
                f"{' against '.join(names)} has too many states to be exact, and takes more than "
                f"{MOST_ROUNDS:,} turns with dice: say after how many to stop (max_turns)"
            )
    return fought(game, rows.take(which))


def turn_duels(units, others, rules, places, max_turns=None, progress=None):
    """Return the results of some duels, as `TurnDuels.found`, and how many were with dice.

    places: two arrays, of the units in `units` and of their opponents in `others`.
    """
    kinds = list(dict.fromkeys([*units, *others]))
    known = {unit: kind for kind, unit in enumerate(kinds)}
    sides = [np.array([known[unit] for unit in side]) for side in (units, others)]
    pairs = np.stack([side[at] for side, at in zip(sides, places, strict=True)], axis=1)
    tables = TurnDuels(kinds, pairs, rules, max_turns, progress)
    found = tables.found()
    if tables.fought:
        warn(
            f"{tables.fought:,} of {len(pairs):,} duels have too many states to be exact: they "
            f"were fought {FIGHTS:,} times each, their chances are within 1 %"
        )
    return found, tables.fought


class TurnDuels:
    """The duels of some pairs of kinds, many solved together.

    places: (pairs, 2), of the units in `kinds`. dice: whether those of too many states are fought
    with dice; without it their numbers are NaN.
    """

    def __init__(self, kinds, places, rules, max_turns=None, progress=None, *, dice=True):
        self._kinds, self._places, self._rules = kinds, places, rules
        self._max_turns, self._progress, self._dice = max_turns, progress, dice
        self.fought, self._done = 0, 0
        names = "win", "lose", "turns", "left", "left of the other", "both", "undecided"
        self._found = {name: np.zeros(len(places)) for name in names}

    def found(self):
        """The numbers of each pair: {name: array}."""
        by_turns = np.array([self._rules.duels_by_turns([kind]) for kind in self._kinds], bool)
        alone = ~by_turns[self._places].any(axis=1)
        rest, size = np.flatnonzero(~alone), _AT_ONCE if self._agree() else 1
        if self._progress is None:
            rest = self._probed(rest)
        self._all_at_once(np.flatnonzero(alone))
        while len(rest):
            if self._solved(rest[:size]) is not None:
                rest = rest[size:]
            elif size > 1:
                size //= 8  # what is too large together is tried in smaller groups from now on
            else:
                self._fight(rest[0])
                rest = rest[1:]
        return self._found

    def _agree(self):
        """Whether one `CompiledFight` may hold all kinds: each status has one set of numbers."""
        try:
            statuses_of(self._kinds)
        except ValueError:
            return False
        return True

    def _probed(self, pairs):
        """Solve a few pairs; return the others, ValueError if all would have too many states."""
        if len(pairs) <= _PROBED:
            return pairs
        states, probed, known = 0, 0, []
        for pair in pairs[np.linspace(0, len(pairs) - 1, _PROBED).astype(int)]:
            left, probed = _MOST_PROBED - states, probed + 1
            found = self._solved([pair], left)
            if found is None:
                states += left
                break
            states += len(found.chances)
            known.append(pair)
        if states * len(pairs) > _MOST_UNWATCHED * probed:
            raise ValueError(
                f"{len(pairs):,} duels by turns, of some {states // probed:,} states each or more, "
                f"take minutes: take fewer units, or watch them with progress=print"
            )
        return np.setdiff1d(pairs, known)

    def _all_at_once(self, pairs):
        """Solve the duels whose only state is hit points, which is faster."""
        if not len(pairs):
            return
        used, where = np.unique(self._places[pairs], return_inverse=True)
        units = [self._kinds[kind] for kind in used.tolist()]
        results = duels_of(units, units, self._rules, where.reshape(-1, 2).T, self._max_turns)
        self._keep(pairs, *results.values())

    def _solved(self, pairs, most_states=math.inf):
        """Solve some pairs together: their `FightEnds`, or None for more states."""
        places = self._places[pairs]
        used, where = np.unique(places, return_inverse=True)
        kinds = [self._kinds[kind] for kind in used.tolist()]
        game = CompiledFight(
            kinds, where.reshape(places.shape), 1, self._rules, max_rounds=self._max_turns
        )
        ends = solved(game, game.begun(np.arange(len(pairs))), most_states=most_states)
        if ends is not None:
            wins, losses, both, undecided = ends.outcomes()
            left = ends.left(0), ends.left(1)
            self._keep(pairs, wins, losses, ends.mean_rounds(), *left, both, undecided)
        return ends

    def _fight(self, pair):
        """Simulate a duel with too many states, or leave it open."""
        self.fought += 1
        if not self._dice:
            self._keep([pair], *[np.nan] * len(self._found))
            return
        units = [self._kinds[kind] for kind in self._places[pair]]
        duel = turn_duel(*units, self._rules, self._max_turns, exact=False)
        left = (side.mean for side in duel.left)
        chances = duel.first, duel.second, duel.turns.mean, *left, duel.both, duel.undecided
        self._keep([pair], *chances)

    def _keep(self, pairs, *numbers):
        for array, values in zip(self._found.values(), numbers, strict=True):
            array[pairs] = values
        self._done += len(pairs)
        if self._progress is not None:
            self._progress(self._done, len(self._places))
