"""All notebooks as a site: a page and a PDF for each, and an index."""

import sys
from pathlib import Path

import nbformat

from combat.workbook import browser
from combat.workbook.export import document, index, question_of, title_of
from combat.workbook.frames import MOST_BYTES
from combat.workbook.notebooks import execute, write_whole
from combat.workbook.panel import EXPORT

MOST_PAGE_BYTES = 12_000_000


def export(path, out):
    """Execute the notebook at `path` afresh, write its page into `out`, and return the page.

    NotebookError or ValueError, naming the notebook, if it fails; then nothing is written.
    """
    before, after = _neighbours(path)
    budget = MOST_BYTES
    while True:
        notebook = execute(path, **{EXPORT: str(budget)})
        try:
            page = document(notebook, path, before=before, after=after).encode()
        except ValueError as error:
            raise ValueError(f"{path.name}: {error}") from None
        if len(page) <= MOST_PAGE_BYTES or budget < MOST_BYTES / 20:
            break
        # Every panel gives up the same share.
        budget = int(budget * 0.9 * MOST_PAGE_BYTES / len(page))
    target = out / f"{path.stem}.html"
    write_whole(target, page)
    return target


def finish(folder, out):
    """Print each exported page as PDF, where there is a browser, and write the index."""
    pages = [out / f"{path.stem}.html" for path in _notebooks(folder)]
    pages = [page for page in pages if page.exists()]
    try:
        with browser.started() as started:
            for page in pages:
                if _is_stale(page.with_suffix(".pdf"), page):
                    browser.print_pdf(started, page, page.with_suffix(".pdf"))
    except FileNotFoundError as missing:
        print(f"no PDF: {missing}", file=sys.stderr)
    write_whole(out / "index.html", index([_entry(folder, page) for page in pages]).encode())


def _is_stale(pdf, page):
    return not pdf.exists() or pdf.stat().st_mtime < page.stat().st_mtime


def _entry(folder, page):
    source = Path(folder) / f"{page.stem}.ipynb"
    notebook = nbformat.read(source, as_version=4)
    pdf = page.with_suffix(".pdf")
    return (page.name, title_of(notebook, source), question_of(notebook),
            pdf.name if pdf.exists() else "")


def _notebooks(folder):
    return sorted(Path(folder).glob("*.ipynb"))


def _neighbours(path):
    paths = _notebooks(path.parent)
    place = paths.index(path)
    return tuple((f"{other.stem}.html", title_of(nbformat.read(other, as_version=4), other))
                 if other else None
                 for other in (paths[place - 1] if place else None,
                               paths[place + 1] if place + 1 < len(paths) else None))
