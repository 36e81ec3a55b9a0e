"""A report in a real browser, from a file, with the network cut off."""

import pytest

from combat.dice import dice
from combat.patch import patch_of_units
from combat.workbook import charts
from combat.workbook.reports import patch as patches
from combat.workbook.reports.page import page as report
from tests.browser.test_export_page import visit
from tests.patch.games import RULES, small


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    after = small().changed("Rat", hp=6).changed("Ogre", hp=9)
    parts = patches.parts_of(patch_of_units(small(), after, RULES, price=240, battles=200))
    turns = charts.distribution(dice("3d6"), xlabel="turns")
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(report("What changed", [*parts, ("chart", turns, "Turns", "Many.")]))
    return path


def test_it_asks_for_nothing_says_nothing_and_can_be_read(page, file):
    page, heard = visit(page, file)
    assert [url for url in heard["requests"] if not url.startswith("data:")] == [file.as_uri()]
    assert heard["console"] == []
    picture = page.locator("figure svg.drawn").last
    picture.scroll_into_view_if_needed()
    picture.hover()
    assert "%" in page.locator("figure .reading").last.inner_text()


@pytest.mark.parametrize("width", [390, 1366])
def test_it_fits_its_screen(page, file, width):
    page.set_viewport_size({"width": width, "height": 844})
    page, _ = visit(page, file)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
