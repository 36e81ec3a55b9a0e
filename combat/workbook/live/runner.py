"""Runs a notebook's cells one by one for a live page, and then its figures and uploads."""

import ast
import sys
from types import ModuleType

from combat.workbook.panel.exported import described, exported_controls
from combat.workbook.panel.numbers import file_names
from combat.workbook.panel.panel import Panel, html_of
from combat.workbook.panel.recording import store_of
from combat.workbook.panel.upload import Upload
from combat.workbook.panels.sheet import Sheet


class Runner:
    """The code cells of a notebook, in a module of their own; `run` runs one of them."""

    def __init__(self, cells):
        self.cells = list(cells)
        self._module = ModuleType("__main__")
        self._module.__dict__["display"] = self._display
        self._shown = []
        self.figures, self.uploads = [], []

    def run(self, at):
        """Run cell `at`, counted from 0; return what it shows: figures and uploads."""
        self._shown = []
        tree = ast.parse(self.cells[at], f"cell {at + 1}")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        names = self._module.__dict__
        before = sys.modules.get("__main__")
        sys.modules["__main__"] = self._module  # where pickle and dataclasses look for its classes
        try:
            exec(compile(tree, f"cell {at + 1}", "exec"), names)
            if last is not None:
                self._display(
                    eval(compile(ast.Expression(last.value), f"cell {at + 1}", "eval"), names)
                )
        finally:
            sys.modules["__main__"] = before
        return self._shown

    def frame(self, number, places):
        """Return a figure at places of its controls: a recording's store, `clips`, `files`."""
        panel, controls = self.figures[number - 1]
        values = {
            control.name: control.at(place) for control, place in zip(controls, places, strict=True)
        }
        frame = panel.vectors(**values)
        return store_of(frame) | {"clips": panel.view()[2], "files": file_names(frame.data)}

    def load(self, number, content, name):
        """Give the bytes of a file to an upload; return what all uploads and figures then show."""
        self.uploads[number - 1].load(content, name)
        figures = enumerate(self.figures, 1)
        self.figures = [(panel, exported_controls(panel)) for panel, _ in self.figures]
        return {
            "uploads": [[upload.error, html_of(upload.result)] for upload in self.uploads],
            "figures": [_figure(number, *one) for number, one in figures if one[1]],
        }

    def _display(self, *things):
        self._shown.extend(filter(None, map(self._described, things)))

    def _described(self, shown):
        if isinstance(shown, Upload | Sheet):
            self.uploads.append(shown)
            return {"kind": "upload", "number": len(self.uploads)}
        if isinstance(shown, Panel):
            controls = exported_controls(shown)
            self.figures.append((shown, controls))
            return {"kind": "figure"} | _figure(len(self.figures), shown, controls)
        if hasattr(shown, "_repr_png_"):
            self.figures.append((shown, []))  # a picture without controls is numbered, too
        return None


def _figure(number, panel, controls):
    """What a page needs to know of a figure's controls."""
    return {"number": number, **described(panel, controls)}


def fault(error):
    """Return an error of a cell in one line, with the line of the cell in which it happened."""
    line, step = None, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename.startswith("cell "):
            line = step.tb_lineno
        step = step.tb_next
    if line is None and isinstance(error, SyntaxError):
        line = error.lineno
    reason = (str(error).splitlines() or [""])[0]
    where = f" (line {line} of the cell)" if line else ""
    return f"{type(error).__name__}: {reason}{where}"
