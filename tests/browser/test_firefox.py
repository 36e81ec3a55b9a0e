"""The figures of a page in Firefox: they move, are dragged and clicked."""

import pytest

from tests.browser import firefox
from tests.browser.answers import PAGE, document
from tests.browser.test_recorded_answers import BODY

pytestmark = pytest.mark.skipif(firefox.find() is None, reason="Firefox isn't installed")

# Where a part of a picture is on the screen: left, top, width, height.
PLACE = """(() => {{
  const part = document.querySelector("{0}");
  part.scrollIntoView({{ block: "center" }});
  const {{ x, y, width, height }} = part.getBoundingClientRect();
  return [x, y, width, height];
}})()"""
WAIT = "new Promise((then) => setTimeout(then, 400))"
CHOOSE = """(() => {
  const list = document.querySelector("#figure-1 select[aria-label=rule]");
  list.value = "1";
  list.dispatchEvent(new Event("input", { bubbles: true }));
})()"""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    home = tmp_path_factory.mktemp("firefox")
    (home / "a.html").write_text(document(PAGE, body=BODY), "utf-8")
    with firefox.opened(home) as page:
        page.size(1366, 900)
        page.goto((home / "a.html").as_uri())
        page.run(WAIT)
        yield page
        assert page.heard == []


def title(page, figure):
    return page.run(f"document.querySelector('#figure-{figure} .title').textContent")


def place_of(page, part):
    page.run(WAIT)
    found = page.run(PLACE.format(part))
    page.run(WAIT)
    return found


def test_a_list_changes_the_picture(page):
    assert title(page, 1) == "At (1, 0, 0)."
    page.run(CHOOSE)
    assert title(page, 1) == "At (1, 1, 0)."


def test_a_mark_is_dragged(page):
    x, y, width, height = place_of(page, "#figure-1 .handle")
    page.drag((x + width / 2, y + height / 3), (x + 900, y + height / 3))
    page.run(WAIT)
    assert title(page, 1).startswith("At (2, ")


def test_a_cell_opens_its_duel(page):
    x, y, width, _ = place_of(page, "#figure-3 .frame")
    page.drag((x + width - 40, y + 20))
    page.run(WAIT)
    assert title(page, 2) == "0 against 1."
