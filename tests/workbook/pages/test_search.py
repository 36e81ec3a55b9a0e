"""What the start page finds: read off the pages, and safe to stand in a script."""

import json
import re

import nbformat
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st
from nbformat import v4

from combat.core.files import write_whole
from combat.workbook import Finding, Panel, Table
from combat.workbook.charts.text import minus
from combat.workbook.pages import browser, search, site
from combat.workbook.pages.export import document
from combat.workbook.pages.index import Card, index
from tests.browser.pages import shown

SCRIPT = "<script>alert(1)</script><!-- <script> --> &amp; <img src=x onerror=alert(1)>"


def page(*cells):
    cells = [v4.new_markdown_cell(one) if isinstance(one, str) else shown(one) for one in cells]
    return document(v4.new_notebook(cells=cells), "a.ipynb")[0]


def panel(caption, **more):
    return Panel(lambda ax: ax.plot([0, 1]), {}, caption=caption, words="A line up.", **more)


def table(caption):
    return Table(pd.DataFrame({"a": [1]}), caption=caption)


def test_the_places_of_a_page_are_read_in_its_order():
    made = page(
        "# Title\n\n**Why?**",
        "## A & *b*",
        panel("A <caption>.", table=lambda: table("Below it.")),
        table("A table."),
        Table(pd.DataFrame({"not": ["found"]})),
        "### With $x$ in it\n\n# Another head",
        Finding("**So** it is.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nAfter.", True),
        "## The end\n\nNot found.",
    )
    assert search.places(made) == [
        ("part", "a-amp-b", "A & b"),
        ("figure", "figure-1", "A <caption>."),
        ("table", "figure-1", "Below it."),
        ("table", "table-1", "A table."),
        ("section", "with-in-it", "With x in it"),
        ("part", "another-head", "Another head"),
        ("finding", "finding-1", "So it is. one two a b 1 2 After."),
        ("part", "the-end", "The end"),
    ]
    for _, place, _ in search.places(made):
        assert made.count(f' id="{place}"') == 1


def test_a_page_that_breaks_off_gives_what_was_whole():
    assert search.places('<h2 id="a">A</h2><h2 id="b">B') == [("part", "a", "A")]
    assert search.places("") == []


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_caption_is_found_as_it_is_shown(text):
    html = table(text)._repr_html_()
    words = " ".join(minus(text).split())
    # Without words there is nothing to be found.
    assert search.places(html) == ([("table", "", words)] if words else [])


def test_nothing_in_the_data_is_html():
    made = page("# T", f"## {SCRIPT}", panel(SCRIPT), table(SCRIPT), Finding(f"**{SCRIPT}**", True))
    data = search.data([("a.html", SCRIPT, SCRIPT, made)])
    assert "<" not in data
    found = json.loads(data)
    assert found["pages"] == [["a.html", SCRIPT]]
    kept = {kind: text for _, kind, _, text in found["places"]}
    assert kept["page"] == f"{SCRIPT} – {SCRIPT}"
    assert kept["figure"] == kept["table"] == kept["finding"] == SCRIPT


def test_each_place_knows_its_page():
    first, second = page("# A", "## One"), page("# B", "## Two", "## Three")
    data = json.loads(search.data([("a.html", "A", "", first), ("b.html", "B", "Why?", second)]))
    assert data["pages"] == [["a.html", "A"], ["b.html", "B"]]
    assert data["places"] == [
        [0, "page", "", "A"],
        [0, "part", "one", "One"],
        [1, "page", "", "B – Why?"],
        [1, "part", "two", "Two"],
        [1, "part", "three", "Three"],
    ]


def test_the_start_page_searches_the_pages_that_are_there(tmp_path, monkeypatch):
    monkeypatch.setattr(browser, "find", lambda: None)
    paths = [tmp_path / f"{name}.ipynb" for name in ("one", "two & 1#", "three")]
    for path in paths:
        head = v4.new_markdown_cell(f"# Title of {path.stem}\n\n## Größe von {path.stem}")
        notebook = v4.new_notebook(cells=[head])
        nbformat.write(notebook, path)
        if path.stem != "three":
            write_whole({path.with_suffix(".html"): document(notebook, path)[0]})
    site.finish(paths, tmp_path)
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    data = json.loads(
        re.search(r'<script type="application/json" id="places">(.*)</script>', index)[1]
    )
    assert [title for _, title in data["pages"]] == ["Title of one", "Title of two & 1#"]
    assert [0, "part", "größe-von-one", "Größe von one"] in data["places"]
    assert 'href="two%20%26%201%23.html"' in index
    assert '<form class="search" role="search" hidden>' in index


def test_a_start_page_without_places_has_no_search():
    html = index([Card("a.html", "A", "")])
    assert "search" not in re.sub(r"<style>.*?</style>", "", html, flags=re.S)
