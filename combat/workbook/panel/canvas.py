"""A figure that is redrawn often; what stays the same between two drawings is kept."""

import io
from contextlib import contextmanager
from html import escape
from itertools import pairwise
from weakref import WeakKeyDictionary

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from PIL import Image

from combat.workbook.charts.legends import SEEKS, STAYS, settle
from combat.workbook.charts.svg import UNITS, SvgRenderer
from combat.workbook.charts.text import JOINER


class Canvas:
    """One figure that is kept, its axes, and its picture as PNG or SVG.

    Spines, ticks and labels take two thirds of the time of a drawing, and seldom change. So they
    are drawn once and restored until they do: a plot of three lines takes 14 ms in place of 26. The
    attribute `axes` is one, or an array, as matplotlib's `subplots` returns it.
    """

    def __init__(self, size, rows, columns, gridspec):
        self.figure = Figure(figsize=size)
        self._agg = FigureCanvasAgg(self.figure)
        self.axes = self.figure.subplots(rows, columns, gridspec_kw=gridspec or None)
        self._grid = rows, columns
        self._settled = False
        self._frames_of = self._frames = None
        self._svg, self._framed, self._staying = None, {}, WeakKeyDictionary()

    def sweep(self, axes=None):
        """Remove what was drawn into some axes, or all; spines, ticks and labels stay."""
        for ax in np.ravel(self.axes if axes is None else axes):
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
        self._draw()
        return self._encoded()

    def vectors(self, axes=None):
        """Return some axes, or all, as pieces of SVG in the order in which they are drawn.

        Spines, ticks and labels of an axes are one piece, drawn once for each of their states; each
        artist in the axes is another.
        """
        if not self._settled:
            self._settle()
        if self._svg is None:
            self._svg = SvgRenderer(*self.figure.bbox.size, self.figure.dpi)
        pieces, numbers = [], {ax: at for at, ax in enumerate(np.ravel(self.axes))}
        begin, end = ("<g>", "</g>") if len(numbers) > 1 else ("", "")
        for ax in np.ravel(self.axes if axes is None else axes):
            place, shown = settle(ax, self._agg.get_renderer()), _in_order(ax)
            pieces += [begin, self._frame_of(ax, numbers[ax], shown)]
            pieces.extend(self._drawn_alone(artist, place) for artist in shown)
            pieces.append(end)
        return [piece for piece in pieces if piece]

    def view(self):
        """Return (width, height, clips) for `vectors`: its size in units, and SVG of clip paths."""
        width, height = np.rint(self.figure.bbox.size * UNITS).astype(int).tolist()
        return width, height, self._svg.clips()

    def regions(self):
        """Return [left, top, right, bottom] of each axes' part of the picture, in these units."""
        axes = np.reshape(self.axes, self._grid)
        boxes = [ax.get_tightbbox(self._agg.get_renderer()).extents for ax in axes.flat]
        left, low, right, high = np.reshape(boxes, (*self._grid, 4)).transpose(2, 0, 1)
        width, height = self.figure.bbox.size
        across = _cuts(left.min(axis=0), right.max(axis=0), width)
        down = _cuts(height - high.max(axis=1), height - low.min(axis=1), height)
        return [[x0, y0, x1, y1] for y0, y1 in pairwise(down) for x0, x1 in pairwise(across)]

    def _frame_of(self, ax, number, without):
        state = repr((number, _frame_state(ax)))
        if state not in self._framed:
            with _hidden([*without, ax.patch]):
                ax.draw(self._svg)
            self._framed[state] = self._svg.flush()
        return self._framed[state]

    def _drawn_alone(self, artist, place):
        if artist.get_gid() not in (STAYS, SEEKS):
            return self._written(artist)
        written = self._staying.setdefault(artist, {})
        if place not in written:
            written[place] = self._written(artist)
        return written[place]

    def _written(self, artist):
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

    def _settle(self):
        # Laid out only once: if axes and labels moved at each change, the picture would jump.
        self._agg.draw()
        self.figure.set_layout_engine("none")
        for ax in np.ravel(self.axes):
            for axis in (ax.xaxis, ax.yaxis):
                label = axis.label
                axis.set_label_coords(*label.get_position(), transform=label.get_transform())
        self._settled = True

    def _draw(self):
        for ax in np.ravel(self.axes):
            settle(ax, self._agg.get_renderer())
        shown = [(ax, artist) for ax in np.ravel(self.axes) for artist in _in_order(ax)]
        state = [_frame_state(ax) for ax in np.ravel(self.axes)]
        if state != self._frames_of:
            self._draw_frames([artist for _, artist in shown])
            self._frames_of = state
        self._agg.restore_region(self._frames)
        for ax, artist in shown:
            ax.draw_artist(artist)

    def _draw_frames(self, without):
        with _hidden(without):
            self._agg.draw()
        self._frames = self._agg.copy_from_bbox(self.figure.bbox)

    def _encoded(self):
        picture = Image.fromarray(np.asarray(self._agg.buffer_rgba())).convert("RGB")
        if not any(ax.images for ax in np.ravel(self.axes)):
            # 256 colours are enough for lines and text, and take half the bytes and time.
            # A colour map would show bands.
            picture = picture.quantize(
                256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
            )
            picture.putpalette([255 if level > 249 else level for level in picture.getpalette()])
        file = io.BytesIO()
        picture.save(file, format="png", compress_level=1)
        return file.getvalue()


def _cuts(starts, ends, size):
    """The edges of rows or columns of axes in whole units, midway between neighbours."""
    between = (starts[1:] + ends[:-1]) / 2
    return np.rint(np.array([0, *between, size]) * UNITS).astype(int).tolist()


def _drawn(ax):
    return [*ax.images, *ax.patches, *ax.collections, *ax.lines, *ax.texts]


@contextmanager
def _hidden(artists):
    for artist in artists:
        artist.set_visible(False)
    try:
        yield
    finally:
        for artist in artists:
            artist.set_visible(True)


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


def _frame_state(ax):
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
