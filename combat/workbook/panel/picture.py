"""The picture of a panel in JupyterLab, and the renderer and the style that it shares with pages.

The picture is numbers, which the files in `scripts` draw, and let one move.
"""

import json
from html import escape
from importlib.resources import files

import anywidget
import ipywidgets as widgets
import traitlets

from combat.workbook.charts import palette

_SCRIPTS = files("combat.workbook.panel") / "scripts"
_CLASS = "combat-panel"  # by which scripts and styles find panels


def script(name):
    """Return the text of a script or a style that pages and JupyterLab share."""
    return (_SCRIPTS / name).read_text(encoding="utf-8")


def renderer():
    """Return the scripts that draw an answer, with the shades of heat maps."""
    files = map(script, ["letters.js", "readout.js", "renderer.js"])
    return "\n".join([f"const SHADES = {json.dumps(palette.shades())};", *files])


def style():
    """Return the style of panels: of their pictures, buttons and sliders."""
    return "\n".join([palette.style(), script("renderer.css")])


class Picture(anywidget.AnyWidget):
    """A widget that draws an answer; `told` is the answer as JSON, busy: another is computed.

    moved(control, value, by) is called when a mark is dragged to a value, or moved by a key (by is
    then -1 or 1, else 0), picked(row, column) when a cell is clicked, tried(settings) when a link
    of the text names some controls of the panel; `names` has all.
    """

    _esm = "\n".join([script("keys.js"), renderer(), script("back.js"), script("lab.js")])
    _css = style()

    told = traitlets.Unicode().tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    names = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, moved, picked, tried):
        super().__init__()
        self._moved, self._picked, self._tried = moved, picked, tried
        self.on_msg(self._asked)

    def look(self):
        """Ask JupyterLab to scroll to the picture."""
        self.send({"look": True})

    def _asked(self, _widget, asked, _buffers):
        if "picked" in asked:
            self._picked(*asked["picked"])
        elif "tried" in asked:
            self._tried(asked["tried"])
        else:
            self._moved(**asked["moved"])


def panel_of(parts):
    """Return a box of widgets, one under another, whose controls keep their keys in JupyterLab."""
    return widgets.VBox(parts).add_class(_CLASS)


def error_line(error):
    """Return the first line of an exception as one red line of HTML."""
    first = (str(error).splitlines() or [""])[0]
    color = f"color:{palette.RED};color:{palette.shown(palette.RED)}"
    return f'<p role="alert" style="{color};margin:4px 0">{escape(first)}</p>'
