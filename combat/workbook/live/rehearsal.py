"""A rehearsal of the pages inside of Pyodide, run by pack.mjs: what they open is then packed."""

import importlib.util
import os
import re
import time
import zipfile
from pathlib import Path

SITE = Path(importlib.util.find_spec("numpy").origin).parent.parent


def _main(task, tell):
    """Run notebooks as a page does, pack what they opened, and return the names of the archives.

    task: {"notebooks": [{"name", "cells"}], "lab": [paths]}, the latter of wheels that JupyterLab's
    kernel needs, the archive "lab". tell: a function that is told how far it is. Of the first
    notebook all cells are run, of the others those up to their first figure: all modules that a
    notebook names stand there. What a cell wants beyond is in an archive of that name or in "rest",
    which a page loads when it is missed. Needs Pyodide; RuntimeError naming a cell that fails.
    """
    packing = _alone("packing")
    notebooks = Path.home() / "notebooks"
    notebooks.mkdir(parents=True, exist_ok=True)
    os.chdir(notebooks)
    watch, opened = packing.Watch(SITE), []
    _alone("standin").stand_in()
    for number, notebook in enumerate(task["notebooks"]):
        begun = time.time()
        _rehearse(notebook, whole=number == 0)
        opened.append(watch.taken())
        tell(f"{notebook['name']} ({time.time() - begun:.1f} s)")
    files = packing.files_of(SITE)
    for wheel in task["lab"]:
        zipfile.ZipFile(wheel).extractall(SITE)
    # The compiled libraries that others are linked to are not opened by Python.
    libraries = {path for path in files if path.relative_to(SITE).parts[0].endswith(".libs")}
    wanted = {"start": opened[0] | libraries, "more": opened[-1]}
    for name in _late():
        importlib.import_module(name)
        wanted[name.replace(".", "-")] = watch.taken() & files
    wanted |= {"rest": files, "lab": packing.files_of(SITE)}
    made, done = [], set()
    for name, some in wanted.items():
        packing.pack(some - done, Path("/tmp", f"{name}.zip"), ["combat"], SITE)
        done |= some
        made.append(f"{name}.zip")
    return made


def _late():
    """What the package takes of scipy only when it is called: an archive each."""
    sources = [path.read_text(encoding="utf-8") for path in sorted((SITE / "combat").rglob("*.py"))]
    found = {name for source in sources for name in re.findall(r"\b(scipy\.[a-z]+)\.\w", source)}
    return sorted(found - {"scipy.special", "scipy.sparse"})


def _alone(name):
    """A module beside this one, without the package around it: that needs the stand-in."""
    path = SITE / f"combat/workbook/live/{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _rehearse(notebook, whole):
    from combat.workbook.live.stage import Stage, fault

    stage = Stage(notebook["cells"])
    for at in range(len(stage.cells)):
        try:
            stage.run(at)
        except Exception as error:
            raise RuntimeError(
                f"{notebook['name']}: cell {at + 1} fails in the browser: {fault(error)}"
            ) from error
        if stage.figures and not whole:
            break
    for number, (_, dials) in enumerate(stage.figures, 1):
        if dials:
            stage.frame(number, [dial.start for dial in dials])
