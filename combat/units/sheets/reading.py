"""Units read from a designer's files: the sheet of their numbers, and what they can do."""

from dataclasses import dataclass, field, replace
from functools import partial
from warnings import catch_warnings

from combat.core.checks import warn
from combat.core.words import printable
from combat.dice import Distribution
from combat.tables.content import tell
from combat.units.sheets.action_tables import begins_with, read_actions, read_statuses
from combat.units.sheets.counters import PLACES, check_counted
from combat.units.sheets.files import BESIDE, GameFiles, files_of
from combat.units.sheets.items import read_items
from combat.units.sheets.levels import Levels, level_of
from combat.units.sheets.roster import Units, statuses_of
from combat.units.sheets.sheet import read_sheet
from combat.units.sheets.synergies import read_synergies
from combat.units.sheets.unit import Unit, numbers_of_actions

MANY_ACTIONS = 5  # a turn
_MOST_TOLD = 10
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
    items=BESIDE,
    level=None,
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

    actions, statuses, synergies, items: tables of what the units can do, and may carry, see
    `read_actions`, `read_statuses`, `read_synergies` and `loadouts`: a path, bytes, or a pair (file
    name, bytes); None for none. By default those beside the file, such as units.actions.csv beside
    units.csv, or the sheets of these names of a spreadsheet. A status that no action gives is left
    out, with a warning.

    level: at which level cells are read that speak of one, such as `20 + 5*level`, see
    `combat.units.sheets.levels`; by default each unit's own, of a column `level`, or 1. `Units.at`
    reads them at another.

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
    beside = {"columns": columns, "statuses": statuses, "actions": actions, "synergies": synergies}
    beside["items"] = items
    files = files_of(source, name, sheet=sheet, **beside)
    return read_game(files if level is None else replace(files, level=level_of(level)), strict)


def read_game(files, strict=False):
    """Return the `Units` of `GameFiles`, as `read_units` does."""
    if files.units is not None:
        return files.units
    return AtLevels(files, strict).read()


@dataclass
class AtLevels:
    """Reads `GameFiles` at one level or another, each once; called, it reads at a level."""

    files: GameFiles
    strict: bool
    known: dict = field(default_factory=dict)

    def __call__(self, level):
        """Return the `Units` at a level; what was told of another isn't told again."""
        if level not in self.known:
            with catch_warnings(action="ignore"):
                self.known[level] = _read_at(self, Levels(level, self.files.mapping.scale))
        return self.known[level]

    def read(self):
        """Return the `Units` at the level of the files, or each at its own."""
        levels = Levels(self.files.level, self.files.mapping.scale)
        units = _read_at(self, levels)
        if levels.level is None and levels.spoken and {unit.level for unit in units} != {1}:
            reading, units = units.reading, units.at({})
            units.reading = reading
        return units


def _read_at(reader, levels):
    """The `Units` of a game's files at some levels; `reader` reads them at others."""
    files, strict, mapping = reader.files, reader.strict, reader.files.mapping
    found = read_sheet(files.label, files.content, files.sheet, mapping, levels)
    faults = sorted([*found.faults, *found.left], key=lambda fault: fault.row)
    units = _units_of(found, faults)
    # The other tables may name units whose own rows are at fault.
    known = _with_all_named(units, found) if faults else units
    how = {"units": known, "columns": found.headings, "faults": faults, "levels": levels}
    there = _read(read_statuses, files.beside.get("statuses"), how)
    items = _read(partial(read_items, statuses=there), files.beside.get("items"), how)
    how["units"] = Units(one.knowing(items=items.get(one.name, ())) for one in known)
    done = _read(partial(read_actions, statuses=there), files.beside.get("actions"), how)
    more = _read(partial(read_synergies, statuses=there), files.beside.get("synergies"), how)
    begun = begins_with(units, there, faults) if "begins_with" in units.columns else {}
    # Beside those for which rows are left out.
    if strict or len(faults) > len(found.left):
        tell(faults)
    if done or begun or more:
        every = {
            unit.name: (*begun.get(unit.name, ()), *done.get(unit.name, ()), *(more or ()))
            for unit in units
        }
        units = Units([unit.changed(actions=every[unit.name]) for unit in units])
    if mapping.scale != 1:
        units = Units([_scaled(unit, mapping.scale) for unit in units])
    _check_counters(units)
    if items:
        units = Units([_offered(unit, items, done, mapping.scale) for unit in units])
    units = _knowing(units, there if mapping.scale == 1 else {})
    units.reading, units.read_at = found.frame, reader
    _tell_of([*found.told, *_in_words(units), *_never_given(there, units), *fast(units)])
    return units


def _offered(unit, items, done, scale):
    """A unit, which knows what it may carry, with its actions."""
    found = []
    for item in items.get(unit.name, ()):
        actions = (*item.actions, *done.get(item.name, ()))
        if scale != 1 and actions:
            actions = _scaled(unit.changed(actions=actions), scale).actions
        found.append(replace(item, actions=actions))
    return unit.knowing(items=tuple(found))


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
    if table is None or isinstance(table, dict):
        return table or {}
    return read(table.content, name=table.name, sheet=table.sheet, **how)


def _never_given(statuses, units):
    """A sentence if no action gives some statuses."""
    able = [*units, *units.items.values()]
    given = {status.name for one in able for action in one.actions for status in action.statuses}
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
