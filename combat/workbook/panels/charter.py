"""What must stay true of a game: each promise in its band, and what would mend a broken one.

Here are the panel and its button; `combat.charter` judges, and searches the mends.
"""

import asyncio
import os
import time
from dataclasses import replace
from html import escape

import ipywidgets as widgets

from combat.charter import judge, mend, read_charter
from combat.charter.mends.finding import MendSearch
from combat.charter.mends.numbers import numbers_of
from combat.charter.mends.query import Query
from combat.charter.mends.result import Mends
from combat.core.words import minus
from combat.patch import tightest
from combat.workbook import Answer, Progress, Table, charts, slider
from combat.workbook.panel.answer import html_of
from combat.workbook.panel.finding import EXPORT
from combat.workbook.panel.picture import error_line, panel_of
from combat.workbook.panels.common import observing
from combat.workbook.panels.game import cached

_SLICE = 0.1  # seconds of work between two looks at what was clicked
_ROOMS = ["unit", "number", "now", "down to", "breaks (down)", "up to", "breaks (up)", "room"]
ROOM = {"room": lambda room: "–" if room > 1e9 else f"{room:.0%}"}
_MOST_LINES = 3
_MOST_KEPT = 5000  # answers of battles
_NAMELESS = "units.csv"  # the file of a charter's row that names none


def promises(game, *, unit=None, columns=("hp", "cost"), mends=False, **options):
    """Return a Panel of the game's charter: of each promise the value nearest to breaking it.

    unit: the name of one whose `columns` have sliders; without it the panel has no controls, and
    follows the sheet. A button above the picture searches the smallest changes that mend a broken
    promise, see `combat.charter.mend`; where all hold, how far each number may move. mends: whether
    a page, which has no button, shows what it finds for the game as it stands.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.promises(game)
    there are no promises about mine.csv: ...
    """

    def controls():
        return {
            column: slider(f"{unit}: {column}", 1, 2 * now, now, live=False)
            for column, now in _now(game, unit, columns).items()
        }

    def show(**changes):
        found = verdicts(game, unit, tuple(changes.items()))
        shown = charts.rows(
            tightest(found),
            band=("at_least", "at_most"),
            xlabel="the chance, or the share, that is promised",
        )
        wrong = [f"{one.line}." for one in found.worst_first if one.verdict != "holds"]
        faults = charter_of(game).faults
        told = [f"Left out: {_left_out(faults)}."] if faults else []
        told += ["Each promise in its band; those about numbers that are no chances are left out."]
        own = mends and EXPORT in os.environ and changes == _now(game, unit, columns)
        told = " ".join([*wrong[:_MOST_LINES], *told])
        return Answer(found.summary, shown, table=_mended(game) if own else None, note=told)

    panel = observing(game, show, controls, **{"cost": 80} | options)

    def apply(units):
        game.units = units
        panel.reset()  # the sliders stand at the game's numbers

    mending = Mending(lambda: claims(game, unit, panel.values.items()), lambda: game.units, apply)
    game.observe(mending.forget)
    panel.mending, panel.widget = mending, panel_of([mending.widget, panel.widget])
    return panel


def _now(game, unit, columns):
    """The numbers of a unit that have sliders; none for no such unit."""
    return {column: int(game.units[unit][column]) for column in columns if unit in game.units}


@cached
def _mended(game):
    """What mends the broken promises of a game, as a Table; a text where nothing does."""
    found = mend(claims(game))
    caption = "What would mend it? The smallest changes, each of which keeps every promise"
    whole = Table(found.frame, formats={"size": ".0%"}, caption=caption)
    return whole if len(found) else " ".join(found.lines)


def claims(game, unit=None, changes=()):
    """Return the claims of the game's charter, with other values in a unit's columns."""
    found = charter_of(game, unit, changes)
    if found.faults and not found.claims:
        raise ValueError(_left_out(found.faults))
    return found.claims


def charter_of(game, unit=None, changes=()):
    """Return the `Charter` of a game, which lists what was left out of it; ValueError for none."""
    if game.charter is None:
        raise ValueError(
            f"there are no promises about {game.name}: write some into a charter beside it, "
            f"{game.name.rpartition('.')[0]}.charter.csv"
        )
    units = game.units.changed(unit, **dict(changes)) if changes else game.units
    files, table = {game.name: replace(game.files, units=units)}, game.charter
    if table.path is None or not table.path.with_name(_NAMELESS).is_file():
        files[_NAMELESS] = files[game.name]
    source = table.content if table.path is None else table.path
    return read_charter(source, table.name, sheet=table.sheet, files=files, trust=game.trust)


def _left_out(faults):
    first, *others = faults
    return first + (f" (and {len(others)} more)" if others else "")


@cached
def verdicts(game, unit=None, changes=()):
    """Return the `Verdicts` on these claims."""
    if len(game.battles) > _MOST_KEPT:
        game.battles.clear()
    asked = _asked(game) if changes else None
    if asked is None:
        return judge(claims(game), known=game.battles)
    return asked.verdicts_by(asked.units.changed(unit, **dict(changes)))


@cached
def _asked(game):
    """The game's claims as functions of its units; None if none is about units."""
    found = claims(game)
    return Query(found, known=game.battles) if any(one.question for one in found) else None


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
