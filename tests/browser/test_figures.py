"""What a figure of a page does besides moving: it is read, linked to, taken along."""

import re
from pathlib import Path

import nbformat
import pandas as pd
import pytest
from nbformat import v4
from playwright.sync_api import expect

from combat.workbook import charts
from combat.workbook.__main__ import main
from combat.workbook.reports.page import page as report
from tests.browser.pages import UNFIT, visit, wait_until

SOURCE = """
import pandas as pd
from combat.workbook import Panel, charts, choice, slider, tick
def curve(m, rule):
    chances = [0.1, m / 40, 0.9 if rule == "smooth" else 0.5]
    return pd.DataFrame({"hit": chances, "<i>miss</i>": [0.9, 0.8, 0.7]},
                        pd.Index([0, 10, 20], name="attack"))
Panel(
    [charts.lines(curve), charts.named_bars(lambda m: pd.Series([m / 40, 0.5], ["rat", "owl"]))],
    {"m": slider("m", 0, 40, 10, exported=[0, 20, 40]), "more": tick("more"),
     "rule": choice("rule", ["smooth", "old one"])},
    caption="A curve & <b>bars</b>.",
    words=lambda m, rule, more: f"Here m is {m}, the rule {rule}, more {more}.",
)
"""
SINGLE = """
panel = Panel(
    charts.heat(lambda **v: pd.DataFrame([[sum(v.values()) / 300, 0.5]], ["knight"], ["a", "b"])),
    {name: slider(name, 0, 100, 50) for name in "abcde"},
    caption="Cells.", words=lambda **v: f"Five: {v}.", presets={"low": {"a": 0, "b": 0}},
)
panel
"""
MARKED = """
slope = pd.Series([0.1, 0.9], pd.Index([0, 20], name="attack"), name="hit")
Panel(
    charts.lines(slope, mark="at"), {"at": slider("at", 0, 20, 2), "day": slider("day", 1, 3, 2)},
    caption="A mark.", words=lambda day: f"On day {day} the mark stands at {{at}}.",
)
"""
PICKED = """
names = ["elf", "orc", "troll"]
duel = Panel(
    charts.lines(slope), {"who": choice("who", names), "whom": choice("whom", names[1:])},
    caption="A duel.", words=lambda who, whom: f"{who} against {whom}: hit 50%.",
)
display(duel)
table = pd.DataFrame([[0.5, 0.9, 0.2]] * 3, names, names)
Panel(
    charts.heat(table, picks=("who", "whom")), {"much": tick("much")}, opens=duel,
    caption="All against all.", words="Each against each.",
)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    home = tmp_path_factory.mktemp("site")
    (home / "notebooks").mkdir()
    cells = [
        v4.new_markdown_cell("# One\n\n**What is it?** A test.\n\n| | a |\n|-|-|\n| b | 1 |"),
        v4.new_markdown_cell("## How it is built\n\n" + "It goes on. " * 300),
        v4.new_code_cell(SOURCE),
        v4.new_code_cell(SINGLE),
        v4.new_code_cell(MARKED),
        v4.new_code_cell(PICKED),
    ]
    nbformat.write(v4.new_notebook(cells=cells), home / "notebooks" / "one.ipynb")
    where = ["--folder", str(home / "notebooks"), "--out", str(home / "docs")]
    assert main(["docs", "--frames", "90", *where]) == 0
    return home / "docs"


@pytest.fixture
def opened(site, page):
    return visit(page, site / "one.html")


def figure(page, number=1):
    return page.locator(f"#figure-{number}")


def test_the_first_figure_stands_under_the_question(opened):
    page, _ = opened
    page.set_viewport_size({"width": 1366, "height": 768})
    first = figure(page).locator("form").bounding_box()
    assert first["y"] + first["height"] < 0.8 * 768
    page.get_by_role("link", name="Figure 1").click()  # from where it was
    assert page.url.endswith("#figure-1")
    page.get_by_role("heading", name="How it is built").scroll_into_view_if_needed()
    assert figure(page).count() == 1


def test_the_pointer_reads_the_numbers(opened):
    page, heard = opened
    picture = figure(page).locator("svg.drawn")
    box = picture.bounding_box()
    reading = figure(page).locator(".reading")
    picture.hover(position={"x": box["width"] * 0.26, "y": box["height"] / 2})
    expect(reading).to_contain_text("attack 10")
    assert reading.locator("span").all_inner_texts() == ["hit 25%", "<i>miss</i> 80%"]
    picture.hover(position={"x": box["width"] * 0.75, "y": box["height"] * 0.25})
    expect(reading).to_have_text("rat25%")
    page.mouse.move(2, 2)
    expect(reading).to_be_hidden()
    assert heard["console"] == []


def test_arrow_keys_read_the_numbers_of_the_focused_picture(opened):
    page, _ = opened
    picture = figure(page).locator("svg.drawn")
    reading = figure(page).locator(".reading")
    picture.focus()
    page.keyboard.press("ArrowRight")
    expect(reading).to_contain_text("attack 0")
    page.keyboard.press("ArrowRight")
    expect(reading).to_contain_text("attack 10")
    page.keyboard.press("End")
    expect(reading).to_contain_text("attack 20")
    page.keyboard.press("PageDown")
    expect(reading).to_have_text("rat25%")
    page.keyboard.press("ArrowDown")
    expect(reading).to_have_text("owl50%")
    page.keyboard.press("Escape")
    expect(reading).to_be_hidden()


def test_the_cells_of_a_map_are_read_by_row_and_column(opened):
    page, _ = opened
    picture = figure(page, 2).locator("svg.drawn")
    reading = figure(page, 2).locator(".reading")
    box = picture.bounding_box()
    picture.hover(position={"x": box["width"] * 0.8, "y": box["height"] * 0.5})
    expect(reading).to_have_text("knight, b50%")
    picture.focus()
    page.keyboard.press("ArrowLeft")
    expect(reading).to_have_text("knight, a83%")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_is_read_stands_beside_its_mark_and_in_the_picture(opened, number):
    page, _ = opened
    shown = figure(page, number)
    picture = shown.locator("svg.drawn")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    reading, mark = shown.locator(".reading"), shown.locator(".mark")
    for share in (0.15, 0.3, 0.45, 0.75, 0.95):
        picture.hover(position={"x": box["width"] * share, "y": box["height"] * 0.4})
        expect(reading).to_be_visible()
        read, marked = reading.bounding_box(), mark.bounding_box()
        assert not overlap(read, marked), share
        for at, size in (("x", "width"), ("y", "height")):
            assert box[at] - 1 <= read[at] <= box[at] + box[size] - read[size] + 1


def overlap(one, other):
    return all(
        one[at] < other[at] + other[size] and other[at] < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


def test_what_is_read_has_its_names_units_and_the_digits_of_its_axis(site, page, tmp_path):
    shown = [
        charts.lines(
            pd.Series([0.04983, 0.1], pd.Index([32.5, 40.0], name="x"), name="linear"),
            xlabel="attack (points)",
            ylim=(0, 0.12),
        ),
        charts.lines(
            pd.Series([10.126, 20.0], [0, 1], name="Luck"), ylabel="Luck (points)", percent=""
        ),
        charts.heat(pd.DataFrame([[0.2422]], pd.Index(["Crossbow"], name="name"), ["Swordsman"])),
        charts.heat(
            pd.DataFrame([[-0.046]], [10], [20]),
            spec="+.0f",
            scale=100,
            limits=(-1, 1),
            ylabel="attack (points)",
            xlabel="defence (points)",
        ),
    ]
    file = tmp_path / "report.html"
    parts = [("chart", one, "A chart", "Words.") for one in shown]
    file.write_text(report("Readings", parts), encoding="utf-8")
    visit(page, file)
    said = []
    for number in range(1, len(shown) + 1):
        figure(page, number).locator("svg.drawn").focus()
        page.keyboard.press("ArrowRight")
        said.append(figure(page, number).locator(".reading > *").all_inner_texts())
    assert said == [
        ["attack 32.5 points", "linear 5.0%"],
        ["0", "Luck 10.1 points"],
        ["Crossbow, Swordsman", "24%"],
        ["attack 10 points, defence 20 points", "−5"],
    ]


def test_dragging_selects_nothing_draws_no_outline_and_moves_no_legend(opened):
    page, _ = opened
    svg = figure(page, 3).locator("svg.drawn")
    svg.scroll_into_view_if_needed()
    box = svg.bounding_box()
    page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.5 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] - 20, box["y"] + box["height"] + 60, steps=5)
    assert page.evaluate("getSelection().toString()") == ""
    assert svg.evaluate("svg => getComputedStyle(svg).outlineStyle") == "none"
    page.mouse.up()
    page.keyboard.press("Tab")
    svg.press("Shift+Tab")
    svg.focus()
    assert svg.evaluate("svg => svg.matches(':focus-visible')")
    assert svg.evaluate("svg => getComputedStyle(svg).outlineStyle") == "solid"


INKS = """
svg => ['text', 'text[fill^="#"]', 'path[fill^="#"]'].map(
  (one) => getComputedStyle(svg.querySelector(`.pieces ${one}`)).fill)
"""


def test_on_a_dark_screen_pictures_are_drawn_dark_and_in_print_light(opened):
    page, _ = opened
    cells = figure(page, 2).locator("svg.drawn")
    colors = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        colors[scheme] = cells.evaluate(INKS)
    page.emulate_media(media="print")
    colors["print"] = cells.evaluate(INKS)
    assert colors["light"][1:] == colors["print"][1:]  # words are darker on paper
    assert all(map(str.__ne__, colors["light"], colors["dark"]))


def test_settings_are_in_the_address_and_come_back(opened, site):
    page, _ = opened
    slider = figure(page).locator("input[type=range]")
    slider.focus()
    page.keyboard.press("End")
    figure(page).get_by_role("combobox", name="rule").select_option("old one")
    wait_until(page, "location.hash.includes('old-one')")
    assert page.url.endswith("#figure-1?m=40&more=no&rule=old-one")
    again = page.context.new_page()
    again.goto(page.url)
    expect(figure(again).locator(".title")).to_have_text(
        "Here m is 40, the rule old one, more False."
    )
    assert figure(again).locator("output").inner_text() == "40"
    assert figure(again).get_by_role("combobox", name="rule").input_value() == "1"


@pytest.mark.parametrize(
    ("hash", "words", "told"),
    [
        ("figure-1?m=39.2", "Here m is 39", "m = 39.2 is not on this page, shown is 39"),
        ("figure-1?rule=third&m=0", "Here m is 0", "rule = third is not on this page, shown is sm"),
        ("figure-1?speed=3", "Here m is 10", "“speed” is no control of this figure"),
        ("figure-1?m=%E0%A4%A", "Here m is 10", "can't be read; they change nothing"),
        ("figure-1?m=<img src=x onerror=alert(1)>", "Here m is 10", "m = <img src=x onerr"),
        ("figure-9?m=3", "Here m is 10", "a figure that this page does not have"),
        (
            "figure-2?a=0&b=0&d=100&e=0",
            "Here m is 10",
            "no picture of all of them together",
        ),
    ],
)
def test_what_an_address_asks_in_vain_is_told(site, page, hash, words, told):
    heard = []
    page.on("dialog", lambda dialog: heard.append(dialog.message))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.goto(f"{(site / 'one.html').as_uri()}#{hash}")
    expect(page.locator(".note")).to_contain_text(told)
    expect(figure(page).locator(".words")).to_contain_text(words)
    assert page.locator(".note img").count() == 0
    assert heard == []


def test_what_an_address_asked_in_vain_is_told_until_a_control_moves(site, page):
    page.goto(f"{(site / 'one.html').as_uri()}#figure-1?m=39.2")
    expect(page.locator(".note")).to_have_count(1)
    figure(page).locator("input[type=range]").press("Home")
    expect(page.locator(".note")).to_have_count(0)


def test_the_controls_always_stand_at_what_is_shown(opened):
    """The page has not all combinations of five sliders: one that it lacks can't be set."""
    page, _ = opened
    alone = figure(page, 2)
    assert "some values only" in figure(page).locator("form").inner_text()  # once a page
    assert "some values only" not in alone.locator("form").inner_text()
    sliders = alone.locator("input[type=range]")
    for at in range(5):
        before = alone.locator("output").all_inner_texts()
        sliders.nth(at).press("End")
        now = alone.locator("output").all_inner_texts()
        assert now[at] != "50"
        named = ", ".join(f"'{name}': {value}" for name, value in zip("abcde", now, strict=True))
        expect(alone.locator(".title")).to_have_text(f"Five: {{{named}}}.")
        followed = [i for i in range(5) if i != at and now[i] != before[i]]
        said = alone.locator("p.follows").inner_text()
        assert all(f"{'abcde'[i]}: {now[i]}" in said for i in followed)
        assert bool(said) == bool(followed)
    alone.get_by_role("button", name="Reset").click()
    assert alone.locator("output").all_inner_texts() == ["50"] * 5
    expect(alone.locator("p.follows")).to_be_empty()


def test_two_or_three_stops_are_buttons(opened):
    page, _ = opened
    marked = figure(page, 3)
    buttons = marked.get_by_role("group", name="day").get_by_role("radio")
    assert [one.evaluate("e => e.labels[0].innerText") for one in buttons.all()] == ["1", "2", "3"]
    assert buttons.nth(1).is_checked()
    buttons.nth(2).click()
    expect(marked.locator(".words")).to_contain_text("On day 3")
    buttons.nth(2).press("ArrowLeft")
    expect(marked.locator(".words")).to_contain_text("On day 2")
    buttons.nth(0).click()
    marked.get_by_role("button", name="Reset").click()
    assert buttons.nth(1).is_checked()
    expect(marked.locator(".words")).to_contain_text("On day 2")


def test_a_slider_shows_where_it_stops(opened):
    page, _ = opened
    ticks = "e => [...e.list?.options ?? []].map(tick => Number(tick.value))"
    slider = figure(page, 2).locator("input[type=range]").first
    shown = slider.evaluate(ticks)
    assert (shown[0], shown[-1]) == (0, 100)
    assert 5 < len(shown) < 15
    assert float(slider.get_attribute("max")) == 100  # ticks lie to scale
    slider.press("ArrowRight")
    after = shown[shown.index(50) + 1]
    assert figure(page, 2).locator("output").first.inner_text() == f"{after:g}"
    assert figure(page, 3).locator("input[type=range]").evaluate(ticks) == []  # it has them all


def test_a_number_in_a_title_is_dragged_moved_by_keys_and_typed(opened):
    page, heard = opened
    owned = figure(page, 3)
    own = owned.locator(".title .own")
    own.scroll_into_view_if_needed()
    assert own.inner_text() == "2"
    box = own.bounding_box()
    page.mouse.move(box["x"] + 3, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 33, box["y"] + 5, steps=3)
    page.mouse.up()
    expect(owned.locator(".title")).to_have_text("On day 2 the mark stands at 8.")
    assert owned.locator("output").first.inner_text() == "8"
    own.focus()
    page.keyboard.press("ArrowLeft")
    expect(owned.locator(".title")).to_have_text("On day 2 the mark stands at 7.")
    page.keyboard.press("ArrowLeft")  # the focus stays on it
    expect(own).to_have_text("6")
    own.click()
    page.keyboard.type("15")
    page.keyboard.press("Enter")
    expect(owned.locator(".title")).to_have_text("On day 2 the mark stands at 15.")
    own.click()
    page.keyboard.type("x")
    page.keyboard.press("Escape")
    expect(owned.locator(".title")).to_have_text("On day 2 the mark stands at 15.")
    assert own.get_attribute("aria-valuenow") == "15"
    assert heard["console"] == []


def test_a_figure_can_be_taken_along(opened, site):
    page, _ = opened
    taken = figure(page).locator(".take")
    with page.expect_download() as download:
        taken.get_by_role("button", name="Save picture").click()
    svg = Path(download.value.path()).read_text(encoding="utf-8")
    assert download.value.suggested_filename == "figure-1.svg"
    assert "var(--" not in svg
    assert "<text" in svg
    taken.get_by_role("button", name="Copy link").click()
    link = taken.locator("input")
    assert link.input_value().endswith("one.html#figure-1?m=10&more=no&rule=smooth")
    taken.get_by_role("button", name="Embed").click()
    expect(link).to_have_value(re.compile("^<iframe src="))
    line = link.input_value()
    assert "figures/one-1.html#figure-1?m=10" in line
    assert "<b>" not in line


def test_an_embedded_figure_answers_and_leads_back(site, page, tmp_path):
    (tmp_path / "wiki.html").write_text(
        f'<iframe src="{(site / "figures" / "one-1.html").as_uri()}#figure-1?m=40" '
        f'width="860" height="800"></iframe>'
    )
    _, heard = visit(page, tmp_path / "wiki.html")
    frame = page.frame_locator("iframe")
    expect(frame.locator(".words")).to_contain_text("Here m is 40")
    frame.get_by_role("checkbox", name="more").check()
    expect(frame.locator(".words")).to_contain_text("more True")
    frame.get_by_role("link", name="One").click()
    page.wait_for_url("**/one.html#figure-1")
    assert heard["console"] == []


# What axe-core calls region, landmark-one-main, page-has-heading-one, empty-table-header,
# landmark-unique, label and image-alt, of a page.
LACKS = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const named = all("nav, aside, section[aria-label]").map((nav) => nav.tagName + nav.ariaLabel);
  const shown = [...document.body.children].filter((one) => one.offsetParent);
  return {
    main: all("main").length !== 1,
    h1: all("h1").length !== 1,
    region: shown.filter((one) => !one.matches("main, nav, header, footer, .skip")).length,
    twice: named.length - new Set(named).size,
    empty: all("th").filter((head) => !head.textContent.trim()).length,
    label: all("input, select").filter((one) => !one.labels.length && !one.ariaLabel).length,
    alt: all("img:not([alt]), [role=img]:not([aria-label])").length,
  };
}"""


@pytest.mark.parametrize("name", ["one.html", "figures/one-1.html", "index.html"])
def test_a_page_has_its_parts_and_their_names(site, page, name):
    visit(page, site / name)
    assert not any(page.evaluate(LACKS).values()), page.evaluate(LACKS)


def test_the_first_key_leads_past_all_text_to_the_first_figure(opened):
    page, _ = opened
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText") == "Skip to the first figure"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    first = figure(page).locator("form :is(input, select)").first
    assert first.evaluate("e => e === document.activeElement")


def test_a_browser_that_cannot_unpack_shows_the_pictures_and_says_so(site, page):
    page.add_init_script("delete window.DecompressionStream")
    _, heard = visit(page, site / "one.html")
    assert not figure(page).locator("form").is_visible()
    expect(figure(page).locator(".note")).to_contain_text("need a browser of 2023 or later")
    assert figure(page).locator("svg.drawn").is_visible()
    assert heard["console"] == []


def test_a_phone_and_paper(site, page):
    visit(page, site / "one.html")
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not page.locator(".printed").is_visible()
    page.emulate_media(media="print")
    assert page.locator(".printed").is_visible()
    assert not figure(page).locator("form").is_visible()
    assert not figure(page).locator(".take").is_visible()
    assert figure(page).locator("svg.drawn").is_visible()


@pytest.fixture
def phone(site, browser):
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True)
    yield visit(context.new_page(), site / "one.html")[0]
    context.close()


def test_on_a_phone_axes_stand_one_under_another_and_can_be_read(phone):
    first, second = figure(phone).locator(".pieces > g").all()
    top, low = first.bounding_box(), second.bounding_box()
    assert low["y"] > top["y"] + top["height"] - 10
    assert phone.evaluate(UNFIT) == []
    figure(phone).locator("figcaption").evaluate("e => e.scrollIntoView({ block: 'end' })")
    name = second.get_by_text("rat", exact=True).bounding_box()
    for across in (30, 60):  # along the bar under its name
        phone.mouse.move(name["x"] + across, name["y"] + name["height"] + 8)
    expect(figure(phone).locator(".reading")).to_have_text("rat25%")
    # On a wide screen they stand side by side again.
    phone.set_viewport_size({"width": 1366, "height": 800})
    expect(figure(phone).locator("svg.drawn")).to_have_attribute("width", "820")
    left, right = (one.bounding_box() for one in figure(phone).locator(".pieces > g").all())
    assert right["x"] > left["x"] + left["width"] - 10
    figure(phone).locator("input[type=range]").press("End")
    expect(figure(phone).locator(".words")).to_contain_text("Here m is 40")
    phone.set_viewport_size({"width": 390, "height": 800})
    expect(figure(phone).locator("svg.drawn")).to_have_attribute("width", "420")
    assert phone.evaluate(UNFIT) == []


def test_on_a_phone_names_stand_above_their_bars(phone):
    names = ["rat", "owl"]
    bars = figure(phone).locator(".pieces > g").nth(1)
    texts = [bars.get_by_text(name, exact=True).bounding_box() for name in names]
    (drawn,) = bars.locator("path[fill='#0072b2']").all()
    box = drawn.bounding_box()
    assert texts[0]["y"] + texts[0]["height"] <= box["y"] + 2
    assert texts[0]["x"] == texts[1]["x"] == pytest.approx(box["x"], abs=2)


def test_on_a_phone_the_dock_is_one_line_and_resets(phone):
    dock = figure(phone, 2).locator("form")
    assert dock.bounding_box()["height"] < 80
    figure(phone, 2).locator("figcaption").evaluate("e => e.scrollIntoView({ block: 'end' })")
    last = dock.locator("input[type=range]").last
    last.scroll_into_view_if_needed()
    last.press("End")
    reset = dock.get_by_role("button", name="Reset")
    box = reset.bounding_box()
    assert 0 <= box["x"] <= 390 - box["width"]
    assert 0 <= box["y"] <= 800 - box["height"]
    moved = last.input_value()
    reset.click()
    assert last.input_value() != moved
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_is_printed_tells_how_the_picture_was_moved(opened):
    page, _ = opened
    settings = figure(page).locator(".settings")
    page.emulate_media(media="print")
    expect(settings).to_have_text("Shown for m: 10 · rule: smooth")
    page.emulate_media(media="screen")
    figure(page).locator("input[type=range]").press("End")
    figure(page).get_by_role("checkbox", name="more").check()
    page.emulate_media(media="print")
    expect(settings).to_have_text("Shown for m: 40 · more")
    assert settings.is_visible()


def test_a_long_table_leaves_no_page_half_empty(site, page):
    visit(page, site / "one.html")
    page.evaluate(
        """() => {
          const rows = "<tr><td>a</td></tr>".repeat(45);
          document.querySelector("main").innerHTML = `<div style="height: 400px"></div>
            <div class="table"><table>${rows}</table></div><div style="height: 100px"></div>`;
        }"""
    )
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format="A4"))) == 2


def test_a_picture_whose_mark_is_a_control_is_dragged(opened):
    page, _ = opened
    marked = figure(page, 3)
    marked.scroll_into_view_if_needed()
    svg = marked.locator("svg.drawn")
    expect(svg).to_have_class("drawn drags")
    before = svg.inner_html()
    box = svg.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.4 * box["width"], middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.75 * box["width"], middle, steps=4)
    slider = marked.get_by_role("slider").first
    dragged = int(slider.get_attribute("aria-valuetext"))
    assert 13 < dragged < 18
    expect(marked.locator(".title")).to_have_text(f"On day 2 the mark stands at {dragged}.")
    assert svg.inner_html() != before
    page.mouse.up()
    page.mouse.move(box["x"] + 0.2 * box["width"], middle)  # let go: the picture is read again
    assert int(slider.get_attribute("aria-valuetext")) == dragged
    expect(marked.locator(".reading")).to_be_visible()
    svg.press("Shift+ArrowLeft")
    expect(marked.locator(".title")).to_have_text(f"On day 2 the mark stands at {dragged - 1}.")
    for _ in range(25):
        svg.press("Shift+ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "20"  # its last value


def test_a_finger_drags_it_too(phone):
    marked = figure(phone, 3)
    marked.scroll_into_view_if_needed()
    svg = marked.locator("svg.drawn")
    expect(svg).to_have_class("drawn drags")
    box = svg.bounding_box()
    phone.touchscreen.tap(box["x"] + 0.5 * box["width"], box["y"] + box["height"] / 2)
    expect(marked.locator(".words")).not_to_have_text("On day 2 the mark stands at 2.")
    stood = int(marked.get_by_role("slider").first.get_attribute("aria-valuetext"))
    assert 6 < stood < 14


def test_a_picture_without_such_a_mark_is_only_read(opened):
    page, _ = opened
    first = figure(page)
    first.scroll_into_view_if_needed()
    expect(first.locator("svg.drawn")).to_have_class("drawn")
    said = first.locator(".words").inner_text()
    first.locator("svg.drawn").click(position={"x": 200, "y": 150})
    expect(first.locator(".words")).to_have_text(said)


def test_a_click_on_a_cell_opens_its_duel_in_another_figure(opened):
    page, _ = opened
    matrix, duel = figure(page, 5), figure(page, 4)
    matrix.scroll_into_view_if_needed()
    svg = matrix.locator("svg.drawn")
    expect(svg).to_have_class("drawn picks")
    click_cell(svg, 2, 1)
    expect(duel.locator(".words")).to_have_text("troll against orc: hit 50%.")
    expect(duel.locator("svg.drawn")).to_be_in_viewport()
    click_cell(svg, 1, 0)
    expect(duel.locator(".note")).to_have_text(
        "This page has no picture of whom elf; the notebook has."
    )
    expect(duel.locator(".words")).to_have_text("troll against orc: hit 50%.")


def click_cell(svg, row, column):
    """Click on a cell of a map of three rows and three columns."""
    svg.scroll_into_view_if_needed()
    cells = svg.locator("g[shape-rendering]").bounding_box()
    frame = svg.bounding_box()
    x = cells["x"] - frame["x"] + (column + 0.5) * cells["width"] / 3
    y = cells["y"] - frame["y"] + (row + 0.5) * cells["height"] / 3
    svg.click(position={"x": x, "y": y})


MENTIONS = {
    "linear 75.0%, smooth: −0.46": ["linear 75.0%", "smooth: −0.46"],
    "the heroes win 47.2% (45.7% to 48.8%)": ["heroes win 47.2%"],
    "1.4% dead with evasion, 76% hit": ["1.4% dead with evasion", "76% hit"],
    "until turn 12 evasion has killed; +30% the linear": [],
    "the linear rule rises from 12; a non-linear 3%; hits 5": [],
    "linear, a rule: 75%": [],
}


def test_the_words_name_a_curve_with_its_number(opened):
    page, _ = opened
    names = ["linear", "smooth", "heroes", "evasion", "hit"]
    found = "([text, names]) => [...text.matchAll(mentions(names))].map(one => one[0])"
    assert {text: page.evaluate(found, [text, names]) for text in MENTIONS} == MENTIONS


def test_a_number_in_the_words_carries_the_color_of_its_curve(opened):
    page, _ = opened
    duel = figure(page, 4)
    duel.scroll_into_view_if_needed()
    named = duel.locator(".words .told")
    expect(named).to_have_text("hit 50%")
    expect(named).to_have_css("text-decoration-color", "rgb(0, 114, 178)")
    curve = duel.locator("svg [data-of=hit]")
    expect(curve).to_have_css("opacity", "1")
    named.hover()
    expect(duel.locator("svg.drawn")).to_have_class(re.compile("telling"))
    expect(curve).to_have_class("told")
    page.mouse.move(0, 0)
    expect(duel.locator("svg.drawn")).not_to_have_class(re.compile("telling"))
