"""Upload of a designer's own file, which is checked; the result is shown and can be saved."""

from html import escape
from pathlib import Path

import ipywidgets as widgets

from combat.core.files import write_whole
from combat.core.words import csv_of
from combat.workbook.panel.answer import html_of
from combat.workbook.panel.picture import error_line, panel_of


class Upload:
    """Reads an example file at first, later uploaded ones, and shows what is computed from them.

    compute(source, name) gets a path (the example) or the upload's bytes, with the file's
    name, and returns a frame or a Table. An exception is shown in one red line, and the last
    good result stays. save_as: a path at which each result is written as CSV.

    >>> from combat.tables import read_table
    >>> def checked(source, name):
    ...     return read_table(source, numeric=["attack"], name=name)
    >>> upload = Upload(checked, "data/tome/pairs.csv", caption="Attacks")
    >>> upload.load(b"attack\\n12\\n", "mine.csv")
    >>> upload
    Attacks
       attack
    0    12.0
    """

    def __init__(self, compute, example, *, caption, save_as=None):
        self._compute, self._example, self.caption = compute, Path(example), caption
        self._save_as = Path(save_as) if save_as else None
        self._error, self._shown = widgets.HTML(), widgets.HTML()
        self.uploader = widgets.FileUpload(
            accept=".csv,.tsv,.txt,.json,.xlsx,.ods,.xls",
            description="Your table",
            tooltip="a CSV file or a spreadsheet with the columns of the example",
        )
        self.uploader.observe(self._uploaded, names="value")
        hint = widgets.HTML(f"<span>{escape(caption)}</span>")
        self.widget = panel_of([hint, self.uploader, self._error, self._shown])
        # Functions to call after each good file.
        self.after = []
        self._last = self._example, self._example.name
        self.refresh()

    def _uploaded(self, change):
        for file in change["new"]:
            self.load(bytes(file["content"]), file["name"])

    def load(self, content, name):
        """Read the bytes `content` as the file `name`; if it can't be read, one line says why.

        The result then stays as it was. Otherwise each function in `after` is called, such as the
        `refresh` of another upload whose result depends on this one's.
        """
        try:
            result = self._compute(content, name)
        except Exception as error:
            self._error.value = error_line(_reason(error, name))
            return
        self._last = content, name
        self._show(result)
        self._error.value = ""
        for then in self.after:
            then()

    def refresh(self):
        """Compute and show the result of the last good file again."""
        self._show(self._compute(*self._last))

    def fault(self, content, name):
        """Return why a file can't be read, an empty text if it can; shows nothing."""
        try:
            self._compute(content, name)
        except Exception as error:
            return _reason(error, name)
        return ""

    @property
    def error(self):
        """Why the last file couldn't be read, as HTML; empty if it was read."""
        return self._error.value

    def _show(self, result):
        self.result = result
        self._shown.value = html_of(result)
        if self._save_as:
            table = getattr(result, "frame", result)
            write_whole({self._save_as: csv_of(table)}, folders=True)

    def __repr__(self):
        return f"{self.caption}\n{self.result!r}"

    def _repr_mimebundle_(self, **_kwargs):
        data = {
            **self.widget._repr_mimebundle_(),
            "text/plain": repr(self),
            "text/html": html_of(self.result),
        }
        return data, {"combat": {"caption": self.caption, "needs": "kernel"}}


def _reason(error, name):
    """The error message: a ValueError's own text; for others also the file and the error's kind."""
    return (
        str(error) if isinstance(error, ValueError) else f"{name}: {type(error).__name__}: {error}"
    )
