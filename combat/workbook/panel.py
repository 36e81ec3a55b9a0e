"""The panel: one figure, its controls, and what hangs on them."""

import os
from dataclasses import dataclass
from html import escape
from threading import Timer

import ipywidgets as widgets

from combat.workbook.canvas import Canvas
from combat.workbook.controls import choice, in_words
from combat.workbook.frames import film
from combat.workbook.style import DRAWING, workbook_style
from combat.workbook.text import error_line, minus

# Set to the most bytes and frames of a film while a page is exported: panels then bring one.
EXPORT, EXPORT_FRAMES = "COMBAT_EXPORT_BYTES", "COMBAT_EXPORT_FRAMES"

# Seconds; a drawing that takes longer says that it is on its way.
BUSY_AFTER = 0.4

# Read by screen readers, seen by nobody.
_HIDDEN = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"


@dataclass(frozen=True)
class Frame:
    """What a panel shows for one set of values.

    >>> panel = Panel(lambda ax, m: ax.bar([0], [m]), {"m": widgets.IntSlider(3)},
    ...               caption="A bar", alt=lambda m: f"A bar of height {m}")
    >>> frame = panel.frame(m=5)
    >>> frame.alt, frame.png[:4]
    ('A bar of height 5', b'\\x89PNG')
    """

    png: bytes
    alt: str
    caption: str
    below: str  # HTML


class Panel:
    """A figure that answers its controls; without controls, a still figure.

    draw(axes, **values) draws with plain matplotlib on empty axes (an array of axes if
    there are several) at each change; set the limits of the axes there, so that curves
    stay in the picture. controls: name -> widget; see `combat.workbook.controls`.
    below(**values), if given, returns a text or anything with an HTML view, shown under
    the picture. caption and alt may be texts or functions of the values; alt says in
    words what the picture shows. reserve: pixels kept free under the picture for what `below`
    returns, where its height changes, so that the page doesn't jump. presets: label ->
    {control: value}, offered in a list that moves those controls at once.

    `panel.controls["m"].value = 20` redraws at once. An exception in a drawing function
    is shown in the panel in one red line, and raised again.

    >>> panel = Panel(lambda ax, m: ax.bar([0], [m]), {"m": widgets.IntSlider(3)},
    ...               caption="A bar", alt=lambda m: f"A bar of height {m}")
    >>> panel.controls["m"].value = 7
    >>> panel
    A bar. A bar of height 7
    """

    def __init__(
        self,
        draw,
        controls=None,
        *,
        caption,
        alt,
        below=None,
        presets=None,
        size=(8.2, 3.8),
        rows=1,
        columns=1,
        reserve=0,
        **gridspec,
    ):
        self.controls = dict(controls or {})
        self._draw, self._below, self._caption, self._alt = draw, below, caption, alt
        self._waiting = False
        with workbook_style():
            self._canvas = Canvas(size, rows, columns, gridspec)
        self.figure, self.axes = self._canvas.figure, self._canvas.axes
        self._defaults = {name: control.value for name, control in self.controls.items()}
        self._picture = widgets.Image(
            format="png", layout={"width": f"{self._width}px", "max_width": "100%"}
        )
        self._error, self._text, self._spoken, self._note = (widgets.HTML() for _ in range(4))
        self._text.layout.min_height = f"{reserve}px"
        self.presets = choice("preset", {"choose …": "", **(presets or {})})
        self.presets.observe(self._preset_chosen, names="value")
        self.widget = self._assemble()
        self.redraw()
        for control in self.controls.values():
            control.observe(self._moved, names="value")

    @property
    def values(self):
        """The value of each control, by name."""
        return {name: control.value for name, control in self.controls.items()}

    @property
    def settings(self):
        """The present values in words, for a picture without its controls."""
        return minus(" · ".join(filter(None, map(in_words, self.controls.values()))))

    def frame(self, **changes):
        """Return the `Frame` for the present values with `changes`; no control moves.

        KeyError names a control that the panel does not have.
        """
        unknown = set(changes) - set(self.controls)
        if unknown:
            raise KeyError(
                f"no control named {', '.join(sorted(unknown))}: "
                f"this panel has {', '.join(self.controls)}"
            )
        values = {**self.values, **changes}
        with workbook_style():
            self._canvas.sweep()
            self._draw(self.axes, **values)
            png = self._canvas.png()
        below = self._below(**values) if self._below else ""
        return Frame(
            png, _for_values(self._alt, values), _for_values(self._caption, values), html_of(below)
        )

    def redraw(self):
        """Draw for the present values; show an exception in one line and raise it again."""
        busy = Timer(BUSY_AFTER, self._say, ["computing …"])
        busy.daemon = True
        busy.start()
        with DRAWING:  # what was asked last is shown last
            try:
                frame = self.frame()
            except Exception as error:
                self._error.value = error_line(f"{type(error).__name__}: {error}")
                raise
            finally:
                busy.cancel()
                busy.join()  # or it might speak after the drawing has
            self._show(frame)

    def _show(self, frame):
        self.now = frame
        self._picture.value = frame.png
        self._text.value = frame.below
        self._say(frame.caption)
        self._spoken.value = f'<p role="status" style="{_HIDDEN}">{escape(frame.alt)}</p>'
        self._error.value = ""

    def _say(self, words):
        self._note.value = (
            f'<p style="max-width:{self._width}px;line-height:1.4;color:'
            f'var(--jp-ui-font-color2,#555)">{escape(words)}</p>'
        )

    def set(self, **values):
        """Move several controls, and redraw once."""
        self._waiting = True
        try:
            for name, value in values.items():
                self.controls[name].value = value
        finally:
            self._waiting = False
        self.redraw()

    def reset(self, _button=None):
        """Restore the default of each control; redraws once."""
        self.presets.value = ""
        self.set(**self._defaults)

    def _moved(self, _change):
        if self._waiting:
            return
        self.presets.value = ""  # what is shown is no preset any more
        self.redraw()

    def _preset_chosen(self, change):
        if change["new"]:
            self.set(**change["new"])

    @property
    def _width(self):
        return round(self.figure.get_figwidth() * 100)

    def _assemble(self):
        button = widgets.Button(
            description="Reset", tooltip="restore the defaults", layout={"width": "90px"}
        )
        button.on_click(self.reset)
        first = [self.presets] if len(self.presets.options) > 1 else []
        boxes = [one for one in self.controls.values() if isinstance(one, widgets.Checkbox)]
        others = [*first, *(one for one in self.controls.values() if one not in boxes)]
        # 7 pixels a letter; a slider's track and readout need the other half of its place.
        wide = max((7 * len(one.description) + 12 for one in others), default=0)
        for one in others:
            one.style.description_width = f"{min(max(wide, 90), 250)}px"
        controls = widgets.VBox([_grid(others, 430), _grid(boxes, 280), button])
        shown = [controls] if self.controls else []
        return widgets.VBox(
            [*shown, self._error, self._picture, self._spoken, self._note, self._text]
        )

    def __repr__(self):
        return f"{self.now.caption.rstrip('.')}. {self.now.alt}"

    def _repr_mimebundle_(self, **_kwargs):
        live = self.widget._repr_mimebundle_() if self.controls else {}
        data = {**live, "text/plain": repr(self), "image/png": self.now.png}
        height = round(self.figure.get_figheight() * 100)
        still = {"width": self._width, "height": height, "alt": self.now.alt}
        combat = {"caption": self.now.caption, "settings": self.settings, "below": self.now.below}
        if self.controls and EXPORT in os.environ:
            combat["film"] = film(self, int(os.environ[EXPORT]), int(os.environ[EXPORT_FRAMES]))
        return data, {"image/png": still, "combat": combat}


def _grid(controls, least):
    """Controls in columns of at least that many pixels, as many as the page is wide."""
    columns = f"repeat(auto-fill, minmax({least}px, 1fr))"
    return widgets.GridBox(
        controls,
        layout={
            "grid_template_columns": columns,
            "grid_gap": "0 14px",
            "width": "100%",
            "max_width": "1000px",
        },
    )


def _for_values(text, values):
    return minus(text(**values) if callable(text) else text)


def html_of(shown):
    """Return a text, or anything with an HTML view, as HTML; "" for nothing.

    >>> html_of("attack < defense")
    '<p>attack &lt; defense</p>'
    """
    if hasattr(shown, "_repr_html_"):
        return shown._repr_html_()
    return f"<p>{escape(minus(shown))}</p>" if shown else ""
