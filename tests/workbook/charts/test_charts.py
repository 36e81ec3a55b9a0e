"""The vocabulary of charts: what is drawn is what the frame says, and redrawing leaves nothing."""

import io
from functools import cache
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from combat.dice import Distribution
from combat.workbook import Panel, charts, slider
from combat.workbook.charts.boxes import lying, spans, upright
from combat.workbook.charts.calls import given
from combat.workbook.charts.palette import SEQUENTIAL, text_on
from combat.workbook.charts.plots import plot_of
from combat.workbook.charts.style import workbook_style

CHANCES = pd.DataFrame(
    {"linear": [0.1, 0.5, 0.9], "smooth": [0.2, 0.5, 0.8], "even": 0.5},
    index=pd.Index([-10, 0, 10], name="difference"),
)

BANDS = pd.DataFrame({"value": [0.5, 0.9], "at_least": [0.4, 0.1], "at_most": [0.6, 0.8]})


def drawn(chart, **values):
    with workbook_style():
        figure = Figure()
        ax = figure.subplots()
        chart.draw(ax, chart.frames(values), values)
        figure.draw_without_rendering()
    return ax


def labels(ax):
    return ax.get_legend_handles_labels()[1]


def test_lines_are_the_columns_and_guides_have_no_name():
    ax = drawn(charts.lines(CHANCES, guides=["even"], title="Chance"))
    assert labels(ax) == ["linear", "smooth"]
    shown = {line.get_label(): line.get_ydata().tolist() for line in ax.lines}
    assert shown == {"_even": [0.5] * 3, "linear": [0.1, 0.5, 0.9], "smooth": [0.2, 0.5, 0.8]}
    assert (ax.get_xlim(), ax.get_ylim()) == ((-10, 10), (0, 1))
    assert ax.get_legend() is not None
    assert [label.get_text() for label in ax.get_yticklabels()][:2] == ["0%", "20%"]


UNDERLINED = pd.DataFrame({"_rat": [0.2, 0.6], "owl": [0.8, 0.4]})


@pytest.mark.parametrize(
    "chart",
    [charts.lines, charts.stairs, charts.points, charts.areas, charts.bars, charts.shares],
)
def test_a_name_may_begin_with_a_line_below(chart):
    """Matplotlib leaves such labels out of a legend."""
    made = chart(UNDERLINED)
    ax = drawn(made)
    shown = {text.get_text().strip("\u2060") for text in ax.get_legend().get_texts()}
    assert shown == {"_rat", "owl"}
    inks = plot_of(ax, made)["inks"]
    assert set(inks) <= {"_rat", "owl"}


def test_a_mark_is_a_number_a_control_or_a_function():
    for mark in (5, "at", lambda at: at):
        ax = drawn(charts.lines(CHANCES[["linear"]], mark=mark), at=5)
        dotted = [line for line in ax.lines if line.get_linestyle() == ":"]
        assert [list(line.get_xdata()) for line in dotted] == [[5, 5]]
        (dot,) = (line for line in ax.lines if line.get_label() == "_marked")
        assert dot.get_ydata() == pytest.approx([0.7])
    assert ax.get_legend() is None  # one line needs no name


def test_axes_follow_the_values_where_they_are_functions():
    chart = charts.lines(
        lambda m: CHANCES * m, title=lambda m: f"times {m}", ylim=lambda m: (0, m), percent=""
    )
    ax = drawn(chart, m=3, other=1)
    assert (ax.get_title("left"), ax.get_ylim()) == ("times 3", (0, 3))
    assert chart.titled({"m": 2}) == "times 2"


def test_names_along_the_axis_become_its_ticks():
    ax = drawn(charts.bars(pd.Series([0.2, 0.4], ["robe", "plate mail"], name="hit")))
    assert [label.get_text() for label in ax.get_xticklabels()] == ["robe", "plate mail"]
    assert [high for *_, high in spans(ax.collections[0])] == [0.2, 0.4]


def test_bars_of_several_columns_stand_side_by_side_without_touching_the_next():
    ax = drawn(charts.bars(CHANCES[["linear", "smooth"]]))
    ends = sorted(span[:2] for bars in ax.collections for span in spans(bars))
    assert all(end <= start + 1e-9 for (_, end), (start, _) in pairwise(ends))
    assert len(ends) == 6


def test_bars_look_as_matplotlib_draws_them():
    gains = pd.DataFrame({"gain": np.linspace(-1, 1, 9)}, np.arange(-4, 5))
    ax = drawn(charts.bars(gains, percent=""))
    plain = Figure().subplots()
    plain.bar(gains.index, gains["gain"], color="#0072B2", label="gain")
    plain.set_xlim(ax.get_xlim())
    for bar, (left, right, low, high) in zip(plain.patches, spans(ax.collections[0]), strict=True):
        ends = bar.get_x(), bar.get_x() + bar.get_width(), bar.get_y(), bar.get_height()
        assert (left, right, low, high) == pytest.approx(ends)
        assert ax.collections[0].get_facecolor()[0] == pytest.approx(bar.get_facecolor())
    assert ax.get_ylim() == pytest.approx(plain.get_ylim())


@pytest.mark.parametrize("heights", [[0.2, 0.4], [-0.3, 0.1]])
def test_bars_stand_on_the_axis_where_nobody_set_limits(heights):
    ax, plain = Figure().subplots(), Figure().subplots()
    upright(ax, [0, 1], heights, 0.8, color="k")
    plain.bar([0, 1], heights, color="k")
    assert ax.get_ylim() == pytest.approx(plain.get_ylim())
    ax, plain = Figure().subplots(), Figure().subplots()
    lying(ax, [0, 1], heights, 0.8, color="k")
    plain.barh([0, 1], heights, color="k")
    assert ax.get_xlim() == pytest.approx(plain.get_xlim())


def test_a_distribution_has_its_mean_and_what_it_is_compared_with():
    dice = Distribution(np.arange(1, 7), np.full(6, 1 / 6))
    ax = drawn(charts.distribution(dice))
    assert ax.lines[0].get_xdata() == pytest.approx([3.5, 3.5])
    both = pd.DataFrame({"now": [0.5, 0.5], "before": [0.25, 0.75]})
    ax = drawn(charts.distribution(both))
    assert labels(ax) == ["now", "before"]
    assert ax.lines[0].get_drawstyle() == "steps-mid"


def test_named_bars_keep_their_names_in_the_picture():
    odds = pd.DataFrame(
        {"chance": [0.95, 0.1], "low": [0.9, 0.05], "high": [0.99, 0.2], "side": ["a", "b"]},
        index=["a very long name of a fighter", "short"],
    )
    chart = charts.named_bars(odds, by="side", colors={"a": "#0072B2", "b": "#D55E00"})
    ax = drawn(chart)
    assert [round(text.get_position()[0], 3) for text in ax.texts] == [0.012, 0.22]
    assert len({tuple(color) for color in ax.collections[0].get_facecolor()}) == 2
    ((numbers, percent, _),) = chart.shown(chart.frames())
    assert (numbers.columns.tolist(), percent) == (["chance", "low", "high"], True)
    ax = drawn(charts.named_bars(odds["chance"], labels="axis"))
    assert [label.get_text() for label in ax.get_yticklabels()][1] == "short"


def test_a_value_shows_whether_it_lies_in_its_band():
    claims = pd.DataFrame(
        {
            "value": [0.5, 0.9, 0.2, 0.3],
            "at_least": [0.4, -np.inf, 0.3, 0.3],
            "at_most": [0.6, 0.8, np.inf, 0.4],
        },
        ["inside", "above", "below", "on the edge"],
    )
    ax = drawn(charts.bands(claims))
    spans = [(bar.get_x(), bar.get_x() + bar.get_width()) for bar in ax.patches]
    assert np.array(spans) == pytest.approx(np.array([(0.4, 0.6), (0, 0.8), (0.3, 1), (0.3, 0.4)]))
    inside, outside = ((list(line.get_xdata()), line.get_marker()) for line in ax.lines)
    assert (inside, outside) == (([0.5, 0.3], "o"), ([0.9, 0.2], "D"))
    assert [label.get_text() for label in ax.get_yticklabels()] == claims.index.tolist()
    sampled = claims.assign(low=claims["value"] - 0.1, high=claims["value"] + 0.05)
    chart = charts.bands(sampled)
    assert len(drawn(chart).collections) == 1  # the whiskers
    ((numbers, percent, _),) = chart.shown(chart.frames())
    assert (numbers.columns[0], numbers.columns.size, percent) == ("value", 5, True)


def test_a_bar_that_never_ends_fills_the_axis():
    blows = pd.DataFrame({"blows": [4.0, np.inf], "late": [6.0, np.inf]}, ["quick", "never"])
    for scale in ({}, {"xscale": "log"}):
        ax = drawn(charts.named_bars(blows, percent="", dots="late", xlim=(1, 1000), **scale))
        assert [right for _, right, *_ in spans(ax.collections[0])] == [4, 1000]
        assert ax.lines[0].get_xdata().tolist() == [6, 1000]


def test_a_tornado_grows_to_both_sides_by_the_same_scale():
    ax = drawn(charts.tornado(pd.Series([0.3, -0.1], ["more", "less"], name="effect")))
    assert ax.get_xlim() == pytest.approx((-0.165, 0.33))
    assert [span[:2] for span in spans(ax.collections[0])] == [(0, 0.3), (0, -0.1)]
    assert [text.get_ha() for text in ax.texts] == ["right", "left"]


def test_areas_add_up_to_the_whole():
    frame = pd.DataFrame({"hit": [0.2, 0.6], "miss": [0.8, 0.4]})
    ax = drawn(charts.areas(frame))
    top = ax.collections[-1].get_paths()[0].vertices[:, 1].max()
    assert top == pytest.approx(1)
    shown = [text.get_text() for text in ax.get_legend().get_texts()]
    assert shown == ["miss", "hit"]  # as they lie on one another


def test_heat_has_a_number_in_each_cell_that_can_be_read():
    cells = pd.DataFrame([[0.0, 0.5], [1.0, np.nan]], ["ann", "bob"], ["ann", "bob"])
    ax, ends = drawn(charts.heat(cells)), SEQUENTIAL
    assert ax.artists[0].texts == ["0%", "50%", "100%"]
    assert [*ax.artists[0].colors] == [
        text_on(color) for color in (ends(0.0), ends(0.5), ends(1.0))
    ]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["ann", "bob"]
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # names run down
    numbers = pd.DataFrame([[0.0]], [10], [10])
    ax = drawn(charts.heat(numbers, limits=(-1, 1), center=0, scale=100, spec="+.0f"))
    assert ax.artists[0].texts == ["0"]


def test_charts_added_up_share_their_axes():
    seen = pd.DataFrame({"simulated": [0.45], "low": [0.4], "high": [0.5]}, [0])
    ax = drawn(charts.lines(CHANCES, guides=["even"], xlabel="d") + charts.points(seen))
    assert labels(ax) == ["linear", "smooth", "simulated"]
    assert (ax.get_xlim(), ax.get_xlabel()) == ((-10, 10), "d")
    assert ax.lines[-1].get_color() == "#000000"


def test_a_logarithmic_axis_is_written_in_plain_numbers():
    ax = drawn(charts.lines(CHANCES * 100, percent="", yscale="log", ylim=(1, 100)))
    texts = [label.get_text() for label in ax.get_yticklabels()]
    assert {"1", "2", "5", "10", "20", "50", "100"} <= set(texts)


def test_whole_numbers_have_whole_ticks():
    ax = drawn(charts.lines(pd.Series([0.1, 0.2, 0.3, 0.4], name="x")))
    assert all(float(tick) == int(tick) for tick in ax.get_xticks())


def test_what_is_no_frame_is_named():
    with pytest.raises(TypeError, match="a chart shows a frame, a series or a Distribution, not 3"):
        charts.lines(lambda: 3).frames()


def test_a_function_gets_the_values_that_it_names():
    values = {"m": 2, "limits": (0, 1)}
    assert given(lambda m: m, values) == 2
    assert given(lambda m=5, n=7: (m, n), values) == (2, 7)
    assert given(lambda **values: sorted(values), values) == ["limits", "m"]
    with pytest.raises(TypeError, match="n"):
        given(lambda n: n, values)


def test_what_a_notebook_keeps_by_its_values_is_not_computed_again_for_a_panel():
    @cache
    def kept(m, n=0, *, o):
        return m, n, o

    assert kept(2, 3, o=4) is given(kept, {"o": 4, "n": 3, "m": 2, "limits": (0, 1)})
    assert given(kept, {"m": 2, "o": 4}) == (2, 0, 4)


def test_what_follows_a_default_goes_by_its_name():
    assert given(lambda ax, m, n=7, o=8: (ax, m, n, o), {"m": 2, "o": 3}, "ax") == ("ax", 2, 7, 3)


@pytest.mark.parametrize(
    "chart",
    [
        charts.lines(lambda m: CHANCES * m, mark=0, guides=["even"]),
        charts.stairs(lambda m: CHANCES * m, legend="beside"),
        charts.points(lambda m: CHANCES * m),
        charts.areas(lambda m: CHANCES * m),
        charts.bars(lambda m: CHANCES * m),
        charts.distribution(lambda m: CHANCES[["linear", "smooth"]] * m),
        charts.named_bars(lambda m: CHANCES * m),
        charts.tornado(lambda m: CHANCES * m, value="linear"),
        charts.bands(lambda m: BANDS.assign(value=BANDS["value"] * m)),
        charts.shares(lambda m: CHANCES[["linear"]] * m),
        charts.heat(lambda m: CHANCES * m),
        charts.lines(lambda m: CHANCES * m) + charts.points(lambda m: CHANCES * m),
        charts.lines(lambda m: CHANCES * m * 10, percent="", ylim=(0, 10)),
    ],
    ids=lambda chart: getattr(chart.paint, "func", chart.paint).__name__,
)
def test_a_panel_that_was_moved_shows_what_a_fresh_one_shows(chart):
    def panel(start):
        control = slider("m", 0.1, 1, start, step=0.1)
        return Panel(chart, {"m": control}, caption="A chart.", words="It moves.")

    moved, fresh = panel(1), panel(0.6)
    moved.controls["m"].value = 0.6
    assert moved.now.png == fresh.now.png
    assert len(moved.now.data) == len(fresh.now.data) > 0


def test_white_cells_lie_at_the_center_that_was_asked_for():
    with pytest.raises(ValueError, match="center = 0 must be the middle of limits"):
        charts.heat(pd.DataFrame([[0.1]]), limits=(-0.1, 0.3), center=0)


def test_a_page_is_told_the_color_of_each_name_in_the_legend():
    chart = charts.lines(CHANCES, guides=["even"])
    assert plot_of(drawn(chart), chart)["inks"] == {"linear": "#0072b2", "smooth": "#009e73"}
    chart = charts.shares(pd.DataFrame({"hit": [0.4], "miss": [0.6]}, ["now"]))
    assert plot_of(drawn(chart), chart)["inks"] == {"hit": "#0072b2", "miss": "#d55e00"}
    chart = charts.named_bars(pd.Series([0.4, 0.6], ["rat", "owl"]))
    assert plot_of(drawn(chart), chart)["inks"] == {}


NAMED = ["$\\frac{1}$", "a_b^c $x$", "$", "50 $ or 60 $", "\\alpha"]


@pytest.mark.parametrize(
    "chart",
    [
        charts.lines(pd.DataFrame(np.eye(5), columns=NAMED), title=NAMED[0], xlabel=NAMED[1]),
        charts.bars(pd.DataFrame({NAMED[0]: [0.1] * 5, NAMED[1]: [0.5] * 5}, NAMED)),
        charts.heat(pd.DataFrame(np.eye(5), NAMED, NAMED), title=NAMED[0]),
        charts.tornado(pd.DataFrame({NAMED[0]: [-0.1, 0.2] * 2 + [0.3]}, NAMED), value=NAMED[0]),
        charts.shares(pd.DataFrame({NAMED[0]: [0.5] * 5, NAMED[1]: [0.5] * 5}, NAMED)),
        charts.named_bars(pd.Series([0.1] * 5, NAMED, name=NAMED[0]).to_frame()),
    ],
    ids=["lines", "bars", "heat", "tornado", "shares", "named bars"],
)
def test_names_of_units_are_drawn_as_they_are_written(chart):
    """To matplotlib, what stands between two dollars is a formula."""
    ax = drawn(chart)
    texts = [
        text for text in ax.figure.findobj(Text) if any(name in text.get_text() for name in NAMED)
    ]
    assert texts
    assert not any(text.get_parse_math() for text in texts)
    with workbook_style():
        ax.figure.savefig(io.BytesIO(), format="png")


def test_a_legend_stays_where_it_was_placed_while_a_control_moves():
    panel = Panel(
        charts.lines(lambda m: CHANCES[["linear", "smooth"]] * m),
        {"m": slider("m", 0, 1, 1)},
        caption="Two lines.",
        words="They rise.",
    )
    place = panel.axes.get_legend().get_window_extent().extents
    panel.controls["m"].value = 0
    assert panel.axes.get_legend().get_window_extent().extents == pytest.approx(place)
