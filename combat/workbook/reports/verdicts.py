"""The verdicts of charters as a page: their table, and a picture for each broken claim."""

from pathlib import PurePath

import numpy as np

from combat.charter.claim import written
from combat.charter.verdicts import folded
from combat.dice import Distribution
from combat.workbook import charts
from combat.workbook.reports.page import page

_UNSEEN = 2e-4  # the bar of a smaller chance would be thinner than a line
_MOST_PICTURES = 24  # of broken claims on a page; the table has all of them


def page_of(found):
    """Return the HTML of a page that shows the verdicts of charters."""
    names = ", ".join(PurePath(name).name for name, _, _ in found)
    parts = []
    for name, faults, verdicts in found:
        parts += [("heading", name)] if len(found) > 1 else []
        parts += [verdicts.summary, *faults, *verdicts.faults, *verdicts.biases]
        if len(verdicts):
            caption = "The claims, the worst first; those of a row that hold are one line."
            parts.append(("table", folded(verdicts), caption))
        parts += _pictures(verdicts)
    return page(f"Charter: {names}", parts)


def _pictures(verdicts):
    """The distribution of each broken claim, the worst first, as parts of a page."""
    broken = [
        one
        for one in verdicts.worst_first
        if one.verdict == "broken" and one.distribution is not None
    ]
    parts = []
    for one in broken[:_MOST_PICTURES]:
        found = _without_tails(one.distribution)
        chart = charts.distribution(found, xlabel=one.label, ylabel="chance")
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
    found = one.distribution
    values = found.mean, found.quantile(0.05), found.quantile(0.95)
    mean, low, high = (written(value, "number") for value in values)
    if low == high:
        return f"In nine of ten cases {low} ({one.label}); {mean} on average."
    return f"In nine of ten cases from {low} to {high} ({one.label}); {mean} on average."
