"""Verdicts as frames for people, and as a CSV file."""

from pathlib import PurePath

import pandas as pd

from combat.charter.verdicts import Verdicts, lines_of
from combat.core.csv_cells import csv_of

ENDINGS = (".csv", ".html")
BEGINS = "file,row,claim,"  # a CSV of verdicts
_COLUMNS = ["verdict", "claim", "value", "band", "method", "battles"]


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
    frames = [verdicts.frame.assign(file=name) for name, _, verdicts in found if len(verdicts)] or [
        Verdicts(()).frame.assign(file="")
    ]
    whole = pd.concat(frames, ignore_index=True)
    columns = ["file", *whole.columns.drop("file")]
    return csv_of(whole[columns])


def shown(verdicts):
    """Return the verdicts as a frame to show, worst first, values as text."""
    return _framed(
        (one.verdict, one.claim.claim, one.value_text, one.claim.band, one.method, one.battles)
        for one in verdicts.worst_first
    )


def folded(verdicts):
    """Return a frame like that of `value_text`, with the claims of a row that hold in one line."""
    return _framed(
        (line.verdict, line.claim, line.value, line.band, line.method, line.battles)
        for line in lines_of(verdicts)
    )


def _framed(rows):
    """A frame of rows that end with a number of battles, which is blank for none."""
    texts = [(*row, f"{battles:,}" if battles else "") for *row, battles in rows]
    return pd.DataFrame(texts, columns=_COLUMNS)
