"""A chart: layers of marks on two axes, as numbers; and marks that are drawn freely.

A page, JupyterLab and paper draw the same. Frames become charts in `kinds`.
"""

import itertools
import math
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

from combat.core.words import minus
from combat.dice import Distribution
from combat.workbook.charts import axes as axis_of
from combat.workbook.charts import palette

ENDS = ("low", "high")  # the columns that are the ends of whiskers
DOT = 6  # pixels across
INK = "currentColor"  # that of texts: black on paper, pale on a dark screen
_MOST_NAMES = 5  # of lines that are named at their ends
_REACH = 0.8  # of the x axis: a line that ends before has its name in a legend
FREE = "free "  # how the colour of a name begins that is chosen when all are known
_DIGITS = 5  # of numbers that travel


@dataclass(frozen=True)
class Layer:
    """An index with columns of numbers, and the marks that draw them.

    along: the axis of the index. at: where its entries lie there. names: what they are called, None
    for numbers. columns: what is read on pointing. marks: dicts; what a mark calls a column is a
    name, a list as long as `at`, or a number. spec: the format of the numbers, "" for that of
    the axis. legend: (name, colour, kind) of each. room: how far marks reach beyond first and
    last entry. zero: whether the other axis begins at 0 or before it.
    """

    index: str = ""
    at: tuple = ()
    names: tuple | None = None
    columns: dict = field(default_factory=dict)
    marks: tuple = ()
    along: str = "x"
    spec: str = ""
    legend: tuple = ()
    room: float = 0.0
    zero: bool = False

    def told(self, spec, shades, dashes):
        """Return it as a dict for JSON.

        spec: its numbers' format. shades: of free colours. dashes: the numbers of the next ones.
        """
        marks = [{name: _plain(one) for name, one in mark.items()} for mark in self.marks]
        for mark in marks:
            if "color" in mark:
                mark["color"] = shaded(mark["color"], shades)
            if mark.get("dash", 0) is None:
                mark["dash"] = next(dashes)
        return {
            "along": self.along,
            "index": self.index,
            "at": numbers(self.at),
            "names": None if self.names is None else [*map(str, self.names)],
            "columns": {str(name): numbers(one) for name, one in self.columns.items()},
            "spec": spec,
            "marks": marks,
        }


def shaded(color, shades):
    """Return a colour, or some, by the name under which a page's style knows it."""
    if not isinstance(color, str):
        return [shaded(one, shades) for one in color]
    color = shades.get(color, color)
    return INK if color in palette.INKS else color.lower()


@dataclass(frozen=True)
class Chart:
    """A picture of frames; the functions of `charts` make it, and `+` lays one over another.

    options: title, xlabel (by default the name of an index of numbers), ylabel, xlim, ylim, xticks,
    yticks, log ("x", "y", "xy"), percent (the axes of chances), legend (False for none; "ends"
    names all lines at their right ends, guides too, as two to five always are) and bare (True
    for a drawing without axes); those of the first chart count. mark: where a dotted line stands: a
    number, or the name of a control, which is moved by dragging it. opens: the names of the
    controls that a click on a cell moves to its row and its column.

    >>> from combat.workbook.charts import lines, points
    >>> both = lines(pd.Series([0.2, 0.4], name="exact")) + points(pd.Series([0.3], name="seen"))
    >>> [list(layer["columns"]) for layer in both.spec()["layers"]]
    [['exact'], ['seen']]
    """

    layers: tuple
    options: dict = field(default_factory=dict)
    mark: object = None
    opens: tuple = ()

    def __add__(self, other):
        return replace(
            self,
            layers=self.layers + other.layers,
            options=other.options | self.options,
            mark=other.mark if self.mark is None else self.mark,
            opens=self.opens or other.opens,
        )

    @property
    def title(self):
        """What stands above it."""
        return self.options.get("title", "")

    @property
    def rows(self):
        """How many rows it has, one under another; 0 for a chart along an axis of numbers."""
        return max((len(one.at) for one in self.layers if one.along == "y"), default=0)

    def spec(self, values=None):
        """Return all that a renderer draws, as a dict for JSON; values: of the panel's controls."""
        control = self.mark if isinstance(self.mark, str) else ""
        mark = (values or {}).get(control) if control else self.mark
        layers = (*self.layers, *_marked(self.layers, mark))
        named = [one for layer in self.layers for one in layer.legend]
        colors = dict.fromkeys(color for _, color, _ in named)
        free = [color for color in colors if color.startswith(FREE)]
        shades = dict(zip(free, palette.free(len(free), colors.keys() - free), strict=True))
        lines, dashes = itertools.count(), itertools.count()
        x = axis_of.told("x", layers, self.options, mark)
        return {
            "title": self.title,
            "x": x,
            "y": axis_of.told("y", layers, self.options, None),
            "bare": self.options.get("bare", False),
            "rows": self.rows,
            "legend": [
                [str(name), shaded(color, shades), kind, next(lines) if kind == "line" else 0]
                for name, color, kind in (named if len(named) > 1 else ())
                if self.options.get("legend", True) and kind != "guide"
            ],
            "ends": self._ends(named, shades, x),
            "drag": None if mark is None else {"at": _number(mark), "control": control},
            "picks": [*self.opens] or None,
            "layers": [layer.told(self._spec(layer), shades, dashes) for layer in layers],
        }

    def _ends(self, named, shades, x):
        """[name, colour, x, y] of the right end of each line, if they are named there."""
        most = len(named) if self.options.get("legend") == "ends" else _MOST_NAMES
        if not 2 <= len(named) <= most or {kind for *_, kind in named} - {"line", "guide"}:
            return []
        turn = np.log10 if x["log"] else float
        low, high = map(turn, x["limits"])
        ends = []
        for layer in self.layers:
            for name, color, _ in layer.legend:
                at, y = _last(layer, name, x)
                if (turn(at) - low) / (high - low) < _REACH:
                    return []
                ends.append([minus(name), shaded(color, shades), *numbers([at, y])])
        return ends

    def _spec(self, layer):
        """The format of a layer's numbers: its own, or that of the axis across."""
        across = "y" if layer.along == "x" else "x"
        return layer.spec or (".1%" if across in self.options.get("percent", "") else ".4g")

    def numbers(self):
        """Return the numbers of each layer that has some; those of one index are one frame."""
        frames = []
        for layer in self.layers:
            if not layer.columns:
                continue
            index = pd.Index(layer.at if layer.names is None else layer.names, name=layer.index)
            frame = pd.DataFrame({name: [*one] for name, one in layer.columns.items()}, index)
            if frames and frames[-1].index.equals(index):
                twice = {name: f"{name} (drawn over)" for name in frame if name in frames[-1]}
                frames[-1] = frames[-1].join(frame.rename(columns=twice))
            else:
                frames.append(frame)
        return frames


def _last(layer, name, x):
    """The place and the value of the last number of a column within an axis, low without one."""
    at, values = np.asarray(layer.at, float), np.asarray(layer.columns[name], float)
    seen = np.flatnonzero(np.isfinite(values) & (at <= max(x["limits"])))
    return (at[seen[-1]], values[seen[-1]]) if seen.size else (x["limits"][0], np.nan)


def _marked(layers, mark):
    """A layer with a dot on each line where it passes the mark."""
    if mark is None:
        return
    for layer in layers:
        for one in layer.marks:
            if one["kind"] != "line" or one["step"] or one["dash"] or layer.along == "y":
                continue
            values = np.asarray(layer.columns[one["of"]], float)
            y = np.interp(mark, layer.at, values, left=np.nan, right=np.nan)
            dot = {"kind": "dot", "of": [y], "color": one["color"], "shape": "o", "size": 8}
            yield Layer(at=(mark,), marks=(dot,))


def path(
    x, y, color=palette.BLACK, *, dash=0, width=1.5, fill=False, opacity=1, arrow=False, **options
):
    """Return a Chart of a free line, or of a filled shape, through these points.

    >>> path([0, 1], [0, 2], dash=3).spec()["y"]["limits"]
    [0.0, 2.08]
    """
    look = dict(color=color, dash=dash, width=width, fill=fill, opacity=opacity, arrow=arrow)
    mark = dict(kind="path", x=[*x], y=[*y], **look)
    return Chart((Layer(marks=(mark,)),), options)


def box(left, low, right, high, color, *, opacity=1, **options):
    """Return a Chart of a filled rectangle.

    >>> box(0, 0, 2, 1, "#0072B2").spec()["layers"][0]["marks"][0]["x"]
    [0, 2, 2, 0]
    """
    x, y = [left, right, right, left], [low, low, high, high]
    return path(x, y, color, fill=True, opacity=opacity, **options)


def texts(x, y, text, *, anchor="middle", color=palette.BLACK, size=12, bold=False, **options):
    """Return a Chart of free texts; x, y, text: a list each, of the same length.

    >>> texts([0.5], [1], ["-28"]).spec()["layers"][0]["marks"][0]["text"]
    ['−28']
    """
    look = dict(anchor=anchor, color=color, size=size, bold=bold)
    mark = dict(kind="text", x=[*x], y=[*y], text=[minus(str(one)) for one in text], **look)
    return Chart((Layer(marks=(mark,)),), options)


def frame_of(data):
    """Return a frame from a frame, a series or a Distribution."""
    if isinstance(data, Distribution):
        data = pd.Series(data.chances, pd.Index(data.values, name="value"), name="chance")
    if isinstance(data, pd.Series):
        data = data.to_frame(data.name if data.name is not None else "")
    if not isinstance(data, pd.DataFrame):
        raise TypeError(f"a chart shows a frame, a series or a Distribution, not {data!r}")
    return data


def layer_of(frame, marks, *, named=False, **parts):
    """Return the Layer of a frame: its index, its columns, and these marks.

    named: whether its entries stand side by side as names do, though they are numbers.
    """
    numeric = not named and pd.api.types.is_numeric_dtype(frame.index)
    at = frame.index.to_numpy() if numeric else np.arange(len(frame))
    return Layer(
        index=str(frame.index.name or ""),
        at=tuple(at.tolist()),
        names=None if numeric else tuple(map(str, frame.index)),
        columns={str(name): frame.iloc[:, at].to_numpy() for at, name in enumerate(frame.columns)},
        marks=tuple(marks),
        **parts,
    )


def colors_of(frame, chosen=None):
    """Return (name, colour) of each column: a chosen one, the name's own, or the next free one."""
    own = palette.NAMED | (chosen or {})
    return [(name, own.get(name, f"{FREE}{name}")) for name in map(str, frame.columns)]


def numbers(values):
    """Return numbers for JSON, to five digits; None for what is missing or endless."""
    values = np.asarray(values)
    if values.dtype.kind != "f":
        return values.tolist()
    known = np.isfinite(values) & (values != 0)
    power = np.zeros(values.shape)
    power[known] = _DIGITS - 1 - np.floor(np.log10(np.abs(values[known])))
    # Whole numbers by powers of ten are the nearest floats, which JSON writes with few digits.
    up, down = 10.0 ** np.maximum(power, 0), 10.0 ** np.maximum(-power, 0)
    with np.errstate(invalid="ignore"):
        rounded = (np.rint(values * up / down) * down / up).tolist()
    return [one if math.isfinite(one) else None for one in rounded]


def _number(value):
    """One number for JSON, as `numbers` has it; a text stays."""
    if isinstance(value, float | np.floating):
        return numbers([float(value)])[0]
    return value.item() if isinstance(value, np.generic) else value


def _plain(one):
    """A mark's setting for JSON."""
    return numbers(one) if isinstance(one, list | tuple | np.ndarray) else _number(one)
