"""The film of a panel: every frame is what the panel itself draws, within the budget."""

import base64
import io

import ipywidgets as widgets
import numpy as np
import pytest
from PIL import Image

from combat.workbook import Panel, bounds, choice, slider, tick
from combat.workbook.frames import film


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
        alt=lambda **values: f"Alt {values}",
        below=lambda **values: f"Below {values}",
    )


def pixels(picture):
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))


def shown(made, place):
    picture, alt, caption, below = made["frames"][made["places"][place]]
    return pixels(base64.b64decode(made["images"][picture])), alt, caption, below


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
        picture, alt, caption, below = shown(made, place)
        assert (picture == pixels(frame.png)).all()
        assert (alt, caption, below) == (frame.alt, frame.caption, frame.below)


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
    size = sum(map(len, made["images"])) + sum(len(t) for f in made["frames"] for t in f[1:])
    # Three frames are the least that two sliders need: the present one, and one step of each.
    assert size <= most_bytes or len(made["frames"]) <= 3
    assert len(made["frames"]) < 150


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
    still = Panel(lambda ax, m: ax.plot([0, 1]), {"m": slider("m", 1, 9, 4)}, caption="", alt="x")
    made = film(still)
    assert (len(made["frames"]), len(made["images"])) == (9, 1)


def test_filming_leaves_the_panel_as_it_was():
    ours = panel({"m": slider("m", 1, 9, 4)})
    before = ours.now, ours.values
    film(ours)
    assert (ours.now, ours.values) == before
    assert ours.figure.axes[0].lines[0].get_ydata().tolist() == [4]
