"""What a user waits for: each control of each panel of each notebook, moved for the first time.

`python -m tests.bench.waits [NOTEBOOK …]` moves every control to both ends and to the middle and
prints the median and the slowest ten.
"""

import contextlib
import io
import sys
import time
from pathlib import Path
from statistics import median

import nbformat

from combat.workbook.panel import panel as panels
from combat.workbook.panel.controls import options_of, readout
from tests.test_project import ROOT

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
                one.answered(**{name: value}).told(one.values | {name: value})
                spent = time.perf_counter() - start
                said = readout(control, value)
                yield spent, f"{path.stem[:2]}, panel {number}: {control.description} to {said}"


def main(names=()):
    """Print how long the moves take in the named notebooks, or in all."""
    paths = [ROOT / "notebooks" / f"{Path(name).stem}.ipynb" for name in names]
    paths = paths or sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
    with contextlib.chdir(ROOT / "notebooks"), contextlib.redirect_stdout(io.StringIO()):
        found = [move for path in paths for move in waits(path)]
    print(f"\n{len(found)} moves of a control, median {median(s for s, _ in found) * 1e3:.0f} ms;")
    print(f"the slowest {SLOWEST}:")
    for spent, told in sorted(found, reverse=True)[:SLOWEST]:
        print(f"{spent * 1e3:7.0f} ms  {told}")


if __name__ == "__main__":
    main(sys.argv[1:])
