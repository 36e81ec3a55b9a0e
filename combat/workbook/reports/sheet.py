"""A report on a sheet of units: a short notebook of panels, run and exported as a page."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat

from combat.workbook.notebooks import execute, put_to_sleep, save
from combat.workbook.pages import site
from combat.workbook.starter import NUMBERED

_IMPORTS = "from combat.workbook import Game, Table, panels"
_READ = 'Table(game.units.reading, caption="How each heading was read", folded=True)'
# Each part: a heading, what it asks in a sentence, and the call that answers it.
_PARTS = [
    ("One duel", "Every course of the dice counts with its chance.", "panels.duel(game)"),
    ("Who is strong, who is worth the cost", "A unit of twice the strength wins two duels of "
     "three.", "panels.strength(game)"),
    ("Which numbers count", "A step is a tenth of a number's mean, one point at least.",
     "panels.numbers(game)"),
    ("What matters for one unit", "The same steps, the greatest effect first.",
     "panels.what_matters(game)"),
    ("Breakpoints", "At which values does a kill take a blow less?", "panels.breakpoints(game)"),
    ("The closest pairs", "Where the dice decide most.", "panels.closest(game)"),
]  # fmt: skip
_PROMISES = ("Promises", "What the charter says must stay true.", "panels.promises(game)")


def notebook(units, folder, rules=None, charter=None):
    """Return a notebook about a sheet as one begins it by hand; folder: where it will stand."""
    settings = {"rules": _from(folder, rules), "charter": _from(folder, charter)}
    given = "".join(f", {name}={text!r}" for name, text in settings.items() if text)
    source = os.path.relpath(units, folder)
    beside = units.with_name(f"{units.stem}.charter.csv").is_file()
    parts = [*_PARTS, *([_PROMISES] if charter or beside else [])]
    cells = [
        _words(
            f"# {units.stem}: who beats whom, and which numbers count\n\nMade from `{units.name}`. "
            f"Every duel is solved exactly; the controls answer without Python."
        ),
        _code(f"{_IMPORTS}\n\ngame = Game({source!r}{given})"),
        _code("panels.table(game)"),
        _code("panels.summary(game)"),
        _code(_READ),
    ]
    for heading, question, call in parts:
        cells += [_words(f"## {heading}\n\n{question}"), _code(call)]
    return nbformat.v4.new_notebook(cells=cells)


def report(units, out, *, rules=None, charter=None, keep=None, progress=None):
    """Write a page about a sheet into `out`, return its path; keep: a path for the notebook."""
    _check(units, rules, charter)
    if keep is not None:
        if NUMBERED.match(keep.name) or keep.exists():
            raise ValueError(f"{keep} can't be written: it is there, or a name of the workbook's")
        made = execute_new(notebook(units, keep.parent, rules, charter), keep)
        save(put_to_sleep(made), keep)
        return site.export(keep, out, progress=progress)
    with TemporaryDirectory() as aside:
        draft = Path(aside, f"{units.stem}.ipynb")
        save(notebook(units, units.parent, rules, charter), draft)
        return site.export(draft, out, folder=units.parent, progress=progress)


def execute_new(made, path):
    """Return a new notebook, run where it will stand."""
    with TemporaryDirectory() as aside:
        draft = Path(aside, path.name)
        save(made, draft)
        return execute(draft, folder=path.parent)


def _check(units, rules, charter):
    """Read everything once, so that a fault is said before a kernel starts."""
    from combat.workbook.panels.game import Game

    Game(units, rules=rules, charter=charter)
    if charter is not None and not charter.is_file():
        raise ValueError(f"{charter}: there is no such file")


def _from(folder, text):
    """A path, or the file of some rules, as it is named from a folder."""
    if text is None:
        return None
    file, colon, name = str(text).rpartition(":") if ".py:" in str(text) else (str(text), "", "")
    return os.path.relpath(file, folder) + colon + name if Path(file).exists() else str(text)


def _words(text):
    return nbformat.v4.new_markdown_cell(text)


def _code(text):
    return nbformat.v4.new_code_cell(text)
