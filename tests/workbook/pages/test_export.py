"""The exported page, and what must stop an export."""

import re

import nbformat
import pytest
from nbformat import v4

from combat.workbook.__main__ import main
from combat.workbook.notebooks import normalised
from tests.workbook.pages.cells import page, prose, told

PANEL = """
from combat.workbook import Answer, Finding, Panel, Progress, charts, slider
import pandas as pd
panel = Panel(lambda m: Answer(f"It rises to {m}.", charts.lines(pd.Series([0, m], name="a")),
                               table=pd.DataFrame({"m": [m]}), note="A line."),
              m=slider("m", 1, 9, 4))
panel
"""


def notebook(path, *cells):
    """Write a notebook; what begins with a new line is code."""
    kinds = {True: v4.new_code_cell, False: v4.new_markdown_cell}
    made = [kinds[text.startswith("\n")](text) for text in cells]
    nbformat.write(v4.new_notebook(cells=made), path)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "notebooks").mkdir()
    return tmp_path / "notebooks"


def run(folder, *arguments):
    return main([*arguments, "--folder", str(folder), "--out", str(folder.parent / "docs")])


@pytest.mark.kernel
def test_a_notebook_becomes_one_page(folder):
    notebook(
        folder / "mine.ipynb",
        "# Title of it",
        "## A part\nwith $\\frac{1}{2}$ and\n\n$$x^2$$\n\n| a |\n|---|\n| 1 |",
        PANEL,
        "## A part\nagain",
        "\nFinding('**Four** it is', True)",
        "\nprint('plain <text>')\nimport sys\nprint('a warning', file=sys.stderr)",
        "\nbar = Progress('counting')\nbar",
    )
    assert run(folder, "docs") == 0
    made = (folder.parent / "docs" / "mine.html").read_text()
    assert "<title>Title of it</title>" in made
    skip, short, contents = ["#figure-1"], ["#a-part-2"], ["#a-part", "#a-part-2"]
    links = [*skip, *short, *contents, "#figure-1", "#figure-1"]  # moved up, and the last words
    assert re.findall(r'href="(#[\w-]+)">', made) == links
    assert re.findall(r'<svg class="(math|math display) d\d+"', made) == ["math", "math display"]
    assert '<p class="title">It rises to 4.</p>\n<p class="note">A line.</p>' in made
    assert "<img" not in made
    assert "Shown for m: 4" in made
    assert "<strong>Four</strong> it is" in made
    assert "plain &lt;text&gt;" in made
    assert "a warning<" not in made
    assert ">counting" not in made  # a bar of work that is done
    assert made.count('<div class="table"') == 2
    markup = re.sub(r"<(style|script).*?</\1>", "", made, flags=re.S)
    assert not re.search(r'(src|href)="(?!data:|#)', markup)


@pytest.mark.kernel
def test_a_failing_notebook_writes_no_page_and_stops(folder, capsys):
    notebook(folder / "broken.ipynb", "# Broken", "\nattack = 1 / 0")
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
    notebook(path, "# Title", PANEL)
    nb = nbformat.read(path, 4)
    nb.cells[1].metadata["tags"] = ["picture:panel"]
    nbformat.write(nb, path)
    assert run(folder, "notebooks") == 0
    first = path.read_bytes()
    assert (folder / "pictures" / "panel.png").read_bytes().startswith(b"\x89PNG")
    assert run(folder, "notebooks") == 0
    assert path.read_bytes() == first
    assert list(folder.glob("*.part")) == []


NASTY = """
from combat.workbook import Answer, Guess, Panel, charts, choice
import pandas as pd
nasty = "</script><script>alert(1)</script>"
Panel(lambda rule: Answer(nasty, charts.bars(pd.DataFrame({nasty: [0.5]}, [rule]), title=nasty),
                          table=pd.DataFrame({nasty: [nasty]}), note=nasty),
      rule=choice(nasty, [nasty, "tame"]), guess=Guess(nasty, 0.5),
      presets={nasty: {"rule": "tame"}}, groups={nasty: ["rule"]})
"""


@pytest.mark.kernel
def test_nothing_that_a_notebook_names_reaches_a_page_as_markup(folder):
    notebook(folder / "one.ipynb", "# One", NASTY)
    assert run(folder, "docs") == 0
    made = (folder.parent / "docs" / "one.html").read_text()
    assert "<script>alert" not in made
    assert made.count("</script>") == made.count("<script")


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (told("iVBORw0KGgo=", "image/png"), "a picture has no alternative text"),
        (prose(r"$\nonsense{x}$"), "the formula .* can't be drawn"),
        (prose(r"\begin{align}x\end{align}"), "can't be drawn: no environment 'align'"),
        (
            v4.new_code_cell("", outputs=[v4.new_output("error", ename="KeyError", evalue="'m'")]),
            "a cell failed with KeyError: 'm'",
        ),
    ],
)
def test_what_a_page_cannot_show_stops_it(cell, said):
    with pytest.raises(ValueError, match=said):
        page(cell)


def test_normalising_keeps_the_picture_and_the_code_hidden():
    made = v4.new_code_cell("1")
    made.metadata = {"jupyter": {"source_hidden": True}, "execution": {"t": "1"}}
    data = {"application/vnd.jupyter.widget-view+json": {"model_id": "x"}, "image/png": "abc"}
    made.outputs = [v4.new_output("display_data", data)]
    (clean,) = normalised(v4.new_notebook(cells=[made])).cells
    assert dict(clean.outputs[0].data) == {"image/png": "abc"}
    assert clean.metadata == {"jupyter": {"source_hidden": True}}


def test_a_link_to_a_notebook_leads_to_its_page_where_there_is_one():
    text = "[one](01_one.ipynb#first), [two](02_two.ipynb), [web](https://example.org/a.ipynb)"
    made = page(prose(text), pages={"01_one"})
    assert '<a href="01_one.html#first">one</a>, two, ' in made
    assert '<a href="https://example.org/a.ipynb">web</a>' in made


@pytest.mark.kernel
def test_one_notebook_of_several_links_to_no_page_that_is_not_there(folder):
    for name in ("one", "three", "two"):
        notebook(folder / f"{name}.ipynb", f"# {name}")
    for name, ways in (("one", 0), ("two", 0), ("three", 4)):  # two of them above, two below
        assert run(folder, "docs", name) == 0
        made = (folder.parent / "docs" / f"{name}.html").read_text()
        assert made.count(' rel="prev"') + made.count(' rel="next"') == ways
