"""Each exported page in a real browser, from a file, with the network cut off."""

import re

import nbformat
import pytest

from combat.workbook.export import document
from tests.browser.conftest import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def opened(request, page, tmp_path):
    """The page, and what it asked for and said while it was loaded."""
    file = tmp_path / "page.html"
    file.write_text(document(nbformat.read(request.param, 4), request.param))
    heard = {"requests": [], "console": []}
    page.on("request", lambda asked: heard["requests"].append(asked.url))
    page.on("console", lambda message: heard["console"].append(message.text))
    page.on("pageerror", lambda error: heard["console"].append(str(error)))
    page.context.set_offline(True)
    page.goto(file.as_uri(), wait_until="networkidle")
    return page, heard


def test_it_asks_for_nothing_and_shows_everything(opened):
    page, heard = opened
    asked = [url for url in heard["requests"] if not url.startswith("data:")]
    assert asked == [page.url]
    assert heard["console"] == []
    sizes = page.eval_on_selector_all("img", "all => all.map(i => [i.naturalWidth, i.alt.length])")
    assert sizes
    assert all(width > 0 and alt > 30 for width, alt in sizes)
    assert not re.search(r"\$|\\[a-z]+", page.locator("main").inner_text())
    assert page.locator("figcaption").count() == len(sizes)


def test_the_code_is_behind_a_switch(opened):
    page, _ = opened
    code = page.locator(".code").first
    assert not code.is_visible()
    page.get_by_label("Show the code").first.focus()
    page.keyboard.press("Space")
    assert code.is_visible()


def test_the_contents_lead_to_the_headings(opened):
    page, _ = opened
    links = page.locator("nav a").all()
    assert len(links) >= 3
    for link in links:
        assert page.locator(f"h2{link.get_attribute('href')}").inner_text() == link.inner_text()


def test_it_fits_a_phone(opened):
    page, _ = opened
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
