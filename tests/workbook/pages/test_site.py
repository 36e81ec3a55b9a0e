"""The site as a whole: budgets, and an index."""

import json
import re

import nbformat
import pytest
from nbformat import v4

from combat.workbook.__main__ import main
from combat.workbook.panel.recording import unpacked

FOUR = """
from combat.workbook import Panel, slider
Panel(lambda ax, **v: (ax.plot(list(v.values())), ax.set(xlim=(0, 3), ylim=(0, 100))),
      {name: slider(name, 0, 100, 50) for name in "abcd"}, caption="Four numbers.", size=(3, 2),
      words=lambda **v: f"A line through {v}.")
"""


@pytest.fixture
def folder(tmp_path):
    """A folder with one notebook."""
    cells = [
        v4.new_markdown_cell("# Four & more\n\n**What do four do?** A line."),
        v4.new_code_cell(FOUR),
    ]
    (tmp_path / "notebooks").mkdir()
    nbformat.write(v4.new_notebook(cells=cells), tmp_path / "notebooks" / "four.ipynb")
    return tmp_path


def run(folder, *more):
    return main(
        ["docs", "--folder", str(folder / "notebooks"), "--out", str(folder / "docs"), *more]
    )


def film_of(page):
    recording = re.search(
        r'<script type="application/json" class="recording">(.*?)</script>', page, re.S
    )[1]
    recording = json.loads(recording)
    return recording | unpacked(recording["store"])


@pytest.mark.kernel
def test_what_a_finding_names_has_a_picture_and_a_link(folder):
    """Alone and together, though the notebook was never run, and no round values are these."""
    notebook = folder / "notebooks" / "four.ipynb"
    made = nbformat.read(notebook, as_version=4)
    for at in ({"a": 37}, {"b": 11, "c": 13}):
        told = f"from combat.workbook import Finding\nFinding('**So it is.**', True, at={at})"
        made.cells.append(v4.new_code_cell(told))
    nbformat.write(made, notebook)
    assert run(folder, "--frames", "30") == 0
    page = (folder / "docs" / "four.html").read_text()
    assert re.findall(r'class="see" href="#(.*?)"', page) == ["figure-1?a=37", "figure-1?b=11&c=13"]
    recording = film_of(page)
    numbers = [control["numbers"] for control in recording["controls"]]
    for wanted in ((37, 50, 50, 50), (50, 11, 13, 50)):
        place = [one.index(value) for one, value in zip(numbers, wanted, strict=True)]
        assert ",".join(map(str, place)) in recording["places"]


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("at", "said"),
    [({"z": 1}, "no figure above has these controls"), ({"a": 101}, "figure 1 has no picture")],
)
def test_what_no_figure_has_is_refused(folder, capsys, at, said):
    notebook = folder / "notebooks" / "four.ipynb"
    made = nbformat.read(notebook, as_version=4)
    told = f"from combat.workbook import Finding\nFinding('**So it is.**', True, at={at})"
    made.cells.append(v4.new_code_cell(told))
    nbformat.write(made, notebook)
    assert run(folder, "--frames", "30") == 2
    assert said in capsys.readouterr().err


@pytest.mark.kernel
def test_a_panel_beyond_its_budget_moves_one_control_at_a_time_and_says_so(folder):
    assert run(folder, "--frames", "80") == 0
    page = (folder / "docs" / "four.html").read_text()
    recording = film_of(page)
    assert not recording["whole"]
    assert len(recording["frames"]) <= 80
    assert page.count("pictures of some values only") == 1
    index = (folder / "docs" / "index.html").read_text()
    assert '<a href="four.html">Four &amp; more</a>' in index
    assert "What do four do?" in index
