"""Where the numbers of a chart lie in its picture, so that a page can read them off."""

import numpy as np

from combat.workbook.charts.svg import UNITS


def plot_of(ax, chart, height):
    """Return how a page finds the numbers of a chart under a pointer, as JSON needs it.

    ax: the axes it is drawn into; height: of the figure in pixels. box: left, top, right and lower
    end in units of the picture; x, y: the values at left and right, and at the lower and upper
    end; log: which axes are logarithmic; reads: how its numbers are read, as in `Chart`; along:
    the axis along which the index runs.

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
        "reads": chart.reads,
        "along": chart.along,
    }
