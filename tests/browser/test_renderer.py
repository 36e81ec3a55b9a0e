"""Answers drawn in a browser from numbers: every kind of chart, read and moved."""

import base64
import re
from hashlib import sha256
from itertools import pairwise

import pandas as pd
import pytest
from playwright.sync_api import expect

from combat.workbook import Answer, charts
from combat.workbook.panel.picture import renderer, script, style
from tests.browser.pages import ILL, asked_only_itself, at, laid_out
from tests.workbook.charts.test_charts import KINDS, charts_of

SHOW = """
window.heard = [];
const on = { move: (...all) => heard.push(all), pick: (row, column) => heard.push([row, column]) };
window.show = (told) => draw(document.querySelector("main"), told, on);
window.shown = shown;
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


def opened(page, folder, *more):
    """A page that may run and wear but our renderer, more scripts and our style.

    Returns what it asks and says.
    """

    def hashed(text):
        return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"

    run = "\n".join([renderer(), *more]).replace("export default", "window.lab =")
    policy = f"default-src 'none'; style-src {hashed(style())}; script-src {hashed(run)}"
    (folder / "a.html").write_text(
        f'<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"><style>{style()}</style>'
        f'<main></main><script type="module">{run}</script>'
    )
    return at(page, folder / "a.html")


@pytest.fixture
def drawn(page, tmp_path):
    heard = opened(page, tmp_path, SHOW)
    yield page
    assert asked_only_itself(page, heard)


def told(*shown, title="All of them.", m=10, **more):
    return Answer(title, *shown, note="A note.", **more).told({"m": m})


def show(page, *shown, **more):
    page.evaluate("told => show(told)", told(*shown, **more))


def curves(kind=charts.lines):
    chance = pd.DataFrame({"<i>hit</i>": [0.125, None, 0.999], "even": 0.5}, [0, 10, 20])
    return kind(chance.rename_axis("attack"), guides=["even"], mark="m")


def cells(columns=2, **options):
    names = ["elf", "orc", *map(str, range(2, columns))]
    found = pd.DataFrame(0.5, names[:2], names)
    found["orc"] = [0.996, 0.5]
    return charts.heat(found, title="Duels", **options)


@pytest.mark.parametrize("kind", [*KINDS, "free"])
def test_no_letters_are_cut_or_meet(drawn, kind):
    words = charts.texts([0, 0, 1], [0.2, 0.2, 0.8], ["<b>", "over it", "the last"], bare=True)
    free = [words + charts.path([0, 1], [0, 1], arrow=True), words + charts.box(0, 0, 1, 1, "red")]
    all_of_kind = free if kind == "free" else charts_of(kind)
    show(drawn, *all_of_kind)
    for width in (1000, 390):
        drawn.set_viewport_size({"width": width, "height": 800})
        laid_out(drawn)
        assert drawn.evaluate(ILL) == []
        assert drawn.evaluate("document.documentElement.scrollWidth") <= width
        assert drawn.locator(".frame > svg").count() == len(all_of_kind)


def test_lines_are_named_at_their_ends_if_there_is_room(drawn):
    """In the order in which they end, beyond the axes, and then no legend says it again."""
    frame = pd.DataFrame({"low": [0.5, 0.1], "first": [0.2, 1], "second": [0.1, 1]}, [0, 10])
    long = frame.rename(columns={"low": "more than two lines at this width, " * 3 + "truly"})
    six = frame.assign(a=0.6, b=0.7, c=0.8)
    at_one_place = pd.DataFrame({name: [0.2, 1] for name in "abcde"}, [0, 10])
    names = """[...document.querySelectorAll(".frame text:not([fill='#444444'])")]
      .map((text) => [text.textContent, text.getBBox().y])"""
    said = drawn.locator(".said")
    for width, shown, legend in (
        (700, frame, ""),
        (390, frame, ""),
        (300, frame, "low first second"),
        (700, long, f"{long.columns[0]} first second"),
        (700, six, "low first second a b c"),
        (700, at_one_place, "a b c d e"),
    ):
        drawn.set_viewport_size({"width": width, "height": 800})
        show(drawn, charts.lines(shown, title="Rules"))
        laid_out(drawn)
        assert drawn.evaluate(ILL) == []
        found = drawn.evaluate(names)
        assert [name for name, _ in found] == ([] if legend else ["first", "second", "low"])
        assert all(b[1] - a[1] >= 14 for a, b in pairwise(found))
        expect(said).to_have_text(legend)
    show(drawn, charts.lines(frame, title="Rules"))
    drawn.set_viewport_size({"width": 700, "height": 800})
    laid_out(drawn)
    label = drawn.locator("[role=img]")
    expect(label).to_have_attribute("aria-label", "Rules. first, second, low")
    drawn.locator(".frame").hover(position={"x": 60, "y": 60})
    expect(said).to_have_text("0: low 50.0% first 20.0% second 10.0%")


def test_a_number_reads_as_in_python(drawn):
    values = [0, -0.004, 0.125, -0.125, 0.375, 2.5, 0.15, 0.004, 0.997, 1, -3, 1306, 12345.675, 0.1]
    specs = [".0%", ".1%", "+.0%", ".2f", "+.1f", ",.0f", ".3f", ".1f", "+.0f", ""]
    found = drawn.evaluate(
        "all => all.map(([value, spec]) => shown(value, spec))",
        [[value, spec] for value in values for spec in specs],
    )

    def wanted(value, spec):
        text = re.sub(r"^[+-](?=0(\.0+)?%?$)", "", format(value, spec)).replace("-", "−")
        sure = spec == ".0%" and 0 < value < 1
        return {"0%": "<1%", "100%": ">99%"}.get(text, text) if sure else text

    assert found == [wanted(value, spec) for value in values for spec in specs]
    assert drawn.evaluate('[shown(0.0625, "g"), shown(2 / 3, ".3g"), shown(null, "g")]') == [
        "0.0625",
        "0.667",
        "–",
    ]


def test_a_dark_theme_has_other_colours_and_ink(drawn):
    line = "getComputedStyle(document.querySelector('.frame path[stroke=\"#0072b2\"]')).stroke"
    ink = "getComputedStyle(document.querySelector('.title')).color"
    found = []
    for light in ("true", "false"):
        drawn.evaluate("light => { document.body.dataset.jpThemeLight = light }", light)
        show(drawn, curves())
        found.append(drawn.evaluate(f"[{line}, {ink}]"))
    assert found == [
        ["rgb(0, 114, 178)", "rgb(29, 33, 38)"],
        ["rgb(75, 163, 227)", "rgb(228, 231, 234)"],
    ]


def test_a_missing_number_is_a_gap_and_powers_of_ten_are_equally_far(drawn):
    weights = pd.DataFrame({"weight": [0.04, 0.4, 4]}, ["rope", "knife", "poison"])
    show(drawn, curves(), charts.rows(weights, log="x", xlim=(1e-5, 100), percent=""))
    line = drawn.locator(".frame path[stroke='#0072b2']").first.get_attribute("d")
    assert line.count("M") == 2
    ends = drawn.evaluate("""[...document.querySelectorAll(".frame path[fill='#0072b2']")]
      .map((bar) => bar.getAttribute("d").match(/-?[\\d.]+/g).map(Number)[4])""")
    apart = [b - a for a, b in pairwise(ends)]
    assert apart == pytest.approx([apart[0]] * 2, abs=0.2)
    assert min(apart) > 0


def test_above_20_columns_cells_have_no_numbers(drawn):
    for columns, numbers in ((20, 40), (21, 0)):
        show(drawn, cells(columns))
        expect(drawn.locator(".cells text")).to_have_count(numbers)


def test_pointer_finger_and_keys_read_numbers(drawn):
    drawn.set_viewport_size({"width": 390, "height": 800})
    show(drawn, curves(), cells(opens=("who", "whom")))
    (line, cell), (said, picked) = drawn.locator(".frame").all(), drawn.locator(".said").all()
    high = line.bounding_box()["y"]
    line.hover(position={"x": 60, "y": 60})
    expect(said).to_have_text("attack 0: <i>hit</i> 12.5% even 50.0%")
    assert line.bounding_box()["y"] == high  # nothing jumps
    drawn.mouse.move(0, 0)
    expect(said).to_have_text("")
    line.locator("svg").first.focus()
    drawn.keyboard.press("ArrowRight")
    drawn.keyboard.press("ArrowRight")
    expect(said).to_have_text("attack 10: <i>hit</i> – even 50.0%")
    label = drawn.locator("[role=img]").first
    expect(label).to_have_attribute("aria-label", re.compile("attack 10"))
    drawn.keyboard.press("Escape")
    expect(said).to_have_text("")
    show(drawn, curves(charts.steps), cells(opens=("who", "whom")))
    line.hover(position={"x": 150, "y": 60})  # nearer to 10, where the next step begins
    expect(said).to_contain_text("attack 0:")
    box = cell.bounding_box()
    finger = {"clientX": box["x"] + box["width"] - 40, "clientY": box["y"] + 20}
    options = {"bubbles": True, "pointerType": "touch", "pointerId": 7}
    cell.dispatch_event("pointerdown", finger | options)
    cell.dispatch_event("pointerleave", finger | options)
    expect(picked).to_have_text("elf, orc: >99%")
    cell.locator("svg").first.focus()
    drawn.keyboard.press("ArrowDown")
    drawn.keyboard.press("Enter")
    assert drawn.evaluate("heard") == [["orc", "orc"]]
    show(drawn, curves(), cells())
    cell.click(position={"x": 100, "y": 20})
    assert drawn.evaluate("heard.length") == 1


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
    assert drawn.evaluate("heard") == [["m", 20, 0], ["m", 10, -1]]
    show(drawn, curves(), m=20)
    expect(handle).to_be_focused()
    expect(handle).to_have_attribute("aria-valuetext", "20")


def test_a_mark_follows_the_finger(browser, tmp_path):
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True)
    page = context.new_page()
    heard = opened(page, tmp_path, SHOW)
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
    assert asked_only_itself(page, heard)
    context.close()


def test_in_jupyterlab_the_kernel_tells_and_is_told(page, tmp_path):
    heard = opened(page, tmp_path, script("lab.js"), MODEL)

    def tell(said):
        page.evaluate("told => set('told', JSON.stringify(told))", said)

    tell(told(curves(), cells(opens=("who", "whom")), table=pd.DataFrame({"a": [1]})))
    page.evaluate("void start()")
    page.locator(".frame").nth(1).click(position={"x": 200, "y": 20})
    page.get_by_role("slider", name="m").press("ArrowRight")
    assert page.evaluate("sent") == [
        {"picked": ["elf", "elf"]},
        {"moved": {"control": "m", "value": 10, "by": 1}},
    ]
    page.evaluate("set('busy', true)")
    expect(page.locator(".answer.busy")).to_have_count(1)
    # An error leaves the pictures and the table; another answer takes their place.
    tell({"error": "attack = -1 must be at least 0"})
    expect(page.locator(".title")).to_have_text("attack = -1 must be at least 0")
    expect(page.locator(".chart, td")).to_have_count(3)
    tell(told(cells(), title="<i>One</i>."))
    expect(page.locator(".title")).to_have_text("<i>One</i>.")
    expect(page.locator(".chart, td")).to_have_count(1)
    assert asked_only_itself(page, heard)
