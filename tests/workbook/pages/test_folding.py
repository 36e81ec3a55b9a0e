"""What a page folds: sections that are marked so, and long tables."""

import pandas as pd
from nbformat import v4

from combat.workbook import Table
from combat.workbook.notebooks import COLLAPSED, normalised
from combat.workbook.pages.figures import wrap_tables
from combat.workbook.pages.folding import LONG, long_folded
from tests.workbook.pages.cells import page, prose


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
