"""A figure that is redrawn often; what stays the same between two drawings is kept."""

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from PIL import Image

from combat.workbook.charts.legends import settle
from combat.workbook.panel.phone import Phone
from combat.workbook.panel.png import encoded
from combat.workbook.panel.written import Written, hidden


class Canvas:
    """One figure that is kept, its axes, and its picture as PNG or SVG.

    Spines, ticks and labels take two thirds of the time of a drawing, and seldom change: as SVG
    they are written once. The attribute `axes` is one, or an array, as matplotlib's `subplots`
    returns it.
    """

    def __init__(self, size, rows, columns, gridspec):
        self.figure = Figure(figsize=size)
        self._agg = FigureCanvasAgg(self.figure)
        self.axes = self.figure.subplots(rows, columns, gridspec_kw=gridspec or None)
        self._settled = False

        self._written = self._phone = self._narrow = None

    def sweep(self, axes=None):
        """Remove what was drawn into some axes, or all; spines, ticks and labels stay."""
        for ax in self._all(axes):
            for artist in _drawn(ax):
                artist.remove()
            ax.legend_ = None  # but the legend is kept, as the next drawing may use it again
            # Matplotlib keeps bars and whiskers as groups, too, which a legend would list again.
            ax.containers.clear()
            ax.set_prop_cycle(None)
            ax.relim()  # automatic limits follow what is drawn next, not what was removed

    def png(self):
        """Return the present figure as the bytes of a PNG."""
        if not self._settled:
            self._settle()
        for ax in self._all():
            settle(ax, self._agg.get_renderer())
        shown = [(ax, artist) for ax in self._all() for artist in _in_order(ax)]
        with hidden([artist for _, artist in shown]):
            self._agg.draw()
        for ax, artist in shown:  # above all spines and ticks, as in the SVG
            ax.draw_artist(artist)
        picture = Image.fromarray(np.asarray(self._agg.buffer_rgba())).convert("RGB")
        return encoded(picture, not any(ax.images for ax in self._all()))

    def vectors(self, axes=None):
        """Return some axes, or all, as pieces of SVG in the order in which they are drawn."""
        if not self._settled:
            self._settle()
        self._written = self._written or Written(self.figure)
        pieces = []
        for ax in self._all(axes):
            pieces += self._pieces(ax, settle(ax, self._agg.get_renderer()), self._written)
        return pieces

    def phone(self, axes=None):
        """Return what was just drawn as `vectors` for a phone; it must then be drawn anew."""
        measure = self._agg.get_renderer()
        if self._phone is None:
            self._phone = Phone(self.figure, self._all(), measure)
        pieces = []
        for ax in self._all(axes):
            with self._phone.fitted(ax):
                self._narrow = self._narrow or Written(self.figure)
                pieces += self._pieces(ax, "", self._narrow)
        return pieces

    def view(self):
        """Return (width, height, clips) for `vectors`: its size in units, and SVG of clip paths."""
        return self._written.view()

    def phone_view(self):
        """Return the same for `phone` as a dict; boxes: of each axes here and there."""
        names = ("width", "height", "clips")
        return dict(zip(names, self._narrow.view(), strict=True)) | {"boxes": self._phone.boxes()}

    def _all(self, axes=None):
        return [*np.ravel(self.axes if axes is None else axes)]

    def _pieces(self, ax, place, written):
        axes = self._all()
        pieces = written.pieces(ax, axes.index(ax), _in_order(ax), place)
        whole = ["<g>", *pieces, "</g>"] if len(axes) > 1 else pieces
        return [piece for piece in whole if piece]

    def _settle(self):
        # Laid out only once: if axes and labels moved at each change, the picture would jump.
        self.figure.draw_without_rendering()
        self.figure.set_layout_engine("none")
        for ax in self._all():
            for axis in (ax.xaxis, ax.yaxis):
                label = axis.label
                axis.set_label_coords(*label.get_position(), transform=label.get_transform())
        self._settled = True


def _drawn(ax):
    return [*ax.images, *ax.patches, *ax.collections, *ax.lines, *ax.texts, *ax.artists]


def _in_order(ax):
    """The artists that are drawn each time, lowest first: titles, legend, and those in the axes."""
    titles = [
        child
        for child in ax.get_children()
        if isinstance(child, Text) and child.get_text() and child not in ax.texts
    ]
    shown = [*titles, *_drawn(ax), *filter(None, [ax.get_legend()])]
    return sorted(
        (artist for artist in shown if artist.get_visible()), key=lambda artist: artist.get_zorder()
    )
