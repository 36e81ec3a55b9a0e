"""What a charter can say of units: each measure in a line, from which all else follows."""

from collections.abc import Callable
from dataclasses import dataclass

from combat.units.measures import OF_A_BLOW, OF_A_DUEL, OF_A_UNIT, OF_ALL

# What a measure is asked of, as a fault says it.
SIDES, TWO, BLOW = "two sides", "two units", "a blow of one unit at another"
DAY, ONE, ALL = "one army", "one unit against all others", "all units together"


@dataclass(frozen=True)
class Measure:
    """A measure: its name, its unit ("chance" or "number"), and what it is asked of.

    value: the function that gives it, see `combat.units.measures`; a day is fought by its own.
    better: whether "more" or "less" is better for the first side; "" where it is the same for both,
    or of nobody. label: of the Distribution behind it.
    """

    name: str
    unit: str
    of: str = ""
    better: str = ""
    value: Callable | None = None
    label: str = ""


_TABLE = (
    Measure("win", "chance", SIDES, "more", OF_A_DUEL["win"]),
    Measure("lose", "chance", SIDES, "less", OF_A_DUEL["lose"]),
    Measure("draw", "chance", SIDES, "", OF_A_DUEL["draw"]),
    Measure("undecided", "chance", SIDES, "", OF_A_DUEL["undecided"]),
    Measure("score", "chance", SIDES, "more", OF_A_DUEL["score"]),
    Measure("lead", "number", SIDES, "more", OF_A_DUEL["lead"]),
    Measure("survives", "chance", SIDES, "more", OF_A_DUEL["survives"]),
    Measure("turns", "number", SIDES, "", OF_A_DUEL["turns"]),
    Measure("comes through", "chance", DAY, "more"),
    Measure("hits", "chance", BLOW, "more", OF_A_BLOW["hits"], "damage of a blow"),
    Measure("damage", "number", BLOW, "more", OF_A_BLOW["damage"], "damage of a blow"),
    Measure(
        "blows to kill", "number", BLOW, "less", OF_A_BLOW["blows to kill"], "blows to the kill"
    ),
    Measure(
        "turns to kill", "number", BLOW, "less", OF_A_BLOW["turns to kill"], "turns to the kill"
    ),
    Measure("hit points left", "number", TWO, "more", OF_A_DUEL["hit points left"]),
    Measure("field score", "chance", ONE, "more", OF_A_UNIT["field score"]),
    Measure("equilibrium weight", "chance", ONE, "more", OF_A_UNIT["equilibrium weight"]),
    Measure("rank", "number", ONE, "less", OF_A_UNIT["rank"]),
    Measure("ladder share", "chance", ALL, "", OF_ALL["ladder share"]),
    Measure("circle share", "chance", ALL, "", OF_ALL["circle share"]),
)
MEASURES = {one.name: one for one in _TABLE}
