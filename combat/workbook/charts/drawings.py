"""Charts that only one notebook needs, such as a body and its armour."""

from functools import partial

import numpy as np
from matplotlib.patches import FancyBboxPatch

from combat.core.words import percent
from combat.workbook.charts.boxes import lying
from combat.workbook.charts.chart import Chart, along
from combat.workbook.charts.palette import (
    BLACK,
    BLUE,
    EDGE,
    SEQUENTIAL,
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


# The parts of a body: corner, width and height of their boxes, and where their words stand.
_PARTS = {
    "cloak": [(3, 2.2, 0.5, 5.4), (6.5, 2.2, 0.5, 5.4)],
    "torso": [(3.6, 4, 2.8, 3.6)],
    "head": [(4.2, 7.9, 1.6, 1.7)],
    "boots": [(3.6, 0, 1.2, 3.7), (5.2, 0, 1.2, 3.7)],
    "gloves": [(2, 4, 0.9, 2.4), (7.1, 4, 0.9, 2.4)],
    "shield": [(7.1, 1.2, 2.0, 2.6)],
}
_WORDS = {
    "torso": (5, 6),
    "head": (5, 8.75),
    "shield": (8.1, 2.5),
    "gloves": (1.9, 3.4),
    "boots": (5, 1.2),
    "cloak": (1.3, 7.3),
}


def body(slots, **axes):
    """Return a Chart of a body's slots, by frame: their chance, darker the less damage passes."""
    frame = {"xlim": (-0.6, 10), "ylim": (-0.4, 10.1), "aspect": "equal"}
    return Chart(slots, _paint_body, frame | axes, "x", "y", "", _columns_of_body, reads="")


def _columns_of_body(_frame):
    return ["chance", "passes"]


def _paint_body(ax, frame, values):
    for slot, row in frame[frame["chance"] > 0].iterrows():
        # A part that lets a third or less through is as dark as possible.
        shade = SEQUENTIAL(min(1.0, 1.5 * max(0, 1 - row["passes"])))
        for x, y, width, height in _PARTS[slot]:
            ax.add_patch(
                FancyBboxPatch(
                    (x, y),
                    width,
                    height,
                    boxstyle="round,pad=0.1",
                    facecolor=shade,
                    edgecolor=EDGE,
                )
            )
        ax.text(
            *_WORDS[slot],
            f"{slot}\n{percent(row['chance'], 0)} × {row['passes']:.2f}",
            ha="center",
            va="center",
            fontsize=8.8,
            bbox={"facecolor": WHITE, "linewidth": 0, "pad": 1},
        )
    ax.set_axis_off()
