"""Bar charts: upright or horizontal, with intervals, to both sides of zero, and as shares."""

from functools import partial

import numpy as np
from matplotlib.patheffects import withStroke

from combat.workbook.charts import palette
from combat.workbook.charts.boxes import lying, upright
from combat.workbook.charts.chart import Chart, along, mark_at, places
from combat.workbook.charts.curves import ENDS, has_ends
from combat.workbook.charts.palette import BLACK, BLUE, NAMED, SOFT, VERMILION, WHITE, text_on
from combat.workbook.charts.svg import KEEPS
from combat.workbook.charts.text import label, minus

_HALO = [withStroke(linewidth=2.5, foreground=WHITE)]
ROW_NAME = "_row"  # the label of a text that names a row
_FITS = 22  # letters that fit on a bar longer than half of the axis


def bars(frame, *, mark=None, colors=None, percent="y", decimals=0, legend="best", **axes):
    """Return a Chart with upright bars, those of several columns side by side.

    The index, numbers or names, runs along the x axis. colors: {column: colour}. mark: where a
    dotted line stands: a number, the name of a control, or a function of the values. decimals:
    of percentages on the axis. The rest: see `Chart`; probabilities go from 0 to 1.

    >>> import pandas as pd
    >>> from matplotlib.figure import Figure
    >>> chart = bars(pd.DataFrame({"now": [0.2, 0.4], "then": [0.3, 0.5]}, ["robe", "plate"]))
    >>> ax = Figure().subplots()
    >>> chart.draw(ax, chart.frames(), {})
    >>> len(ax.collections), [label.get_text() for label in ax.get_xticklabels()]
    (2, ['robe', 'plate'])
    """
    paint = partial(_paint_bars, mark=mark, colors=colors or {})
    limits = {"ylim": (0, 1)} if "y" in percent else {}
    return Chart(frame, paint, limits | axes, percent, legend=legend, decimals=decimals)


def distribution(frame, *, colors=None, legend="best", **axes):
    """Return a Chart of chances by value: bars, and a dotted line at the mean.

    frame: a Distribution, or columns of chances by value. The first is drawn as bars with the line,
    the others as stairs over them, for comparison. An infinite value, for what may never end, has
    no bar. The rest: see `bars`.

    >>> from combat.dice import Distribution
    >>> from matplotlib.figure import Figure
    >>> chart = distribution(Distribution([0, 1, 2], [0.5, 0.25, 0.25]))
    >>> ax = Figure().subplots()
    >>> chart.draw(ax, chart.frames(), {})
    >>> float(ax.lines[0].get_xdata()[0])
    0.75
    """
    paint = partial(_paint_distribution, colors=colors or {})
    return Chart(frame, paint, {"ylim": (0, 1)} | axes, "y", legend=legend)


def named_bars(
    frame, *, labels="beside", by=None, colors=None, dots=None, percent="x", legend="best", **axes
):
    """Return a Chart with horizontal bars, one for each name of the index, the first on top.

    The first column is the bars' length; columns `low` and `high` are the ends of whiskers.
    labels: where the names stand: "beside" the bars, on the "axis", or "none". colors: a colour,
    or {word: colour} for the words in the column `by` (without `by`, in the index); by default that
    of a side, a rule or a system of luck, else blue. dots: a column that is shown as a black stroke
    on each bar. The rest: see `Chart`.

    >>> import pandas as pd
    >>> from matplotlib.figure import Figure
    >>> odds = pd.DataFrame({"chance": [0.6, 0.4], "low": [0.5, 0.3], "high": [0.7, 0.5]},
    ...                     index=["heroes", "villains"])
    >>> chart = named_bars(odds)
    >>> ax = Figure().subplots()
    >>> chart.draw(ax, chart.frames(), {})
    >>> [text.get_text() for text in ax.texts]
    ['heroes', 'villains']
    """
    paint = partial(_paint_named, labels=labels, by=by, colors=colors or {}, dots=dots)
    limits = {"xlim": (0, 1)} if "x" in percent else {}
    numbers = partial(_columns_of_named, dots=dots)
    return Chart(frame, paint, limits | axes, percent, "y", legend, numbers)


def tornado(frame, *, value="effect", percent="x", **axes):
    """Return a Chart of effects as bars to both sides of zero: positive ones blue, others orange.

    The index says what has the effect; a name stands on the empty side of its bar. Either side of
    the axis is at least half as long as the other. value: the column of the effects. The rest: see
    `Chart`.

    >>> import pandas as pd
    >>> from matplotlib.figure import Figure
    >>> effects = pd.DataFrame({"effect": [0.3, -0.2]}, ["one more die", "asleep"])
    >>> chart = tornado(effects)
    >>> ax = Figure().subplots()
    >>> chart.draw(ax, chart.frames(), {})
    >>> [text.get_ha() for text in ax.texts]
    ['right', 'left']
    """
    paint = partial(_paint_tornado, value=value)
    return Chart(frame, paint, axes, percent, "y", "", lambda frame: [value])


def shares(frame, *, colors=None, percent="x", legend="best", **axes):
    """Return a Chart with a horizontal bar for each name of the index, made of the columns' shares.

    If they add up to less than 1, a gap is left before the last share. The rest: see `Chart`.

    >>> import pandas as pd
    >>> from matplotlib.figure import Figure
    >>> from combat.workbook.charts.boxes import spans
    >>> chart = shares(pd.DataFrame({"first": [0.5], "second": [0.4]}, ["no meters"]))
    >>> ax = Figure().subplots()
    >>> chart.draw(ax, chart.frames(), {})
    >>> [spans(drawn)[0][:2] for drawn in ax.collections]
    [(0.0, 0.5), (0.6, 1.0)]
    """
    paint = partial(_paint_shares, colors=colors or {})
    return Chart(frame, paint, {"xlim": (0, 1)} | axes, percent, "y", legend)


def _paint_bars(ax, frame, values, *, mark, colors):
    x, count = places(frame.index), frame.columns.size
    room = 0.8 * (np.diff(x).min() if len(x) > 1 else 1)
    shades = palette.of(frame.columns, colors)
    for at, (column, color) in enumerate(zip(frame.columns, shades, strict=True)):
        middle = x - room / 2 + room / count * (at + 0.5)
        heights = frame[column].to_numpy(float)
        upright(ax, middle, heights, room / count, color=color, label=label(column))
    mark_at(ax, mark, values)
    along(ax, frame.index, margin=0.75 * room)


def _paint_distribution(ax, frame, values, *, colors):
    endless = ~np.isfinite(frame.index.to_numpy(float))
    if endless.all():
        ax.text(0.5, 0.5, "it never ends", transform=ax.transAxes, ha="center", color=SOFT)
        ax.set_xticks([])
        return
    frame = frame[~endless]
    first, *others = frame.columns
    chances = frame[first].to_numpy(float)
    shade, *shades = palette.of(frame.columns, colors)
    upright(ax, frame.index, chances, 0.8, color=shade, label=label(first))
    for column, color in zip(others, shades, strict=True):
        ax.step(
            frame.index, frame[column], where="mid", color=color, linestyle="-", label=label(column)
        )
    if not endless.any():  # else the mean is infinite
        mean = float(frame.index.to_numpy() @ chances)
        ax.axvline(mean, color=BLACK, linestyle=":", linewidth=1.2)
    along(ax, frame.index, margin=0.6)


def _columns_of_named(frame, dots):
    return [frame.columns[0], *(ENDS if has_ends(frame) else ()), *([dots] if dots else [])]


def _paint_named(ax, frame, values, *, labels, by, colors, dots):
    rows, length = np.arange(len(frame)), _within(frame.iloc[:, 0], ax.get_xlim())
    words = frame[by] if by else frame.index
    colors = dict.fromkeys(words, colors) if isinstance(colors, str) else NAMED | colors
    shade = [colors.get(word, BLUE) for word in words]
    lying(ax, rows, length, 0.72, color=shade)
    reach = length
    if has_ends(frame):
        reach = frame["high"].to_numpy(float)
        ends = abs(frame[[*ENDS]].to_numpy(float) - length[:, None]).T
        ax.errorbar(length, rows, xerr=ends, fmt="none", ecolor=BLACK, elinewidth=1.2, capsize=2)
    if dots:
        ax.plot(
            _within(frame[dots], ax.get_xlim()),
            rows,
            "|",
            color=BLACK,
            markersize=14,
            markeredgewidth=2,
        )
    _name_rows(ax, frame.index, labels, reach, shade)
    ax.set_ylim(len(frame) - 0.4, -0.6)
    ax.grid(False, axis="y")


def _within(values, limits):
    """The values, with infinite ones at the end of the axis, so that their bars fill it."""
    values = values.to_numpy(float)
    return np.where(np.isinf(values), limits[1], values)


def _name_rows(ax, names, labels, reach, shades):
    rows, (low, high) = np.arange(len(names)), ax.get_xlim()
    size = 9 if len(names) < 12 else 7 if len(names) < 20 else 6.5
    if labels == "axis":
        ax.set_yticks(rows, [str(name) for name in names], fontsize=9)
        return
    ax.set_yticks([])
    if labels != "beside":
        return
    for row, name, end, shade in zip(rows, names, reach, shades, strict=True):
        # Beside a short bar; on a long one, beside which a name would leave the picture.
        at, looks = end + 0.02 * high, {"path_effects": _HALO}
        if end >= low + 0.6 * (high - low):
            at, looks = low + 0.012 * high, _on(shade, str(name))
        ax.text(at, row, str(name), va="center", fontsize=size, label=ROW_NAME, **looks)


def _on(shade, name):
    """How a name looks on a bar of this colour; a long name may extend beyond the bar."""
    if len(name) > _FITS:
        return {"path_effects": _HALO}
    return {"color": text_on(shade), "gid": KEEPS}


def _paint_tornado(ax, frame, values, *, value):
    effect = frame[value].to_numpy(float)
    lying(ax, np.arange(len(frame)), effect, 0.75, color=np.where(effect > 0, BLUE, VERMILION))
    for row, (name, size) in enumerate(zip(frame.index, effect, strict=True)):
        side = -1 if size > 0 else 1
        ax.annotate(
            minus(str(name)),
            (0, row),
            xytext=(5 * side, 0),
            textcoords="offset points",
            ha="right" if side < 0 else "left",
            va="center",
            fontsize=9,
            label=ROW_NAME,
        )
    reach = 1.1 * max(np.abs(effect), default=1)
    left, right = (max(reach / 2, 1.1 * max(side * effect, default=1)) for side in (-1, 1))
    ax.set(xlim=(-left, right), ylim=(len(frame) - 0.3, -0.7), yticks=[])


def _paint_shares(ax, frame, values, *, colors):
    rows, left = np.arange(len(frame)), np.zeros(len(frame))
    rest = 1 - frame.sum(axis=1).to_numpy(float)
    shades = palette.of(frame.columns, colors)
    for column, color in zip(frame.columns, shades, strict=True):
        left = left + (rest if column == frame.columns[-1] else 0)
        share = frame[column].to_numpy(float)
        lying(ax, rows, share, 0.75, base=left, label=label(column), color=color)
        left = left + share
    ax.set(ylim=(len(frame) - 0.4, -1), yticks=rows)
    ax.set_yticklabels([str(name) for name in frame.index])
    ax.grid(False, axis="y")
