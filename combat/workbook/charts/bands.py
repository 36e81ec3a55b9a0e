"""Values and the bands that they should lie in."""

import numpy as np

from combat.workbook.charts.chart import Chart
from combat.workbook.charts.curves import ENDS, has_ends
from combat.workbook.charts.palette import BAND, BLACK, BLUE, GREY, VERMILION

EDGES = ("at_least", "at_most")


def bands(frame, *, percent="x", **axes):
    """Return a Chart of values in their bands, with a row for each name of the index.

    frame: columns value, at_least and at_most (a band has no end where that is infinite or
    missing), and optionally low and high, the ends of whiskers. A value is a blue dot inside its
    grey band, an orange diamond outside. The rest: see `Chart`; probabilities go from 0 to 1.

    >>> import pandas as pd
    >>> from matplotlib.figure import Figure
    >>> claims = pd.DataFrame({"value": [0.5, 0.9], "at_least": [0.4, 0.1], "at_most": [0.6, 0.8]},
    ...                       index=["an even duel", "no sure duel"])
    >>> chart = bands(claims)
    >>> ax = Figure().subplots()
    >>> chart.draw(ax, chart.frames(), {})
    >>> [line.get_marker() for line in ax.lines]
    ['o', 'D']
    """
    limits = {"xlim": (0, 1)} if "x" in percent else {}
    return Chart(frame, _paint, limits | axes, percent, "y", "", _columns)


def _columns(frame):
    return ["value", *EDGES, *(ENDS if has_ends(frame) else ())]


def _paint(ax, frame, values):
    rows, value = np.arange(len(frame)), frame["value"].to_numpy(float)
    left, right = ax.get_xlim()
    least, most = (frame[edge].to_numpy(float) for edge in EDGES)
    low = np.where(np.isfinite(least), least, left)
    high = np.where(np.isfinite(most), most, right)
    ax.barh(rows, high - low, left=low, height=0.5, color=BAND, edgecolor=GREY)
    if has_ends(frame):
        ends = abs(frame[[*ENDS]].to_numpy(float) - value[:, None]).T
        ax.errorbar(value, rows, xerr=ends, fmt="none", ecolor=BLACK, elinewidth=1.2, capsize=2)
    inside = (value >= low) & (value <= high)
    for kept, marker, color in ((inside, "o", BLUE), (~inside, "D", VERMILION)):
        ax.plot(value[kept], rows[kept], marker, color=color, markersize=8, clip_on=False)
    ax.set_yticks(rows, [str(name) for name in frame.index], fontsize=9)
    ax.set_ylim(len(frame) - 0.4, -0.6)
    ax.grid(False, axis="y")
