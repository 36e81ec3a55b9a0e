"""What a charter can say of units: each measure and each setting in a line."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from combat.charter import cells
from combat.core.numbers import share_in
from combat.core.words import one_of, printable
from combat.units import ORDERS
from combat.units.measures import OF_A_BLOW, OF_A_DUEL, OF_A_UNIT, OF_ALL
from combat.units.rest import rest_of
from combat.units.rules import DAMAGES, OVERKILL, hit_names
from combat.units.sheets.levels import MOST_LEVEL

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
    Measure("lost", "number", SIDES, "less", OF_A_DUEL["lost"]),
    Measure("lost if won", "number", SIDES, "less", OF_A_DUEL["lost if won"]),
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


def _rest(text):
    """Return the `Rest` of hit points, dice, a share or "all"."""
    try:
        if text.casefold() == "all":
            return rest_of(math.inf)
        return rest_of(int(text) if text.isdigit() else text)
    except ValueError as error:
        raise ValueError(printable(str(error)).removeprefix("rest: ")) from None


def _critical(text):
    parts = re.split(r"[x×*]", text)
    if len(parts) != 2:
        raise ValueError(f"'{printable(text)}' is none; write one such as 10 % x 2")
    return share_in(parts[0]), cells.number(parts[1])


# What reads each setting; those of rules have the names of their fields.
OF_RULES = {
    "hit": lambda text: one_of(text, hit_names(), "hit rules"),
    "damage": cells.word(*DAMAGES),
    "critical": _critical,
    "spread": share_in,
    "least": cells.whole(high=1_000_000),
    "order": cells.word(*ORDERS),
    "overkill": cells.word(*OVERKILL),
    "initiative": str,
}


def _levels(text):
    """Return the levels of a text such as 5 or 1..20."""
    low, dots, high = text.partition("..")
    ends = [_LEVEL(end.strip()) for end in ((low, high) if dots else (low, low))]
    if ends[0] > ends[1]:
        raise ValueError(f"'{printable(text)}' runs down; write the lower level first")
    return range(ends[0], ends[1] + 1)


_LEVEL = cells.whole(1, MOST_LEVEL)
SETTINGS = {
    "file": str,
    "sheet": str,
    "units": str,
    "cost": cells.number,
    "rounds": cells.whole(1, 10_000),
    "targeting": cells.word("random", "weakest", "strongest", "front"),
    "method": cells.word("auto", "exact", "sampled"),
    "mirrored": cells.yes_or_no,
    "rest": _rest,
    "rules": str,
    "level": _levels,
    "first level": _LEVEL,
    "second level": _LEVEL,
    "items": str,
    "budget": cells.number,
    "against": str,
} | OF_RULES
