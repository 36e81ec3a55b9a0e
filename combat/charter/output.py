"""Verdicts as frames for people, and as a CSV file."""

from pathlib import PurePath

import pandas as pd

from combat.charter.verdicts import Line, Verdicts, line_of, lines_of
from combat.core.csv_cells import csv_of

ENDINGS = (".csv", ".html")
BEGINS = "file,row,claim,"  # a CSV of verdicts


def is_page(path):
    """Return whether a report of that name is a page."""
    return PurePath(path).suffix.lower() == ".html"


def check(path):
    """Raise a ValueError if no report can be made for a file of that name."""
    ending = PurePath(path).suffix.lower()
    if ending == ".xml":
        raise ValueError(
            f"{path}: pytest writes JUnit, as each row is a test: pytest CHARTER --junitxml={path}"
        )
    if ending not in ENDINGS:
        raise ValueError(
            f"{path}: reports are written as {', '.join(ENDINGS)}; give one of these endings"
        )


def as_csv(found):
    """Return the verdicts of all charters as one CSV, with the file's name in the first column."""
    frames = [verdicts.frame.assign(file=name) for name, _, verdicts in found if len(verdicts)]
    whole = pd.concat(frames or [Verdicts(()).frame.assign(file="")], ignore_index=True)
    return csv_of(whole[["file", *whole.columns.drop("file")]])


def shown(verdicts):
    """Return the verdicts as a frame to show, worst first, values as text."""
    return _framed(map(line_of, verdicts.worst_first))


def folded(verdicts):
    """Return a frame like that of `shown`, with the claims of a row that hold in one line."""
    return _framed(lines_of(verdicts))


def _framed(lines):
    """A frame of `Line`s, with a blank for no battles."""
    lines = (one._replace(battles=f"{one.battles:,}" if one.battles else "") for one in lines)
    return pd.DataFrame(lines, columns=Line._fields)
