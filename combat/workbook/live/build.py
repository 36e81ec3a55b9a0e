"""The live site: the exported pages with Python beside them, and JupyterLab in the browser."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import nbformat

from combat.core.files import write_whole
from combat.workbook.pages.figures import POLICY

HERE = Path(__file__).parent
LITE = HERE / "jupyter-lite.json"
LAB, WHEELS, DATA = "jupyter/lab/index.html", "jupyter/pypi", "live/data.zip"
KEEP = "keep.js"
CACHE = Path("build/live-parts")
RELEASE = "pyodide-314.0.3.tar.bz2"
# The packages of the notebooks that Pyodide contains; for the others, the site has wheels.
PACKAGES = ["numpy", "scipy", "pandas", "matplotlib", "traitlets"]
# JupyterLab's kernel starts without the package, so each notebook first installs it.
FIRST_CELL = "%pip install -q combat-design-workbook anywidget matplotlib openpyxl"
# Wheels of pure Python for the browser, whatever Python and system are used here.
_FOR_THE_BROWSER = ["--only-binary=:all:", "--python-version=3.14", "--platform=any"]


class SourceError(ValueError):
    """A source that is missing or isn't the pinned one; one line says which."""


def build(root, docs, out, pyodide=""):
    """Build the site into `out` from the pages in `docs`; return its size."""
    # pyodide: the release's archive, as a path or an address, for a site that contains Pyodide, or
    # the address of another CDN, ending in /. The folder is replaced only when everything is done,
    # and only if an earlier build left it, or nothing is in it.
    if not (docs / "index.html").exists():
        raise SourceError(f"no pages in {docs}: make docs comes first")
    if out.is_symlink() or (out.exists() and not _is_ours(out)):
        raise SourceError(
            f"{out}: no build left what is there, and it would be lost; name a new folder"
        )
    beside = root / CACHE / "site"
    shutil.rmtree(beside, ignore_errors=True)
    shutil.copytree(docs, beside)
    where = _lab(root, beside / "jupyter", pyodide)
    (beside / "live").mkdir()
    shutil.make_archive(str((beside / DATA).with_suffix("")), "zip", root, "data")
    _scripts(beside)
    wheels = sorted(path.name for path in (beside / WHEELS).glob("*.whl"))
    needed = [f"{WHEELS}/{name}" for name in wheels if not name.startswith("jupyterlab")]
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        page = beside / f"{path.stem}.html"
        if page.exists():
            settings = {
                "pyodide": where,
                "packages": [*PACKAGES, *needed],
                "data": DATA,
                "cells": cells_of(path),
                "lab": f"{LAB}?path=notebooks/{path.name}",
            }
            write_whole({page: with_python(page.read_text(encoding="utf-8"), settings)})
    start = beside / "index.html"
    write_whole({start: _with_lab(start.read_text(encoding="utf-8"))})
    if out.exists():
        shutil.rmtree(out)
    shutil.move(beside, out)
    return sum(path.stat().st_size for path in out.rglob("*") if path.is_file())


def _is_ours(out):
    """Whether a folder is empty, or what an earlier build left."""
    return out.is_dir() and (
        not any(out.iterdir()) or all((out / name).is_file() for name in (KEEP, DATA))
    )


def cells_of(path):
    """Return the sources of a notebook's code cells that aren't empty."""
    cells = nbformat.read(path, as_version=4).cells
    return [cell.source for cell in cells if cell.cell_type == "code" and cell.source.strip()]


def with_python(page, settings):
    """Return the HTML of a page with the script that brings Python to it, and its settings."""
    data = json.dumps(settings, ensure_ascii=False).replace("<", "\\u003c")
    head, _, tail = page.rpartition("</body>")
    scripts = (
        f'<script type="application/json" id="live-notebook">{data}</script>\n'
        '<script src="live/page.js" defer></script>\n'
    )
    head = head.replace(POLICY, "")  # it lets a page load nothing, but Python has to come
    head = head.replace("</head>", '<link rel="stylesheet" href="live/page.css">\n</head>', 1)
    return f"{head}{scripts}</body>{tail}"


def _with_lab(page):
    """The start page with a link to JupyterLab."""
    settings = (
        f"<p>On each page <b>Run it live</b> starts Python in your browser: every value of every "
        f'control, and your own file. <a href="{LAB}">JupyterLab in the browser</a> has all '
        "notebooks, with their code. Nothing is installed, and nothing is sent anywhere.</p>\n"
    )
    return page.replace('<ul class="pages">', f'{settings}<ul class="pages">', 1)


def _scripts(out):
    for name in ("page.js", "worker.js", "page.css"):
        shutil.copy(HERE / name, out / "live" / name)
    own = [*sorted((out / WHEELS).glob("*.whl")), out / DATA, out / "jupyter" / LITE.name]
    version = hashlib.sha256("".join(map(_digest, own)).encode()).hexdigest()[:12]
    text = (HERE / KEEP).read_text(encoding="utf-8")
    write_whole({out / KEEP: text.replace("@VERSION@", f"combat-{version}")})


def _digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _lab(root, out, pyodide):
    """Build JupyterLite into the folder `out`; return where a page of the site finds Pyodide."""
    cache = (root / CACHE).resolve()
    work = cache / "lite"
    shutil.rmtree(work, ignore_errors=True)
    _notebooks(root, work / "files" / "notebooks")
    shutil.copytree(root / "data", work / "files" / "data")
    shutil.copytree(
        _pinned(cache, "wheels", "download", *_FOR_THE_BROWSER, "--dest"), work / "pypi"
    )
    _own_wheel(root, work)
    settings = json.loads(LITE.read_text(encoding="utf-8"))
    kernel = next(iter(settings["jupyter-config-data"]["litePluginSettings"].values()))
    archive = []
    if pyodide.endswith("/"):
        kernel["pyodideUrl"] = f"{pyodide}pyodide.mjs"
    elif pyodide:
        kernel["pyodideUrl"] = "./static/pyodide/pyodide.mjs"
        archive = ["--pyodide", _archive(pyodide)]
    (work / LITE.name).write_text(json.dumps(settings), encoding="utf-8")
    tools = _pinned(cache, "tools", "install", "--target")
    command = [sys.executable, "-m", "jupyterlite_core", "build", *archive]
    command += ["--no-sourcemaps", "--no-unused-shared-packages", "--lite-dir", str(work)]
    command += ["--contents", str(work / "files"), "--output-dir", str(out.resolve())]
    command += [f"--LiteBuildConfig.cache_dir={cache / 'downloaded'}"]
    extensions = tools / "share/jupyter/labextensions"
    command += [f"--FederatedExtensionAddon.extra_labextensions_path={extensions}"]
    fault = f"JupyterLite can't be built{f' with {pyodide}' if pyodide else ''}"
    _run(command, fault, work, {"PYTHONPATH": str(tools)})
    if archive:
        _check(out / "static" / "pyodide", pyodide)
    shutil.rmtree(work)
    return re.sub(r"^\./", "jupyter/", kernel["pyodideUrl"]).removesuffix("pyodide.mjs")


def _pinned(cache, name, *how):
    """The folder of what a lock file pins, filled once by pip; how: pip's task and options."""
    lock = HERE / f"{name}.lock"
    folder = cache / f"{name}-{_digest(lock)[:12]}"
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
        settings = [line for line in (said.stdout + said.stderr).splitlines() if line.strip()]
        errors = [line for line in settings if re.search("ERROR|Error:", line)]
        raise SourceError(f"{fault}: {(errors or settings or ['no reason'])[-1].strip()}")


def _archive(pyodide):
    """The address or path of the archive for JupyterLite; SourceError if no archive is there."""
    if re.match("https?://", pyodide):
        return pyodide
    path = Path(pyodide).resolve()
    if not path.is_file() or path.suffix != ".bz2" or not tarfile.is_tarfile(path):
        raise SourceError(f"{pyodide} is not an archive of Pyodide, such as {RELEASE}")
    return str(path)


def pins():
    """Return {name: SHA-256} of Pyodide's core and of its lock file."""
    lines = (HERE / "pyodide.sha256").read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in map(str.split, lines)}


def _check(folder, pyodide):
    """Raise SourceError if a file isn't Pyodide's by its SHA-256, or a needed one is missing."""
    for name, digest in pins().items():
        _hold(folder / name, digest, pyodide)
    packages = json.loads((folder / "pyodide-lock.json").read_bytes())["packages"]
    for package in packages.values():
        path = folder / package["file_name"]
        if path.exists():
            _hold(path, package["sha256"], pyodide)
    missing = [name for name in PACKAGES if not (folder / packages[name]["file_name"]).exists()]
    if missing:
        raise SourceError(f"{pyodide} is without {', '.join(missing)}: {RELEASE} has all")


def _hold(path, digest, pyodide):
    if not path.exists() or _digest(path) != digest:
        raise SourceError(f"{path.name} in {pyodide} is not that of {RELEASE}: its SHA-256 differs")


def _notebooks(root, folder):
    """Write the notebooks with the browser's kernel; for another one, JupyterLab would ask."""
    folder.mkdir(parents=True)
    for path in (root / "notebooks").glob("*.ipynb"):
        notebook = nbformat.read(path, as_version=4)
        kernel = {"display_name": "Python (Pyodide)", "language": "python", "name": "python"}
        notebook.metadata.kernelspec = kernel
        notebook.cells.insert(0, nbformat.v4.new_code_cell(FIRST_CELL, id="first"))
        nbformat.write(notebook, folder / path.name)
