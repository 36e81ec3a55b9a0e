"""One's way through the pages: what they say in short, contents, findings that set figures."""

import json

import nbformat
import pandas as pd
import pytest
from nbformat import v4
from playwright.sync_api import expect

from combat.core.files import write_whole
from combat.workbook import Answer, Finding, Guess, Panel, Table, charts, slider
from combat.workbook.pages import site
from combat.workbook.pages.export import document
from combat.workbook.panel.places import NAMED
from tests.browser.pages import asked_only_itself, shown, visit, wait_until

SCRIPT = "</script><script>document.title='run'</script><img src=x onerror=document.title='run'>"
LONG = "It goes on. " * 40


def still(title):
    frame = pd.DataFrame({SCRIPT: [0.1, 0.4]}, [f"a {SCRIPT}", "b"])
    return Panel(lambda: Answer(title, charts.rows(frame, title=SCRIPT), table=Table(frame)))


def sums():
    def show(a, b):
        bar = charts.bars(pd.DataFrame({"sum": [a + b]}, ["here"]), percent="", ylim=(0, 200))
        return Answer(f"{a} and {b} make {a + b}.", bar)

    return Panel(show, **{name: slider(name, 0, 100, 50) for name in "ab"})


def guessed():
    asks = Guess("How <often>?", 0.264)
    return Panel(lambda m: Answer(f"It rises to {m}."), m=slider("m", 1, 9, 2), guess=asks)


PAGES = {
    "dragons": lambda: [
        "# Dragons & knights\n\n**Who wins?** Let us see.",
        "## The rule\n\n" + LONG,
        still("What plate armour is worth to a Señor of the Größenwahn."),
        *(part for name in "abcdefgh" for part in (f"### Case {name}", LONG)),
        "## Findings\n\n### Is plate worth it?",
        Finding(f"**Plate pays.** {LONG} Against mithril it does not.", True),
        Finding(f"**{SCRIPT} wins.** A name from a file.", True),
        still(f"Hostile: {SCRIPT}"),
        "## Last words\n\nShort.",
    ],
    "luck": lambda: [
        f"# Luck {SCRIPT}\n\n**How much {SCRIPT}?**",
        "## The rule\n\nNone.",
        "<img src=x onerror=\"document.title='run'\">\n\n<script>document.title='run'</script>",
        *(Finding(f"**Number {number} is the answer.** Luck.", True) for number in range(50)),
    ],
    "sums": lambda: [
        "# Sums",
        sums(),
        Finding("**37 and 11 make 48.**", True, at={"a": 37, "b": 11}),
        guessed(),
        Finding("**It is 26%.** Mark my words.", True, key=True, spoiler=True),
    ],
}


@pytest.fixture(scope="module")
def docs(tmp_path_factory):
    """Three pages and the start page, as an export leaves them."""
    folder = tmp_path_factory.mktemp("pages")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(NAMED, json.dumps([{"a": 37, "b": 11}]))
        for name, parts in PAGES.items():
            cells = [
                v4.new_markdown_cell(one) if isinstance(one, str) else shown(one) for one in parts()
            ]
            notebook = v4.new_notebook(cells=cells)
            nbformat.write(notebook, folder / f"{name}.ipynb")
            page = document(notebook, folder / f"{name}.ipynb", before=("luck.html", SCRIPT))
            write_whole({folder / f"{name}.html": page})
    site.finish([folder / f"{name}.ipynb" for name in PAGES], folder)
    return folder


@pytest.mark.parametrize("name", [*PAGES, "index"])
def test_no_script_of_a_stranger_runs_and_nothing_is_asked(docs, page, name):
    page, heard = visit(page, docs / f"{name}.html")
    assert page.title() != "run"
    heard["console"] = [one for one in heard["console"] if name != "luck"]  # what was refused there
    assert asked_only_itself(page, heard) or name == "luck"
    page.set_viewport_size({"width": 390, "height": 800})
    wait_until(page, "document.documentElement.scrollWidth <= 390")


def test_what_is_said_in_short_leads_to_its_finding(docs, page):
    visit(page, docs / "dragons.html")
    short = page.get_by_role("navigation", name="In short")
    assert short.get_by_role("link").all_inner_texts() == ["Plate pays.", f"{SCRIPT} wins."]
    expect(page.locator("#finding-1")).not_to_be_in_viewport()
    short.get_by_role("link", name="Plate pays.").click()
    expect(page.locator("#finding-1")).to_be_in_viewport()


def test_the_contents_stay_beside_the_text_and_mark_the_section(docs, page):
    page.goto((docs / "dragons.html").as_uri())
    contents = page.get_by_role("navigation", name="Contents")
    for place, words in (("the-rule", "The rule"), ("case-c", "Case c")):
        page.evaluate("place => document.getElementById(place).scrollIntoView()", place)
        expect(contents.locator("[aria-current=location]")).to_have_text(words)
        box, text = contents.bounding_box(), page.locator("main > p").first.bounding_box()
        assert box["x"] + box["width"] <= text["x"]
    # The last part is too short to come up, but it is what one reads at the end.
    page.keyboard.press("End")
    expect(contents.locator("[aria-current=location]")).to_have_text("Last words")
    page.set_viewport_size({"width": 1199, "height": 900})
    assert contents.evaluate("e => getComputedStyle(e).position") == "static"


def test_a_finding_sets_its_figure_again_and_again(docs, page):
    _, heard = visit(page, docs / "sums.html")
    figure = page.locator("#figure-1")
    inputs = figure.locator("input[type=range]")
    for _ in range(2):
        page.get_by_role("link", name="See it").click()
        expect(figure.locator(".title")).to_have_text("37 and 11 make 48.")
        assert [one.get_attribute("aria-valuetext") for one in inputs.all()] == ["37", "11"]
        figure.get_by_role("button", name="Reset").click()
        expect(figure.locator(".title")).to_have_text("50 and 50 make 100.")
    assert heard["console"] == []


def test_a_guess_is_compared_and_what_tells_its_answer_waits(docs, page):
    page.goto((docs / "sums.html").as_uri())
    figure, found = page.locator("#figure-2"), page.locator("#finding-2")
    figure.scroll_into_view_if_needed()
    expect(figure.locator(".guess p")).to_have_text("A guess first. How <often>?")
    assert "26%" not in page.locator("body").inner_text()
    assert not found.is_visible()
    assert not figure.locator(".controls").is_visible()
    for _ in range(2):
        page.get_by_label("your guess").press("ArrowRight")
    figure.get_by_role("button", name="Compare").click()
    expect(figure.get_by_text("You said 60%, it is 26%.")).to_be_visible()
    expect(found).to_be_visible()
    expect(page.locator("nav.short").get_by_role("link", name="It is 26%.")).to_be_visible()


def test_all_answers_are_shown_by_one_button_and_by_a_link(docs, page):
    page.goto((docs / "sums.html").as_uri())
    page.get_by_role("button", name="Show all answers").click()
    expect(page.locator("#figure-2 .title")).to_be_visible()
    expect(page.locator("#finding-2")).to_be_visible()
    page.goto("about:blank")
    page.goto(f"{(docs / 'sums.html').as_uri()}#figure-2?m=3")
    expect(page.locator("#figure-2 .title")).to_have_text("It rises to 3.")


def test_the_code_is_behind_a_switch_and_folds_open_for_a_link(docs, page):
    page.goto((docs / "sums.html").as_uri())
    assert not page.locator(".code").first.is_visible()
    page.get_by_label("Show the code").first.focus()
    page.keyboard.press("Space")
    assert page.locator(".code").first.is_visible()
    wait_until(page, "document.querySelector('#figure-1 .title')")
