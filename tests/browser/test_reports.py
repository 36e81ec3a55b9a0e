"""Reports, on a sheet and on a patch, in real browsers, from a file, with the network cut off."""

import pytest
from playwright.sync_api import expect

from combat.dice import dice
from combat.patch import patch_of_units
from combat.workbook import charts
from combat.workbook.reports import patch as patches
from combat.workbook.reports.page import page as page_of
from combat.workbook.reports.sheet import report
from tests.browser import firefox
from tests.browser.pages import asked_only_itself, visit
from tests.patch.games import RULES, small

# Its name, those of units and of a column are a stranger's.
SCRIPT = "<img src=x onerror=console.log(`ran`)>$x$"
SHEET = (
    f"name,hp,attack,defense,damage,cost,{SCRIPT}\nImp,4,9,9,1d4,3,1\n"
    f"Ogre{SCRIPT},12,12,8,1d6,9,2\nElf *{SCRIPT}*,6,14,9,1d6,8,3\n"
)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    home = tmp_path_factory.mktemp("sheet")
    units = home / f"`{SCRIPT}` *mine*.csv"
    units.write_text(SHEET)
    return report(units, home / "out")


@pytest.fixture(scope="module")
def patched(tmp_path_factory):
    after = small().changed("Rat", hp=6).changed("Ogre", hp=9)
    parts = patches.parts_of(patch_of_units(small(), after, RULES))
    turns = charts.distribution(dice("3d6"), xlabel="turns")
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(page_of("What changed", [*parts, ("chart", turns, "Turns", "Many.")]))
    return path


@pytest.mark.parametrize("which", ["file", "patched"])
@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1366, "dark")])
def test_it_asks_for_nothing_and_fits_its_screen(page, request, which, width, scheme):
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    page, heard = visit(page, request.getfixturevalue(which))
    assert asked_only_itself(page, heard)
    assert page.locator("figure .frame > svg").count() >= 3
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    paper = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert ("255, 255, 255" in ground + paper) is (scheme == "light")


def test_its_controls_answer_without_a_network(page, file):
    visit(page, file)
    title = page.locator("#figure-2 .title")
    before = title.inner_text()
    chosen = page.locator("#figure-2 select").first
    chosen.select_option(index=1 - chosen.evaluate("one => one.selectedIndex"))
    expect(title).not_to_have_text(before)
    assert page.get_by_text("3 units. By the rule 'ratio'").is_visible()


TITLE = "document.querySelector('#figure-2 .title')?.textContent"
CHOOSE = """(() => {
  const list = document.querySelector("#figure-2 select");
  list.value = String((Number(list.value) + 1) % list.options.length);
  list.dispatchEvent(new Event("input", { bubbles: true }));
})()"""
WAIT = "new Promise((then) => setTimeout(then, 500))"


@pytest.mark.skipif(firefox.find() is None, reason="Firefox isn't installed")
def test_its_controls_answer_in_firefox(file, tmp_path):
    with firefox.opened(tmp_path) as page:
        page.size(1366, 900)
        page.goto(file.as_uri())
        page.run("document.querySelector('#figure-2').scrollIntoView()")
        page.run(WAIT)
        before = page.run(TITLE)
        assert before
        page.run(CHOOSE)
        page.run(WAIT)
        assert page.run(TITLE) != before
        assert page.heard == []
