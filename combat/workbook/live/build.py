"""The live site: the exported pages with Python beside them, and JupyterLab in the browser."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from combat.files import write_whole
from combat.workbook.live import cdn, parts, sources

HERE = Path(__file__).parent
PARTS, LAB = "jupyter/static/pyodide/", "jupyter/lab/index.html"
PARTS_ALONE = "live/packages/"  # where Pyodide itself is elsewhere
CACHE = Path("build/live-parts")
_SCRIPTS = ["page.js", "worker.js", "page.css"]
_TOOLS = ["doit", "jupyterlite-core", "jupyterlite-pyodide-kernel", "pkginfo"]


def build(root, docs, out, elsewhere=""):
    """Build the site into the folder `out` from the exported pages in `docs`; return its bytes.

    root: of the checkout. elsewhere: an address that has Pyodide, such as `sources.CDN`, for a site
    that loads it from there; by default the site has it itself. Nothing is left half: the folder is
    exchanged when all is done. SourceError for a source that can't be had or is wrong, or a missing
    page, in one line.
    """
    if not (docs / "index.html").exists():
        raise sources.SourceError(f"no pages in {docs}: make docs comes first")
    beside = out.with_name(f"{out.name}.part")
    shutil.rmtree(beside, ignore_errors=True)
    found = sources.fetched(root / CACHE, wanted=_TOOLS if elsewhere else None)
    if elsewhere:
        archives = root / CACHE / "cdn"
        shutil.rmtree(archives, ignore_errors=True)
        packages = cdn.made(root, archives)
        told = {"pyodide": elsewhere, "packages": packages, "base": PARTS_ALONE}
    else:
        archives = parts.made(root, found, root / CACHE)
        told = {"pyodide": PARTS, "packages": [], "base": PARTS}
    shutil.copytree(docs, beside)
    if elsewhere:
        ignored = shutil.ignore_patterns("pypi")
        shutil.copytree(archives, beside / PARTS_ALONE, ignore=ignored)
    _lab(root, found, archives, beside / "jupyter", elsewhere)
    _scripts(archives, beside)
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        page = beside / f"{path.stem}.html"
        if page.exists():
            text = with_python(page.read_text(encoding="utf-8"), told | _told(path, archives))
            write_whole({page: text})
    start = beside / "index.html"
    write_whole({start: _with_lab(start.read_text(encoding="utf-8"))})
    shutil.rmtree(out, ignore_errors=True)
    beside.rename(out)
    return sum(path.stat().st_size for path in out.rglob("*") if path.is_file())


def _told(path, archives):
    """What a page is told: its notebook's cells, and what they need."""
    first = path == min(path.parent.glob("*.ipynb"))
    wanted = ["own.zip", "start.zip"] if first else ["own.zip", "start.zip", "more.zip"]
    here = [name for name in wanted if (archives / name).exists()]
    files = [archives / name for name in [*here, "data.zip", *sources.CORE, "pyodide-lock.json"]]
    return {
        "live": "live/",
        "parts": here,
        "late": sorted({*parts.archives_of(archives)} - {"own", "start", "more", "lab"}),
        "data": "data.zip",
        "total": sum(path.stat().st_size for path in files if path.exists()),
        "cells": parts.cells_of(path),
        "lab": f"{LAB}?path=notebooks/{path.name}",
    }


def with_python(page, told):
    """Return the HTML of a page with the scripts that bring Python to it, and what they are told.

    >>> page = with_python("<html><head></head><body>A page</body></html>", {"cells": ["1 < 2"]})
    >>> '{"cells": ["1 \\\\u003c 2"]}' in page, page.endswith("</body></html>")
    (True, True)
    """
    data = json.dumps(told, ensure_ascii=False).replace("<", "\\u003c")
    head, _, tail = page.rpartition("</body>")
    scripts = (
        f'<script type="application/json" id="live-notebook">{data}</script>\n'
        '<script src="live/page.js" defer></script>\n'
    )
    head = head.replace("</head>", '<link rel="stylesheet" href="live/page.css">\n</head>', 1)
    return f"{head}{scripts}</body>{tail}"


def _with_lab(page):
    """The start page, with the way to JupyterLab."""
    told = (
        f"<p>On each page <b>Run it live</b> starts Python in your browser: every value of every "
        f'control, and your own file. <a href="{LAB}">JupyterLab in the browser</a> has all '
        "notebooks, with their code. Nothing is installed, and nothing is sent anywhere.</p>\n"
    )
    return page.replace('<ul class="pages">', f'{told}<ul class="pages">', 1)


def _scripts(archives, out):
    files = sorted(path for path in archives.iterdir() if path.is_file())
    version = hashlib.sha256("".join(map(_digest, files)).encode())
    text = (HERE / "keep.js").read_text(encoding="utf-8")
    kept = f"\\/(?:pyodide|packages)\\/({'|'.join(re.escape(path.name) for path in files)})$"
    text = text.replace("@VERSION@", f"combat-{version.hexdigest()[:12]}").replace("@KEPT@", kept)
    scripts = {out / "live" / name: (HERE / name).read_bytes() for name in _SCRIPTS}
    write_whole(scripts | {out / "keep.js": text}, folders=True)


def _digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _lab(root, found, archives, out, elsewhere):
    """JupyterLab for the browser, with the notebooks and the data, in the folder `out`."""
    work = (root / CACHE / "lab").resolve()
    shutil.rmtree(work, ignore_errors=True)
    tools, files = work / "tools", work / "files"
    for name in _TOOLS:
        _unpacked(found[name], tools)
    _notebooks(root, files / "notebooks", [cdn.FIRST_CELL] if elsewhere else [])
    shutil.copytree(root / "data", files / "data")
    if elsewhere:
        shutil.copytree(archives / "pypi", work / "pypi")
    else:
        shutil.copytree(archives, work / "static" / "pyodide")
    settings = json.dumps(_settings(archives, elsewhere))
    (work / "jupyter-lite.json").write_text(settings, encoding="utf-8")
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--no-sourcemaps"]
    command += ["--no-unused-shared-packages", "--lite-dir", str(work), "--contents", str(files)]
    extensions = tools / "share/jupyter/labextensions"
    command += [f"--FederatedExtensionAddon.extra_labextensions_path={extensions}"]
    command += ["--output-dir", str(out.resolve())]
    said = subprocess.run(
        command,
        cwd=work,
        env=os.environ | {"PYTHONPATH": str(tools)},
        capture_output=True,
        text=True,
    )
    if said.returncode or not (out / "lab" / "index.html").exists():
        told = (said.stdout + said.stderr).splitlines()
        reason = next((line for line in told if "ERROR" in line), " ".join(told[-1:]))
        raise sources.SourceError(f"JupyterLab for the browser could not be built: {reason}")
    shutil.rmtree(work)


def _unpacked(wheel, folder):
    """A wheel's modules, and what it shares, as an installation would lay them out."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            head, _, rest = name.partition(".data/data/")
            target = folder / (rest if rest else head)
            if not name.endswith("/"):
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.read(name))


def _notebooks(root, folder, first):
    """The notebooks with the kernel's name in the browser; under another a dialog would ask.

    first: sources of cells that come before theirs.
    """
    folder.mkdir(parents=True)
    for path in (root / "notebooks").glob("*.ipynb"):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        notebook["metadata"]["kernelspec"] = {
            "display_name": "Python (Pyodide)",
            "language": "python",
            "name": "python",
        }
        notebook["cells"][:0] = [
            {
                "cell_type": "code",
                "execution_count": None,
                "id": f"first-{at}",
                "metadata": {},
                "outputs": [],
                "source": source,
            }
            for at, source in enumerate(first)
        ]
        text = json.dumps(notebook, ensure_ascii=False)
        (folder / path.name).write_text(text, encoding="utf-8")


def _settings(archives, elsewhere):
    kernel = {"pyodideUrl": f"{elsewhere}pyodide.mjs"}
    if not elsewhere:
        kernel = {
            "pyodideUrl": "./static/pyodide/pyodide.mjs",
            "disablePyPIFallback": True,
            "loadPyodideOptions": {"packages": [*parts.archives_of(archives), *parts.KERNEL]},
        }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "Combat Design Workbook",
            "exposeAppInBrowser": True,
            "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
            "settingsOverrides": {
                "@jupyterlab/apputils-extension:notification": {"fetchNews": "false"},
                "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
            },
        },
    }
