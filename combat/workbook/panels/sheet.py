"""The sheet of a game, edited in place: each change is fought at once."""

import re
from html import escape
from importlib.resources import files
from pathlib import Path

import anywidget
import ipywidgets as widgets
import pandas as pd
import traitlets

from combat.cli.terminal import line_of
from combat.core.files import portable, write_whole
from combat.core.words import guarded_text, listed, many
from combat.units.sheets.files import TABLES, TableFile
from combat.units.sheets.headings import tables_beside
from combat.workbook.panel.answer import Table
from combat.workbook.panel.picture import error_line, panel_of, script

_SCRIPTS = files("combat.workbook.panels") / "scripts"
_MOST_SHOWN = 300  # rows; a browser draws a table of 300 x 30 in 0.1 s
_FAULT = re.compile(r"row (\d+)(?:, column '(.*?)')?")


class Grid(anywidget.AnyWidget):
    """The cells of a sheet as texts, to be edited; `faults` are (row, column, why), from 0."""

    _esm = "\n".join([script("keys.js"), (_SCRIPTS / "sheet.js").read_text(encoding="utf-8")])
    _css = (_SCRIPTS / "sheet.css").read_text(encoding="utf-8")

    heads = traitlets.List(traitlets.Unicode()).tag(sync=True)
    rows = traitlets.List(traitlets.List(traitlets.Unicode())).tag(sync=True)
    faults = traitlets.List().tag(sync=True)


class Sheet:
    """A game's sheet in a notebook: upload another, edit cells, save it; `Game.sheet` makes it.

    A cell that can't be read is marked, and said in the words of the reader of tables; the game
    keeps its last numbers until it is mended. A file is written only on request, and one that is
    there only when asked twice.
    """

    def __init__(self, game):
        self.game, self.said, self._asked, self._editing = game, "", None, False
        self.grid, self._line = Grid(), widgets.HTML()
        self.uploader = widgets.FileUpload(
            accept=".csv,.tsv,.txt,.json,.yaml,.yml,.xlsx,.ods,.xls",
            multiple=True,
            description="Your sheet",
            tooltip="a CSV file or a spreadsheet of units, as it stands, with its .columns.csv, "
            ".actions.csv, .statuses.csv, .items.csv and .charter.csv, if there are any",
        )
        self.file = widgets.Text(description="save as", layout={"width": "300px"})
        self._save = widgets.Button(description="Save", tooltip="write the sheet as a CSV file")
        more = widgets.Button(description="Add a row", tooltip="one more unit, at the end")
        less = widgets.Button(
            description="Delete the row", tooltip="that of the chosen cell; Ctrl+Z brings it back"
        )
        self.uploader.observe(self._uploaded, names="value")
        self._save.on_click(lambda _: self.save())
        # The script knows which cell is chosen, and takes both back by Ctrl+Z.
        more.on_click(lambda _: self.grid.send({"row": "add"}))
        less.on_click(lambda _: self.grid.send({"row": "delete"}))
        frame = widgets.Box([self.grid]).add_class("combat-sheet-frame")
        buttons = widgets.HBox([self.uploader, more, less, self.file, self._save])
        self.widget = panel_of([buttons, self._line, frame])
        self._show()
        self.grid.observe(self._edited, names="rows")
        game.observe(self._changed, quick=True)

    def write(self, row, column, text):
        """Type a text into a cell, as a user would; row: from 0, column: its heading."""
        rows = [[*cells] for cells in self.grid.rows]
        rows[row][self.grid.heads.index(column)] = text
        self.grid.rows = rows

    def load(self, content, name, **beside):
        """Take an uploaded file, or say its fault; beside: (file name, bytes) of others."""
        try:
            self.game.load(content, name, **beside)
        except ValueError as error:
            self._say(str(error), fault=True)

    def save(self):
        """Write the sheet as the CSV file that is named beside the button."""
        try:
            self._say(f"saved as {self._saved()}.{self._left_behind}")
        except ValueError as error:
            self._say(line_of(error), fault=True)
        except OSError as error:
            self._say(f"it can't be written: {line_of(error)}", fault=True)

    @property
    def error(self):
        """The line of the last fault, as HTML; empty if there is none."""
        return error_line(self.said) if self._wrong else ""

    def _uploaded(self, change):
        files = {file["name"]: bytes(file["content"]) for file in change["new"]}
        beside = {
            kind: (name, content)
            for name, content in files.items()
            for kind in TABLES
            if name.casefold().endswith(f".{kind}.csv")
        }
        tables = [name for name in files if (name, files[name]) not in beside.values()]
        if files and not tables:
            self._say(
                f"{next(iter(files))}: choose the sheet of units together with it", fault=True
            )
        for name in tables:
            self.load(files[name], name, **beside)

    def _saved(self):
        path = Path(self.file.value.strip() or self.game.name)
        if not portable(path.name) or not path.name:
            raise ValueError(f"{path}: not every system takes a file of that name")
        path = path.with_suffix(".csv") if path.suffix.lower() != ".csv" else path
        text = guarded_text(self._texts(), self.game.files.mark)
        files = {path: text.encode(), **self._beside(path)}
        lost = [str(one) for one, new in files.items() if one.exists() and one.read_bytes() != new]
        if lost and self._asked != path:
            self._asked = path
            raise ValueError(f"{listed(lost)} is there already: press Save again to replace it")
        self._asked = None
        write_whole(files)
        return path

    def _beside(self, path):
        """The tables of an upload, or of another folder, that go with the sheet: {path: bytes}."""
        found = {}
        for kind, table in self.game.files.beside.items():
            place = path.with_name(tables_beside(path.name)[kind])
            moved = isinstance(table, TableFile) and table.sheet is None
            if moved and (table.path is None or table.path.resolve() != place.resolve()):
                found[place] = table.content
        return found

    @property
    def _left_behind(self):
        """Where the tables stay that are no files of their own, in words."""
        beside = self.game.files.beside.items()
        sheets = {kind: one for kind, one in beside if isinstance(one, TableFile) and one.sheet}
        names = {one.name for one in sheets.values()}
        return f" Its {listed(sheets)} stay in {', '.join(names)}." if sheets else ""

    def _texts(self):
        """The sheet as it stands in the grid, with the rows that it doesn't show."""
        shown = [[*cells] for cells in self.grid.rows if any(cells)]
        return [[*self.grid.heads], *shown, *self._rest]

    def _edited(self, _change):
        with self.game.lock:  # what is typed meanwhile, in another thread, comes after it
            if not self._editing:  # a cell, not what this sheet itself shows
                self._take_cells()

    def _take_cells(self):
        self._editing = True
        try:
            self.game.edit(self._texts())
            self.grid.faults = [*self._places(self.game.warnings)]
        except ValueError as error:
            self.grid.faults = [*self._places(str(error).splitlines())]
            self._say(str(error), fault=True)
        finally:
            self._editing = False

    def _places(self, lines):
        """The cells that lines of the reader name; of a line without a column, the first one."""
        filled = [row for row, cells in enumerate(self.grid.rows) if any(cells)]
        heads = self.grid.heads
        for line in lines:
            found = _FAULT.search(line)
            column = found and (found[2] or heads[0])
            if column in heads and 0 <= int(found[1]) - 2 < len(filled):
                yield filled[int(found[1]) - 2], heads.index(column), line

    def _changed(self):
        """Show what became of the game: as edited here, or another one."""
        if self._editing:
            said = f"{self.game.name}: {len(self.game.units)} units{self._difference()}."
            self._say(f"{said}{self._told}")
        else:
            self._show()

    def _difference(self):
        """What differs from the sheet that was loaded, in words."""
        rows = self._texts()[1:]
        if by := len(rows) - len(self._first):
            return f", {many(abs(by), 'row')} {'more' if by > 0 else 'fewer'}"
        pairs = zip(rows, self._first, strict=True)
        changed = sum(one != other for row in pairs for one, other in zip(*row, strict=False))
        return f", {many(changed, 'cell')} changed" if changed else ""

    def _show(self):
        heads, *rows = self.game.texts
        self._rest, self._first = rows[_MOST_SHOWN:], rows
        self._editing = True
        try:
            self.grid.faults = []
            with self.grid.hold_sync():
                self.grid.heads, self.grid.rows = heads, rows[:_MOST_SHOWN]
            self.grid.faults = [*self._places(self.game.warnings)]
        finally:
            self._editing = False
        self.file.value = str(Path(self.game.name).with_suffix(".csv"))
        hidden = f" The first {_MOST_SHOWN} rows are shown." if self._rest else ""
        self._say(f"{self.game.name}: {len(self.game.units)} units.{hidden}{self._told}")

    @property
    def _told(self):
        return "".join(f" {line}." for line in self.game.warnings)

    def _say(self, text, fault=False):
        self.said, self._wrong = text, fault
        line = error_line(text) if fault else f"<span>{escape(text)}</span>"
        self._line.value = f'<div role="status">{line}</div>'

    @property
    def result(self):
        """The sheet as a table to read."""
        heads, *rows = self.game.texts
        return Table(pd.DataFrame(rows[:_MOST_SHOWN], columns=heads), caption=self.game.name)

    def __repr__(self):
        return repr(self.result)

    def _repr_mimebundle_(self, **_kwargs):
        data = {
            **self.widget._repr_mimebundle_(),
            "text/plain": repr(self),
            "text/html": self.result._repr_html_(),
        }
        return data, {"combat": {"caption": self.game.name, "needs": "kernel"}}
