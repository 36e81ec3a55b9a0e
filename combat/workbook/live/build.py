"""The exported pages, and beside them JupyterLab with all notebooks in the reader's browser."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat

from combat.core.files import write_whole

HERE = Path(__file__).parent
LITE = HERE / "jupyter-lite.json"
LAB = "jupyter/lab/index.html"
CACHE = Path("build/live-parts")
# JupyterLab's kernel starts without the package, so each notebook first installs it.
FIRST_CELL = "%pip install -q combat-design-workbook anywidget matplotlib openpyxl"
# Wheels of pure Python for the browser, whatever Python and system are used here.
_FOR_THE_BROWSER = ["--only-binary=:all:", "--python-version=3.14", "--platform=any"]
# What it is built from; a wheel has only the package.
_SOURCES = ("notebooks", "data", "combat", "pyproject.toml", "README.md", "LICENSE")
_LINK = f"""\
<p><a href="{LAB}">JupyterLab in your browser</a> has all notebooks: run them, move every value of
every control, load your own file. Nothing is installed, and nothing is sent anywhere.</p>
"""


class SourceError(ValueError):
    """A source that is missing or can't be had; one line says which."""


def build(root, docs, out, pyodide=""):
    """Build the site into `out` from the pages in `docs`; return its size.

    pyodide: the address of Pyodide's files, other than its CDN. The folder is replaced only when
    everything is done, and only if an earlier build left it, or nothing is in it.
    """
    if lacking := [one for one in _SOURCES if not (root / one).exists()]:
        raise SourceError(
            f"the site is built in a checkout of the workbook, and {lacking[0]} isn't here: call "
            f"it in one; combat workbook docs makes pages of notebooks anywhere"
        )
    if not (docs / "index.html").exists():
        raise SourceError(f"no pages in {docs}: make docs comes first")
    if out.is_symlink() or (out.exists() and not _is_ours(out)):
        raise SourceError(
            f"{out}: no build left what is there, and it would be lost; name a new folder"
        )
    beside = root / CACHE / "site"
    shutil.rmtree(beside, ignore_errors=True)
    shutil.copytree(docs, beside)
    _lab(root, beside / "jupyter", pyodide)
    start = beside / "index.html"
    page = start.read_text(encoding="utf-8")
    write_whole({start: page.replace('<ul class="pages">', f'{_LINK}<ul class="pages">', 1)})
    if out.exists():
        shutil.rmtree(out)
    shutil.move(beside, out)
    return sum(path.stat().st_size for path in out.rglob("*") if path.is_file())


def _is_ours(out):
    """Whether a folder is empty, or what an earlier build left."""
    if not out.is_dir():
        return False
    return not any(out.iterdir()) or (out / "jupyter" / LITE.name).is_file()


def _lab(root, out, pyodide):
    """Build JupyterLite with the notebooks and their data into the folder `out`."""
    cache = (root / CACHE).resolve()
    work = cache / "lite"
    shutil.rmtree(work, ignore_errors=True)
    _notebooks(root, work / "files" / "notebooks")
    shutil.copytree(root / "data", work / "files" / "data")
    wheels = _pinned(cache, "wheels", "download", *_FOR_THE_BROWSER, "--dest")
    shutil.copytree(wheels, work / "pypi")
    _own_wheel(root, work)
    settings = json.loads(LITE.read_text(encoding="utf-8"))
    if pyodide:
        (kernel,) = settings["jupyter-config-data"]["litePluginSettings"].values()
        kernel["pyodideUrl"] = f"{pyodide.rstrip('/')}/pyodide.mjs"
    (work / LITE.name).write_text(json.dumps(settings), encoding="utf-8")
    tools = _pinned(cache, "tools", "install", "--target")
    command = [sys.executable, "-m", "jupyterlite_core", "build"]
    command += ["--no-sourcemaps", "--no-unused-shared-packages", "--lite-dir", str(work)]
    command += ["--contents", str(work / "files"), "--output-dir", str(out.resolve())]
    command += [f"--LiteBuildConfig.cache_dir={cache / 'downloaded'}"]
    extensions = tools / "share/jupyter/labextensions"
    command += [f"--FederatedExtensionAddon.extra_labextensions_path={extensions}"]
    _run(command, "JupyterLite can't be built", work, {"PYTHONPATH": str(tools)})
    shutil.rmtree(work)


def _pinned(cache, name, *how):
    """The folder of what a lock file pins, filled once by pip; how: pip's task and options."""
    lock = HERE / f"{name}.lock"
    folder = cache / f"{name}-{hashlib.sha256(lock.read_bytes()).hexdigest()[:12]}"
    if not folder.exists():
        half = cache / f"{name}.part"
        shutil.rmtree(half, ignore_errors=True)
        _pip(*how, half, "--no-deps", "--require-hashes", "-r", lock)
        half.rename(folder)
    return folder


def _own_wheel(root, work):
    """Put the project's wheel beside the others; it is built from a copy of only its own files."""
    copy = work / "project"
    shutil.copytree(root / "combat", copy / "combat", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(root / name, copy)
    _pip("wheel", "--wheel-dir", work / "pypi", "--no-deps", "--no-build-isolation", copy)


def _pip(task, *arguments):
    command = [sys.executable, "-m", "pip", task, "--quiet", "--disable-pip-version-check"]
    _run([*command, *map(str, arguments)], f"pip {task} failed (is there a connection?)")


def _run(command, fault, folder=None, also=None):
    """Run a command in a folder, with variables set; SourceError with the reason if it fails."""
    variables = os.environ | (also or {})
    said = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True)
    if said.returncode:
        lines = [line for line in (said.stdout + said.stderr).splitlines() if line.strip()]
        errors = [line for line in lines if re.search("ERROR|Error:", line)]
        raise SourceError(f"{fault}: {(errors or lines or ['no reason'])[-1].strip()}")


def _notebooks(root, folder):
    """Write the notebooks with the browser's kernel; for another one, JupyterLab would ask."""
    folder.mkdir(parents=True)
    for path in (root / "notebooks").glob("*.ipynb"):
        notebook = nbformat.read(path, as_version=4)
        kernel = {"display_name": "Python (Pyodide)", "language": "python", "name": "python"}
        notebook.metadata.kernelspec = kernel
        notebook.cells.insert(0, nbformat.v4.new_code_cell(FIRST_CELL, id="first"))
        nbformat.write(notebook, folder / path.name)
