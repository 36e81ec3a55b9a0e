"""Charts over an axis of numbers: lines, stairs, points, and stacked areas."""

from functools import partial

import numpy as np

from combat.workbook.charts import palette
from combat.workbook.charts.chart import Chart, along, mark_at, places
from combat.workbook.charts.palette import BLACK, GREY
from combat.workbook.charts.text import label

ENDS = ("low", "high")


def lines(
    frame,
    *,
    guides=(),
    mark=None,
    markers=False,
    colors=None,
    percent="y",
    legend="best",
    **axes,
):
    """Return a Chart with a line for each column, the index along the x axis.

    guides: columns drawn as thin grey lines to compare with. mark: where a dotted line stands,
    with a dot on each line: a number, the name of a control, which on a page is then moved by
    dragging the picture, or a function of the values.
    markers: whether each entry has a marker, for few entries. colors: {column: colour}. The rest:
    see `Chart`; by default the x axis ends where the index does, and probabilities go from 0 to 1.

    >>> import pandas as pd
    >>> chart = lines(pd.DataFrame({"rule": [0.1, 0.9], "even": 0.5}), guides=["even"], mark=1)
    >>> from matplotlib.figure import Figure
    >>> ax = Figure().subplots()
    >>> chart.draw(ax, chart.frames(), {})
    >>> [line.get_label() for line in ax.lines if not line.get_label().startswith("_")]
    ['rule']
    """
    paint = partial(
        _paint_lines, guides=guides, mark=mark, markers=markers, colors=colors or {}, step=None
    )
    looks = _limits(percent) | axes
    return Chart(frame, paint, looks, percent, legend=legend, drags=_dragged(mark))


def stairs(
    frame, *, where="post", guides=(), mark=None, colors=None, percent="y", legend="best", **axes
):
    """Return a Chart with a stepped line for each column: a value holds until the next entry.

    where: "post" (a step at each entry), "mid" (half-way between entries) or "pre" (a value holds
    from the entry before). The rest: see `lines`.

    >>> import pandas as pd
    >>> from matplotlib.figure import Figure
    >>> chart = stairs(pd.Series([0.0, 0.5, 0.75], name="fallen"))
    >>> ax = Figure().subplots()
    >>> chart.draw(ax, chart.frames(), {})
    >>> ax.lines[0].get_drawstyle()
    'steps-post'
    """
    paint = partial(
        _paint_lines, guides=guides, mark=mark, markers=False, colors=colors or {}, step=where
    )
    reads = "steps" if where == "post" else "entries"
    looks, drags = _limits(percent) | axes, _dragged(mark)
    return Chart(frame, paint, looks, percent, legend=legend, reads=reads, drags=drags)


def points(frame, *, mark=None, colors=None, percent="y", legend="best", **axes):
    """Return a Chart with a point for each entry of each column that isn't missing.

    Columns `low` and `high` are the ends of whiskers at the first column. The rest: see `lines`.
    Points over lines (lines(...) + points(...)) are black.

    >>> import pandas as pd
    >>> from matplotlib.figure import Figure
    >>> seen = pd.DataFrame({"simulated": [0.4], "low": [0.3], "high": [0.5]}, [20])
    >>> chart = points(seen)
    >>> ax = Figure().subplots()
    >>> chart.draw(ax, chart.frames(), {})
    >>> ax.get_legend_handles_labels()[1]
    ['simulated']
    """
    paint = partial(_paint_points, mark=mark, colors=colors or {})
    looks = _limits(percent) | axes
    return Chart(frame, paint, looks, percent, legend=legend, drags=_dragged(mark))


def areas(frame, *, mark=None, colors=None, percent="y", legend="beside", **axes):
    """Return a Chart with the columns stacked as areas: shares of a whole, entry by entry.

    For an index of whole numbers, such as the points of a die: the areas have steps half-way
    between them. The rest: see `lines`.

    >>> import pandas as pd
    >>> from matplotlib.figure import Figure
    >>> chart = areas(pd.DataFrame({"hit": [0.2, 0.6], "miss": [0.8, 0.4]}))
    >>> ax = Figure().subplots()
    >>> chart.draw(ax, chart.frames(), {})
    >>> len(ax.collections)
    2
    """
    paint = partial(_paint_areas, mark=mark, colors=colors or {})
    looks, drags = _limits(percent) | axes, _dragged(mark)
    return Chart(frame, paint, looks, percent, legend=legend, stacked=True, drags=drags)


def _dragged(mark):
    """The control that is moved with its mark; "" where the mark is no control's value."""
    return mark if isinstance(mark, str) else ""


def _limits(percent):
    return {"ylim": (0, 1)} if "y" in percent else {}


def _paint_lines(ax, frame, values, *, guides, mark, markers, colors, step):
    x = places(frame.index)
    style = {"drawstyle": f"steps-{step}"} if step else {}
    if markers:
        style |= {"marker": "o", "markersize": 4}
    for column in guides:
        ax.plot(x, frame[column], color=GREY, linewidth=1, linestyle="-", label=f"_{column}")
    at = mark_at(ax, mark, values)
    columns = frame.columns.drop(list(guides))
    for column, color in zip(columns, palette.of(columns, colors, _used(ax)), strict=True):
        (line,) = ax.plot(x, frame[column], label=label(column), color=color, **style)
        if at is not None and not step:
            y = np.interp(at, x, frame[column].to_numpy(float), left=np.nan, right=np.nan)
            ax.plot([at], [y], "o", color=line.get_color(), markersize=6, label="_marked")
    along(ax, frame.index, margin=0.02 * np.ptp(x) if markers and len(x) else 0)


def _used(ax):
    """The colours of the curves that an axes has already."""
    return [line.get_color() for line in ax.lines if not line.get_label().startswith("_")]


def _paint_points(ax, frame, values, *, mark, colors):
    alone = not ax.lines
    mark_at(ax, mark, values)
    x, whiskers = places(frame.index), set(ENDS) <= set(frame.columns)
    columns = frame.columns.drop(list(ENDS), errors="ignore")
    shades = palette.of(columns, colors) if alone else [colors.get(one, BLACK) for one in columns]
    for column, color, marker in zip(columns, shades, "oXsD^v", strict=False):
        if whiskers:
            ends = abs(frame[[*ENDS]].sub(frame[column], axis=0)).to_numpy().T
            ax.errorbar(x, frame[column], ends, fmt="none", ecolor=BLACK, elinewidth=1)
        size = 4 if len(x) > 20 or whiskers else 7
        ax.plot(x, frame[column], marker, markersize=size, label=label(column), color=color)
    if alone:
        along(ax, frame.index, margin=0.02 * np.ptp(x) if len(x) else 0)


def _paint_areas(ax, frame, values, *, mark, colors):
    x = places(frame.index)
    shades = palette.of(frame.columns, colors)
    stacked = frame.to_numpy(float).T
    ax.stackplot(x, stacked, labels=[*map(label, frame.columns)], colors=shades, step="mid")
    mark_at(ax, mark, values)
    along(ax, frame.index)


def has_ends(frame):
    """Whether a frame has columns for the ends of intervals."""
    return set(ENDS) <= set(frame.columns)
