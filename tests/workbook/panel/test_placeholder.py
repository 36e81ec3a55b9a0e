"""A panel that stands above the code that builds it: in a notebook, on its page, in the site."""

import nbformat
import pytest
from nbformat import v4

from combat.workbook.live.runner import Runner
from combat.workbook.notebooks import execute
from combat.workbook.pages.export import document
from combat.workbook.panel.panel import EXPORT

TOP = "from combat.workbook import Panel, Placeholder, slider\ntop = Placeholder()\ntop"
BUILT = (
    "panel = Panel(lambda ax, m: ax.plot([0, m]), {'m': slider('m', 1, 9, 2)},\n"
    "              caption='A line that rises to m.', words=lambda m: f'It rises to {m}.')\n"
    "top.show(panel)"
)
WHERE = "The panel stands under the question, at the top."


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    path = tmp_path_factory.mktemp("placed") / "placed.ipynb"
    prose = [v4.new_markdown_cell("# Lines\n\n**How high?**"), v4.new_markdown_cell("## Built")]
    cells = [prose[0], v4.new_code_cell(TOP), prose[1], v4.new_code_cell(BUILT)]
    nbformat.write(v4.new_notebook(cells=cells), path)
    return execute(path, **{EXPORT: "9"})


@pytest.mark.kernel
def test_the_panel_is_saved_in_the_cell_of_the_placeholder(notebook):
    (shown,), (said,) = notebook.cells[1].outputs, notebook.cells[3].outputs
    assert shown.data["text/plain"].endswith("It rises to 2.")
    assert "image/png" in shown.data
    assert shown.metadata["combat"]["caption"] == "A line that rises to m."
    assert WHERE in said.data["text/html"]


@pytest.mark.kernel
def test_on_a_page_it_stands_under_the_question_without_a_line_that_it_was_moved(notebook):
    page, _ = document(notebook, "placed.ipynb")
    assert page.index("How high?") < page.index('id="figure-1"') < page.index("<h2")
    assert "stands above" not in page
    assert WHERE not in page


def test_in_the_live_site_its_code_makes_it_answer():
    runner = Runner([TOP, BUILT])
    assert runner.run(0) == []
    (figure,) = runner.run(1)
    assert (figure["kind"], figure["number"]) == ("figure", 1)
    assert runner.frame(1, [4])["texts"][0] == "It rises to 5."
