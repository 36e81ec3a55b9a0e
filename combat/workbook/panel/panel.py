"""A panel: one figure with its controls, its words and its table."""

import gc
import os
from dataclasses import dataclass, field
from functools import partial
from html import escape
from pathlib import Path
from time import perf_counter

import ipywidgets as widgets
import numpy as np
import pandas as pd

from combat.workbook.charts.calls import given
from combat.workbook.charts.chart import Chart, for_values
from combat.workbook.charts.plots import plot_of
from combat.workbook.charts.style import DRAWING, workbook_style
from combat.workbook.charts.text import error_line, minus
from combat.workbook.panel import links, numbers
from combat.workbook.panel.axes_cache import CAPTION
from combat.workbook.panel.busy import announced
from combat.workbook.panel.canvas import Canvas
from combat.workbook.panel.controls import choice, in_words, renewed
from combat.workbook.panel.guess import EXPORT, as_saved, asked_first
from combat.workbook.panel.layout import controls_of
from combat.workbook.panel.picture import Picture, panel_of
from combat.workbook.panel.recording import recording
from combat.workbook.panel.running import as_live
from combat.workbook.panel.table import Table
from combat.workbook.panel.title import filled, own_numbers

SAVED_AS = ("png", "svg", "pdf")

# What was imported stays. To search it for garbage takes 0.2 s, now and then while a slider moves.
gc.freeze()


@dataclass(frozen=True)
class Frame:
    """What a panel shows for one set of values."""

    png: bytes
    words: str
    caption: str
    below: str  # HTML
    data: list = field(compare=False, repr=False)  # of Numbers
    pieces: tuple = field(default=(), repr=False)
    phone: tuple = field(default=(), compare=False, repr=False)  # the pieces laid out for a phone
    plots: tuple = field(default=(), compare=False, repr=False)
    told: str = ""  # the words in which controls stand as names in braces
    own: dict = field(default_factory=dict, compare=False, repr=False)  # of `own_numbers`


class Panel:
    """A figure that is redrawn when its controls move; without controls, a still figure.

    shown: a chart of `combat.workbook.charts`, a list of charts side by side, or a function
    draw(axes, **values) that draws with matplotlib into empty axes (an array if there are several
    rows or columns) at each change; it should set the limits of the axes, so that curves stay in
    the picture. controls: name -> widget; see `combat.workbook.panel.controls`. words: what the
    picture shows, a text or a function of the values; it stands under the picture and is its
    alternative text. table: a function that returns a frame, a Table or a text, shown under the
    words. caption: a text or a function. A function gets only values for which it has parameters.

    presets: label -> {control: value}, a list to choose from; a choice moves these controls
    together. groups: label -> names of controls that are folded away together. reserve: the least
    height of the table in pixels, so that the page doesn't jump when the table changes. guess: a
    `Guess` that the reader makes before the panel is shown. opens: another panel, whose controls a
    click on a cell of a heat map moves (on a page: the figure that has them). refuses: kinds of
    errors that are no faults of the panel, such as ValueError where a game may lack what is asked:
    the panel then says why in a line, without a picture, and raises nothing. drawings: the most
    that a page's pictures may take, fewer where one takes long. size: in inches of 100 pixels.
    rows, columns and the rest: as in matplotlib's `subplots`.

    `panel.controls["m"].value = 20` redraws at once. An exception while drawing is shown in the
    panel in one red line, and raised again.

    >>> panel = Panel(lambda ax, m: ax.bar([0], [m]), {"m": widgets.IntSlider(3)},
    ...               caption="A bar", words=lambda m: f"A bar of height {m}")
    >>> panel.controls["m"].value = 7
    >>> panel
    A bar. A bar of height 7
    """

    def __init__(
        self,
        shown,
        controls=None,
        *,
        caption,
        words,
        table=None,
        presets=None,
        groups=None,
        size=(8.2, 3.8),
        rows=1,
        columns=1,
        reserve=0,
        guess=None,
        opens=None,
        refuses=(),
        drawings=250,
        **gridspec,
    ):
        self.controls = dict(controls or {})
        self._shown, self._table, self._caption, self._words = shown, table, caption, words
        self._waiting, self._took = False, 0.0
        self._refuses, self._follows = refuses, False
        self.drawings = drawings
        columns = len(shown) if isinstance(shown, list) else columns
        self._made = size, rows, columns, gridspec
        with workbook_style():
            self._canvas = Canvas(*self._made)
        self.figure, self.axes = self._canvas.figure, self._canvas.axes
        self._defaults = {name: control.value for name, control in self.controls.items()}
        moved, move = (opens, opens.open) if opens else (self, self._move)
        self._picture = Picture(self._width, moved.controls, move)
        self._error, self._text, self._said = (widgets.HTML() for _ in range(3))
        self._text.layout.min_height, self._text.layout.overflow = f"{reserve}px", "auto"
        self.presets = choice("preset", {"choose …": "", **(presets or {})})
        self.presets.observe(self._preset_chosen, names="value")
        self.groups = dict(groups or {})
        self.guess = guess
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
        """The present values in words, for a picture without its controls.

        Controls that are folded away are left out if they are at their defaults.
        """
        folded = {name for names in self.groups.values() for name in names}
        texts = [
            control
            for name, control in self.controls.items()
            if name not in folded or control.value != self._defaults[name]
        ]
        return minus(" · ".join(filter(None, map(in_words, texts))))

    @property
    def fragment(self):
        """The present values as the end of an address, such as `?m=20`, just as pages write it."""
        return links.fragment(self.controls)

    def show_fragment(self, text):
        """Move the controls to the values at the end of an address, and redraw once.

        text: such as "?m=20" or "#figure-3?m=20"; a number beyond a slider's end is moved to that
        end. ValueError, and nothing moves, for a setting that the panel doesn't have.
        """
        values = links.values_of(text, self.controls)
        self.set(**values)
        # The end of a slider may have followed a list.
        if (read_anew := links.values_of(text, self.controls)) != values:
            self.set(**read_anew)

    def frame(self, **changes):
        """Return the `Frame` for the present values with `changes`; no control moves.

        KeyError for a control that the panel doesn't have.
        """
        return self._framed(changes, lambda canvas: {"png": canvas.png()})

    def described(self, **changes):
        """Return (words, caption) for the present values with `changes`; nothing is drawn."""
        told, caption = self._told(values := self._with(changes))
        return filled(told, self.controls, values), caption

    def _told(self, values):
        """(words, caption) for these values; in the words, controls stand as names in braces."""
        try:
            return tuple(minus(for_values(one, values)) for one in (self._words, self._caption))
        except self._refuses as error:
            return minus(f"{error}"), "" if callable(self._caption) else self._caption

    def vectors(self, **changes):
        """Return the same as `frame`, but with the picture as pieces of SVG in place of a PNG.

        KeyError for a control that the panel doesn't have.
        """
        return self._framed(changes, lambda canvas: {"png": b"", "pieces": canvas.vectors()})

    def png(self):
        """Return the present picture as the bytes of a PNG."""
        if self._on_canvas is not self.now:
            self.vectors(**self._now_at)
            self._on_canvas = self.now
        with workbook_style():
            return self._canvas.png()

    def recorded(self, cache):
        """Return a function like `vectors` that draws an axes again only if values it uses changed.

        cache: the `AxesCache` that keeps the drawings. They may depend on nothing but the values.
        """

        def vectors(**changes):
            values = self._with(changes)
            told, caption = self._told(values)
            known = values | ({CAPTION: caption} if callable(self._caption) else {})
            with workbook_style():
                parts = [
                    cache.memoised(at, known, partial(self._drawn_axes, shown, axes))
                    for at, (shown, axes) in enumerate(self._parts(self.axes))
                ]
            pieces, phone = ([piece for part in parts for piece in part[at]] for at in (2, 3))
            drawn = {"png": b"", "pieces": pieces, "phone": phone}
            return self._frame_with(values, told, caption, parts, **drawn)

        return vectors

    def view(self):
        """Return (width, height, clips) for `vectors`: its size in units, and SVG of clip paths."""
        return self._canvas.view()

    def phone_view(self):
        """Return width, height, clips and boxes of `recorded` pictures for a phone, as a dict."""
        return self._canvas.phone_view()

    def _with(self, changes):
        """The present values with these changes; KeyError for an unknown control."""
        unknown = set(changes) - set(self.controls)
        if unknown:
            raise KeyError(
                f"no control named {', '.join(sorted(unknown))}: "
                f"this panel has {', '.join(self.controls)}"
            )
        return {**self.values, **changes}

    def _framed(self, changes, pictured):
        values = self._with(changes)
        told, caption = self._told(values)
        with workbook_style():
            self._canvas.sweep()
            self._on_canvas = None
            drawn = self._drawn(self.axes, values, caption)
            picture = pictured(self._canvas)
            # The first picture lays the axes out, so only now it is known where they lie.
            plots = [self._plot(*part) for part in self._parts(self.axes)]
        parts = list(zip(drawn, plots, strict=True))
        return self._frame_with(values, told, caption, parts, **picture)

    def _frame_with(self, values, told, caption, parts, **picture):
        """The Frame that consists of these parts."""
        data, plots = [], []
        for found, plot, *_ in parts:
            # What was refused has no numbers to point at.
            plots += [plot | {"tables": [len(data), len(found)]}] if plot and found else []
            data += found
        said = {
            "words": filled(told, self.controls, values),
            "told": told,
            "own": own_numbers(told, self.controls, values),
            "caption": caption,
            "below": self._below(values),
        }
        return Frame(**said, data=data, plots=plots, **picture)

    def _below(self, values):
        try:
            return html_of(given(self._table, values)) if self._table else ""
        except self._refuses:
            return ""

    def _parts(self, axes):
        """Pairs: what is shown, and the axes in which it is drawn."""
        if isinstance(self._shown, list):
            return list(zip(self._shown, np.ravel(axes), strict=True))
        return [(self._shown, axes)]

    def _drawn(self, axes, values, caption):
        return [self._part(one, ax, caption, values) for one, ax in self._parts(axes)]

    def _part(self, shown, ax, caption, values):
        """Draw a part; return its Numbers."""
        try:
            if not isinstance(shown, Chart):
                given(shown, values, ax)
                return []
            frames = shown.frames(values)
            shown.draw(ax, frames, values)
            return numbers.of_chart(shown, frames, values, caption)
        except self._refuses:
            ax.cla()
            ax.set_axis_off()
            return []

    def _plot(self, shown, ax):
        """Where the Numbers of a part lie in the picture; None if it isn't a chart."""
        return plot_of(ax, shown) if isinstance(shown, Chart) else None

    def _drawn_axes(self, shown, axes, values):
        self._canvas.sweep(axes)
        self._on_canvas = None
        titled = isinstance(shown, Chart) and shown.titled(values)
        caption = "" if titled else values.get(CAPTION, self._caption)
        found = self._part(shown, axes, caption, values)
        pieces, plot = self._canvas.vectors(axes), self._plot(shown, axes)
        return found, plot, pieces, self._canvas.phone(axes)

    def save(self, path):
        """Write the present picture as a .png, .svg or .pdf file, laid out anew; return the path.

        ValueError for another ending. Missing folders are made.
        """
        path = Path(path)
        kind = path.suffix.removeprefix(".").lower()
        if kind not in SAVED_AS:
            raise ValueError(
                f"path = '{path.name}' is not known: it must end in .{', .'.join(SAVED_AS)}"
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        with workbook_style():
            canvas = Canvas(*self._made)
            self._drawn(canvas.axes, self.values, self.now.caption)
            dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind)
            canvas.figure.savefig(path, format=kind, metadata=dates)
        return path

    def redraw(self):
        """Draw for the present values; an exception is shown in one line, and raised again."""
        begun = perf_counter()
        computing = announced(self._wait, self._took)
        with computing as quiet, DRAWING:  # so the redraw that was asked for last is shown last
            try:
                frame = self.vectors()
            except Exception as error:
                self._error.value = error_line(f"{type(error).__name__}: {error}")
                raise
            finally:
                quiet()
                self._took = perf_counter() - begun
            self._show(frame)

    def _show(self, frame):
        self.now, self._now_at = frame, self.values
        self._on_canvas = frame  # what the canvas still shows, so that a PNG needs no drawing
        self._picture.show(frame, self.view())
        self._text.value = frame.below
        self._error.value = self._said.value = ""

    def _wait(self):
        self._picture.waiting = "computing …"

    def set(self, **values):
        """Move several controls, and redraw once."""
        self._waiting = True
        try:
            for name, value in values.items():
                self.controls[name].value = value
        finally:
            self._waiting = False
        self.redraw()

    def open(self, **values):
        """Move several controls, redraw once, and scroll to the panel in JupyterLab."""
        self._move(**values)
        self._picture.look()

    def _move(self, **values):
        self.presets.value = ""  # the controls don't stand at a preset any more
        self.set(**values)

    def renew(self, controls, presets=None):
        """Take over what the controls offer from fresh ones of the same names, and redraw once.

        A control keeps its value where it is still offered. Where the names are others, these are
        the panel's controls from now on. A guess is dropped, as it is about what was shown before.
        """
        self._waiting = True
        try:
            if list(controls) != list(self.controls):
                self._exchange(controls)
            for name, control in self.controls.items():
                renewed(control, controls[name])
            self._defaults = {name: one.value for name, one in controls.items()}
            self.presets.value = ""
            if presets is not None:
                self.presets.options = list({"choose …": "", **presets}.items())
        finally:
            self._waiting = False
        if self.guess:
            self.guess, self._box.layout.display = None, None
            self.widget.children = [self._box]
        self.redraw()

    def _exchange(self, controls):
        """Put other controls in place of the panel's own."""
        self.controls.clear()  # its picture knows this dict
        self.controls.update(controls)
        for control in controls.values():
            control.observe(self._moved, names="value")
        self._box.children = self._stack()

    def follows(self):
        """Let a notebook show the panel as a widget though it has no controls, as it may change."""
        self._follows = True
        return self

    def reset(self, _button=None):
        """Move each control back to its default, and redraw once."""
        self.presets.value = ""
        self.set(**self._defaults)

    def save_data(self, _button=None):
        """Write the numbers of the picture as CSV files into `build`, and return the paths.

        The panel says where they are, or why they can't be written; then no path is returned.
        """
        try:
            paths = numbers.saved(self.now.data)
        except OSError as error:
            self._error.value = error_line(f"the numbers can't be saved: {error}")
            return []
        texts = " and ".join(str(path.relative_to(path.parent.parent)) for path in paths)
        self._said.value = f"<span>saved as {escape(texts)}</span>"
        return paths

    def _moved(self, _change):
        if self._waiting:
            return
        self.presets.value = ""  # the controls don't stand at a preset any more
        self.redraw()

    def _preset_chosen(self, change):
        if change["new"]:
            self.set(**change["new"])

    @property
    def _width(self):
        return round(self.figure.get_figwidth() * 100)

    def _assemble(self):
        self._box = panel_of(self._stack())
        if not self.guess:
            return self._box
        return asked_first(self.guess, self._box, self._picture, self.controls)

    def _stack(self):
        """The parts of the panel, one under another."""
        shown = []
        if self.controls:
            presets = self.presets if len(self.presets.options) > 1 else None
            shown = [controls_of(self.controls, presets, self.groups, self._buttons())]
        return [*shown, self._error, self._picture, self._text]

    def _buttons(self):
        reset = _button("Reset", "restore the defaults", self.reset)
        if not isinstance(self._shown, (list, Chart)):
            return [reset]
        data = _button("Data", "save the numbers of the picture as CSV", self.save_data)
        return [reset, data, self._said]

    def __repr__(self):
        return f"{self.now.caption.rstrip('.')}. {self.now.words}"

    def _repr_mimebundle_(self, **_kwargs):
        # Without controls only a picture, which a notebook shows without a kernel, too.
        live = as_live(self.widget) if self.controls or self._follows else {}
        data = {**live, "text/plain": repr(self), "image/png": self.png()}
        height = round(self.figure.get_figheight() * 100)
        still = {"width": self._width, "height": height, "alt": self.now.words}
        combat = {
            "caption": self.now.caption,
            "settings": self.settings,
            "words": self.now.told,
            "below": self.now.below,
        }
        if self.guess and EXPORT in os.environ:
            combat["guess"] = self.guess.described()
        elif self.guess:
            data["text/html"] = as_saved(self.guess)
        if EXPORT in os.environ:
            # Where controls move the picture, the page makes its tables of the recording.
            combat["numbers"] = "" if self.controls else numbers.as_html(self.now.data)
            combat["recording"] = recording(self, int(os.environ[EXPORT]))
        return data, {"image/png": still, "combat": combat}


def _button(label, tooltip, clicked):
    button = widgets.Button(description=label, tooltip=tooltip, layout={"width": "90px"})
    button.on_click(clicked)
    return button


def html_of(shown):
    """Return a text, a frame, or anything with an HTML view, as HTML; "" for nothing."""
    if isinstance(shown, pd.DataFrame):
        shown = Table(shown)
    if hasattr(shown, "_repr_html_"):
        return shown._repr_html_()
    return f"<p>{escape(minus(shown))}</p>" if shown else ""
