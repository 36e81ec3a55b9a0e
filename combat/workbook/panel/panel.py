"""A panel: a function of some controls that returns an `Answer`, shown anew as a control moves."""

import gc
import itertools
import json
import os
from html import escape
from pathlib import Path
from threading import RLock

import ipywidgets as widgets

from combat.core.words import minus
from combat.workbook.charts import paper
from combat.workbook.panel.answer import Answer, saved
from combat.workbook.panel.controls import choice, controls_of, in_words, moved_to, renewed
from combat.workbook.panel.finding import EXPORT, asked_first
from combat.workbook.panel.picture import Picture, panel_of
from combat.workbook.panel.recording import recording

_COUNT = itertools.count(1)
SAVED_AS = ("png", "svg", "pdf")
_WIDE, _CHART = 6.6, 1.8  # inches of 100 pixels: of any picture, and more for each chart
_LOW, _HIGH, _ROW = 3.6, 9.0, 0.24  # how high it is, and how high a row is

# What was imported stays. To search it for garbage takes 0.2 s, now and then while a slider moves.
gc.freeze()


class Panel:
    """A live figure: show(**values) returns an `Answer` for the values of the controls.

    controls: widgets by name, see `combat.workbook.panel.controls`; those that are called as an
    option of the panel, such as "cost", stand in the dict `controls`. presets: label -> {control:
    value}, a list to choose from; a control that one doesn't name goes to its default. groups:
    label -> names of controls that are folded away together. guess: a `Guess` that the reader makes
    before the panel is shown. opens: another panel, whose controls a click on a cell of a heat map
    moves. size: of the picture in inches of 100 pixels, by default as its charts and their rows
    need it. cost: the milliseconds of an answer, 4 by default, and 30 where a slider isn't live: a
    page has so many the fewer. together: names of controls that a reader moves together, such as
    ("attack", "whom"), or several such groups: a page has answers for these first.

    `panel.controls["m"].value = 20` redraws at once. A ValueError of `show` is shown as a line in
    place of the answer, as where a game lacks what is asked; another exception is shown in a line,
    too, and raised.

    >>> from combat.workbook import slider
    >>> panel = Panel(lambda m: Answer(f"Three times {m} is {3 * m}."), m=slider("m", 1, 9, 3))
    >>> panel.controls["m"].value = 7
    >>> panel
    Three times 7 is 21.
    """

    def __init__(
        self,
        show,
        *,
        presets=None,
        groups=None,
        guess=None,
        opens=None,
        size=None,
        cost=None,
        together=(),
        controls=None,
        **more,
    ):
        self._show, self.controls, self.guess = show, {**(controls or {}), **more}, guess
        self.groups, self.opens, self._size = dict(groups or {}), opens, size
        self._lock, self._waiting, self._follows = RLock(), False, False
        self.key = f"panel {next(_COUNT)}"  # by which a page finds its figure
        self._defaults, self._cost = self.values, cost
        self.together = [together] if together and isinstance(together[0], str) else [*together]
        for names in [*(presets or {}).values(), *self.groups.values(), *self.together]:
            self._known(names)
        self._picture, self._said = Picture(self._drag, self._pick, self._try), widgets.HTML()
        self.presets = choice("preset", {"choose …": "", **(presets or {})})
        self.presets.observe(self._preset_chosen, names="value")
        self.redraw()
        self._box = panel_of(self._stack())
        self.widget = asked_first(guess, self._box) if guess else self._box
        for control in self.controls.values():
            control.observe(self._moved, names="value")

    @property
    def values(self):
        """The value of each control, by name."""
        return {name: control.value for name, control in self.controls.items()}

    @property
    def cost(self):
        """The milliseconds that an answer takes, about."""
        slow = any(not getattr(one, "continuous_update", True) for one in self.controls.values())
        return self._cost or (30 if slow else 4)

    @property
    def size(self):
        """That of the picture in inches: what was given, or what its charts and their rows need."""
        rows = max((chart.rows for chart in self.answer.charts), default=0)
        wide = _WIDE + _CHART * len(self.answer.charts)
        return self._size or (wide, min(max(_LOW, 1 + _ROW * rows), _HIGH))

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

    def answered(self, **changes):
        """Return the `Answer` for the present values with `changes`; no control moves.

        A ValueError of what is shown becomes the title. KeyError for a control that isn't there.
        """
        self._known(changes)
        try:
            found = self._show(**self.values | changes)
        except ValueError as error:
            return Answer(str(error))
        if not isinstance(found, Answer):
            raise TypeError(f"the function of a panel returns an Answer, not {found!r}")
        marks = {chart.mark for chart in found.charts if isinstance(chart.mark, str)}
        self._known(marks)
        return found

    def _known(self, names):
        """KeyError for a name that no control has."""
        if unknown := set(names) - set(self.controls):
            raise KeyError(
                f"no control named {', '.join(sorted(unknown))}: "
                f"this panel has {', '.join(self.controls)}"
            )

    def png(self):
        """Return the present picture as the bytes of a PNG."""
        return self.answer.png(self.size, self.values)

    def save(self, path):
        """Write the present picture as a .png, .svg or .pdf file, and return the path.

        ValueError for another ending. Missing folders are made.
        """
        path = Path(path)
        if path.suffix.removeprefix(".").lower() not in SAVED_AS:
            raise ValueError(
                f"path = '{path.name}' is not known: it must end in .{', .'.join(SAVED_AS)}"
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        specs = [chart.spec(self.values) for chart in self.answer.charts]
        paper.save(specs, self.size, path, self.answer.title)
        return path

    def redraw(self):
        """Show the answer for the present values; an exception is shown in a line, and raised."""
        # JupyterLab sends a slider's values to different threads: the last one asked is shown last.
        with self._lock:
            self._picture.busy = True
            try:
                self.answer = self.answered()
                self._picture.told = json.dumps(self.answer.told(self.values))
            except Exception as error:
                self._picture.told = json.dumps({"error": f"{type(error).__name__}: {error}"})
                raise
            finally:
                self._picture.busy = False
            self._said.value = ""
            self._picture.names = [*self.controls]

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
        self.presets.value = ""
        self.set(**values)
        self._picture.look()

    def reset(self, _button=None):
        """Move each control back to its default, and redraw once."""
        self.presets.value = ""
        self.set(**self._defaults)

    def renew(self, controls):
        """Take over what the controls offer from fresh ones, and redraw once.

        A control keeps its value where it is still offered. Where the names are others, these are
        the panel's controls from now on. A guess is dropped, as it is about what was shown before.
        """
        self._waiting = True
        try:
            if list(controls) != list(self.controls):
                self.controls = dict(controls)
                for control in controls.values():
                    control.observe(self._moved, names="value")
                self._box.children = self._stack()
            for name, control in self.controls.items():
                renewed(control, controls[name])
            self._defaults = {name: one.value for name, one in controls.items()}
            self.presets.value = ""
        finally:
            self._waiting = False
        if self.guess:
            self.guess, self._box.layout.display = None, None
            self.widget.children = [self._box]
        self.redraw()

    def follows(self):
        """Let a notebook show the panel as a widget though it has no controls, as it may change."""
        self._follows = True
        return self

    def save_data(self, _button=None):
        """Write the numbers of the picture as CSV files into `build`, and return the paths.

        The panel says where they are, or why they can't be written; then no path is returned.
        """
        try:
            paths = saved(self.answer)
        except OSError as error:
            self._say(f"the numbers can't be saved: {error}")
            return []
        texts = " and ".join(str(path.relative_to(path.parent.parent)) for path in paths)
        self._say(f"saved as {texts}")
        return paths

    def _moved(self, _change):
        if self._waiting:
            return
        self.presets.value = ""  # the controls don't stand at a preset any more
        self.redraw()

    def _drag(self, control, value, by):
        control = self.controls[control]
        control.value = moved_to(control, control.value + by * control.step if by else value)

    def _pick(self, row, column):
        names = next(chart.opens for chart in self.answer.charts if chart.opens)
        (self.opens or self)._try(dict(zip(names, (row, column), strict=True)))

    def _try(self, settings):
        """Move controls to texts, as a link names them, or a cell; say which text isn't there."""
        try:
            moves = {name: moved_to(self.controls[name], text) for name, text in settings.items()}
        except ValueError as error:
            self._say(str(error))
            return
        self.open(**moves)

    def _say(self, text):
        self._said.value = f"<span>{escape(text, quote=False)}</span>"

    def _preset_chosen(self, change):
        if change["new"]:
            self.set(**self._defaults | change["new"])

    def _stack(self):
        """The parts of the panel, one under another."""
        if not self.controls:
            return [self._picture]
        above = {"preset": self.presets} if len(self.presets.options) > 1 else {}
        reset = _button("Reset", "restore the defaults", self.reset)
        data = _button("Data", "save the numbers of the picture as CSV", self.save_data)
        buttons = [reset, data, self._said]
        return [controls_of(above | self.controls, self.groups, buttons), self._picture]

    def __repr__(self):
        return repr(self.answer)

    def _repr_mimebundle_(self, **_kwargs):
        # Without controls only a picture, which a notebook shows without a kernel, too.
        live = self.widget._repr_mimebundle_() if self.controls or self._follows else {}
        data, alt = {**live, "text/plain": repr(self)}, {"alt": repr(self)}
        combat = {"settings": self.settings, "guess": bool(self.guess)}
        if EXPORT in os.environ:  # a page draws its numbers
            combat["recording"] = recording(self)
            combat |= {"figure": self.key, "opens": self.opens.key if self.opens else ""}
        elif self.answer.charts:
            width, height = self.size
            _, over = paper.head(self.answer.title, self.size)
            sides = {"width": round(100 * width), "height": round(100 * (height + over))}
            data["image/png"], alt = self.png(), alt | sides
        return data, {"image/png": alt, "combat": combat}


def _button(label, tooltip, clicked):
    button = widgets.Button(description=label, tooltip=tooltip, layout={"width": "90px"})
    button.on_click(clicked)
    return button
