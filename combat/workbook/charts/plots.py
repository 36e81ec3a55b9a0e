"""Where the numbers of a chart lie in its picture, so that a page can read them off."""

import numpy as np
from matplotlib.collections import Collection
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D

from combat.workbook.charts.svg import UNITS


def plot_of(ax, chart, height):
    """Return what a page needs to find a chart's numbers under the pointer, as a dict for JSON.

    ax: the axes into which it is drawn. height: of the figure in pixels. In the dict: box, [left,
    top, right, bottom] in units of the picture; x, the values at the left and right end; y, those
    at the lower and upper end; log, the logarithmic axes; reads, along and drags as in
    `Chart`.

    >>> import pandas as pd
    >>> from matplotlib.figure import Figure
    >>> from combat.workbook import charts
    >>> figure = Figure(figsize=(2, 1), dpi=100)
    >>> ax, chart = figure.add_axes((0, 0, 1, 1)), charts.lines(pd.Series([0.0, 1.0], [0, 30]))
    >>> chart.draw(ax, chart.frames(), {})
    >>> plot_of(ax, chart, 100)["box"], plot_of(ax, chart, 100)["x"]
    ([0, 0, 800, 400], [0.0, 30.0])
    """
    left, low, right, high = ax.bbox.extents
    box = np.rint(np.array([left, height - high, right, height - low]) * UNITS).astype(int)
    return {
        "box": box.tolist(),
        "x": [float(end) for end in ax.get_xlim()],
        "y": [float(end) for end in ax.get_ylim()],
        "log": "".join(name for name in "xy" if getattr(ax, f"get_{name}scale")() == "log"),
        "inks": _inks(ax),
        "reads": chart.reads,
        "along": chart.along,
        "drags": chart.drags,
        "picks": [*chart.picks],
    }


def _inks(ax):
    """{label: colour} of lines, points and areas that a legend of the axes would name."""
    found = {}
    for handle, label in zip(*ax.get_legend_handles_labels(), strict=True):
        if isinstance(handle, Line2D):
            found[label] = to_hex(handle.get_color())
        elif isinstance(handle, Collection) and len(handle.get_facecolor()) == 1:
            found[label] = to_hex(handle.get_facecolor()[0])
    return found
