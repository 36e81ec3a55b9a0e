"""The start page: doors to pages that are there, cards with a finding and a picture."""

import base64
import io

import nbformat
import pytest
from nbformat import v4
from PIL import Image

from combat.workbook.pages.index import WIDTH, Card, card, index
from tests.workbook.pages.cells import prose, told


@pytest.mark.parametrize(("gap", "seen"), [(60, 600), (4, 1200)])
def test_a_card_has_the_question_the_key_finding_and_a_small_picture(gap, seen, tmp_path):
    """The picture is cut between two plots where there is room between them, else shown whole."""
    picture = Image.new("RGB", (1200, 300), "white")
    half = (1200 - gap) // 2
    for left in (0, half + gap):
        picture.paste("black", (left, 0, left + half, 300))
    picture.save(file := io.BytesIO(), "png")
    cells = [
        prose("# Dragons\n\n**Who wins?** We fight."),
        told(base64.b64encode(b"the answer of a guess").decode(), "image/png", guess=True),
        told(base64.b64encode(file.getvalue()).decode(), "image/png"),
        told("**Orcs lose.** Nearly."),
        told("**Dragons win [twice](#twice) at `hp` 3 < 4.** Nearly.", key=True),
    ]
    nbformat.write(v4.new_notebook(cells=cells), tmp_path / "dragons.ipynb")
    found = card(tmp_path / "dragons.ipynb", tmp_path / "dragons.html")
    assert (found.file, found.title) == ("dragons.html", "Dragons")
    assert (found.question, found.finding) == ("Who wins?", "Dragons win twice at hp 3 < 4.")
    small = Image.open(io.BytesIO(base64.b64decode(found.picture)))
    assert small.width == pytest.approx(2 * WIDTH, abs=1)
    assert small.width / small.height * 300 == pytest.approx(seen, abs=5)


def test_a_card_of_an_empty_notebook_has_neither(tmp_path):
    nbformat.write(v4.new_notebook(), tmp_path / "bare.ipynb")
    assert card(tmp_path / "bare.ipynb", tmp_path / "bare.html") == Card("bare.html", "bare", "")


def test_doors_lead_to_pages_that_are_there():
    html = index([Card("06_hit_rules_compared.html", "Rules", "Which?")])
    assert html.count('href="06_hit_rules_compared.html"') == 2
    assert "I need a hit rule" in html
    assert "I have units" not in html
    assert "The reference" not in html
    html = index([Card("one.html", "One", "")], reference="reference/index.html")
    assert 'class="doors"' not in html
    assert 'href="reference/index.html"' in html
