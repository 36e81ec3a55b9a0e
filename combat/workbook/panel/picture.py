"""The picture of a panel in JupyterLab: sharp, in the theme's colours, read and moved by hand."""

import json
from dataclasses import replace

import anywidget
import ipywidgets as widgets
import traitlets

from combat.workbook.panel.controls import moved_to
from combat.workbook.panel.looks import looks, script
from combat.workbook.panel.recording import store_of

_PARTS = ["keys.js", "reading.js", "drag.js", "own.js", "words.js", "guessed.js", "picture.js"]
_CLASS = "combat-panel"  # by which scripts and styles find panels


class Picture(anywidget.AnyWidget):
    """A widget that shows a `Frame` as SVG; Image has no text, pointer or colours of the theme."""

    _esm = "\n".join(map(script, _PARTS))
    _css = looks(f".{_CLASS}")

    shown = traitlets.Unicode().tag(sync=True)
    waiting = traitlets.Unicode().tag(sync=True)  # shown in place of the caption
    guessed = traitlets.Unicode().tag(sync=True)  # JSON: where the reader's guess lies in it
    width = traitlets.Int().tag(sync=True)
    slow = traitlets.List().tag(sync=True)  # controls that wait until the pointer is let go

    def __init__(self, width, controls, set_values):
        slow = [
            name
            for name, control in controls.items()
            if not getattr(control, "continuous_update", True)
        ]
        super().__init__(width=width, slow=slow)
        self._controls, self._set_values = controls, set_values
        self.on_msg(self._asked)

    def show(self, frame, view):
        """Show a `Frame` that has vectors; view: what `Panel.view` returns for it."""
        width, height, clips = view
        store = store_of(replace(frame, below=""))
        looks = {"width": width, "height": height, "clips": clips, "own": frame.own}
        self.shown = json.dumps(store | looks)
        self.waiting = ""

    def look(self):
        """Ask JupyterLab to scroll to the picture."""
        self.send({"look": True})

    def _asked(self, _widget, values, _buffers):
        try:
            moved = {name: moved_to(self._controls[name], to) for name, to in values.items()}
            if any(self._controls[name].value != value for name, value in moved.items()):
                self._set_values(**moved)
        finally:
            self.send({})  # the page may ask again


def panel_of(parts):
    """Return a box of widgets, one under another, whose controls keep their keys in JupyterLab."""
    return widgets.VBox(parts).add_class(_CLASS)
