# Run inside of Pyodide by pack.mjs: the cells of each notebook up to its first figure, and of the
# first notebook all; then what they opened is packed.
import importlib.util
import os
import pathlib
import sys
import time

SITE = pathlib.Path(importlib.util.find_spec("numpy").origin).parent.parent


def alone(name):
    """A module of the site's folder, without the package around it, which needs the stand-in."""
    path = SITE / f"combat/workbook/live/{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


packing = alone("packing")
os.chdir("/home/pyodide/notebooks")
watch, tiers = packing.Watch(SITE), []
alone("standin").stand_in()
from combat.workbook.live.stage import Stage, fault

for notebook in task["notebooks"]:
    begun = time.time()
    stage = Stage(notebook["cells"])
    for at in range(len(stage.cells)):
        try:
            stage.run(at)
        except Exception as error:
            raise SystemExit(
                f"{notebook['name']}: cell {at + 1} fails in the browser: {fault(error)}"
            )
        if tiers and stage.figures:
            break
    for number, (_, dials) in enumerate(stage.figures, 1):
        if dials:
            stage.frame(number, [dial.start for dial in dials])
    tiers.append(watch.taken())
    told(f"{notebook['name']} ({time.time() - begun:.1f} s)")

made = []
done = set()
for name, files in [("start", tiers[0]), ("more", tiers[-1]), ("rest", packing.files_of(SITE))]:
    packing.pack(files - done, pathlib.Path(f"/tmp/{name}.zip"), ["combat"], SITE)
    told(f"{name} {len(files - done)} files {pathlib.Path(f'/tmp/{name}.zip').stat().st_size}")
    done |= files
    made.append(f"{name}.zip")
made
