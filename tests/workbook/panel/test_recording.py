"""The recording of a panel: every frame is what the panel itself draws, within the budget."""

import json

import ipywidgets as widgets
import numpy as np
import pandas as pd
import pytest

from combat.workbook import Panel, bounds, charts, choice, slider, tick
from combat.workbook.panel import recording as frames
from combat.workbook.panel.exported import NAMED
from combat.workbook.panel.recording import RecordingError, unpacked

FEW = 60  # enough for what is tested


def recording(panel, few=FEW, **most):
    return frames.recording(panel, **({} if most else {"frames": few}) | most)


def draw(ax, **values):
    numbers = [float(np.sum(value)) for value in values.values() if not isinstance(value, str)]
    ax.plot(numbers, color="black")
    ax.text(0, 0.5, values.get("side", ""))
    ax.set(xlim=(0, 8), ylim=(0, 10))


def panel(controls, presets=None):
    return Panel(
        draw,
        controls,
        presets=presets,
        caption=lambda **values: f"Caption {values}",
        words=lambda **values: f"Words {values}",
        table=lambda **values: f"Below {values}",
    )


def place_in(made, place):
    """The number of the frame at a place of the controls, as the page finds it."""
    if not made["whole"]:
        return ",".join(map(str, place))
    return np.ravel_multi_index(place, [len(control["texts"]) for control in made["controls"]])


def shown(made, place):
    store = unpacked(made["store"])
    frame = store["frames"][store["places"][place_in(made, place)]]
    return [store["pieces"][piece] for piece in frame["pieces"]], *(
        store["texts"][frame[text]] for text in ("words", "caption", "below")
    )


def test_a_small_grid_is_recorded_whole_and_each_frame_is_the_panels_own():
    ours = panel(
        {
            "m": slider("m", 1, 9, 4),
            "side": choice("side", ["left", "right"]),
            "steep": tick("steep"),
        }
    )
    made = recording(ours)
    assert made["whole"]
    assert [control["kind"] for control in made["controls"]] == ["range", "list", "box"]
    assert made["controls"][0]["texts"] == [str(m) for m in range(1, 10)]
    assert len(unpacked(made["store"])["frames"]) == 9 * 2 * 2
    for place, values in {
        (0, 0, 0): {"m": 1, "side": "left", "steep": False},
        (8, 1, 1): {"m": 9, "side": "right", "steep": True},
        (3, 0, 0): {"m": 4, "side": "left", "steep": False},
    }.items():
        frame = ours.vectors(**values)
        assert shown(made, place) == (frame.pieces, frame.words, frame.caption, frame.below)
    assert made["svg"] == "".join(ours.vectors().pieces)


def places_of(made):
    """The places that a recording has, as tuples."""
    kept = unpacked(made["store"])["places"]
    return {tuple(map(int, place.split(","))) for place in kept}


def test_each_slider_has_all_its_values_alone_and_round_ones_with_the_others():
    made = recording(panel({name: slider(name, 0, 60, 30) for name in "ab"}), drawings=240)
    assert not made["whole"]
    assert [len(control["texts"]) for control in made["controls"]] == [61, 61]
    assert not any(control["fewer"] for control in made["controls"])
    places = places_of(made)
    assert {(30, at) for at in range(61)} | {(at, 30) for at in range(61)} <= places
    together = {place for place in places if 30 not in place}
    first, second = ({place[at] for place in together} for at in (0, 1))
    assert len(together) == len(first) * len(second)  # any stop of one with any of the other
    assert {0, 60} <= first & second
    assert len(first) > 8
    assert {value % 5 for value in first | second} == {0}


def test_where_not_all_values_fit_a_slider_has_round_ones():
    made = recording(panel({name: slider(name, 0, 100, 50) for name in "abc"}), frames=30)
    texts = [control["texts"] for control in made["controls"]]
    assert texts == [["0", "20", "40", "50", "60", "80", "100"]] * 3
    assert all(control["fewer"] for control in made["controls"])


def test_a_recording_keeps_within_its_frames():
    ours = panel({name: slider(name, 0, 100, 50) for name in "abcd"})
    made = recording(ours, frames=80)
    assert not made["whole"]
    assert 40 < len(unpacked(made["store"])["frames"]) <= 80
    assert len(unpacked(recording(ours, frames=9)["store"])["frames"]) == 9
    start = tuple(control["start"] for control in made["controls"])
    assert shown(made, start)[0] == ours.vectors().pieces
    last = len(made["controls"][0]["texts"]) - 1
    assert "'a': 100, 'b': 50" in shown(made, (last, *start[1:]))[1]
    assert made["controls"][0]["texts"][0] == "0"
    assert made["controls"][0]["texts"][last] == "100"


def test_what_findings_name_is_there(monkeypatch):
    """A value that no round one is, with the others as they are and in a combination."""
    of_others = [{"z": 1}, {"a": 101}]
    monkeypatch.setenv(NAMED, json.dumps([{"a": 37}, {"b": 11, "c": 13}, *of_others]))
    ours = Panel(
        draw,
        {name: slider(name, 0, 100, 50) for name in "abc"},
        caption="A line.",
        words="It rises.",
    )
    made = recording(ours, frames=60)
    texts = [control["texts"] for control in made["controls"]]
    assert [("37" in texts[0]), ("11" in texts[1]), ("13" in texts[2])] == [True] * 3
    start = tuple(control["start"] for control in made["controls"])
    places = places_of(made)
    assert (texts[0].index("37"), *start[1:]) in places
    assert (start[0], texts[1].index("11"), texts[2].index("13")) in places


def test_presets_are_there_and_each_control_moves_from_them_as_far_as_there_is_room():
    ours = panel(
        {name: tick(name) for name in "abcdefg"},
        presets={"two": {"a": True, "b": True}, "three": {"a": True, "b": True, "c": True}},
    )
    start, two = (0,) * 7, (1, 1, 0, 0, 0, 0, 0)
    places = {}
    for most in (10, 20, 40):
        made = recording(ours, frames=most)
        assert not made["whole"]
        places[most] = places_of(made)
        assert len(places[most]) <= most
        assert [preset["place"][2] for preset in made["presets"]] == [0, 1]
    one_away = {(*start[:at], 1, *start[at + 1 :]) for at in range(7)}
    presets = {two, (1, 1, 1, 0, 0, 0, 0)}
    assert places[10] == {start} | one_away | presets  # a preset is always there
    assert (1, 0, 1, 1, 0, 0, 0) in places[20]  # controls move together first
    assert {(1, 1, 1, 0, 0, 0, 1), (1, 1, 1, 1, 0, 0, 0)} <= places[40]
    assert recording(ours, frames=128)["whole"]


def test_a_short_slider_has_all_its_values_and_a_long_one_stops_at_round_ones():
    ours = panel({"attack": slider("attack", 1, 100, 37), "hits": slider("hits", 1, 10, 3)})
    attack, hits = recording(ours, drawings=30)["controls"]
    assert hits["texts"] == [str(value) for value in range(1, 11)]
    assert not hits["fewer"]
    assert attack["texts"] == [
        "1",
        *map(str, range(10, 40, 10)),
        "37",
        *map(str, range(40, 110, 10)),
    ]
    assert attack["fewer"]


def test_a_part_counts_only_for_the_values_that_it_reads():
    def drawn(chart):
        lines = [chart, charts.lines(lambda b: pd.Series([b, 2]))]
        sliders = {name: slider(name, 0, 10, 5) for name in "ab"}
        ours = Panel(lines, sliders, caption="Lines.", words="They move.")
        made = recording(ours, drawings=22)
        return made["whole"]

    assert drawn(charts.lines(lambda a: pd.Series([a, 1])))  # 11 drawings of each
    assert not drawn(charts.lines(lambda a, b: pd.Series([a, b])))  # 121 of the first


@pytest.mark.parametrize("most_bytes", [4_000, 1000])
def test_a_recording_stays_within_its_bytes(most_bytes):
    ours = panel({"a": slider("a", 0, 100, 50), "b": slider("b", 0, 100, 50)})
    made = recording(ours, frames=60, most=most_bytes)
    count = len(unpacked(made["store"])["frames"])
    # Five frames are the least that two sliders need: the present one, and the ends of each.
    assert len(made["store"]) <= most_bytes or count <= 5
    assert count < 60


@pytest.mark.parametrize("start", [1, 6, 3])
def test_no_value_of_a_short_slider_is_lost_wherever_it_starts(start):
    made = recording(panel({"distance": slider("distance", 1, 6, start)}))
    assert made["controls"][0]["texts"] == ["1", "2", "3", "4", "5", "6"]
    from_end = 1000 if start == 6 else start
    wide = recording(panel({"distance": slider("distance", 0, 1000, from_end)}), frames=60)
    assert len(wide["controls"][0]["texts"]) == 51


def test_what_a_recording_tells_of_its_controls():
    made = recording(
        panel({"a": slider("attack (points)", 0, 4, 2), "b": choice("to hit", ["Smooth", "old"])})
    )
    assert [control["slug"] for control in made["controls"]] == ["attack", "to-hit"]
    assert [control["tokens"] for control in made["controls"]] == [list("01234"), ["smooth", "old"]]
    assert [control["fewer"] for control in made["controls"]] == [False, False]
    assert not recording(panel({"a": slider("a", 0, 50, 5)}))["controls"][0]["fewer"]
    assert recording(panel({"a": slider("a", 0, 9999, 50)}))["controls"][0]["fewer"]
    some = choice("rule", ["a", "b", "c"], exported=["a", "b"])
    assert recording(panel({"rule": some}))["controls"][0]["fewer"]
    assert recording(panel({"ends": bounds("ends", 0, 1, (0.1, 0.9))}))["controls"][0]["fewer"]


def test_a_value_that_cannot_be_drawn_is_named_in_one_line():
    ours = Panel(
        lambda ax, m, side: ax.plot([0, 1 / (m - 7)]),
        {"m": slider("m", 1, 9, 4, unit="points"), "side": choice("side", ["left", "right"])},
        caption="A line.",
        words="It rises.",
    )
    with pytest.raises(RecordingError) as raised:
        recording(ours)
    said = 'the figure "A line." can\'t be drawn at m (points): 7 (ZeroDivisionError: '
    assert str(raised.value) == said + "division by zero)"


def test_a_chart_brings_its_numbers_and_equal_columns_are_kept_once():
    ours = Panel(
        charts.lines(lambda m: pd.DataFrame({"fixed": [0.5, 0.25], "moved": [m / 10, 0]})),
        {"m": slider("m", 1, 9, 4)},
        caption="Two lines.",
        words="They move.",
    )
    made = recording(ours)
    assert made["files"] == ["two-lines.csv"]
    store = unpacked(made["store"])
    assert len(store["columns"]) == 2 + 9  # the index, the fixed one, nine that move
    (number,) = store["frames"][8]["tables"]
    title, every, columns = store["tables"][number]
    assert (title, every) == ("Two lines.", 1)
    assert [name for name, _, _ in columns] == ["row", "fixed", "moved"]
    assert [store["columns"][at] for _, at, _ in columns] == [[0, 1], [0.5, 0.25], [0.9, 0.0]]
    assert [percent for *_, percent in columns] == [0, 1, 1]


def test_a_chart_tells_where_its_numbers_lie():
    ours = Panel(
        charts.lines(lambda m: pd.Series([0.5, m / 10], [0, 40]), xlim=(0, 40)),
        {"m": slider("m", 1, 9, 4)},
        caption="A line.",
        words="It moves.",
    )
    store = unpacked(recording(ours)["store"])
    (plot,) = store["plots"]  # the same for all frames
    assert (plot["x"], plot["y"], plot["along"], plot["tables"]) == ([0, 40], [0, 1], "x", [0, 1])
    left, top, right, low = plot["box"]
    assert 0 < left < right <= 8.2 * 160 * 4
    assert 0 < top < low <= 3.8 * 160 * 4
    # The line itself begins where the numbers say.
    line = next(piece for piece in ours.vectors(m=5).pieces if "#0072b2" in piece)
    assert f'd="M{left} {round((top + low) / 2)}l' in line


def test_folded_controls_are_told_with_their_group():
    ours = Panel(
        draw,
        {"a": slider("a", 1, 3, 2), "b": tick("b")},
        groups={"more": ["b"]},
        caption="A line.",
        words="It rises.",
    )
    assert [control["group"] for control in recording(ours)["controls"]] == ["", "more"]


def test_presets_have_their_frames():
    for controls in (
        {"a": slider("a", 0, 100, 50)},
        {name: slider(name, 0, 100, 50) for name in "abcd"},
    ):
        ours = panel(controls, presets={"odd": {"a": 37}, "even": {"a": 38}})
        made = recording(ours)
        assert [preset["label"] for preset in made["presets"]] == ["odd", "even"]
        place = made["presets"][0]["place"]
        assert shown(made, place)[0] == ours.vectors(a=37).pieces


def test_a_control_may_say_which_values_meet_those_of_others():
    ours = panel({"a": slider("a", 0, 40, 20, exported=[11, 33]), "b": slider("b", 0, 40, 20)})
    places = places_of(recording(ours, frames=100))
    assert {(11, 0), (33, 0), (11, 40), (33, 40)} <= places
    made = recording(panel({"a": slider("a", 0, 9999, 50, exported=[10, 90])}), frames=2)
    assert {"10", "50", "90"} <= {*made["controls"][0]["texts"]}


def test_every_kind_of_control():
    made = recording(
        panel(
            {
                "share": slider("share", 0, 1, 0.3, step=0.01, percent=True),
                "ends": bounds("ends", 0, 1, (0.05, 0.95)),
                "rule": widgets.Dropdown(options=["old", "new"], value="new", description="rule"),
            }
        )
    )
    texts = [control["texts"] for control in made["controls"]]
    assert "30%" in texts[0]
    assert texts[1:] == [["0% to 100%", "5% to 95%"], ["old", "new"]]
    assert made["controls"][2]["start"] == 1


def test_equal_pictures_are_kept_once():
    still = Panel(lambda ax, m: ax.plot([0, 1]), {"m": slider("m", 1, 9, 4)}, caption="", words="x")
    store = unpacked(recording(still)["store"])
    assert (len(store["places"]), len(store["frames"])) == (9, 1)


def test_a_still_panel_has_one_frame():
    made = recording(Panel(lambda ax: ax.plot([0, 1]), caption="A line.", words="It rises."))
    assert (made["controls"], made["whole"]) == ([], True)
    assert len(unpacked(made["store"])["frames"]) == 1


def test_recording_leaves_the_panel_as_it_was():
    ours = panel({"m": slider("m", 1, 9, 4)})
    before = ours.now, ours.values
    recording(ours)
    assert (ours.now, ours.values) == before
    assert ours.figure.axes[0].lines[0].get_ydata().tolist() == [4]
