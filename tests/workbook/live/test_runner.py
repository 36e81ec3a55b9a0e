"""The cells of a notebook, run for a page."""

import pytest

from combat.workbook import Panel, bounds, choice, slider, tick
from combat.workbook.live.runner import Runner, fault
from combat.workbook.panel.exported import exported_controls

CELLS = [
    "from combat.workbook import Panel, Upload, bounds, choice, slider, tick\nimport pandas as pd",
    "def line(ax, m, ends, steep):\n    ax.plot([0, 1 / (m - 3)], ends)",
    "Panel(line, {'m': slider('m', 1, 9, 2), 'ends': bounds('ends', 0, 1, (0.05, 0.95)),\n"
    "             'steep': tick('steep')},\n"
    "      caption='A line.', words=lambda m: f'It rises to {m}.',\n"
    "      presets={'high': {'m': 8, 'ends': (0.1, 0.2)}})",
    "display(Panel(lambda ax: ax.plot([0, 1]), caption='Still.', words='Still.'))\n'no figure'",
    "import io\n"
    "def read(source, name):\n"
    "    found = pd.read_csv(io.BytesIO(source))\n"
    "    if 'attack' not in found:\n"
    "        raise ValueError(f'{name} has no column attack')\n"
    "    return found",
    "Upload(lambda source, name: pd.DataFrame({'attack': [1]}) if name == 'pairs.csv' else"
    " read(source, name), 'data/tome/pairs.csv', caption='Attacks')",
]


@pytest.fixture(scope="module")
def runner():
    runner = Runner(CELLS)
    runner.described = [runner.run(at) for at in range(len(CELLS))]
    return runner


def test_figures_and_uploads_are_counted_as_on_the_page(runner):
    found = [(one["kind"], one["number"]) for shown in runner.described for one in shown]
    assert found == [("figure", 1), ("figure", 2), ("upload", 1)]


def test_every_value_of_every_control_is_there(runner):
    m, ends, steep = runner.described[2][0]["controls"]
    assert m["texts"] == [str(value) for value in range(1, 10)]
    assert (ends["kind"], len(ends["texts"]), ends["start"]) == ("span", 101, (5, 95))
    assert steep["kind"] == "box"
    assert runner.described[2][0]["presets"] == [{"label": "high", "place": (7, (10, 20), 0)}]


def test_a_frame_is_what_the_panel_draws(runner):
    panel = runner.figures[0][0]
    said = runner.frame(1, [7, [10, 20], 1])
    frame = panel.vectors(m=8, ends=(0.1, 0.2), steep=True)
    drawn, texts = said["frames"][0], said["texts"]
    assert [said["pieces"][piece] for piece in drawn["pieces"]] == list(frame.pieces)
    assert (texts[drawn["words"]], texts[drawn["caption"]]) == ("It rises to 8.", "A line.")
    assert panel.values["m"] == 2  # no control moves


def test_what_can_not_be_drawn_is_raised(runner):
    with pytest.raises(ZeroDivisionError):
        runner.frame(1, [2, [0, 1], 0])


def test_a_file_is_read_or_its_fault_is_told(runner):
    ((fault_told, html),) = runner.load(1, b"attack\n12\n", "mine.csv")["uploads"]
    assert (fault_told, "12" in html) == ("", True)
    ((fault_told, html),) = runner.load(1, b"luck\n12\n", "bad.csv")["uploads"]
    assert "bad.csv has no column attack" in fault_told
    assert "12" in html  # the last good result stays


def test_a_fault_names_the_line_of_the_cell():
    runner = Runner(["def f():\n    return 1 / 0", "x = 1\n\nf()", "x ="])
    runner.run(0)
    with pytest.raises(ZeroDivisionError) as said:
        runner.run(1)
    # Where it happened, in whichever cell.
    assert fault(said.value) == "ZeroDivisionError: division by zero (line 2 of the cell)"
    with pytest.raises(SyntaxError) as said:
        runner.run(2)
    assert fault(said.value).startswith("SyntaxError: invalid syntax")


def test_all_controls_offer_more_than_an_export_does():
    panel = Panel(
        lambda ax, **values: ax.plot([0, 1]),
        {
            "fine": slider("fine", 0, 1, 0.333, step=0.05, percent=True, exported=[0.5]),
            "rule": choice("rule", ["a", "b", "c"], exported=["a"]),
            "ends": bounds("ends", 0, 1, (0.05, 0.95)),
            "box": tick("box"),
        },
        caption="A line.",
        words="It rises.",
    )
    fine, rule, ends, box = exported_controls(panel)
    assert len(fine.values) == 22  # its own value beside the 21 of the slider
    assert fine.values[fine.start] == 0.333
    assert rule.values == ["a", "b", "c"]
    assert ends.at((0, 100)) == (0.0, 1.0)
    assert ends.place((0.05, 0.95)) == ends.start
    assert box.values == [False, True]
