"""A short notebook to begin with: a question, a rule, a panel, a finding, try your own."""

import re
from pathlib import Path

import nbformat

from combat.workbook.notebooks import execute, save

_TEMPLATE = Path(__file__).parent / "templates" / "starter.ipynb"
HOUSE = re.compile(r"\d\d_")  # what the names of the workbook's own notebooks begin with


def begin(name, folder):
    """Write a starter notebook of that name, executed, and return its path.

    name: a name in `folder`, or a path to elsewhere, with or without .ipynb. ValueError if there
    is none, if it looks like one of the workbook's own, or if the file is there already.

    >>> begin(None, Path("notebooks"))
    Traceback (most recent call last):
    ValueError: the notebook needs a name: make new NAME=my_game
    """
    if not name:
        raise ValueError("the notebook needs a name: make new NAME=my_game")
    given = Path(f"{name.removesuffix('.ipynb')}.ipynb")
    path = given if given.parent != Path() else folder / given
    if HOUSE.match(path.name):
        raise ValueError(
            f"{path.name}: names that begin with two digits and _ are the workbook's own; choose "
            f"another"
        )
    if path.exists():
        raise ValueError(f"{path} is there already; choose another name")
    notebook = nbformat.read(_TEMPLATE, as_version=4)
    words = re.sub(r"[\W_]+", " ", path.stem).strip()
    notebook.cells[0].source = notebook.cells[0].source.replace("TITLE", words.capitalize())
    save(notebook, path)
    try:
        save(execute(path), path)
    except BaseException:
        path.unlink()
        raise
    return path
