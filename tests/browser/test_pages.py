"""One's way through the pages: what they say in short, their contents, and the search."""

import re
from unittest.mock import patch

import nbformat
import pytest
from nbformat import v4

from combat.core.files import write_whole
from combat.workbook import Finding, Panel
from combat.workbook.pages import browser, site
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
    with patch.object(browser, "print_pdfs"):
        site.finish(paths, folder)
    return folder


def test_a_script_in_prose_never_runs(docs, page):
    page, _ = visit(page, docs / "luck.html")
    assert page.locator("main img[onerror]").count() == 1
    assert page.locator("main script").count() >= 1
    assert page.title() != "run"


def asked_for(page, text):
    page.get_by_role("searchbox", name="Search all pages").fill(text)
    return page.locator("ol.found a")


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
    page.emulate_media(media="print")  # a PDF has its own outline
    assert not page.locator("nav.contents").is_visible()


def test_many_contents_scroll_by_themselves(docs, page):
    page.set_viewport_size({"width": 1366, "height": 300})
    page.goto((docs / "dragons.html").as_uri())
    page.keyboard.press("End")
    wait_until(page, "document.querySelector('[aria-current]')?.textContent == 'Last words'")
    assert in_view(page, "[aria-current]")


FOUND = {  # the first place, and the words marked in it
    "mithril plate": ("dragons.html#finding-1", ["Plate", "mithril"]),
    "PLATE arm": ("dragons.html#figure-1", ["plate", "armour"]),
    "señor größ": ("dragons.html#figure-1", ["Señor", "Größenwahn"]),
    "senor großenwahn": ("dragons.html#figure-1", ["Señor", "Größenwahn"]),
    "armor": ("dragons.html#figure-1", ["armour"]),  # either spelling
    "dragons": ("dragons.html", ["Dragons"]),
    "dragons pays": ("dragons.html#finding-1", ["pays"]),  # one word is in the title
    "worth it?": ("dragons.html#is-plate-worth-it", ["worth", "it"]),
    "late": None,  # no word begins so
}


def test_words_are_found_in_any_order_by_their_beginnings(docs, page):
    page.goto((docs / "index.html").as_uri())
    assert {text: first_found(asked_for(page, text)) for text in FOUND} == FOUND
    far_apart = asked_for(page, "mithril plate").inner_text()
    assert re.match(r"Plate pays\..* … .*Against mithril it does not\.\n", far_apart)
    assert len(far_apart) < len(LONG)


def first_found(found):
    if found.count() == 0:
        return None
    return found.first.get_attribute("href"), found.first.locator("mark").all_inner_texts()


def test_a_place_that_was_found_opens_where_it_stands(docs, page):
    _, heard = visit(page, docs / "index.html")
    assert not page.locator("ol.found").is_visible()
    asked_for(page, "mithril").first.click()
    page.wait_for_url("**/dragons.html#finding-1")
    assert in_view(page, "#finding-1")
    page.go_back()
    assert page.get_by_role("searchbox").input_value() == "mithril"
    assert page.locator("ol.found a").count() == 1
    assert heard["console"] == []
    assert all(url.startswith(("file:", "data:")) for url in heard["requests"])


def test_the_search_is_had_by_keys(docs, page):
    page.goto((docs / "index.html").as_uri())
    page.keyboard.press("Tab")
    field, found = page.get_by_role("searchbox"), page.locator("ol.found a")
    assert field.evaluate("e => e === document.activeElement")
    page.keyboard.type("plate")
    assert found.count() == 3
    is_on = "(e, n) => document.activeElement === (n ? e[n - 1] : document.activeElement)"
    for key, place in [("Down", 1), ("Down", 2), ("Down", 3), ("Down", 3), ("Up", 2), ("Up", 1)]:
        page.keyboard.press(f"Arrow{key}")
        assert found.evaluate_all(is_on, place)
    page.keyboard.press("ArrowUp")
    assert field.evaluate("e => e === document.activeElement")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    assert field.evaluate("e => e === document.activeElement && e.value === ''")
    assert found.count() == 0
    assert page.locator(".pages").is_visible()
    page.keyboard.type("plate")
    page.keyboard.press("Enter")
    page.wait_for_url("**/dragons.html#is-plate-worth-it")


def test_what_is_found_is_said(docs, page):
    page.goto((docs / "index.html").as_uri())
    said = page.get_by_role("status")
    for text, words in [
        ("mithril", "1 place found."),
        ("plate", "3 places found."),
        ("answer", "50 places found, the first 40 are shown: one more word would narrow it."),
        ("plate xyz", "No page has a word that begins with “xyz”: try its first letters, or "),
        ("mithril answer", "Each of these words is there, but no place has all of them: leave "),
        (" ?! ", ""),
    ]:
        found = asked_for(page, text)
        assert said.inner_text().startswith(words)
        assert bool(words) == bool(said.inner_text())
        assert found.count() <= 40


def test_nothing_in_the_pages_runs_in_the_search(docs, page):
    _, heard = visit(page, docs / "index.html")
    for text in ("script", "<img src=x onerror=document.title='run'>", "luck"):
        found = asked_for(page, text)
        assert found.count() > 0
        assert (
            page.locator("ol.found img, ol.found script, .pages img:not([src^='data:'])").count()
            == 0
        )
    assert any(SCRIPT in words for words in asked_for(page, "hostile").all_inner_texts())
    assert page.title() == "Combat Design Workbook"
    assert heard["console"] == []


def test_without_scripts_there_is_no_search_but_the_lists(docs, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((docs / "index.html").as_uri())
    assert not page.get_by_label("Search all pages").is_visible()
    page.get_by_role("link", name="Dragons & knights").click()
    page.get_by_role("link", name="Plate pays.").click()
    assert page.url.endswith("#is-plate-worth-it")
    context.close()


def test_the_lists_fit_a_phone(docs, page):
    page.set_viewport_size({"width": 390, "height": 800})
    for name in ("dragons", "luck", "index"):
        page.goto((docs / f"{name}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    asked_for(page, "answer")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
