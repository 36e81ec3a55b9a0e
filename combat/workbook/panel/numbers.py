"""The numbers behind a picture, as a table to read and as a file to save."""

import itertools
import math
import re
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import quote

import pandas as pd

from combat.core.csv_cells import csv_of
from combat.core.files import portable, write_whole
from combat.core.words import percent
from combat.workbook.charts.text import minus
from combat.workbook.panel.table import Table

MOST_ROWS = 150  # of a table on a page: enough for the shape of a curve, few enough to scroll


@dataclass(frozen=True, eq=False)
class Numbers:
    """The numbers of one chart: a frame, its title, and which of its parts are probabilities."""

    title: str
    frame: pd.DataFrame
    percent: bool = False
    percent_index: bool = False

    def csv(self):
        """Return the numbers as the text of a CSV file, to ten significant digits."""
        return csv_of(_named(self.frame), float_format="%.10g")

    def thinned(self):
        """Return (every, [(name, list)]): one in `every` rows, the index first."""
        every = max(1, -(-len(self.frame) // MOST_ROWS))
        shown = _named(self.frame.iloc[::every])
        return every, [
            (str(name), _short(shown.iloc[:, at].to_numpy()))
            for at, name in enumerate(shown.columns)
        ]

    def percents(self):
        """Return for each column of `thinned` whether it is shown in percent."""
        return [self.percent_index, *[self.percent] * self.frame.columns.size]


def of_chart(chart, frames, values, caption):
    """Return the `Numbers` of a chart's frames; those with the same index share a table."""
    title = minus(chart.titled(values) or caption)
    parts = []
    for frame, across, along in chart.shown(frames):
        if parts and parts[-1].frame.index.equals(frame.index):
            there = parts[-1].frame
            twice = {name: f"{name} (drawn over)" for name in frame.columns if name in there}
            joined = there.join(frame.rename(columns=twice))
            parts[-1] = Numbers(title, joined, across, along)
        else:
            parts.append(Numbers(title, frame, across, along))
    return parts


def saved(all_numbers, folder=None):
    """Write the numbers as CSV files named after their titles, and return the paths."""
    folder = folder or build_folder()
    names = [folder / name for name in file_names(all_numbers)]
    write_whole(dict(zip(names, (one.csv() for one in all_numbers), strict=True)), folders=True)
    return names


def build_folder():
    """Return `build` beside the nearest pyproject.toml above, else in the present folder."""
    here = Path.cwd()
    home = next((up for up in (here, *here.parents) if (up / "pyproject.toml").exists()), here)
    return home / "build"


def file_names(all_numbers):
    """Return a file name for each of the Numbers, made from its title; no two are alike."""
    names = {}
    for numbers in all_numbers:
        stem = "-".join(re.findall(r"\w+", numbers.title.lower())[:7]) or "numbers"
        if not portable(stem):  # on Windows, "con" is a device
            stem = f"{stem}-numbers"
        counted = itertools.chain([stem], (f"{stem}-{count}" for count in itertools.count(2)))
        names[next(name for name in counted if name not in names)] = True
    return [f"{name}.csv" for name in names]


def as_html(all_numbers):
    """Return the numbers as tables for a page, each with a link that saves it as CSV."""
    parts = []
    for name, numbers in zip(file_names(all_numbers), all_numbers, strict=True):
        every, columns = numbers.thinned()
        link = f"data:text/csv;charset=utf-8,{quote(numbers.csv())}"
        thin = f" (one row in {every}; the file has all)" if every > 1 else ""
        frame = pd.DataFrame({at: values for at, (_, values) in enumerate(columns)})
        frame.columns = [head for head, _ in columns]
        percents = numbers.percents()
        formats = {
            head: _percent for (head, _), share in zip(columns, percents, strict=True) if share
        }
        parts.append(
            f'<p class="save">{escape(numbers.title)}{thin} '
            f'<a download="{escape(name)}" href="{link}">Save as CSV</a></p>'
            + Table(frame, formats=formats)._repr_html_()
        )
    return "".join(parts)


def _percent(value):
    return value if isinstance(value, str) else "–" if pd.isna(value) else minus(percent(value))


def _named(frame):
    """The frame with its index as the first column, called "row" if it has no name."""
    if frame.index.nlevels == 1:
        frame = frame.rename_axis(frame.index.name or "row").rename_axis(None, axis=1)
    return frame.reset_index(allow_duplicates=True)  # a unit may be called so


def _short(column):
    """A column for JSON: numbers to six significant digits, None for missing ones."""
    return column.tolist() if column.dtype.kind in "iu" else [*map(_cell, column.tolist())]


def _cell(value):
    if isinstance(value, float):
        return float(f"{value:.6g}") if math.isfinite(value) else None
    return value if type(value) is int else str(value)
