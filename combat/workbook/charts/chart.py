"""A chart: what is computed, how it is painted, and how the axes around it look."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np
import pandas as pd
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from combat.dice import Distribution
from combat.workbook.charts.calls import given
from combat.workbook.charts.legends import put_legend
from combat.workbook.charts.palette import BLACK
from combat.workbook.charts.style import percent_axis

_STEPS = [1, 2, 5, 10]


@dataclass(frozen=True)
class Chart:
    """A picture of a frame, to be drawn into an axes; the functions of `charts` make it.

    frame_of: a frame, a series, a Distribution, or a function of a panel's values that returns
    one; it gets only the values that it names. paint(ax, frame, values) draws it. axes: arguments
    of matplotlib's `Axes.set`; each may also be a function of the values. percent: the axes ("x",
    "y", "xy" or "") that show probabilities. along: the axis along which the index runs. legend:
    its place as in matplotlib ("best": where it covers least), "beside" the axes, or "" for none;
    it is shown if there are several labels. columns: a function that returns the columns of the
    frame that are shown, all by default. stacked: whether they lie on one another; the legend then
    has the same order. reads: what a page shows under the pointer: the nearest of the "entries",
    the last one before it ("steps"), one of the "cells" of rows and columns, or "" for nothing.
    drags: the control whose values run along the x axis, so that dragging the picture moves it.
    picks: the controls that a click on a cell moves to its row and its column, a pair of names.
    form: the format of values, and what they are multiplied by, where no axis has them.

    Charts can be added: they share their axes, for which the settings of the first one count.

    >>> from combat.workbook.charts import lines, points
    >>> both = lines(pd.Series([0.2, 0.4], name="exact")) + points(pd.Series([0.3], name="seen"))
    >>> [frame.columns.tolist() for frame in both.frames()]
    [['exact'], ['seen']]
    """

    frame_of: object
    paint: Callable
    axes: dict = field(default_factory=dict)
    percent: str = ""
    along: str = "x"
    legend: str = "best"
    columns: Callable = list
    decimals: int = 0  # of percent on the axes
    stacked: bool = False
    reads: str = "entries"
    drags: str = ""
    picks: tuple = ()
    form: tuple = ()
    others: tuple = ()

    def __add__(self, other):
        return replace(
            self,
            axes=other.axes | self.axes,
            drags=self.drags or other.drags,
            picks=self.picks or other.picks,
            others=(*self.others, other, *other.others),
        )

    def frames(self, values=MappingProxyType({})):
        """Return what is shown for these values: a frame for each of the charts added up."""
        return [frame_of(one.frame_of, values) for one in (self, *self.others)]

    def draw(self, ax, frames, values):
        """Draw frames that `frames` returned for these values into empty axes."""
        looks = {name: for_values(setting, values) for name, setting in self.axes.items()}
        scales = {name: looks.pop(name) for name in ("xscale", "yscale") if name in looks}
        ax.set(**scales)
        # Limits are set now, as painting may need them, and again below, as it may move them.
        ax.set(**{name: looks[name] for name in ("xlim", "ylim") if name in looks})
        for one, frame in zip((self, *self.others), frames, strict=True):
            one.paint(ax, frame, values)
        for name, scale in scales.items():
            if scale == "log":
                _plain_numbers(getattr(ax, f"{name[0]}axis"))
        for name in self.percent:
            percent_axis(getattr(ax, f"{name}axis"), self.decimals)
        ax.set(**looks)
        self._add_legend(ax)

    def _add_legend(self, ax):
        handles, labels = ax.get_legend_handles_labels()
        if self.stacked:  # the top one first
            handles, labels = handles[::-1], labels[::-1]
        if len(labels) > 1 and self.legend:
            put_legend(ax, handles, labels, self.legend)

    def titled(self, values):
        """Return the title of the axes for these values; "" if there is none."""
        return for_values(self.axes.get("title", ""), values)

    def shown(self, frames):
        """Return of each frame (what is drawn, whether that is chances, whether the index is)."""
        across = "y" if self.along == "x" else "x"
        return [
            (frame[one.columns(frame)], across in self.percent, self.along in self.percent)
            for one, frame in zip((self, *self.others), frames, strict=True)
        ]


def _plain_numbers(axis):
    """Put the ticks of a logarithmic axis at 1, 2, 5, 10, 20 ..., written as plain numbers."""
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(FuncFormatter(lambda value, _place: f"{value:g}"))
    axis.set_minor_locator(NullLocator())


def for_values(setting, values):
    """Return a setting as it is, or, if it is a function, what it returns for the values."""
    return given(setting, values) if callable(setting) else setting


def room(values, low=(0,), high=(0.1, 0.25, 0.6, 1)):
    """Return limits for an axis: on each side, the first end beyond all values, with some margin.

    If no end is, the last one. So an axis fits its values, but seldom changes when they do.

    >>> room([0.02, 0.2]), room([-3, 12], low=(-9, -20), high=(15, 25))
    ((0, 0.25), (-9, 15))
    """
    values = np.asarray(values, float)
    least, most = 1.04 * np.nanmin(values, initial=0), 1.04 * np.nanmax(values, initial=0)
    return (
        next((end for end in low if end <= least), low[-1]),
        next((end for end in high if end >= most), high[-1]),
    )


def frame_of(source, values):
    """Return a frame from a frame, a series, a Distribution, or a function of values."""
    found = given(source, values) if callable(source) else source
    if isinstance(found, Distribution):
        found = pd.Series(found.chances, pd.Index(found.values, name="value"), name="chance")
    if isinstance(found, pd.Series):
        found = found.to_frame(found.name if found.name is not None else "")
    if not isinstance(found, pd.DataFrame):
        raise TypeError(f"a chart shows a frame, a series or a Distribution, not {found!r}")
    return found


def places(index):
    """Return where an index lies along an axis: numbers at their values, names at 0, 1, 2 ..."""
    return index.to_numpy() if pd.api.types.is_numeric_dtype(index) else np.arange(len(index))


def along(ax, index, margin=0.0):
    """Let the x axis run over all entries of an index, and label names at their places."""
    at = places(index)
    margin = margin or (0.5 if len(at) == 1 else 0)
    if len(at):
        ax.set_xlim(min(at) - margin, max(at) + margin)
    if not pd.api.types.is_numeric_dtype(index):
        ax.set_xticks(at, [str(name) for name in index])
    elif pd.api.types.is_integer_dtype(index):
        ax.xaxis.set_major_locator(MaxNLocator("auto", steps=_STEPS, integer=True))


def mark_at(ax, mark, values):
    """Draw a dotted line that marks a value; return the value, None if there is none."""
    at = values.get(mark) if isinstance(mark, str) else for_values(mark, values)
    if at is not None:
        ax.axvline(at, color=BLACK, linewidth=1.2, linestyle=":")
    return at
