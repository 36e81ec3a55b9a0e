"""A unit of your own game: its numbers and its actions, checked as it is made."""

import math
from copy import copy
from dataclasses import dataclass
from functools import lru_cache, partial

from combat.core.numbers import checked
from combat.core.words import is_seen, printable, told_as, unknown
from combat.dice import Distribution, dice
from combat.units.sheets.action_numbers import known
from combat.units.sheets.actions import Action
from combat.units.sheets.begins import beginning_with
from combat.units.sheets.counters import OF_A_TURN, Moment
from combat.units.sheets.headings import ROLES
from combat.units.sheets.rolls import OF_A_ROLL
from combat.units.sheets.schema import DEFAULTS, KEPT, UNIT

MAY_LACK = ("attack", "defense", "damage")  # not every rule uses them
# Names that no column of one's own can have, as they mean something else of a unit.
OWN = ("actions", "changed", "having", "hp_left", "knowing", "moment", "more", "own", "role")
OWN += ("taking", "written")


class NoColumn(AttributeError, ValueError):
    """A rule uses a column that isn't there: the message, one line, names those that are.

    >>> try:
    ...     Unit("Imp", hp=3, attack=1, defense=1, damage="1d4").luck
    ... except NoColumn as error:
    ...     print(error)
    there is no column 'luck': there are name, hp, attack, ..., cost, count
    """


@dataclass(frozen=True, init=False, repr=False)
class Unit:
    """One unit: its numbers, and any further ones by the names that you give them.

    hp: whole points from 1. attack, defense: what the hit rule makes of them. damage: dice such as
    "2d6+1", a whole number, or a Distribution, kept as a Distribution; `written` is how you wrote
    it. None for one of these three if your rules don't use it: then the unit has no such column.
    armor: points off each hit, a number or dice such as "1d6", which each hit rolls. speed: actions
    a turn; fractions add up from turn to turn. cost: NaN if none is given. count: how many of them
    an army has. actions: what it can do besides its plain blow, a tuple of `Action`; their numbers,
    and those of the statuses that they give, are read and changed like columns: "Fireball: uses".
    Everything else is in `more`, and an attribute as well. ValueError outside these ranges, or for
    an invalid name.

    >>> archer = Unit("Archer", hp=18, attack=14, defense=8, damage="1d6+2", dex=15)
    >>> archer.damage, archer.written, archer.dex, archer["dex"]
    (Distribution(3..8, mean 5.5), '1d6+2', 15, 15)
    >>> archer.changed(dex=17, hp=20).dex
    17
    """

    name: str
    hp: int
    attack: float
    defense: float
    damage: Distribution
    armor: float
    speed: float
    cost: float
    count: int
    actions: tuple
    more: dict
    written: str
    moment: Moment

    def __init__(
        self,
        name,
        hp,
        attack=None,
        defense=None,
        damage=None,
        armor=0,
        speed=1,
        cost=math.nan,
        count=1,
        actions=(),
        own=(),
        **more,
    ):
        if not isinstance(name, str) or not name.strip() or not is_seen(name):
            raise ValueError(f"name = {told_as(name)} is no name: write some text, in one line")
        _check_names(tuple(more))
        given = {"hp": hp, "attack": attack, "defense": defense, "damage": damage}
        given |= {"armor": armor, "speed": speed, "cost": cost, "count": count}
        more = {column: given.pop(column) for column in own} | more
        damage = given.pop("damage", None)
        found = {
            column: _checked(name, column, value)
            for column, value in given.items()
            if column not in MAY_LACK or value is not None
        }
        found |= {"written": "", "moment": Moment()}
        if damage is not None:
            found |= {"damage": checked(name, dice, damage), "written": _as_written(damage)}
        found["actions"] = _actions(name, actions)
        for column, value in {"name": name, "more": dict(more), **found}.items():
            object.__setattr__(self, column, value)

    def __eq__(self, other):
        return self._same() == other._same() if isinstance(other, Unit) else NotImplemented

    @property
    def own(self):
        """The workbook's columns that are this unit's own, and mean something else here."""
        return tuple(column for column in ROLES if column in self.more)

    def role(self, column):
        """Return what one of the workbook's columns is for a fight, its default if it is own.

        NoColumn for one that has none, such as damage.

        >>> Unit("Orc", hp=3, damage=1, speed=5, own=["speed"]).role("speed")
        1.0
        """
        if column not in self.more:
            return self[column]
        if column in DEFAULTS:
            return DEFAULTS[column]
        raise NoColumn(
            f"'{column}' is a column of your own here, {printable(repr(self.more[column]))} of "
            f"{self.name}: say which heading it is with columns={{'{column}': ...}}"
        )

    def __hash__(self):
        if "_hash" not in vars(self):
            object.__setattr__(self, "_hash", hash(self._told()))
        return vars(self)["_hash"]

    def __getstate__(self):
        # Another process has other hashes of texts.
        return {name: value for name, value in vars(self).items() if name != "_hash"}

    def _told(self):
        """What its hash is made of; units that differ in one number mustn't share it."""
        columns = "attack", "defense", "armor", "speed", "cost"
        numbers = [*(vars(self).get(column) for column in columns), *self.more.values()]
        told = (one for one in numbers if isinstance(one, int | float | str) and one == one)
        return self.name, self.hp, self.written, *told

    def _same(self):
        """All that distinguishes it from others, with None for NaN, which equals nothing."""
        own = {column: self[column] for column in columns_of(self)}
        own |= {"written": self.written, "actions": self.actions, "own": self.own}
        own["moment"] = self.moment._replace(where="", statuses=(), items=(), of="", carries=())
        return {column: None if value != value else value for column, value in own.items()}

    def __repr__(self):
        own = [column for column in columns_of(self) if column not in ("damage", *self.more)]
        own += ["actions"] if self.actions else []
        texts = (f"{name}={getattr(self, name)!r}" for name in (*own, "more", "written"))
        return f"Unit({', '.join(texts)})"

    def __getattr__(self, column):
        # Copying and pickling look up attributes before there is a `more`.
        if column.startswith("_") or column == "more":
            raise AttributeError(column)
        if column == "hp_left":
            raise NoColumn(
                "hp_left: the hit points of the moment are known to the hit and damage rules of "
                "duels and battles alone; take hp, the full ones"
            )
        check_there(column, columns_of(self))
        return self.more[column]

    def __getitem__(self, column):
        if ": " in column:
            return self._number(column).value
        return getattr(self, column)

    def _number(self, column, actions=None):
        """The `Number` of that name among some actions, by default the unit's own."""
        found = _numbers_of(self, self.actions if actions is None else actions)
        if column not in found:
            raise NoColumn(unknown(column, found, f"the actions of {self.name}"))
        return found[column]

    def changed(self, **columns):
        """Return the unit with other values in some columns; ValueError as for a new one.

        A column that it doesn't have is refused, so that no typo passes unnoticed; but for those of
        a roll, such as crit_chance, which rules know, per_turn, again, and begins_with, the names
        of statuses of its file, or of those that it has already.
        """
        given, actions = {}, columns.pop("actions", self.actions)
        for column, value in columns.items():
            if ": " in column:
                actions = self._number(column, actions).changed(actions, value)
            else:
                if column not in (*OF_A_ROLL, *OF_A_TURN, "begins_with"):
                    check_there(column, columns_of(self))
                given[column] = value
        return self.having(**given, actions=actions)

    def having(self, **columns):
        """Return the unit with other values in some columns, which may be new ones.

        >>> Unit("Imp", hp=3, damage=1, agi=7).having(defense=14).defense
        14.0
        """
        given = {column: self[column] for column in columns_of(self)} | {"actions": self.actions}
        given |= columns
        if "begins_with" in columns:
            given["actions"] = self._beginning_with(given["actions"], columns["begins_with"])
        made = Unit(**given, own=self.own)
        kept = {name: one for name, one in vars(self).items() if name in ("hp_left", "moment")}
        if "damage" in columns:
            kept["moment"] = self.moment._replace(change=None)
        else:
            kept["written"] = self.written
        vars(made).update(kept)
        return made

    def _beginning_with(self, actions, cell):
        known = {one.name: one for one in self.moment.statuses}
        known |= {status.name: status for action in self.actions for status in action.statuses}
        made = partial(beginning_with, actions, statuses=known)
        return checked(f"{self.name}: begins with", made, str(cell or ""))

    def knowing(self, **moment):
        """Return the unit with other things known for the moment, see `Moment`."""
        made = copy(self)
        vars(made)["moment"] = self.moment._replace(**moment)
        return made

    def taking(self, column, other):
        """Return the unit with another's value in one column; damage is written as the other's."""
        made = self.changed(**{column: other[column]})
        if column == "damage":
            object.__setattr__(made, "written", other.written)
        return made


def columns_of(unit):
    """Return the columns that a unit has, in order, your own last."""
    return [*(column for column in ROLES if column in vars(unit)), *unit.more]


def numbers_of_actions(unit):
    """Return the numbers of a unit's actions that are set: {"Fireball: uses": 3, ...}."""
    numbers = _numbers_of(unit, unit.actions)
    return {column: number.value for column, number in numbers.items() if number.counts}


def _numbers_of(unit, actions):
    own = {column: unit[column] for column in columns_of(unit) if column not in KEPT}
    return known(actions, own)


@lru_cache(maxsize=64)  # all units of a sheet have the same columns
def _check_names(columns):
    for column in columns:
        if column in OWN or column.startswith("_") or ": " in column:
            raise ValueError(f"no column can be called '{column}': give it another name")


def _checked(name, column, value):
    if column == "armor" and isinstance(value, str | Distribution):
        rolled = checked(f"{name}: armor", dice, value)
        if len(rolled.values) > 1:
            return rolled
        value = rolled.values[0]
    if column == "cost" and value != value:
        return math.nan  # this very NaN, so that values of two units without one are equal
    found = checked(f"{name}: {column}", UNIT[column].kind.check, value)
    return found if column in ("hp", "count") else float(found)


def check_there(column, there):
    """Raise NoColumn for a column that isn't there."""
    if column in there:
        return
    mend = ""
    if column in MAY_LACK:
        mend = f"; where the sheet calls it otherwise, write a line 'AC,{column}' with its heading "
        mend += "for AC into the file's .columns.csv"
    if column == "damage":
        mend += "; a game without damage: Rules(hit='always hits', damage='attack less defense')"
    raise NoColumn(f"there is no column '{column}': there are {', '.join(there)}{mend}")


def _actions(name, actions):
    actions = tuple(actions)
    for action in actions:
        if not isinstance(action, Action):
            raise ValueError(f"{name}: actions: {action!r} is no action: make it with Action(...)")
    names = [action.name for action in actions]
    for action in names:
        if names.count(action) > 1:
            raise ValueError(f"{name}: actions: there are two '{action}': rename one")
    return actions


def _as_written(damage):
    if isinstance(damage, Distribution):
        return repr(damage)
    return damage if isinstance(damage, str) else str(int(damage))
