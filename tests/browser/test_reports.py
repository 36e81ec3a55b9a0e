"""Reports, on a sheet and on a patch, in real browsers, from a file, with the network cut off."""

import pytest

from combat.dice import dice
from combat.patch import patch_of_units
from combat.workbook import charts
from combat.workbook.reports import patch as patches
from combat.workbook.reports.page import page as page_of
from combat.workbook.reports.sheet import report
from tests.browser import firefox
from tests.browser.test_export_page import visit
from tests.browser.test_firefox import WAIT
from tests.patch.games import RULES, small

# Its name, those of units and of a column are a stranger's.
SCRIPT = "<img src=x onerror=console.log(`ran`)>$x$"
SHEET = (
    f"name,hp,attack,defense,damage,cost,{SCRIPT}\nImp,4,9,9,1d4,3,1\n"
    f"Ogre{SCRIPT},12,12,8,1d6,9,2\nElf *{SCRIPT}*,6,14,9,1d6,8,3\n"
)
CHOOSE = """(() => {
  const list = document.querySelector("#figure-2 select");
  list.value = String((Number(list.value) + 1) % list.options.length);
  list.dispatchEvent(new Event("input", { bubbles: true }));
})()"""
WORDS = "document.querySelector('#figure-2 .words').textContent"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    home = tmp_path_factory.mktemp("sheet")
    units = home / f"`{SCRIPT}` *mine*.csv"
    units.write_text(SHEET)
    return report(units, home / "out")


@pytest.fixture(scope="module")
def patched(tmp_path_factory):
    after = small().changed("Rat", hp=6).changed("Ogre", hp=9)
    parts = patches.parts_of(patch_of_units(small(), after, RULES, price=240, battles=200))
    turns = charts.distribution(dice("3d6"), xlabel="turns")
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(page_of("What changed", [*parts, ("chart", turns, "Turns", "Many.")]))
    return path


def test_a_report_on_a_patch_asks_for_nothing_and_can_be_read(page, patched):
    page, heard = visit(page, patched)
    assert [url for url in heard["requests"] if not url.startswith("data:")] == [patched.as_uri()]
    assert heard["console"] == []
    picture = page.locator("figure svg.drawn").last
    picture.scroll_into_view_if_needed()
    picture.hover()
    assert "%" in page.locator("figure .reading").last.inner_text()


def test_its_controls_answer_without_a_network(page, file):
    page, heard = visit(page, file)
    assert [url for url in heard["requests"] if not url.startswith("data:")] == [file.as_uri()]
    assert heard["console"] == []
    assert page.locator("figure").count() >= 7
    before = page.evaluate(WORDS)
    page.evaluate(CHOOSE)
    page.wait_for_function(f"before => {WORDS} !== before", arg=before)
    assert page.get_by_text("3 units fight by ratio").is_visible()


@pytest.mark.parametrize("which", ["file", "patched"])
@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1366, "dark")])
def test_it_fits_its_screen_in_light_and_dark(page, request, which, width, scheme):
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    page, _ = visit(page, request.getfixturevalue(which))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    paper = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert ("255, 255, 255" in ground + paper) is (scheme == "light")


@pytest.mark.skipif(firefox.find() is None, reason="Firefox isn't installed")
def test_its_controls_answer_in_firefox(file, tmp_path):
    with firefox.opened(tmp_path) as page:
        page.size(1366, 900)
        page.goto(file.as_uri())
        page.run(WAIT)
        before = page.run(WORDS)
        page.run(CHOOSE)
        page.run(WAIT)
        assert page.run(WORDS) != before
        assert page.heard == []
