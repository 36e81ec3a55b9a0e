"""The exported page with its formulas, the site and its reference, and what must stop an export."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from types import ModuleType

import nbformat
import pytest
from nbformat import v4

from combat.workbook import Answer, Panel, slider
from combat.workbook.__main__ import main
from combat.workbook.notebooks import normalised, read
from combat.workbook.pages import site
from combat.workbook.pages.export import document
from combat.workbook.pages.figures import POLICY
from combat.workbook.pages.index import index
from combat.workbook.pages.mathematics import formula
from combat.workbook.pages.site import PACKAGES
from combat.workbook.panel.recording import most_of, unpacked
from tests.workbook.pages.cells import page, prose, shown, told

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


FOUR = """
from combat.workbook import Answer, Finding, Panel, slider
Panel(lambda **values: Answer(f"{values}"), **{name: slider(name, 0, 100, 50) for name in "abcd"})
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "notebooks").mkdir()
    return tmp_path / "notebooks"


def run(folder, *arguments):
    out = ["--out", str(folder.parent / "docs")] if arguments[0] == "docs" else []
    return main([*arguments, "--folder", str(folder), *out])


@pytest.mark.kernel
def test_notebooks_become_pages(folder):
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
    findings = [f"\nFinding('**So.**', True, at={at})" for at in ({"a": 37}, {"b": 11, "c": 13})]
    notebook(
        folder / "four.ipynb", "# Four & more\n\n**What do four do?** A line.", FOUR, *findings
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
    # What findings name has an answer and a link, alone and together, though the notebook was
    # never run, and no round values are these.
    four = (folder.parent / "docs" / "four.html").read_text()
    assert re.findall(r'class="see" href="#(.*?)"', four) == ["figure-1?a=37", "figure-1?b=11&c=13"]
    recorded = unpacked(re.search(r'data-recording="(.*?)"', four)[1])
    assert 9 < len(recorded["answers"]) <= most_of(4)
    offered = [control["texts"] for control in recorded["controls"]]
    for wanted in (["37", "50", "50", "50"], ["50", "11", "13", "50"]):
        place = [str(texts.index(text)) for texts, text in zip(offered, wanted, strict=True)]
        assert ",".join(place) in recorded["answers"]
    index = (folder.parent / "docs" / "index.html").read_text()
    assert '<a href="four.html">Four &amp; more</a>' in index


@pytest.mark.parametrize(
    ("at", "told_of_it"),
    [
        ({"z": 1}, "no figure above has these controls"),
        ({"a": 101}, "of which figure 1 has no numbers"),
        ({"a": "x"}, "of which figure 1 has no numbers"),
    ],
)
def test_what_no_figure_has_is_refused(at, told_of_it):
    figure = shown(Panel(lambda a: Answer(f"{a}"), a=slider("a", 0, 100, 50)))
    with pytest.raises(ValueError, match=told_of_it):
        page(figure, told("**So it is.**", at=at))


@pytest.mark.kernel
def test_a_failing_notebook_writes_no_page_and_stops(folder, capsys):
    notebook(folder / "broken.ipynb", "# Broken", "\nattack = 1 / 0")
    before = (folder / "broken.ipynb").read_text()
    assert run(folder, "docs") == 2
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


def test_normalising_keeps_the_picture_and_the_code_hidden_and_no_widget():
    made = v4.new_code_cell("1")
    made.metadata = {"jupyter": {"source_hidden": True}, "execution": {"t": "1"}}
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "x"}}
    shown = [v4.new_output("display_data", view | more) for more in ({"image/png": "abc"}, {})]
    made.outputs = [*shown, v4.new_output("stream", text="said")]
    (clean,) = normalised(v4.new_notebook(cells=[made])).cells
    picture, said = clean.outputs
    assert dict(picture.data) == {"image/png": "abc"}
    assert said.text == "said"
    assert clean.metadata == {"jupyter": {"source_hidden": True}}


def test_a_link_to_a_notebook_leads_to_its_page_where_there_is_one():
    text = "[one](01_one.ipynb#first), [two](02_two.ipynb), [web](https://example.org/a.ipynb)"
    made = page(prose(text), pages={"01_one"})
    assert '<a href="01_one.html#first">one</a>, two, ' in made
    assert '<a href="https://example.org/a.ipynb">web</a>' in made


def test_one_notebook_of_several_links_to_no_page_that_is_not_there(folder, monkeypatch):
    monkeypatch.setattr(site, "execute", lambda path, **_how: read(path))
    for name in ("one", "three", "two"):
        notebook(folder / f"{name}.ipynb", f"# {name}")
    before_and_after = [("prev", "one.html"), ("next", "two.html")]
    for name, ways in (("one", []), ("two", []), ("three", before_and_after)):
        assert run(folder, "docs", name) == 0
        made = (folder.parent / "docs" / f"{name}.html").read_text()
        assert re.findall(r' rel="(prev|next)" href="(.*?)"', made) == 2 * ways  # above and below


def test_every_page_has_the_policy_before_anything_that_could_load():
    for one in (page(prose("# One")), index([])):
        assert one.count("Content-Security-Policy") == 1
        assert one.index(POLICY) < one.index("<title>") < one.index("<style>")
    assert "default-src 'none'" in POLICY
    assert "http" not in POLICY.removeprefix("<meta http-equiv=")


def test_a_file_with_a_quote_in_its_name_makes_no_attribute():
    made = document(v4.new_notebook(), 'a" onclick="alert(1).ipynb', before=('a" onclick="', "b"))
    assert '" onclick=' not in made


def test_formulas_are_drawn_side_by_side():
    """Without a lock 33 of 40 could not be drawn: pages are made in two threads."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            drawn = list(pool.map(formula, [rf"X - {n} + \frac{{{n}}}{{2}}" for n in range(40)]))
    finally:
        sys.setswitchinterval(before)
    assert len(set(drawn)) == 40


@pytest.mark.slow
def test_every_public_name_has_its_entry(tmp_path):
    code = f"from combat.workbook.pages.site import write_reference as w; w({str(tmp_path)!r})"
    # pdoc's warnings are errors, those of libraries about each other aren't.
    strict = "-W", "error::UserWarning", "-W", "ignore::DeprecationWarning"
    subprocess.run([sys.executable, *strict, "-c", code], check=True)
    assert (tmp_path / "index.html").exists()
    for package in PACKAGES:
        file = tmp_path / "combat" / f"{package.replace('.', '/')}.html"
        page = file.read_text(encoding="utf-8")
        public = import_module(f"combat.{package}")
        for name in getattr(public, "__all__", ()):
            if isinstance(getattr(public, name), ModuleType):
                continue
            assert f'id="{name}"' in page or f"/{name}.html" in page, (package, name)
        asked = re.findall(r'(?:src|href)="(https?://[^"]+)"', page)
        assert set(asked) <= {"https://pdoc.dev"}
        assert str(tmp_path) not in page
