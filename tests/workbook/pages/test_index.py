"""The start page: doors to pages that are there, cards with a finding and a picture."""

import base64
import io

import nbformat
import numpy as np
import pytest
from nbformat import v4
from PIL import Image

from combat.workbook.pages.index import WIDTH, Card, card, index


def picture(width):
    """A PNG of random noise in base 64."""
    noise = np.random.default_rng(1).integers(0, 255, (200, width, 3), np.uint8)
    file = io.BytesIO()
    Image.fromarray(noise).save(file, format="png")
    return base64.b64encode(file.getvalue()).decode()


def finding(text, **combat):
    """What a cell with a finding leaves in a notebook."""
    return v4.new_output("display_data", {"text/markdown": text}, metadata={"combat": combat})


@pytest.fixture
def folder(tmp_path):
    """A notebook with a picture, a common and a key finding."""
    outputs = [
        v4.new_output("display_data", {"image/png": picture(1200)}),
        finding("**Orcs lose.** Nearly."),
        finding("**Dragons win [twice](#twice) at `hp` 3 < 4.** Nearly.", key=True),
    ]
    cells = [
        v4.new_markdown_cell("# Dragons\n\n**Who wins?** We fight."),
        v4.new_code_cell("fight()", outputs=outputs),
    ]
    nbformat.write(v4.new_notebook(cells=cells), tmp_path / "dragons.ipynb")
    return tmp_path


def test_a_card_has_the_question_the_key_finding_and_a_small_picture(folder):
    found = card(folder / "dragons.ipynb", folder / "dragons.html")
    assert (found.file, found.title) == ("dragons.html", "Dragons")
    assert found.question == "Who wins?"
    assert found.finding == "Dragons win twice at hp 3 < 4."
    assert Image.open(io.BytesIO(base64.b64decode(found.picture))).width == 2 * WIDTH


def test_a_card_of_an_empty_notebook_has_neither(tmp_path):
    nbformat.write(v4.new_notebook(), tmp_path / "bare.ipynb")
    assert card(tmp_path / "bare.ipynb", tmp_path / "bare.html") == Card("bare.html", "bare", "")


def test_doors_lead_to_pages_that_are_there():
    html = index([Card("06_hit_rules_compared.html", "Rules", "Which?")])
    assert html.count('href="06_hit_rules_compared.html"') == 2
    assert "I need a hit rule" in html
    assert "I have units" not in html
    assert 'class="doors"' not in index([Card("one.html", "One", "")])


def test_nothing_of_a_notebook_is_read_as_html():
    html = index([Card("a b.html", "<b>", "<i>", finding="3 < 4")])
    assert "&lt;b&gt;" in html
    assert "&lt;i&gt;" in html
    assert "3 &lt; 4" in html
    assert 'href="a%20b.html"' in html


def test_a_figure_and_the_reference_are_shown_where_they_are():
    assert "<iframe" not in index([])
    html = index([], figure="figures/00-1.html", reference="reference/index.html")
    assert 'src="figures/00-1.html"' in html
    assert 'href="reference/index.html"' in html


@pytest.mark.parametrize(("gap", "seen"), [(60, [600]), (4, [1200])])
def test_a_small_picture_ends_between_two_plots(gap, seen, tmp_path):
    """Two dark plots beside each other: cut between them, else shown whole."""
    page = Image.new("RGB", (1200, 300), "white")
    half = (1200 - gap) // 2
    for left in (0, half + gap):
        page.paste("black", (left, 0, left + half, 300))
    file = io.BytesIO()
    page.save(file, "png")
    data = {"image/png": base64.b64encode(file.getvalue()).decode()}
    notebook = v4.new_notebook(
        cells=[v4.new_code_cell("", outputs=[v4.new_output("display_data", data)])]
    )
    nbformat.write(notebook, tmp_path / "one.ipynb")
    small = Image.open(
        io.BytesIO(base64.b64decode(card(tmp_path / "one.ipynb", tmp_path / "one.html").picture))
    )
    assert [round(small.width / small.height * 300, -1)] == seen
