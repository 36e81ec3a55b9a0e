"""Verdicts as files: CSV for a table, a page for people."""

from pathlib import PurePath

import numpy as np
import pandas as pd

from combat.charter.claim import written
from combat.charter.lines import lines_of
from combat.charter.verdicts import Verdicts
from combat.dice import Distribution

ENDINGS = (".csv", ".html")
_SHOWN = ["verdict", "claim", "value", "band", "method", "battles"]
_UNSEEN = 2e-4  # a bar of a smaller chance is thinner than a line
_MOST_PICTURES = 24  # of broken claims in a page; the table has them all


def report(found, path):
    """Return the text of a report, a CSV or an HTML page, by the ending of the path.

    found: triples (name of the charter, faults found while reading it, `Verdicts`). ValueError
    for another ending, or if a package that a page needs isn't installed.

    >>> report([], "report.txt")
    Traceback (most recent call last):
    ValueError: report.txt: reports are written as .csv, .html; give one of these endings
    """
    check(path)
    return as_csv(found) if PurePath(path).suffix.lower() == ".csv" else _as_page(found)


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
    if ending == ".html":
        _pages()


def _pages():
    try:
        from combat.workbook import charts
        from combat.workbook.report import page
    except ImportError as error:
        raise ValueError(
            f"pages are made with the extra 'workbook', of which {error.name} isn't there; "
            f"pip install 'combat-design-workbook[workbook]', or write a .csv"
        ) from None
    return charts, page


def as_csv(found):
    """Return the verdicts of all charters as one CSV, with the file's name in the first column.

    >>> as_csv([]).startswith("file,row,claim,system,first,second,measure,value,low,high")
    True
    """
    frames = [verdicts.frame.assign(file=name) for name, _, verdicts in found if len(verdicts)] or [
        Verdicts(()).frame.assign(file="")
    ]
    whole = pd.concat(frames, ignore_index=True)
    columns = ["file", *whole.columns.drop("file")]
    return whole[columns].to_csv(index=False, lineterminator="\n")


def _as_page(found):
    """The verdicts as one HTML page, with a picture of the distribution of each broken claim."""
    charts, page = _pages()
    names = ", ".join(PurePath(name).name for name, _, _ in found)
    parts = []
    for name, faults, verdicts in found:
        parts += [("heading", name)] if len(found) > 1 else []
        parts += [verdicts.summary, *faults, *verdicts.faults, *verdicts.biases]
        if len(verdicts):
            caption = "The claims, the worst first; those of a row that hold are one line."
            parts.append(("table", folded(verdicts), caption))
        parts += _pictures(charts, verdicts)
    return page(f"Charter: {names}", parts)


def shown(verdicts):
    """Return the verdicts as a frame to show, worst first, values as text.

    >>> shown(Verdicts(())).columns.tolist()
    ['verdict', 'claim', 'value', 'band', 'method', 'battles']
    """
    rows = [
        (
            one.verdict,
            one.claim.claim,
            one.shown,
            one.claim.band,
            one.method,
            f"{one.battles:,}" if one.battles else "",
        )
        for one in verdicts.worst_first
    ]
    return pd.DataFrame(rows, columns=_SHOWN)


def folded(verdicts):
    """Return a frame like that of `shown`, with the claims of a row that hold in one line."""
    rows = [
        (
            line.verdict,
            line.claim,
            line.value,
            line.band,
            line.method,
            f"{line.battles:,}" if line.battles else "",
        )
        for line in lines_of(verdicts)
    ]
    return pd.DataFrame(rows, columns=_SHOWN)


def _pictures(charts, verdicts):
    """The distribution of each broken claim, the worst first, as parts of a page."""
    broken = [
        one
        for one in verdicts.worst_first
        if one.verdict == "broken" and one.distribution is not None
    ]
    parts = []
    for one in broken[:_MOST_PICTURES]:
        found = _without_tails(one.distribution)
        # Leave room above the highest bar, but never more than a chance of 1.
        top = min(1.0, 1.15 * float(found.chances.max()))
        chart = charts.distribution(found, xlabel=one.behind, ylabel="chance", ylim=(0, top))
        parts.append(("chart", chart, f"{one.line}.", _spread_in_words(one)))
    if len(broken) > _MOST_PICTURES:
        parts.append(f"{len(broken) - _MOST_PICTURES} more broken claims are in the table only.")
    return parts


def _without_tails(found):
    """A distribution without its invisibly small tails, scaled to 1."""
    values, chances = found.values, found.chances
    seen = np.flatnonzero((chances >= _UNSEEN) & np.isfinite(values))
    if not seen.size:
        return found
    kept = slice(seen[0], seen[-1] + 1)
    return Distribution(values[kept], chances[kept] / chances[kept].sum())


def _spread_in_words(one):
    """What a picture shows, as a sentence: the mean, and the range of nine cases in ten."""
    mean, low, high = (
        written(value, "number")
        for value in (
            one.distribution.mean,
            one.distribution.quantile(0.05),
            one.distribution.quantile(0.95),
        )
    )
    if low == high:
        return f"In nine of ten cases {low} ({one.behind}); {mean} on average."
    return f"In nine of ten cases from {low} to {high} ({one.behind}); {mean} on average."
