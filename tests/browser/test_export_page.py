"""Each exported page in a real browser, from a file, with the network cut off."""

import base64
import io
import json
import re
import shutil
import sys
from urllib.parse import unquote

import nbformat
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from nbformat import v4
from PIL import Image, ImageFilter

from combat.core.files import write_whole
from combat.workbook.pages.export import document
from combat.workbook.panel.exported import NAMED
from combat.workbook.panel.panel import EXPORT
from tests.browser import chromium
from tests.browser.conftest import ROOT
from tests.browser.pages import CLOSED, COVERED, SKIP, UNFIT, laid_out, shown, visit, wait_until
from tests.processes import ran

ALL = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
NOTEBOOKS = [name for name in ALL if re.match(r"\d\d_", name)]  # the house's own


@pytest.fixture(scope="module")
def docs(tmp_path_factory):
    """All notebooks exported from a fresh execution, by the command that `make docs` runs.

    As drafts: with all their frames they take a minute longer and show nothing else. Their kernels
    write down what the figures must show.
    """
    if chromium.find() is None:
        pytest.skip(f"no browser: {chromium.MISSING}")
    home = tmp_path_factory.mktemp("docs")
    for folder in ("notebooks", "data"):
        shutil.copytree(ROOT / folder, home / folder)
    for name in ALL:
        path = home / "notebooks" / f"{name}.ipynb"
        made = nbformat.read(path, 4)
        first = next(cell for cell in made.cells if cell.cell_type == "code")
        first.source = WATCH.format(root=str(ROOT), path=str(home / f"{name}.jsonl")) + first.source
        nbformat.write(made, path)
    command = [sys.executable, "-m", "combat.workbook", "docs", "--frames", "27"]
    ran([*command, "--out", str(home / "docs")], cwd=home, check=True)
    return home / "docs"


PHONE = {"width": 390, "height": 844}
# What sticks out at a side of a page, unless it stands in a box of its own that scrolls.
TOO_WIDE = """(width) => [...document.querySelectorAll("body *")].filter((one) => {
  const { left, right } = one.getBoundingClientRect();
  return (left < -1 || right > width + 1) && one.checkVisibility({ visibilityProperty: true })
    && !one.closest(".table, .dock, pre, svg, .unseen, .numbers");
})
  .map((one) => one.outerHTML.slice(0, 99))
  .concat(document.documentElement.scrollWidth > width ? ["the page itself"] : [])"""


WATCH = """import sys
sys.path.append({root!r})
from tests.browser.expected import watch
watch({path!r})
"""


@pytest.fixture(scope="module", params=NOTEBOOKS)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def opened(name, docs, browser):
    """A page for all tests of it, and what it asked for and said while it was loaded."""
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    yield visit(context.new_page(), docs / f"{name}.html")
    context.close()


def file_of(page):
    """The address of a page without the settings that it remembers there."""
    return page.url.partition("#")[0]


def test_it_asks_for_nothing_and_shows_everything(opened):
    page, heard = opened
    page.wait_for_load_state("networkidle")
    said = page.eval_on_selector_all("svg.drawn", "all => all.map(i => i.ariaLabel.length)")
    assert said
    assert min(said) > 30
    assert not re.search(r"\$|\\[a-z]+", page.locator("main").inner_text())
    assert page.locator("figcaption").count() == len(said)
    asked = [url for url in heard["requests"] if not url.startswith("data:")]
    assert asked == [file_of(page)]
    assert heard["console"] == []


def test_on_a_phone_nothing_scrolls_sideways_and_no_letter_is_cut(docs, browser, name):
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page, _ = visit(context.new_page(), docs / f"{name}.html")
    laid_out(page)
    wide = page.evaluate(TOO_WIDE, PHONE["width"])
    unfit, covered = page.evaluate(UNFIT), page.evaluate(COVERED)
    context.close()
    assert wide == []
    assert unfit == []
    assert covered == []


def test_no_letters_of_a_picture_cover_each_other(opened):
    page, _ = opened
    assert page.evaluate(COVERED) == []


def test_it_ends_with_what_the_reader_can_set_and_keep(opened):
    page, _ = opened
    last = page.locator("main > :last-child")
    assert last.get_attribute("class") == "sandbox"
    first = page.locator(last.get_by_role("link").get_attribute("href"))
    assert first.locator("form").is_visible()
    assert first.get_by_role("button", name="Copy link").is_visible()


# Each place in turn, and what the figure says there.
# Frames are unpacked with the first move: until then it says what it said.
MOVES = """async ([figure, wanted]) => {
  const said = (name) => figure.querySelector(name).textContent.trim();
  const recording = window.workbook.recordings.find((one) => one.figure === figure);
  const found = [];
  for (const { place, words } of wanted) {
    await recording.move(place);
    for (let wait = 0; wait < 200 && said(".words") !== words; wait++) {
      await new Promise((done) => setTimeout(done, 25));
    }
    found.push([said(".words"), said(".caption"), figure.querySelector("svg.drawn").ariaLabel]);
  }
  return found;
}"""


def test_each_figure_shows_what_python_draws(docs, browser, request, name):
    context = browser.new_context(
        viewport={"width": 1366, "height": 900}, device_scale_factor=1.6, reduced_motion="reduce"
    )
    request.addfinalizer(context.close)
    page, heard = visit(context.new_page(), docs / f"{name}.html")
    lines = (docs.parent / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    figures = page.locator("figure.recorded").all()
    assert len(figures) == len(lines)
    for figure, line in zip(figures, lines, strict=True):
        wanted = [{**one, "png": ""} for one in json.loads(line)]
        said = page.evaluate(MOVES, [figure.element_handle(), wanted])
        assert said == [[one["words"], one["caption"], one["words"]] for one in wanted]
        for one in (one for one in json.loads(line) if one["png"]):
            page.evaluate(MOVES, [figure.element_handle(), [one]])
            assert apart(figure.locator("svg.drawn"), one["png"]) < ALIKE, one["fragment"]
    assert heard["console"] == []
    assert [url for url in heard["requests"] if not url.startswith("data:")] == [file_of(page)]


# The share of places where two pictures differ by a quarter: letters and the edges of lines lie a
# fraction of a pixel apart, less than 0.012 was seen. Another setting of a figure has up to 0.4.
ALIKE = 0.015


def apart(svg, png):
    svg.page.evaluate("document.fonts.ready.then(() => null)")
    seen = Image.open(io.BytesIO(svg.screenshot())).convert("L")
    drawn = Image.open(io.BytesIO(base64.b64decode(png))).convert("L").resize(seen.size)
    blurred = [np.asarray(one.filter(ImageFilter.BoxBlur(2)), int) for one in (seen, drawn)]
    # What stands above a picture puts it between two pixels of the screen: to either side, the
    # edges of thirty bars alone would count as 0.02.
    return min(
        float((np.abs(blurred[0] - np.roll(blurred[1], steps, axis=0)) > 64).mean())
        for steps in (-1, 0, 1)
    )


# Words that are seen before the first figure; those of the way to other pages don't count.
WORDS = """() => {
  const [first, words] = [document.querySelector("main figure"), []];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() && !first.contains(texts.currentNode)) {
    const part = texts.currentNode.parentElement;
    if (part.closest("header, nav, .skip, style, script") || !part.checkVisibility()) continue;
    words.push(...texts.currentNode.textContent.split(/\\s+/).filter(Boolean));
  }
  return words.length;
}"""
# What is seen in sentences; on axes and in tables the same number may well stand for another thing.
SAID = """() => {
  const out = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const part = texts.currentNode.parentElement;
    if (part.checkVisibility() && !part.closest("svg, table, form")) {
      out.push(texts.currentNode.textContent);
    }
  }
  return out.join(" ").replace(/\\s+/g, " ");
}"""
OF_OTHERS = {"0%", "20%", "8%"}  # answers that these pages have for other questions, too
ANSWERS = "all => all.map((ask) => JSON.parse(ask.dataset.guess).answer)"
SCREENS = "document.documentElement.scrollHeight / innerHeight"


def test_it_comes_to_the_point_and_tells_no_answer_before_a_guess(docs, browser, request, name):
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    request.addfinalizer(context.close)
    page = context.new_page()
    page.goto((docs / f"{name}.html").as_uri())
    assert page.evaluate(WORDS) <= 60
    assert page.evaluate(SCREENS) <= 12
    seen = page.evaluate(SAID)
    for answer in {*page.eval_on_selector_all("figure .guess", ANSWERS)} - OF_OTHERS:
        assert not re.search(rf"(?<![\d.,−+]){re.escape(answer)}(?!\.?\d)", seen), answer
    page.evaluate(SKIP)
    assert page.locator(".untold, .guessing").count() == 0
    page.evaluate(CLOSED)
    assert page.evaluate(SCREENS) <= 12
    page.emulate_media(media="print")
    # On paper the list of all answers stands in place of the three that it begins with.
    short = "nav.short:not(:has(> details)) li, nav.short > details li"
    for part in ("main .table:not(details.numbers .table)", ".finding", short):
        assert all(one.is_visible() for one in page.locator(part).all())
    hand = r"\b(Move the|Move \w+ first|click|Upload|run this cell|saved as)\b"
    assert not re.search(hand, page.locator("main").inner_text())


def test_the_numbers_of_a_picture_follow_its_controls_and_can_be_saved(opened):
    page, heard = opened
    figures = [
        figure
        for figure in page.locator("figure.recorded:has(form):has(details.numbers)").all()
        if figure.locator("[data-control]").first.is_visible()
    ]
    assert figures
    for figure in figures[:3]:
        numbers = figure.locator("details.numbers")
        assert not numbers.locator("table").first.is_visible()
        numbers.locator("summary").click()
        numbers.locator("table").first.wait_for()
        before = saved_by(numbers)
        assert len(before) == numbers.locator("a[download$='.csv']").count()
        for control in figure.locator("[data-control]:visible").all():
            control.evaluate("d => (d.querySelector?.(':checked') ?? d).focus()")
            at_end = control.evaluate("d => d.value == d.max")
            page.keyboard.press("ArrowLeft" if at_end else "ArrowRight")
        rows = numbers.locator("tbody").first.locator("tr").count()
        assert len(saved_by(numbers)[0].splitlines()) == rows + 1
    assert heard["console"] == []
    assert [url for url in heard["requests"] if not url.startswith("data:")] == [file_of(page)]


def saved_by(numbers):
    """The files that the links of a figure save."""
    links = numbers.locator("a[download]").evaluate_all("all => all.map(a => a.href)")
    return [unquote(link.partition(",")[2]) for link in links]


def test_each_setting_that_a_finding_names_can_be_seen(docs, name):
    """The export refuses a setting without a picture; here, that none of them is left out."""
    saved = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
    outputs = (output for cell in saved.cells for output in cell.get("outputs", []))
    named = [output for output in outputs if "at" in output.get("metadata", {}).get("combat", {})]
    assert sum("at={" in cell.source for cell in saved.cells) == len(named)
    links = re.findall(r'class="see" href="#figure-', (docs / f"{name}.html").read_text())
    assert len(links) == len(named)
    assert named or name.startswith("00")


NAMING = """
from combat.workbook import Finding, Panel, charts, slider
import pandas as pd
panel = Panel(
    charts.bars(lambda a, b: pd.DataFrame({"sum": [a + b]}, ["here"]), ylim=(0, 200)),
    {name: slider(name, 0, 100, 50) for name in "ab"},
    caption="A bar.",
    words=lambda a, b: f"{{a}} and {{b}} make {a + b}.",
)
finding = Finding("**37 and 11 make 48.**", 37 + 11 == 48, at={"a": 37, "b": 11})
"""


def test_a_finding_sets_its_figure(page, tmp_path, monkeypatch):
    """Again and again, also after a hand has moved it."""
    names = {}
    exec(NAMING, names)
    monkeypatch.setenv(EXPORT, "20")
    monkeypatch.setenv(NAMED, json.dumps([names["finding"].at]))
    cells = [v4.new_markdown_cell("# One"), shown(names["panel"]), shown(names["finding"])]
    made = document(v4.new_notebook(cells=cells), tmp_path / "one.ipynb")[0]
    write_whole({tmp_path / "one.html": made})
    _, heard = visit(page, tmp_path / "one.html")
    see, drawn = page.get_by_role("link", name="See it"), page.locator("svg.drawn")
    start = drawn.inner_html()
    pictures = []
    for _ in range(2):
        see.click()
        wait_until(page, "document.querySelector('.title').textContent.includes('48')")
        outputs = page.locator("form output").all_inner_texts()
        assert outputs == ["37", "11"]
        see.click()
        pictures.append(drawn.inner_html())
        page.get_by_role("button", name="Reset").click()
        wait_until(page, "document.querySelector('.title').textContent.includes('100')")
    assert pictures[0] == pictures[1] != start
    assert heard["console"] == []


def test_the_code_is_behind_a_switch(opened):
    page, _ = opened
    code = page.locator(".code").first
    assert not code.is_visible()
    page.get_by_label("Show the code").first.focus()
    page.keyboard.press("Space")
    assert code.is_visible()


def test_the_contents_lead_to_the_headings(opened):
    page, _ = opened
    links = page.locator("nav[aria-label=Contents] a").all()
    assert len(links) >= 3
    for link in links:
        heading = page.locator(f":is(h2, h3){link.get_attribute('href')}")
        assert heading.inner_text() == link.inner_text()


def test_it_fits_a_phone_and_a_wide_table_says_that_it_scrolls(opened):
    page, _ = opened
    page.set_viewport_size({"width": 390, "height": 800})
    laid_out(page)
    said = page.eval_on_selector_all(
        ".table",
        """all => all.filter(t => t.offsetParent).map(t => [t.scrollWidth > t.clientWidth + 1,
          getComputedStyle(t, '::before').content.includes('scrolls') && t.tabIndex == 0])""",
    )
    assert said
    assert all(wide == says for wide, says in said)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("name", [NOTEBOOKS[at] for at in (0, 3, 7, 9)] + ["index"])
def test_axe_finds_nothing_that_keeps_readers_out(name, docs, page):
    visit(page, docs / f"{name}.html")
    page.evaluate(ALL_FRAMES)
    for scheme, width in (("light", 390), ("dark", 1366)):  # no colour hangs on the width
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        laid_out(page)  # only then wide tables take the focus
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


# Pictures are made ready when they come into sight; here all at once.
ALL_FRAMES = """async () => {
  for (const one of window.workbook?.recordings ?? []) await one.load(() => one.ready());
}"""


def test_the_pages_keep_to_their_budgets(docs):
    files = [*docs.glob("[01]*.html"), *docs.glob("figures/*.html")]
    assert len(files) > 2 * len(NOTEBOOKS)
    for file in files:
        assert file.stat().st_size <= (1_000_000 if file.parent.name == "figures" else 5_000_000)
    assert sum(file.stat().st_size for file in docs.glob("[01]*.html")) <= 8_000_000


def test_each_page_has_its_entry(docs, page):
    visit(page, docs / "index.html")
    assert page.locator(".pages > li").count() == len(ALL)
    for name in ALL:
        assert page.locator(f'.pages a[href="{name}.html"]').count() == 1


def test_previous_and_next_lead_through_all_pages(docs, page):
    visit(page, docs / f"{NOTEBOOKS[0]}.html")
    for name in NOTEBOOKS[1:]:
        page.get_by_role("navigation", name="Other pages").locator("a[rel=next]").click()
        page.wait_for_url(f"**/{name}.html", wait_until="load")
    assert page.locator("a[rel=next]").count() == 0
    assert page.locator("header a[rel=prev]").count() == 1
    assert page.locator("a[rel=prev]").count() == 2


def test_without_scripts_and_on_paper_the_default_shows(docs, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((docs / f"{NOTEBOOKS[0]}.html").as_uri())
    assert not page.locator("form").first.is_visible()
    assert page.locator(".settings").first.is_visible()
    assert page.locator("figure svg.drawn").first.is_visible()
    context.close()


FOLDED = """
import pandas as pd
from combat.workbook import Panel, charts, slider, tick
def chances(m, double):
    found = pd.DataFrame({"hit": [0.1, m / 40], 'say "no"': [0.5, None]}, ["rat", "an <b>owl</b>"])
    return found * (2 if double else 1)
panel = Panel(
    charts.bars(chances, title="Chances"),
    {"m": slider("m", 1, 9, 4), "double": tick("twice")},
    groups={"more": ["double"]},
    caption="Bars.",
    words=lambda m, double: f"{m} and {double}: <i>bars</i>.",
)
panel
"""


def test_folded_controls_move_the_picture_and_its_numbers(page, tmp_path, monkeypatch):
    names = {}
    exec(FOLDED, names)
    ours = names["panel"]
    monkeypatch.setenv(EXPORT, "100")
    made = v4.new_notebook(cells=[v4.new_markdown_cell("# One"), shown(ours)])
    write_whole({tmp_path / "one.html": document(made, tmp_path / "one.ipynb")[0]})
    _, heard = visit(page, tmp_path / "one.html")
    box = page.get_by_label("twice")
    assert not box.is_visible()
    page.get_by_text("more", exact=True).click()
    box.check()
    page.locator("input[type=range]").focus()
    page.keyboard.press("End")
    frame = ours.frame(m=9, double=True)
    assert page.locator(".title").inner_text() == frame.words == "9 and True: <i>bars</i>."
    numbers = page.locator("details.numbers")
    assert numbers.locator("table").count() == 0  # none that are out of date
    numbers.locator("summary").click()
    numbers.locator("tbody tr").first.wait_for()
    assert numbers.locator("thead").inner_text().split() == ["row", "hit", "say", '"no"']
    rows = [row.inner_text().split("\t") for row in numbers.locator("tbody tr").all()]
    assert rows == [["rat", "20.0%", "100.0%"], ["an <b>owl</b>", "45.0%", "–"]]
    (saved,) = saved_by(numbers)
    assert saved == frame.data[0].csv() == 'row,hit,"say ""no"""\nrat,0.2,1\nan <b>owl</b>,0.45,\n'
    assert page.locator("b:has-text('owl')").count() == 0
    assert heard["console"] == []
