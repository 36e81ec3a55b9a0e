"""A figure that is redrawn often: what stays the same between two drawings is kept."""

import io

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image


class Canvas:
    """One persistent figure, its axes, and its picture as PNG.

    Frames, ticks and labels take two thirds of a drawing, and change only with the limits
    and the titles: they are drawn once for each such state and restored from then on
    (a plot of three lines takes 14 ms so, 26 ms drawn whole).

    size: width and height in inches. axes: one, or an array as matplotlib's `subplots` gives it.

    >>> canvas = Canvas((3, 2), 1, 1, {})
    >>> line = canvas.axes.plot([0, 1])
    >>> before = canvas.png()
    >>> canvas.sweep()
    >>> len(canvas.axes.lines), canvas.png() == before
    (0, False)
    """

    def __init__(self, size, rows, columns, gridspec):
        self.figure = Figure(figsize=size)
        self._agg = FigureCanvasAgg(self.figure)
        self.axes = self.figure.subplots(rows, columns, gridspec_kw=gridspec or None)
        self._settled = False
        self._frames_of = self._frames = None

    def sweep(self):
        """Take away what was drawn into the axes; frames, ticks and labels stay."""
        for ax in np.ravel(self.axes):
            for artist in [*_drawn(ax), *filter(None, [ax.get_legend()])]:
                artist.remove()
            # Bars and whiskers are remembered as groups, too, which a legend would list again.
            ax.containers.clear()
            ax.set_prop_cycle(None)
            ax.relim()  # limits that nobody set follow what is drawn now, not what was

    def png(self):
        """Return the figure as it now is."""
        if not self._settled:
            self._settle()
        self._draw()
        return self._encoded()

    def _settle(self):
        # Laid out once: axes and labels that move at each change would make the picture jump.
        self._agg.draw()
        self.figure.set_layout_engine("none")
        for ax in np.ravel(self.axes):
            for axis in (ax.xaxis, ax.yaxis):
                label = axis.label
                axis.set_label_coords(*label.get_position(), transform=label.get_transform())
        self._settled = True

    def _draw(self):
        shown = [(ax, artist) for ax in np.ravel(self.axes) for artist in _in_order(ax)]
        state = [_frame_state(ax) for ax in np.ravel(self.axes)]
        if state != self._frames_of:
            self._draw_frames([artist for _, artist in shown])
            self._frames_of = state
        self._agg.restore_region(self._frames)
        for ax, artist in shown:
            ax.draw_artist(artist)

    def _draw_frames(self, without):
        for artist in without:
            artist.set_visible(False)
        self._agg.draw()
        for artist in without:
            artist.set_visible(True)
        self._frames = self._agg.copy_from_bbox(self.figure.bbox)

    def _encoded(self):
        picture = Image.fromarray(np.asarray(self._agg.buffer_rgba())).convert("RGB")
        if not any(ax.images for ax in np.ravel(self.axes)):
            # 256 colours are plenty for lines and text: half the bytes in half the time.
            # A colour map would be cut into bands.
            picture = picture.quantize(
                256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
            )
            picture.putpalette([255 if level > 249 else level for level in picture.getpalette()])
        file = io.BytesIO()
        picture.save(file, format="png", compress_level=1)
        return file.getvalue()


def _drawn(ax):
    return [*ax.images, *ax.patches, *ax.collections, *ax.lines, *ax.texts]


def _in_order(ax):
    shown = [*_drawn(ax), *filter(None, [ax.get_legend()])]
    return sorted(
        (artist for artist in shown if artist.get_visible()), key=lambda artist: artist.get_zorder()
    )


def _frame_state(ax):
    """What the frame of the axes looks like: if this is the same, its picture is."""
    state = [ax.get_xlim(), ax.get_ylim(), ax.get_title("left"), ax.get_title(), ax.axison]
    for axis in (ax.xaxis, ax.yaxis):
        places = axis.get_majorticklocs()
        state += [
            axis.get_label_text(),
            axis.get_scale(),
            tuple(places),
            tuple(axis.get_major_formatter().format_ticks(places)),
        ]
    return state
