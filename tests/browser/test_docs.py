"""Each exported page in a real browser, from a file, with the network cut off."""

import re
import shutil
import sys

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe

from combat.workbook.panel.places import unpacked
from tests.browser import chromium
from tests.browser.conftest import ROOT
from tests.browser.pages import (
    CLOSED,
    COVERED,
    DRAWN,
    SKIP,
    TOO_WIDE,
    UNFIT,
    asked_only_itself,
    laid_out,
    visit,
    wait_until,
)
from tests.processes import ran

NOTEBOOKS = sorted(path.stem for path in (ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
MOST_BYTES = 600_000
PHONE = {"width": 390, "height": 844}
OF_OTHERS = {"0%", "20%", "8%"}  # answers that these pages have for other questions, too
# What is seen in sentences; on axes and in tables the same number may well stand for another thing.
SAID = """() => {
  const out = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const part = texts.currentNode.parentElement;
    if (part.checkVisibility() && !part.closest("svg, table, .controls")) {
      out.push(texts.currentNode.textContent);
    }
  }
  return out.join(" ").replace(/\\s+/g, " ");
}"""


# Words that are seen before the first figure; those of the way to other pages don't count.
WORDS = """() => {
  const [first, words] = [document.querySelector("main figure"), []];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() && !first.contains(texts.currentNode)) {
    const part = texts.currentNode.parentElement;
    if (part.closest("header, nav, .skip, style, script") || !part.checkVisibility()) continue;
    words.push(...texts.currentNode.textContent.split(/\\s+/).filter(Boolean));
  }
  return words.length;
}"""
SCREENS = "document.documentElement.scrollHeight / innerHeight"
HAND = r"\b(Move the|Move \w+ first|click|Upload|run this cell|saved as)\b"


@pytest.fixture(scope="module")
def docs(tmp_path_factory):
    """All notebooks exported from a fresh execution, by the command that `make docs` runs."""
    if chromium.find() is None:
        pytest.skip(f"no browser: {chromium.MISSING}")
    home = tmp_path_factory.mktemp("docs")
    for folder in ("notebooks", "data"):
        shutil.copytree(ROOT / folder, home / folder)
    command = [sys.executable, "-m", "combat.workbook", "docs"]
    ran([*command, "--out", str(home / "docs")], cwd=home, check=True)
    return home / "docs"


@pytest.fixture(scope="module", params=NOTEBOOKS)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def opened(name, docs, browser):
    """A page for all tests of it, and what it asked for and said while it was loaded."""
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    yield visit(context.new_page(), docs / f"{name}.html")
    context.close()


def test_every_figure_is_drawn_and_answers_its_first_control(opened):
    page, heard = opened
    for figure in page.locator("figure[data-recording]").all():
        recorded = unpacked(figure.get_attribute("data-recording"))
        title = figure.locator(".title")
        at = recorded["start"]
        here = recorded["parts"][recorded["answers"][",".join(map(str, at))]]
        assert title.inner_text() == here["title"]
        assert figure.locator(".frame > svg").count() == len(here["charts"])
        moved = figure.locator("label:visible input[type=range]").first
        if not moved.count():
            continue
        number = [one["kind"] for one in recorded["controls"]].index("range")
        step = -1 if at[number] == len(recorded["controls"][number]["texts"]) - 1 else 1
        moved.press("ArrowRight" if step > 0 else "ArrowLeft")
        there = [place + step * (one == number) for one, place in enumerate(at)]
        if (key := ",".join(map(str, there))) in recorded["answers"]:
            assert title.inner_text() == recorded["parts"][recorded["answers"][key]]["title"]
    assert page.evaluate(COVERED) == []
    assert page.evaluate(UNFIT) == []
    assert not re.search(r"\$|\\[a-z]+", page.locator("main").inner_text())
    assert asked_only_itself(page, heard)


def test_on_a_phone_nothing_scrolls_sideways_and_no_letter_is_cut(docs, browser, name):
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page, _ = visit(context.new_page(), docs / f"{name}.html")
    found = [page.evaluate(TOO_WIDE, PHONE["width"]), page.evaluate(UNFIT), page.evaluate(COVERED)]
    context.close()
    assert found == [[], [], []]


def test_no_answer_is_told_before_its_guess(docs, browser, name):
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.goto((docs / f"{name}.html").as_uri())
    figures = page.eval_on_selector_all("figure", "all => all.map(one => one.dataset.recording)")
    guesses = [unpacked(one)["guess"] for one in figures]
    wait_until(page, "document.querySelector('figure .title, figure .guess b')")
    seen = page.evaluate(SAID)
    context.close()
    for answer in {guess["answer"] for guess in guesses if guess} - OF_OTHERS:
        assert not re.search(rf"(?<![\d.,−+]){re.escape(answer)}(?!\.?\d)", seen), answer


def test_it_comes_to_the_point_and_paper_holds_what_is_found(docs, browser, name):
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.goto((docs / f"{name}.html").as_uri())
    page.evaluate(DRAWN)
    words, screens = page.evaluate(WORDS), [page.evaluate(SCREENS)]
    page.evaluate(SKIP)
    page.evaluate(CLOSED)
    laid_out(page)
    screens.append(page.evaluate(SCREENS))
    page.emulate_media(media="print")
    # On paper the list of all answers stands in place of the three that it begins with.
    short = "nav.short:not(:has(> details)) li, nav.short > details li"
    unseen = [
        one.inner_text()
        for part in ("main .table", ".finding", short)
        for one in page.locator(part).all()
        if not one.is_visible() and one.inner_text()
    ]
    printed = page.locator("main").inner_text()
    context.close()
    assert words <= 60
    assert max(screens) <= 12
    assert unseen == []
    assert not re.search(HAND, printed)


def test_each_setting_that_a_finding_names_can_be_seen(docs, name):
    """The export refuses a setting without numbers; here, that none of them is left out."""
    saved = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
    links = re.findall(r'class="see" href="#figure-', (docs / f"{name}.html").read_text())
    named = [re.search(r"^ +at=[{A-Z]", cell.source, flags=re.M) for cell in saved.cells]
    assert len(links) == sum(map(bool, named))


@pytest.mark.parametrize("name", [NOTEBOOKS[at] for at in (0, 2, 3, 7, 8)] + ["index"])
def test_axe_finds_nothing_that_keeps_readers_out(name, docs, page):
    visit(page, docs / f"{name}.html")
    for scheme, width in (("light", 390), ("dark", 1366)):  # no colour hangs on the width
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        found = Axe().run(page).response["violations"]
        assert found == [], [(one["id"], one["nodes"][0]["html"][:200]) for one in found]


def test_pages_are_small_and_have_their_entries(docs, page):
    for name in NOTEBOOKS:
        assert (docs / f"{name}.html").stat().st_size < MOST_BYTES
    visit(page, docs / "index.html")
    links = page.locator(".pages a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    assert links == [f"{name}.html" for name in NOTEBOOKS]


def test_previous_and_next_lead_through_all_pages(docs, page):
    page.goto((docs / f"{NOTEBOOKS[0]}.html").as_uri())
    for name in NOTEBOOKS[1:]:
        page.locator("body > nav [rel=next]").press("Enter")  # it moves while figures are drawn
        page.wait_for_url(f"**/{name}.html")
    assert page.locator("body > nav [rel=next]").count() == 0


def test_on_paper_every_picture_stands_and_no_control(docs, page):
    visit(page, docs / f"{NOTEBOOKS[1]}.html")
    page.emulate_media(media="print")
    assert all(one.is_visible() for one in page.locator("figure .frame > svg").all())
    assert page.locator("figure :is(.controls, .tools, .guess):visible").count() == 0
    assert page.locator("figcaption .settings").first.is_visible()


def test_without_scripts_the_answer_and_its_table_stand(docs, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((docs / f"{NOTEBOOKS[1]}.html").as_uri())
    assert page.locator("#figure-1 .title").is_visible()
    assert page.locator("#figure-1 table").is_visible()
    context.close()
