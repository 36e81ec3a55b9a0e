"""Armies whose hits are pooled and come off in the owner's order: exact.

`combat.battle.volleys` computes it; here armies of units become its sides.
"""

import numpy as np

from combat.battle.volleys import Volleyer, volley
from combat.units.battles.armies import SIDES, army_of


def pooled(
    army,
    other,
    hit,
    *,
    units=None,
    opening=None,
    losses="cheapest",
    rounds=None,
    breaks=(0, 0),
    opening_once=True,
    names=SIDES,
):
    """Return how two armies end whose hits are summed and taken off in the owner's order: `Odds`.

    Exact, with `joint`, the chances of the survivors of both. army, other: as for `battle`. hit: a
    function of a unit, the chance of one of its shots, or a pair of functions, one for each army.
    A unit's `shots` (a column; 1 without it) are rolled each round; its `hp` are the hits that it
    takes, all but the last of them taken by the whole army before any unit falls. losses: who
    falls first, "cheapest" by `cost`, or a list of names; or a pair of these. opening: as hit, for
    a stage whose losses don't fire back, in the first round, or (opening_once=False) in each.
    rounds: the last round. breaks: the share of each army below which it withdraws at the end of a
    round. Armor and damage have no part in it. ValueError as for `combat.battle.volley`, and for a
    name that isn't in the army.

    Two attackers (1 in 6) and a tank (3 in 6) against three defenders (2 in 6):

    >>> from combat.units import Unit, Units
    >>> men = Unit("Infantry", hp=1, damage=1, cost=3, attack=1, defense=2)
    >>> tank = Unit("Tank", hp=1, damage=1, cost=6, attack=3, defense=3)
    >>> found = pooled({"Infantry": 2, "Tank": 1}, {"Infantry": 3}, units=Units([men, tank]),
    ...                hit=(lambda unit: unit.attack / 6, lambda unit: unit.defense / 6))
    >>> round(found.first, 4), round(found.survivors[0].mean, 2)
    (0.4532, 0.77)
    """
    hits, openings = _pair("hit", hit, callable), _pair("opening", opening, callable)
    orders = _pair("losses", losses, lambda one: one == "cheapest" or _is_list(one))
    sides = {}
    for at, (name, one) in enumerate(zip(names, (army, other), strict=True)):
        fielded = army_of(one, units)
        groups = _in_order(fielded.groups, orders[at])
        each = np.array([count for _, count in groups], int)
        sides[name] = Volleyer(
            tuple(f"{unit.name} {n}" for unit, count in groups for n in range(1, count + 1)),
            np.repeat(_chances("hit", hits[at], groups), each),
            points=np.repeat([unit.hp for unit, _ in groups], each).astype(int),
            shots=np.repeat([unit.more.get("shots", 1) for unit, _ in groups], each),
            opening=np.repeat(_chances("opening", openings[at], groups), each),
            breaks=breaks[at],
        )
    return volley(sides, rounds=rounds, opening_once=opening_once)


def _is_list(one):
    return isinstance(one, list | tuple) and all(isinstance(name, str) for name in one)


def _pair(name, given, fits):
    """A value for each army: one for both, or a pair."""
    if given is None or fits(given):
        return given, given
    if isinstance(given, tuple) and len(given) == 2 and all(map(fits, given)):
        return given
    what = "'cheapest' or a list of names" if name == "losses" else "a function of a unit"
    raise ValueError(f"{name} = {given!r:.60} must be {what}, or a pair of them, one for each army")


def _chances(name, function, groups):
    if function is None:
        return np.zeros(len(groups))
    try:
        return np.array([float(function(unit)) for unit, _ in groups])
    except Exception as error:
        raise ValueError(f"{name}: {type(error).__name__}: {error}") from error


def _in_order(groups, losses):
    """The groups of an army, who falls first at first."""
    if losses == "cheapest":
        costs = [unit.role("cost") for unit, _ in groups]
        if len(groups) > 1 and np.isnan(costs).any():
            raise ValueError("losses: not all units have a cost; write a list of names, first lost")
        return [groups[at] for at in np.argsort(costs, kind="stable")]
    there = {unit.name: (unit, count) for unit, count in groups}
    if missing := sorted(set(there) - set(losses)):
        raise ValueError(f"losses: who falls when? {', '.join(missing)} isn't in the list")
    return [there[name] for name in losses if name in there]
