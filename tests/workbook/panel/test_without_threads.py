"""Python in a browser can't start a thread: nothing that a notebook shows may need one."""

import threading

import nbformat
import pandas as pd
import pytest

from combat.units import Rules, battle, read_units
from combat.workbook import Panel, Progress, Upload, charts, slider
from combat.workbook.live.runner import Runner
from tests.test_project import NOTEBOOKS, ROOT


@pytest.fixture(autouse=True)
def _no_threads(monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)


def panel(shown):
    return Panel(shown, {"m": slider("m", 1, 9, 2)}, caption="A line.", words="It rises.")


def notes_of(panel):
    """What stands under the picture, each time that a new picture or a wait changes it."""
    picture, said = panel.widget.children[2], []
    picture.observe(lambda change: said.append("a picture"), "shown")
    picture.observe(lambda change: said.append(change["new"]), "waiting")
    return said


def test_a_panel_answers_its_controls():
    one = panel(charts.lines(lambda m: pd.Series([0.0, m], [0, 1])))
    before = one.png()
    one.controls["m"].value = 7
    assert one.png() != before
    assert one.frame(m=2).png == before


def test_a_drawing_is_announced_if_the_last_one_was_slow(monkeypatch):
    clock = [0.0]

    def draw(ax, m):
        clock[0] += 0.5 if m == 4 else 0.1
        ax.plot([0, m])

    monkeypatch.setattr("combat.workbook.panel.panel.perf_counter", lambda: clock[0])
    one = panel(draw)
    said = notes_of(one)
    for m in (3, 4, 5, 6):
        one.controls["m"].value = m
    quick, slow = ["a picture"], ["computing …", "a picture", ""]
    assert said == [*quick, *quick, *slow, *quick]


def test_a_fault_is_shown_and_raised():
    def draw(ax, m):
        ax.plot([0, 1 / (m - 3)])

    one = panel(draw)
    with pytest.raises(ZeroDivisionError):
        one.controls["m"].value = 3
    assert "ZeroDivisionError" in one.widget.children[1].value


def test_uploads_and_bars_need_none():
    upload = Upload(
        lambda source, name: pd.read_csv(source), ROOT / "data/tome/pairs.csv", caption=""
    )
    assert len(upload.result)
    bar = Progress("battles")
    bar(1, 2)
    assert repr(bar) == "battles: 1 of 2"


def test_battles_are_fought_on_one_thread():
    units = read_units(ROOT / "data/own_game/units.csv")
    odds = battle({"Knight": 2}, {"Archer": 3}, Rules(), units=units, battles=200)
    assert 0 <= odds.first <= 1


SOME = [NOTEBOOKS[0], pytest.param(NOTEBOOKS[1], marks=pytest.mark.slow)]


@pytest.mark.parametrize("path", SOME, ids=lambda path: path.name)
def test_the_cells_of_a_notebook_run(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    cells = nbformat.read(path, as_version=4).cells
    runner = Runner([cell.source for cell in cells if cell.cell_type == "code"])
    shown = [one for at in range(len(runner.cells)) for one in runner.run(at)]
    assert [one["kind"] for one in shown].count("figure") >= 1
