"""Figures of a page without a kernel: they show the answers that are recorded in them."""

import pytest
from playwright.sync_api import expect

from tests.browser.answers import EVEN, PAGE, document, opened, recordings

BODY = "".join(
    f'<figure class="answer" id="figure-{at}" data-recording="{recording}"'
    f' data-opens="figure-2"><p>A still.</p><figcaption>Figure {at}.</figcaption></figure>'
    for at, recording in enumerate(recordings(), start=1)
)


@pytest.fixture
def figures(page, tmp_path):
    bad = opened(page, tmp_path / "a.html", document(PAGE, body=BODY))
    yield page
    assert bad == []


def test_controls_of_a_page_show_what_is_recorded(figures):
    first = figures.locator("#figure-1")
    expect(first.locator(".title")).to_have_text("At (1, 0, 0).")
    expect(first).to_contain_text("Figure 1.")
    expect(first).not_to_contain_text("A still.")
    first.locator("input[aria-label=m]").press("ArrowRight")
    expect(first.locator(".title")).to_have_text("At (2, 0, 0).")
    first.get_by_label("rule").select_option("smooth")
    expect(first.locator(".title")).to_have_text("At (1, 1, 0).")
    said = first.get_by_text("this page has no numbers")
    expect(said).to_have_text("m went to 10: this page has no numbers for both")
    first.get_by_label("more").check()
    expect(first.locator(".title")).to_have_text("At (1, 0, 1).")
    expect(said).to_have_text("rule went to linear: this page has no numbers for both")
    first.locator(".handle").first.press("ArrowLeft")
    expect(first.locator(".title")).to_have_text("At (0, 0, 0).")
    expect(said).to_have_text("more went off: this page has no numbers for both")
    first.get_by_label("preset").select_option("strong")
    expect(first.locator(".title")).to_have_text("At (2, 0, 0).")
    figures.wait_for_timeout(300)
    assert figures.url.endswith("#figure-1?m=20")
    first.get_by_role("button", name="Reset").click()
    expect(first.get_by_label("preset")).to_have_value("0")
    expect(first.locator(".title")).to_have_text("At (1, 0, 0).")
    figures.wait_for_timeout(300)
    assert "#" not in figures.url


def test_the_address_sets_figures(figures):
    figures.evaluate("location.hash = '#figure-1?m=0&rule=smooth;figure-2?who=orc'")
    expect(figures.locator("#figure-1 .title")).to_have_text("At (0, 1, 0).")
    expect(figures.locator("#figure-2 .title")).to_have_text(
        "1 against 0."
    )  # its guess is answered
    figures.evaluate("location.hash = '#figure-1?m=17&luck=%'")
    expect(figures.locator("#figure-1 .title")).to_have_text("At (2, 0, 0).")
    expect(figures.get_by_text("This page has no m = 17, no luck = %;")).to_be_visible()
    figures.evaluate("location.hash = '#figure-1?m=20&rule=smooth'")
    expect(figures.locator("#figure-1 .title")).to_have_text("At (1, 1, 0).")
    expect(
        figures.get_by_text("This page has no numbers for all of these together")
    ).to_be_visible()


def test_a_cell_of_a_page_opens_the_figure_that_it_is_about(figures):
    figures.set_viewport_size({"width": 1000, "height": 240})
    asked = figures.locator("#figure-2 .guess")
    expect(asked).to_contain_text("A guess first. How often?")
    expect(figures.locator("#figure-2 .chart, #figure-2 .controls")).to_be_hidden()
    frame = figures.locator("#figure-3 .frame")
    box = frame.bounding_box()
    frame.click(position={"x": box["width"] - 40, "y": 20})
    expect(figures.locator("#figure-2 .title")).to_have_text("0 against 1.")
    expect(asked).to_be_empty()
    expect(figures.locator("#figure-2 .controls")).to_be_in_viewport(ratio=1)


def test_a_phone_shows_two_controls_and_a_drawer(figures):
    figures.set_viewport_size({"width": 390, "height": 800})
    first = figures.locator("#figure-1")
    expect(first.locator("label:visible")).to_have_count(2)
    more = first.get_by_role("button", name="18 more")
    more.click()
    expect(first.locator("label:visible")).to_have_count(4)
    first.get_by_text("armour").click()
    expect(first.locator("label:visible")).to_have_count(20)
    wide = (
        "[...document.querySelectorAll('*')].filter((one) => one.scrollWidth > one.clientWidth + 1"
    )
    wide += " && getComputedStyle(one).overflowX !== 'visible').map((one) => one.className)"
    assert figures.evaluate("document.documentElement.scrollWidth") == 390
    assert figures.evaluate(wide) == []


def test_numbers_and_picture_are_taken_along(figures):
    first = figures.locator("#figure-1")
    saved = {}
    for name in ("Data", "Picture"):
        with figures.expect_download() as waiting:
            first.get_by_role("button", name=name).click()
        saved[waiting.value.suggested_filename] = waiting.value.path().read_text()
    assert saved["figure-1.csv"].split("\n") == [
        f"attack,<i>hit</i>,{EVEN}", "0,0.125,0.5", "10,,0.5", "20,0.999,0.5", "",
        "attack,elf,orc", "elf,0.5,0.996", "orc,0.004,0.5", "",
    ]  # fmt: skip
    picture = saved["figure-1.svg"]
    assert picture.startswith("<svg xmlns=")
    assert "&lt;i&gt;hit&lt;/i&gt;</text>" in picture


def test_a_page_is_printed_whole(figures):
    expect(figures.locator("#figure-2 .guess")).to_contain_text("How often?")
    drawn = "document.querySelectorAll('#figure-2 .frame text').length"
    assert figures.evaluate(f"dispatchEvent(new Event('beforeprint')) && {drawn}") > 0  # at once
    figures.emulate_media(media="print")
    expect(figures.locator(".chart:visible")).to_have_count(4)
    expect(figures.get_by_role("button")).to_have_count(0)
