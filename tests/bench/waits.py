"""What a user waits for: each control of each panel of each notebook, moved for the first time.

`python -m tests.bench.waits [NOTEBOOK …]` moves every control to both ends and to the middle and
prints the median, the slowest ten, and the most memory that each notebook took.
"""

import contextlib
import io
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import nbformat

from combat.workbook.panel import panel as panels
from combat.workbook.panel.controls import options_of, readout

ROOT = Path(__file__).parents[2]
SLOWEST = 10


def values_of(control):
    """Return where a control is moved: both ends and the middle, or the first and the last."""
    if hasattr(control, "options"):
        values = [value for _, value in options_of(control)]
        return list(dict.fromkeys([values[0], values[len(values) // 2], values[-1]]))
    if isinstance(control.value, bool):
        return [not control.value]
    if isinstance(control.value, tuple):
        return [(control.min, control.max)]
    steps = round((control.max - control.min) / control.step)
    return [control.min, control.min + steps // 2 * control.step, control.max]


def panels_of(path):
    """Return the panels of a notebook, its cells run here one after the other."""
    made, begin = [], panels.Panel.__init__

    def noted(self, *given, **named):
        begin(self, *given, **named)
        made.append(self)

    panels.Panel.__init__ = noted
    names = {"__name__": "__main__", "display": lambda *shown: None}
    try:
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "code":
                exec(compile(cell.source, path.name, "exec"), names)
    finally:
        panels.Panel.__init__ = begin
    return made


def waits(path):
    """Yield (seconds, what was moved) for each move in each panel of a notebook."""
    for number, one in enumerate(panels_of(path), start=1):
        for name, control in one.controls.items():
            for value in values_of(control):
                start = time.perf_counter()
                one.frame(**{name: value})
                spent = time.perf_counter() - start
                said = readout(control, value)
                yield spent, f"{path.stem[:2]}, panel {number}: {control.description} to {said}"


def most_memory():
    """Return the most memory that this process ever had, in MB; None where that isn't told."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 1e6 if sys.platform == "darwin" else most / 1e3


def main(names):
    """Print the table; each notebook in a process of its own, as it has a kernel of its own."""
    if len(names) == 1:
        path = ROOT / "notebooks" / f"{names[0].removesuffix('.ipynb')}.ipynb"
        os.chdir(path.parent)
        with contextlib.redirect_stdout(io.StringIO()):
            found = list(waits(path))
        for spent, told in found:
            print(f"{spent:.4f}\t{told}")
        print(f"memory\t{most_memory()}")
        return
    found, memory = [], {}
    for path in sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb")):
        command = [sys.executable, "-m", "tests.bench.waits", path.stem]
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        *lines, last = (line.split("\t") for line in said.stdout.splitlines())
        found += [(float(spent), told) for spent, told in lines]
        memory[path.stem] = last[1]
    print(f"\n{len(found)} moves of a control, median {median(s for s, _ in found) * 1e3:.0f} ms;")
    print(f"the slowest {SLOWEST}:")
    for spent, told in sorted(found, reverse=True)[:SLOWEST]:
        print(f"{spent * 1e3:7.0f} ms  {told}")
    print("most memory of a notebook's kernel, in MB:")
    for name, most in memory.items():
        print(f"{float(most):7.0f}     {name}" if most != "None" else f"not told   {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
