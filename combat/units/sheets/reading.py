"""Units read from a designer's files: the sheet of their numbers, and what they can do."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from warnings import catch_warnings

from combat.core.checks import warn
from combat.core.words import printable
from combat.dice import Distribution
from combat.tables import TableError, content_of, read_rows, titles_of
from combat.tables.content import tell
from combat.units.sheets.action_tables import begins_with, read_actions, read_statuses
from combat.units.sheets.counters import PLACES, check_counted
from combat.units.sheets.headings import mapping_of, tables_beside
from combat.units.sheets.roster import Units, statuses_of
from combat.units.sheets.sheet import read_sheet
from combat.units.sheets.synergies import read_synergies
from combat.units.sheets.unit import Unit, numbers_of_actions

MANY_ACTIONS = 5  # a turn
BESIDE = "beside the units"
_BYTES = (bytes, bytearray, memoryview)
_MOST_TOLD = 10
_NEEDED = {
    "actions": ["unit", "action"],
    "statuses": ["status"],
    "synergies": ["column", "value", "gives"],
}
_POINTS = ("damage", "heals", "loses", "absorbs")  # of actions and statuses, in hit points


def read_units(
    source,
    name=None,
    *,
    sheet=None,
    columns=None,
    actions=BESIDE,
    statuses=BESIDE,
    synergies=BESIDE,
    strict=False,
):
    """Return the `Units` of a designer's file, read as it stands, with what they can do.

    source: a path to a CSV file or a spreadsheet (xlsx, ods, xls), or the file's content as bytes
    (an upload) with its file `name`; JSON and YAML hold records. sheet: the one to read of a
    spreadsheet, by default the first that isn't hidden; "*" for all that have units.

    Only a name and hit points must be there: headings.csv, beside this module, lists the headings
    that are known for the workbook's columns name, hp, attack, defense, damage (dice, ranges or
    whole numbers), armor, speed (actions a turn), cost and count. Any other column is kept as the
    unit's own, for rules to use: "Move Range" is `unit.move_range`, and "Damage" is
    `unit.own_damage` where another heading is taken for the damage. It holds numbers if at least
    half of its filled cells are, and blank cells are NaN then; what is no number stays as it
    stands, and a rule that counts with it is told so in one line. A rule that asks for a column
    that isn't there raises a `NoColumn`. A heading or a cell that may mean two things is a fault,
    one line for each column. A row with a cell of the workbook's columns that can't be read is left
    out, and told; strict: it is a fault, too.

    columns: what the headings mean where they don't say it themselves: {"attack": "Atk"}, or a
    table, see `combat.units.sheets.headings.mapping_of`; by default units.columns.csv beside
    units.csv. What a reader may not expect is told by warnings, and `Units.reading` is a frame that
    says of each heading how it was read.

    actions, statuses, synergies: tables of what the units can do, see `read_actions`,
    `read_statuses` and `read_synergies`: a path, bytes, or a pair (file name, bytes); None for
    none. By default those beside the file: units.actions.csv, units.statuses.csv and
    units.synergies.csv beside units.csv, or the sheets of these names of a spreadsheet. A status
    that no action gives is left out, with a warning.

    TableError naming file, sheet, row, column and remedy, a line for each fault of all tables.

    >>> sheet = b"Name,Health,Atk,Defence,Damage,Dex\\nArcher,18,14,8,1d6+2,15\\n"
    >>> units = read_units(sheet, actions=b"unit,action,times\\nArcher,Volley,3\\n")
    >>> units["Archer"].dex, units["Archer"].speed, units["Archer"]["Volley: times"]
    (15, 1.0, 3)
    >>> units.reading["as"].to_dict()
    {'Name': 'name', 'Health': 'hp', 'Atk': 'attack', 'Defence': 'defense', 'Damage': ...}
    >>> read_units(b"name,hp,attack,defense,damage\\nWisp,0,1,1,1d4\\n", name="mine.csv")
    Traceback (most recent call last):
    combat.tables.content.TableError: mine.csv, row 2, column 'hp': 0 is out of range; write a ...
    """
    name, content = content_of(source, name)
    main = _Main(None if isinstance(source, _BYTES) else Path(source), name, content, sheet)
    mapping = mapping_of(main.mapping(columns))
    found = read_sheet(name, content, sheet, mapping)
    faults = sorted([*found.faults, *found.left], key=lambda fault: fault.row)
    units = _units_of(found, faults)
    # The other tables may name units whose own rows are at fault.
    known = _with_all_named(units, found) if faults else units
    how = {"units": known, "columns": found.headings, "faults": faults}
    there = _read(read_statuses, main.table("statuses", statuses), how)
    done = _read(partial(read_actions, statuses=there), main.table("actions", actions), how)
    more = _read(partial(read_synergies, statuses=there), main.table("synergies", synergies), how)
    begun = begins_with(units, there, faults) if "begins_with" in units.columns else {}
    # Beside those for which rows are left out.
    if strict or len(faults) > len(found.left):
        tell(faults)
    if done or begun or more:
        units = Units(
            [
                unit.changed(
                    actions=(*begun.get(unit.name, ()), *done.get(unit.name, ()), *(more or ()))
                )
                for unit in units
            ]
        )
    if mapping.scale != 1:
        units = Units([_scaled(unit, mapping.scale) for unit in units])
    _check_counters(units)
    units = _knowing(units, there if mapping.scale == 1 else {})
    units.reading = found.frame
    _tell_of([*found.told, *_in_words(units), *_never_given(there, units), *fast(units)])
    return units


def _knowing(units, statuses):
    """The units, which know the statuses of their file."""
    known = tuple((statuses | {one.name: one for one in statuses_of(units)}).values())
    return Units([unit.knowing(statuses=known) for unit in units]) if known else units


def _check_counters(units):
    """Raise all that is wrong with counters and numbers of a turn together."""
    faults = []
    for unit in units:
        try:
            check_counted(unit)
        except ValueError as error:
            faults.append(error)
    tell(faults)


def _scaled(unit, times):
    """A unit with the points that its actions and statuses deal, heal or absorb times a number."""
    numbers = numbers_of_actions(unit)
    points = {name: one for name, one in numbers.items() if name.rpartition(": ")[2] in _POINTS}
    changed = {
        name: one.map(lambda value: value * times) if isinstance(one, Distribution) else one * times
        for name, one in points.items()
    }
    return unit.changed(**changed) if changed else unit


def _tell_of(sentences):
    """Warn with some sentences, the first ten of them."""
    for sentence in sentences[:_MOST_TOLD]:
        warn(sentence)
    if len(sentences) > _MOST_TOLD:
        warn(f"and {len(sentences) - _MOST_TOLD} more to be told of this sheet")


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
        if given is None:
            return None
        if given != BESIDE:
            name, source = given if isinstance(given, tuple) else (None, given)
            name, content = content_of(source, name or kind)
            return content, name, _titled(kind, titles_of(name, content))
        if self.titles:
            # A sheet of that name may be the one with the units.
            units = self.titles[0] if self.sheet is None else self.sheet
            title = _titled(kind, [title for title in self.titles if title != units])
            if title and not self._is_ours(kind, title):
                return None
            if title is None:
                self._tell_of_others(kind, units)
            return title and (self.content, self.name, title)
        beside = self.path and self._beside(kind)
        return beside and (beside, None, None)

    def mapping(self, given):
        """What says which heading is which column: as given, else the file beside, else None."""
        return given if given is not None or self.path is None else self._beside("columns")

    def _beside(self, kind):
        """The path of a table that belongs to the file; None, and told, under another name."""
        found = self.path.with_name(tables_beside(self.path.name)[kind])
        if found.is_file():
            return found
        for other in (f"{self.path.stem}_{kind}.csv", f"{self.path.name}.{kind}.csv"):
            if found.with_name(other).is_file():
                warn(f"{printable(other)} isn't read; call it {printable(found.name)}")
        return None

    def _tell_of_others(self, kind, units):
        """Tell of a sheet that might be the table, but has another name."""
        for title in self.titles if kind == "actions" else ():
            if title != units and not self._fault_of(kind, title):
                warn(f"{self.name}, sheet '{printable(title)}' isn't read; call it '{kind}'")

    def _is_ours(self, kind, title):
        """Whether a sheet is one of the workbook's tables, as its title says; told if it isn't."""
        if fault := self._fault_of(kind, title):
            warn(
                f"{self.name}, sheet '{printable(title)}': left aside, as it names no column "
                f"{fault}; {kind}=None says so"
            )
        return not fault

    def _fault_of(self, kind, title):
        """The columns that a sheet of a table would need, where it hasn't; else nothing."""
        needed = _NEEDED[kind]
        with catch_warnings(action="ignore"), suppress(TableError):
            read_rows(self.content, needed, sheet=title, name=self.name)
            return ""
        return " and ".join(needed)


def _titled(kind, titles):
    """The first sheet of that name, in upper or lower case; None if there is none."""
    return next((title for title in titles if title.strip().casefold() == kind), None)


def _units_of(found, faults):
    """The units whose rows are sound, without their actions."""
    if not found.rows:
        tell(faults)
    units = []
    for row in found.rows:
        units.append(Unit(**found.values(row)).knowing(where=f"{found.name}, row {row}"))
    return Units(units)


def _with_all_named(units, found):
    """The units, and a stand-in for each other name in the file."""
    names = next(one for one in found.columns if one.kind == "name").values.values()
    first = next(iter(units))
    others = (name for name in dict.fromkeys(names) if name not in units)
    return Units([*units, *(first.changed(name=name) for name in others)])


def _read(read, table, how):
    """What a function reads of a table of actions or statuses; empty if there is none."""
    if table is None:
        return {}
    source, name, sheet = table
    return read(source, name=name, sheet=sheet, **how)


def _never_given(statuses, units):
    """A sentence if no action gives some statuses."""
    given = {status.name for unit in units for one in unit.actions for status in one.statuses}
    never = [f"'{printable(name)}'" for name in statuses if name not in given]
    return [f"no action gives {', '.join(never)}: left out"] if never else []


def _in_words(units):
    """A sentence if rows are written as words."""
    said = [one for unit in units if (one := str(unit.more.get("row", "")).strip()).isalpha()]
    known = [f"{word} as {row}" for word, row in PLACES.items() if word in map(str.casefold, said)]
    return [f"column 'row': {', '.join(known)}, the least stands in front"] if known else []


def fast(units):
    """Return a sentence if a speed is too high to be meant as actions a turn: a list."""
    quick = max(units, key=lambda unit: unit.role("speed"))
    if quick.role("speed") <= MANY_ACTIONS:
        return []
    return [
        f"speed is how many actions a unit has in a turn: '{quick.name}' has {quick.speed:g}; "
        f"where the sheet's column means something else, such as feet, rename it"
    ]
