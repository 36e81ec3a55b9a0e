"""One's way through the pages: what they say in short, their contents, and the lists."""

import nbformat
import pytest
from nbformat import v4

from combat.core.files import write_whole
from combat.workbook import Finding, Panel
from combat.workbook.pages import site
from combat.workbook.pages.export import document
from tests.browser.pages import laid_out, shown, visit, wait_until

SCRIPT = "</script><script>document.title='run'</script><img src=x onerror=document.title='run'>"
LONG = "It goes on. " * 40


def panel(caption):
    return Panel(lambda ax: ax.plot([0, 1]), {}, caption=caption, words=f"A line: {SCRIPT}")


PAGES = {
    "dragons": [
        "# Dragons & knights\n\n**Who wins?** Let us see.",
        "## The rule\n\n" + LONG,
        panel("What plate armour is worth to a Señor of the Größenwahn."),
        *(part for name in "abcdefgh" for part in (f"### Case {name}", LONG)),
        "## Findings\n\n### Is plate worth it?",
        Finding(f"**Plate pays.** {LONG} Against mithril it does not.", True),
        Finding(f"**{SCRIPT} wins.** A name from a file.", True),
        panel(f"Hostile: {SCRIPT}"),
        "## Last words\n\nShort.",
    ],
    "luck": [
        f"# Luck {SCRIPT}\n\n**How much {SCRIPT}?**",
        "## The rule\n\nNone.",
        "<img src=x onerror=\"document.title='run'\">\n\n<script>document.title='run'</script>",
        *(Finding(f"**Number {number} is the answer.** Luck.", True) for number in range(50)),
    ],
}


@pytest.fixture(scope="module")
def docs(tmp_path_factory):
    """Two pages and the start page, as an export leaves them."""
    folder = tmp_path_factory.mktemp("pages")
    paths = [folder / f"{name}.ipynb" for name in PAGES]
    for path, parts in zip(paths, PAGES.values(), strict=True):
        cells = [v4.new_markdown_cell(one) if isinstance(one, str) else shown(one) for one in parts]
        notebook = v4.new_notebook(cells=cells)
        nbformat.write(notebook, path)
        page, _ = document(notebook, path, before=("luck.html", SCRIPT), after=None)
        write_whole({path.with_suffix(".html"): page})
    site.finish(paths, folder)
    return folder


def test_a_script_in_prose_never_runs(docs, page):
    page, _ = visit(page, docs / "luck.html")
    assert page.locator("main img[onerror]").count() == 1
    assert page.locator("main script").count() >= 1
    assert page.title() != "run"


def in_view(page, selector):
    return page.eval_on_selector(
        selector,
        "e => { const b = e.getBoundingClientRect(); return b.top >= 0 && b.top < innerHeight; }",
    )


def test_what_is_said_in_short_leads_to_its_finding(docs, page):
    _, heard = visit(page, docs / "dragons.html")
    short = page.get_by_role("navigation", name="In short")
    assert short.get_by_role("link").all_inner_texts() == ["Plate pays.", f"{SCRIPT} wins."]
    assert not in_view(page, "#finding-1")
    short.get_by_role("link", name="Plate pays.").click()
    assert page.url.endswith("dragons.html#is-plate-worth-it")
    assert in_view(page, "#is-plate-worth-it")
    assert in_view(page, "#finding-1")
    assert page.title() == "Dragons & knights"
    assert heard["console"] == []
    assert [url for url in heard["requests"] if not url.startswith("data:")] == [
        page.url.partition("#")[0]
    ]


def test_the_contents_stay_beside_the_text_and_mark_the_section(docs, page):
    page.goto((docs / "dragons.html").as_uri())
    figure = page.locator("figure img").first.bounding_box()["width"]
    contents = page.get_by_role("navigation", name="Contents")
    current = contents.locator("[aria-current=location]")
    assert current.count() == 0
    marked = []
    for place in ("the-rule", "case-c", "is-plate-worth-it"):
        page.evaluate("place => document.getElementById(place).scrollIntoView()", place)
        wait_until(page, "document.querySelector('nav [aria-current]')")
        laid_out(page)
        marked.append(current.inner_text())
        box, text = contents.bounding_box(), page.locator("main > p").first.bounding_box()
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= text["x"]
        assert in_view(page, "[aria-current]")
    assert marked == ["The rule", "Case c", "Is plate worth it?"]
    # The last part is too short to come up, but it is what one reads at the end.
    page.keyboard.press("End")
    wait_until(page, "document.querySelector('[aria-current]').textContent == 'Last words'")
    page.set_viewport_size({"width": 1199, "height": 900})
    assert contents.evaluate("e => getComputedStyle(e).position") == "static"
    assert not contents.get_by_role("link", name="Case a").is_visible()
    assert page.locator("figure img").first.bounding_box()["width"] == figure
    page.set_viewport_size({"width": 1366, "height": 900})
    page.emulate_media(media="print")  # a printed page has its own outline
    assert not page.locator("nav.contents").is_visible()


def test_many_contents_scroll_by_themselves(docs, page):
    page.set_viewport_size({"width": 1366, "height": 300})
    page.goto((docs / "dragons.html").as_uri())
    page.keyboard.press("End")
    wait_until(page, "document.querySelector('[aria-current]')?.textContent == 'Last words'")
    assert in_view(page, "[aria-current]")


def test_without_scripts_there_are_the_lists(docs, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((docs / "index.html").as_uri())
    page.get_by_role("link", name="Dragons & knights").click()
    page.get_by_role("link", name="Plate pays.").click()
    assert page.url.endswith("#is-plate-worth-it")
    context.close()


def test_the_lists_fit_a_phone(docs, page):
    page.set_viewport_size({"width": 390, "height": 800})
    for name in ("dragons", "luck", "index"):
        page.goto((docs / f"{name}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
