"""The duels of many units, each against each of others: one table for each result."""

from math import isqrt

import numpy as np

from combat.core.checks import check_whole
from combat.units.fights import fought, in_time, refuse_turns
from combat.units.strikes.pairs import duels_of
from combat.units.strikes.races import MOST_TURNS


def duel_tables(units, others, rules, max_turns=None, progress=None, strikes=None):
    """Return the results of duels of units, each attacking each of others: {name: array}.

    win, lose, turns, and left, the mean hit points of the unit: arrays (units, others). "fought":
    how many duels have too many states and were simulated with dice. strikes: the `Strikes` of the
    units at the others, if they are known.
    """
    if max_turns is not None:
        max_turns = int(check_whole("max_turns", max_turns, low=1, high=MOST_TURNS))
    if rules.duels_by_turns([*units, *others]):
        from combat.units.engine.pairs import turn_tables  # loads scipy's sparse matrices

        return turn_tables(units, others, rules, max_turns, progress)
    units, others, rules = rules.derived_units(units, others)
    if rules.decided:
        refuse_turns(max_turns)
        return _fought(units, others, rules, progress)
    if units == others and not rules.attacking:
        return _mirrored(units, rules, max_turns, strikes, progress)
    shape = len(units), len(others)
    places = np.indices(shape).reshape(2, -1)
    found = duels_of(units, others, rules, places, max_turns, strikes, progress)
    names = "win", "lose", "turns", "left"
    return {name: found[name].reshape(shape) for name in names} | {"fought": 0}


def _mirrored(units, rules, max_turns, strikes, progress):
    """The same for all against all, if a duel and its mirror image are the same."""
    one, other = np.triu_indices(len(units))
    duels = duels_of(units, units, rules, (one, other), max_turns, strikes, progress)
    found = {name: np.zeros((len(units),) * 2) for name in ("win", "lose", "turns", "left")}
    for name, mirrored in (("win", "lose"), ("lose", "win"), ("turns", "turns")):
        found[name][one, other], found[name][other, one] = duels[name], duels[mirrored]
    found["left"][other, one] = duels["left of the other"]
    found["left"][one, other] = duels["left"]
    return found | {"fought": 0}


def _fewer_units(duels):
    return f"take at most {max(1, isqrt(duels))} units, or watch them with progress=print"


def _fought(units, others, rules, progress):
    many = len(units) * len(others)
    rows, simulated, known = np.zeros((many, 4)), 0, {}

    def duels():
        for unit in units:
            for other in others:
                if rules.attacking or (other, unit) not in known:
                    known[unit, other] = fought(unit, other, rules)
                    yield known[unit, other], 0
                else:
                    yield known[other, unit], 1

    for at, (one, turned) in enumerate(in_time(duels(), many, _fewer_units, progress)):
        simulated += one.fights is not None and not turned
        chances = (one.first, one.second)[:: -1 if turned else 1]
        rows[at] = *chances, one.turns.mean, one.left[turned].mean
    tables = rows.T.reshape(4, len(units), len(others))
    found = dict(zip(("win", "lose", "turns", "left"), tables, strict=True))
    return found | {"fought": simulated}
