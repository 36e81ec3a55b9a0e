"""Notebooks in a real JupyterLab: run all cells, move a control of each panel."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import IN_LAB

# Pixels of a notebook that are seen on a laptop of 1280 x 800, beside the file browser.
IN_SIGHT = 690
RESTING = """() => {
  const idle = document.querySelector('.jp-Notebook-ExecutionIndicator').dataset.status == 'idle';
  const waiting = document.querySelector('.jp-Notebook').textContent.includes('[*]');
  if (!idle || waiting) { window.since = null; return false; }
  window.since = window.since || performance.now();
  return performance.now() - window.since > 1000;
}"""
VALUES = """panel => [...panel.querySelectorAll('.widget-readout, select')]
  .map(one => one.tagName == 'SELECT' ? one.selectedIndex : one.innerText).join()"""
# From the first control (of a group that is folded, the group's first) to the picture's foot.
REACH = """panel => {
  const foot = panel.querySelector('.charts').getBoundingClientRect().bottom;
  const tops = [...panel.querySelectorAll('.widget-inline-hbox, .widget-checkbox')]
    .filter(one => one.offsetParent).map(one => one.getBoundingClientRect().top);
  return foot - Math.min(...tops);
}"""
# What the handles of sliders are called, folded ones, too, as soon as all have a name.
NAMES = """panel => {
  const names = [...panel.querySelectorAll(".widget-slider [role=slider]")]
    .map(handle => handle.ariaLabel);
  return names.every(Boolean) && names;
}"""
SPOKEN = """panel => [...panel.querySelectorAll(".widget-slider")].every(slider => {
  const spoken = [...slider.querySelectorAll("[role=slider]")].map(one => one.ariaValueText);
  return spoken.join(" – ") === slider.querySelector(".widget-readout").textContent.trim();
})"""
GROUPS = ".jupyter-widget-Collapse-header"
# What would have to be pushed sideways to be read: cells, texts, formulas, pictures.
TOO_WIDE = """() => [...document.querySelectorAll(
    `.jp-WindowedPanel-outer, .cm-scroller, .jp-RenderedMarkdown, .jp-OutputArea-output,
     .widget-html`)]
  .filter(one => one.scrollWidth > one.clientWidth + 1)
  .map(one => one.innerText.slice(0, 60))"""
CELLS = """() => [...document.querySelectorAll('.jp-Notebook .jp-Cell')]
  .map(one => one.classList.contains('jp-CodeCell') ? 'code' : 'text').join()"""
CHANGED = "([picture, before]) => picture.innerHTML !== before"


# The notebook before is closed, and its kernel ended.
OPEN = """async path => {
  const { commands, shell } = window.jupyterapp;
  await shell.currentWidget?.sessionContext?.shutdown();
  shell.currentWidget?.dispose();
  await commands.execute('docmanager:open', { path, factory: 'Notebook' });
}"""
# The indicator of the notebook says idle while the kernel still starts; cells run then are lost
# now and again.
READY = """path => {
  const { context, sessionContext } = window.jupyterapp.shell.currentWidget;
  return context.path === path && context.isReady && sessionContext.isReady
    && sessionContext.kernelDisplayStatus === 'idle';
}"""


def open_and_run(page, name):
    path = f"notebooks/{name}.ipynb"
    page.evaluate(OPEN, path)
    page.wait_for_function(READY, arg=path, timeout=90_000, polling=200)
    assert page.get_by_role("slider").count() == 0  # only pictures before it is run
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).first.click()
    page.get_by_role("slider").first.wait_for(timeout=60_000)
    page.wait_for_function(RESTING, timeout=90_000, polling=200)


def skip_guesses(page):
    skip = page.get_by_role("button", name="Skip", exact=True)
    expect(page.get_by_role("slider", name="your guess")).to_have_count(skip.count())
    for left in reversed(range(skip.count())):
        skip.first.click()
        expect(skip).to_have_count(left)  # else the next click could be on this one again


@pytest.fixture(scope="module")
def laptop(browser, lab):
    """JupyterLab in a window for all notebooks: it is loaded once."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(lab, timeout=90_000)
    page.wait_for_function("window.jupyterapp?.shell?.currentWidget", timeout=90_000)
    yield page
    context.close()


@pytest.fixture(scope="module")
def page(request, laptop):
    """A notebook of which all cells were run; all tests of one use the same."""
    open_and_run(laptop, request.param)
    return laptop


def notebooks(*names):
    return pytest.mark.parametrize("page", names, indirect=True)


@notebooks("03_nethack_ev_dr")
def test_a_guess_hides_what_tells_its_answer(page):
    asked = page.locator(".jp-OutputArea-output", has_text="How often under the overhaul?")
    found = page.locator(".jp-RenderedMarkdown strong", has_text="a nerf for both sides")
    picture = asked.locator(".frame > svg").first
    assert not found.is_visible()
    assert not picture.is_visible()
    asked.get_by_role("button", name="Compare").click()
    expect(found).to_be_visible()
    expect(picture).to_be_visible()
    expect(asked.get_by_text("You said 50%, it is 7%.")).to_be_visible()


@notebooks("03_nethack_ev_dr")
def test_keys_typed_on_a_control_are_its_own(page):
    guess = page.get_by_role("slider", name="your guess").first
    keep_their_keys(page, [guess])
    skip_guesses(page)
    page.locator(GROUPS).first.click()  # its boxes are folded
    controls = [
        page.locator(f".jp-OutputArea {kind}:visible").first
        for kind in ("select", "input[type=checkbox]", "[role=slider]", "button")
    ]
    choice, tick, *_ = controls
    chosen, ticked = choice.evaluate("one => one.selectedIndex"), tick.is_checked()
    move(choice)
    assert choice.evaluate("one => one.selectedIndex") == (chosen - 1 if chosen else 1)
    tick.press("Space")
    assert tick.is_checked() is not ticked
    keep_their_keys(page, controls)
    # With a modifier they are commands as before: this one folds the file browser away.
    page.keyboard.press("Control+b")
    page.locator("#jp-left-stack").wait_for(state="hidden")
    page.keyboard.press("Control+b")
    page.locator("#jp-left-stack").wait_for()
    page.locator(GROUPS).first.click()  # as the other tests of this notebook expect it


def keep_their_keys(page, controls):
    """None of these keys is a command of JupyterLab while a control has the focus."""
    cells = page.evaluate(CELLS)
    for control in controls:
        control.focus()
        for key in ("m", "d", "d", "b", "x", "Shift+M", "ArrowDown", "Space"):
            page.keyboard.press(key)
        assert page.evaluate(CELLS) == cells
        assert control.evaluate("one => one === document.activeElement")


@notebooks(*IN_LAB)
def test_a_control_of_each_panel_changes_its_picture(page):
    skip_guesses(page)
    errors = page.locator("[data-mime-type='application/vnd.jupyter.error']")
    assert errors.count() == 0
    panels = page.locator(".jp-OutputArea-output:has(.frame > svg):has(button)")
    assert panels.count() > 0
    assert page.evaluate(TOO_WIDE) == []
    reaches = [panel.evaluate(REACH) for panel in panels.all()]
    assert max(reaches) <= IN_SIGHT, reaches
    for panel in panels.all():
        has_names(panel)
        sliders = panel.get_by_role("slider")
        control = (sliders if sliders.count() else panel.locator("select")).first
        control.scroll_into_view_if_needed()
        picture = panel.locator(".answer").element_handle()
        before, said = picture.inner_html(), values_of(panel)
        move(control)
        page.wait_for_function(CHANGED, arg=[picture, before], timeout=20_000)
        assert values_of(panel) != said
        # What is heard of a slider is what is read beside it.
        page.wait_for_function(SPOKEN, arg=panel.element_handle(), timeout=5_000)
        panel.get_by_role("button", name="Reset").click()
        page.wait_for_function(
            f"([panel, said]) => ({VALUES})(panel) === said",
            arg=[panel.element_handle(), said],
            timeout=20_000,
        )


def has_names(panel):
    """Screen readers have a name for each picture, and a label for each handle of its sliders."""
    assert all(panel.locator(".frame > svg").evaluate_all("all => all.map(one => one.ariaLabel)"))
    named = panel.page.wait_for_function(NAMES, arg=panel.element_handle()).json_value()
    labels = panel.locator(".widget-slider .widget-label").all_inner_texts()
    assert {name.removesuffix(", least").removesuffix(", most") for name in named} == set(labels)


def move(control):
    """A slider or a list by one step, by key."""
    if control.evaluate("one => one.tagName") == "SELECT":
        control.press("ArrowUp" if control.evaluate("one => one.selectedIndex") else "ArrowDown")
        return
    at_end = control.get_attribute("aria-valuenow") == control.get_attribute("aria-valuemax")
    control.press("ArrowDown" if at_end else "ArrowUp")


def values_of(panel):
    """What the panel's controls say: the sliders' readouts and the chosen entries of lists."""
    return panel.evaluate(VALUES)


@notebooks("00_start_here")
def test_two_units_are_typed_and_fight_in_a_notebook(page):
    toy = page.locator(".jp-OutputArea .toy").first
    keep_their_keys(page, [toy.get_by_label("Name").first])
    toy.get_by_label("Hits in %").last.fill("0")
    expect(toy.get_by_role("status")).to_contain_text("wins 100.0%, Giant 0.0%")
    toy.get_by_role("button", name="1,000 fights").click()
    expect(toy.get_by_role("status")).to_contain_text("wins 1000, Giant 0; in 0 both fall.")


@notebooks("00_start_here")
def test_a_link_of_the_text_moves_the_nearest_panel_above(page):
    first = page.locator(".answer .title").first
    for text, said in (("take ten points of attack away", "Attack 30"), ("add ten", "Attack 50")):
        page.get_by_role("link", name=text).click()
        expect(first).to_contain_text(f"{said} against defence 30")
    page.locator(".combat-panel").first.get_by_role("button", name="Reset").click()


@notebooks("07_your_own_game")
def test_a_click_on_a_cell_opens_its_duel(page):
    skip_guesses(page)
    matrix = page.locator("svg.picks").first
    matrix.scroll_into_view_if_needed()
    matrix.locator("text", has_text=re.compile("^[0-9]+%$")).first.click(force=True)
    first = page.locator(".answer .title").first
    expect(first).to_be_in_viewport()
    expect(first).not_to_contain_text("Duelist")
    expect(page.get_by_text("Back to where you were")).to_be_in_viewport()
    page.get_by_text("Back to where you were").click()
    expect(page.locator("svg.picks").first).to_be_in_viewport()


WHAT_IS_FOUND = ".jp-RenderedMarkdown:has-text('Each costs 120')"


@notebooks("07_your_own_game")
def test_a_cell_of_the_sheet_moves_all_panels(page):
    skip_guesses(page)
    words, said = page.locator(".answer .title").first, page.locator(".combat-sheet-frame")
    matrix = page.locator("svg.picks").first.element_handle()
    before, told = matrix.inner_html(), words.inner_text()
    hp = page.get_by_role("gridcell", name="27", exact=True).first
    hp.scroll_into_view_if_needed()
    hp.click()
    page.keyboard.type("50")
    page.keyboard.press("Enter")
    expect(words).not_to_have_text(told)
    page.wait_for_function(CHANGED, arg=[matrix, before])
    expect(page.get_by_text("1 cell changed")).to_be_visible()
    expect(page.locator(WHAT_IS_FOUND)).to_have_count(0)
    # A fault stands at its cell, in the words of the reader of tables; the last numbers stay.
    now = words.inner_text()
    page.keyboard.press("ArrowUp")
    page.keyboard.type("x")
    page.keyboard.press("Enter")
    expect(said.locator("[aria-invalid]")).to_have_text("x")
    expect(page.get_by_text("column 'hp': 'x' is not a number")).to_be_visible()
    assert words.inner_text() == now
    page.keyboard.press("Control+z")
    expect(said.locator("[aria-invalid]")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(words).to_have_text(told)
    expect(page.locator(WHAT_IS_FOUND)).to_have_count(1)


@notebooks("07_your_own_game")
def test_the_sheet_is_edited_by_keys_alone(page):
    skip_guesses(page)
    sheet, keys = page.locator(".combat-sheet").first, page.keyboard
    rows, chosen = sheet.locator("tbody tr"), sheet.locator("[aria-selected]")
    kept, first = rows.all_inner_texts(), sheet.get_by_role("gridcell").first
    first.scroll_into_view_if_needed()
    first.click()
    # A block is emptied and filled anew from what was copied; the focus stays in the sheet.
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    keys.press("ArrowRight")
    for arrow in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"):
        keys.press(f"Shift+{arrow}")
    keys.press("Control+c")
    keys.press("Delete")
    assert chosen.all_inner_texts() == [""] * 9
    keys.press("Control+v")
    assert rows.all_inner_texts() == kept
    keys.press("Control+z")
    assert chosen.all_inner_texts() == [""] * 9
    keys.press("Control+z")
    assert rows.all_inner_texts() == kept
    # Rows that are added and deleted come and go by Ctrl+Z, too.
    page.get_by_role("button", name="Add a row").click()
    expect(rows).to_have_count(len(kept) + 1)
    keys.type("Imp")
    keys.press("Tab")
    expect(rows.last).to_contain_text("Imp")
    keys.press("Control+z")
    keys.press("Control+z")
    assert rows.all_inner_texts() == kept
    first.click()
    page.get_by_role("button", name="Delete the row").click()
    expect(rows).to_have_count(len(kept) - 1)
    keys.press("Control+z")
    assert rows.all_inner_texts() == kept


@notebooks("00_start_here")
def test_where_the_kernel_is_gone_a_line_says_what_to_do(page):
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
    panel = page.locator(".combat-panel").first
    told = "getComputedStyle(one, '::before').content"
    page.wait_for_function(
        f"one => {told}.includes('run all cells again')", arg=panel.element_handle()
    )
    icons = f"all => all.map(one => {told})"
    inside = panel.locator(".jupyter-widgets-disconnected")
    assert {*inside.evaluate_all(icons)} == {"none"}


@notebooks("07_your_own_game")
def test_the_next_visit_shows_what_was_saved(page):
    """Each picture, though its widget went with its kernel."""
    skip_guesses(page)
    page.wait_for_function(RESTING, timeout=90_000, polling=200)  # what was typed has moved all
    shown = ".jp-OutputArea-output:has(.frame > svg), .jp-RenderedImage img"
    pictures = page.locator(shown).count()
    path = page.evaluate("window.jupyterapp.shell.currentWidget.context.path")
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    page.evaluate(OPEN, path)
    page.wait_for_function(READY, arg=path, timeout=90_000, polling=200)
    expect(page.locator(".jp-RenderedImage img")).to_have_count(pictures)
    assert page.get_by_text("Error displaying widget").count() == 0
    assert page.locator(".jp-RenderedImage img").first.is_visible()
