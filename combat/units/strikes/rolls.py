"""One blow: the results of its roll, what a unit makes of them, and the damage of a hit.

Blows of many at many stand in `strikes`.
"""

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from combat.dice import Distribution, constant, dice
from combat.units.own_functions import watching
from combat.units.sheets.counters import change_of, where_of
from combat.units.sheets.rolls import OF_A_ROLL, SAME

HALF_UP = "half up"
FUMBLE, MISS, GRAZE, HIT, CRITICAL = range(-1, 4)  # the results, as numbers: hits are above 0
MOST_DAMAGE = 1_000_000
NEAR = 1e-9  # rounding errors of decimals: 1.15 x 10 is 11.499999999999998
_MOST_SPREAD = 5_000_000  # whole points to which one spread may lead
RESULTS = {"fumble": FUMBLE, "graze": GRAZE, "hit": HIT, "critical": CRITICAL}


@dataclass(frozen=True)
class Roll:
    """What a unit's columns say of its rolls; None where they say nothing.

    chance: of a critical hit, a share of the hits. face: the lowest of the die that is one. effect:
    what it does, see `effect`. graze: the share of the damage that a graze does.
    """

    chance: float | None = None
    face: int | None = None
    effect: tuple | None = None
    graze: float | None = None

    def criticals(self, hits, die, default):
        """The share of critical hits among the hits; hits: their chance. die: faces, or None."""
        if self.chance is not None:
            return self.chance
        face = self.face or (die if self.effect else None)
        if face is None or not hits:
            return default
        faces = die or 20
        return min((faces + 1 - face) / faces, hits) / hits


PLAIN = Roll()


def roll_of(unit, unused=frozenset()):
    """Return the `Roll` of a unit; unused: columns that its rules read themselves."""
    said = {}
    for column, read in OF_A_ROLL.items():
        value = None if column in unused else unit.more.get(column)
        if value is None or value == "" or value != value:
            continue
        try:
            said[column] = read(value)
        except ValueError as error:
            raise ValueError(f"{_where(unit, column)}: {error}") from None
    if not said:
        return PLAIN
    for one, other in SAME:
        if one in said and other in said:
            raise ValueError(
                f"{_where(unit, one)}: '{other.replace('_', ' ')}' says it, too; leave one blank"
            )
    effect_ = said.get("critical")
    if "crit_damage" in said:
        effect_ = "x", said["crit_damage"]
    return Roll(said.get("crit_chance"), said.get("crit_on"), effect_, said.get("graze"))


def _where(unit, column):
    return f"{where_of(unit) or unit.name}, column '{column.replace('_', ' ')}'"


def critical_unit(unit, how):
    """Return the attacker whose damage a critical hit does, and by what it is multiplied."""
    kind, what = how
    if kind == "x":
        return unit, what
    if kind == "dice x":
        return unit.changed(damage=_times_dice(unit, what)), 1.0
    times, points, _ = change_of(unit)
    return unit.changed(damage=dice(what) * times + points), 1.0


def _times_dice(unit, times):
    """The damage with its dice rolled several times, and what is added to them once."""
    # Without dice, all of it counts.
    added = change_of(unit).added if len(unit.damage.values) > 1 else 0
    rolled = unit.damage - added
    return sum([rolled] * (math.floor(times) - 1), rolled) + added


def armor_against(attacker, defender):
    """Return the defender's armor less what the blow pierces: a number or a Distribution."""
    armor, pierces = defender.role("armor"), attacker.moment.pierces
    if not pierces:
        return armor

    def left(points):
        return np.where(points > 0, np.maximum(points - pierces, 0), points)

    return armor.map(left) if isinstance(armor, Distribution) else float(left(armor))


def less_armor(damage, armor):
    """Return damage less armor, and a mask of the values at which the dice say there is none."""
    some = damage.values > 0
    if not isinstance(armor, Distribution) or not some.any():
        return damage - (armor if some.any() else 0), ~some
    idle = float(damage.chances[~some].sum())
    hits = Distribution(damage.values[some], damage.chances[some] / (1 - idle)) - armor
    values, chances = np.append(hits.values, 0), np.append(hits.chances * (1 - idle), idle)
    return _Values(values, chances), np.arange(len(values)) == len(hits.values)


class _Values(NamedTuple):
    """Values in any order, each with its chance."""

    values: np.ndarray
    chances: np.ndarray


def points_of(rolled, rules, nothing, times, whose):
    """Return the Distribution of the hit points that a hit takes, from the damage rolled.

    It applies in turn: least, times (of a critical hit, or a graze), spread, rounding, and least
    again unless only a share of it is done. nothing: a mask of the values at which the dice, or a
    damage rule of your own, say that there is no damage. whose: the attacker's name, for a message.
    """
    idle, some = float(rolled.chances[nothing].sum()), ~nothing
    if not some.any():
        return constant(0)
    lowest = rules.least if rules.damage is None else 0
    values = np.maximum(rolled.values[some], lowest).astype(float) * times
    chances = rolled.chances[some]
    if not values.max() <= MOST_DAMAGE:
        raise ValueError(
            f"{whose}: damage = {values.max():g} is out of range: it can be at most {MOST_DAMAGE:,}"
        )
    if rules.spread:
        values, chances = _spread(values, chances, rules.spread)
    values = whole(values, rules.rounding or HALF_UP)
    points = np.append(np.maximum(values, int(lowest) if times >= 1 else 0), 0)
    chances = np.append(chances, idle)
    possible, places = np.unique(points[chances > 0], return_inverse=True)
    return Distribution(possible, np.bincount(places, chances[chances > 0], len(possible)))


def _spread(values, chances, spread):
    """Values drawn evenly from value x (1 - spread) to value x (1 + spread), in whole points."""
    # The chance of a whole point k is the share of that range between k - 1/2 and k + 1/2.
    if 2 * spread * values.sum() > _MOST_SPREAD:
        raise ValueError(
            f"spread = {spread:g} is out of range: damage of {len(values):,} values up to "
            f"{values.max():g} becomes too many; take smaller dice, or none"
        )
    points, weights = [], []
    for value, chance in zip(values, chances, strict=True):
        low, high = value * (1 - spread), value * (1 + spread)
        points_ = np.arange(whole(low, HALF_UP), whole(high, HALF_UP) + 1)
        ends = np.clip([points_ - 0.5, points_ + 0.5], low, high)
        shares = ends[1] - ends[0] if high > low else np.ones(1)
        points.append(points_)
        weights.append(chance * shares / shares.sum())
    return np.concatenate(points).astype(float), np.concatenate(weights)


def whole(values, rounding):
    """Return values as whole numbers: rounded "down", "up", or a "half up"."""
    if rounding == "up":
        return np.ceil(np.asarray(values) - NEAR).astype(int)
    half = 0.5 if rounding == "half up" else 0
    return np.floor(np.asarray(values) + half + NEAR).astype(int)


def felt(amount, times, points, rounding):
    """Return damage as a target feels it: so many times, rounded, and points; 0 stays 0."""
    if (times, points) == (1, 0):
        return amount

    def changed(values):
        after = whole(values * times, rounding or "down") + points
        return np.where(values > 0, np.maximum(after, 0), 0).astype(int)

    return amount.map(changed)


def read_by_damage(attacker, defenders, rules):
    """Return the columns of a roll that a damage function reads itself: they are left to it."""
    if rules.damage_rule is None or not defenders:
        return frozenset()
    read = {}
    with suppress(Exception):  # it says what is wrong where it is asked for a blow
        rules.damage_rule(watching(attacker, read), defenders[0])
    return frozenset(OF_A_ROLL) if read.keys() & set(OF_A_ROLL) else frozenset()
