"""The figures of a page in Firefox: they move, are dragged and clicked, and their words follow."""

import pytest

from tests.browser import firefox
from tests.browser.test_figures import site  # noqa: F401  (a fixture)

pytestmark = pytest.mark.skipif(firefox.find() is None, reason="Firefox isn't installed")

# Where a part of a picture is on the screen: left, top, width, height.
BOX = """(() => {{
  const part = document.querySelector("{0}");
  part.scrollIntoView({{ block: "center" }});
  const {{ x, y, width, height }} = part.getBoundingClientRect();
  return [x, y, width, height];
}})()"""
READY = "document.querySelector('#figure-{0} svg').classList.contains('{1}')"
WAIT = "new Promise((then) => setTimeout(then, 300))"


@pytest.fixture(scope="module")
def page(site, tmp_path_factory):  # noqa: F811
    with firefox.opened(tmp_path_factory.mktemp("firefox")) as page:
        page.size(1366, 900)
        page.goto((site / "one.html").as_uri())
        yield page
        assert page.heard == []


def words(page, figure):
    return page.run(f"document.querySelector('#figure-{figure} .words').textContent.trim()")


def shown_at(page, figure, part="svg.drawn"):
    """The place of a part of a figure, once its picture answers."""
    box = page.run(BOX.format(f"#figure-{figure} {part}"))
    page.run(WAIT)
    return box


def test_a_list_changes_the_picture(page):
    shown_at(page, 1)
    before = page.run("document.querySelector('#figure-1 svg').innerHTML")
    page.run(
        """(() => {
          const list = document.querySelector("#figure-1 select");
          list.value = "1";
          list.dispatchEvent(new Event("input", { bubbles: true }));
        })()"""
    )
    page.run(WAIT)
    assert words(page, 1) == "Here m is 10, the rule old one, more False."
    assert page.run("document.querySelector('#figure-1 svg').innerHTML") != before


def test_a_mark_is_dragged(page):
    x, y, width, height = shown_at(page, 3)
    assert page.run(READY.format(3, "drags"))
    page.drag((x + 0.3 * width, y + height / 2), (x + 0.75 * width, y + height / 2))
    page.run(WAIT)
    dragged = int(page.run("document.querySelector('#figure-3 output').textContent"))
    assert 13 < dragged < 18
    assert words(page, 3) == f"On day 2 the mark stands at {dragged}."


def test_a_cell_opens_its_duel(page):
    x, y, width, height = shown_at(page, 5, "g[shape-rendering]")
    assert page.run(READY.format(5, "picks"))
    page.drag((x + width / 2, y + 5 * height / 6))  # the last row, the middle column
    page.run(WAIT)
    assert words(page, 4) == "troll against orc: hit 50%."
    assert page.run("document.querySelector('#figure-4 .words .told').textContent") == "hit 50%"
