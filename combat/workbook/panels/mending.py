"""The button under a game's promises: what would mend a broken one, or how far numbers may move."""

import asyncio
import time
from html import escape

import ipywidgets as widgets

from combat.charter.mends.finding import MendSearch
from combat.charter.mends.numbers import numbers_of
from combat.charter.mends.result import Mends
from combat.workbook import Progress, Table
from combat.workbook.charts.axes import minus
from combat.workbook.panel.answer import html_of
from combat.workbook.panel.picture import error_line, panel_of

_SLICE = 0.1  # seconds of work between two looks at what was clicked
_ROOMS = ["unit", "number", "now", "down to", "breaks (down)", "up to", "breaks (up)", "room"]
ROOM = {"room": lambda room: "–" if room > 1e9 else f"{room:.0%}"}


class Mending:
    """A search for mends in slices of the event loop, which needs no thread.

    claims, units: functions that return those of the game. apply: called with the units of a mend.
    """

    def __init__(self, claims, units, apply):
        self._claims, self._units, self._apply = claims, units, apply
        self._steps, self.shown = None, ""
        self.columns = widgets.SelectMultiple(description="may move", rows=4)
        self._begin = widgets.Button(description="What would mend it?", layout={"width": "180px"})
        self._cancel = widgets.Button(description="Cancel", disabled=True)
        self._begin.on_click(lambda _: self.begin())
        self._cancel.on_click(lambda _: self.cancel())
        self._bar, self._told, self.offers = Progress(""), widgets.HTML(), widgets.VBox()
        self._bar.widget.layout.visibility = "hidden"
        buttons = widgets.HBox([self._begin, self._cancel, self._bar.widget])
        self.widget = panel_of([self.columns, buttons, self.offers, self._told])
        self.forget()

    def begin(self):
        """Search; where no loop of events runs, to the end before this returns."""
        self.cancel()
        try:
            self._finding = MendSearch(list(self._claims()), change=list(self.columns.value))
        except ValueError as error:
            self._told.value = error_line(str(error))
            return
        broken = bool(self._finding.query.broken)
        self._steps = self._finding.steps() if broken else self._finding.rooms()
        self._cancel.disabled, self._begin.disabled = False, True
        self._bar.widget.layout.visibility = "visible"
        self._show("")
        if (loop := _loop()) is not None:
            loop.call_soon(self._go_on, self._steps)
        while loop is None and self._steps is not None:
            self._go_on(self._steps)

    def cancel(self):
        """Stop, and show what was found so far."""
        if self._steps is not None:
            self._end(None)

    def forget(self):
        """Stop and show nothing: the game has changed."""
        self.cancel()
        self._show("")
        columns = [*dict.fromkeys(one.column for one in numbers_of(self._units()))]
        if columns != [*self.columns.options]:
            self.columns.options, self.columns.value = columns, columns

    def _go_on(self, steps):
        """Work for a moment, then let the loop of events do what waits."""
        until = time.monotonic() + _SLICE
        while steps is self._steps:  # not cancelled
            try:
                what, done, total = next(steps)
            except StopIteration as end:
                self._end(end.value)
                return
            if time.monotonic() > until:
                self._bar(done, total, what)
                break
        if steps is self._steps and (loop := _loop()) is not None:
            loop.call_later(_SLICE / 10, self._go_on, steps)

    def _end(self, room):
        self._steps = None
        self._cancel.disabled, self._begin.disabled = True, False
        self._bar.widget.layout.visibility = "hidden"
        if room is not None:
            caption = "All promises hold. How far each number may move before one breaks"
            self._show(Table(room[_ROOMS].head(12), caption=caption, formats=ROOM))
        elif self._finding.query.broken:
            self._show(self._finding.mends)

    def _show(self, shown):
        """Show a text, a table, or `Mends`, each of which can be applied."""
        mends, lines = ([*shown], shown.lines) if isinstance(shown, Mends) else ([], None)
        self.shown = shown if lines is None else lines
        self.offers.children = [self._offer(one) for one in mends]
        rest = [shown] if lines is None else lines[len(mends) :]
        self._told.value = "".join(map(html_of, rest))

    def _offer(self, mend):
        button = widgets.Button(description="Apply", tooltip=mend.words, layout={"width": "80px"})
        button.on_click(lambda _: self._take(mend))
        said = widgets.HTML(f"<span>{escape(minus(str(mend)))}.</span>")
        return widgets.HBox([button, said], layout={"align_items": "center"})

    def _take(self, mend):
        self._apply(self._finding.query.game(mend.point))
        self._show(f"Applied: {mend.words}.")


def _loop():
    """The loop of events; None in a script."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
