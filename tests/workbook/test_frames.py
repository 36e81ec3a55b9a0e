"""The film of a panel: every frame is what the panel itself draws, within the budget."""

import base64
import io

import ipywidgets as widgets
import numpy as np
import pandas as pd
import pytest
from PIL import Image

from combat.workbook import Panel, bounds, charts, choice, slider, tick
from combat.workbook.frames import FilmError, film


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


def pixels(picture):
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))


def shown(made, place):
    picture, words, caption, below, _ = made["frames"][made["places"][place]]
    return pixels(base64.b64decode(made["images"][picture])), words, caption, below


def test_a_small_grid_is_filmed_whole_and_each_frame_is_the_panels_own():
    ours = panel(
        {
            "m": slider("m", 1, 9, 4),
            "side": choice("side", ["left", "right"]),
            "steep": tick("steep"),
        }
    )
    made = film(ours)
    assert not made["single"]
    assert [dial["kind"] for dial in made["dials"]] == ["range", "list", "box"]
    assert made["dials"][0]["texts"] == [str(m) for m in range(1, 10)]
    assert len(made["frames"]) == 9 * 2 * 2
    for place, values in {
        "0,0,0": {"m": 1, "side": "left", "steep": False},
        "8,1,1": {"m": 9, "side": "right", "steep": True},
        "3,0,0": {"m": 4, "side": "left", "steep": False},
    }.items():
        frame = ours.frame(**values)
        picture, words, caption, below = shown(made, place)
        assert (picture == pixels(frame.png)).all()
        assert (words, caption, below) == (frame.words, frame.caption, frame.below)


def test_beyond_the_budget_the_controls_vary_one_at_a_time():
    ours = panel({name: slider(name, 0, 100, 50) for name in "abcd"})
    made = film(ours)
    assert made["single"]
    assert 90 < len(made["frames"]) <= 150
    start = ",".join(str(dial["start"]) for dial in made["dials"])
    assert (shown(made, start)[0] == pixels(ours.frame().png)).all()
    last = len(made["dials"][0]["texts"]) - 1
    assert "'a': 100, 'b': 50" in shown(made, f"{last}{start[start.index(',') :]}")[1]
    assert made["dials"][0]["texts"][0] == "0"
    assert made["dials"][0]["texts"][last] == "100"


@pytest.mark.parametrize("most_bytes", [200_000, 60_000, 1000])
def test_a_film_stays_within_its_bytes(most_bytes):
    made = film(panel({"a": slider("a", 0, 100, 50), "b": slider("b", 0, 100, 50)}), most_bytes)
    size = sum(map(len, made["images"])) + sum(len(t) for f in made["frames"] for t in f[1:4])
    # Three frames are the least that two sliders need: the present one, and one step of each.
    assert size <= most_bytes or len(made["frames"]) <= 3
    assert len(made["frames"]) < 150


@pytest.mark.parametrize("start", [1, 6, 3])
def test_no_value_of_a_short_slider_is_lost_wherever_it_starts(start):
    made = film(panel({"distance": slider("distance", 1, 6, start)}))
    assert made["dials"][0]["texts"] == ["1", "2", "3", "4", "5", "6"]
    wide = film(panel({"distance": slider("distance", 0, 1000, 1000 if start == 6 else start)}))
    assert len(wide["dials"][0]["texts"]) == 15


def test_controls_that_change_no_picture_do_not_count_as_pictures():
    # 5 x 5 x 3 x 2 values, but five pictures: the words alone follow the other controls.
    ours = Panel(
        lambda ax, height: ax.imshow(np.random.default_rng(height).random((80, 80))),
        {
            "height": slider("height", 1, 5, 3),
            "other": slider("other", 1, 5, 3),
            "kind": choice("kind", ["a", "b", "c"]),
            "more": tick("more"),
        },
        size=(4, 3),
        caption="Noise.",
        words=lambda **values: f"{values}",
    )
    made = film(ours)
    assert not made["single"]
    assert (len(made["frames"]), len(made["images"])) == (150, 5)
    assert len(made["images"][0]) * 150 > 3_000_000


def test_a_value_that_cannot_be_drawn_is_named_in_one_line():
    ours = Panel(
        lambda ax, m, side: ax.plot([0, 1 / (m - 7)]),
        {"m": slider("m", 1, 9, 4, unit="points"), "side": choice("side", ["left", "right"])},
        caption="A line.",
        words="It rises.",
    )
    with pytest.raises(FilmError) as raised:
        film(ours)
    told = 'the figure "A line." can\'t be drawn at m (points): 7 (ZeroDivisionError: '
    assert str(raised.value) == told + "division by zero)"


def test_a_chart_brings_its_numbers_and_equal_columns_are_kept_once():
    ours = Panel(
        charts.lines(lambda m: pd.DataFrame({"fixed": [0.5, 0.25], "moved": [m / 10, 0]})),
        {"m": slider("m", 1, 9, 4)},
        caption="Two lines.",
        words="They move.",
    )
    made = film(ours)
    assert made["files"] == ["two-lines.csv"]
    assert len(made["columns"]) == 2 + 9  # the index, the fixed one, nine that move
    ((title, every, columns),) = made["frames"][8][4]
    assert (title, every) == ("Two lines.", 1)
    assert [name for name, _, _ in columns] == ["row", "fixed", "moved"]
    assert [made["columns"][at] for _, at, _ in columns] == [[0, 1], [0.5, 0.25], [0.9, 0.0]]
    assert [percent for *_, percent in columns] == [0, 1, 1]


def test_folded_controls_are_told_with_their_group():
    ours = Panel(
        draw,
        {"a": slider("a", 1, 3, 2), "b": tick("b")},
        groups={"more": ["b"]},
        caption="A line.",
        words="It rises.",
    )
    assert [dial["group"] for dial in film(ours)["dials"]] == ["", "more"]


def test_presets_have_their_frames():
    for controls in (
        {"a": slider("a", 0, 100, 50)},
        {name: slider(name, 0, 100, 50) for name in "abcd"},
    ):
        ours = panel(controls, presets={"odd": {"a": 37}, "even": {"a": 38}})
        made = film(ours)
        assert [preset["label"] for preset in made["presets"]] == ["odd", "even"]
        place = ",".join(map(str, made["presets"][0]["place"]))
        assert (shown(made, place)[0] == pixels(ours.frame(a=37).png)).all()


def test_a_control_may_say_which_values_are_exported():
    made = film(panel({"a": slider("a", 0, 100, 50, exported=[10, 90])}))
    assert made["dials"][0]["texts"] == ["10", "50", "90"]
    assert made["dials"][0]["start"] == 1


def test_every_kind_of_control():
    made = film(
        panel(
            {
                "share": slider("share", 0, 1, 0.3, step=0.01, percent=True),
                "ends": bounds("ends", 0, 1, (0.05, 0.95)),
                "rule": widgets.Dropdown(options=["old", "new"], value="new", description="rule"),
            }
        )
    )
    texts = [dial["texts"] for dial in made["dials"]]
    assert "30%" in texts[0]
    assert texts[1:] == [["0% to 100%", "5% to 95%"], ["old", "new"]]
    assert made["dials"][2]["start"] == 1


def test_equal_pictures_are_kept_once():
    still = Panel(lambda ax, m: ax.plot([0, 1]), {"m": slider("m", 1, 9, 4)}, caption="", words="x")
    made = film(still)
    assert (len(made["frames"]), len(made["images"])) == (9, 1)


def test_filming_leaves_the_panel_as_it_was():
    ours = panel({"m": slider("m", 1, 9, 4)})
    before = ours.now, ours.values
    film(ours)
    assert (ours.now, ours.values) == before
    assert ours.figure.axes[0].lines[0].get_ydata().tolist() == [4]
