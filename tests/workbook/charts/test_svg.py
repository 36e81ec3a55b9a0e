"""The pen writes down what matplotlib draws: the same picture as its own renderer's."""

import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Circle
from matplotlib.path import Path

from combat.workbook import Panel, charts, slider
from combat.workbook.charts.svg import KEEPS, UNITS, SvgRenderer
from combat.workbook.panel.recording import recording


@pytest.fixture
def ax():
    figure = Figure(figsize=(4, 2), dpi=100)
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set(xlim=(0, 4), ylim=(0, 2))
    return ax


def drawn(*artists):
    """The markup of some artists, each element as its name and attributes."""
    svg = SvgRenderer(400, 200, 100)
    for artist in artists:
        artist.draw(svg)
    return [(one.tag, one.attrib) for one in ElementTree.fromstring(f"<g>{svg.flush()}</g>")]


def points_of(steps):
    """The corners of a path of straight lines, in units of the picture."""
    numbers = [float(number) for number in steps[1:].replace("l", " ").replace("-", " -").split()]
    start, *moves = np.reshape(numbers, (-1, 2))
    return np.cumsum([start, *moves], axis=0)


def test_a_line_is_where_matplotlib_has_it(ax):
    (line,) = ax.plot([0, 1, 2, 4], [0, 2, 1, 0.5], color="#0072B2", linewidth=2)
    ((tag, look),) = drawn(line)
    assert tag == "path"
    assert (look["stroke"], look["fill"]) == ("#0072b2", "none")
    assert float(look["stroke-width"]) == pytest.approx(2 * 100 / 72 * UNITS, abs=0.05)
    expected = np.array([[0, 2], [1, 0], [2, 1], [4, 1.5]]) * 100 * UNITS
    assert points_of(look["d"]) == pytest.approx(expected, abs=1)


def test_steps_do_not_add_up_their_rounding(ax):
    (line,) = ax.plot(np.linspace(0, 4, 101), np.sin(np.linspace(0, 9, 101)) + 1)
    ((_, look),) = drawn(line)
    assert points_of(look["d"])[-1] == pytest.approx([1600, (1 - np.sin(9)) * 400], abs=1)


def test_missing_values_part_a_line(ax):
    (line,) = ax.plot([0, 1, 2, 3], [1, np.nan, 1, 1])
    ((_, look),) = drawn(line)
    assert look["d"].count("l") == 1  # the single point before the gap has no line


def test_ink_and_paper_follow_the_page_and_data_keep_their_colors(ax):
    looks = drawn(
        ax.axhline(1, color="black"),
        ax.text(1, 1, "on paper"),
        ax.text(1, 1, "on a cell", gid=KEEPS),
        *ax.bar([1], [1], color="#D55E00"),
    )
    assert looks[0][1]["stroke"] == "var(--ink)"
    assert [looks[1][1]["fill"], looks[2][1]["fill"]] == ["var(--ink)", "#000000"]
    assert looks[3][1]["fill"] == "#d55e00"


def test_what_looks_the_same_is_one_path_unless_it_shines_through(ax):
    assert len(drawn(*ax.bar([1, 2, 3], [1, 1, 1], color="#0072B2"))) == 1
    assert len(drawn(*ax.bar([1, 2, 3], [1, 1, 1], color="#0072B2", alpha=0.5))) == 3
    assert drawn(*ax.bar([1], [1], alpha=0.5))[0][1]["fill-opacity"] == "0.5"


def test_a_text_is_escaped_and_stays_text(ax):
    svg = SvgRenderer(400, 200, 100)
    ax.text(2, 1, "<b>&amp;", rotation=90, fontweight="bold").draw(svg)
    markup = svg.flush()
    assert "&lt;b&gt;&amp;amp;</text>" in markup
    assert 'font-weight="bold"' in markup
    assert "rotate(-90 " in markup


@pytest.mark.parametrize(
    ("aligned", "angle", "anchor", "share"),
    [
        ("left", 0, None, 0),
        ("center", 0, "middle", 0.5),
        ("right", 0, "end", 1),
        ("left", 90, "middle", 0.5),
        ("right", 90, "middle", 0.5),
    ],
)
def test_a_text_is_held_where_it_is_aligned(ax, aligned, angle, anchor, share):
    text = ax.text(2, 1, "Archers", ha=aligned, rotation=angle)
    ((_, look),) = drawn(text)
    box = text.get_window_extent(SvgRenderer(400, 200, 100))
    assert look.get("text-anchor") == anchor
    if angle:
        assert float(look["y"]) == pytest.approx((200 - (box.y0 + box.y1) / 2) * UNITS, abs=2)
    else:
        assert float(look["x"]) == pytest.approx((box.x0 + share * box.width) * UNITS, abs=2)


def test_a_curve_and_a_closed_shape(ax):
    shape = Path(
        [[0, 0], [1, 2], [2, 0], [0, 0]], [Path.MOVETO, Path.CURVE3, Path.CURVE3, Path.CLOSEPOLY]
    )
    svg = SvgRenderer(400, 200, 100)
    gc = svg.new_gc()
    gc.set_linewidth(1)
    svg.draw_path(gc, shape, ax.transData, (0, 0, 0, 1))
    assert 'd="M0 800q400-800 800 0z"' in svg.flush()


@pytest.fixture
def empty():
    return Figure(figsize=(4, 2), dpi=100).add_axes((0, 0, 1, 1))


def test_each_cell_of_a_map_is_a_square_of_its_color(empty):
    cells = pd.DataFrame([[0.0, 1.0], [1.0, np.nan]], [10, 20], ["x", "y"])
    chart = charts.heat(cells, spec="")
    chart.draw(empty, chart.frames(), {})
    svg = SvgRenderer(400, 200, 100)
    empty.images[0].draw(svg)
    squares = re.findall(r'fill="(#\w+)" d="([^"]+)"', svg.flush())
    dark = [square for color, square in squares if color == "#08306b"]
    # The first row is the lowest: numbers run up. Of the missing cell nothing is drawn.
    assert [sorted(square.split("z")) for square in dark] == [
        ["", "M0 400h800v-400h-800", "M800 800h800v-400h-800"]
    ]
    assert len(squares) == 2


def test_a_large_map_is_a_picture_in_the_picture(empty):
    noise = np.random.default_rng(1).random((80, 80))
    svg = SvgRenderer(400, 200, 100)
    empty.imshow(noise, interpolation="none", aspect="auto").draw(svg)
    assert svg.flush().startswith('<image x="0" y="0" width="1600" height="800"')


def test_a_kept_legend_is_the_one_that_is_drawn_anew():
    def said(m):
        return pd.DataFrame({"one": [0.1, m / 10], "two" if m < 5 else "other": [0.5, 0.5]})

    panel = Panel(
        charts.lines(said, legend="lower right"), {"m": slider("m", 1, 9, 4)}, caption="", words=""
    )
    fresh = Panel(
        charts.lines(said, legend="lower right"), {"m": slider("m", 1, 9, 6)}, caption="", words=""
    )
    panel.vectors(m=2)
    panel.vectors(m=3)
    assert panel.vectors(m=6).pieces == fresh.vectors(m=6).pieces
    assert any(">other</text>" in piece for piece in panel.vectors(m=6).pieces)


def test_what_is_cut_to_a_shape_is_cut_to_it_on_the_page(ax):
    (line,) = ax.plot([0, 4], [1, 1])
    line.set_clip_path(Circle((2, 1), 0.5, transform=ax.transData))
    svg = SvgRenderer(400, 200, 100)
    line.draw(svg)
    (name,) = re.findall(r"url\(#(\w+)\)", svg.flush())
    assert f'<clipPath id="{name}"><path d="M800 600' in svg.clips()


def test_a_hatched_bar_is_filled_with_a_pattern():
    panel = Panel(
        lambda ax, m: ax.bar([0], [m], hatch="//"),
        {"m": slider("m", 1, 9, 4)},
        caption="A bar.",
        words="It stands.",
    )
    made = recording(panel)
    (name,) = re.findall(r'fill="url\(#(h\w+)\)"', made["svg"])
    pattern = re.search(f'<pattern id="{name}".*?</pattern>', made["clips"])[0]
    lines = re.search(r'<path d="([^"]+)"', pattern)[1]
    assert lines.count("M") >= 2
