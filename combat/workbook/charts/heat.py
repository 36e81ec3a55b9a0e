"""A heat map with numbers in its cells: one parameter against another, or all against all."""

import math
from functools import partial

import numpy as np
import pandas as pd

from combat.core.words import percent
from combat.workbook.charts.cells import CellNumbers
from combat.workbook.charts.chart import Chart, for_values
from combat.workbook.charts.palette import DIVERGING, SEQUENTIAL, text_on
from combat.workbook.charts.text import minus

_SIZES = {9: 9, 14: 8.8, 20: 7, math.inf: 6}  # most columns -> size of the numbers in points
_LEVEL = 110  # letters of names side by side that fit under an axes as wide as a page


def heat(frame, *, limits=(0, 1), center=None, spec=".0%", scale=1, picks=(), **axes):
    """Return a Chart of a frame as coloured cells with their numbers.

    The index runs up if it holds numbers, down if it holds names; the columns run along the x
    axis. limits: the values with the palest and the fullest colour, or a function of a panel's
    values that returns them. center: if given, the map has two colours and white between them, at
    this value, which must be the middle of the limits. spec: the format of the numbers, "" for
    none. scale: what they are multiplied by, such as 100 for percentage points. picks: the names of
    two controls that a click on a cell moves to its row and to its column. Missing cells stay
    blank. The rest: see `Chart`. ValueError for a center elsewhere.

    >>> from matplotlib.figure import Figure
    >>> gaps = pd.DataFrame([[0.0, -0.1], [0.1, np.nan]], [10, 20], [10, 20])
    >>> chart = heat(gaps, limits=(-0.3, 0.3), center=0, spec="+.0%")
    >>> ax = Figure().subplots()
    >>> chart.draw(ax, chart.frames(), {})
    >>> ax.artists[0].texts
    ['0%', '−10%', '+10%']
    """
    fixed = center is not None and not callable(limits)
    if fixed and not math.isclose(center, sum(limits) / 2, abs_tol=1e-12):
        raise ValueError(f"center = {center:g} must be the middle of limits = {limits}")
    colors = SEQUENTIAL if center is None else DIVERGING
    paint = partial(_paint, limits=limits, spec=spec, scale=scale, colors=colors)
    return Chart(frame, paint, axes, "", "y", "", reads="cells", picks=picks, form=(spec, scale))


def _paint(ax, frame, values, *, limits, spec, scale, colors):
    cells, limits = frame.to_numpy(float), for_values(limits, values)
    image = ax.imshow(
        cells, cmap=colors, vmin=limits[0], vmax=limits[1], aspect="auto", interpolation="none"
    )
    if spec:
        _write(ax, cells, image.to_rgba(cells), spec, scale)
    _name_columns(ax, [str(name) for name in frame.columns])
    ax.set_yticks(np.arange(cells.shape[0]), [str(name) for name in frame.index])
    if pd.api.types.is_numeric_dtype(frame.index):
        ax.invert_yaxis()
    ax.grid(False)


def _name_columns(ax, names):
    """Put names under the columns, slanted if they would touch each other."""
    crowded = len(names) * max(map(len, names), default=0) > _LEVEL
    slant = {"rotation": 30, "ha": "right"} if crowded else {"rotation": 0, "ha": "center"}
    ax.set_xticks(np.arange(len(names)), names, rotation_mode="anchor", **slant)


def _text(value, spec):
    """A number as a cell has room for it: of 0% and 100% only what is so."""
    if spec == ".0%" and 0 < value < 1 and percent(value, 0) != f"{value:.0%}":
        return ">99%" if value > 0.5 else "<1%"
    return minus(format(value, spec))


def _write(ax, cells, shades, spec, scale):
    size = next(size for most, size in _SIZES.items() if cells.shape[1] <= most)
    rows, columns = np.nonzero(np.isfinite(cells))
    texts = [_text(scale * value, spec) for value in cells[rows, columns].tolist()]
    colors = [text_on(tuple(shade)) for shade in shades[rows, columns]]
    ax.add_artist(CellNumbers(np.stack([columns, rows], axis=1), texts, colors, size))
