"""Answers drawn in a browser from numbers: every kind of mark, read and moved."""

import re
from itertools import pairwise

import pandas as pd
import pytest
from playwright.sync_api import expect

from combat.workbook import charts
from combat.workbook.charts import palette
from tests.browser.answers import (
    EVEN,
    LAB,
    RENDERER,
    answer,
    cells,
    curves,
    document,
    of_kind,
    opened,
)
from tests.browser.pages import laid_out

KINDS = ["line", "area", "bar", "dot", "whisker", "label", "cell", "path", "text"]
CASES = ["plain", "null", "log", "empty", "names", "one"]
SHOW = """
window.heard = [];
const on = { move: (...all) => heard.push(all), pick: (row, column) => heard.push([row, column]) };
window.show = (told) => draw(document.querySelector("main"), told, on);
Object.assign(window, { shown, SHADES });
"""
# A stand-in for what JupyterLab gives a widget.
MODEL = """
const [values, then] = [{ told: "", busy: false }, {}];
window.sent = [];
window.model = { get: (name) => values[name], on: (name, act) => { then[name] = act; },
  send: (said) => sent.push(said) };
window.set = (name, value) => { values[name] = value; then[`change:${name}`]?.(); };
window.start = () => lab.render({ model, el: document.querySelector("main") });
"""
# What is wrong with the letters of the drawn pictures: too small, cut off, one over another.
ILL = """[...document.querySelectorAll(".frame > svg")].flatMap((svg) => {
  const frame = svg.getBoundingClientRect();
  const all = [...svg.querySelectorAll("text")].map((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    return { text: text.textContent, left, right, top: top + 2, bottom: bottom - 2,
      slanted: text.getScreenCTM().b !== 0, across: text.getScreenCTM().e,
      size: parseFloat(getComputedStyle(text).fontSize) };
  });
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const meet = (one, other) => (one.slanted && other.slanted
    ? Math.abs(one.across - other.across) < 19 : over(one, other));
  const ill = (one, at) => one.size < 11 || one.left < frame.left - 0.5
    || one.right > frame.right + 0.5 || one.top < frame.top - 2 || one.bottom > frame.bottom + 2
    || all.slice(0, at).some((other) => meet(one, other));
  const title = svg.closest(".chart").querySelector(".name").textContent;
  const named = svg.getAttribute("aria-label").startsWith(`${title}. `);
  if (frame.width !== svg.width.baseVal.value || !named) all.push({ text: "all", size: 0 });
  return all.filter(ill).map(({ text }) => `${title}: ${text}`);
})"""


@pytest.fixture
def drawn(page, tmp_path):
    bad = opened(page, tmp_path / "a.html", document(RENDERER, SHOW))
    yield page
    assert bad == []


DOTS = """[...document.querySelectorAll(".frame path[transform]")]
  .map((dot) => dot.getAttribute("transform").match(/[\\d.]+/)[0])"""


def show(page, *charts, **more):
    page.evaluate("told => show(told)", answer(*charts, **more))


@pytest.mark.parametrize("width", [1000, 390])
@pytest.mark.parametrize("kind", KINDS)
def test_no_mark_has_letters_that_are_cut_or_meet(drawn, kind, width):
    along = "xy" if kind not in ("cell", "text") else "y"
    show(drawn, *(of_kind(kind, case, way) for case in CASES for way in along))
    drawn.set_viewport_size({"width": width, "height": 800})
    laid_out(drawn)
    assert drawn.evaluate(ILL) == []
    assert drawn.evaluate("document.documentElement.scrollWidth") <= width
    assert drawn.locator(".frame > svg").count() == len(CASES) * len(along)


def test_a_number_reads_as_in_python(drawn):
    values = [0, -0.004, 0.125, -0.125, 0.375, 2.5, 0.15, 0.004, 0.997, 1, -3, 1306, 12345.675, 0.1]
    specs = [".0%", ".1%", "+.0%", ".2f", "+.1f", ",.0f", ".3f", ".1f", "+.0f", ""]
    found = drawn.evaluate("all => all.map(([value, spec]) => shown(value, spec))",
                           [[value, spec] for value in values for spec in specs])  # fmt: skip

    def wanted(value, spec):
        text = re.sub(r"^[+-](?=0(\.0+)?%?$)", "", format(value, spec)).replace("-", "−")
        sure = spec == ".0%" and 0 < value < 1
        return {"0%": "<1%", "100%": ">99%"}.get(text, text) if sure else text

    assert found == [wanted(value, spec) for value in values for spec in specs]
    assert drawn.evaluate('[shown(0.0625, "g"), shown(2 / 3, ".3g"), shown(null, "g")]') == [
        "0.0625", "0.667", "–"
    ]  # fmt: skip


def test_cells_have_the_colours_of_the_palette(drawn):
    for name, colors in (("sequential", palette.SEQUENTIAL), ("diverging", palette.DIVERGING)):
        fills = [palette.to_hex(one) for one in colors.colors]
        inks = [palette.text_on(one).lower() for one in fills]
        assert drawn.evaluate(f"SHADES.{name}") == [
            [*pair] for pair in zip(fills, inks, strict=True)
        ]


def test_a_dark_theme_has_other_colours(drawn):
    color = "getComputedStyle(document.querySelector('.frame path[stroke=\"#0072b2\"]')).stroke"
    found = []
    for light in ("true", "false"):
        drawn.evaluate("light => { document.body.dataset.jpThemeLight = light }", light)
        show(drawn, curves())
        found.append(drawn.evaluate(color))
    assert found == ["rgb(0, 114, 178)", "rgb(75, 163, 227)"]


def test_a_missing_number_is_a_gap_and_powers_of_ten_are_equally_far(drawn):
    show(drawn, curves(), of_kind("dot", "log", "x"))
    line = drawn.locator(".frame path[stroke='#0072b2']").first.get_attribute("d")
    assert line.count("M") == 2
    at = [float(one) for one in drawn.evaluate(DOTS)]
    assert [b - a for a, b in pairwise(at)] == pytest.approx([at[1] - at[0]] * 3, abs=0.2)


def test_bars_from_zero_are_drawn_on_a_logarithmic_axis(drawn):
    weights = pd.DataFrame({"weight": [18, 0.04]}, ["the poison", "the rope"])
    show(drawn, charts.rows(weights, log="x", xlim=(1e-5, 100), percent="").spec())
    drawn.wait_for_selector(".frame path[fill='#0072b2']")
    ends = drawn.evaluate("""[...document.querySelectorAll(".frame path[fill='#0072b2']")]
      .map((bar) => bar.getAttribute("d").match(/-?[\\d.]+/g).map(Number)[4])""")
    assert ends[0] > ends[1] > 0


def test_above_20_columns_cells_have_no_numbers(drawn):
    show(drawn, cells(columns=20))
    expect(drawn.locator(".cells text")).to_have_count(40)
    show(drawn, cells(columns=21))
    expect(drawn.locator(".cells text")).to_have_count(0)


def test_pointer_finger_and_keys_read_numbers(drawn):
    drawn.set_viewport_size({"width": 390, "height": 800})
    show(drawn, curves(), cells())
    said, frames = drawn.locator(".said"), drawn.locator(".frame")
    high = frames.nth(0).bounding_box()["y"]
    expect(said.nth(0)).to_have_text("<i>hit</i>")
    frames.nth(0).hover(position={"x": 60, "y": 60})
    expect(said.nth(0)).to_have_text(f"attack 0: <i>hit</i> 12% {EVEN} 50%")
    assert frames.nth(0).bounding_box()["y"] == high  # nothing jumps
    drawn.mouse.move(0, 0)
    expect(said.nth(0)).to_have_text("<i>hit</i>")
    frames.nth(0).locator("svg").first.focus()
    drawn.keyboard.press("ArrowRight")
    drawn.keyboard.press("ArrowRight")
    expect(said.nth(0)).to_have_text(f"attack 10: <i>hit</i> – {EVEN} 50%")
    label = drawn.locator("[role=img]").first
    expect(label).to_have_attribute("aria-label", re.compile("attack 10"))
    drawn.keyboard.press("Escape")
    expect(said.nth(0)).to_have_text("<i>hit</i>")
    show(drawn, curves(step="post"), cells())
    frames.nth(0).hover(position={"x": 150, "y": 60})  # nearer to 10, where the next step begins
    expect(said.nth(0)).to_contain_text("attack 0:")
    box = frames.nth(1).bounding_box()
    finger = {"clientX": box["x"] + box["width"] - 40, "clientY": box["y"] + 20}
    options = {"bubbles": True, "pointerType": "touch", "pointerId": 7}
    frames.nth(1).dispatch_event("pointerdown", finger | options)
    frames.nth(1).dispatch_event("pointerleave", finger | options)
    expect(said.nth(1)).to_have_text("elf, orc: >99%")


def test_a_cell_is_picked_by_click_and_by_key(drawn):
    show(drawn, cells())
    box = drawn.locator(".frame").bounding_box()
    drawn.locator(".frame").click(position={"x": box["width"] - 40, "y": 20})
    drawn.keyboard.press("Tab")
    drawn.locator("[role=img]").focus()
    drawn.keyboard.press("ArrowDown")
    drawn.keyboard.press("Enter")
    assert drawn.evaluate("heard") == [["elf", "orc"], ["orc", "orc"]]
    show(drawn, cells(picks=False))
    drawn.locator(".frame").click(position={"x": box["width"] - 40, "y": 20})
    assert drawn.evaluate("heard.length") == 2


def test_the_mark_is_dragged_and_stepped(drawn):
    show(drawn, curves())
    handle, frame = drawn.get_by_role("slider", name="m"), drawn.locator(".frame").bounding_box()
    box = handle.bounding_box()
    drawn.mouse.move(box["x"] + 14, box["y"] + 50)
    drawn.mouse.down()
    drawn.mouse.move(frame["x"] + frame["width"] + 50, frame["y"] + 500)
    drawn.mouse.up()
    drawn.mouse.move(frame["x"], box["y"])
    handle.focus()
    drawn.keyboard.press("ArrowLeft")
    assert drawn.evaluate("heard") == [["m", 20, 0], ["m", 0, -1]]
    show(drawn, curves(drag=20))
    expect(handle).to_be_focused()
    expect(handle).to_have_attribute("aria-valuetext", "20")


def test_a_mark_follows_the_finger(browser, tmp_path):
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True)
    page = context.new_page()
    bad = opened(page, tmp_path / "a.html", document(RENDERER, SHOW))
    show(page, curves())
    box = page.locator(".handle").bounding_box()
    at = {"x": box["x"] + 14, "y": box["y"] + 50}
    touch = context.new_cdp_session(page)
    for kind, along in (("Start", 0), ("Move", 40), ("Move", 400), ("End", None)):
        points = [] if along is None else [at | {"x": at["x"] + along}]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    assert page.evaluate("heard.at(-1)") == ["m", 20, 0]
    page.touchscreen.tap(box["x"] + 150, at["y"])
    expect(page.locator(".said")).to_contain_text("attack 20")
    assert bad == []
    context.close()


def test_an_error_leaves_the_picture_and_many_charts_give_way_to_few(drawn):
    show(drawn, curves(), cells(), table="<table><tr><td>1</td></tr></table>")
    expect(drawn.locator("td")).to_have_count(1)
    drawn.evaluate("show({ error: 'attack = -1 must be at least 0' })")
    expect(drawn.locator(".title")).to_have_text("attack = -1 must be at least 0")
    expect(drawn.locator(".chart")).to_have_count(2)
    show(drawn, cells(), title="<i>One</i>.")
    expect(drawn.locator(".title")).to_have_text("<i>One</i>.")
    expect(drawn.locator(".chart")).to_have_count(1)
    expect(drawn.locator("td")).to_have_count(0)


def test_in_jupyterlab_the_kernel_tells_and_is_told(page, tmp_path):
    bad = opened(page, tmp_path / "a.html", document(LAB, MODEL))
    page.evaluate("told => set('told', JSON.stringify(told))", answer(curves(), cells()))
    page.evaluate("void start()")
    page.locator(".frame").nth(1).click(position={"x": 200, "y": 20})
    page.get_by_role("slider", name="m").press("ArrowRight")
    assert page.evaluate("sent") == [
        {"picked": ["elf", "elf"]},
        {"moved": {"control": "m", "value": 20, "by": 1}},
    ]
    page.evaluate("set('busy', true)")
    expect(page.locator(".answer.busy")).to_have_count(1)
    page.evaluate("told => set('told', JSON.stringify(told))", answer(title="Nothing left."))
    expect(page.locator(".title")).to_have_text("Nothing left.")
    assert bad == []
