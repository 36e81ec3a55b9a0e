"""A reference of all public names, made by pdoc from their docstrings."""

from importlib import import_module
from pathlib import Path

PACKAGES = (
    "tome",
    "luck",
    "nethack",
    "nethack.vanilla",
    "osdl",
    "marked_for_death",
    "hit_rules",
    "compare",
    "units",
    "charter",
    "patch",
    "markov",
    "dice",
    "battle",
    "questions",
    "ranking",
    "tables",
    "workbook",
    "workbook.charts",
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
