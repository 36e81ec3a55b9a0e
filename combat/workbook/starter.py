"""Short notebooks to begin with: units or a fight, with a panel and a finding."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from combat.core.files import check_place, portable

_TEMPLATES = Path(__file__).parent / "starters"
STARTS = {
    "units": "starter_units.ipynb",
    "fight": "starter_fight.ipynb",
}
NUMBERED = re.compile(r"\d\d_")  # how the names of the workbook's own notebooks begin


def begin(name, folder, start="units", progress=None):
    """Execute a starter notebook, write it, and return its path; start: what it begins with.

    That is a sheet of "units" or a "fight" given by a step.
    """
    if not name:
        raise ValueError("the notebook needs a name: make new NAME=my_game")
    if start not in STARTS:
        raise ValueError(
            f"FROM = {start!r} is not known: it must be one of {', '.join(STARTS)}, such as "
            f"make new NAME=my_game FROM=fight"
        )
    given = Path(f"{name.removesuffix('.ipynb')}.ipynb")
    path = given if given.parent != Path() else folder / given
    if NUMBERED.match(path.name):
        raise ValueError(
            f"{path.name}: names that begin with two digits and _ are the workbook's own; choose "
            f"another"
        )
    if not portable(path.name):
        raise ValueError(
            f"{path.name}: not every system takes a file of that name: choose another, without any "
            f'of < > : " / \\ | ? * and not con, nul or the like'
        )
    if path.exists():
        raise ValueError(f"{path} is there already; choose another name")
    check_place(path, folders=True)
    if progress:
        progress(f"Writing {path} and running it once ...")
    # Imported here, as this takes half of the time.
    import nbformat

    from combat.workbook.notebooks import execute, save

    notebook = nbformat.read(_TEMPLATES / STARTS[start], as_version=4)
    words = re.sub(r"[\W_]+", " ", path.stem).strip()
    notebook.cells[0].source = notebook.cells[0].source.replace("TITLE", words.capitalize())
    with TemporaryDirectory() as aside:
        draft = Path(aside, path.name)
        save(notebook, draft)
        save(execute(draft), path)
    return path
