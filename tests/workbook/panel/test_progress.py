"""A line above a notebook's first panel says how far its run is."""

from types import SimpleNamespace

import ipywidgets as widgets
import nbformat
import pytest
from nbformat import v4

from combat.workbook.panel import progress


class Events(dict):
    def register(self, name, called):
        self[name] = called


def asked(cell):
    return SimpleNamespace(cell_id=cell)


@pytest.fixture
def events():
    return Events()


@pytest.fixture
def line(events, monkeypatch):
    monkeypatch.setattr(progress, "_QUIET", 0.05)
    return progress._Run(events, ["one", "two"]).widget


def test_it_says_which_cell_runs_stays_until_the_next_and_goes_when_none_follows(events, line):
    assert line.layout.display == "none"
    events["pre_run_cell"](asked("one"))
    assert "cell 1 of 2" in line.value
    events["post_run_cell"](None)
    first = events["post_run_cell"].__self__._timer
    events["pre_run_cell"](asked("two"))
    first.join()
    assert line.layout.display is None
    events["post_run_cell"](None)
    events["post_run_cell"].__self__._timer.join()
    assert line.layout.display == "none"
    events["pre_run_cell"](asked("new"))  # not in the saved notebook, so not counted
    assert line.layout.display == "none"


def test_it_stands_above_what_is_shown_first(tmp_path, monkeypatch, events):
    path = tmp_path / "some.ipynb"
    cells = [v4.new_markdown_cell("# Title"), v4.new_code_cell("1"), v4.new_code_cell("2")]
    nbformat.write(v4.new_notebook(cells=cells), path)
    monkeypatch.setenv(progress._NOTEBOOK, str(path))
    monkeypatch.setattr(progress, "_TAKEN", [])
    monkeypatch.setattr(progress, "get_ipython", lambda: SimpleNamespace(events=events))
    boxes = [widgets.VBox([widgets.Label("shown")]) for _ in range(2)]
    for box in boxes:
        assert progress.as_live(box)
    assert [len(box.children) for box in boxes] == [2, 1]
    events["pre_run_cell"](asked(cells[2].id))
    assert "cell 2 of 2" in boxes[0].children[0].value
