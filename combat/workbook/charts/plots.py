"""Where the numbers of a chart lie in its picture, so that a page can read them off."""

import numpy as np
from matplotlib.collections import Collection
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D

from combat.workbook.charts.svg import UNITS
from combat.workbook.charts.text import JOINER


def plot_of(ax, chart):
    """Return what a page needs to find a chart's numbers under the pointer, as a dict for JSON."""
    # box: [left, top, right, bottom] in units of the picture; x, y: the values at both ends.
    return {
        "box": box_of(ax),
        "x": [float(end) for end in ax.get_xlim()],
        "y": [float(end) for end in ax.get_ylim()],
        "log": "".join(name for name in "xy" if getattr(ax, f"get_{name}scale")() == "log"),
        "labels": {name: getattr(ax, f"get_{name}label")() for name in "xy"},
        "inks": _inks(ax),
        "reads": chart.reads,
        "along": chart.along,
        "drags": chart.drags,
        "picks": [*chart.picks],
        "form": [*chart.form],
    }


def box_of(ax):
    """Return [left, top, right, bottom] of an axes in units of the picture."""
    left, low, right, high = ax.bbox.extents
    height = ax.figure.bbox.height
    return (
        np.rint(np.array([left, height - high, right, height - low]) * UNITS).astype(int).tolist()
    )


def _inks(ax):
    """{label: colour} of lines, points and areas that a legend of the axes would name."""
    found = {}
    for handle, label in zip(*ax.get_legend_handles_labels(), strict=True):
        name = label.removeprefix(JOINER)
        if isinstance(handle, Line2D):
            found[name] = to_hex(handle.get_color())
        elif isinstance(handle, Collection) and len(handle.get_facecolor()) == 1:
            found[name] = to_hex(handle.get_facecolor()[0])
    return found
