"""Chromium, if it is installed: for the PDFs of pages, and for the browser tests."""

import os
import shutil
from contextlib import contextmanager

from combat.workbook.charts.palette import SOFT

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MISSING = f"none of {', '.join(NAMES)} is on the PATH"


def find():
    """Return the path of Chromium or Chrome if one is on the PATH, else None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def started():
    """Return a context with a headless browser, which sends nothing on its own."""
    path = find()
    if path is None:
        raise FileNotFoundError(MISSING)
    return _running(path)


@contextmanager
def _running(path):
    from playwright.sync_api import sync_playwright

    # Chromium refuses to run its sandbox as root, the usual user in a container.
    flags = [*FLAGS, *(["--no-sandbox"] if getattr(os, "geteuid", int)() == 0 else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        try:
            yield browser
        finally:
            browser.close()


def print_pdfs(pages):
    """Write each HTML page as a PDF beside it, unless there is one newer than the page."""
    with started() as browser:
        for page in pages:
            pdf = page.with_suffix(".pdf")
            if not pdf.exists() or pdf.stat().st_mtime < page.stat().st_mtime:
                _print_pdf(browser, page, pdf)


def _print_pdf(browser, page_file, pdf_file):
    page = browser.new_page(color_scheme="light")
    page.goto(page_file.resolve().as_uri())
    page.pdf(
        path=pdf_file,
        format="A4",
        tagged=True,
        outline=True,
        display_header_footer=True,
        header_template="<span></span>",
        footer_template=(
            '<div style="width:100%;text-align:center;font:8px sans-serif;'
            f'color:{SOFT}">'
            '<span class="pageNumber"></span> / <span class="totalPages"></span></div>'
        ),
        margin={"top": "13mm", "bottom": "14mm", "left": "15mm", "right": "15mm"},
    )
    page.close()
