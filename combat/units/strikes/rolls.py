"""What the roll of a blow says besides hit or miss: its results, and what a unit makes of them."""

import math
from dataclasses import dataclass

from combat.dice import dice
from combat.units.sheets.counters import change_of, where_of
from combat.units.sheets.rolls import OF_A_ROLL, SAME

FUMBLE, MISS, GRAZE, HIT, CRITICAL = range(-1, 4)  # the results, as numbers: hits are above 0
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
