"""Pages without a kernel, and a visit to one with the network cut off."""

import base64

from nbformat import v4

from combat.workbook import Finding, Panel, Table
from combat.workbook.panel.places import recording


def shown(thing):
    """A code cell that shows a finding, a table or a panel, as an export has it."""
    if isinstance(thing, Finding):
        said = {"text/markdown": thing.text}
        output = v4.new_output("display_data", said, metadata=thing._repr_mimebundle_()[1])
    elif isinstance(thing, Table):
        output = v4.new_output("display_data", {"text/html": thing._repr_html_()})
    elif not isinstance(thing, Panel):
        data, metadata = thing._repr_mimebundle_()
        picture = {"image/png": base64.b64encode(data["image/png"]).decode()}
        picture["text/plain"] = data["text/plain"]
        output = v4.new_output("display_data", picture, metadata=metadata)
    else:
        picture = {"image/png": base64.b64encode(thing.png()).decode()}
        opens = thing.opens.key if thing.opens else ""
        told = {"recording": recording(thing), "settings": thing.settings}
        told |= {"figure": thing.key, "opens": opens}
        output = v4.new_output("display_data", picture, metadata={"combat": told})
    return v4.new_code_cell("...", outputs=[output])


SKIP = """for (const ask of document.querySelectorAll("figure .guess button"))
  if (ask.textContent === "Skip") ask.click()"""
_FOLD = 'for (const one of document.querySelectorAll("details.fold, details.long")) one.open = {}'
UNFOLDED, CLOSED = _FOLD.format("true"), _FOLD.format("false")
# Every figure is drawn, as before a page is printed.
DRAWN = """(async () => {
  for (const one of document.querySelectorAll("figure[data-recording]")) {
    one.scrollIntoView();
    for (let wait = 0; wait < 100 && !one.querySelector(".charts, .guess b"); wait++)
      await new Promise((done) => setTimeout(done, 20));
  }
  scrollTo(0, 0);
})()"""

# The letters of drawn pictures that are too small, or stick out of their picture.
UNFIT = """[...document.querySelectorAll("figure .frame svg.drawn")].flatMap((svg) => {
  const frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text")].map((text) => {
    const [box, { a, b }] = [text.getBoundingClientRect(), text.getScreenCTM()];
    const size = Math.hypot(a, b) * text.getAttribute("font-size");
    const figure = svg.closest("figure").id;
    const out = Math.max(frame.left - box.left, box.right - frame.right,
                         frame.top - box.top, box.bottom - frame.bottom);
    const told = `${figure}: ${text.textContent}: ${size} px, ${out} px out`;
    return size < 10.9 || out > 2 ? told : "";
  }).filter(Boolean);
})"""

# The letters of drawn pictures, level ones, that cover each other.
COVERED = """[...document.querySelectorAll("figure .frame svg.drawn")].flatMap((svg) => {
  const level = [...svg.querySelectorAll("text")].filter((text) => !text.getScreenCTM().b);
  const all = level.map((text) => [text.textContent, text.getBoundingClientRect()]);
  return all.flatMap(([one, a], at) => all.slice(0, at).filter(([, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 8)
    .map(([other]) => `${svg.closest("figure").id}: ${one} and ${other}`));
})"""

# What sticks out at a side of a page, unless it stands in a box of its own that scrolls.
TOO_WIDE = """(width) => [...document.querySelectorAll("body *")].filter((one) => {
  const { left, right } = one.getBoundingClientRect();
  return (left < -1 || right > width + 1) && one.checkVisibility({ visibilityProperty: true })
    && !one.closest(".table, pre, svg, .unseen, .skip");
})
  .map((one) => one.outerHTML.slice(0, 99))
  .concat(document.documentElement.scrollWidth > width ? ["the page itself"] : [])"""


def wait_until(page, seen):
    """Wait until an expression is true; playwright's own wait is code that pages refuse to run."""
    for _ in range(300):
        if page.evaluate(seen):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"it never came: {seen}")


def visit(page, file):
    """Open a page with the network cut off, draw its figures, and return what it asks and says."""
    heard = {"requests": [], "console": []}
    page.on("request", lambda asked: heard["requests"].append(asked.url))
    page.on("console", lambda message: heard["console"].append(message.text))
    page.on("pageerror", lambda error: heard["console"].append(str(error)))
    page.context.set_offline(True)
    page.goto(file.as_uri(), wait_until="load")
    page.evaluate(UNFOLDED)
    page.evaluate(DRAWN)
    page.evaluate(SKIP)
    laid_out(page)
    return page, heard


def asked_only_itself(page, heard):
    """Whether a page has asked for nothing but itself, and said nothing."""
    asked = [url for url in heard["requests"] if not url.startswith(("data:", "blob:"))]
    return asked == [page.url.partition("#")[0]] and heard["console"] == []


def laid_out(page):
    """Wait until the page is laid out anew, as after a change of its size."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
