"""The parts of the live site that Python is made of: archives that pages and JupyterLab share."""

import hashlib
import json
import re
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path

import nbformat

from combat.files import write_whole
from combat.workbook.live.sources import CORE, Pyodide, SourceError, installed_files, needed

HERE = Path(__file__).parent
# What the kernel of JupyterLab asks for by name, all of it in one archive.
KERNEL = ["micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython"]
_IN_THE_BROWSER = {"__init__", "packing", "rehearsal", "stage", "standin"}
_KERNEL_WHEELS = ("piplite", "pyodide_kernel", "ipykernel", "widgetsnbextension-4")


def cells_of(path):
    """Return the sources of a notebook's code cells that aren't empty."""
    cells = nbformat.read(path, as_version=4).cells
    return [cell.source for cell in cells if cell.cell_type == "code" and cell.source.strip()]


def made(root, sources, folder):
    """Return the folder with Pyodide and the archives, making it in `folder` where it isn't there.

    root: of the checkout, whose package, notebooks and data it is made of; sources: as
    `sources.fetched` returns them. What it is made of is told by the folder's name. SourceError
    for a source that is wrong or a notebook that fails.
    """
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    target = folder / f"parts-{_digest(root)}"
    if (target / "pyodide-lock.json").exists():
        return target
    work = folder / "work"
    shutil.rmtree(work, ignore_errors=True)
    pyodide = Pyodide(sources["open-webui"])
    there, here = needed(project, pyodide)
    pyodide.unpack([*there, "micropip"], work / "pyodide")
    _rehearsed(_task(root, sources, work, pyodide, there, here))
    out = work / "out"
    for name in CORE:
        shutil.copy(work / "pyodide" / name, out)
    write_whole({out / "pyodide-lock.json": json.dumps(_lock(pyodide.lock["info"], out))})
    shutil.rmtree(target, ignore_errors=True)
    out.rename(target)
    shutil.rmtree(work)
    return target


def _digest(root):
    """A name for what the archives are made of; of notebooks the code counts alone."""
    told = hashlib.sha256()
    data = sorted(path for path in (root / "data").rglob("*") if path.is_file())
    pins = [root / "pyproject.toml", root / "requirements.lock", HERE / "pack.mjs", Path(__file__)]
    for path in [*package_files(root), *data, *pins, HERE / "sources.lock"]:
        told.update(path.read_bytes())
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        told.update("\0".join(cells_of(path)).encode())
    return told.hexdigest()[:12]


def package_files(root):
    """Return the modules of the package that run in a browser, as Paths.

    >>> Path("combat/workbook/live/stage.py") in package_files(Path("."))
    True
    """
    inside = [
        path
        for path in sorted((root / "combat").rglob("*.py"))
        if path.parent.name != "live" or path.stem in _IN_THE_BROWSER
    ]
    return [path for path in inside if "__pycache__" not in path.parts]


def _task(root, sources, work, pyodide, there, here):
    """What pack.mjs is told, as a dict; the files that it names are made."""
    (work / "out").mkdir(parents=True, exist_ok=True)
    own = zipped(work / "combat.zip", named(root, package_files(root)))
    # Pages need of these what ipywidgets itself asks for, the kernel all of them.
    for_pages = [name for name in here if name in ("ipywidgets", "traitlets", "comm")]
    both = {name: zipped(work / f"{name}.zip", installed_files(name)) for name in here}
    with zipfile.ZipFile(sources["jupyterlite-pyodide-kernel"]) as kernel:
        inside = [
            name
            for name in kernel.namelist()
            if name.endswith(".whl") and Path(name).name.startswith(_KERNEL_WHEELS)
        ]
        for name in inside:
            (work / Path(name).name).write_bytes(kernel.read(name))
    # Two are of JupyterLab, not of Python. Jedi guesses what one types, at 8 MB; IPython knows what
    # is there without it.
    replaced = {"widgetsnbextension", "jupyterlab-widgets", "jedi", "parso"}
    lab = [str(path) for name, path in both.items() if name not in {*for_pages, *replaced}]
    lab += [str(work / Path(name).name) for name in inside]
    lab.append(str(work / "pyodide" / pyodide.packages["micropip"]["file_name"]))
    return work / "task.json", {
        "pyodide": f"{(work / 'pyodide').resolve()}/",
        "packages": there,
        "wheels": [str(own), *(str(both[name]) for name in for_pages)],
        "data": str(zipped(work / "out" / "data.zip", data_of(root))),
        "script": str(HERE / "rehearsal.py"),
        "notebooks": [
            {"name": path.stem, "cells": cells_of(path)}
            for path in sorted((root / "notebooks").glob("*.ipynb"))
        ],
        "lab": lab,
        "out": str(work / "out"),
    }


def zipped(target, files):
    """Write {name: content} as an archive, always the same to the byte; return `target`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     zipfile.ZipFile(zipped(Path(folder, "one.zip"), {"a": b"b"})).read("a")
    b'b'
    """
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, 8, 9)
    return target


def data_of(root):
    """Return {name: content} of the files of `data`, named from the checkout's root.

    >>> "data/tome/pairs.csv" in data_of(Path("."))
    True
    """
    return named(root, [path for path in sorted((root / "data").rglob("*")) if path.is_file()])


def named(root, files):
    """Return {name: content} of files, named from the checkout's root, parted by / everywhere.

    >>> list(named(Path("."), [Path("data", "tome", "pairs.csv")]))
    ['data/tome/pairs.csv']
    """
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def _rehearsed(told):
    path, task = told
    path.write_text(json.dumps(task), encoding="utf-8")
    command = [node(), str(HERE / "pack.mjs"), str(path)]
    said = subprocess.run(command, stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
    if said.returncode:
        # Node shows a line of Pyodide of a megabyte first.
        errors = re.findall(r"^(?:\w*Error): .*", said.stderr, flags=re.M)
        raise SourceError((errors or ["the notebooks could not be run in Pyodide"])[-1][:500])


def node():
    """Return the program that runs Pyodide when the site is built: the one playwright brings."""
    from playwright._impl._driver import compute_driver_executable

    return str(compute_driver_executable()[0])


def archives_of(folder):
    """Return the names of the archives of packages in a folder."""
    names = {path.stem for path in folder.glob("*.zip")}
    return sorted(names - {"data", "named", "python_stdlib"})


def _lock(info, folder):
    """Pyodide's list of packages: the archives under the names that are asked for."""
    empty = zipped(folder / "named.zip", {"named.txt": b"in another archive\n"})
    packages = {}
    for name in [*archives_of(folder), *KERNEL]:
        path = empty if name in KERNEL else folder / f"{name}.zip"
        packages[name] = {
            "name": name,
            "version": "1",
            "file_name": path.name,
            "install_dir": "site",
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "package_type": "package",
            "imports": [],
            "depends": [],
        }
    return {"info": info, "packages": packages}
