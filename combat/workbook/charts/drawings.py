"""Charts that only one notebook needs: a running total, and a family of curves."""

from functools import partial

import numpy as np

from combat.workbook.charts.boxes import lying
from combat.workbook.charts.chart import Chart, along
from combat.workbook.charts.palette import (
    BLACK,
    BLUE,
    EDGE,
    VERMILION,
    WHITE,
)

START, UP, DOWN = EDGE, BLUE, VERMILION


def waterfall(frame, column, *, names=True, rows=7, percent="x", **axes):
    """Return a Chart of a running total: each bar begins where the last one ended.

    rows: room is kept for so many, so that the picture doesn't jump. Without percent the axis
    extends equally far to both sides of zero. The rest: see `Chart`.
    """
    paint = partial(_paint_waterfall, column=column, names=names, rows=rows, percent=percent)
    return Chart(frame, paint, axes, percent, "y", "", lambda frame: [column])


def _paint_waterfall(ax, frame, values, *, column, names, rows, percent):
    totals, places = frame[column].to_numpy(float), np.arange(len(frame))
    starts = np.concatenate([[0], totals[:-1]])
    colors = [EDGE, *np.where(np.diff(totals) >= 0, BLUE, VERMILION)]
    lying(ax, places, totals - starts, 0.7, base=starts, color=colors)
    ax.axvline(totals[-1], color=BLACK, linewidth=1, linestyle=":")
    reach = max(3, np.ceil(np.abs(totals).max()))
    # A little more than whole numbers, so that the last one doesn't touch the next axes.
    ax.set_xlim((0, 1) if percent else (-1.06 * reach, 1.06 * reach))
    ax.set_ylim(max(len(frame), rows) - 0.4, -0.6)
    ax.set_yticks(places, [str(name) for name in frame.index])
    ax.tick_params("y", labelleft=names)
    ax.grid(False, axis="y")


def family(frame, own, *, wide=(), mark=None, percent="xy", **axes):
    """Return a Chart of a family of curves in blue, one for each column, and `own` in orange.

    wide: columns that are thick and named. mark: the control whose value is read off `own`.
    """
    limits = {"ylim": (0, 1)} if "y" in percent else {}
    paint = partial(_paint_family, own=own, wide=wide, mark=mark)
    return Chart(frame, paint, limits | axes, percent)


def _paint_family(ax, frame, values, *, own, wide, mark):
    half = len(frame) // 2
    for column in frame.columns.drop(own):
        width = 2.4 if column in wide else 0.9
        ax.plot(frame.index, frame[column], color=BLUE, linestyle="-", linewidth=width)
    ax.plot(frame.index, frame[own], color=VERMILION, linestyle="-", linewidth=2.4)
    for column in wide:
        at = frame.index[half], frame[column].iloc[half]
        ax.text(*at, column, fontsize=9, ha="center", va="center", backgroundcolor=WHITE)
    along(ax, frame.index)
    if mark is not None:
        x = values[mark]
        y = np.interp(x, frame.index, frame[own])
        ax.plot([x, x, frame.index[0]], [0, y, y], color=BLACK, linestyle=":", linewidth=1.2)
