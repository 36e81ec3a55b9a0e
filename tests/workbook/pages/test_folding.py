"""What a page folds: sections that are marked so, and long tables."""

import pandas as pd
from nbformat import v4

from combat.workbook import Table
from combat.workbook.notebooks import COLLAPSED, normalised
from combat.workbook.pages.export import document
from combat.workbook.pages.figures import wrap_tables
from combat.workbook.pages.folding import LONG, long_folded


def prose(text, **metadata):
    cell = v4.new_markdown_cell(text)
    cell.metadata.update(metadata)
    return cell


def page(*cells):
    made, _ = document(v4.new_notebook(cells=[prose("# A"), *cells]), "a.ipynb")
    return made.partition("<main>")[2].partition("</main>")[0]


def test_a_section_is_folded_up_to_the_next_heading_of_its_level():
    made = page(
        prose("## One"),
        prose("### Side", tags=["aside"]),
        prose("within"),
        prose("#### Deeper"),
        prose("### Next"),
        prose("## Proofs", **{COLLAPSED: True}),
        prose("### Inner", tags=["aside"]),
        prose("last"),
    )
    marks = [
        '<details class="fold"><summary><h3 id="side">Side</h3></summary>',
        "within",
        'id="deeper"',
        "</details>",
        'id="next"',
        '<details class="fold"><summary><h2 id="proofs">',
        '<details class="fold"><summary><h3 id="inner">',
        "last",
        "</details></details>",
    ]
    places = [made.index(mark, made.index("<h2 id=")) for mark in marks]
    assert places == sorted(places)
    assert made.count("<details") == made.count("</details>") == 3


def test_a_collapsed_heading_stays_collapsed_in_a_saved_notebook():
    made = normalised(v4.new_notebook(cells=[prose("## Proofs", **{COLLAPSED: True})]))
    assert made.cells[0].metadata == {COLLAPSED: True}


def test_a_long_table_is_folded_under_its_caption():
    def shown(rows, caption="All <of> them."):
        table = Table(pd.DataFrame({"a": range(rows)}), caption=caption)
        return long_folded(wrap_tables(table._repr_html_()))

    assert "<details" not in shown(LONG)
    summary = f"<summary>All &lt;of&gt; them ({LONG + 1} rows)</summary>"
    assert shown(LONG + 1).startswith(f'<details class="long">{summary}<div class="table">')
    assert long_folded(shown(LONG + 1)).count("<details") == 1
    longer = shown(LONG + 1, "All of them. In points; as of old.")
    assert longer.startswith(f'<details class="long"><summary>All of them ({LONG + 1} rows)<')
    assert "In points; as of old" in longer


def test_prose_says_whom_it_is_for():
    made = page(prose("Move it.", tags=["hand"]), prose("Here.", tags=["code"]))
    assert '<div class="hand"><p>Move it.</p>' in made
    assert '<div class="code"><p>Here.</p>' in made
