"""The cells of a notebook, run one by one for a page; its figures and uploads then answer."""

import ast
import sys
from types import ModuleType

from combat.workbook.panel.exported import all_dials_of, place_of, presets_of
from combat.workbook.panel.numbers import file_names
from combat.workbook.panel.panel import Panel, html_of
from combat.workbook.panel.recording import alike
from combat.workbook.panel.upload import Upload


class Stage:
    """The code cells of a notebook, in a module of their own; `run` runs one of them.

    What is shown is told as JSON has it. Figures are numbered from 1 as on the page, uploads too.

    >>> stage = Stage(["from combat.workbook import Panel, slider\",
    ...                "Panel(lambda ax, m: ax.plot([0, m]), {'m': slider('m', 1, 9, 2)},\\n"
    ...                "      caption='A line.', words=lambda m: f'It rises to {m}.')"])
    >>> [stage.run(at) for at in range(2)][1][0]["dials"][0]["tokens"][:3]
    ['1', '2', '3']
    >>> stage.frame(1, [4])["texts"][:2]
    ['It rises to 5.', 'A line.']
    """

    def __init__(self, cells):
        self.cells = list(cells)
        self._module = ModuleType("__main__")
        self._module.__dict__["display"] = self._display
        self._shown = []
        self.figures, self.uploads = [], []

    def run(self, at):
        """Run cell `at`, counted from 0; return what it shows: figures and uploads.

        What the cell raises is raised: see `fault`.
        """
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
        """Return the picture of a figure, its words and numbers, at these places of its dials.

        As a film has its frames (see `combat.workbook.panel.recording`), with `clips` beside.
        """
        panel, dials = self.figures[number - 1]
        values = {dial.name: dial.at(place) for dial, place in zip(dials, places, strict=True)}
        frame = panel.vectors(**values)
        return alike(frame) | {"clips": panel.view()[2], "files": file_names(frame.data)}

    def load(self, number, content, name):
        """Hand the bytes of a file to an upload; return what all uploads then show.

        As pairs of the fault in one line of HTML, empty if there is none, and the result.
        """
        self.uploads[number - 1].load(content, name)
        return [[upload.error, html_of(upload.result)] for upload in self.uploads]

    def _display(self, *things):
        self._shown.extend(filter(None, map(self._told, things)))

    def _told(self, shown):
        if isinstance(shown, Upload):
            self.uploads.append(shown)
            return {"kind": "upload", "number": len(self.uploads)}
        if isinstance(shown, Panel):
            dials = all_dials_of(shown)
            self.figures.append((shown, dials))
            return {
                "kind": "figure",
                "number": len(self.figures),
                "dials": [dial.told() for dial in dials],
                "presets": [
                    {"label": label, "place": place_of(dials, values)}
                    for label, values in presets_of(shown)
                ],
            }
        if hasattr(shown, "_repr_png_"):
            self.figures.append((shown, []))  # a picture that nothing moves is counted, too
        return None


def fault(error):
    """Return an error of a cell in one line, with the cell's line that it came from.

    >>> try:
    ...     Stage(["x = 1\\ny = x / 0"]).run(0)
    ... except ZeroDivisionError as error:
    ...     fault(error)
    'ZeroDivisionError: division by zero (line 2 of the cell)'
    """
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
