"""Units of one's own game: read from a spreadsheet or made in code, checked either way."""

import math
import re
from dataclasses import dataclass

import pandas as pd

from combat.dice import Distribution, dice
from combat.domain import numbers, warn, whole
from combat.tables import read_table

# Column: the range of its values. A duel of more hit points would follow each of them.
LIMITS = {
    "hp": (1, 1_000_000),
    "attack": (-1e9, 1e9),
    "defense": (-1e9, 1e9),
    "armor": (-1e9, 1e9),
    "speed": (0.01, 100),
    "cost": (0, 1e12),
    "count": (0, 1_000_000),
}
WHOLE = ("hp", "count")
DEFAULTS = {"armor": 0.0, "speed": 1.0, "cost": math.nan, "count": 1.0}
MANY_ACTIONS = 5  # a turn
MAY_LACK = ("attack", "defense")  # a rule of one's own may never ask for them
COLUMNS = ("name", "hp", "attack", "defense", "damage", "armor", "speed", "cost", "count")
_OWN = ("more", "written", "changed", "taking")
_ALIASES = {"defence": "defense", "armour": "armor", "hit points": "hp"}


class NoColumn(AttributeError, ValueError):
    """A rule asks for a column that isn't there: one line that names those that are.

    >>> try:
    ...     Unit("Imp", hp=3, attack=1, defense=1, damage="1d4").luck
    ... except NoColumn as error:
    ...     print(error)
    there is no column 'luck': there are name, hp, attack, ..., cost, count
    """


@dataclass(frozen=True, init=False, repr=False)
class Unit:
    """One unit: its numbers, and any further ones by the names that you give them.

    hp: whole points from 1. attack, defense: what the hit rule makes of them; None where your
    rule asks for neither, then the unit has no such column. damage: dice such
    as "2d6+1", a whole number, or a Distribution, kept as a Distribution; `written` is how you
    wrote it. armor: points off each hit. speed: actions a turn; fractions add up from turn to
    turn. cost: NaN where nobody gave one. count: how many of them an army has. Everything else
    is in `more`, and an attribute as well. ValueError outside these ranges, or for a name that
    is none.

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
    more: dict
    written: str

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
        **more,
    ):
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise ValueError(f"name = {name!r} is no name: write some text, in one line")
        for column in more:
            if column in _OWN or column.startswith("_"):
                raise ValueError(f"no column can be called '{column}': give it another name")
        given = {"hp": hp, "attack": attack, "defense": defense}
        given |= {"armor": armor, "speed": speed, "cost": cost, "count": count}
        checked = {
            column: _checked(name, column, value)
            for column, value in given.items()
            if column not in MAY_LACK or value is not None
        }
        if damage is None:
            raise ValueError(f"{name}: damage is missing: write dice, or 0 for none")
        try:
            checked |= {"damage": dice(damage), "written": _as_written(damage)}
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
        for column, value in {"name": name, "more": dict(more), **checked}.items():
            object.__setattr__(self, column, value)

    def __eq__(self, other):
        return self._same() == other._same() if isinstance(other, Unit) else NotImplemented

    def __hash__(self):
        return hash((self.name, self.hp, self.written))

    def _same(self):
        """All that tells it from others; a blank is a blank, though NaN equals nothing."""
        own = {column: self[column] for column in columns_of(self) if column != "damage"}
        own |= {"written": self.written}
        return {column: None if value != value else value for column, value in own.items()}

    def __repr__(self):
        own = [column for column in columns_of(self) if column not in ("damage", *self.more)]
        told = (f"{name}={getattr(self, name)!r}" for name in (*own, "more", "written"))
        return f"Unit({', '.join(told)})"

    def __getattr__(self, column):
        # Copying and pickling ask for names of their own before there is a `more`.
        if column.startswith("_") or column == "more":
            raise AttributeError(column)
        _check_there(column, columns_of(self))
        return self.more[column]

    def __getitem__(self, column):
        return getattr(self, column)

    def changed(self, **columns):
        """Return the unit with other values in some columns; ValueError as for a new one.

        A column that it doesn't have is refused, so that a slip of the pen changes nothing
        unseen.
        """
        given = {column: self[column] for column in columns_of(self)}
        for column in columns:
            _check_there(column, given)
        made = Unit(**(given | columns))
        if "damage" not in columns:
            object.__setattr__(made, "written", self.written)
        return made

    def taking(self, column, other):
        """Return the unit with another's value in one column; damage as it is written there.

        >>> imp = Unit("Imp", hp=3, attack=1, defense=1, damage="1d4")
        >>> imp.taking("damage", imp.changed(damage="d6")).written
        'd6'
        """
        made = self.changed(**{column: other[column]})
        if column == "damage":
            object.__setattr__(made, "written", other.written)
        return made


def columns_of(unit):
    """Return the columns that a unit has, in order: those of its own last.

    >>> columns_of(Unit("Imp", hp=3, damage="1d4", dex=7))
    ['name', 'hp', 'damage', 'armor', 'speed', 'cost', 'count', 'dex']
    """
    return [*(column for column in COLUMNS if column in vars(unit)), *unit.more]


class Units:
    """Units by name, in order: `units["Archer"]` is one, `units.frame` the table of all.

    units: of Unit. Each name stands once, and what columns one has all have: `columns`.
    ValueError otherwise, or for no units at all.

    >>> units = Units([
    ...     Unit("Archer", hp=18, attack=14, defense=8, damage="1d6+2"),
    ...     Unit("Knight", hp=30, attack=12, defense=12, damage="1d8", armor=3),
    ... ])
    >>> units["Knight"].armor, [unit.name for unit in units], len(units)
    (3.0, ['Archer', 'Knight'], 2)
    >>> units.frame[["hp", "damage", "armor"]]
            hp damage  armor
    name
    Archer  18  1d6+2    0.0
    Knight  30    1d8    3.0
    """

    def __init__(self, units):
        self._units = {}
        for unit in units:
            if not isinstance(unit, Unit):
                raise ValueError(f"{unit!r} is no unit: make it one with Unit(...)")
            if unit.name in self._units:
                raise ValueError(f"there are two units '{unit.name}': rename one")
            self._units[unit.name] = unit
        if not self._units:
            raise ValueError("there are no units: give at least one")
        there = [columns_of(unit) for unit in self]
        self.columns = there[0]
        for column in dict.fromkeys(column for columns in there for column in columns):
            for columns in there:
                _check_there(column, columns)

    def __getitem__(self, name):
        if name not in self._units:
            raise ValueError(f"there is no unit {name!r}: there are {', '.join(self._units)}")
        return self._units[name]

    def __iter__(self):
        return iter(self._units.values())

    def __len__(self):
        return len(self._units)

    def __contains__(self, name):
        return name in self._units

    @property
    def names(self):
        """The names of the units, in order."""
        return list(self._units)

    @property
    def frame(self):
        """The table of all units: a row for each name; damage as it was written."""
        rows = {
            column: [unit.written if column == "damage" else unit[column] for unit in self]
            for column in self.columns
            if column != "name"
        }
        return pd.DataFrame(rows, pd.Index(self.names, name="name"))

    def changed(self, name, **columns):
        """Return all units, the one of that name with other values in some columns."""
        other = self[name].changed(**columns)
        return Units([other if unit.name == name else unit for unit in self])


def read_units(source, name=None, *, sheet=None, columns=None):
    """Return the `Units` of a CSV or xlsx file.

    source: a path, or the file's content as bytes (an upload) with its file `name`. sheet: the
    one to read of an xlsx file, by default the first. columns: {column: heading} where the file
    calls one of those below otherwise, {"attack": "Atk"}.

    Columns name, hp and damage (dice or a whole number, 0 for who does none) must be there.
    attack and defense may be left out where no rule asks for them; one that does gets a
    `NoColumn`, and a blank cell is a fault. armor (0), speed (1 action a turn), cost and count (1)
    may be left out or blank; a warning tells where a speed is above 5. Any further column is kept
    under its name in lower case, for rules to ask for: "Move Range" is `unit.move_range`; where
    half of its filled cells are numbers, all must be, and 1/4 is one. Headings match without regard
    to case. Titles above the header are skipped. A column that has values and no heading, a
    formula whose value was never saved and dice that a spreadsheet made a date of are faults, and
    so is a sheet of notes in place of one with the columns. Ranges as for `Unit`; names stand
    once. TableError, in one line, naming file, row, column and mend.

    >>> units = read_units(b"Name,HP,Attack,Defense,Damage,Dex\\nArcher,18,14,8,1d6+2,15\\n")
    >>> units["Archer"].dex, units["Archer"].speed
    (15.0, 1.0)
    >>> read_units(b"name,hp,attack,defense,damage\\nWisp,0,1,1,1d4\\n", name="mine.csv")
    Traceback (most recent call last):
    combat.tables.fault.TableError: mine.csv, row 2, column 'hp': 0 is out of range; write a ...
    """
    columns = dict(columns or {})
    _check_named(columns)
    frame = read_table(
        source,
        numeric=LIMITS,
        parse={"name": _one_line, "damage": _written_damage},
        whole=WHOLE,
        absent=MAY_LACK,
        defaults=DEFAULTS,
        unique=["name"],
        aliases=_ALIASES,
        columns=columns,
        further=True,
        taken=(*_OWN, *MAY_LACK),
        sheet=sheet,
        name=name,
    )
    units = Units([Unit(**row) for row in frame.to_dict("records")])
    for sentence in fast(units):
        warn(sentence)
    return units


def fast(units):
    """Return a sentence where a unit has so many actions a turn that a speed is rather meant.

    >>> fast([Unit("Imp", hp=3, damage=1, speed=2)])
    []
    """
    quick = max(units, key=lambda unit: unit.speed)
    if quick.speed <= MANY_ACTIONS:
        return []
    return [
        f"speed is how many actions a unit has in a turn: '{quick.name}' has {quick.speed:g}; "
        f"where the sheet's column means something else, such as feet, rename it"
    ]


def _check_named(columns):
    """ValueError for what no unit has, and for a heading that is to be two columns."""
    headings = {}
    for column, heading in columns.items():
        if column not in COLUMNS:
            raise ValueError(
                f"columns: '{column}' is not known: it must be one of {', '.join(COLUMNS)}"
            )
        if not isinstance(heading, str) or not heading.strip():
            raise ValueError(f"columns: {heading!r} for '{column}' is no heading: write some text")
        twin = headings.setdefault(heading.strip().casefold(), column)
        if twin != column:
            raise ValueError(
                f"columns: '{heading}' is to be '{twin}' and '{column}': name another for one"
            )


def _checked(name, column, value):
    low, high = LIMITS[column]
    if column in WHOLE:
        return int(whole(f"{name}: {column}", value, low=low, high=high))
    checked = float(numbers(f"{name}: {column}", value, low=low, high=high))
    if math.isnan(checked) and column == "cost":
        return math.nan  # this very one: two units without a cost are equal
    if math.isnan(checked):
        raise ValueError(f"{name}: {column} = nan is out of range: it must be a number")
    return checked


def _check_there(column, there):
    """NoColumn for a column that isn't there."""
    if column in there:
        return
    mend = ""
    if column in MAY_LACK:
        mend = f"; where the sheet calls it otherwise, read it with columns={{'{column}': ...}}"
    raise NoColumn(f"there is no column '{column}': there are {', '.join(there)}{mend}")


def _one_line(cell):
    """A name in every message: spreadsheets let cells have lines."""
    return " ".join(cell.split())


def _written_damage(cell):
    """Spreadsheets write a whole number as 5.0 or 5,0 too."""
    number = re.fullmatch(r"(\d+)[.,]0{0,2}", cell)
    text = number[1] if number else cell
    dice(text)
    return text


def _as_written(damage):
    if isinstance(damage, Distribution):
        return repr(damage)
    return damage if isinstance(damage, str) else str(int(damage))
