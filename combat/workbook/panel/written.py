"""What was written of a figure as SVG, in one of its layouts; what stays the same is kept."""

from contextlib import contextmanager
from html import escape
from weakref import WeakKeyDictionary

import numpy as np
from matplotlib.text import Text

from combat.workbook.charts.legends import SEEKS, STAYS
from combat.workbook.charts.svg import UNITS, SvgRenderer
from combat.workbook.charts.text import JOINER


class Written:
    """Writes axes as pieces of SVG: one for spines, ticks and labels, and one for each artist."""

    def __init__(self, figure):
        self._size = figure.bbox.size.copy()
        self._svg = SvgRenderer(*self._size, figure.dpi)
        self._frames, self._staying = {}, WeakKeyDictionary()

    def view(self):
        """Return (width, height, clips): the picture's size in units, and SVG of clip paths."""
        width, height = np.rint(self._size * UNITS).astype(int).tolist()
        return width, height, self._svg.clips()

    def pieces(self, ax, number, shown, place):
        """The pieces of the axes of that number; place: of its legend."""
        return [self._frame_of(ax, number, shown), *(self._kept(one, place) for one in shown)]

    def _frame_of(self, ax, number, without):
        state = repr((number, frame_state(ax)))
        if state not in self._frames:
            with hidden([*without, ax.patch]):
                ax.draw(self._svg)
            self._frames[state] = self._svg.flush()
        return self._frames[state]

    def _kept(self, artist, place):
        if artist.get_gid() not in (STAYS, SEEKS):
            return self._artist(artist)
        written = self._staying.setdefault(artist, {})
        if place not in written:
            written[place] = self._artist(artist)
        return written[place]

    def _artist(self, artist):
        halo = isinstance(artist, Text) and artist.get_path_effects()
        if halo:
            # Matplotlib's halo outlines every letter: 2 kB for a name. A page draws its own halo.
            artist.set_path_effects([])
        self._svg.haloed = bool(halo)
        artist.draw(self._svg)
        if halo:
            artist.set_path_effects(halo)
        written = self._svg.flush()
        label = str(artist.get_label())
        if not written or isinstance(artist, Text) or not label or label.startswith("_"):
            return written
        name = escape(label.removeprefix(JOINER))
        return f'<g data-of="{name}">{written}</g>'  # so that a page finds the curve


@contextmanager
def hidden(artists):
    """The context in which these artists aren't drawn."""
    for artist in artists:
        artist.set_visible(False)
    try:
        yield
    finally:
        for artist in artists:
            artist.set_visible(True)


def frame_state(ax):
    """All that the look of spines, ticks and labels depends on."""
    state = [ax.get_xlim(), ax.get_ylim(), ax.axison]
    for axis in (ax.xaxis, ax.yaxis):
        places = axis.get_majorticklocs()
        state += [
            axis.get_label_text(),
            axis.get_scale(),
            tuple(places),
            tuple(axis.get_major_formatter().format_ticks(places)),
        ]
    return state
