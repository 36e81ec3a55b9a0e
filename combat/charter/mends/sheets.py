"""Writes a mend into the tables it comes from: its cells alone; all other lines byte for byte.

Of spreadsheets and records, which only their own program writes well, a CSV lists the changes.
"""

import csv
import io
import os
import re
import warnings
from dataclasses import replace
from functools import cached_property, partial

from combat.core.files import check_place
from combat.core.words import guarded_text
from combat.tables import TableError, read_rows
from combat.tables.header import key
from combat.units.sheets.expressions import speaks
from combat.units.sheets.files import TableFile
from combat.units.sheets.kinds import OF_ITEMS, parts
from combat.units.sheets.reading import read_game
from combat.units.sheets.schema import Known
from combat.units.sheets.sheet import read_sheet
from combat.units.sheets.unit import numbers_of_actions

_BESIDE = {"actions": "action", "statuses": "status", "columns": "heading", "synergies": "gives"}
_BESIDE |= {"items": "item"}
_AMOUNT = re.compile(r"(.*?)([+−-]?)( ?)([\d.,]+ ?%?|\d+/\d+|\d*[dw]\d+)", re.IGNORECASE)


class Sheets:
    """The tables of `GameFiles`: files {kind: `TableFile`}; path: that of the units, or None."""

    def __init__(self, game):
        self._game, self.path = game, game.path
        units = TableFile(game.name, game.content, game.sheet, game.path)
        beside = {kind: one for kind, one in game.beside.items() if kind in _BESIDE}
        self.files = {"units": units}
        self.files |= {kind: one for kind, one in beside.items() if isinstance(one, TableFile)}
        with warnings.catch_warnings(action="ignore"):
            self._read = read_sheet(*units[:3], game.mapping)
        self._names = next(one for one in self._read.columns if one.kind == "name")

    @property
    def headings(self):
        """What the sheet calls its columns: {heading in lower case: column}."""
        return {key(one.heading): one.name for one in self._read.columns if one.name}

    def texts(self, units):
        """Return the dice of actions and statuses as they are written: {(unit, column): text}."""
        found = {}
        for unit in units:
            for column in numbers_of_actions(unit):
                cell = self._cell(unit.name, column)
                if cell and cell[-1] is _as_before:
                    found[unit.name, column] = cell[3]
        return found

    def changed(self, changes):
        """Return all files with changes (unit, column, from, to); TableError where it can't be."""
        found = {kind: table.content for kind, table in self.files.items()}
        for unit, column, _, written in changes:
            cell = self._cell(unit, column)
            if cell is None:
                raise TableError(
                    f"{self._game.name}: '{column}' of {unit} stands in no cell of its own; "
                    f"change it by hand to {written}"
                )
            kind, row, place, old, rewritten = cell
            if speaks(old):
                raise TableError(
                    f"{self._game.name}, row {row}: '{column}' of {unit} is '{old}', which grows "
                    f"with the level; change it by hand, so that it is {written} at this one"
                )
            page, *_ = self._tables[kind]
            new = rewritten(old, written)
            found[kind] = _replaced(found[kind], page.delimiter, row, place, old, new)
        return found

    def check_place(self, path, over=False, inputs=()):
        """Raise, before a search, what `written` and `write_whole` would raise after it.

        inputs: files that aren't replaced, whatever `over` says.
        """
        if self.path is None:
            raise ValueError("--write: the units lie in no file of their own; leave it out")
        if path.suffix.lower() != ".csv":
            raise ValueError(f"--write {path}: a CSV is written; name a file that ends in .csv")
        for kind, one in self._places(path, over).items():
            others = [self._path(other) for other in self.files if other != kind]
            check_place(one, inputs=[*inputs, *others], switch="--write")

    @cached_property
    def typed(self):
        """The name of a table that is no CSV, such as a spreadsheet; "" where all are."""
        return next((page.name for page, *_ in self._tables.values() if page.typed), "")

    def _places(self, path, over):
        """The paths {kind: path} of the tables that are written; none of them is lost unasked."""
        paths = {
            kind: path if kind == "units" else path.with_name(f"{path.stem}.{kind}.csv")
            for kind in (["units"] if self.typed else self.files)
        }
        for kind, one in paths.items():
            if not one.exists():
                continue
            if not over:
                raise ValueError(f"--write {one}: it is there; add --overwrite, or name another")
            same = os.path.realpath(one) == os.path.realpath(self._path(kind))
            if same and one.read_bytes() != self.files[kind].content:
                raise ValueError(
                    f"--write {one}: it was saved anew while the search ran, and that would be "
                    f"lost; ask again"
                )
        return paths

    def _path(self, kind):
        return self.files[kind].path

    def written(self, mend, game, path, over=False):
        """Return {path: bytes} of the tables after a mend; they must read as the units `game`."""
        if self.typed:
            rows = [("unit", "number", "from", "to"), *mend.changes]
            return {self._places(path, over)["units"]: guarded_text(rows).encode()}
        found, paths = self.changed(mend.changes), self._places(path, over)
        tables = {kind: self.files[kind]._replace(content=one) for kind, one in found.items()}
        units = tables.pop("units")
        files = replace(self._game, content=units.content, beside=tables, units=None)
        with warnings.catch_warnings(action="ignore"):
            read = read_game(files)
        if list(read) != list(game) or read.items != game.items:
            raise TableError(
                f"{units.name}: its cells can't be changed so; do it by hand: {mend.words}"
            )
        return {paths[kind]: content for kind, content in found.items()}

    @cached_property
    def _tables(self):
        """Of each table its page, the places of its headings, and its rows: {number: cells}."""
        found = {}
        for kind, (name, content, sheet, _) in self.files.items():
            needed = self._names.heading if kind == "units" else _BESIDE[kind]
            with warnings.catch_warnings(action="ignore"):
                page, header, rows = read_rows(content, [needed], sheet=sheet, name=name)
            places = {key(heading): place for place, heading in enumerate(header.cells)}
            found[kind] = page, places, dict(rows)
        return found

    @cached_property
    def _rows(self):
        """Where units, actions and statuses stand: {(whose, name): (table, row)}."""
        _, places, rows = self._tables.get("items", (None, {}, {}))
        found = {(_at(cells, places["item"]), ""): ("items", row) for row, cells in rows.items()}
        found |= {(name, ""): ("units", row) for row, name in self._names.values.items()}
        for kind in ("actions", "statuses"):
            _, places, rows = self._tables.get(kind, (None, {}, {}))
            for row, cells in rows.items():
                whose = _at(cells, places.get("unit")), _at(cells, places[_BESIDE[kind]])
                found.setdefault((key(whose[0]), key(whose[1])), (kind, row))
        return found

    def _cell(self, unit, column):
        """(Table, row, place, text, what writes it anew) of a number; None if it has no cell."""
        owner, colon, field = column.partition(": ")
        asked = [(key(unit), key(owner)), ("", key(owner))] if colon else [(unit, "")]
        there = next((self._rows[one] for one in asked if one in self._rows), None)
        if there is None:
            return None
        kind, row = there
        _, places, rows = self._tables[kind]
        if colon or kind == "items":
            find, number = (_within, field) if colon else (_of_item, column)
            found = find(places, rows[row], number)
            return found and (kind, row, *found)
        place = next((one.place for one in self._read.columns if one.name == column), None)
        return None if place is None else (kind, row, place, _at(rows[row], place), _as_before)


def _of_item(places, cells, number):
    """The same of a number of an item."""
    if number == "cost":
        place = places.get("cost")
        return None if place is None else (place, _at(cells, place), _as_before)
    place, name = places["changes"], number.removesuffix(" x")
    how = "+" if name == number else "x"
    for part in parts(_at(cells, place)):
        if OF_ITEMS.read(part, Known())[0][:2] == (name, how):
            return place, part, _as_change
    return None


def _as_change(old, written):
    """A change such as "attack +2" with another number."""
    what, sign, space, amount = _AMOUNT.fullmatch(old).groups()
    if sign:
        sign, written = "-" if written.startswith("-") else "+", written.removeprefix("-")
    return what + sign + space + _as_before(amount, written)


def _within(places, cells, field):
    """(Place, text, what writes it anew) of a number in a row of an action or a status."""
    if _at(cells, places.get(key(field))):
        return places[key(field)], _at(cells, places[key(field)]), _as_before
    word, _, what = field.rpartition(" ")
    for column in ("gives", "gets"):
        text = _at(cells, places.get(column))
        if what == "turns" and re.search(rf"{re.escape(word)}\s+\d", text):
            return places[column], text, partial(_in_words, word)
    return None


def _at(cells, place):
    return cells[place] if place is not None and place < len(cells) else ""


def _in_words(word, old, written):
    """The text of a cell with another number after a word."""
    return re.sub(rf"({re.escape(word)}\s+)\d\S*?(?=[\s,;]|$)", rf"\g<1>{written}", old, count=1)


def _as_before(old, written):
    """A number written as another was: in percent, with a comma for the point."""
    if old.endswith("%"):
        return f"{100 * float(written):.12g}{' ' * old.endswith(' %')}%"
    return written.replace(".", ",") if re.fullmatch(r"\d+,\d+", old) else written


def _replaced(content, mark, row, place, old, new):
    """A CSV's bytes with another text in one cell; all other lines stay as they are."""
    wide = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}.get(content[:2])
    coding = wide or "latin-1"  # bytes as letters, so that all others stay what they are
    lines = list(io.StringIO(content.decode(coding), newline=""))
    reader = csv.reader(lines, delimiter=mark)
    for _ in range(row - 1):
        next(reader)
    first, cells = reader.line_num, next(reader)
    end = lines[reader.line_num - 1][len(lines[reader.line_num - 1].rstrip("\r\n")) :]
    cells += [""] * (place + 1 - len(cells))
    cells[place] = cells[place].replace(old, new, 1) if old else new
    changed = io.StringIO()
    csv.writer(changed, delimiter=mark, lineterminator=end).writerow(cells)
    lines[first : reader.line_num] = [changed.getvalue()]
    return "".join(lines).encode(coding)
