"""What stands at the head of a page, and what it folds."""

import re

import pandas as pd
import pytest
from nbformat import v4

from combat.workbook import Finding, Table
from combat.workbook.notebooks import COLLAPSED, normalised
from combat.workbook.pages.figures import wrap_tables
from combat.workbook.pages.outline import LONG, long_folded
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


def test_a_section_is_folded_up_to_the_next_heading_of_its_level():
    cells = [
        prose("# A\n\n## One"),
        prose("### Side", tags=["aside"]),
        prose("within", tags=["hand"]),
        prose("### Next"),
        prose("## Proofs", **{COLLAPSED: True}),
        prose("### Inner", tags=["aside"]),
        prose("last"),
    ]
    made = page(*cells).partition("<h2 id=")[2].partition("</main>")[0]
    marks = [
        '<details class="fold"><summary><h3 id="side">Side</h3></summary>',
        '<div class="hand"><p>within',
        "</details>",
        'id="next"',
        '<details class="fold"><summary><h2 id="proofs">',
        '<details class="fold"><summary><h3 id="inner">',
        "last",
        "</details></details>",
    ]
    places = [made.index(mark) for mark in marks]
    assert places == sorted(places)
    assert made.count("<details") == made.count("</details>") == 3
    kept = normalised(v4.new_notebook(cells=cells)).cells[4]
    assert kept.metadata == {COLLAPSED: True}


def test_a_long_table_is_folded_under_its_caption():
    def shown(rows, caption):
        table = Table(pd.DataFrame({"a": range(rows)}), caption=caption)
        return long_folded(wrap_tables(table._repr_html_()))

    assert "<details" not in shown(LONG, "All.")
    folded = shown(LONG + 1, "All <of> them. In points.")
    summary = f"<summary>All &lt;of&gt; them ({LONG + 1} rows)</summary>"
    assert folded.startswith(f'<details class="long">{summary}<div class="table"')
    assert "In points" in folded
    assert long_folded(folded).count("<details") == 1
