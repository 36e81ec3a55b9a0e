"""`python -m combat.workbook notebooks|docs|new|report [NAME]`: run, export or begin a notebook.

report: a page about a sheet of units, from one command: `combat workbook report units.csv`.
"""

import sys
import time
import webbrowser
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from combat.cli import interrupts, terminal


def main(arguments=None):
    """Run the command; returns the exit status: 0, 2 with the reason on standard error, or 130."""
    return _parser().run(_run, arguments, named=False)


# What each task reads of the switches, and what those have that aren't given.
_READS = {
    "notebooks": ("folder",),
    "docs": ("folder", "out", "reference"),
    "new": ("folder", "start"),
    "report": ("out", "rules", "against", "charter", "trust", "notebook", "open"),
}
_DEFAULTS = {"folder": Path("notebooks"), "out": Path("build/docs"), "start": "units"}


def _run(options):
    reads = ("task", "name", *_READS[options.task])
    terminal.refuse(options, f"is nothing that {options.task} reads", but=reads)
    for name, value in _DEFAULTS.items():
        if name not in options.given:
            setattr(options, name, value)
    work = {"new": _new, "report": _report}.get(options.task, _work)
    with terminal.needing_workbook():
        work(options)
    return 0


def _parser():
    parser = terminal.Parser("combat.workbook", __doc__)
    parser.add_argument(
        "task",
        choices=["notebooks", "docs", "new", "report"],
        help="notebooks: execute and save them; docs: export them as HTML; new: write a "
        "short notebook to begin with; report: write a page about a sheet of units",
    )
    parser.add_argument(
        "name",
        nargs="?",
        help="one notebook: its name in the folder, with or without .ipynb, or a path to anywhere; "
        "report: the sheet of units",
    )
    parser.add_argument(
        "--folder", type=terminal.path, help="of the notebooks (default: notebooks)"
    )
    parser.add_argument(
        "--out", type=terminal.path, help="docs, report: where to (default: build/docs)"
    )
    parser.add_argument(
        "--reference", action="store_true", help="docs: write a reference of all functions, too"
    )
    parser.add_argument(
        "--from",
        dest="start",
        help="new: what it begins with, units or fight (default: units)",
    )
    parser.add_argument(
        "--rules", help="report: a hit rule's name, file.py:NAME or module:NAME of your own rules"
    )
    parser.add_argument("--against", type=terminal.path, help="report: units that the first meet")
    parser.add_argument("--charter", type=terminal.path, help="report: promises about the units")
    parser.add_argument(
        "--trust",
        action="store_true",
        help="report: let the charter run Python, also where it was only found beside the units",
    )
    parser.add_argument(
        "--notebook", type=terminal.path, help="report: keep the notebook that makes the page"
    )
    parser.add_argument("--open", action="store_true", help="report: show the page in a browser")
    return parser


def _new(options):
    from combat.workbook.notebooks import begin

    path = begin(options.name, options.folder, options.start, progress=terminal.complain)
    terminal.tell(f"{path}\n")


def _report(options):
    from combat.workbook.reports.sheet import report

    if options.name is None:
        raise ValueError("report needs a sheet of units: combat workbook report units.csv")
    page = report(
        Path(options.name),
        options.out,
        rules=options.rules,
        against=options.against,
        charter=options.charter,
        trust=options.trust,
        keep=options.notebook,
        progress=terminal.watched(),
    )
    terminal.tell(f"{page}\n")
    if options.open:
        webbrowser.open(page.resolve().as_uri())


def _work(options):
    from combat.core.files import check_place
    from combat.workbook.notebooks import end_kernel
    from combat.workbook.pages.site import export, finish, write_reference

    paths = _found(options.name, options.folder)
    if options.task == "docs":
        check_place(options.out / "index.html", folders=True)
    running, exported = set(), partial(export, out=options.out, together=paths)
    work = partial(_save if options.task == "notebooks" else exported, running=running)
    # The notebooks' kernels do the work, two at a time. Larger notebooks come first, so that both
    # threads end at about the same time.
    with ThreadPoolExecutor(2) as pool:
        paths.sort(key=lambda path: path.stat().st_size, reverse=True)
        try:
            for done in pool.map(lambda path: _timed(work, path), paths):
                terminal.tell(f"{done}\n")
        except KeyboardInterrupt:
            for client in [*running]:
                end_kernel(client)
            raise
    if options.task == "docs":
        if options.reference:
            write_reference(options.out / "reference")
        finish([*options.folder.glob("*.ipynb"), *paths], options.out)


def _found(name, folder):
    """The paths of the notebooks: all in the folder, or the named one, there or elsewhere."""
    if name is None:
        paths = sorted(folder.glob("*.ipynb"))
        if not paths:
            raise ValueError(f"no notebook in {folder}/")
        return paths
    if Path(name).is_dir():
        raise ValueError(f"{name}: this is a folder; --folder {name} takes all notebooks in it")
    file = Path(f"{name.removesuffix('.ipynb')}.ipynb")
    for path in (file, folder / file):
        if path.is_file():
            return [path]
    raise ValueError(f"no notebook {name}: neither {file} nor {folder / file} is there")


def _timed(work, path):
    start = time.perf_counter()
    return f"{work(path)} ({time.perf_counter() - start:.1f} s)"


def _save(path, running):
    from combat.workbook.notebooks import execute, save, save_pictures

    notebook = execute(path, running=running)
    save_pictures(notebook, path.parent / "pictures")
    save(notebook, path)
    return path


if __name__ == "__main__":
    sys.exit(interrupts.run(main))
