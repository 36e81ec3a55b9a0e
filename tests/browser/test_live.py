"""The live site in a real browser, with everything but the site and Pyodide forbidden."""

import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import nbformat
import pytest
from playwright.sync_api import expect

from combat.workbook.live import build
from combat.workbook.live.__main__ import server
from tests.browser import standin
from tests.browser.conftest import IN_LITE, ROOT

MINUTES = 180_000  # milliseconds: a busy machine may take this long to start Python


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
def pyodide(tmp_path_factory):
    """The address of Pyodide's files on a host of their own."""
    folder = tmp_path_factory.mktemp("pyodide")
    try:
        standin.made(folder)
    except OSError as error:
        pytest.skip(f"no stand-in for Pyodide: {error}")
    files = partial(Cdn, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), files) as one, serving(one) as host:
        yield host


@pytest.fixture(scope="module")
def address(pyodide, tmp_path_factory):
    """The site under a sub-path, as a host of projects has it."""
    home = tmp_path_factory.mktemp("host")
    (home / "docs").mkdir()
    (home / "docs" / "index.html").write_text('<body><ul class="pages"></ul></body>')
    (home / "team").mkdir()
    build.build(ROOT, home / "docs", home / "team" / "workbook", pyodide)
    with server(home) as one, serving(one) as host:
        yield f"{host}team/workbook/"


@pytest.fixture(scope="module")
def context(browser, address, pyodide):
    """A reader's browser, which may ask the site and Pyodide alone; service workers included."""
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    asked = []
    context.on("request", lambda request: asked.append(request.url))
    yield context
    context.close()
    known = (address.removesuffix("team/workbook/"), pyodide, "blob:", "data:")
    assert not [url for url in asked if not url.startswith(known)]


READY = """path => {
  const panel = window.jupyterapp?.shell?.currentWidget;
  return panel?.context?.path === path && Boolean(panel.content?.model)
    && panel.sessionContext?.session?.kernel?.status === "idle";
}"""
CELLS = """[...window.jupyterapp.shell.currentWidget.content.model.cells]
  .filter(cell => cell.type === 'code' && cell.sharedModel.source.trim())"""
OUTPUTS = f"{CELLS}.flatMap(cell => cell.outputs.toJSON())"
SHOWN = f"{CELLS}.map(cell => cell.outputs.toJSON())"
DONE = f"""() => {CELLS}.every(cell => cell.executionCount)
  || {OUTPUTS}.some(output => output.output_type === 'error')"""


def test_a_notebook_runs_in_jupyterlab_in_the_browser(context, address):
    page = context.new_page()
    path = f"notebooks/{IN_LITE}.ipynb"
    page.goto(address)
    link = page.get_by_role("link", name="JupyterLab in your browser").get_attribute("href")
    page.goto(f"{address}{link}?path={path}")
    page.wait_for_function(READY, arg=path, timeout=MINUTES, polling=200)
    page.evaluate(f"() => {CELLS}.forEach(cell => {{ cell.executionCount = null; }})")
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_function(DONE, timeout=2 * MINUTES, polling=200)
    assert page.evaluate(f"() => {OUTPUTS}.filter(output => output.output_type === 'error')") == []
    expect(page.locator("svg.drawn").first).to_be_attached()
    # 32 bits, other libraries, another processor: it must say what is saved, to the letter.
    first, *shown = texts_of(page.evaluate(f"() => {SHOWN}"))
    assert first == []  # what the notebook needs is loaded
    saved = nbformat.read(ROOT / path, as_version=4).cells
    code = [cell for cell in saved if cell.cell_type == "code" and cell.source.strip()]
    assert shown == texts_of(cell.outputs for cell in code)


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
