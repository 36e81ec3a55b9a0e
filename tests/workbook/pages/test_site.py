"""The site as a whole: what findings name, and an index."""

import re

import nbformat
import pytest
from nbformat import v4

from combat.workbook.__main__ import main
from combat.workbook.panel.places import PLACES, unpacked

FOUR = """
from combat.workbook import Answer, Finding, Panel, slider
Panel(lambda **values: Answer(f"{values}"), **{name: slider(name, 0, 100, 50) for name in "abcd"})
"""


def exported(folder, *findings):
    """The status of an export of a panel of four numbers, and of findings with these settings."""
    cells = [v4.new_markdown_cell("# Four & more\n\n**What do four do?** A line.")]
    told = [f"Finding('**So it is.**', True, at={at})" for at in findings]
    cells += map(v4.new_code_cell, [FOUR, *told])
    (folder / "notebooks").mkdir()
    nbformat.write(v4.new_notebook(cells=cells), folder / "notebooks" / "four.ipynb")
    where = ["--folder", str(folder / "notebooks"), "--out", str(folder / "docs")]
    return main(["docs", *where])


@pytest.mark.kernel
def test_what_a_finding_names_has_an_answer_and_a_link(tmp_path):
    """Alone and together, though the notebook was never run, and no round values are these."""
    assert exported(tmp_path, {"a": 37}, {"b": 11, "c": 13}) == 0
    page = (tmp_path / "docs" / "four.html").read_text()
    assert re.findall(r'class="see" href="#(.*?)"', page) == ["figure-1?a=37", "figure-1?b=11&c=13"]
    recorded = unpacked(re.search(r'data-recording="(.*?)"', page)[1])
    assert 9 < len(recorded["answers"]) <= PLACES
    offered = [control["texts"] for control in recorded["controls"]]
    for wanted in (["37", "50", "50", "50"], ["50", "11", "13", "50"]):
        place = [str(texts.index(text)) for texts, text in zip(offered, wanted, strict=True)]
        assert ",".join(place) in recorded["answers"]
    index = (tmp_path / "docs" / "index.html").read_text()
    assert '<a href="four.html">Four &amp; more</a>' in index
    assert "What do four do?" in index


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("at", "said"),
    [
        ({"z": 1}, "no figure above has these controls"),
        ({"a": 101}, "of which figure 1 has no numbers"),
        ({"a": "x"}, "of which figure 1 has no numbers"),
    ],
)
def test_what_no_figure_has_is_refused(tmp_path, capsys, at, said):
    assert exported(tmp_path, at) == 2
    assert said in capsys.readouterr().err
