"""The picture of a panel in JupyterLab: numbers that a script of ours draws and lets one move."""

import anywidget
import ipywidgets as widgets
import traitlets

from combat.workbook.panel.style import renderer, script, style

_CLASS = "combat-panel"  # by which scripts and styles find panels


class Picture(anywidget.AnyWidget):
    """A widget that draws an answer; `told` is the answer as JSON, busy: another is computed.

    moved(control, value, by) is called when a mark is dragged to a value, or moved by a key (by is
    then -1 or 1, else 0), picked(row, column) when a cell is clicked.
    """

    _esm = "\n".join([script("keys.js"), renderer(), script("lab.js")])
    _css = style()

    told = traitlets.Unicode().tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)

    def __init__(self, moved, picked):
        super().__init__()
        self._moved, self._picked = moved, picked
        self.on_msg(self._asked)

    def look(self):
        """Ask JupyterLab to scroll to the picture."""
        self.send({"look": True})

    def _asked(self, _widget, asked, _buffers):
        if "picked" in asked:
            self._picked(*asked["picked"])
        else:
            self._moved(**asked["moved"])


def panel_of(parts):
    """Return a box of widgets, one under another, whose controls keep their keys in JupyterLab."""
    return widgets.VBox(parts).add_class(_CLASS)
