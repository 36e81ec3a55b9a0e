"""The second layout of a figure, for a phone: numbers that would touch each other are left out."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from combat.workbook import charts
from combat.workbook.panel.phone import Phone


def fitted(chart, read):
    """What `read` says of the axes of a chart as a phone shows it, and as a wide screen does."""
    figure = Figure((8, 5))
    canvas, ax = FigureCanvasAgg(figure), figure.subplots()
    chart.draw(ax, chart.frames(), {})
    phone = Phone(figure, [ax], canvas.get_renderer())
    with phone.fitted(ax):
        narrow = read(ax)
    return narrow, read(ax)


def rows(ax):
    return [text.get_text() for text in ax.get_yticklabels()]


@pytest.mark.parametrize(("name", "left"), [(str, 12), ("unit {}".format, 24)])
def test_numbers_of_rows_are_thinned_out_and_names_are_not(name, left):
    index = [name(row) for row in range(1, 25)] if name is not str else range(1, 25)
    frame = pd.DataFrame(np.zeros((24, 4)), pd.Index(index), list(range(4)))
    narrow, wide = fitted(charts.heat(lambda: frame), rows)
    assert (len(narrow), len(wide)) == (left, 24)


def test_long_numbers_of_an_axis_are_thinned_out():
    frame = pd.DataFrame({"one": [0.0, 1.0]}, [-200_000, 400_000])
    chart = charts.lines(lambda: frame)
    narrow, wide = fitted(chart, lambda ax: [*ax.get_xticks()])
    assert 2 <= len(narrow) < len(wide)


@pytest.mark.parametrize(
    ("columns", "longest", "seen"),
    [
        (4, ["12%"] * 3 + [">99%"], True),
        (11, ["12"] * 10 + [">99"], True),
        (16, ["12"] * 15 + [""], True),  # the colour says it
        (30, None, False),
    ],
)
def test_the_numbers_of_cells_are_eleven_pixels_high_at_least(columns, longest, seen):
    frame = pd.DataFrame([[0.12] * (columns - 1) + [0.999]], ["a"], range(columns))
    numbers, _ = fitted(charts.heat(lambda: frame), lambda ax: ax.artists[0])
    assert numbers.size * 91 / 72 >= 11  # a phone shows 91 pixels for each inch of 72 points
    assert numbers.get_visible() == seen
    assert longest is None or numbers.texts == longest
