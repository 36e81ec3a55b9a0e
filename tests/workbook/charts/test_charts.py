"""Each kind of chart says in numbers what is drawn, at its edges too, and paper draws the same."""

import json
from itertools import product

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from combat.dice import Distribution
from combat.workbook import charts
from combat.workbook.charts import palette, paper
from combat.workbook.charts.axes import decimals_of

KINDS = {
    "lines": charts.lines,
    "steps": charts.steps,
    "points": charts.points,
    "areas": charts.areas,
    "bars": charts.bars,
    "rows": charts.rows,
    "effects": lambda frame, **options: charts.rows(frame, effects=True, **options),
    "heat": charts.heat,
}
NAMES = [f"{'a rather long name ' * (number % 3)}of unit {number}" for number in range(60)]
NAMES[1] = "Donaudampfschifffahrtsgesellschaften"
FRAMES = {
    "missing": pd.DataFrame({"a": [0.1, np.nan, 0.5], "b": [np.nan] * 3}, [1, 200, 30_000]),
    "endless": pd.DataFrame({"a": [0.1, np.inf, 0.5], "b": [0.2, 0.3, 0.1]}, [1, 2, 3]),
    "empty": pd.DataFrame({"a": []}, []),
    "one value": pd.DataFrame({"a": [0.5]}, [7]),
    "4 names": pd.DataFrame({"a": np.linspace(0, 1, 4), "low": 0, "high": 0.9}, NAMES[:4]),
    "60 names": pd.DataFrame({"a": np.linspace(0, 1, 60), "b": 0.5}, NAMES),
}


def charts_of(kind, axes=("", "x", "y")):
    """A chart of this kind of each frame, plain and with each axis that can be logarithmic."""
    logs = axes[: {"heat": 1, "rows": 2, "effects": 2}.get(kind)]
    return [
        KINDS[kind](frame, log=log, percent="", title=f"{name} {log}", xlabel="battles")
        for (name, frame), log in product(FRAMES.items(), logs)
    ]


@pytest.mark.parametrize("axes", [("",), pytest.param(("", "x", "y"), marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_stands_whatever_is_in_its_frame(kind, axes):
    for chart in charts_of(kind, axes):
        told = chart.spec()
        json.dumps(told, allow_nan=False)
        for side in "xy":
            low, high = told[side]["limits"]
            assert low != high
            assert not told[side]["log"] or min(low, high) > 0
            at = [place for place, _ in told[side]["ticks"]]
            assert at == sorted(set(at))
        figure = Figure()
        paper.draw(figure.subplots(), told)
        figure.draw_without_rendering()


def test_lines_hold_their_frame_guides_are_grey_and_the_mark_stands_on_each_line():
    frame = pd.DataFrame({"rule": [0.1, 0.9], "even": 0.5}, pd.Index([10, 20], name="m"))
    told = charts.lines(frame, guides=["even"], mark="m").spec({"m": 12.5})
    layer, dot = told["layers"]
    assert (layer["at"], layer["index"]) == ([10, 20], "m")
    assert layer["columns"] == {"rule": [0.1, 0.9], "even": [0.5, 0.5]}
    assert [mark["color"] for mark in layer["marks"]] == [palette.GREY.lower(), "#0072b2"]
    assert (dot["at"], dot["marks"][0]["of"]) == ([12.5], [0.3])
    assert told["drag"] == {"at": 12.5, "control": "m"}
    assert [told[side]["limits"] for side in "xy"] == [[10, 20], [0, 1]]
    assert told["legend"] == []  # a single name needs none


def test_two_to_five_lines_are_named_where_they_end():
    many = pd.DataFrame({name: [0.1, 0.2] for name in "abcdef"}, [1, 100])

    def ends(frame, **options):
        return [[name, *end] for name, _, *end in charts.lines(frame, **options).spec()["ends"]]

    assert [len(ends(many[[*"abcdef"[:count]]])) for count in range(1, 7)] == [0, 2, 3, 4, 5, 0]
    assert len(ends(many, legend="ends")) == 6
    assert len(ends(many, legend="ends", guides=["c", "d"])) == 6
    assert ends(many[["a", "b"]], guides=["b"]) == []  # a single name needs none
    assert len(ends(many[["a", "b"]], legend=False)) == 2  # names no legend, but its lines
    gone = pd.DataFrame({"a": [0.1, 0.2, 0.3, np.nan], "b": 0.5}, [0, 79, 80, 100])
    assert ends(gone) == [["a", 80, 0.3], ["b", 100, 0.5]]
    assert ends(gone, xlim=(0, 79.5)) == [["a", 79, 0.2], ["b", 79, 0.5]]
    early = gone.assign(a=gone["a"].mask(gone.index >= 80))
    assert ends(early) == []  # it breaks off long before the others
    assert ends(gone.assign(a=np.nan)) == []
    assert ends(gone.set_axis([1, 50, 80, 100]), log="x")[0] == ["a", 80, 0.3]
    seen = charts.lines(many[["a", "b"]]) + charts.points(pd.Series([0.3], name="seen"))
    assert (seen.spec()["ends"], len(seen.spec()["legend"])) == ([], 3)


def test_on_paper_names_at_ends_dont_meet_and_a_legend_stands_where_they_have_no_room():
    def drawn(ends, names=None, size=(6, 3)):
        names = names or [f"rule {at}" for at in range(len(ends))]
        figure = Figure(figsize=size, layout="constrained")
        ax = figure.subplots()
        frame = pd.DataFrame([[0.5] * len(ends), ends], columns=names)
        paper.draw(ax, charts.lines(frame).spec())
        figure.draw_without_rendering()
        boxes = {text.get_text(): text.get_window_extent() for text in ax.texts}
        return figure, ax, boxes

    for ends in ([0.9, 0.9, 0.2], [1, 1, 1], [0, 0, 0.01], [0.5, 0.52, 0.54, 0.56, 0.5]):
        figure, ax, boxes = drawn(ends)
        assert ax.get_legend() is None
        assert len(boxes) == len(ends)
        texts = sorted(ax.texts, key=lambda text: -text.xyann[1])
        assert [*boxes] == [text.get_text() for text in texts]  # from the top down, as lines end
        names = [f"rule {at}" for at in sorted(range(len(ends)), key=lambda at: -ends[at])]
        assert [*boxes] == names
        heights = [text.get_position()[1] for text in texts]
        line = 9 * figure.dpi / 72 / ax.bbox.height  # of letters
        assert min(-np.diff(heights)) > line
        assert ax.bbox.x1 < min(text.get_window_extent().x1 for text in texts) < figure.bbox.x1
    for ends, names in (([1] * 5, None), ([0.2, 0.8], ["a rule whose name " * 5, "b"])):
        _, ax, boxes = drawn(ends, names)
        assert boxes == {}
        assert len(ax.get_legend().get_texts()) == len(ends)


def test_bars_of_several_columns_stand_side_by_side_within_their_place():
    frame = pd.DataFrame({"now": [0.2, 0.4], "then": 0.3, "later": 0.1}, [0, 5])
    marks = charts.bars(frame).spec()["layers"][0]["marks"]
    edges = [(one["shift"] - one["thick"] / 2, one["shift"] + one["thick"] / 2) for one in marks]
    assert np.ravel(edges) == pytest.approx([-2, -2 / 3, -2 / 3, 2 / 3, 2 / 3, 2], abs=1e-4)


def test_a_distribution_is_marked_at_its_mean_and_what_never_ends_has_no_bar():
    told = charts.distribution(Distribution([0, 1, 2], [0.5, 0.25, 0.25])).spec()
    assert told["drag"] == {"at": 0.75, "control": ""}
    assert (told["x"]["label"], told["y"]["limits"]) == ("value", [0, 0.6])
    endless = charts.distribution(Distribution([1, np.inf], [0.25, 0.75]))
    assert (endless.spec()["layers"][0]["at"], endless.mark) == ([1], None)


def test_rows_run_down_by_name_with_the_colors_of_sides_and_signs():
    sides = pd.DataFrame({"chance": [0.6, 0.4], "side": ["first", "second"]}, ["Imp", "Ogre"])
    told = charts.rows(sides, by="side").spec()
    (bar,) = told["layers"][0]["marks"]
    assert bar["color"] == [palette.BLUE.lower(), palette.VERMILION.lower()]
    assert told["y"]["limits"][0] > told["y"]["limits"][1]
    assert [text for _, text in told["y"]["ticks"]] == ["Imp", "Ogre"]
    base = pd.DataFrame({"to": [1.0, 0.5], "from": [0.0, 1.0]}, ["up", "down"])
    (bar,) = charts.rows(base, base="from").spec()["layers"][0]["marks"]
    assert (bar["from"], bar["to"]) == ("from", [1, 0.5])
    assert bar["color"] == [palette.BLUE.lower(), palette.VERMILION.lower()]


def test_a_value_outside_its_band_is_another_dot_and_an_open_band_ends_with_the_picture():
    frame = pd.DataFrame({"value": [0.5, 0.9], "low": [0.4, -np.inf], "high": [np.nan, 0.8]})
    band, kept, broken = charts.rows(
        frame.rename(columns={"low": "least", "high": "most"}), band=("least", "most")
    ).spec()["layers"][0]["marks"]
    assert (band["from"], band["to"]) == ([0.4, 0], [1, 0.8])
    assert (kept["of"], broken["of"]) == ([0.5, None], [None, 0.9])


def test_a_map_runs_up_by_numbers_and_down_by_names_and_knows_what_a_click_moves():
    cells = pd.DataFrame([[0.0, -0.1], [0.1, np.nan]], [10, 20], [10, 20])
    up = charts.heat(cells, limits=(-0.3, 0.3), opens=("who", "whom")).spec()
    assert up["y"]["limits"] == [-0.5, 1.5]
    assert up["layers"][0]["columns"] == {"10": [0, 0.1], "20": [-0.1, None]}
    assert up["picks"] == ["who", "whom"]
    down = charts.heat(cells.set_axis(["Imp", "Ogre"])).spec()
    assert down["y"]["limits"] == [1.5, -0.5]
    scales = [one["layers"][0]["marks"][0]["scale"] for one in (up, down)]
    assert scales == ["diverging", "sequential"]


def test_charts_laid_over_each_other_share_axes_and_no_color_or_dash():
    first = charts.lines(pd.DataFrame({"linear": [0.1, 0.2], "mine": [0.3, 0.4]}))
    both = first + charts.lines(pd.Series([0.2, 0.3], name="yours"), title="over it")
    legend = both.spec()["legend"]
    assert [name for name, *_ in legend] == ["linear", "mine", "yours"]
    assert len({color for _, color, *_ in legend}) == 3
    assert [dash for *_, dash in legend] == [0, 1, 2]
    assert both.title == "over it"
    drawn = [
        (one["color"], one["dash"]) for layer in both.spec()["layers"] for one in layer["marks"]
    ]
    assert drawn == [(color, dash) for _, color, _, dash in legend]


def test_numbers_are_the_frames_and_those_of_one_index_are_one():
    frame = pd.Series([0.2, 0.4], pd.Index([1, 2], name="turn"), name="exact")
    both = charts.lines(frame) + charts.points(frame.rename("seen")) + charts.path([0, 1], [0, 1])
    (numbers,) = both.numbers()
    assert numbers.equals(pd.DataFrame({"exact": [0.2, 0.4], "seen": [0.2, 0.4]}, frame.index))


def test_numbers_travel_with_five_digits_in_as_few_letters_as_they_need():
    rng = np.random.default_rng(3)
    values = rng.random(500) * 10.0 ** rng.integers(-8, 9, 500) * rng.choice([-1, 1], 500)
    (layer,) = charts.lines(pd.Series(values, name="a"), percent="").spec()["layers"]
    assert layer["columns"]["a"] == [float(f"{one:.5g}") for one in values]


def test_ticks_say_percent_with_as_many_decimals_as_tell_them_apart():
    def texts(high, **options):
        told = charts.lines(pd.Series([0.0, high], name="a"), ylim=(0, high), **options).spec()
        return [text for _, text in told["y"]["ticks"]]

    assert texts(1) == ["0%", "20%", "40%", "60%", "80%", "100%"]
    assert texts(0.02)[:3] == ["0.0%", "0.5%", "1.0%"]
    assert texts(5000, percent="")[-1] == "5,000"
    assert [decimals_of(step) for step in (1, 0.5, 0.25)] == [0, 1, 2]
