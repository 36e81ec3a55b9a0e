"""Text of others in the cells of a CSV: what a spreadsheet would take for a formula stays text."""

import csv
import io
import re

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_GUARDED = re.compile(r"'+[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?([eE][+-]?\d+)?( ?%)?")


def guarded(value):
    """Return a cell with text that would be a formula after an apostrophe; numbers stay."""
    if not isinstance(value, str) or not _FORMULA.match(value) or _NUMBER.fullmatch(value):
        return value
    return f"'{value}"


def unguarded(text):
    """Return the text of a cell as it was before `guarded`."""
    return text[1:] if _GUARDED.match(text) else text


def csv_text(rows):
    """Return the text of a CSV file with these rows of cells."""
    page = io.StringIO()
    csv.writer(page, lineterminator="\n").writerows(rows)
    return page.getvalue()


def guarded_text(rows):
    """Return the same with each cell guarded."""
    return csv_text([*map(guarded, row)] for row in rows)


def csv_of(frame, **how):
    """Return a frame without its index as the text of a CSV file, each cell and heading guarded."""
    return (
        frame.map(guarded).rename(columns=guarded).to_csv(index=False, lineterminator="\n", **how)
    )
