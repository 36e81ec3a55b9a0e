"""Ridges: many curves over one axis, each on a line of its own, in place of a bundle of lines."""

from functools import partial

import numpy as np
import pandas as pd
from matplotlib.patheffects import withStroke

from combat.workbook.charts import palette
from combat.workbook.charts.chart import Chart, along, mark_at, places

_INK = palette.CURVE
_HALO = [withStroke(linewidth=2.5, foreground="white")]
_ROOM = 0.04  # of the axis beside a name


def ridges(
    frame, *, against=None, mark=None, high=1.0, steps=False, named="left", percent="", **axes
):
    """Return a Chart with a ridge for each column, the index along the x axis, the first on top.

    All have one scale; the greatest value is `high` rows high. against: a column that is grey, and
    drawn as a thin line over each of the others. steps: whether the ridges are stairs. named: at
    which end a name stands, "left" or "right", or a function of the panel's values.
    """
    paint = partial(_paint, against=against, mark=mark, high=high, steps=steps, named=named)
    return Chart(frame, paint, {"yticks": []} | axes, f"y{percent}", legend="")


def _paint(ax, frame, values, *, against, mark, high, steps, named):
    x, many = places(frame.index), frame.columns.size
    scale = high / max(frame.max(axis=None), 1e-9)
    end = named(**values) if callable(named) else named
    mark_at(ax, mark, values)
    x, heights = _stairs(x, frame) if steps else (x, frame)
    for row, column in enumerate(frame.columns):
        floor, compared = many - 1 - row, column == against
        ridge = floor + scale * heights[column].to_numpy(float)
        ax.fill_between(
            x,
            floor,
            ridge,
            color=palette.GREY if compared else palette.SERIES[0],
            alpha=0.85,
            linewidth=0,
        )
        if against in frame and not compared:
            other = floor + scale * heights[against].to_numpy(float)
            ax.plot(x, other, "-", color=_INK, linewidth=1)
        at = 1 - _ROOM / 2 if end == "right" else _ROOM / 2
        ax.text(
            at,
            floor + 0.1,
            str(column),
            fontsize=9.5,
            ha=end,
            va="bottom",
            transform=ax.get_yaxis_transform(),
            path_effects=_HALO,
        )
    along(ax, frame.index, margin=0.5 if steps else 0)
    ax.set_ylim(-0.15, many - 0.85 + high)
    ax.grid(False, axis="y")
    ax.spines["left"].set_visible(False)


def _stairs(x, frame):
    """The corners of stairs half-way between the entries, which are one apart."""
    edges = np.concatenate([[at - 0.5, at + 0.5] for at in x])
    return edges, pd.DataFrame(np.repeat(frame.to_numpy(float), 2, axis=0), columns=frame.columns)
