"""Blows and duels of single units: computed side by side where rows only ask for numbers."""

from functools import partial
from itertools import combinations_with_replacement, islice

import numpy as np

from combat.charter.claim import Exact
from combat.charter.measures import BLOW
from combat.charter.systems import fights
from combat.units import Units
from combat.units import duel as duel_of
from combat.units.measures import numbers_of
from combat.units.strikes.kill_curves import MOST_OF_A_TABLE
from combat.units.strikes.races import duels_of, kills_of
from combat.units.strikes.strikes import AttackTable

_MOST_BLOWS = 5000  # to a kill
_POINTS = "hit points left, the second side's counted below 0"


def all_against_all(units):
    """Yield each pair of some units once, and each unit with itself."""
    return combinations_with_replacement(units, 2)


class DuelCache:
    """Pairs of units about which rows ask under the same rules, with the most turns of a duel."""

    def __init__(self, rounds=None):
        self.rounds, self._pairs, self._known, self._games = rounds, {}, {}, set()

    def add(self, first, second):
        """Take in a pair of units, best before anything is asked."""
        self._pairs[first, second] = None

    def add_all(self, units):
        """Take in each pair of some units, for all rows that ask of them together."""
        if units not in self._games:
            self._games.add(units)
            self._pairs.update(dict.fromkeys(all_against_all(units)))

    def answer(self, measure, first, second, rules):
        """Return the answer about a pair: `Exact`, or a `Sample` where a duel needs dice."""
        if measure.of != BLOW:
            return self._duel(measure, first, second, rules)
        alone = partial(measure.value, first, second, rules)
        if measure.name == "blows to kill":
            blows = self._found(rules, self._blows).get((first, second))
            if blows is not None:
                return Exact(blows, lambda: alone()[1], measure.label)
        return Exact(*alone(), measure.label)

    def _duel(self, measure, first, second, rules):
        numbers = self.numbers(rules, first, second)
        alone = partial(duel_alone, measure, first, second, self.rounds, rules)
        if numbers is None:
            return alone()
        label = _label(measure.name, numbers["undecided"])
        return Exact(measure.value(numbers), lambda: alone().distribution, label)

    def numbers(self, rules, first, second):
        """Return the numbers of a duel, {name: number}; None if it is to be asked alone."""
        return self._found(rules, self._duels).get((first, second))

    def _found(self, rules, compute):
        key = rules, compute
        found, many = self._known.get(key, ({}, 0))
        if many < len(self._pairs):
            self._known[key] = found, len(self._pairs)
            self._ask(compute, list(islice(self._pairs, many, None)), rules, found)
        return found

    def _ask(self, compute, pairs, rules, found):
        """Compute some pairs; at a fault those of each half, as each pair tells its own."""
        try:
            found.update(compute(pairs, rules))
        except (ValueError, ArithmeticError, MemoryError):
            half = len(pairs) // 2
            for some in (pairs[:half], pairs[half:]) if half else ():
                self._ask(compute, some, rules, found)

    def _duels(self, pairs, rules):
        if rules.decided:
            return
        by_turns = [rules.duels_by_turns(pair) for pair in pairs]
        for turned, compute in ((False, _plain_duels), (True, _duels_by_turns)):
            some = [pair for pair, one in zip(pairs, by_turns, strict=True) if one == turned]
            table = compute(some, rules, self.rounds) if some else {}
            for pair, *numbers in zip(some, *table.values(), strict=True):
                duel = dict(zip(table, map(float, numbers), strict=True))
                if np.isfinite(duel["turns"]):
                    yield pair, duel

    def _blows(self, pairs, rules):
        pairs = [pair for pair in pairs if not pair[0].actions]
        if rules.decided or not pairs:
            return
        units, places = _placed(pairs)
        strikes, found = AttackTable(units, units, rules), np.full(len(pairs), np.inf)
        kills = kills_of(strikes, places, most_blows=_MOST_BLOWS, most_work=MOST_OF_A_TABLE)
        for some, curve in kills:
            found[some] = curve.alive.sum(axis=0)
        yield from ((pair, one) for pair, one in zip(pairs, found.tolist(), strict=True))


def _plain_duels(pairs, rules, rounds):
    units, places = _placed(pairs)
    units, rules = rules.derived_units(units)
    return duels_of(units, units, rules, places, rounds)


def _duels_by_turns(pairs, rules, rounds):
    from combat.units.engine.pairs import TurnDuels  # loads scipy's sparse matrices

    units, places = _placed(pairs)
    return TurnDuels(units, places.T, rules, rounds, dice=False).found()


def _placed(pairs):
    """The units of some pairs, each once, and the places of the pairs in them, (2, pairs)."""
    units = dict.fromkeys(unit for pair in pairs for unit in pair)
    place = dict(zip(units, range(len(units)), strict=True))
    return list(units), np.array([(place[one], place[other]) for one, other in pairs]).T


def duel_alone(measure, first, second, rounds, rules):
    """Return the answer for two single units: `Exact`, or a `Sample` where dice were rolled."""
    found = duel_of(first, second, rules, max_turns=rounds)
    if found.fights is not None and rules.decided:
        return fights.rolled(measure, found, first.hp)
    if found.fights is not None:
        how = {"units": Units(dict.fromkeys((first, second))), "max_rounds": rounds}
        armies = {first.name: 1}, {second.name: 1}
        return fights.battle(measure, *armies, how, {"method": "sampled"}, rules)
    value = measure.value(numbers_of(found))
    if found.endless:
        return Exact(value, note=fights.HELPLESS if found.helpless else fights.NEVER)
    label = _label(measure.name, found.undecided)
    behind = {fights.OWN_POINTS: found.left[0], fights.TURNS: found.turns}
    return Exact(value, behind.get(label, found.margin), label)


def _label(name, undecided):
    """The label of what stands behind a measure of a duel."""
    if name == fights.OWN_POINTS:
        return name
    return fights.TURNS if name == fights.TURNS or undecided else _POINTS
