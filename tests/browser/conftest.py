"""A real browser, and JupyterLab in it."""

import os
import shutil
import socket
import sys
import time
import urllib.request
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import sync_playwright

from combat.workbook.saving import turn_on
from tests.processes import ran, started

ROOT = Path(__file__).parent.parent.parent
# nbval runs every notebook. What a browser adds (panels that answer the hand, Python in 32 bits) is
# the same code for all of them, and these have every kind of panel and control but two handles.
IN_LAB = ["00_start_here", "03_nethack_ev_dr", "07_your_own_game"]
TWO_HANDLES = """
from combat.workbook import Answer, Panel, bounds, charts
between = bounds("between", 0, 1, (0.1, 0.9))
Panel(lambda ends: Answer(f"{ends}", charts.path(ends, [0, 1])), ends=between)
"""
IN_LITE = "07_your_own_game"
NOTEBOOKS = sorted(path.stem for path in (ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
CHROMIUM = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS = {
    "apputils-extension/notification": '{"fetchNews": "false"}',
    "notebook-extension/tracker": '{"windowingMode": "none"}',  # every cell is in the page
}


def pytest_collection_modifyitems(items):
    """All that stands beside this file needs a browser, and comes first, as it takes longest."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("browser")
    items.sort(key=lambda item: here not in item.path.parents)


@pytest.fixture(scope="session")
def chromium():
    """Where Chromium or Chrome is; tests that need it are skipped where there is none."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        pytest.skip(f"none of {', '.join(CHROMIUM)} is on the PATH")
    return path


# Closed with each module: its event loop must not run when the notebooks' kernels start.
@pytest.fixture(scope="module")
def browser(chromium):
    """A headless Chromium or Chrome, which sends nothing on its own."""
    # Chromium refuses to run its sandbox as root, the usual user in a container.
    alone = ["--no-sandbox"] if getattr(os, "geteuid", int)() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=[*FLAGS, *alone])
        yield browser
        browser.close()


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def docs(tmp_path_factory, chromium):
    """All notebooks exported from a fresh execution, by the command that `make docs` runs.

    It takes both cores for two minutes, so of several workers the first one does it for all.
    """
    base = tmp_path_factory.getbasetemp()
    home = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "exported"
    try:
        home.mkdir()
    except FileExistsError:
        for _ in range(900):
            if (home / "done").exists():
                break
            time.sleep(1)
        return home / "docs"
    try:
        for folder in ("notebooks", "data"):
            shutil.copytree(ROOT / folder, home / folder)
        command = [sys.executable, "-m", "combat.workbook", "docs"]
        ran([*command, "--out", str(home / "docs")], cwd=home, check=True)
    finally:  # if it fails, the others fail at once for want of pages
        (home / "done").touch()
    return home / "docs"


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a JupyterLab of its own on a copy of the notebooks and the data."""
    home = tmp_path_factory.mktemp("lab")
    for folder in ("notebooks", "data"):
        shutil.copytree(ROOT / folder, home / folder)
    first = home / "notebooks" / f"{IN_LAB[0]}.ipynb"
    notebook = nbformat.read(first, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(TWO_HANDLES))
    nbformat.write(notebook, first)
    config = home / "etc" / "jupyter"
    for name, content in SETTINGS.items():
        path = config / "lab" / "user-settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    turn_on(home)
    places = {"JUPYTER_CONFIG_DIR": str(config), "JUPYTER_RUNTIME_DIR": str(home / "runtime")}
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        "--no-browser",
        "--allow-root",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        "--IdentityProvider.token=test",
        f"--ServerApp.root_dir={home}",
        "--LabApp.extension_manager=readonly",
        "--LabApp.expose_app_in_browser=True",
    ]
    with (
        (home / "log").open("w") as log,
        started(command, env=os.environ | places, stdout=log, stderr=log) as server,
    ):
        wait_for(f"http://127.0.0.1:{port}/api?token=test", home / "log")
        yield f"http://127.0.0.1:{port}/lab?token=test"
        server.terminate()  # its kernels have groups of their own: it ends them
        server.wait(30)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(address, log):
    """The text at an address of JupyterLab, as soon as it answers."""
    for _ in range(300):
        try:
            with urllib.request.urlopen(address, timeout=5) as page:
                return page.read().decode()
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(f"JupyterLab did not answer within a minute:\n{log.read_text()[-2000:]}")
