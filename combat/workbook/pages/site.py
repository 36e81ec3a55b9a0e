"""All notebooks as a site: a page for each, an index, and a reference of all public names.

The HTML of a page is made in `export`, that of the start page in `index`.
"""

import json
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import nbformat

import combat
from combat.core.files import check_place, write_whole
from combat.workbook.notebooks import execute, read
from combat.workbook.pages.export import document, title_of
from combat.workbook.pages.index import card, index
from combat.workbook.panel.addresses import links_of, settings_of
from combat.workbook.panel.finding import EXPORT
from combat.workbook.panel.recording import NAMED

_ALL = {one.name for one in iter_modules(combat.__path__) if one.ispkg}
# Those for users: not what the others stand on.
PACKAGES = [*sorted(_ALL - {"cli", "core"}), "nethack.vanilla", "workbook.charts"]


def export(path, out, together=(), **how):
    """Execute the notebook at `path`, write its page into `out`, and return the page's path.

    how: folder, progress, alone and running, as for `execute`.
    """
    target = out / f"{path.stem}.html"
    check_place(target, folders=True)
    # It links only to the pages of `together` and to those that already exist.
    there = {
        other.stem
        for other in _notebooks(path.parent)
        if other in together or (out / f"{other.stem}.html").exists()
    }
    before, after = _neighbours(path, there)
    notebook = _executed(path, how | {EXPORT: "1"})
    try:
        own = not how.get("alone")  # else it is about the reader's game already
        page = document(notebook, path, before=before, after=after, pages=there, sandbox=own)
    except ValueError as error:
        raise ValueError(f"{path.name}: {error}") from None
    write_whole({target: page}, folders=True)
    return target


def _executed(path, how):
    """The executed notebook, whose figures have answers for all that its findings name."""
    # A finding stands under its figure: what it names is read from the saved notebook, and where
    # that was changed since, the notebook is executed once more.
    named = _named(read(path))
    notebook = execute(path, **how, **{NAMED: named})
    if (now := _named(notebook)) != named:
        notebook = execute(path, **how, **{NAMED: now})
    return notebook


def _named(notebook):
    """The settings that the findings of a notebook and the links of its text name, as JSON."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", []))
    marks = (output.get("metadata", {}).get("combat", {}) for output in outputs)
    prose = (cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    tried = [settings_of(link) for text in prose for link in links_of(text)]
    return json.dumps([mark["at"] for mark in marks if "at" in mark] + tried, sort_keys=True)


def finish(notebooks, out):
    """Write the start page, with a card for each exported page."""
    named = {path.stem: path for path in notebooks if (out / f"{path.stem}.html").exists()}
    cards = [card(source, out / f"{stem}.html") for stem, source in sorted(named.items())]
    reference = "reference/index.html" if (out / "reference" / "index.html").exists() else ""
    write_whole({out / "index.html": index(cards, reference)}, folders=True)


def _notebooks(folder):
    return sorted(Path(folder).glob("*.ipynb"))


def _neighbours(path, there):
    paths = [None, *_notebooks(path.parent), None]
    place = paths.index(path)
    return tuple(
        (f"{other.stem}.html", title_of(nbformat.read(other, as_version=4), other))
        if other and other.stem in there
        else None
        for other in (paths[place - 1], paths[place + 1])
    )


def write_reference(folder):
    """Write the pages of the public packages into a folder; return the path of their index."""
    import pdoc
    import pdoc.render

    names = [f"combat.{package}" for package in PACKAGES]
    for name in names:
        _load(import_module(name))
    pdoc.render.configure(show_source=False, search=False, footer_text="Combat Design Workbook")
    # A package's page shows all that it exports, so the modules inside it need none.
    pages = "|".join(names).replace(".", r"\.")
    top = [name for name in names if name.count(".") == 1]
    pdoc.pdoc(*top, rf"!(?!({pages})$)", output_directory=Path(folder))
    return Path(folder) / "index.html"


def _load(package):
    # pdoc finds only public names that are loaded already.
    for name in getattr(package, "__all__", ()):
        setattr(package, name, getattr(package, name))
