"""A guess before the answer, on a page: by hand, skipped, followed by a link, and in print."""

import nbformat
import pytest
from nbformat import v4
from playwright.sync_api import expect

from combat.workbook.__main__ import main

CELL = """
import pandas as pd

from combat.workbook import Finding, Guess, Panel, charts, slider

Panel(charts.lines(lambda m: pd.Series([0, m / 9], name="line")), {"m": slider("m", 1, 9, 2)},
      caption="A line to m.", words=lambda m: f"It rises to {m}.",
      guess=Guess("How <often>?", 0.264, plot=0, beside=0.5))
"""
FOUND = 'Finding("**It is 26%.** Mark my words.", True, key=True, tells=True)'
SEEN = "part => getComputedStyle(part).visibility === 'visible' && part.offsetHeight > 0"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    home = tmp_path_factory.mktemp("guess")
    cells = [v4.new_markdown_cell("# One\n\n**How?**"), v4.new_code_cell(CELL)]
    hand = v4.new_markdown_cell("Move m to 9.", metadata={"tags": ["hand", "tells"]})
    cells += [hand, v4.new_code_cell(FOUND)]
    nbformat.write(v4.new_notebook(cells=cells), home / "one.ipynb")
    where = ["--folder", str(home), "--out", str(home / "docs")]
    assert main(["docs", "one", "--frames", "9", *where]) == 0
    return home / "docs" / "one.html"


def seen(page):
    """Whether the controls, the words and the picture can be seen and used."""
    parts = [page.locator(f"#figure-1 {part}") for part in ("form", ".title", ".picture")]
    form, words, picture = (part.evaluate(SEEN) for part in parts)
    return form, words, picture and parts[2].get_attribute("inert") is None


def test_it_is_compared_with_the_answer(file, page):
    page.goto(file.as_uri())
    expect(page.locator(".guess p")).to_have_text("A guess first. How <often>?")
    assert seen(page) == (False, False, False)
    slider = page.get_by_label("your guess")
    slider.focus()
    slider.press("ArrowRight")
    slider.press("ArrowRight")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("You said 60%, it is 26%.")).to_be_visible()
    assert seen(page) == (True, True, True)
    page.locator("[data-control='0']").press("ArrowRight")
    expect(page.locator("#figure-1 .title")).to_have_text("It rises to 3.")


def test_it_is_skipped_by_a_click(file, page):
    page.goto(file.as_uri())
    page.get_by_role("button", name="Skip").click()
    assert seen(page) == (True, True, True)
    assert not page.locator(".guess").is_visible()


def test_a_link_to_a_setting_doesnt_ask(file, page):
    page.goto(f"{file.as_uri()}#figure-1?m=3")
    expect(page.locator("#figure-1 .title")).to_have_text("It rises to 3.")
    assert seen(page) == (True, True, True)


def test_nothing_tells_the_answer_before_it_is_given(file, page):
    page.goto(file.as_uri())
    finding, short = page.locator("#finding-1"), page.locator("nav.short")
    assert "26%" not in page.locator("body").inner_text()
    hand = page.get_by_text("Move m to 9.")
    assert not finding.is_visible()
    assert not hand.is_visible()
    assert not short.is_visible()
    foot = page.locator(".guess").evaluate("ask => ask.getBoundingClientRect().bottom")
    page.get_by_role("button", name="Compare").click()
    expect(finding).to_be_visible()
    assert hand.is_visible()
    expect(short.get_by_role("link")).to_have_text("It is 26%.")
    # Nothing above the picture moves.
    assert page.locator(".guess").evaluate("ask => ask.getBoundingClientRect().bottom") == foot
    assert not page.get_by_role("button", name="Show all answers").is_visible()


def test_the_guess_is_drawn_in_the_picture_while_its_controls_stand(file, page):
    page.goto(file.as_uri())
    page.get_by_label("your guess").press("ArrowRight")
    page.get_by_role("button", name="Compare").click()
    mark = page.locator("#figure-1 .guessed")
    expect(mark.locator("text")).to_have_text("your guess: 55%")
    ends = (page.locator("#figure-1").get_by_text(end, exact=True) for end in ("100%", "0%"))
    top, low = (end.bounding_box() for end in ends)
    middle = [
        box["y"] + box["height"] / 2 for box in (mark.locator("circle").bounding_box(), top, low)
    ]
    assert abs((middle[2] - middle[0]) / (middle[2] - middle[1]) - 0.55) < 0.01
    control = page.locator("[data-control='0']")
    control.press("ArrowRight")
    expect(mark).to_have_count(0)
    control.press("ArrowLeft")
    expect(mark).to_have_count(1)


def test_all_answers_are_shown_by_one_button(file, page):
    page.goto(file.as_uri())
    page.get_by_role("button", name="Show all answers").click()
    assert seen(page) == (True, True, True)
    expect(page.locator("#finding-1")).to_be_visible()


def test_print_has_the_picture_alone(file, page):
    page.goto(file.as_uri())
    page.emulate_media(media="print")
    assert not page.locator(".guess").is_visible()
    assert page.locator("#figure-1 .title").evaluate(SEEN)
    assert page.locator("#finding-1").is_visible()


def test_a_page_of_the_figure_alone_asks_nothing(file, page):
    page.goto((file.parent / "figures" / "one-1.html").as_uri())
    assert page.locator(".guess").count() == 0
    assert seen(page) == (True, True, True)
