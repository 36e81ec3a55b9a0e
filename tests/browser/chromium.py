"""Chromium, if it is installed."""

import os
import shutil
from contextlib import contextmanager

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
