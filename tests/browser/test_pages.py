"""Pages without a kernel, made of panels, of a sheet and of a patch, on which strangers have names.

Each figure shows the answers that are recorded in it.
"""

import nbformat
import pandas as pd
import pytest
from nbformat import v4
from playwright.sync_api import expect

from combat.core.files import write_whole
from combat.dice import dice
from combat.patch import patch_of_units
from combat.workbook import Answer, Finding, Guess, Panel, Table, charts, choice, slider, tick
from combat.workbook.pages import site
from combat.workbook.pages.export import document
from combat.workbook.reports import patch as patches
from combat.workbook.reports.page import page as page_of
from combat.workbook.reports.sheet import report
from tests.browser import firefox
from tests.browser.pages import TOO_WIDE, asked_only_itself, visit, wait_until
from tests.patch.games import RULES, small
from tests.workbook.pages.cells import shown

LIGHT, DARK = (1366, "light", "rgb(255, 255, 255)"), (390, "dark", "rgb(21, 24, 28)")
RUN = "document.title='run'"
SCRIPT = f'"></title></script><script>{RUN}</script><img src=x onerror={RUN}>$x$'
LINKS = f"[x](javascript:{RUN}) ![seen](https://example.org/a.png)"
LONG = "It goes on. " * 40
# The names of its file, of units and of a column are a stranger's.
SHEET = (
    f"name,hp,attack,defense,damage,cost,x{SCRIPT}\nImp,4,9,9,1d4,3,1\n"
    f"Ogre{SCRIPT},12,12,8,1d6,9,2\nElf *{SCRIPT}*,6,14,9,1d6,8,3\n"
)


def still(title):
    frame = pd.DataFrame({SCRIPT: [0.1, 0.4]}, [f"a {SCRIPT}", "b"])
    return Panel(lambda: Answer(title, charts.rows(frame, title=SCRIPT), table=Table(frame)))


def hostile():
    return Panel(
        lambda rule: Answer(f"{SCRIPT} {rule}", note=SCRIPT),
        rule=choice(SCRIPT, [SCRIPT, "tame"]),
        guess=Guess(SCRIPT, 0.5),
        presets={SCRIPT: {"rule": "tame"}},
        groups={SCRIPT: ["rule"]},
    )


def figures():
    """One whose mark is dragged, a duel with a guess, and cells that open the duel."""
    names, fixed = ["elf", "orc"], [f"c{at}" for at in range(16)]
    chance = pd.DataFrame({"<i>hit</i>": [0.125, None, 0.999], "=1+1": 0.5}, [0, 10, 20])
    chance = chance.rename_axis("attack")
    duels = pd.DataFrame([[0.5, 0.996], [0.004, 0.5]], names, names)
    moved = Panel(
        lambda m, rule, more, **_: Answer(
            f"At {m}, {rule}, {more}.", charts.lines(chance, mark="m"), charts.heat(duels)
        ),
        m=slider("m", 0, 20, 10, step=10),
        rule=choice("rule", ["linear", "smooth"]),
        more=tick("more"),
        **{name: choice(name, ["1", "2"]) for name in fixed},
        presets={"strong": {"m": 20}},
        groups={"armour": fixed},
    )
    duel = Panel(
        lambda who, whom: Answer(f"{who} against {whom}.", charts.rows(duels[[whom]])),
        who=choice("who", names),
        whom=choice("whom", names),
        guess=Guess("How <often>?", 0.264),
    )
    cells = charts.heat(duels, opens=("who", "whom"))
    yield shown(moved, most=5)  # no two of its controls are moved together
    yield "Try [twenty](#?m=20), or [the smooth rule](#?rule=smooth)."
    yield Finding("**It is so at 20.** Mark my words.", True, at={"m": 20})
    yield duel
    yield Finding("**It is 26%.** Mark my words.", True, key=True, spoiler=True)
    yield Panel(lambda: Answer("All.", cells), opens=duel)


PAGES = {
    "dragons": lambda: [
        f"# Dragons & knights {SCRIPT}\n\n**Who wins?** Let us see.",
        "## The rule\n\n" + LONG,
        still("What plate armour is worth to a Señor of the Größenwahn."),
        hostile(),
        *(part for name in "abcdefgh" for part in (f"### Case {name}", LONG)),
        "## Findings\n\n### Is plate worth it?",
        Finding(f"**Plate pays.** {LONG} Against mithril it does not.", True),
        Finding(f"**{SCRIPT} wins.** {SCRIPT} {LINKS}\n\n## {SCRIPT}", True),
        still(f"Hostile: {SCRIPT}"),
        "## Last words\n\nShort.",
    ],
    "luck": lambda: [
        f"# Luck {SCRIPT}\n\n**How much {SCRIPT}?**",
        f'<img src=x onerror="{RUN}">\n\n<script>{RUN}</script>',
        *(Finding(f"**Number {number} is the answer.** Luck.", True) for number in range(50)),
    ],
    "figures": lambda: ["# Three figures", *figures()],
}


@pytest.fixture(scope="module")
def docs(tmp_path_factory):
    """The pages and the start page, as an export leaves them; reports on a sheet and a patch."""
    folder = tmp_path_factory.mktemp("pages")
    for name, parts in PAGES.items():
        notebook = v4.new_notebook(cells=[*map(shown, parts())])
        nbformat.write(notebook, folder / f"{name}.ipynb")
        page = document(notebook, folder / f"{name}.ipynb", before=("luck.html", SCRIPT))
        write_whole({folder / f"{name}.html": page})
    site.finish([folder / f"{name}.ipynb" for name in PAGES], folder)
    units = folder / "`<img src=x onerror=console.log(`ran`)> *mine*.csv"
    units.write_text(SHEET)
    report(units, folder / "report.html")
    after = small().changed("Rat", hp=6).changed("Ogre", hp=9)
    parts = patches.parts_of(patch_of_units(small(), after, RULES))
    turns = charts.distribution(dice("3d6"), xlabel="turns")
    parts += [SCRIPT, ("heading", SCRIPT), ("chart", turns, SCRIPT, SCRIPT)]
    parts.append(("table", pd.DataFrame({SCRIPT: [SCRIPT]}), SCRIPT))
    (folder / "patch.html").write_text(page_of(SCRIPT, parts, made=SCRIPT))
    return folder


@pytest.mark.parametrize("name", [*PAGES, "index", "report", "patch"])
def test_no_script_of_a_stranger_runs_and_nothing_is_asked(docs, page, name):
    page, heard = visit(page, docs / f"{name}.html")
    assert page.title() != "run"
    assert page.locator("a[href^=javascript]").count() == 0
    # What was refused in the prose is told by the browser.
    assert asked_only_itself(page, heard) or (name == "luck" and heard["console"])
    for width, scheme, paper in (LIGHT, DARK):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        wait_until(page, "document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(TOO_WIDE, width) == []
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == paper


def test_the_contents_stay_beside_the_text_and_mark_the_section(docs, page):
    visit(page, docs / "dragons.html")
    contents = page.get_by_role("navigation", name="Contents")
    for place, words in (("the-rule", "The rule"), ("case-c", "Case c")):
        page.evaluate("place => document.getElementById(place).scrollIntoView()", place)
        expect(contents.locator("[aria-current=location]")).to_have_text(words)
        box, text = contents.bounding_box(), page.locator("main > p:visible").first.bounding_box()
        assert box["x"] + box["width"] <= text["x"]
    # The last part is too short to come up, but it is what one reads at the end.
    page.keyboard.press("End")
    expect(contents.locator("[aria-current=location]")).to_have_text("Last words")
    page.set_viewport_size({"width": 1199, "height": 900})
    assert contents.evaluate("e => getComputedStyle(e).position") == "static"


@pytest.fixture
def opened(docs, page):
    """The page of three figures, which says nothing is wrong."""
    page, heard = visit(page, docs / "figures.html", skip=False)
    yield page
    assert asked_only_itself(page, heard)


def test_no_control_goes_back_and_a_picture_without_numbers_is_held(opened):
    first = opened.locator("#figure-1")
    title, said = first.locator(".title"), first.locator(".controls [role=status]")
    ways, m = first.locator(".ways"), first.locator("input[aria-label=m]")
    expect(title).to_have_text("At 10, linear, False.")
    expect(first).to_contain_text("Figure 1.")
    m.press("ArrowRight")
    expect(title).to_have_text("At 20, linear, False.")
    expect(first.locator(".held")).to_have_count(0)
    first.get_by_label("rule").select_option("smooth")
    expect(m).to_have_value("2")
    expect(first.locator(".held .title")).to_have_text("At 20, linear, False.")
    told = "This page has no numbers for these together: m: 20 · rule: smooth"
    expect(said).to_have_text(told)
    expect(first.get_by_role("img")).to_have_count(0)  # it is hidden from readers
    wait_until(opened, "location.hash === '#figure-1?m=20&rule=smooth'")
    first.get_by_label("more").check()
    expect(said).to_have_text(f"{told} · more: yes")
    expect(ways.get_by_role("button")).to_have_text(
        ["m back to 10", "rule back to linear", "more back to no"]
    )
    ways.get_by_text("more back to no").click()
    ways.get_by_text("m back to 10").click()
    expect(title).to_have_text("At 10, smooth, False.")
    expect(first.locator(".held")).to_have_count(0)
    expect(said).to_be_empty()
    expect(ways).to_be_hidden()
    # Who moves the mark by keys goes on at its slider.
    first.locator(".handle").first.press("ArrowLeft")
    expect(m).to_be_focused()
    opened.keyboard.press("ArrowRight")
    expect(title).to_have_text("At 10, smooth, False.")


def test_a_mark_is_dragged_through_places_without_numbers(opened):
    first = opened.locator("#figure-1")
    first.get_by_label("rule").select_option("smooth")
    box = first.locator(".handle").first.bounding_box()
    high = box["y"] + box["height"] / 3
    opened.mouse.move(box["x"] + box["width"] / 2, high)
    opened.mouse.down()
    opened.mouse.move(1300, high, steps=4)
    expect(first.locator(".held")).to_have_count(1)
    expect(first.locator("input[aria-label=m]")).to_have_value("2")
    opened.mouse.move(box["x"] + box["width"] / 2, high, steps=4)
    opened.mouse.up()
    expect(first.locator(".held")).to_have_count(0)
    expect(first.locator(".title")).to_have_text("At 10, smooth, False.")


def test_presets_resets_and_findings_show_all_controls_as_they_say(opened):
    first = opened.locator("#figure-1")
    title, m = first.locator(".title"), first.locator("input[aria-label=m]")
    first.get_by_label("rule").select_option("smooth")
    first.get_by_label("preset").select_option("strong")
    expect(title).to_have_text("At 20, linear, False.")
    wait_until(opened, "location.hash === '#figure-1?m=20'")
    first.get_by_role("button", name="Reset").click()
    expect(first.get_by_label("preset")).to_have_value("0")
    expect(title).to_have_text("At 10, linear, False.")
    wait_until(opened, "!location.href.includes('#')")
    for _ in range(2):
        opened.get_by_role("link", name="See it").click()
        expect(title).to_have_text("At 20, linear, False.")
        expect(m).to_have_attribute("aria-valuetext", "20")
        first.get_by_role("button", name="Reset").click()
        expect(title).to_have_text("At 10, linear, False.")


def test_a_link_of_the_text_moves_what_it_names(opened):
    first = opened.locator("#figure-1")
    title, said = first.locator(".title"), first.locator(".controls [role=status]")
    opened.get_by_role("link", name="twenty").click()
    expect(title).to_have_text("At 20, linear, False.")
    expect(said).to_be_empty()
    # This page has no numbers for both: what the text invites to is shown, and it is said.
    opened.get_by_role("link", name="the smooth rule").click()
    expect(title).to_have_text("At 10, smooth, False.")
    expect(first.locator("input[aria-label=m]")).to_have_value("1")
    expect(said).to_contain_text("Gone back: m: 10")


def test_a_link_to_a_figure_out_of_sight_has_a_way_back(opened):
    opened.set_viewport_size({"width": 1000, "height": 300})
    link, back = opened.get_by_role("link", name="See it"), opened.get_by_text("Back to where")
    link.click()
    expect(opened.locator("#figure-1 .controls")).to_be_in_viewport()
    back.click()
    expect(link).to_be_in_viewport()
    expect(link).to_be_focused()
    expect(back).to_have_count(0)


def test_the_address_sets_figures(opened):
    first = opened.locator("#figure-1")
    for hash, words, told in (
        ("figure-1?m=0;figure-2?who=orc", "At 0, linear, False.", ""),
        ("figure-1?m=17&luck=%", "At 20, linear, False.", "This page has no m = 17, no luck = %"),
        ("figure-1?m=0&rule=smooth", "At 20, linear", "no numbers for these together: m: 0"),
    ):
        opened.evaluate("hash => { location.hash = hash; }", hash)
        expect(first.locator(".title")).to_contain_text(words)
        expect(first.locator(".controls [role=status]")).to_contain_text(told)
    expect(opened.locator("#figure-2 .title")).to_have_text("orc against elf.")  # nothing is asked


def test_a_guess_is_compared_and_what_tells_its_answer_waits(opened):
    figure, found = opened.locator("#figure-2"), opened.locator("#finding-2")
    expect(figure.locator(".guess p")).to_have_text("A guess first. How <often>?")
    assert "26%" not in opened.locator("body").inner_text()
    for part in (figure.locator(".title"), figure.locator(".controls"), found):
        expect(part).to_be_hidden()
    for _ in range(2):
        opened.get_by_label("your guess").press("ArrowRight")
    figure.get_by_role("button", name="Compare").click()
    expect(figure.get_by_text("You said 60%, it is 26%.")).to_be_visible()
    expect(found).to_be_visible()
    expect(opened.locator("nav.short").get_by_role("link", name="It is 26%.")).to_be_visible()


def test_all_answers_are_shown_by_a_button_and_the_code_by_a_switch(opened):
    opened.get_by_role("button", name="Show all answers").click()
    expect(opened.locator("#figure-2 .title")).to_be_visible()
    expect(opened.locator("#finding-2")).to_be_visible()
    expect(opened.locator(".code").first).to_be_hidden()
    opened.get_by_label("Show the code").first.focus()
    opened.keyboard.press("Space")
    expect(opened.locator(".code").first).to_be_visible()


def test_a_cell_opens_the_figure_that_it_is_about(opened):
    opened.set_viewport_size({"width": 1000, "height": 240})
    frame = opened.locator("#figure-3 .frame")
    frame.click(position={"x": frame.bounding_box()["width"] - 40, "y": 20})
    expect(opened.locator("#figure-2 .title")).to_have_text("elf against orc.")
    expect(opened.locator("#figure-2 .guess")).to_be_empty()
    expect(opened.locator("#figure-2 .controls")).to_be_in_viewport(ratio=1)
    opened.get_by_text("Back to where you were").click()
    expect(frame).to_be_in_viewport()


def test_a_phone_shows_two_controls_and_a_drawer(opened):
    opened.set_viewport_size({"width": 390, "height": 800})
    first = opened.locator("#figure-1")
    expect(first.locator("label:visible")).to_have_count(2)
    first.get_by_role("button", name="18 more").click()
    expect(first.locator("label:visible")).to_have_count(4)
    first.get_by_text("armour").click()
    expect(first.locator("label:visible")).to_have_count(20)
    assert opened.evaluate(TOO_WIDE, 390) == []


def test_numbers_and_picture_are_taken_along(opened):
    saved = {}
    for name in ("Data", "Picture"):
        with opened.expect_download() as waiting:
            opened.locator("#figure-1").get_by_role("button", name=name).click()
        saved[waiting.value.suggested_filename] = waiting.value.path().read_text()
    assert saved["figure-1.csv"].split("\n") == [
        "attack,<i>hit</i>,'=1+1",
        "0,0.125,0.5",
        "10,,0.5",
        "20,0.999,0.5",
        "",
        ",elf,orc",
        "elf,0.5,0.996",
        "orc,0.004,0.5",
        "",
    ]
    picture = saved["figure-1.svg"]
    assert picture.startswith("<svg xmlns=")
    assert "&lt;i&gt;hit&lt;/i&gt;</text>" in picture


def test_a_page_is_printed_whole(opened):
    drawn = "document.querySelectorAll('#figure-2 .frame text').length"
    assert opened.evaluate(f"dispatchEvent(new Event('beforeprint')) && {drawn}") > 0  # at once
    opened.emulate_media(media="print")
    expect(opened.locator(".chart:visible")).to_have_count(4)
    expect(opened.get_by_role("button")).to_have_count(0)


# Where a part of a picture is on the screen: left, top, width, height.
PLACE = """(() => {{
  const part = document.querySelector("{0}");
  part.scrollIntoView({{ block: "center" }});
  const {{ x, y, width, height }} = part.getBoundingClientRect();
  return [x, y, width, height];
}})()"""
CHOOSE = """(() => {
  const list = document.querySelector("#figure-1 select[aria-label=rule]");
  list.value = "1";
  list.dispatchEvent(new Event("input", { bubbles: true }));
})()"""


@pytest.mark.skipif(firefox.find() is None, reason="Firefox isn't installed")
def test_a_list_a_mark_and_a_cell_answer_in_firefox(docs, tmp_path):
    with firefox.opened(tmp_path) as page:
        page.goto((docs / "figures.html").as_uri())
        page.wait_for_title(1, "At 10, linear, False.")
        page.run(CHOOSE)
        page.wait_for_title(1, "At 10, smooth, False.")
        x, y, width, height = page.run(PLACE.format("#figure-1 .handle"))
        page.drag((x + width / 2, y + height / 3), (1300, y + height / 3))
        assert page.run("document.querySelectorAll('#figure-1 .held').length") == 1
        page.run("document.querySelector('#figure-1 .ways button:last-child').click()")
        page.wait_for_title(1, "At 20, linear, False.")
        x, y, width, _ = page.run(PLACE.format("#figure-3 .frame"))
        page.drag((x + width - 40, y + 20))
        page.wait_for_title(2, "elf against orc.")
        assert page.heard == []
