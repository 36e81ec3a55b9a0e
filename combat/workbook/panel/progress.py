"""How far work is: a bar for what takes long, and a line above the first panel while cells run.

Neither is saved, nor stands on a page.
"""

import json
import os
from pathlib import Path
from threading import Timer

import ipywidgets as widgets
from IPython import get_ipython

_NOTEBOOK = "JPY_SESSION_NAME"  # set by Jupyter's server in the kernel of a notebook: its path
_QUIET = 1.0  # seconds after a cell in which no other begins: then nothing runs any more
_TAKEN = []  # what was shown first in this kernel, which has the line


class Progress:
    """A progress bar, to be called as progress(done, total); it shows both numbers, too.

    >>> bar = Progress("battles")
    >>> bar(5000, 20000)
    >>> bar
    battles: 5,000 of 20,000
    """

    def __init__(self, label):
        self._label = label
        self._bar = widgets.IntProgress(0, 0, 1, layout={"width": "300px"})
        self._words = widgets.Label(label)
        self.widget = widgets.HBox([self._bar, self._words])

    def __call__(self, done, total, label=None):
        self._label = self._label if label is None else label
        self._bar.max, self._bar.value = total, done
        self._words.value = f"{self._label}: {done:,} of {total:,}"

    def __repr__(self):
        return self._words.value

    def _repr_mimebundle_(self, **_kwargs):
        data = {**self.widget._repr_mimebundle_(), "text/plain": repr(self)}
        return data, {"combat": {"passing": True}}  # of no use once the work is done


def as_live(box):
    """Return what Jupyter shows of a box of widgets; above the first one stands the line."""
    if not _TAKEN:
        _TAKEN.append(box)
        shell, cells = get_ipython(), _cells_of(os.environ.get(_NOTEBOOK, ""))
        if shell and cells:
            box.children = [_Run(shell.events, cells).widget, *box.children]
    return box._repr_mimebundle_()


def _cells_of(path):
    """The ids of a notebook's code cells, in order, as it was saved last."""
    try:
        cells = json.loads(Path(path).read_text(encoding="utf-8"))["cells"]
        return [cell["id"] for cell in cells if cell["cell_type"] == "code"]
    except (OSError, ValueError, KeyError):
        return []


class _Run:
    """Shows the place of the cell that runs, from the next one on, and hides when none does."""

    def __init__(self, events, cells):
        self._place = {one: place for place, one in enumerate(cells, 1)}
        self.widget = widgets.HTML(layout={"display": "none"})
        self._timer = Timer(0, self._hide)
        events.register("pre_run_cell", self._begin)
        events.register("post_run_cell", self._end)

    def _begin(self, info):
        self._timer.cancel()
        place = self._place.get(info.cell_id, "")  # none for a cell that was added since
        self.widget.value = f"<em>Running: cell {place} of {len(self._place)} …</em>"
        self.widget.layout.display = None if place else "none"

    def _end(self, _result):
        self._timer = Timer(_QUIET, self._hide)
        self._timer.daemon = True
        self._timer.start()

    def _hide(self):
        self.widget.layout.display = "none"
