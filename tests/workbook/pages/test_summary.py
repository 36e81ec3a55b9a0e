"""The head of a page: what it says in short, its contents, and the places they lead to."""

import re

import pytest
from nbformat import v4

from combat.workbook import Finding
from combat.workbook.pages.summary import MANY
from tests.workbook.pages.cells import page, prose, told


def links(page, name):
    """The places and the words of the links of a list at the head."""
    nav = re.search(rf'<nav class="{name}".*?</nav>', page, flags=re.S)
    return re.findall(r'<a href="#([^"]+)">(.*?)</a>', nav[0]) if nav else []


def test_a_page_begins_with_its_answers():
    made = page(
        prose("# Dragons"),
        prose("**Do they win?** Let us see."),
        v4.new_code_cell("import math"),
        prose("Before the first part."),
        prose("## Findings"),
        told(Finding("**Dragons win 60%, mostly.** Knights lose.", True).text),
        told("No sentence in bold."),
        told("**None of `x` & -3**, but [two](b.ipynb)."),
        told("**See [the rule](#rule) and *why*.** So."),
    )
    assert links(made, "short") == [
        ("findings", "Dragons win 60%, mostly."),
        ("findings", "None of <code>x</code> &amp; -3."),
        ("findings", "See the rule and <em>why</em>."),
    ]
    main, marks = (
        made.partition("<main>")[2],
        ["Do they win?", "math", "Before the first", "In short", "Contents"],
    )
    places = [main.index(mark) for mark in [*marks, "<h2 id"]]
    assert places == sorted(places)
    shown = re.findall(r'<div class="finding" id="([^"]+)">(.*?)</div>', made)
    assert [place for place, _ in shown] == ["finding-1", "finding-2", "finding-3"]
    assert "Knights lose." in shown[0][1]


def test_three_key_findings_are_said_first_and_all_of_them_folded():
    made = page(
        prose("# A\n\n## Who?"),
        told("**One.**"),
        told("**Two.**", key=True),
        prose("### Why?"),
        told("**Three.**", key=True),
    )
    short, folded = made.partition("</nav>")[0].split("<details>")
    assert re.findall(r"href=\"#(.*?)\">(.*?)</a>", short) == [("who", "Two."), ("why", "Three.")]
    assert "<summary>All 3 answers</summary>" in folded
    assert re.findall(r">(\w+\.)</a>", folded) == ["One.", "Two.", "Three."]
    keys = [told(f"**{text}.**", key=True) for text in ("One", "Two", "Three", "Last")]
    with pytest.raises(ValueError, match=r'4 findings are key=True: .* the last is "Last\."'):
        page(*keys)


def test_many_findings_stand_under_the_last_heading_above_them():
    cells = [prose("# A"), told("**Early.**"), prose("## B\n\n### C")]
    cells += [told(f"**Number {number}.**") for number in range(MANY - 3)]
    made = page(*cells, prose("#### too deep"), told("**Deep.**"), prose("## D"), told("**Last.**"))
    assert re.findall(r"<li>([^<]*)\n<ul>", made.partition("</nav>")[0]) == ["", "C", "D"]
    fewer = page(*cells, told("**Last.**"))
    assert "<li>C" not in fewer.partition("</nav>")[0]
    assert len(links(fewer, "short")) == MANY - 1


def test_the_contents_have_parts_and_their_sections():
    heads = "# A\n### lost\n## B\n### C\n#### D\n### C\n## E <i>& F</i>\n## Finding 1\n## Table 1"
    made = page(
        prose(heads), told("**So.**"), told("<table><caption>T</caption></table>", "text/html")
    )
    expected = [("b", "B"), ("c", "C"), ("c-2", "C"), ("e-amp-f", "E &amp; F")]
    expected += [("section-finding-1", "Finding 1"), ("section-table-1", "Table 1")]
    assert links(made, "contents") == expected
    ids = re.findall(r' id="([^"]+)"', made)
    assert len(ids) == len(set(ids))
    assert {place for place, _ in expected} | {"finding-1", "table-1"} <= set(ids)
