"""The columns of a game's tables: their kinds, defaults, limits and words, and what they mean.

Those of actions and statuses are fields of classes, those of units a table. From them follow how
cells are read, how values given in code are checked, which of them are numbers that may be changed,
and the page of columns.
"""

import math
import re
from collections.abc import Callable
from dataclasses import field, fields
from functools import cache, partial
from typing import NamedTuple

from combat.core.numbers import checked, number_in, share_in, whole_within, within
from combat.core.words import name_in, printable, told_as
from combat.dice import dice

TARGETS = ("foe", "ally", "self", "fallen", "reserve", "nobody")
WHOM = ("random", "weakest", "strongest", "front", "hurt")
PER = ("fight", "day")
REACTS = ("begins", "struck", "missed", "ally struck", "hit", "falls", "foe falls", "down")
FALLEN = ("falls", "down")  # at which it is the fallen who react
SHARES = ("target hp", "missing hp", "full hp", "own hp")  # of which damage may be a share
# Results at which a status may be given; a hit that takes points hurts.
ON = ("hit", "graze", "critical", "miss", "fumble", "hurts")
TIMERS = ("all", "own")
ALL_ALLIES = "all"  # whom a status guards
SWITCHES = {
    "yes": True,
    "no": False,
    "x": True,
    "1": True,
    "0": False,
    "true": True,
    "false": False,
}
OVERKILL = ("next", "lost", "spill")
MOST_TIMES = 100
MOST_TARGETS = 100_000
MOST_TURNS = 1000
MOST_USES = 1_000_000
MOST_WEIGHT = 1e6
MOST_STACKS = 100
MOST_CHANGE = 1e9
NUMERIC = ("attack", "defense", "armor")
KEPT = ("name", "hp", "speed", "cost", "count", "initiative")  # what no action changes
NO_COUNTERS = dict.fromkeys((*KEPT, *NUMERIC, "damage"), "give a status that changes it")
NO_COUNTERS["hp"] = "write heals, damage or drain"


class Kind(NamedTuple):
    """What the values of a column are.

    check(value) returns a value as it is kept; its ValueError says what is wrong. read(cell, known)
    returns what a cell means, or several fields as {name: value}; None for a field that is read
    from another column. limits: of a number.
    """

    check: Callable
    read: Callable | None = None
    limits: tuple | None = None


class Known(NamedTuple):
    """What the cells of a table may name.

    columns: {spelling: column of the units}, None for any. statuses: {name: `Status`}. counters:
    what conditions may ask for, numbers of units and counters. spent: what may be spent of these.
    comma: the decimal mark of the table.
    """

    columns: dict | None = None
    statuses: dict | None = None
    counters: tuple = ()
    spent: tuple = ()
    comma: str = "."


def number(low, high, check=within, every=None):
    """Return the kind of numbers from low to high; every: what the word "all" stands for."""

    def read(cell, known):
        if every is not None and cell.casefold() == "all":
            return every
        try:
            return check(number_in(cell, known.comma, high), low, high)
        except ValueError as error:
            more = "" if every is None else ", or all"
            raise ValueError(f"{error}{more}") from None

    def kept(value):
        return value if value == every else check(value, low, high)

    return Kind(kept, read, (low, high))


def whole(low, high, every=None):
    """Return the kind of whole numbers from low to high; every: as for `number`."""
    return number(low, high, whole_within, every)


def beside(kind):
    """Return a kind whose values are read from another column."""
    return kind._replace(read=None)


def word(*words):
    """Return the kind of one of some words."""

    def check(value):
        if value not in words:
            raise ValueError(f"{told_as(value)} is not known; write one of {', '.join(words)}")
        return value

    return Kind(check, lambda cell, _known: cell.lower())


def points(value):
    """Return dice that are never below 0 as a Distribution, checked."""
    found = dice(value)
    if found.values[0] < 0:
        what = f"'{printable(str(value))}' may be {found.values[0]:g}"
        raise ValueError(f"{what}; write dice that are never below 0")
    return found


def written_dice(cell, _known=None):
    """Return dice as written; a whole number that a spreadsheet wrote as 5.0 or 5,0 becomes 5."""
    found = re.fullmatch(r"(\d+)[.,]0{0,2}", cell)
    text = found[1] if found else cell
    dice(text)
    return text


def _switch(cell, _known):
    if cell.casefold() not in SWITCHES:
        raise ValueError(f"'{printable(cell)}' is not known; write one of {', '.join(SWITCHES)}")
    return SWITCHES[cell.casefold()]


def _text(value):
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{told_as(value)} is no word; write one such as fire")
    return value


SWITCH = Kind(lambda value: value, _switch)
SHARE = Kind(lambda value: float(within(value, 0, 1)), lambda cell, _known: share_in(cell))
TEXT = Kind(_text, lambda cell, _known: name_in(cell))
DICE = Kind(points, written_dice)


class Column(NamedTuple):
    """A column of a table: what it means, an example, its kind, and what it has without a cell.

    kind: None where any cell will do. is_number: it may be asked for and changed, as
    "Fireball: uses".
    """

    about: str
    example: str
    kind: Kind | None = None
    default: object = None
    is_number: bool = False


def column(kind, default, about="", example="", is_number=False):
    """Return the field of a column, for a class that is a `Row`."""
    found = Column(about, example, kind, default, is_number)
    return field(default=default, metadata={"column": found})


def numeric(kind, default, about, example):
    """Return the field of a column that is a number."""
    return column(kind, default, about, example, True)


@cache
def columns_of(table):
    """Return the columns of a class that is a `Row`: {name: `Column`}."""
    return {one.name: one.metadata["column"] for one in fields(table) if one.metadata}


def readers_of(table):
    """Return how the cells of a table are read: {column: function(cell, known)}, see `Kind`."""
    there = columns_of(table)
    return {name: partial(_read, there, name) for name, one in there.items() if one.kind.read}


def _read(columns, name, cell, known):
    """The values of one cell, checked: {column: value}."""
    value = columns[name].kind.read(cell, known)
    values = value if isinstance(value, dict) else {name: value}
    return {
        name: one if one is None else columns[name].kind.check(one) for name, one in values.items()
    }


class Row:
    """A row of a table: a name, and columns, each checked by itself, and then all together."""

    def __post_init__(self):
        if not isinstance(self.name, str) or not self.name.strip() or not self.name.isprintable():
            name = told_as(self.name)
            raise ValueError(f"name = {name} is no name: write some text, in one line")
        for name, one in columns_of(type(self)).items():
            value = getattr(self, name)
            if value is not None:
                value = checked(f"{self.name}: {name}", one.kind.check, value)
                object.__setattr__(self, name, value)
        for name, what in self._misuses():
            raise ValueError(f"{self.name}: {name}: {what}")

    def is_set(self, name):
        """Return whether a column says anything but its default."""
        return getattr(self, name) != columns_of(type(self))[name].default

    def _misuses(self):
        """What makes no sense in this row: pairs (column, what is wrong)."""
        return ()


# Hit points are limited as a duel follows each of them.
UNIT = {
    "name": Column("who it is", "Mage"),
    "hp": Column("full hit points", "24", whole(1, 1_000_000)),
    "attack": Column("what the hit rule makes of it", "7", number(-1e9, 1e9)),
    "defense": Column("what the hit rule makes of it", "7", number(-1e9, 1e9)),
    "damage": Column("dice, a range or a whole number", "1d8+3"),
    "armor": Column("points off each hit, a number or dice", "1d4", number(-1e9, 1e9), 0.0),
    "speed": Column(
        "actions a turn in the orders both, faster and coin (0.5: every second turn); who strikes "
        "again in exchange; no movement",
        "0.7",
        number(0.01, 100),
        1.0,
    ),
    "cost": Column("for prices and armies", "60", number(0, 1e12), math.nan),
    "count": Column("how many an army has of it", "60", whole(0, 1_000_000), 1.0),
    "initiative": Column("added to the roll of the order initiative", "3"),
    "crit_chance": Column("share of the hits that are critical", "25 %"),
    "crit_on": Column("the lowest face of the die that is critical", "19"),
    "crit_damage": Column("what a critical hit multiplies", "150 %"),
    "critical": Column("or what it does: `x2`, `dice x2`, dice of its own", "8d6+4"),
    "graze": Column("share of the damage of a graze, where the hit rule knows one", "1/4"),
    "per_turn": Column(
        "actions in a turn, in any order; with a speed, for each of its actions",
        "3",
        whole(1, 20),
        1,
    ),
    "again": Column(
        "added to the attack for each strike before it in the turn, not where it reacts or answers",
        "-5",
        number(-100, 100),
        0,
    ),
    "row": Column(
        "of its side, the least in front; only rows in which somebody stands count",
        "2",
        number(-1e6, 1e6),
        1,
    ),
    "reach": Column(
        "how far it strikes: 1 the nearest row; each row more, of its own side before it or of the "
        "foes' before its target, is one more",
        "1",
        number(1, 1e6, every=math.inf),
        math.inf,
    ),
    "reserve": Column(
        "yes: it waits outside the fight, if another of its side has an action on the reserve",
        "yes",
    ),
    "begins_with": Column(
        "statuses from the start, parted by `;`: of each fight, or once a day",
        "berry a day; guarded 3",
    ),
}
LIMITS = {name: one.kind.limits for name, one in UNIT.items() if one.kind}
DEFAULTS = {name: one.default for name, one in UNIT.items() if one.default is not None}
