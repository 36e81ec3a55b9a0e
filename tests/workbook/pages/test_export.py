"""The exported page, and what must stop an export."""

import re

import nbformat
import pytest
from nbformat import v4

from combat.workbook.__main__ import main
from combat.workbook.notebooks import execute, normalised, save
from combat.workbook.pages import site
from combat.workbook.pages.export import document
from combat.workbook.pages.mathematics import formula

PANEL = """
from combat.workbook import Finding, Panel, Table, slider
import pandas as pd
panel = Panel(lambda ax, m: ax.plot([0, m]), {"m": slider("m", 1, 9, 4)},
              caption="A line.", words="It rises to 4.",
              table=lambda m: Table(pd.DataFrame({"m": [m]})))
panel
"""


def notebook(*cells):
    made = v4.new_notebook(metadata={"kernelspec": {"name": "python3", "display_name": "x"}})
    made.cells = [
        v4.new_code_cell(text) if text.startswith("\n") else v4.new_markdown_cell(text)
        for text in cells
    ]
    return made


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "notebooks").mkdir()
    return tmp_path / "notebooks"


def run(folder, *arguments):
    return main([*arguments, "--folder", str(folder), "--out", str(folder.parent / "docs")])


@pytest.mark.kernel
def test_a_notebook_becomes_one_page(folder):
    prose = "## A part\nwith $\\frac{1}{2}$ and\n\n$$x^2$$\n\n| a |\n|---|\n| 1 |"
    nbformat.write(
        notebook(
            "# Title of it",
            prose,
            PANEL,
            "## A part\nagain",
            "\nFinding('**Four** it is', True)",
            "\nprint('plain <text>')",
            "\nimport sys\nprint('a warning', file=sys.stderr)",
            "\n3 + 4",
            "\nfrom combat.workbook import Progress\nbar = Progress('counting')\nbar",
        ),
        folder / "mine.ipynb",
    )
    assert run(folder, "docs") == 0
    page = (folder.parent / "docs" / "mine.html").read_text()
    assert "<title>Title of it</title>" in page
    short, contents, moved = ["#a-part-2"], ["#a-part", "#a-part-2"], ["#figure-1"]
    skip, sandbox = ["#figure-1"], ["#figure-1"]
    links = [*skip, *short, *contents, *moved, *sandbox]
    assert re.findall(r'href="(#[\w-]+)">', page) == links
    assert page.count('<svg class="math"') == 1
    assert page.count('<svg class="math display"') == 1
    assert "$" not in re.sub(r"<(style|script)>.*?</\1>", "", page, flags=re.S)
    assert 'role="img" aria-label="It rises to 4."' in page
    assert "<img" not in page
    assert '<b>Figure 1.</b> <span class="caption">A line.</span>' in page
    assert "Shown for m: 4" in page
    assert "<strong>Four</strong> it is" in page
    assert "plain &lt;text&gt;" in page
    assert "a warning<" not in page
    assert '<pre tabindex="0">7</pre>' in page
    assert ">counting" not in page  # a bar of work that is done
    assert page.count('<div class="table">') == 2
    markup = re.sub(r"<script.*?</script>", "", page, flags=re.S)
    assert not re.search(r'(src|href)="(?!data:|#)', markup)
    alone = (folder.parent / "docs" / "figures" / "mine-1.html").read_text()
    assert 'href="../mine.html#figure-1" target="_top">Title of it</a>' in alone
    assert 'data-embed="figures/mine-1.html"' in page
    assert "data-embed=" not in alone


@pytest.mark.kernel
def test_a_failing_notebook_writes_no_page_and_stops(folder, capsys):
    nbformat.write(notebook("# Broken", "\nattack = 1 / 0"), folder / "broken.ipynb")
    before = (folder / "broken.ipynb").read_text()
    for task in ("docs", "notebooks"):
        assert run(folder, task) == 2
        message = capsys.readouterr().err
        assert "broken.ipynb" in message
        assert "ZeroDivisionError: division by zero" in message
    assert not (folder.parent / "docs").exists()
    assert (folder / "broken.ipynb").read_text() == before


@pytest.mark.kernel
def test_saving_twice_changes_nothing(folder):
    path = folder / "mine.ipynb"
    nbformat.write(notebook("# Title", PANEL, "\n{}['m'] = 3"), path)
    path.write_text(path.read_text().replace("\\n{}['m'] = 3", "\\nx = 3"))
    nb = nbformat.read(path, 4)
    nb.cells[1].metadata["tags"] = ["picture:panel"]
    nbformat.write(nb, path)
    assert run(folder, "notebooks") == 0
    first = path.read_bytes()
    assert (folder / "pictures" / "panel.png").read_bytes().startswith(b"\x89PNG")
    assert run(folder, "notebooks") == 0
    assert path.read_bytes() == first
    assert b"widget-view" not in first
    assert list(folder.glob("*.part")) == []


def test_a_figure_without_alternative_text_is_refused(folder):
    made = notebook("\n1")
    made.cells[0].outputs = [v4.new_output("display_data", {"image/png": "iVBORw0KGgo="})]
    with pytest.raises(ValueError, match="figure 1 has no alternative text"):
        document(made, folder / "x.ipynb")


def test_a_picture_that_no_panel_made_stays_a_picture(folder):
    made = notebook("\n1")
    still = {"image/png": {"width": 9, "height": 8, "alt": "A dragon."}}
    made.cells[0].outputs = [
        v4.new_output("display_data", {"image/png": "iVBORw0KGgo="}, metadata=still)
    ]
    page, files = document(made, folder / "x.ipynb")
    assert '<img src="data:image/png;base64,iVBORw0KGgo=" width="9" height="8" alt="A dr' in page
    assert "Save picture" not in page
    assert files == {}


NASTY = """
from combat.workbook import Panel, charts, choice
import pandas as pd
nasty = "</script><script>alert(1)</script>"
Panel(charts.bars(lambda rule: pd.DataFrame({nasty: [0.5]}, [rule]), title=nasty),
      {"rule": choice(nasty, [nasty, "tame"])}, caption=nasty, words=lambda rule: f"It is {rule}.",
      table=lambda rule: rule, presets={nasty: {"rule": "tame"}}, groups={nasty: ["rule"]})
"""


@pytest.mark.kernel
def test_nothing_that_a_notebook_names_reaches_a_page_as_markup(folder):
    nbformat.write(notebook("# One", NASTY), folder / "one.ipynb")
    assert run(folder, "docs") == 0
    for name in ("one.html", "figures/one-1.html"):
        page = (folder.parent / "docs" / name).read_text()
        assert "<script>alert" not in page
        assert page.count("</script>") == page.count("<script")


def test_an_error_output_is_refused(folder):
    made = notebook("\n1")
    made.cells[0].outputs = [v4.new_output("error", ename="KeyError", evalue="'m'", traceback=[])]
    with pytest.raises(ValueError, match="a cell failed with KeyError: 'm'"):
        document(made, folder / "x.ipynb")


@pytest.mark.parametrize("markdown", [r"$\nonsense{x}$", r"\begin{align}x\end{align}"])
def test_a_formula_that_cannot_be_drawn_is_named(folder, markdown):
    with pytest.raises(ValueError, match=r"the formula .* can't be drawn"):
        document(notebook(markdown), folder / "x.ipynb")


def test_formulas_are_paths_in_the_color_of_the_text():
    svg = formula(r"\sum_{k=0}^{n} p^k \left(1 - p\right)^{n-k} < 1", display=True)
    assert 'fill="currentColor"' in svg
    assert 'aria-label="\\sum_{k=0}^{n}' in svg
    assert "&lt; 1" in svg
    assert re.search(r'd="M[-\d. LQCMZ]+"', svg)


def test_normalising_keeps_the_picture_and_the_code_hidden():
    made = notebook(PANEL)
    made.cells[0].metadata = {"jupyter": {"source_hidden": True}, "execution": {"t": 1}}
    made.cells[0].outputs = [
        v4.new_output(
            "display_data",
            {"application/vnd.jupyter.widget-view+json": {"model_id": "x"}, "image/png": "abc"},
        )
    ]
    clean = normalised(made)
    assert dict(clean.cells[0].outputs[0].data) == {"image/png": "abc"}
    assert clean.cells[0].metadata == {"jupyter": {"source_hidden": True}}


@pytest.mark.kernel
def test_executing_leaves_the_file_as_it_is(folder):
    save(notebook("\nx = 1"), folder / "a.ipynb")
    before = (folder / "a.ipynb").read_bytes()
    assert execute(folder / "a.ipynb").cells[0].execution_count == 1
    assert (folder / "a.ipynb").read_bytes() == before


def test_a_link_to_a_notebook_leads_to_its_page_where_there_is_one():
    prose = (
        "# A\n[one](01_one.ipynb#first), [two](02_two.ipynb), [web](https://example.org/a.ipynb)"
    )
    page, _ = document(
        v4.new_notebook(cells=[v4.new_markdown_cell(prose)]), "00_a.ipynb", pages={"01_one"}
    )
    assert '<a href="01_one.html#first">one</a>, two, ' in page
    assert '<a href="https://example.org/a.ipynb">web</a>' in page


@pytest.mark.kernel
def test_one_notebook_of_several_links_to_no_page_that_is_not_there(folder):
    for name in ("one", "two", "three"):
        nbformat.write(notebook(f"# {name}"), folder / f"{name}.ipynb")
    docs = folder.parent / "docs"
    assert run(folder, "docs", "one") == 0
    assert sorted(page.name for page in docs.glob("*.html")) == ["index.html", "one.html"]
    assert "Other pages" not in (docs / "one.html").read_text()
    beside = site.export(folder / "three.ipynb", docs).read_text()
    assert '<a rel="prev" href="one.html">← one</a>' in beside
    assert "two.html" not in beside
