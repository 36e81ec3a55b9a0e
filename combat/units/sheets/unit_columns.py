"""The columns of units that the workbook knows: their limits and defaults, and what they mean."""

import math
from typing import NamedTuple


class UnitColumn(NamedTuple):
    """A column; low, high: the limits of its numbers, None for none; default: of a blank cell."""

    about: str
    example: str
    low: float | None = None
    high: float | None = None
    whole: bool = False
    default: float | None = None


# Hit points are limited as a duel follows each of them.
UNIT = {
    "name": UnitColumn("who it is", "Mage"),
    "hp": UnitColumn("full hit points", "24", 1, 1_000_000, whole=True),
    "attack": UnitColumn("what the hit rule makes of it", "7", -1e9, 1e9),
    "defense": UnitColumn("what the hit rule makes of it", "7", -1e9, 1e9),
    "damage": UnitColumn("dice, a range or a whole number", "1d8+3"),
    "armor": UnitColumn("points off each hit, a number or dice", "1d4", -1e9, 1e9, default=0.0),
    "speed": UnitColumn(
        "actions a turn in the orders both, faster and coin (0.5: every second turn); who strikes "
        "again in exchange; no movement",
        "0.7",
        0.01,
        100,
        default=1.0,
    ),
    "cost": UnitColumn("for prices and armies", "60", 0, 1e12, default=math.nan),
    "count": UnitColumn("how many an army has of it", "60", 0, 1_000_000, True, default=1.0),
    "initiative": UnitColumn("added to the roll of the order initiative", "3"),
    "crit_chance": UnitColumn("share of the hits that are critical", "25 %"),
    "crit_on": UnitColumn("the lowest face of the die that is critical", "19"),
    "crit_damage": UnitColumn("what a critical hit multiplies", "150 %"),
    "critical": UnitColumn("or what it does: `x2`, `dice x2`, dice of its own", "8d6+4"),
    "graze": UnitColumn("share of the damage of a graze, where the hit rule knows one", "1/4"),
    "per_turn": UnitColumn(
        "actions in a turn, in any order; with a speed, for each of its actions",
        "3",
        1,
        20,
        whole=True,
        default=1,
    ),
    "again": UnitColumn(
        "added to the attack for each strike before it in the turn, not where it reacts or answers",
        "-5",
        -100,
        100,
        default=0,
    ),
    "begins_with": UnitColumn(
        "statuses from the start, parted by `;`: of each fight, or once a day",
        "berry a day; guarded 3",
    ),
}
LIMITS = {name: (one.low, one.high) for name, one in UNIT.items() if one.low is not None}
DEFAULTS = {name: one.default for name, one in UNIT.items() if one.default is not None}
WHOLE = tuple(name for name, one in UNIT.items() if one.whole)
