import io
import json
import time
from threading import Thread

import ipywidgets as widgets
import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from PIL import Image

from combat.workbook import Panel, Table, bounds, charts, choice, slider, tick
from combat.workbook.panel.title import parted


def line(ax, m, steep=False):
    if m == 13:
        raise ValueError("thirteen <is> unlucky\nand this is a second line")
    x = np.linspace(0, 1, 50)
    ax.plot(x, x * m * (2 if steep else 1), label=f"m = {m}")
    top = 20 if m < 10 else 40
    ax.set(xlim=(0, 1), ylim=(0, top), yticks=[0, top / 2, top], xlabel="x", title=f"up to {m}")
    ax.legend()


@pytest.fixture
def panel():
    return Panel(
        line,
        {"m": slider("m", 1, 20, 5, unit="points"), "steep": tick("steep")},
        caption="A line.",
        words=lambda m, steep: f"A line that rises to {m}.",
        table=lambda m, steep: Table(pd.DataFrame({"m": [m]})),
    )


def heights(panel):
    return panel.figure.axes[0].lines[0].get_ydata().max()


def shown_in(panel):
    """The picture that the panel's widget sends."""
    shown = json.loads(panel.widget.children[2].shown)
    return "".join(shown["pieces"][piece] for piece in shown["frames"][0]["pieces"])


def test_it_draws_its_defaults(panel):
    assert heights(panel) == 5
    assert panel.values == {"m": 5, "steep": False}
    assert panel.presets not in panel.widget.children[0].children  # as it has none
    picture = Image.open(io.BytesIO(panel.png()))
    assert picture.size == (1312, 608)
    assert picture.convert("RGB").getpixel((0, 0)) == (255, 255, 255)  # on white


def test_a_control_redraws_at_once(panel):
    before = panel.png()
    panel.controls["m"].value = 7
    assert heights(panel) == 7
    assert panel.png() != before
    assert panel.now.words == "A line that rises to 7."
    assert "A line that rises to 7." in panel.widget.children[2].shown
    assert ">7</td>" in panel.widget.children[-1].value


def test_reset_restores_the_defaults_in_one_drawing(panel, monkeypatch):
    first = panel.png()
    panel.controls["m"].value = 7
    panel.controls["steep"].value = True
    drawn = []
    monkeypatch.setattr(
        panel, "_shown", lambda ax, **values: (drawn.append(values), line(ax, **values))
    )
    button = panel.widget.children[0].children[-1].children[0]
    button.click()
    assert drawn == [{"m": 5, "steep": False}]
    assert panel.png() == first


def test_an_error_is_shown_in_one_line_and_raised(panel):
    before = panel.png()
    with pytest.raises(ValueError, match="unlucky"):
        panel.controls["m"].value = 13
    shown = panel.widget.children[1].value
    assert "ValueError: thirteen &lt;is&gt; unlucky</p>" in shown
    assert "second line" not in shown
    assert panel.png() == before
    panel.controls["m"].value = 12
    assert panel.widget.children[1].value == ""
    assert heights(panel) == 12


def test_the_bundle_is_a_live_widget_and_a_picture(panel):
    data, metadata = panel._repr_mimebundle_()
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == panel.widget.model_id
    assert data["image/png"].startswith(b"\x89PNG")
    assert data["text/plain"] == "A line. A line that rises to 5."
    assert metadata["image/png"] == {"width": 820, "height": 380, "alt": "A line that rises to 5."}
    assert metadata["combat"]["settings"] == "m (points): 5"
    panel.controls["steep"].value = True
    assert panel.settings == "m (points): 5 · steep"
    assert "<td" in metadata["combat"]["below"]


def test_without_controls_it_is_a_still_figure():
    still = Panel(lambda ax: ax.plot([0, 1]), caption=lambda: "Still.", words="A line.")
    data, _ = still._repr_mimebundle_()
    assert set(data) == {"text/plain", "image/png"}
    assert repr(still) == "Still. A line."


def test_a_frame_leaves_the_controls_alone(panel):
    frame = panel.vectors(m=9)
    assert panel.values["m"] == 5
    panel.controls["m"].value = 9
    assert frame == panel.now
    with pytest.raises(KeyError, match="no control named n: this panel has m, steep"):
        panel.frame(n=3)


@pytest.mark.parametrize("m", [5, 9, 12])
def test_a_panel_that_was_moved_draws_what_a_fresh_one_draws(panel, m):
    # The kept frame must not outlive the limits and titles it was drawn for.
    for value in (3, 15, m):
        panel.controls["m"].value = value
    fresh = Panel(line, {"m": slider("m", 1, 20, m), "steep": tick("steep")}, caption="", words="")
    assert panel.png() == fresh.png()


def test_color_maps_keep_their_colors():
    ramp = np.linspace(0, 1, 400)[None]
    still = Panel(lambda ax: ax.imshow(ramp, aspect="auto", cmap="PuOr"), caption="", words="")
    assert Image.open(io.BytesIO(still.png())).mode == "RGB"


def test_drawing_leaves_the_plotting_defaults_alone(panel):
    before = dict(mpl.rcParams)
    panel.controls["m"].value = 8
    assert dict(mpl.rcParams) == before


def test_several_axes_and_every_kind_of_control():
    seen = {}

    def draw(axes, **values):
        seen.update(values)
        axes[0].bar([0], [1])
        axes[1].text(0, 0, "word")

    panel = Panel(
        draw,
        {
            "share": slider("share", 0, 1, 0.25, step=0.05, percent=True),
            "fine": slider("fine", 0, 1, 0.25, step=0.005, percent=True),
            "length": slider("length", 0, 2, 0.5, step=0.25),
            "width": slider("width", 0, 2, 0.5, step=0.5),
            "depth": slider("depth", 0, 2, 0.5, step=0.05),
            "ends": bounds("ends", 0, 1, (0.1, 0.9)),
            "rule": choice("rule", {"old": 1, "new": 2}),
            "side": choice("side", ["left", "right"], "right"),
        },
        columns=2,
        width_ratios=[3, 1],
        caption="",
        words="",
    )
    assert seen == panel.values
    assert panel.settings == (
        "share: 25% · fine: 25.0% · length: 0.50 · width: 0.5 · "
        "depth: 0.50 · ends: 10% to 90% · rule: old · side: right"
    )
    panel.controls["rule"].value = 2
    assert seen["rule"] == 2
    assert len(panel.axes[0].patches) == 1
    assert isinstance(panel.controls["length"], widgets.FloatSlider)


def test_a_preset_moves_its_controls_in_one_drawing():
    drawn = []
    panel = Panel(
        lambda ax, m, n: drawn.append((m, n)),
        {"m": slider("m", 1, 9, 1), "n": slider("n", 1, 9, 1)},
        presets={"both": {"m": 3, "n": 4}},
        caption="",
        words="",
    )
    assert panel.presets in panel.widget.children[0].children[0].children
    panel.presets.value = {"m": 3, "n": 4}
    assert drawn == [(1, 1), (3, 4)]
    panel.controls["m"].value = 5
    assert panel.presets.label == "choose …"
    panel.presets.value = {"m": 3, "n": 4}
    panel.reset()
    assert panel.presets.label == "choose …"
    assert drawn == [(1, 1), (3, 4), (5, 4), (3, 4), (1, 1)]


def test_numbers_have_a_true_minus():
    panel = Panel(lambda ax: None, caption="to -3", words="-4", table=lambda: "-5")
    assert (panel.now.caption, panel.now.words, panel.now.below) == ("to −3", "−4", "<p>−5</p>")


@pytest.mark.parametrize(
    "change",
    [
        {"ylim": (0, 2)},
        {"xlim": (0, 2)},
        {"title": "another"},
        {"xlabel": "other"},
        {"ylabel": "other"},
        {"xscale": "symlog"},
        {"yticks": [0, 1]},
        {"yticklabels": ["a", "b", "c"]},
    ],
)
def test_a_kept_frame_is_given_up_when_one_thing_of_it_changes(change):
    usual = {
        "xlim": (0, 1),
        "ylim": (0, 1),
        "xscale": "linear",
        "title": "one",
        "xlabel": "x",
        "ylabel": "y",
        "xticks": [0, 1],
        "yticks": [0, 0.5, 1],
        "yticklabels": ["0", "½", "1"],
    }
    if "yticks" in change:
        change = {**change, "yticklabels": ["0", "1"]}

    def draw(ax, changed):
        ax.plot([0, 1])
        ax.set(**{**usual, **(change if changed else {})})

    moved = Panel(draw, {"changed": tick("changed")}, caption="", words="")
    before = moved.png()
    moved.controls["changed"].value = True
    # Drawn whole: the kept frame thrown away by hand.
    kept = moved.png()
    moved._canvas._frames_of = None
    moved.redraw()
    assert kept == moved.png() != before


def test_bars_are_forgotten_before_the_next_drawing():
    def draw(ax, height):
        ax.bar([0, 1], [height, 2], label="bars")
        ax.errorbar([0], [height], yerr=[1], label="whiskers")
        ax.legend()

    panel = Panel(draw, {"height": slider("height", 1, 9, 3)}, caption="Bars", words="Two bars")
    panel.controls["height"].value = 5
    panel.controls["height"].value = 7
    assert [text.get_text() for text in panel.axes.get_legend().get_texts()] == ["bars", "whiskers"]


def test_a_slow_drawing_says_that_it_is_on_its_way(monkeypatch):
    monkeypatch.setattr("combat.workbook.panel.busy.BUSY_AFTER", 0.01)
    said = []

    def slow(ax, m):
        for _ in range(500 if m > 3 else 0):  # until it is said, five seconds at most
            time.sleep(0.01)
            said.append(panel.widget.children[2].waiting)
            if "computing …" in said[-1]:
                break

    panel = Panel(
        slow, {"m": slider("m", 1, 9, 3)}, caption="A bar.", words="A bar of some height."
    )
    panel.controls["m"].value = 7
    assert "computing …" in said[-1]
    assert panel.widget.children[2].waiting == ""


def test_threads_draw_one_after_the_other_and_the_last_word_is_shown():
    """JupyterLab sends the messages of sliders to two threads of the kernel."""
    inside, most = [], []

    def draw(axes, **values):
        inside.append(values)
        most.append(len(inside))
        for ax in axes:
            time.sleep(0.002)
            ax.plot([0, 1], [0, sum(values.values())])
            ax.set(title=f"{values}", ylim=(0, 40))
        inside.pop()

    def panel(**values):
        return Panel(
            draw,
            {name: slider(name, 0, 9, values.get(name, 3)) for name in "abcd"},
            columns=2,
            caption="",
            words=lambda **values: f"{values}",
        )

    moved = panel()

    def move(name):
        for value in (0, 9, 1, 8, 7):
            moved.controls[name].value = value

    threads = [Thread(target=move, args=[name]) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert max(most) == 1
    assert moved.values == dict.fromkeys("abcd", 7)
    assert moved.png() == panel(a=7, b=7, c=7, d=7).png()
    assert shown_in(moved) == "".join(moved.now.pieces)


def test_a_slider_refuses_a_value_beyond_its_ends():
    with pytest.raises(ValueError, match=r"value = 300 .* 'defense' goes from 1 to 100"):
        slider("defense", 1, 100, 300)


def chances(m):
    return pd.DataFrame({"rule": [0.1, m / 20]}, pd.Index([0, 10], name="attack"))


@pytest.fixture
def charted():
    return Panel(
        [
            charts.lines(chances, title="Chance to hit"),
            charts.lines(lambda m: 10 * chances(m), title=lambda m: f"Times {m}", percent=""),
        ],
        {"m": slider("m", 1, 20, 5), "steep": tick("steep"), "other": tick("other")},
        groups={"more": ["steep", "other"]},
        caption="Two charts.",
        words=lambda m: f"It rises to {m / 20:.0%}.",
    )


def test_the_numbers_of_the_picture_follow_its_controls(charted):
    charted.controls["m"].value = 10
    first, second = charted.now.data
    assert (first.title, second.title) == ("Chance to hit", "Times 10")
    assert (first.percent, second.percent) == (True, False)
    assert first.frame["rule"].tolist() == [0.1, 0.5]
    assert second.csv() == "attack,rule\n0,1\n10,5\n"


def test_the_data_button_saves_them_and_says_where(charted, tmp_path, monkeypatch):
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    reset, data, said = charted.widget.children[0].children[-1].children
    assert (reset.description, data.description) == ("Reset", "Data")
    data.click()
    assert "build/chance-to-hit.csv and build/times-5.csv" in said.value
    saved = pd.read_csv(tmp_path / "build" / "chance-to-hit.csv")
    assert saved.to_dict("list") == {"attack": [0, 10], "rule": [0.1, 0.25]}
    charted.controls["m"].value = 6
    assert said.value == ""


def test_numbers_that_cannot_be_saved_are_told_in_one_line(charted, tmp_path, monkeypatch):
    (tmp_path / "build").write_text("a file where the folder should be")
    monkeypatch.chdir(tmp_path)
    assert charted.save_data() == []
    assert "the numbers can&#x27;t be saved: " in charted.widget.children[1].value


def test_a_plain_drawing_has_no_numbers_and_no_button_for_them(panel):
    assert panel.now.data == []
    assert [button.description for button in panel.widget.children[0].children[-1].children] == [
        "Reset"
    ]


def test_groups_fold_their_controls_away(charted, panel):
    fold = charted.widget.children[0].children[1]
    assert (fold.titles, fold.selected_index) == (("more",), None)
    assert fold.children[0].children[0].children == tuple(
        charted.controls[name] for name in ("steep", "other")
    )
    with pytest.raises(KeyError, match="a group names n: this panel has m"):
        Panel(line, {"m": slider("m", 1, 20, 5)}, groups={"more": ["n"]}, caption="", words="")


def test_what_is_folded_away_is_told_only_where_it_was_moved():
    controls = {name: slider(name, 0, 9, 4) for name in "abc"}
    ours = Panel(
        lambda ax, **values: None, controls, groups={"more": ["b", "c"]}, caption="", words=""
    )
    assert ours.settings == "a: 4"
    ours.controls["c"].value = 5
    assert ours.settings == "a: 4 · c: 5"


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_the_picture_can_be_saved_as_it_is_now(charted, kind, tmp_path):
    charted.controls["m"].value = 9
    before = charted.png()
    path = charted.save(tmp_path / "slides" / f"picture.{kind}")
    content = path.read_bytes()
    assert content.startswith({"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[kind])
    assert charted.save(tmp_path / f"again.{kind}").stat().st_size == len(content)
    charted.redraw()
    assert charted.png() == before
    with pytest.raises(ValueError, match=r"'p.gif' is not known: .* \.png, \.svg, \.pdf"):
        charted.save("p.gif")


def test_a_saved_picture_is_laid_out_properly(panel, tmp_path, monkeypatch):
    """The label under the axis stands below the ticks, as saving the panel's own figure fails to.

    Found out from what is saved: the figure that `save` makes.
    """
    made = []
    monkeypatch.setattr(
        "matplotlib.figure.Figure.savefig",
        lambda figure, path, **_how: (figure.draw_without_rendering(), made.append(figure)),
    )
    panel.save(tmp_path / "picture.svg")
    ax = made[0].axes[0]
    ticks = min(label.get_window_extent().y0 for label in ax.get_xticklabels())
    assert ax.xaxis.label.get_window_extent().y1 <= ticks + 1


def test_a_title_is_the_first_sentence_whatever_points_stand_in_numbers():
    title = "Attack {attack} hits in 7.5%."
    assert parted(f"{title} The curve is flat.") == (title, "The curve is flat.")
    assert parted("No stop") == ("No stop", "")
