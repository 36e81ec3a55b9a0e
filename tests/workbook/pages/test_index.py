"""The start page: doors to pages that are there, cards with a question and a finding."""

import nbformat
from nbformat import v4

from combat.workbook.pages.index import Card, card, index
from tests.workbook.pages.cells import prose, told


def test_a_card_has_the_question_and_the_key_finding(tmp_path):
    cells = [
        prose("# Dragons\n\n**Who wins?** We fight."),
        told("**Orcs lose.** Nearly."),
        told("**Dragons win [twice](#twice) at `hp` 3 < 4.** Nearly.", key=True),
    ]
    nbformat.write(v4.new_notebook(cells=cells), tmp_path / "dragons.ipynb")
    found = card(tmp_path / "dragons.ipynb", tmp_path / "dragons.html")
    assert (found.file, found.title) == ("dragons.html", "Dragons")
    assert (found.question, found.finding) == ("Who wins?", "Dragons win twice at hp 3 < 4.")


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
