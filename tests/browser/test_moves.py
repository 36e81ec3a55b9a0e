"""A page answers each move: no control goes back, and hardly a picture is held."""

import pytest

from tests.browser.conftest import NOTEBOOKS
from tests.browser.moves import walk
from tests.browser.pages import visit

ROUNDS = 10  # of two moves at a first figure, of three at another
MOST_HELD, MOST_OF_EIGHT = 0.05, 0.2
MOST_MILLISECONDS = 20
OF_EIGHT = ("01_tome_hit_formulas", "figure-2")
# Click a link, and wait until its figure has done it; returns what it doesn't show of that.
CLICK = """async (link) => {
  const [id, query] = link.hash.slice(1).split("?");
  link.click();
  await new Promise((done) => setTimeout(done, 20));
  const figure = document.getElementById(id);
  await new Promise((done) => setTimeout(done, 300)); // until the address says where it stands
  const now = location.hash.slice(1).split(";").find((one) => one.startsWith(`${id}?`)) ?? "";
  const shows = new URLSearchParams(now.split("?")[1]);
  const lacks = [...new URLSearchParams(query)].filter(([name, to]) => shows.has(name)
    && shows.get(name) !== to);
  return { held: Boolean(figure.querySelector(".held")), lacks,
    said: figure.querySelector(".controls > [role=status]").textContent };
}"""


@pytest.fixture(scope="module", params=NOTEBOOKS)
def page(request, docs, browser):
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    page, heard = visit(context.new_page(), docs / f"{request.param}.html")
    page.name = request.param
    yield page
    assert heard["console"] == []
    context.close()


def figures(page):
    for figure in page.locator("figure[data-recording]:has(.controls label)").all():
        yield figure.get_attribute("id"), figure


def test_no_control_goes_back_and_few_pictures_are_held(page):
    spent = []
    for number, (name, figure) in enumerate(figures(page)):
        held = []
        for stand, found, moved in walk(page, figure, ROUNDS * (1 if number else 4), most=3):
            assert found["stand"] == stand
            assert found["held"] == ("no numbers for these" in found["said"])
            spent.append(found["spent"])
            held += [found["held"]] * (moved == 2)
        most = 1.0 if number else MOST_HELD
        most = MOST_OF_EIGHT if (page.name, name) == OF_EIGHT else most
        assert sum(held) <= most * len(held), name
    assert sorted(spent)[int(0.95 * len(spent))] < MOST_MILLISECONDS


def test_each_link_of_the_text_is_answered_one_after_another(page):
    links = page.locator("a.try").all()
    assert links
    for link in links:
        found = link.evaluate(CLICK)
        assert not found["held"], link.inner_text()
        assert found["lacks"] == [], link.inner_text()
