"""A game as it is handed over: the sheet of its units, and the tables that belong to it.

Every door (units, panels, reports, charters, patches, mends, uploads) takes this, so that each
reads the same tables in the same way.
"""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple
from warnings import catch_warnings

from combat.core.checks import warn
from combat.core.words import guarded_text, printable
from combat.tables import TableError, content_of, read_rows, titles_of
from combat.tables.table import opened
from combat.units.sheets.begins import NAMES
from combat.units.sheets.headings import Headings, mapping_of, tables_beside
from combat.units.sheets.levels import Levels, level_of
from combat.units.sheets.roster import Units, statuses_of
from combat.units.sheets.sheet import texts_of
from combat.units.sheets.spellings import meant_by

BESIDE = "beside the units"
_BYTES = (bytes, bytearray, memoryview)
# The tables that belong to units, by the columns that each needs.
TABLES = {
    "columns": ("heading", "as"),
    "actions": ("unit", "action"),
    "statuses": ("status",),
    "synergies": ("column", "value", "gives"),
    "items": ("item", "slot"),
    "charter": ("system", "measure"),
}


class TableFile(NamedTuple):
    """A table that belongs to a game's units: the file's name and bytes, its sheet, its path."""

    name: str
    content: bytes
    sheet: str | None = None
    path: Path | None = None


@dataclass(frozen=True)
class GameFiles:
    """The files of a game: `label`, by which messages call that of its units, and its content.

    path: where that lies, None for an upload. beside: {"columns", "actions", "statuses" or
    "charter": `TableFile`}, those that are there, or what they say, as a dict. sheet: the one to
    read of a spreadsheet, see `read_units`. units: the `Units` that were read of them, or others
    that stand for the files; None if they are to be read. level: at which they are read; None for
    each unit's own.

    >>> GameFiles("units.csv at HEAD~1", Path("data/units.csv"), b"name,hp").name
    'units.csv'
    """

    label: str
    path: Path | None
    content: bytes = field(repr=False)
    beside: dict = field(default_factory=dict, repr=False)
    sheet: str | None = None
    units: Units | None = None
    level: int | None = None

    @property
    def name(self):
        """The name of the units' file."""
        return self.label if self.path is None else self.path.name

    @property
    def mapping(self):
        """What the headings of the units mean, see `mapping_of`."""
        return mapping_of(self.beside.get("columns"))

    @property
    def texts(self):
        """The cells of the units' sheet as they stand: a list of rows, the headings first."""
        return texts_of(self.label, self.content, self.sheet, self.mapping)

    @property
    def mark(self):
        """What separates the cells of a CSV of its texts."""
        return _mark(opened(self.label, self.content, self.sheet, Headings(self.mapping)))

    def edited(self, texts):
        """Return the same game with other cells in its units' sheet, which is a CSV then."""
        label = str(Path(self.label).with_suffix(".csv"))
        content = guarded_text(texts, self.mark).encode()
        return replace(self, label=label, content=content, sheet=None, units=None)


def files_of(
    source,
    name=None,
    *,
    sheet=None,
    beside=None,
    columns=None,
    statuses=BESIDE,
    actions=BESIDE,
    synergies=BESIDE,
    items=BESIDE,
    charter=None,
):
    """Return the `GameFiles` of a path, or of an upload's bytes with its `name`.

    columns, statuses, actions, synergies, items, charter: each a path, bytes, a pair (file name,
    bytes), None for none (columns: as `BESIDE`), or `BESIDE`: the sheet of that name in the same
    spreadsheet, or else what `beside` finds, a function of the kind that returns a `TableFile` or
    None. By default it is the file that lies beside, such as units.actions.csv beside units.csv.
    """
    path = None if isinstance(source, _BYTES) else Path(source)
    label, content = content_of(source, name)
    columns = BESIDE if columns is None else columns
    given = {"columns": columns, "statuses": statuses, "actions": actions, "synergies": synergies}
    given |= {"items": items, "charter": charter}
    beside = beside or partial(lying_beside, path)
    book, found = _Book(label, content, sheet, path), {}
    for kind, one in given.items():
        if one == BESIDE:
            found[kind] = book.table(kind) or beside(kind)
        elif one is not None:
            found[kind] = given_table(kind, one)
    found = {kind: table for kind, table in found.items() if table is not None}
    return GameFiles(label, path, content, found, sheet)


def written_at(files, level, path):
    """Return the files of a game at a level, {path: text}: its sheet and the tables beside it."""
    levels = Levels(level_of(level), files.mapping.scale)
    texts = texts_of(files.label, files.content, files.sheet, files.mapping, levels)
    found, names = {path: guarded_text(texts, files.mark)}, tables_beside(path.name)
    for kind, table in files.beside.items():
        if kind == "charter" or not isinstance(table, TableFile):
            continue
        name, content, sheet, _ = table
        page, header, rows = read_rows(content, TABLES[kind], sheet=sheet, name=name)
        if kind != "columns":
            rows = levels.of_table(name, header.cells, rows)
        lines = [header.cells, *(cells for _, cells in rows)]
        found[path.with_name(names[kind])] = guarded_text(lines, _mark(page))
    return found


def _mark(page):
    # Between commas 1,5 would be a text, or thousands.
    return ";" if page.comma == "," else ","


def files_of_units(units, label="units.csv"):
    """Return the `GameFiles` of `Units` made in code: their table, and what each can do."""
    frame = units.frame.reset_index()
    texts = [[*frame.columns], *([*map(_text, row)] for row in frame.itertuples(index=False))]
    given = [status for unit in units for status in unit.moment.statuses] + statuses_of(units)
    done = {unit.name: [one for one in unit.actions if one.name not in NAMES] for unit in units}
    beside = {
        "columns": {"own": [name for name in next(iter(units)).more if meant_by(name)[0]]},
        "statuses": {status.name: status for status in given},
        "actions": done,
        "items": {unit.name: unit.moment.items for unit in units},
    }
    content = guarded_text(texts).encode()
    return GameFiles(str(Path(label).with_suffix(".csv")), None, content, beside, units=units)


def _text(cell):
    if isinstance(cell, float):
        return "" if cell != cell else f"{cell:.12g}"
    return str(cell)


def given_table(kind, one):
    """Return the `TableFile` of a path, bytes, or a pair (name, bytes); a dict as it is."""
    if isinstance(one, TableFile | dict):
        return one
    name, source = one if isinstance(one, tuple) else (None, one)
    path = None if isinstance(source, _BYTES) else Path(source)
    name, content = content_of(source, name or (kind if path is None else None))
    return TableFile(name, content, _titled(kind, titles_of(name, content)), path)


def lying_beside(path, kind):
    """Return the `TableFile` that lies beside a file; None, and told, under another name."""
    if path is None:
        return None
    found = path.with_name(tables_beside(path.name)[kind])
    if found.is_file():
        return TableFile(*content_of(found), path=found)
    for other in (f"{path.stem}_{kind}.csv", f"{path.name}.{kind}.csv"):
        if found.with_name(other).is_file():
            warn(f"{printable(other)} isn't read; call it {printable(found.name)}")
    return None


@dataclass(frozen=True)
class _Book:
    """A spreadsheet with units, which may hold the other tables as sheets."""

    name: str
    content: bytes
    sheet: str | None
    path: Path | None

    def table(self, kind):
        """The sheet that is called like a kind of table, if it is one; None if there is none."""
        titles = titles_of(self.name, self.content)
        units = titles and (titles[0] if self.sheet is None else self.sheet)
        others = [title for title in titles if title != units]
        title = _titled(kind, others)
        if title is None:
            self._tell_of_others(kind, others)
            return None
        if not self._is(kind, title):
            return None
        return TableFile(self.name, self.content, title, self.path)

    def _tell_of_others(self, kind, titles):
        """Tell of a sheet that might be the table, but has another name."""
        for title in titles if kind == "actions" else ():
            if not self._lacks(kind, title):
                warn(f"{self.name}, sheet '{printable(title)}' isn't read; call it '{kind}'")

    def _is(self, kind, title):
        """Whether a sheet is one of the workbook's tables, as its title says; told if it isn't."""
        if lacks := self._lacks(kind, title):
            warn(
                f"{self.name}, sheet '{printable(title)}': left aside, as it names no column "
                f"{lacks}; {kind}=None says so"
            )
        return not lacks

    def _lacks(self, kind, title):
        """The columns that a sheet of a table would need, where it hasn't; else nothing."""
        needed = list(TABLES[kind])
        with catch_warnings(action="ignore"), suppress(TableError):
            read_rows(self.content, needed, sheet=title, name=self.name)
            return ""
        return " and ".join(needed)


def _titled(kind, titles):
    """The first sheet of that name, in upper or lower case; None if there is none."""
    return next((title for title in titles if title.strip().casefold() == kind), None)
