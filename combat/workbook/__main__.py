"""`python -m combat.workbook notebooks|docs [NAME]`: run and save, or export, the notebooks."""

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from combat.workbook import site
from combat.workbook.frames import MOST_FRAMES
from combat.workbook.notebooks import NotebookError, execute, save, save_pictures


def main(arguments=None):
    """Run the command; returns the exit status: 0, or 2 with the reason on standard error.

    >>> main(["docs", "no_such_notebook"])
    2
    """
    parser = argparse.ArgumentParser(prog="python -m combat.workbook", description=__doc__)
    parser.add_argument(
        "task",
        choices=["notebooks", "docs"],
        help="notebooks: execute and save them; docs: export them as HTML and PDF",
    )
    parser.add_argument("name", nargs="?", default="*", help="one notebook, without .ipynb")
    parser.add_argument("--folder", type=Path, default=Path("notebooks"))
    parser.add_argument("--out", type=Path, default=Path("build/docs"))
    parser.add_argument(
        "--frames",
        type=int,
        default=MOST_FRAMES,
        help="docs: the most pictures of a figure (%(default)s); few make a draft",
    )
    options = parser.parse_args(arguments)
    paths = sorted(options.folder.glob(f"{options.name.removesuffix('.ipynb')}.ipynb"))
    if not paths:
        print(f"no notebook {options.name} in {options.folder}/", file=sys.stderr)
        return 2
    exported = partial(site.export, out=options.out, most_frames=options.frames, together=paths)
    work = _save if options.task == "notebooks" else exported
    try:
        # The work is done by the notebooks' kernels, two of which run side by side; the larger
        # notebooks first, so that both end together.
        with ThreadPoolExecutor(2) as pool:
            paths.sort(key=lambda path: path.stat().st_size, reverse=True)
            for done in pool.map(lambda path: _timed(work, path), paths):
                print(done, flush=True)
        if options.task == "docs":
            site.finish(options.folder, options.out)
    except (NotebookError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _timed(work, path):
    start = time.perf_counter()
    return f"{work(path)} ({time.perf_counter() - start:.1f} s)"


def _save(path):
    notebook = execute(path)
    save(notebook, path)
    save_pictures(notebook, path.parent / "pictures")
    return path


if __name__ == "__main__":
    sys.exit(main())
