"""The live site in a real browser, with everything but the site itself forbidden.

It is built of one page and all notebooks, with a stand-in for Pyodide's release archive.
"""

import json
import re
import shutil
import sys
import threading
import xml.etree.ElementTree as ET
from contextlib import chdir, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest
from playwright.sync_api import expect

from combat.workbook.live import build
from combat.workbook.live.__main__ import _Handler, server
from combat.workbook.live.runner import Runner
from tests.browser import standin
from tests.browser.conftest import IN_LITE, ROOT
from tests.browser.pages import SKIP, UNFOLDED
from tests.processes import ran

PAGE = "01_tome_hit_formulas"
MINUTES = 180_000  # milliseconds: a busy machine may take this long to start Python
STATUS = "aside.live [role=status]"


@pytest.fixture(scope="module")
def docs(tmp_path_factory):
    """The page that is run live: a draft, as Python draws what is asked of it."""
    home = tmp_path_factory.mktemp("docs")
    shutil.copytree(ROOT / "data", home / "data")
    (home / "notebooks").mkdir()
    shutil.copy(ROOT / "notebooks" / f"{PAGE}.ipynb", home / "notebooks")
    ran([sys.executable, "-m", "combat.workbook", "docs", "--frames", "9"], cwd=home, check=True)
    return home / "build" / "docs"


@pytest.fixture(scope="module")
def site(docs, tmp_path_factory):
    """The live site, with Pyodide in it."""
    folder, pins = tmp_path_factory.mktemp("live"), build.pins()
    try:
        archive, lock = standin.made(folder, pins)
    except OSError as error:
        pytest.skip(f"no stand-in for Pyodide: {error}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "pins", lambda: pins | {"pyodide-lock.json": lock})
        build.build(ROOT, docs, folder / "site", str(archive))
    archive.unlink()
    return folder / "site"


@pytest.fixture(scope="module")
def address(site, asked_for, tmp_path_factory):
    """The site under a sub-path, as a host of projects has it."""
    home = tmp_path_factory.mktemp("host")
    (home / "team").mkdir()
    (home / "team" / "workbook").symlink_to(site)
    with server(home) as one, serving(one) as host:
        yield f"{host}team/workbook/"


@contextmanager
def serving(one):
    """The address of a server that answers in the background."""
    threading.Thread(target=one.serve_forever, daemon=True).start()
    yield f"http://localhost:{one.server_address[1]}/"
    one.shutdown()


class Cdn(SimpleHTTPRequestHandler):
    """Files for pages of any origin, as a CDN gives them."""

    def end_headers(self):
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, *_told):
        """Say nothing."""


@pytest.fixture(scope="module")
def context(browser, address):
    """A reader's browser, which may ask the site alone; service workers included."""
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    asked = []
    context.on("request", lambda request: asked.append(request.url))
    yield context
    context.close()
    host = address.partition("/team/")[0]
    assert not [url for url in asked if not url.startswith((host, "blob:", "data:"))]


@pytest.fixture(scope="module")
def asked_for():
    """The paths that the server of the site is asked for, in their order."""
    paths = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Handler, "log_request", lambda handler, *_: paths.append(handler.path))
        yield paths


@pytest.fixture(scope="module")
def live(context, address):
    """The page of the site, Python running in it."""
    return opened(context, address)


def opened(context, address):
    """The page of the site, Python running in it."""
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.goto(f"{address}{PAGE}.html")
    page.evaluate(SKIP)
    page.evaluate(UNFOLDED)
    page.get_by_role("button", name="Run it live").click()
    expect(page.locator("aside.live")).to_have_class("live running", timeout=MINUTES)
    return page


def staged():
    """The same cells, run by Python here."""
    runner = Runner(build.cells_of(ROOT / "notebooks" / f"{PAGE}.ipynb"))
    with chdir(ROOT / "notebooks"):
        for at in range(len(runner.cells)):
            runner.run(at)
    return runner


# A combination that no recording has: each slider two steps from where it stands.
MOVED = """id => {
  const recording = window.workbook.recordings.find(one => one.figure.id === id);
  const ranges = recording.inputs.map((input, i) => [input, i])
    .filter(([input]) => input.type === "range").slice(0, 3);
  for (const [input] of ranges) {
    input.value = Number(input.value) + (Number(input.value) + 2 > Number(input.max) ? -2 : 2);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return recording.places;
}"""
STILL = """id => {
  const recording = window.workbook.recordings.find(one => one.figure.id === id);
  return recording.live && !recording.live.drawing;
}"""
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def drawn(page, figure):
    return page.locator(f"#{figure} svg.drawn .pieces").evaluate("e => e.innerHTML")


def store_of(one, other):
    """Whether two pictures are the same drawing: the same marks, places within half a unit in 100.

    Matplotlib differs in its version here and there, so letters may stand a little elsewhere.
    """
    ours, theirs = (ET.fromstring(f"<g>{text}</g>") for text in (one, other))
    assert [e.tag for e in ours.iter()] == [e.tag for e in theirs.iter()]
    assert [e.text for e in ours.iter()] == [e.text for e in theirs.iter()]
    for mine, its in zip(ours.iter(), theirs.iter(), strict=True):
        for name in ("d", "x", "y", "points"):
            numbers = [np.array(NUMBER.findall(e.get(name, "")), float) for e in (mine, its)]
            assert len(numbers[0]) == len(numbers[1])
            assert np.abs(numbers[0] - numbers[1]).max(initial=0) <= 32  # of 8 to a pixel


def test_a_page_shows_what_python_draws_for_any_values(live):
    page, runner = live, staged()
    height = page.evaluate("document.documentElement.scrollHeight")
    figure = "figure-1"
    numbers = page.locator(f"#{figure} details.numbers")
    numbers.locator("summary").click()
    expect(numbers.locator("tbody tr").first).to_be_visible()
    before = drawn(page, figure)
    places = page.evaluate(MOVED, figure)
    page.wait_for_function(STILL, arg=figure, timeout=30_000)
    assert drawn(page, figure) != before
    expected = runner.frame(1, places)
    frame = expected["frames"][0]
    panel, controls = runner.figures[0]
    values = {one.name: one.at(at) for one, at in zip(controls, places, strict=True)}
    said = page.locator(f"#{figure} .words").inner_text()
    assert " ".join(said.split()) == panel.described(**values)[0]
    assert page.locator(f"#{figure} .caption").inner_text() == expected["texts"][frame["caption"]]
    store_of(drawn(page, figure), "".join(expected["pieces"][piece] for piece in frame["pieces"]))
    rows = numbers.locator("table").first.locator("tbody tr")
    shown = rows.first.locator("td").all_inner_texts()
    columns = expected["tables"][frame["tables"][0]][2]
    assert len(shown) == len(columns)
    assert rows.count() == len(expected["columns"][columns[0][1]])
    numbers.locator("summary").click()
    page.locator(f"#{figure}").get_by_role("button", name="Reset").click()
    page.wait_for_function(STILL, arg=figure, timeout=30_000)
    assert page.evaluate("document.documentElement.scrollHeight") == height


def test_a_file_is_uploaded_on_a_page_and_answered(live):
    upload = live.locator(".upload").first
    example = (ROOT / "data" / "tome" / "pairs.csv").read_text().splitlines()
    good = "\n".join([*example[:2]]).encode()
    field = upload.locator("input[type=file]")
    field.set_input_files({"name": "mine.csv", "mimeType": "text/csv", "buffer": good})
    expect(upload.locator("tbody tr")).to_have_count(1, timeout=30_000)
    bad = b"no,such,columns\n1,2,3\n"
    field.set_input_files({"name": "bad.csv", "mimeType": "text/csv", "buffer": bad})
    expect(upload.locator(".said")).to_contain_text("bad.csv", timeout=30_000)
    expect(upload.locator("tbody tr")).to_have_count(1)  # the last good result stays


KEPT = re.compile(r"/pyodide/|/jupyter/pypi/|/live/data\.zip$")


@pytest.mark.usefixtures("live")
def test_at_the_second_visit_python_is_there_and_a_cell_that_fails_names_itself(
    context, address, site, asked_for
):
    assert any(map(KEPT.search, asked_for))
    page = context.new_page()
    text = (site / f"{PAGE}.html").read_text(encoding="utf-8")
    told = re.search(r'id="live-notebook">(.*?)</script>', text, flags=re.S)[1]
    failing = json.loads(told)
    failing["cells"][1] = "x = 1 / 0"
    text = text.replace(told, json.dumps(failing).replace("<", "\\u003c"))
    page.route(f"**/{PAGE}.html", lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto(f"{address}{PAGE}.html")
    page.wait_for_function("navigator.serviceWorker.controller")
    asked_for.clear()
    page.get_by_role("button", name="Run it live").click()
    said = page.locator(STATUS)
    expect(said).to_contain_text("Cell 2 failed in the browser: ZeroDivisionError", timeout=MINUTES)
    assert page.locator("figure svg.drawn").count() > 0
    assert not [path for path in asked_for if KEPT.search(path)]
    page.close()


def test_a_lost_connection_leaves_the_page_as_it_was(browser, address):
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.goto(f"{address}{PAGE}.html")
    before = drawn(page, "figure-1")
    context.route("**/scipy*.whl", lambda route: route.abort())
    page.get_by_role("button", name="Run it live").click()
    said = page.locator(STATUS)
    expect(said).to_contain_text("Python couldn't be loaded", timeout=MINUTES)
    expect(said).to_contain_text("The page works as before")
    assert drawn(page, "figure-1") == before
    assert page.get_by_role("button", name="Try again").is_enabled()
    context.close()


MISSING = {
    "delete window.WebAssembly": ("Run it live", "has no WebAssembly"),
    "Object.defineProperty(Navigator.prototype, 'serviceWorker', {get() {}})": (
        "Open in JupyterLab",
        "needs service workers",
    ),
}


@pytest.mark.parametrize("script", MISSING)
def test_what_is_missing_is_said_in_a_line(browser, address, script):
    context = browser.new_context()
    context.add_init_script(script)
    page = context.new_page()
    page.goto(f"{address}{PAGE}.html")
    asked, said = MISSING[script]
    page.get_by_text(asked).click()
    expect(page.locator(STATUS)).to_contain_text(said)
    expect(page.locator(STATUS)).to_contain_text("The page works as before")
    assert page.locator("figure form").first.is_visible()
    assert len(context.pages) == 1
    context.close()


def test_from_a_file_it_says_what_it_needs(browser, site):
    context = browser.new_context()
    page = context.new_page()
    page.goto((site / f"{PAGE}.html").as_uri())
    page.get_by_role("button", name="Run it live").click()
    expect(page.locator(STATUS)).to_contain_text("can't be started from a file")
    context.close()


READY = """path => {
  const panel = window.jupyterapp?.shell?.currentWidget;
  return panel?.context?.path === path && Boolean(panel.content?.model)
    && panel.sessionContext?.session?.kernel?.status === "idle";
}"""
# Another notebook in the same tab. Python goes on: it takes 15 s to start, and then forgets all
# names, and all of the package.
FORGET = """get_ipython().reset()
import sys
for name in [name for name in sys.modules if name.partition(".")[0] == "combat"]:
    del sys.modules[name]
"""
PUT = """async ([address, code]) => {
  const panel = window.jupyterapp.shell.currentWidget;
  await panel.sessionContext.session.kernel.requestExecute({ code }).done;
  panel.content.model.fromJSON(await (await fetch(address)).json());
}"""
RUN = "() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }"
CELLS = """[...window.jupyterapp.shell.currentWidget.content.model.cells]
  .filter(cell => cell.type === 'code' && cell.sharedModel.source.trim())"""
OUTPUTS = f"{CELLS}.flatMap(cell => cell.outputs.toJSON())"
SHOWN = f"{CELLS}.map(cell => cell.outputs.toJSON())"
DONE = f"""() => {CELLS}.every(cell => cell.executionCount)
  || {OUTPUTS}.some(output => output.output_type === 'error')"""


@pytest.fixture(scope="module")
def jupyterlab(context, address):
    """JupyterLab in the browser with its first notebook, whose Python is running."""
    return lab_of(context, address)


def lab_of(context, address):
    page = context.new_page()
    path = f"notebooks/{IN_LITE[0]}.ipynb"
    page.goto(f"{address}jupyter/lab/index.html?path={path}")
    page.wait_for_function(READY, arg=path, timeout=MINUTES, polling=200)
    return page


@pytest.mark.parametrize("name", IN_LITE)
def test_a_notebook_runs_in_jupyterlab_in_the_browser(jupyterlab, address, name):
    jupyterlab.evaluate(PUT, [f"{address}jupyter/files/notebooks/{name}.ipynb", FORGET])
    it_shows_what_is_saved(jupyterlab, name)


def it_shows_what_is_saved(page, name):
    page.evaluate(f"() => {CELLS}.forEach(cell => {{ cell.executionCount = null; }})")
    page.evaluate(RUN)
    page.wait_for_function(DONE, timeout=2 * MINUTES, polling=200)
    assert page.evaluate(f"() => {OUTPUTS}.filter(output => output.output_type === 'error')") == []
    expect(page.locator("svg.drawn").first).to_be_attached()
    # 32 bits, other libraries, another processor: it must say what is saved, to the letter.
    first, *shown = texts_of(page.evaluate(f"() => {SHOWN}"))
    assert first == []  # what the notebook needs is loaded
    assert shown == texts_of(saved_outputs(name))


def test_pyodide_may_come_from_elsewhere(browser, docs, site, tmp_path):
    files = partial(Cdn, directory=str(site / "jupyter" / "static"))
    out = tmp_path / "site"
    with ThreadingHTTPServer(("127.0.0.1", 0), files) as cdn, serving(cdn) as there:
        build.build(ROOT, docs, out, f"{there}pyodide/")
        assert not (out / "jupyter" / "static" / "pyodide").exists()
        with server(out) as one, serving(one) as address:
            context = browser.new_context()
            opened(context, address)  # JupyterLab is told the same address: test_build.py
            context.close()


def saved_outputs(name):
    """What the code cells of a saved notebook show, as JupyterLab tells it."""
    notebook = json.loads((ROOT / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [cell["outputs"] for cell in code if "".join(cell["source"]).strip()]


def texts_of(cells):
    """All that can be read of the outputs of cells: a list for each cell."""
    kinds = ("text/plain", "text/markdown", "text/html")
    return [
        [
            "".join(part)
            for output in outputs
            for part in (output.get("text"), *map(output.get("data", {}).get, kinds))
            if part is not None
        ]
        for outputs in cells
    ]
