"""A table of all against all, the strongest first: rows read on pointing, no numbers."""

import numpy as np

from combat.workbook.charts import palette
from combat.workbook.charts.boxes import lying
from combat.workbook.charts.chart import Chart

STRONG, WEAK = palette.VIOLET, palette.BROWN  # the hues at both ends of the map
_INK = palette.CURVE
_APART = 0.3  # how far from one half a score has the fullest colour


def by_strength(table):
    """Return a table of scores with rows and columns in the order of the rows' means."""
    order = table.mean(axis=1).sort_values(ascending=False, kind="stable").index
    return table.loc[order, order]


def ranked(table, **axes):
    """Return a Chart of scores of the row against the column, the strongest on top and left."""
    looks = {"xticks": [], "yticks": []} | axes
    return Chart(by_strength(table), _paint, looks, "x", "y", "", reads="cells")


def means(table, **axes):
    """Return a Chart of the rows' means as bars to both sides of one half, the strongest on top."""
    means_of = by_strength(table).mean(axis=1).rename("mean")
    return Chart(means_of, _paint_means, axes, "x", "y", "")


def _paint(ax, frame, values):
    ends = {"vmin": 0.5 - _APART, "vmax": 0.5 + _APART}
    ax.imshow(
        frame.to_numpy(float), cmap=palette.DIVERGING, aspect="auto", interpolation="none", **ends
    )
    ax.grid(False)


def _paint_means(ax, frame, values):
    rows, score = np.arange(len(frame)), frame["mean"].to_numpy(float)
    colors = np.where(score >= 0.5, STRONG, WEAK)
    lying(ax, rows, score - 0.5, 0.72, base=0.5, color=colors)
    ax.axvline(0.5, color=_INK, linewidth=1, linestyle="-")
    ax.set_yticks(rows, [str(name) for name in frame.index], fontsize=8.5)
    ax.set_ylim(len(frame) - 0.5, -0.5)
    ax.grid(False, axis="y")
