"""From points to a chance: terms that help or hurt, and the bell that their sum cuts."""

from functools import partial

import numpy as np

from combat.core.words import percent
from combat.workbook.charts import palette
from combat.workbook.charts.boxes import lying
from combat.workbook.charts.calls import given
from combat.workbook.charts.chart import Chart, for_values
from combat.workbook.charts.text import minus

HELPS, HURTS = palette.SERIES[:2]
INK, SOFT = palette.CURVE, palette.SOFT
_BELL = 4.2  # rows that the bell takes


def cut_bell(terms, density, *, chance, reach=32, rows=8, **axes):
    """Return a Chart of terms that add up to where a bell is cut; what lies right of the cut hits.

    terms: points by name, positive to the left; density: a series by draw; chance: what is written
    under the bell; functions of the panel's values.
    """
    paint = partial(_paint, density=density, chance=chance, reach=reach, rows=rows)
    looks = {"yticks": [], "xlabel": "random draw (points)"}
    return Chart(terms, paint, looks | axes, "", "y", "")


def cuts(points):
    """Return (from, to) of each term's bar: where the cut stands before it and after it."""
    after = -np.cumsum(np.asarray(points, float))
    return np.concatenate([[0.0], after[:-1]]), after


def _paint(ax, frame, values, *, density, chance, reach, rows):
    points, places = frame.iloc[:, 0].to_numpy(float), np.arange(len(frame))
    before, after = cuts(points)
    cut = after[-1] if len(after) else 0.0
    reach = max(reach, 4 * np.ceil((np.abs(after).max(initial=0) + 4) / 4))
    floor = max(len(frame), rows) + _BELL
    lying(ax, places, after - before, 0.62, base=before, color=np.where(points > 0, HELPS, HURTS))
    for row, name in enumerate(frame.index):
        ax.plot([after[row]] * 2, [row, row + 1], "-", color=SOFT, linewidth=0.8)
        _name(ax, row, minus(name), before[row], after[row])
    _paint_bell(ax, given(density, values), cut, floor)
    ax.plot([cut, cut], [len(frame) - 0.5, floor], "-", color=INK, linewidth=2)
    ax.text(
        0.985 * reach,
        floor - 0.62 * _BELL,
        f"hits {percent(for_values(chance, values))}",
        color=HELPS,
        fontsize=17,
        weight="bold",
        ha="right",
    )
    ax.set(xlim=(-reach, reach), ylim=(floor, -0.7))
    ax.grid(False, axis="y")
    ax.spines["left"].set_visible(False)


def _name(ax, row, text, before, after):
    """Write a term's name on the side that has more room for it."""
    left = before + after > 0
    at = min(before, after) - 0.6 if left else max(before, after) + 0.6
    ax.text(at, row, text, fontsize=9.5, va="center", ha="right" if left else "left")


def _paint_bell(ax, bell, cut, floor):
    x = bell.index.to_numpy(float)
    y = floor - (_BELL - 0.5) * bell.to_numpy(float) / bell.max()
    for kept, color, shade in ((x >= cut, HELPS, 0.55), (x <= cut, HURTS, 0.2)):
        ends = np.union1d(x[kept], [cut] if x[0] <= cut <= x[-1] else [])
        ax.fill_between(ends, np.interp(ends, x, y), floor, color=color, alpha=shade, linewidth=0)
    ax.plot(x, y, "-", color=INK, linewidth=1.6)
