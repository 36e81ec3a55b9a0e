"""Units read from a designer's files: the sheet of their numbers, and what they can do."""

from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from combat.core.checks import warn
from combat.core.words import printable
from combat.tables import content_of, read_table, titles_of
from combat.units.sheets.action_cells import called, written_dice
from combat.units.sheets.action_tables import read_actions, read_statuses, tell
from combat.units.sheets.roster import (
    ALIASES,
    COLUMNS,
    DEFAULTS,
    LIMITS,
    MAY_LACK,
    OWN,
    WHOLE,
    Unit,
    Units,
)

MANY_ACTIONS = 5  # a turn
_EXACT = 2**53  # greater whole numbers have no exact float
_BYTES = (bytes, bytearray, memoryview)


def read_units(source, name=None, *, sheet=None, columns=None, actions=None, statuses=None):
    """Return the `Units` of a CSV or xlsx file, with what they can do.

    source: a path, or the file's content as bytes (an upload) with its file `name`. sheet: the one
    to read of an xlsx file, by default the first. columns: {column: heading} for those that the
    file calls by another name than below: {"attack": "Atk"}.

    Columns name, hp and damage (dice or a whole number, 0 for none) must be there. attack and
    defense may be left out if no rule uses them; one that does raises a `NoColumn`, and a blank
    cell is a fault. armor (0), speed (1 action a turn), cost and count (1) may be left out or
    blank; there is a warning if a speed is above 5. Any further column is kept under its name in
    lower case, for rules to use: "Move Range" is `unit.move_range`; none may be called actions. If
    half of its filled cells are numbers, all must be; 1/4 is one. Headings match regardless of
    case. Titles above the header are skipped. Further faults are a column with values but no
    heading, a formula whose value was never saved, dice that a spreadsheet turned into a date, and
    a sheet of notes in place of one with the columns. The ranges are those of `Unit`; names must
    differ.

    actions, statuses: tables of what the units can do, see `read_actions` and `read_statuses` of
    `combat.units.sheets.action_tables`: a path, bytes, or a pair (file name, bytes). By default
    those beside the file: units.actions.csv and units.statuses.csv beside units.csv, or the sheets
    "actions" and "statuses" of an xlsx file. A status that no action gives is left out, with a
    warning.

    TableError naming file, sheet, row, column and remedy, a line for each fault of all tables.

    >>> sheet = b"Name,HP,Attack,Defense,Damage,Dex\\nArcher,18,14,8,1d6+2,15\\n"
    >>> units = read_units(sheet, actions=b"unit,action,times\\nArcher,Volley,3\\n")
    >>> units["Archer"].dex, units["Archer"].speed, units["Archer"]["Volley: times"]
    (15, 1.0, 3)
    >>> read_units(b"name,hp,attack,defense,damage\\nWisp,0,1,1,1d4\\n", name="mine.csv")
    Traceback (most recent call last):
    combat.tables.fault.TableError: mine.csv, row 2, column 'hp': 0 is out of range; write a ...
    """
    columns = dict(columns or {})
    _check_named(columns)
    name, content = content_of(source, name)
    main = _Main(None if isinstance(source, _BYTES) else Path(source), name, content, sheet)
    faults = []
    units = _numbers(main, columns, faults)
    # The other tables may name units whose own rows are at fault.
    known = _with_all_named(units, main, columns) if faults else units
    there = _of_table(read_statuses, main.table("statuses", statuses), known, columns, faults)
    found = _of_table(
        partial(read_actions, statuses=there),
        main.table("actions", actions),
        known,
        columns,
        faults,
    )
    tell(faults)
    if found:
        units = Units([unit.changed(actions=found[unit.name]) for unit in units])
    for sentence in [*_never_given(there, units), *fast(units)]:
        warn(sentence)
    return units


@dataclass(frozen=True)
class _Main:
    """The file of the units' numbers: its path, None for an upload, and what it holds."""

    path: Path | None
    name: str
    content: bytes
    sheet: str | None

    @cached_property
    def titles(self):
        """The names of its sheets."""
        return titles_of(self.name, self.content)

    def table(self, kind, given):
        """Where the table of actions or statuses is: (source, name, sheet), or None for none."""
        if given is not None:
            name, source = given if isinstance(given, tuple) else (None, given)
            name, content = content_of(source, name or kind)
            return content, name, _titled(kind, titles_of(name, content))
        if self.titles:
            # A sheet of that name may be the one with the units.
            units = self.titles[0] if self.sheet is None else self.sheet
            title = _titled(kind, [title for title in self.titles if title != units])
            return title and (self.content, self.name, title)
        beside = self.path and self.path.with_name(f"{self.path.stem}.{kind}.csv")
        return (beside, None, None) if beside and beside.is_file() else None


def _titled(kind, titles):
    """The first sheet of that name, in upper or lower case; None if there is none."""
    return next((title for title in titles if title.strip().casefold() == kind), None)


def _numbers(main, columns, faults):
    """The units whose rows are sound, without their actions."""
    frame = read_table(
        main.content,
        numeric=LIMITS,
        parse={"name": _one_line, "damage": written_dice},
        whole=WHOLE,
        absent=MAY_LACK,
        defaults=DEFAULTS,
        unique=["name"],
        aliases=ALIASES,
        columns=columns,
        further=True,
        taken=(*OWN, *MAY_LACK),
        sheet=main.sheet,
        name=main.name,
        faults=faults,
    )
    if frame.empty:
        tell(faults)
    return Units([Unit(**row) for row in _whole_where_whole(frame).to_dict("records")])


def _whole_where_whole(frame):
    """The frame with whole numbers in columns of your own that hold nothing else: 5, not 5.0.

    So a rule may write them into dice.
    """
    own = [column for column in frame.select_dtypes("float") if column not in COLUMNS]
    whole = [
        column
        for column in own
        if ((frame[column] == frame[column].round()) & (frame[column].abs() < _EXACT)).all()
    ]
    return frame.astype(dict.fromkeys(whole, int))


def _with_all_named(units, main, columns):
    """The units, and a stand-in for each other name in the file."""
    names = read_table(
        main.content,
        numeric=(),
        parse={"name": _one_line},
        aliases=ALIASES,
        columns={column: heading for column, heading in columns.items() if column == "name"},
        sheet=main.sheet,
        name=main.name,
        faults=[],
    )["name"]
    first = next(iter(units))
    others = (name for name in dict.fromkeys(names) if name and name not in units)
    return Units([*units, *(first.changed(name=name, damage=1) for name in others)])


def _of_table(read, table, units, columns, faults):
    """What a function reads of a table of actions or statuses; empty if there is none."""
    if table is None:
        return {}
    source, name, sheet = table
    return read(source, name=name, sheet=sheet, units=units, columns=columns, faults=faults)


def _never_given(statuses, units):
    """A sentence if no action gives some statuses."""
    given = {status.name for unit in units for one in unit.actions for status in one.statuses}
    never = [f"'{printable(name)}'" for name in statuses if name not in given]
    return [f"no action gives {', '.join(never)}: left out"] if never else []


def fast(units):
    """Return a sentence if a speed is too high to be meant as actions a turn: a list."""
    quick = max(units, key=lambda unit: unit.speed)
    if quick.speed <= MANY_ACTIONS:
        return []
    return [
        f"speed is how many actions a unit has in a turn: '{quick.name}' has {quick.speed:g}; "
        f"where the sheet's column means something else, such as feet, rename it"
    ]


def _check_named(columns):
    """Raise ValueError for a column that no unit has, or one heading for two columns."""
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
                f"columns: '{heading}' is given for '{twin}' and '{column}': name another for one"
            )


def _one_line(cell):
    """A name in one line, for messages; a blank one is told by another check."""
    return called(cell) if cell else ""
