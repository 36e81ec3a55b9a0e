"""The head of a page: what it says in short, its contents, and the places they lead to."""

import re

import pytest
from nbformat import v4

from combat.workbook import Finding
from combat.workbook.pages.export import document
from combat.workbook.pages.figures import SCRIPTS
from combat.workbook.pages.summary import MANY, Found, in_short, opening

SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(1)>"


def prose(text):
    return v4.new_markdown_cell(text)


def told(text, kind="text/markdown"):
    return v4.new_code_cell("...", outputs=[v4.new_output("display_data", {kind: text})])


def page(*cells):
    return document(v4.new_notebook(cells=list(cells)), "a.ipynb")[0]


def links(page, name):
    """The places and the words of the links of a list at the head."""
    nav = re.search(rf'<nav class="{name}".*?</nav>', page, flags=re.S)
    return re.findall(r'<a href="#([^"]+)">(.*?)</a>', nav[0]) if nav else []


def test_a_page_begins_with_its_answers():
    made = page(
        prose("# Dragons"),
        prose("**Do they win?** Let us see."),
        v4.new_code_cell("import math"),
        prose("## Findings"),
        told(Finding("**Dragons win 60%, mostly.** Knights lose.", True).text),
        told("No sentence in bold."),
        told("**None of `x` & -3**, but [two](b.ipynb)."),
    )
    assert links(made, "short") == [
        ("findings", "Dragons win 60%, mostly."),
        ("findings", "None of <code>x</code> &amp; -3."),
    ]
    main, marks = made.partition("<main>")[2], ["Do they win?", "In short", "Contents", "math"]
    places = [main.index(mark) for mark in [*marks, "<h2 id"]]
    assert places == sorted(places)
    shown = re.findall(r'<div class="finding" id="([^"]+)">(.*?)</div>', made)
    assert [place for place, _ in shown] == ["finding-1", "finding-2"]
    assert "Knights lose." in shown[0][1]


def test_a_page_without_findings_has_nothing_in_short():
    made = page(prose("# Dragons\n\n**Do they win?**"), prose("## The rule\n\n**Bold** prose."))
    assert "In short" not in made
    assert links(made, "contents") == [("the-rule", "The rule")]


def test_a_finding_links_to_nothing_else():
    made = page(prose("# A"), told("**See [the rule](#rule) and *why*.** So."))
    assert links(made, "short") == [("finding-1", "See the rule and <em>why</em>.")]
    assert '<a href="#rule">the rule</a>' in made


@pytest.mark.parametrize("count", [1, MANY - 1, MANY, 30])
def test_many_findings_stand_under_the_headings_that_they_answer(count):
    findings = [
        Found(f"Part {number // 4}", f"part-{number // 4}", "So.") for number in range(count)
    ]
    keys, groups = in_short(findings)
    heads = [head for head, _ in groups]
    assert heads == ([""] if count < MANY else list(dict.fromkeys(one.heading for one in findings)))
    assert [found for _, group in groups for found in group] == findings
    assert keys == []


def told_key(text):
    cell = told(text)
    cell.outputs[0].metadata["combat"] = Finding(text, True, key=True)._repr_mimebundle_()[1][
        "combat"
    ]
    return cell


def test_three_key_findings_are_said_first_and_all_of_them_folded():
    made = page(
        prose("# A\n\n## Who?"),
        told("**One.**"),
        told_key("**Two.**"),
        prose("### Why?"),
        told_key("**Three.**"),
    )
    short, folded = re.search(r'<nav class="short".*?</nav>', made, flags=re.S)[0].split(
        "<details>"
    )
    assert re.findall(r"href=\"#(.*?)\">(.*?)</a>", short) == [("who", "Two."), ("why", "Three.")]
    assert "<summary>All 3 answers</summary>" in folded
    assert re.findall(r">(\w+\.)</a>", folded) == ["One.", "Two.", "Three."]
    alone = page(prose("# A\n\n## Who?"), told_key("**Two.**"))
    assert "<details>" not in alone


def test_more_than_three_key_findings_are_refused():
    with pytest.raises(ValueError, match=r'4 findings are key=True: .* the last is "Last\."'):
        page(*(told_key(f"**{text}.**") for text in ("One", "Two", "Three", "Last")))


def test_the_heading_of_a_finding_is_the_last_one_above_it():
    cells = [prose("# A"), told("**Early.**"), prose("## B\n\n### C")]
    cells += [told(f"**Number {number}.**") for number in range(MANY)]
    made = page(*cells, prose("#### too deep"), told("**Deep.**"), prose("## D"), told("**Last.**"))
    groups = re.findall(r"<li>([^<]*)\n<ul>", made.partition("</nav>")[0])
    assert groups == ["", "C", "D"]
    assert len(links(made, "short")) == MANY + 3


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([], 0),
        ([told("**A.**")], 0),
        ([prose("# A")], 1),
        ([prose("# A\n\n## B"), told("**A.**")], 1),
        ([v4.new_code_cell("x"), prose("# A"), prose("How?"), told("**A.**")], 3),
        ([told("x"), prose("# A"), v4.new_code_cell("x"), prose("More."), prose("## B")], 4),
        ([prose("# A"), v4.new_code_cell("x"), prose("## B"), prose("# C")], 1),
    ],
)
def test_the_opening_is_the_prose_before_the_first_part_or_result(cells, expected):
    assert opening(cells) == expected


def test_the_contents_have_parts_and_their_sections():
    made = page(
        prose("# A\n### lost"), prose("## B\n### C\n#### D\n### C"), prose("## E <i>& F</i>")
    )
    expected = [("b", "B"), ("c", "C"), ("c-2", "C"), ("e-amp-f", "E &amp; F")]
    assert links(made, "contents") == expected
    for place, _ in expected:
        assert made.count(f'id="{place}"') == 1


def test_no_heading_takes_the_place_of_a_figure_table_or_finding():
    heads = prose("# A\n\n## Finding 1\n\n## Table 1\n\n## Figure 1\n\n## Figure of 1")
    made = page(heads, told("**So.**"), told("<table><caption>T</caption></table>", "text/html"))
    ids = re.findall(r' id="([^"]+)"', made)
    assert len(ids) == len(set(ids))
    assert {"finding-1", "table-1", "section-finding-1", "figure-of-1"} <= set(ids)


def test_tables_with_a_caption_can_be_linked_to():
    made = page(
        told("<table><tr></tr></table>", "text/html"),
        told('<table class="x">\n<caption>One</caption></table>', "text/html"),
        told("<table><caption>Two</caption></table>", "text/html"),
    )
    assert re.findall(r'<div class="table"(.*?)><table', made) == [
        "",
        ' id="table-1"',
        ' id="table-2"',
    ]


def test_what_code_tells_never_becomes_a_script():
    """A name of a spreadsheet is in a finding: bold, plain, as a heading and as a link."""
    text = f"**{SCRIPT} wins.** {SCRIPT}\n\n{SCRIPT}\n\n## {SCRIPT}\n\n[x](javascript:alert(1))"
    made = page(prose("# A\n\n## B"), told(f"{text} ![seen](https://example.org/a.png)"))
    code = made
    for own in SCRIPTS.values():
        code = code.replace(f"<script>{own}</script>", "")
    assert "<script" not in code
    assert "<img" not in code
    assert "javascript:" not in code
    assert "example.org" not in code
    assert "seen" in code
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in links(made, "short")[0][1]


def test_a_script_in_the_title_is_text_in_the_head_of_the_page():
    made, _ = document(
        v4.new_notebook(cells=[prose("# A </title><script>alert(1)</script>")]),
        "a.ipynb",
        before=("b.html", SCRIPT),
        after=("c.html", SCRIPT),
    )
    assert "<title>A &lt;/title&gt;&lt;script&gt;" in made
    assert made.count("&lt;script&gt;alert(1)&lt;/script&gt;&lt;img") == 4
