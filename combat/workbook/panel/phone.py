"""A picture laid out for a phone: axes one under another, legends above them, names above bars."""

import math
import re
import textwrap
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from weakref import WeakKeyDictionary

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.gridspec import GridSpec
from matplotlib.legend import Legend
from matplotlib.text import Annotation, Text
from matplotlib.ticker import FixedLocator
from matplotlib.transforms import Affine2D, blended_transform_factory

from combat.workbook.charts.bars import ROW_NAME
from combat.workbook.charts.cells import CellNumbers
from combat.workbook.charts.legends import STAYS
from combat.workbook.charts.plots import box_of

WIDTH = 4.2  # inches; a phone of 390 pixels shows 91 for each
HEIGHT, OF_SEVERAL = 2.6, 2.1  # of axes at most, if they have no rows
ROW = 0.4  # the height of a row: a bar, and its name above
_NAME = 9  # points of a name
_SMALLEST = 8.75  # points of other letters: 11 pixels
_TURNS = {30: 2, 60: 1.15}  # angle of names -> from which pitch, in heights of a line
_LETTERS = re.compile(r"[^\W\d_]{2}")
_SIDE = 6  # pixels that stay free at both sides


class Phone:
    """The second layout of a figure, in which each of its axes can be drawn `fitted`."""

    def __init__(self, figure, axes, measure):
        """measure: a renderer that measures texts."""
        self._figure, self._axes, self._measure = figure, axes, measure
        self._legends = WeakKeyDictionary()
        self._wide, self._narrow = self._layout(), None
        with ExitStack() as fitted:
            self._stack()
            for ax in axes:
                fitted.enter_context(self._adapted(ax))
            self._settle()
            self._narrow = self._layout()
        self._move(self._wide)

    @contextmanager
    def fitted(self, ax):
        """The context in which the axes are laid out so; what they show must be drawn anew."""
        self._move(self._narrow)
        try:
            with self._adapted(ax):
                yield
        finally:
            self._move(self._wide)

    def boxes(self):
        """Return pairs, each axes' box in the wide layout and in this one; see `box_of`."""
        pairs = []
        for layout in (self._wide, self._narrow):
            self._move(layout)
            pairs.append([box_of(ax) for ax in self._axes])
        self._move(self._wide)
        return [*zip(*pairs, strict=True)]

    def _layout(self):
        labels = [axis.label for ax in self._axes for axis in (ax.xaxis, ax.yaxis)]
        return (
            self._figure.get_size_inches().copy(),
            [ax.get_position() for ax in self._axes],
            [(*label.get_position(), label.get_transform()) for label in labels],
        )

    def _move(self, layout):
        size, boxes, labels = layout
        self._figure.set_size_inches(*size)
        axises = [axis for ax in self._axes for axis in (ax.xaxis, ax.yaxis)]
        for axis, (x, y, transform) in zip(axises, labels, strict=True):
            axis.set_label_coords(x, y, transform=transform)
        for ax, box in zip(self._axes, boxes, strict=True):
            ax.set_position(box)

    def _stack(self):
        """Put the axes one under another, each as high as its rows need."""
        dots, most = self._figure.dpi, OF_SEVERAL if len(self._axes) > 1 else HEIGHT
        self._heights = [
            ROW * abs(np.ptp(ax.get_ylim())) if _rows(ax) else min(most, ax.bbox.height / dots)
            for ax in self._axes
        ]
        grid = GridSpec(len(self._axes), 1, figure=self._figure, height_ratios=self._heights)
        for ax, place in zip(self._axes, grid, strict=True):
            ax.set_subplotspec(place)
            for axis in (ax.xaxis, ax.yaxis):
                axis._autolabelpos = True  # until the layout is known
        self._figure.set_size_inches(WIDTH, sum(self._heights) + len(self._axes))

    def _settle(self):
        # Labels at the ends of an axis may stick out of it at other values.
        self._figure.set_layout_engine("constrained", rect=(0.035, 0, 0.93, 1))
        for _ in range(2):
            self._figure.draw_without_rendering()
            has = sum(ax.get_position().height for ax in self._axes)
            size = self._figure.get_size_inches()
            self._figure.set_size_inches(WIDTH, size[1] + sum(self._heights) - has * size[1])
        self._figure.draw_without_rendering()
        self._figure.set_layout_engine("none")

    @contextmanager
    def _adapted(self, ax):
        """The context in which an axes has what fits: names above bars, short titles, a legend."""
        legend, title = ax.get_legend(), title_of(ax)
        texts = [title, ax.xaxis.label, ax.yaxis.label]
        if _named_columns(ax):
            texts += ax.get_xticklabels()
        before = [_looks_of(text) for text in texts]
        ticks = [
            (axis, axis.get_major_locator(), axis.get_major_formatter()) for axis in _axises(ax)
        ]
        if legend:
            ax.legend_ = self._legend(ax, legend)
        self._name_rows(ax)
        self._fit_ticks(ax)
        self._fit_labels(ax)
        self._fit_title(ax, title)
        self._fit_cells(ax)
        self._keep_inside(ax)
        try:
            yield
        finally:
            ax.legend_ = legend
            for axis, locator, formatter in ticks:
                axis.set_major_locator(locator)
                axis.set_major_formatter(formatter)
            for text, looks in zip(texts, before, strict=True):
                text.set(**looks)

    def _legend(self, ax, wide):
        """The same legend above the axes, in as many columns as fit."""
        if wide not in self._legends:
            texts = [text.get_text() for text in wide.get_texts()]
            for columns in range(len(texts), 0, -1):
                legend = Legend(
                    ax,
                    wide.legend_handles,
                    texts,
                    loc="lower left",
                    bbox_to_anchor=(0, 1),
                    bbox_transform=blended_transform_factory(
                        self._figure.transFigure, ax.transAxes
                    ),
                    ncols=columns,
                    fontsize=_NAME,
                    handlelength=2,
                    columnspacing=1,
                    borderpad=0.2,
                    borderaxespad=0.8,  # above the upper half of a label at the axis' end
                )
                size = legend.get_window_extent(self._measure).size
                if size[0] <= 0.97 * self._figure.bbox.width:
                    break
            legend.set_gid(STAYS)
            self._legends[wide] = legend
        return self._legends[wide]

    def _name_rows(self, ax):
        """Put the names of rows above their bars, which become thinner."""
        rows = _rows(ax)
        if not rows:
            return
        pitch = ax.bbox.height / abs(np.ptp(ax.get_ylim()))
        line = self._measure.points_to_pixels(_NAME * 1.35)
        thick = max(0.2, 1 - line / pitch)
        for bars in ax.collections:
            if isinstance(bars, PolyCollection):
                bars.set_verts([_thinned(path.vertices, thick - 0.1) for path in bars.get_paths()])
        for text in [text for text in ax.texts if text.get_label() == ROW_NAME]:
            text.remove()
        ax.set_yticks([])
        up = Affine2D().translate(_SIDE / 2, pitch * (thick - 0.1) / 2 + line / 8)
        where = blended_transform_factory(ax.transAxes, ax.transData) + up
        for row, name in rows:
            text = ax.text(
                0, row, name, transform=where, fontsize=_NAME, va="bottom", label=ROW_NAME
            )
            text.set_in_layout(False)

    def _fit_labels(self, ax):
        """Write labels of axes in lines that fit."""
        middle = (ax.bbox.x0 + ax.bbox.x1) / 2
        across = 2 * min(middle, self._figure.bbox.width - middle)
        for axis, room in zip(_axises(ax), (across, 1.1 * ax.bbox.height), strict=True):
            size = axis.label.get_window_extent(self._measure).size
            if axis.label.get_text():
                axis.label.set_text(_wrapped(axis.label.get_text(), room / max(size)))

    def _fit_ticks(self, ax):
        """Turn the names of columns that would touch each other; of numbers, leave some out."""
        named = isinstance(ax.xaxis.get_major_locator(), FixedLocator)
        for axis in (ax.yaxis,) if named else _axises(ax):
            self._leave_out(axis)
        if not _named_columns(ax):
            return
        axis, places = ax.xaxis, ax.xaxis.get_major_locator()
        labels = ax.get_xticklabels()
        wide = [label.get_window_extent(self._measure).width for label in _level(labels)]
        pitch = ax.bbox.width / len(wide)
        crowded = max(wide) / (0.95 * pitch)
        if crowded <= 1:
            return
        if any(_LETTERS.search(label.get_text()) for label in labels):
            line = self._measure.points_to_pixels(labels[0].get_size() * 1.2)
            angle = next((turn for turn, least in _TURNS.items() if pitch >= least * line), 90)
            for label in labels:
                label.set(rotation=angle, ha="right", rotation_mode="anchor")
        else:
            axis.set_major_locator(FixedLocator(places.locs[:: math.ceil(crowded)]))

    def _leave_out(self, axis):
        """Leave out every second number if two of them touch each other; never a name."""
        low, high = sorted(axis.get_view_interval())
        axis.get_majorticklabels()  # which writes them
        ticks = [tick for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
        labels = [tick.label1 for tick in ticks]
        if any(_LETTERS.search(label.get_text()) for label in labels):
            return
        boxes = [label.get_window_extent(self._measure) for label in labels]
        if any(one.overlaps(other) for one, other in pairwise(boxes)):
            axis.set_major_locator(FixedLocator([tick.get_loc() for tick in ticks[::2]]))

    def _fit_cells(self, ax):
        for numbers in ax.artists:
            if isinstance(numbers, CellNumbers):
                room = 0.95 * ax.bbox.width / abs(np.ptp(ax.get_xlim()))
                numbers.fit(self._measure, room, _SMALLEST)

    def _fit_title(self, ax, title):
        """Let the title begin at the left of the picture, above the legend, in lines that fit."""
        if not title.get_text():
            return
        room = self._figure.bbox.width - 2 * _SIDE
        share = room / title.get_window_extent(self._measure).width
        title.set_text(_wrapped(title.get_text(), share))
        if share < 1.4 and not self._narrow:
            title.set_text(f" \n{title.get_text()}")  # room for a longer one at other values
        legend = ax.get_legend()
        high = 0
        if legend:
            pad = self._measure.points_to_pixels(legend.borderaxespad * _NAME)
            high = legend.get_window_extent(self._measure).height + pad / 2
        title.set_position(((_SIDE - ax.bbox.x0) / ax.bbox.width, 1 + high / ax.bbox.height))

    def _keep_inside(self, ax):
        """Move texts that stick out of the picture back into it."""
        for text in ax.texts:
            if ax.images or isinstance(text, Annotation):
                continue
            box = text.get_window_extent(self._measure)
            right = self._figure.bbox.width - _SIDE
            shift = max(0, _SIDE - box.x0) or min(0, right - box.x1)
            if shift:
                text.set_transform(text.get_transform() + Affine2D().translate(shift, 0))


def title_of(ax):
    """Return the title of an axes as its artist."""
    texts = [child for child in ax.get_children() if isinstance(child, Text)]
    return next((one for one in texts if one.get_text() and one not in ax.texts), ax.title)


def _looks_of(text):
    names = ("text", "position", "rotation", "ha", "rotation_mode")
    return {name: getattr(text, f"get_{name}")() for name in names}


def _level(labels):
    """The same labels, made level."""
    for label in labels:
        label.set(rotation=0, ha="center")
    return labels


def _axises(ax):
    return ax.xaxis, ax.yaxis


def _named_columns(ax):
    """Whether the ticks of the x-axis stand at fixed places, as names of columns do."""
    places = ax.xaxis.get_major_locator()
    return isinstance(places, FixedLocator) and len(places.locs) > 0


def _rows(ax):
    """[(place, name)] of the rows of an axes; none if it isn't one of rows."""
    if ax.images:
        return []
    named = [text for text in ax.texts if text.get_label() == ROW_NAME]
    if named:
        return [
            ((getattr(one, "xy", None) or one.get_position())[1], one.get_text()) for one in named
        ]
    places = ax.yaxis.get_major_locator()
    if not isinstance(places, FixedLocator) or not len(places.locs):
        return []
    names = ax.yaxis.get_major_formatter().format_ticks(places.locs)
    return [*zip(places.locs, names, strict=True)] if any(map(_LETTERS.search, names)) else []


def _thinned(corners, thick):
    """The corners of a lying bar that is at most so thick."""
    x, y = corners[:4].T
    middle, half = (y.min() + y.max()) / 2, min(thick, np.ptp(y)) / 2
    return np.stack([x, np.where(y > middle, middle + half, middle - half)], axis=-1)


def _wrapped(text, share):
    """A text in lines; share: how much of it fits into one."""
    if share >= 1:
        return text
    return textwrap.fill(text, max(12, int(share * len(text))))
