"""A chart on paper: what `spec` says, drawn by matplotlib for saved notebooks and READMEs.

All pictures have one style, applied around each drawing and never globally. On screens the scripts
of `combat.workbook.panel` draw the same.
"""

import io
from contextlib import contextmanager
from textwrap import shorten, wrap
from threading import Lock

import matplotlib as mpl
import numpy as np
from cycler import cycler
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator
from PIL import Image

from combat.core.words import minus, percent
from combat.workbook.charts import palette
from combat.workbook.charts.chart import INK

# In grey print, and where colours are alike, the dashes tell lines apart.
_DASHES = ["-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1))]

_STYLE = {
    "axes.prop_cycle": cycler(color=palette.SERIES) + cycler(linestyle=_DASHES),
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titley": 1.0,  # fixed, as matplotlib would measure every tick label again to find it
    "axes.labelsize": 10.5,
    "grid.color": palette.RULED,
    "grid.linewidth": 0.8,
    "font.size": 10.5,
    # Names are a designer's: "$x$" is one, no formula.
    "text.parse_math": False,
    # Translucent: a line that the legend has to cover can't be mistaken for one of its own.
    "legend.framealpha": 0.8,
    "legend.edgecolor": "none",
    "legend.fancybox": False,
    "legend.handlelength": 2.6,
    "lines.linewidth": 2.2,
    "xtick.color": palette.SOFT,
    "ytick.color": palette.SOFT,
    "figure.facecolor": palette.WHITE,
    # 1.6 pixels for each pixel of the page: sharp on dense screens; 2 would take 15 ms more.
    "figure.dpi": 160,
    "figure.constrained_layout.use": True,
}

# JupyterLab sends a slider's values to different threads of the kernel, but all threads share
# matplotlib's settings, and only one of them may draw into an axes at a time.
_DRAWING = Lock()
_LONGEST = 40  # letters of a name beside an axis
_POINTS = 0.72  # of a pixel on a page of 100 pixels an inch
_LINE = 0.22  # inches from one line of a title to the next
_LETTERS = 10  # of a title in an inch
_NAME = 11  # points from one line of a name to the next, at the end of a line
_LEAD = {"arrowstyle": "-", "linewidth": 0.8, "relpos": (0, 0.5), "shrinkA": 0, "shrinkB": 0}
_FOR_A_LETTER = 12  # points that a chart is wide for each letter in a line of such a name


@contextmanager
def _workbook_style():
    """Return a context in which figures, of one thread at a time, have the workbook's style."""
    rules = {**mpl.rcParamsDefault, "backend": mpl.rcParams["backend"], **_STYLE}
    with _DRAWING, mpl.rc_context(rules):
        yield


def png(specs, size, title=""):
    """Return charts side by side as a PNG; specs: of `Chart.spec`; size: of them, in inches."""
    with _workbook_style():
        return _encoded(_figure(specs, size, title))


def save(specs, size, path, title=""):
    """Write charts side by side as a .png, .svg or .pdf file."""
    dates = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix)
    with _workbook_style():
        _figure(specs, size, title).savefig(path, metadata=dates)


def head(title, size):
    """Return a title in lines that fit the width of charts, and the inches that it takes."""
    lines = wrap(title, int(_LETTERS * size[0]))
    return "\n".join(lines), _LINE * len(lines)


def _figure(specs, size, title):
    title, high = head(title, size)
    figure = Figure(figsize=(size[0], size[1] + high))
    if title:
        figure.suptitle(title, x=0.006, ha="left", fontsize=11.5, weight="bold")
    axes = figure.subplots(1, len(specs), squeeze=False)[0] if specs else []
    for ax, spec in zip(axes, specs, strict=True):
        draw(ax, spec)
    return figure


def _encoded(figure):
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    picture = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    file = io.BytesIO()
    # 256 colours: a third of the bytes.
    picture.quantize(256, method=Image.Quantize.MEDIANCUT).save(file, format="png", optimize=True)
    return file.getvalue()


def draw(ax, spec):
    """Draw a chart into empty axes."""
    for side in "xy":
        _axis(ax, side, spec[side])
    for layer in spec["layers"]:
        for mark in layer["marks"]:
            _MARKS[mark["kind"]](ax, layer, mark | {"color": _inked(mark.get("color"))})
    if spec["drag"]:
        ax.axvline(spec["drag"]["at"], color=palette.BLACK, linewidth=1.2, linestyle=":")
    ax.set_title(minus(spec["title"]))
    if spec["bare"]:
        ax.set_axis_off()
    if not _named_at_ends(ax, spec["ends"]):
        _legend(ax, spec["legend"])


def _inked(color):
    """A colour, or some, for paper, on which ink is black."""
    if isinstance(color, list):
        return [_inked(one) for one in color]
    return palette.BLACK if color == INK else color


def _axis(ax, side, told):
    axis = getattr(ax, f"{side}axis")
    if told["log"]:
        getattr(ax, f"set_{side}scale")("log")
    getattr(ax, f"set_{side}lim")(*told["limits"])
    at, texts = zip(*told["ticks"], strict=True) if told["ticks"] else ((), ())
    axis.set_ticks(at, [shorten(text, _LONGEST, placeholder=" …") for text in texts])
    axis.set_minor_locator(NullLocator())
    axis.grid(told["grid"])
    axis.set_label_text(told["label"])
    if side == "x" and told["named"] and sum(map(len, texts)) > 70:
        ax.tick_params("x", rotation=30)
        for label in axis.get_ticklabels():
            label.set(ha="right", rotation_mode="anchor")


def _values(layer, of):
    """The numbers that a mark names: a column, a list, or one number for all."""
    values = layer["columns"][of] if isinstance(of, str) else of
    return np.array(values if isinstance(values, list) else [values] * len(layer["at"]), float)


def _line(ax, layer, mark):
    guide = mark["dash"] < 0
    style = {"drawstyle": f"steps-{mark['step']}"} if mark["step"] else {}
    ax.plot(
        layer["at"],
        _values(layer, mark["of"]),
        color=mark["color"],
        linewidth=mark["width"],
        linestyle="-" if guide else _DASHES[mark["dash"] % len(_DASHES)],
        **style,
    )


def _area(ax, layer, mark):
    low, high = (_values(layer, mark[end]) for end in ("low", "high"))
    ax.fill_between(
        layer["at"],
        low,
        high,
        color=mark["color"],
        alpha=mark["opacity"],
        linewidth=0,
        step=mark["step"] or None,
    )


def _bar(ax, layer, mark):
    begin, end = (_values(layer, mark[name]) for name in ("from", "to"))
    at = np.array(layer["at"], float) + mark["shift"]
    drawn = ax.barh if layer["along"] == "y" else ax.bar
    drawn(at, end - begin, mark["thick"], begin, color=mark["color"], alpha=mark["opacity"])


def _dot(ax, layer, mark):
    at, of = np.array(layer["at"], float), _values(layer, mark["of"])
    x, y = (of, at) if layer["along"] == "y" else (at, of)
    options = {"markersize": _POINTS * mark["size"], "linestyle": "", "clip_on": False}
    if mark["shape"] == "|":
        options["markeredgewidth"] = 2
    ax.plot(x, y, marker=mark["shape"], color=mark["color"], **options)


def _whisker(ax, layer, mark):
    low, high = (_values(layer, mark[end]) for end in ("low", "high"))
    middle, reach = (low + high) / 2, (high - low) / 2
    options = {"fmt": "none", "ecolor": palette.BLACK, "elinewidth": 1.2, "capsize": 2}
    if layer["along"] == "y":
        ax.errorbar(middle, layer["at"], xerr=reach, **options)
    else:
        ax.errorbar(layer["at"], middle, yerr=reach, **options)


def _cell(ax, layer, mark):
    cells = np.array([*layer["columns"].values()], float).T
    colors = palette.SEQUENTIAL if mark["scale"] == "sequential" else palette.DIVERGING
    if not cells.size:
        return
    ends = {"vmin": mark["low"], "vmax": mark["high"]}
    if mark.get("missing"):
        grey = ListedColormap([palette.GREY])
        where = np.where(np.isfinite(cells), np.nan, 0)
        ax.imshow(where, cmap=grey, aspect="auto", interpolation="none")
    image = ax.imshow(cells, cmap=colors, aspect="auto", interpolation="none", **ends)
    bottom, top = layer["at"][0] - 0.5, layer["at"][-1] + 0.5
    ax.set_ylim((bottom, top) if ax.get_ylim()[0] < ax.get_ylim()[1] else (top, bottom))
    if not mark["spec"] or cells.shape[1] > 20:
        return
    for (row, column), value in np.ndenumerate(cells):
        if np.isfinite(value):
            ink = palette.text_on(tuple(image.to_rgba(value)))
            text = in_cell(mark["times"] * value, mark["spec"])
            ax.text(column, row, text, ha="center", va="center", color=ink, fontsize=8)


def in_cell(value, spec):
    """Return a number as a cell has room for it: of 0% and 100% only what is so."""
    if spec == ".0%" and 0 < value < 1 and percent(value, 0) != f"{value:.0%}":
        return ">99%" if value > 0.5 else "<1%"
    return minus(format(value, spec))


def _path(ax, _layer, mark):
    x, y, color = mark["x"], mark["y"], mark["color"]
    if mark["fill"]:
        ax.fill(x, y, color=color, alpha=mark["opacity"], linewidth=0, linestyle="-")
        return
    if mark["arrow"]:
        arrow = {"arrowstyle": "-|>", "color": color, "linewidth": mark["width"]}
        ax.annotate("", (x[-1], y[-1]), (x[0], y[0]), arrowprops=arrow)
        return
    style = _DASHES[mark["dash"] % len(_DASHES)] if mark["dash"] >= 0 else "-"
    ax.plot(x, y, color=color, linewidth=mark["width"], linestyle=style, alpha=mark["opacity"])


def _text(ax, _layer, mark):
    anchor = {"start": "left", "middle": "center", "end": "right"}[mark["anchor"]]
    options = {"ha": anchor, "va": "center", "fontsize": _POINTS * mark["size"]}
    options |= {"color": mark["color"]} if mark["color"] else {}
    for x, y, text in zip(mark["x"], mark["y"], mark["text"], strict=True):
        ax.text(x, y, text, weight="bold" if mark["bold"] else "normal", **options)


_MARKS = {
    "line": _line,
    "area": _area,
    "bar": _bar,
    "dot": _dot,
    "whisker": _whisker,
    "cell": _cell,
    "path": _path,
    "text": _text,
}


def _named_at_ends(ax, ends):
    """Name lines at their right ends, moved apart; return whether there is room for that."""
    wide, high = 72 * ax.bbox.size / ax.figure.dpi  # points; the layout changes them little
    place, most = (ax.transScale + ax.transLimits).transform, max(1, int(wide / _FOR_A_LETTER))
    places = [(*place(at), wrap(name, most), color) for name, color, *at in ends]
    places = [(high * (1 - min(max(y, 0), 1)), x, *named) for x, y, *named in places]
    places.sort(key=lambda one: one[0])
    deep = max((len(words) for _, _, words, _ in places), default=3)
    downs = apart([down for down, *_ in places], _NAME * deep, high)
    moved = [abs(down - one[0]) for one, down in zip(places, downs, strict=True)]
    if deep > 2 or max(moved) > 3 * _NAME:
        return False
    for (down, x, words, color), middle in zip(places, downs, strict=True):
        look = {"color": _inked(color), "va": "center", "fontsize": 9, "xycoords": "axes fraction"}
        look["arrowprops"] = _LEAD | {"color": _inked(color)}
        ends = (x, 1 - down / high), (1.03, 1 - middle / high)
        ax.annotate("\n".join(words), *ends, **look)
    return True


def apart(wanted, room, high):
    """Return sorted places moved apart, each `room` or more from the next, within 0 and `high`.

    >>> apart([10, 50, 50], 10, 100).tolist()
    [10.0, 45.0, 55.0]
    """
    steps = room * np.arange(len(wanted))
    loose = np.array(wanted) - steps
    up, down = np.maximum.accumulate(loose), np.minimum.accumulate(loose[::-1])[::-1]
    return np.clip((up + down) / 2, room / 2, high - room * (len(wanted) - 0.5)) + steps


def _legend(ax, entries):
    if not entries:
        return
    handles = []
    for _, color, kind, dash in entries:
        look = {
            "line": {"linestyle": _DASHES[dash % len(_DASHES)]},
            "dot": {"marker": "o", "ls": ""},
        }
        options = look.get(kind, {"linewidth": 8, "linestyle": "-"})
        handles += ax.plot([], [], color=_inked(color), **options)
    ax.legend(handles, [name for name, *_ in entries], fontsize=9)
