"""Pages without a kernel, and a visit to one with the network cut off."""

SKIP = """for (const ask of document.querySelectorAll("figure .guess button"))
  if (ask.textContent === "Skip") ask.click()"""
_FOLD = 'for (const one of document.querySelectorAll("details.fold, details.long")) one.open = {}'
UNFOLDED, CLOSED = _FOLD.format("true"), _FOLD.format("false")
# Every figure is drawn, as before a page is printed.
DRAWN = """(async () => {
  for (const one of document.querySelectorAll("figure[data-recording]")) {
    if (!one.checkVisibility()) continue;
    one.scrollIntoView();
    for (let wait = 0; wait < 100 && !one.querySelector(".charts, .guess b"); wait++)
      await new Promise((done) => setTimeout(done, 20));
  }
  scrollTo(0, 0);
})()"""

# What is wrong with the letters of drawn pictures: too small, cut off, one over another; and with
# pictures that are scaled, or have no name.
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
  const named = title ? svg.ariaLabel.startsWith(`${title}. `) : svg.ariaLabel;
  if (frame.width !== svg.width.baseVal.value || !named) all.push({ text: "all", size: 0 });
  return all.filter(ill).map(({ text }) => `${svg.ariaLabel}: ${text}`);
})"""

# What sticks out at a side of a page, unless it stands in a box of its own that scrolls.
TOO_WIDE = """(width) => [...document.querySelectorAll("body *")].filter((one) => {
  const { left, right } = one.getBoundingClientRect();
  return (left < -1 || right > width + 1) && one.checkVisibility({ visibilityProperty: true })
    && !one.closest(".table, pre, svg, .skip");
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


def at(page, file):
    """Open a page with the network cut off, and return what it asks and says from now on."""
    heard = {"requests": [], "console": []}
    page.on("request", lambda asked: heard["requests"].append(asked.url))
    page.on("console", lambda message: heard["console"].append(message.text))
    page.on("pageerror", lambda error: heard["console"].append(str(error)))
    page.context.set_offline(True)
    page.goto(file.as_uri(), wait_until="load")
    return heard


def visit(page, file, skip=True):
    """Open a page unfolded, with its figures drawn, and return it and what it asks and says.

    skip: whether no guess is asked any more.
    """
    heard = at(page, file)
    page.evaluate(UNFOLDED)
    page.evaluate(DRAWN)
    if skip:
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
