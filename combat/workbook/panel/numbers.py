"""The numbers behind a picture, as files to save."""

import itertools
import re
from pathlib import Path

from combat.core.files import portable, write_whole
from combat.core.words import csv_of


def saved(answer, folder=None):
    """Write the numbers of an answer's charts as CSV files named after their titles; the paths."""
    folder = folder or build_folder()
    frames = [
        (chart.title or answer.title, one) for chart in answer.charts for one in chart.numbers()
    ]
    names = [folder / name for name in file_names([title for title, _ in frames])]
    texts = [csv_of(_named(frame), float_format="%.10g") for _, frame in frames]
    write_whole(dict(zip(names, texts, strict=True)), folders=True)
    return names


def build_folder():
    """Return `build` beside the nearest pyproject.toml above, else in the present folder."""
    here = Path.cwd()
    home = next((up for up in (here, *here.parents) if (up / "pyproject.toml").exists()), here)
    return home / "build"


def file_names(titles):
    """Return the name of a CSV file for each title; no two are alike.

    >>> file_names(["Who wins?", "Who wins?", "con"])
    ['who-wins.csv', 'who-wins-2.csv', 'con-numbers.csv']
    """
    names = {}
    for title in titles:
        stem = "-".join(re.findall(r"\w+", title.lower())[:7]) or "numbers"
        if not portable(stem):  # on Windows, "con" is a device
            stem = f"{stem}-numbers"
        counted = itertools.chain([stem], (f"{stem}-{count}" for count in itertools.count(2)))
        names[next(name for name in counted if name not in names)] = True
    return [f"{name}.csv" for name in names]


def _named(frame):
    """The frame with its index as the first column, called "row" if it has no name."""
    frame = frame.rename_axis(frame.index.name or "row").rename_axis(None, axis=1)
    return frame.reset_index(allow_duplicates=True)  # a unit may be called so
