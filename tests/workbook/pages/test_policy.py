"""Pages load nothing: their policy and their links."""

import html
import re
from urllib.parse import unquote

import pytest
from nbformat import v4

from combat.workbook import Panel, slider
from combat.workbook.live.build import with_python
from combat.workbook.pages.export import document
from combat.workbook.pages.figures import POLICY
from combat.workbook.pages.index import index
from combat.workbook.panel.recording import recording
from tests.browser.pages import shown


@pytest.fixture(scope="module")
def panel():
    """A cell that shows a figure with a slider, as it is exported."""
    made = Panel(
        lambda ax, m: ax.plot([0, m]), {"m": slider("m", 1, 3, 2)}, caption="A line.", words="Up."
    )
    cell = shown(made)
    cell.outputs[0].metadata["combat"]["recording"] = recording(made)
    return cell


def test_every_page_has_the_policy_before_anything_that_could_load(panel):
    made = v4.new_notebook(cells=[v4.new_markdown_cell("# One"), panel])
    page, files = document(made, "one.ipynb")
    assert files
    for one in (page, *files.values()):
        assert one.count("Content-Security-Policy") == 1
        assert one.index(POLICY) < one.index("<title>") < one.index("<style>")
    assert "default-src 'none'" in POLICY
    assert "http" not in POLICY.removeprefix("<meta http-equiv=")


def test_the_start_page_may_show_a_figure_beside_it_and_nothing_else():
    page = index([], figure="figures/one-1.html")
    policy = page[page.index("<meta http-equiv") :].split(">")[0] + ">"
    assert policy.replace("frame-src 'self' file:; ", "") == POLICY
    assert page.index(policy) < page.index("<style>")


def test_the_page_with_python_may_load_it(panel):
    made = v4.new_notebook(cells=[v4.new_markdown_cell("# One"), panel])
    page, _ = document(made, "one.ipynb")
    assert "Content-Security-Policy" not in with_python(page, {})


def test_a_file_with_a_quote_in_its_name_makes_no_attribute(panel):
    name = 'a" onclick="alert(1)'
    made = v4.new_notebook(cells=[v4.new_markdown_cell("# One"), panel])
    page, files = document(made, f"{name}.ipynb")
    for one in (page, *files.values()):
        assert '" onclick=' not in one
    (alone,) = files.values()
    back = re.search(r'From <a href="([^"]*)"', alone)[1]
    assert unquote(html.unescape(back)) == f"../{name}.html#figure-1"
