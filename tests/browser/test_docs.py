"""Each exported page in a real browser, from a file, with the network cut off."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from combat.workbook.panel.recording import unpacked
from tests.browser.conftest import NOTEBOOKS
from tests.browser.pages import (
    CLOSED,
    DRAWN,
    ILL,
    SKIP,
    TOO_WIDE,
    UNFOLDED,
    asked_only_itself,
    at,
    laid_out,
    visit,
    wait_until,
)

MOST_BYTES = 650_000
PHONE = {"width": 390, "height": 844}
OF_OTHERS = {"0%", "20%", "8%"}  # answers that these pages have for other questions, too
# The texts that are seen in a part of a page, up to another part, without those in some others.
SEEN = """([within, outside, end]) => {
  const [seen, last] = [[], document.querySelector(end)];
  const texts = document.createTreeWalker(document.querySelector(within), NodeFilter.SHOW_TEXT);
  while (texts.nextNode() && !last?.contains(texts.currentNode)) {
    const part = texts.currentNode.parentElement;
    if (part.checkVisibility() && !part.closest(outside)) seen.push(texts.currentNode.textContent);
  }
  return seen.join(" ").replace(/\\s+/g, " ");
}"""
# Sentences: on axes and in tables the same number may well stand for another thing.
SAID = ["main", "svg, table, .controls", "none"]
# What comes before the first figure; the way to other pages doesn't count.
FIRST = ["body", "header, nav, .skip, style, script", "main figure"]
SCREENS = "document.documentElement.scrollHeight / innerHeight"
HAND = r"\b(Move the|Move \w+ first|click|Upload|run this cell|saved as)\b"


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_on_a_desk_and_on_paper(docs, browser, name):
    """All that is asked of a page which is opened once, from what is seen first to its print."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    heard = at(page, docs / f"{name}.html")
    wait_until(page, "document.querySelector('figure .title, figure .guess b')")
    recorded = [
        unpacked(figure.get_attribute("data-recording"))
        for figure in page.locator("figure[data-recording]").all()
    ]
    tells_no_answer_before_its_guess(page, recorded)
    page.evaluate(DRAWN)
    words, screens = page.evaluate(SEEN, FIRST).split(), [page.evaluate(SCREENS)]
    page.evaluate(SKIP)
    laid_out(page)
    screens.append(page.evaluate(SCREENS))
    assert len(words) <= 60
    assert max(screens) <= 12
    for unfolded in (UNFOLDED, DRAWN, SKIP):
        page.evaluate(unfolded)
    laid_out(page)
    for figure, told in zip(page.locator("figure[data-recording]").all(), recorded, strict=True):
        answers_its_first_control(figure, told)
    assert page.evaluate(ILL) == []
    assert not re.search(r"\$|\\[a-z]+", page.locator("main").inner_text())
    assert asked_only_itself(page, heard)
    keeps_nobody_out(page, name, "dark")
    page.evaluate(CLOSED)
    page.emulate_media(media="print")
    has_all_on_paper(page)
    context.close()


def tells_no_answer_before_its_guess(page, recorded):
    seen = page.evaluate(SEEN, SAID)
    answers = {one["guess"]["answer"] for one in recorded if one["guess"]}
    for answer in answers - OF_OTHERS:
        assert not re.search(rf"(?<![\d.,−+]){re.escape(answer)}(?!\.?\d)", seen), answer


def answers_its_first_control(figure, recorded):
    def answer(place):
        number = recorded["answers"].get(",".join(map(str, place)))
        return number and recorded["parts"][number]

    title, at = figure.locator(".title"), recorded["start"]
    assert title.inner_text() == answer(at)["title"]
    assert figure.locator(".frame > svg").count() == len(answer(at)["charts"])
    moved = figure.locator("label:visible input[type=range]").first
    if moved.count():
        number = [one["kind"] for one in recorded["controls"]].index("range")
        step = -1 if at[number] == len(recorded["controls"][number]["texts"]) - 1 else 1
        moved.press("ArrowRight" if step > 0 else "ArrowLeft")
        there = answer([place + step * (one == number) for one, place in enumerate(at)])
        assert there is None or title.inner_text() == there["title"]


def has_all_on_paper(page):
    # On paper the list of all answers stands in place of the three that it begins with.
    short = "nav.short:not(:has(> details)) li, nav.short > details li"
    pictures = "figure .frame > svg, figcaption .settings"
    unseen = [
        one.inner_text()
        for part in ("main .table", ".finding", short, pictures)
        for one in page.locator(part).all()
        if not one.is_visible() and one.text_content()
    ]
    assert unseen == []
    assert page.locator("figure :is(.controls, .tools, .guess):visible").count() == 0
    assert not re.search(HAND, page.locator("main").inner_text())


@pytest.mark.parametrize("name", [*NOTEBOOKS, "index"])
def test_on_a_phone_nothing_scrolls_sideways_and_no_letter_is_cut(docs, browser, name):
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page, _ = visit(context.new_page(), docs / f"{name}.html")
    assert page.evaluate(TOO_WIDE, PHONE["width"]) == []
    assert page.evaluate(ILL) == []
    keeps_nobody_out(page, name, "light")
    context.close()


def keeps_nobody_out(page, name, scheme):
    """Axe finds nothing on a page; on those that have every kind of part."""
    if name in [*(NOTEBOOKS[number] for number in (0, 2, 3, 7, 8)), "index"]:
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page).response["violations"]
        assert found == [], [(one["id"], one["nodes"][0]["html"][:200]) for one in found]


def test_pages_are_small_and_have_their_entries(docs, page):
    for name in NOTEBOOKS:
        assert (docs / f"{name}.html").stat().st_size < MOST_BYTES
    visit(page, docs / "index.html")
    links = page.locator(".pages a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    assert links == [f"{name}.html" for name in NOTEBOOKS]
