"""The kinds of charts: each turns a frame into layers of marks."""

import numpy as np
import pandas as pd

from combat.workbook.charts.axes import room
from combat.workbook.charts.chart import DOT, ENDS, Chart, Layer, colors_of, frame_of, layer_of
from combat.workbook.charts.palette import BAND, BLACK, BLUE, GREY, NAMED, VERMILION

_SHAPES = "oXsD"
GUIDE = -1  # the dash of a thin grey line; that of others is chosen when all are known


def lines(
    data, *, guides=(), mark=None, markers=False, step="", colors=None, percent="y", **options
):
    """Return a Chart with a line for each column, the index along the x axis.

    guides: columns drawn as thin grey lines to compare with. mark: where a dotted line stands: a
    number, or the name of a control. markers: whether each entry has a dot, for few entries. step:
    "", or where `steps` have theirs. colors: {column: colour}. The rest: see `Chart`; chances go
    from 0 to 1 unless ylim says else.

    >>> chart = lines(pd.DataFrame({"rule": [0.1, 0.9], "even": 0.5}), guides=["even"], mark=1)
    >>> [mark["dash"] for mark in chart.spec()["layers"][0]["marks"]]
    [-1, 0]
    """
    frame = frame_of(data)
    marks, legend = [], []
    for column, color in colors_of(frame, colors):
        if column in guides:
            marks.insert(0, _line(column, GREY, step, GUIDE))
            legend += [(column, GREY, "guide")] * (options.get("legend") == "ends")
            continue
        marks.append(_line(column, color, step))
        legend.append((column, color, "line"))
        if markers:
            marks.append(_dots(column, color, "o", DOT))
    beyond = _beyond(frame) if markers else 0
    layer = layer_of(frame, marks, legend=tuple(legend), room=beyond)
    return Chart((layer,), _limits("y", percent) | options, mark)


def steps(data, *, where="post", **options):
    """Return a Chart with a stepped line for each column: a value holds until the next entry.

    where: "post" (a step at each entry) or "mid" (half-way between entries). The rest: see `lines`.

    >>> chart = steps(pd.Series([0.0, 0.5, 0.75], name="fallen"))
    >>> chart.spec()["layers"][0]["marks"][0]["step"]
    'post'
    """
    return lines(data, step=where, **options)


def _line(column, color, step, dash=None):
    width = 1 if dash == GUIDE else 2.2
    return dict(kind="line", of=column, color=color, dash=dash, step=step, width=width)


def _dots(of, color, shape, size):
    return dict(kind="dot", of=of, color=color, shape=shape, size=size)


def _area(low, high, color, opacity, step="mid"):
    return dict(kind="area", low=low, high=high, color=color, opacity=opacity, step=step)


def _bar(begin, end, color, thick, shift=0):
    ends = {"from": begin, "to": end}
    return dict(kind="bar", color=color, thick=thick, shift=shift, opacity=1, **ends)


def _limits(axis, percent):
    return {"percent": percent} | ({f"{axis}lim": (0, 1)} if axis in percent else {})


def _beyond(frame):
    """How far dots reach beyond the first and the last entry."""
    if not pd.api.types.is_numeric_dtype(frame.index) or len(frame) < 2:
        return 0.5
    return 0.02 * float(np.ptp(frame.index))


def points(data, *, mark=None, colors=None, percent="y", **options):
    """Return a Chart with a point for each entry of each column that isn't missing.

    Columns `low` and `high` are the ends of whiskers at the first column. The rest: see `lines`.

    >>> seen = pd.DataFrame({"simulated": [0.4], "low": [0.3], "high": [0.5]}, [20])
    >>> [mark["kind"] for mark in points(seen).spec()["layers"][0]["marks"]]
    ['whisker', 'dot']
    """
    frame = frame_of(data)
    shown = frame.drop(columns=[*ENDS], errors="ignore")
    whiskers = [{"kind": "whisker", "low": "low", "high": "high"}] * _has_ends(frame)
    size = DOT if len(frame) > 20 or whiskers else 9
    drawn = colors_of(shown, colors)
    dots = [
        _dots(name, color, _SHAPES[at % len(_SHAPES)], size)
        for at, (name, color) in enumerate(drawn)
    ]
    legend = tuple((name, color, "dot") for name, color in drawn)
    layer = layer_of(frame, [*whiskers, *dots], legend=legend, room=_beyond(frame))
    return Chart((layer,), _limits("y", percent) | options, mark)


def areas(data, *, mark=None, colors=None, percent="y", **options):
    """Return a Chart with the columns stacked as areas: shares of a whole, entry by entry.

    The areas have steps half-way between entries, such as the points of a die. The rest: `lines`.

    >>> chart = areas(pd.DataFrame({"hit": [0.2, 0.6], "miss": [0.8, 0.4]}))
    >>> [(mark["low"], mark["high"]) for mark in chart.spec()["layers"][0]["marks"]]
    [([0.0, 0.0], [0.2, 0.6]), ([0.2, 0.6], [1.0, 1.0])]
    """
    frame = frame_of(data)
    tops = frame.to_numpy(float).cumsum(axis=1)
    lows = np.column_stack([np.zeros(len(frame)), tops[:, :-1]])
    shades = colors_of(frame, colors)
    marks = [_area(lows[:, at], tops[:, at], color, 0.85) for at, (_, color) in enumerate(shades)]
    legend = tuple((name, color, "box") for name, color in shades)
    layer = layer_of(frame, marks, legend=legend[::-1])  # the top one first
    return Chart((layer,), _limits("y", percent) | options, mark)


def between(low, high, color, *, opacity=0.5, step="mid", **options):
    """Return a Chart of the area between two series of the same index of numbers.

    >>> floor = pd.Series([0.0, 0.0])
    >>> between(floor, floor + 1, "#0072B2").spec()["layers"][0]["marks"][0]["high"]
    [1.0, 1.0]
    """
    mark = _area([*low], [*high], color, opacity, step)
    return Chart((Layer(at=tuple(low.index), marks=(mark,)),), options)


def bars(data, *, mark=None, colors=None, percent="y", **options):
    """Return a Chart with upright bars, those of several columns side by side.

    The index, numbers or names, runs along the x axis. The rest: see `lines`.

    >>> chart = bars(pd.DataFrame({"now": [0.2, 0.4], "then": [0.3, 0.5]}, ["robe", "plate"]))
    >>> [mark["shift"] for mark in chart.spec()["layers"][0]["marks"]]
    [-0.2, 0.2]
    """
    frame = frame_of(data)
    apart = _apart(frame)
    thick, shades = 0.8 * apart / max(frame.columns.size, 1), colors_of(frame, colors)
    shifts = thick * (np.arange(frame.columns.size) - (frame.columns.size - 1) / 2)
    marks = [
        _bar(0, name, color, thick, shift)
        for (name, color), shift in zip(shades, shifts.tolist(), strict=True)
    ]
    legend = tuple((mark["to"], mark["color"], "box") for mark in marks)
    layer = layer_of(frame, marks, legend=legend, room=0.6 * apart, zero=True)
    return Chart((layer,), _limits("y", percent) | options, mark)


def _apart(frame):
    if not pd.api.types.is_numeric_dtype(frame.index) or len(frame) < 2:
        return 1.0
    return float(np.diff(np.sort(frame.index)).min())


def distribution(data, **options):
    """Return a Chart of chances by value: bars, and a dotted line at the mean.

    data: a Distribution, or a series of chances by value. An infinite value, for what may never
    end, has no bar, and then there is no mean. The axis of chances ends above the highest bar.

    >>> from combat.dice import Distribution
    >>> distribution(Distribution([0, 1, 2], [0.5, 0.25, 0.25])).mark
    0.75
    """
    frame = frame_of(data)
    endless = ~np.isfinite(frame.index.to_numpy(float))
    shown = frame[~endless]
    mean = None if endless.any() else float(shown.index.to_numpy() @ shown.iloc[:, 0].to_numpy())
    ends = {"title": "It never ends"} if shown.empty else {"ylim": room(shown)}
    return bars(shown, mark=mean, **ends | options)


def rows(
    data,
    *,
    base=None,
    band=None,
    by=None,
    dots=None,
    effects=False,
    colors=None,
    mark=None,
    percent="x",
    **options,
):
    """Return a Chart with a lying bar for each name of the index, the first on top.

    The first column is where bars end. Columns `low` and `high` are the ends of whiskers. base: the
    column in which bars begin. band: a pair of columns, the ends of a grey band behind each value,
    which then is a dot: blue within, orange outside (missing or infinite ends lie beyond the
    picture). effects: bars to both sides of zero, positive ones blue, others orange, as with a
    base. by: a column of words that have a colour. dots: a column shown as a stroke on each bar.
    colors: {word or name: colour}. mark: as in `lines`.

    >>> effects = pd.DataFrame({"effect": [0.3, -0.2]}, ["one more die", "asleep"])
    >>> rows(effects, effects=True).spec()["layers"][0]["marks"][0]["color"]
    ['#0072b2', '#d55e00']
    """
    frame = frame_of(data)
    options = ({"percent": percent} if effects or base else _limits("x", percent)) | options
    numbers = frame.drop(columns=[by] if by else [])
    begins = frame[base].to_numpy(float) if base else np.zeros(len(frame))
    ends = frame.iloc[:, 0].to_numpy(float)
    if band:
        marks = _banded(frame, ends, band, options)
    else:
        signs = np.where(ends >= begins, BLUE, VERMILION).tolist()
        shades = signs if effects or base else _shades(frame, by, colors)
        marks = [_bar(base or 0, _within(ends, options), shades, 0.72)]
    if _has_ends(frame):
        marks.append({"kind": "whisker", "low": "low", "high": "high"})
    if dots:
        marks.append(_dots(_within(frame[dots].to_numpy(float), options), BLACK, "|", 16))
    zero = not band and not base
    layer = layer_of(numbers, marks, named=True, along="y", room=0.6, zero=zero)
    return Chart((layer,), {"ylim": (len(frame) - 0.4, -0.6)} | options, mark)


def _shades(frame, by, colors):
    words = frame[by] if by else frame.index
    own = NAMED | (colors or {})
    return [own.get(word, BLUE) for word in words]


def _within(values, options):
    """The values, with infinite ones at the end of the axis, so that their bars fill it."""
    return np.where(np.isposinf(values), options.get("xlim", (0, np.nan))[1], values)


def _banded(frame, value, band, options):
    low, high = (frame[edge].to_numpy(float) for edge in band)
    ends = options.get("xlim") or (np.nanmin([*low, *value]), np.nanmax([*high, *value]))
    low = np.where(np.isfinite(low), low, ends[0])
    high = np.where(np.isfinite(high), high, ends[1])
    inside = (value >= low) & (value <= high)
    kept, broken = np.where(inside, value, np.nan), np.where(inside, np.nan, value)
    dots = [_dots(kept, BLUE, "o", 10), _dots(broken, VERMILION, "D", 9)]
    return [_bar(low, high, BAND, 0.5), *dots]


def heat(
    data,
    *,
    limits=(0, 1),
    spec=".0%",
    scale=1,
    diverging=None,
    missing="",
    opens=(),
    **options,
):
    """Return a Chart of a frame as coloured cells with their numbers.

    The index runs up if it holds numbers, down if it holds names; the columns run along the x
    axis. limits: the values with the palest and the fullest colour; from a value below zero to the
    same above, or if it is diverging, the map has two colours and white between them. spec: the
    format of the numbers, "" for none. scale: what they are multiplied by, such as 100 for
    percentage points. missing: what a missing cell means; it is grey then, and blank without it.
    opens: the names of two controls that a click on a cell moves to its row and to its column.

    >>> gaps = pd.DataFrame([[0.0, -0.1], [0.1, np.nan]], [10, 20], [10, 20])
    >>> heat(gaps, limits=(-0.3, 0.3)).spec()["layers"][0]["columns"]
    {'10': [0.0, 0.1], '20': [-0.1, None]}
    """
    frame = frame_of(data)
    low, high = limits
    colors = "diverging" if diverging or (diverging is None and low == -high) else "sequential"
    mark = dict(kind="cell", low=low, high=high, scale=colors, spec=spec, times=scale)
    mark |= {"missing": missing} if missing else {}
    layer = layer_of(frame, [mark], named=True, along="y", spec=spec)
    up = pd.api.types.is_numeric_dtype(frame.index)
    ends = (-0.5, max(len(frame), 1) - 0.5)
    axes = {"ylim": ends if up else ends[::-1]}
    if up:
        axes |= {"ylabel": frame.index.name or "", "xlabel": frame.columns.name or ""}
    return Chart((layer,), axes | options, opens=tuple(opens))


def _has_ends(frame):
    return {*ENDS} <= {*frame.columns}
