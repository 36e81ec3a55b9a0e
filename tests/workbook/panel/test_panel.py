"""A panel: what a control, a preset, a drag or a click shows, and what a notebook is told."""

import io
import json
import time
from threading import Thread

import pandas as pd
import pytest
from PIL import Image

from combat.workbook import Answer, Guess, Panel, Table, bounds, charts, choice, slider, tick
from combat.workbook.panel.answer import html_of


def show(m, steep, other):
    if m == 13:
        raise ValueError("thirteen is <unlucky>")
    if m == 14:
        raise ZeroDivisionError("a fault")
    chance = pd.Series([0.1, m / 20], pd.Index([0, 10], name="attack"), name="rule")
    return Answer(
        f"It rises to {m / 20:.0%}.",
        charts.lines(chance, title="Chance to hit", mark="m"),
        charts.lines(10 * chance, title=f"Times {m}", percent=""),
        table=Table(pd.DataFrame({"m": [m]})),
        note="Exact.",
    )


@pytest.fixture
def panel():
    return Panel(
        show,
        m=slider("m", 1, 20, 5, unit="points"),
        steep=tick("steep"),
        other=tick("other"),
        groups={"more": ["steep", "other"]},
        presets={"high": {"m": 18, "steep": True}},
    )


def told(panel):
    """What the picture of the panel draws in JupyterLab."""
    return json.loads(panel._picture.told)


def counted(**controls):
    """A panel of whole sliders, and the list of what it was asked."""
    asked = []
    panel = Panel(
        lambda **values: asked.append(tuple(values.values())) or Answer(f"{values}"),
        presets={"both": {"m": 3, "n": 4}},
        m=slider("m", 1, 9, 1),
        n=slider("n", 1, 9, 1),
        **controls,
    )
    asked.clear()
    return panel, asked


def test_a_control_redraws_at_once(panel):
    assert (told(panel)["title"], told(panel)["note"]) == ("It rises to 25%.", "Exact.")
    before = panel.png()
    panel.controls["m"].value = 7
    assert told(panel)["charts"][0]["layers"][0]["columns"]["rule"] == [0.1, 0.35]
    assert told(panel)["charts"][0]["drag"] == {"at": 7, "control": "m"}
    assert ">7</td>" in told(panel)["table"]
    assert panel.png() != before


def test_a_preset_or_a_reset_moves_its_controls_in_one_drawing():
    panel, asked = counted(more=slider("more", 1, 9, 2))
    panel.presets.value = {"m": 3, "n": 4}
    panel.controls["more"].value = 5
    assert panel.presets.label == "choose …"
    panel.presets.value = {"m": 3, "n": 4}  # what it doesn't name goes to where it began
    reset = panel.widget.children[0].children[-1].children[0]
    reset.click()
    assert panel.presets.label == "choose …"
    assert asked == [(3, 4, 2), (3, 4, 5), (3, 4, 2), (1, 1, 2)]


def test_a_value_error_is_a_line_in_place_of_the_answer_another_is_raised_too(panel):
    panel.controls["m"].value = 13
    line = "thirteen is <unlucky>"
    assert told(panel) == {"title": line, "note": "", "table": "", "charts": []}
    assert "image/png" not in panel._repr_mimebundle_()[0]
    with pytest.raises(ZeroDivisionError):
        panel.controls["m"].value = 14
    assert told(panel) == {"error": "ZeroDivisionError: a fault"}
    assert not panel._picture.busy
    panel.controls["m"].value = 12
    assert told(panel)["title"] == "It rises to 60%."


def test_the_bundle_is_a_live_widget_a_picture_and_a_text(panel):
    data, metadata = panel._repr_mimebundle_()
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == panel.widget.model_id
    assert data["text/plain"] == "It rises to 25%. Exact."
    assert "text/html" not in data
    size = {"width": 1020, "height": 382}  # a line of 22 above the charts: the title
    assert Image.open(io.BytesIO(data["image/png"])).size == (1632, 611)  # 1.6 for one of a page
    assert metadata["image/png"] == size | {"alt": "It rises to 25%. Exact."}
    assert metadata["combat"] == {"settings": "m (points): 5", "guess": False}


def test_a_picture_is_as_large_as_it_is_said_or_as_its_rows_need():
    rows = charts.rows(pd.Series(0.5, [f"unit {at}" for at in range(30)], name="chance"))
    assert Panel(lambda: Answer("", rows)).size == pytest.approx((8.4, 8.2))
    assert Panel(lambda: Answer("", rows), size=(5, 3)).size == (5, 3)


def test_without_controls_it_is_a_picture_unless_it_follows_something():
    still = Panel(lambda: Answer("Still.", charts.path([0, 1], [0, 1])))
    assert set(still._repr_mimebundle_()[0]) == {"text/plain", "image/png"}
    assert "application/vnd.jupyter.widget-view+json" in still.follows()._repr_mimebundle_()[0]


def test_a_mark_is_dragged_to_the_nearest_value_and_moved_by_keys(panel):
    def moved(**how):
        panel._picture._asked(None, {"moved": {"control": "m", "value": 0, "by": 0} | how}, [])
        return panel.values["m"]

    assert [moved(value=at) for at in (7.4, -3, 99)] == [7, 1, 20]
    assert [moved(by=-1), moved(by=-1), moved(by=1)] == [19, 18, 19]
    assert told(panel)["title"] == "It rises to 95%."


def test_a_click_on_a_cell_moves_the_other_panel_once():
    names = ["Imp", "Ogre"]
    opened, asked = counted(who=choice("who", names), whom=choice("whom", names))
    cells = pd.DataFrame(0.5, names, names)
    table = Panel(lambda: Answer("All.", charts.heat(cells, opens=("who", "whom"))), opens=opened)
    table._picture._asked(None, {"picked": ["Ogre", "Imp"]}, [])
    assert asked == [(1, 1, "Ogre", "Imp")]


def test_a_link_of_the_text_moves_what_it_names_once_or_says_what_is_not_there():
    panel, asked = counted(who=choice("who", ["Imp", "Dark Adept"]), on=tick("on"))
    assert panel._picture.names == ["m", "n", "who", "on"]
    panel._picture._asked(None, {"tried": {"who": "Dark Adept", "on": "yes"}}, [])
    assert asked == [(1, 1, "Dark Adept", True)]
    for settings, said in (
        ({"who": "Elf"}, "'who' has no 'Elf': it has Imp, Dark Adept"),
        ({"m": "9", "on": "perhaps"}, "'on' has no 'perhaps': it has no, yes"),
    ):
        panel._picture._asked(None, {"tried": settings}, [])
        assert said in panel._said.value
    assert len(asked) == 1


def test_another_answer_can_be_asked_for_and_nothing_moves(panel):
    assert panel.answered(m=10).title == "It rises to 50%."
    assert panel.answered(m=13).title == "thirteen is <unlucky>"
    assert (panel.values["m"], told(panel)["title"]) == (5, "It rises to 25%.")
    with pytest.raises(KeyError, match="no control named n: this panel has m, steep, other"):
        panel.answered(n=3)


def test_fresh_controls_keep_values_that_are_still_offered():
    panel, asked = counted(who=choice("who", ["Imp", "Ogre"], "Ogre"))
    panel.set(m=8, n=7)
    fresh = {"m": slider("m", 1, 7, 2), "n": slider("attack", 5, 20, 6)}
    panel.renew(fresh | {"who": choice("who", ["Elf", "Ogre"])})
    assert asked[1:] == [(2, 7, "Ogre")]
    assert (panel.controls["n"].description, panel.controls["n"].max) == ("attack", 20)
    panel.reset()
    assert asked[-1] == (2, 6, "Elf")


def test_other_controls_take_the_place_of_the_old_ones_and_a_guess_is_dropped():
    panel = Panel(
        lambda **values: Answer(f"{values}"), guess=Guess("How?", 0.5), m=slider("m", 1, 9, 1)
    )
    panel.renew({"k": tick("k")})
    assert repr(panel) == "{'k': False}"
    panel.controls["k"].value = True
    assert repr(panel) == "{'k': True}"
    (box,) = panel.widget.children
    assert box.layout.display is None


def test_groups_fold_their_controls_away(panel):
    fold = panel.widget.children[0].children[1]
    assert (fold.titles, fold.selected_index) == (("more",), None)
    inside = (panel.controls["steep"], panel.controls["other"])
    assert fold.children[0].children[0].children == inside
    with pytest.raises(KeyError, match="no control named n: this panel has m"):
        Panel(show, m=slider("m", 1, 20, 5), steep=tick(""), other=tick(""), groups={"": ["n"]})


def test_settings_say_each_kind_of_control_and_what_is_folded_only_where_it_was_moved():
    panel = Panel(
        lambda **values: Answer(f"{values}"),
        share=slider("share", 0, 1, 0.25, step=0.05, percent=True),
        fine=slider("fine", -1, 1, -0.25, step=0.005, percent=True),
        ends=bounds("ends", 0, 1, (0.1, 0.9)),
        rule=choice("rule", {"old": 1, "new": 2}),
        on=tick("on"),
        length=slider("length", 0, 2, 0.5, step=0.25),
        groups={"more": ["length"]},
    )
    shown = "share: 25% · fine: −25.0% · ends: 10% to 90% · rule: old"
    assert panel.settings == shown
    panel.set(on=True, length=1.5)
    assert panel.settings == f"{shown} · on · length: 1.50"


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_the_picture_can_be_saved_as_it_is_now(panel, kind, tmp_path):
    panel.controls["m"].value = 9
    content = panel.save(tmp_path / "slides" / f"picture.{kind}").read_bytes()
    assert content.startswith({"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[kind])
    assert kind != "svg" or panel.answer.title.split()[0].encode() in content
    panel.controls["m"].value = 10
    assert len(panel.save(tmp_path / f"other.{kind}").read_bytes()) > 5000
    with pytest.raises(ValueError, match=r"'p.gif' is not known: .* \.png, \.svg, \.pdf"):
        panel.save("p.gif")


def test_the_data_button_saves_the_numbers_as_they_are_now(panel, tmp_path, monkeypatch):
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    panel.controls["m"].value = 10
    _, data, said = panel.widget.children[0].children[-1].children
    data.click()
    assert "build/chance-to-hit.csv and build/times-10.csv" in said.value
    assert (
        tmp_path / "build" / "chance-to-hit.csv"
    ).read_bytes() == b"attack,rule\n0,0.1\n10,0.5\n"
    panel.controls["m"].value = 6
    assert said.value == ""


def test_numbers_that_cannot_be_saved_are_told_in_one_line(panel, tmp_path, monkeypatch):
    (tmp_path / "build").write_text("a file where the folder should be")
    monkeypatch.chdir(tmp_path)
    assert panel.save_data() == []
    assert "the numbers can't be saved: " in panel._said.value


def test_threads_ask_one_after_the_other_and_the_last_answer_is_shown():
    """JupyterLab sends the messages of sliders to two threads of the kernel."""
    inside, most, busy = [], [], []

    def slow(**values):
        inside.append(values)
        most.append(len(inside))
        busy.append(moved._picture.busy if len(most) > 1 else True)
        time.sleep(0.002)
        inside.pop()
        return Answer(f"{values}")

    moved = Panel(slow, **{name: slider(name, 0, 9, 3) for name in "abcd"})

    def move(name):
        for value in (0, 9, 1, 8, 7):
            moved.controls[name].value = value

    threads = [Thread(target=move, args=[name]) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert max(most) == 1
    assert all(busy)
    assert not moved._picture.busy
    assert told(moved)["title"] == str(dict.fromkeys("abcd", 7))


def test_numbers_have_a_true_minus_and_texts_are_no_markup():
    answer = Answer("-4", table="-5 < 6", note="to -3")
    assert (answer.title, answer.note) == ("−4", "to −3")
    assert html_of(answer.table) == "<p>−5 &lt; 6</p>"


def test_a_slider_refuses_a_value_beyond_its_ends():
    with pytest.raises(ValueError, match=r"value = 300 .* 'defense' goes from 1 to 100"):
        slider("defense", 1, 100, 300)
