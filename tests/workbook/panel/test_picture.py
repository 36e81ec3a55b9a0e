"""The picture of a panel in JupyterLab: what it shows, and what a hand on it moves."""

import json

import pandas as pd
import pytest

from combat.workbook import Panel, charts, choice, slider


def line(m):
    if m == 13:
        raise ValueError("unlucky")
    return pd.Series([0.0, m / 20], pd.Index([0, 20], name="attack"), name="chance")


@pytest.fixture
def panel():
    return Panel(
        charts.lines(line, mark="m"),
        {"m": slider("m", 0, 20, 5), "side": choice("side", ["left", "right"])},
        caption="A line.",
        words=lambda m: f"It rises to {m}.",
        presets={"steep": {"m": 18}},
    )


def picture_of(panel):
    (found,) = (one for one in panel.widget.children if hasattr(one, "shown"))
    return found


def asked(picture, values, monkeypatch):
    """What the picture sends back when a page asks for these values."""
    sent = []
    monkeypatch.setattr(picture, "send", sent.append)
    picture._handle_custom_msg(values, [])
    return sent


def test_it_shows_the_present_frame_with_its_words_and_numbers(panel):
    panel.controls["m"].value = 8
    shown = json.loads(picture_of(panel).shown)
    (frame,) = shown["frames"]
    assert [shown["pieces"][piece] for piece in frame["pieces"]] == [*panel.now.pieces]
    assert shown["texts"][frame["words"]] == "It rises to 8."
    assert [0, 8 / 20] in shown["columns"]
    assert shown["plots"][frame["plots"][0]]["drags"] == "m"


@pytest.mark.parametrize(("to", "m"), [(7.4, 7), (-3, 0), (99, 20)])
def test_dragging_moves_a_slider_to_its_nearest_value(panel, to, m, monkeypatch):
    assert asked(picture_of(panel), {"m": to}, monkeypatch) == [{}]
    assert panel.values["m"] == m
    assert panel.now.words == f"It rises to {m}."


@pytest.mark.parametrize(("by", "m"), [(1, 6), (-2, 3), (99, 20)])
def test_a_key_moves_a_slider_by_its_steps(panel, by, m, monkeypatch):
    panel.controls["m"].value = 5
    assert asked(picture_of(panel), {"m": {"by": by}}, monkeypatch) == [{}]
    assert panel.values["m"] == m


def test_a_preset_is_left_by_dragging(panel, monkeypatch):
    panel.presets.value = {"m": 18}
    assert panel.values["m"] == 18
    asked(picture_of(panel), {"m": 4}, monkeypatch)
    assert panel.values["m"] == 4
    assert panel.presets.value == ""


def test_several_controls_move_in_one_drawing(panel, monkeypatch):
    drawn = []
    monkeypatch.setattr(panel, "_show", drawn.append)
    asked(picture_of(panel), {"m": 9, "side": "right"}, monkeypatch)
    assert panel.values == {"m": 9, "side": "right"}
    assert len(drawn) == 1
    asked(picture_of(panel), {"m": 9.2, "side": "nowhere"}, monkeypatch)  # nothing new
    assert len(drawn) == 1


def test_it_answers_when_the_drawing_fails_too(panel, monkeypatch):
    sent = []
    monkeypatch.setattr(picture_of(panel), "send", sent.append)
    with pytest.raises(ValueError, match="unlucky"):
        picture_of(panel)._asked(None, {"m": 13}, [])
    assert sent == [{}]


def test_a_slow_control_waits_until_it_is_let_go():
    slow = Panel(
        charts.lines(line, mark="m"),
        {"m": slider("m", 0, 12, 5, live=False), "n": slider("n", 0, 9, 5)},
        caption="A line.",
        words="It rises.",
    )
    assert picture_of(slow).slow == ["m"]


def test_a_cell_opens_another_panel(panel, monkeypatch):
    table = pd.DataFrame([[1.0, 0.5]], ["left"], ["4", "9"])
    heat = charts.heat(table, picks=("side", "m"))
    whole = Panel(heat, caption="All.", words="Against all.", opens=panel)
    looked = []
    monkeypatch.setattr(picture_of(panel), "send", looked.append)
    assert asked(picture_of(whole), {"side": "right", "m": "9"}, monkeypatch) == [{}]
    assert panel.values == {"m": 9, "side": "right"}
    assert looked == [{"look": True}]


def test_the_png_is_of_the_last_good_drawing(panel):
    panel.controls["m"].value = 8
    before = panel.png()
    with pytest.raises(ValueError, match="unlucky"):
        panel.controls["m"].value = 13
    assert panel.png() == before
    panel.frame(m=2)
    assert panel.png() == before


def test_the_first_picture_knows_where_its_axes_lie(panel):
    (first,) = panel.now.plots
    (later,) = panel.vectors().plots
    assert first["box"] == later["box"]
