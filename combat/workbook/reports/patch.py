"""A patch as the parts of a page: its tables, and pictures where they help."""

import numpy as np
import pandas as pd

from combat.core.words import percent
from combat.workbook import charts
from combat.workbook.reports.page import page

MOST_ROWS = 1000  # of a table on the page
MOST_BARS = 15
MOST_CELLS = 24  # columns of a heat map up to which its numbers can be read


def page_of(patch, made):
    """Return a patch as the HTML of a page, titled with both versions; made: its last line."""
    return page(f"{patch.before} → {patch.after}", parts_of(patch), made=made)


def parts_of(patch):
    """Return the parts of a page on a patch, a list for `combat.workbook.reports.page.page`."""
    parts = [f"{patch.summary[0].upper()}{patch.summary[1:]}.", *([patch.rule] if patch else [])]
    for part in patch.parts:
        parts += [("heading", part.title), *_pictures(part), *_table(part)]
    return [part for part in parts if part]


def _table(part):
    if part.frame.empty:
        return [part.note]
    more = len(part.frame) - MOST_ROWS
    left_out = f" The {MOST_ROWS} greatest changes; {more:,} more are left out." if more > 0 else ""
    return [("table", part.frame.head(MOST_ROWS), part.note + left_out, part.formats)]


def _pictures(part):
    drawn = {"duels": _of_duels, "units": _of_before_and_after}
    return drawn[part.kind](part) if part.kind in drawn and len(part.frame) else []


def _of_duels(part):
    """A heat map of all changes if several units changed, else bars of the greatest changes."""
    cells = part.picture
    rows, columns = cells.shape
    if not 1 < rows <= MOST_CELLS or columns > MOST_CELLS:
        return _of_changes(part)
    reach = float(np.nanmax(np.abs(cells.to_numpy())))
    chart = charts.heat(cells, limits=(-reach, reach), spec="+.0f", scale=100, xlabel="against")
    caption = "Changes of the score in percentage points: the row's unit against the column's."
    return [("chart", chart, caption, _greatest(part))]


def _of_changes(part):
    """The greatest changes as bars to both sides of zero."""
    frame = part.frame.dropna(subset="change").head(MOST_BARS)
    names = [f"{row.first} against {row.second}" for row in frame.itertuples()]
    bars = pd.DataFrame({"change": frame["change"].to_numpy()}, names)
    caption = "The greatest changes, in percentage points to both sides."
    chart = charts.rows(bars, effects=True, xlabel="change of the first one's score")
    return [("chart", chart, caption, _greatest(part))]


def _of_before_and_after(part):
    """The values after the patch as bars, with a stroke at the value before."""
    frame = part.frame.dropna(subset=["before", "after"]).head(MOST_BARS)
    if frame.empty:
        return []
    bars = pd.DataFrame({"after": frame["after"].to_numpy(), "before": frame["before"].to_numpy()})
    chart = charts.rows(bars.set_axis(frame["unit"]), dots="before")
    caption = "After the patch; the black stroke is where it was before."
    return [("chart", chart, caption, _greatest(part))]


def _greatest(part):
    """The greatest change as a sentence."""
    row = part.frame.dropna(subset="change").iloc[0]
    where = f"{row['first']} against {row['second']}" if "first" in row else row["unit"]
    before, after = percent(row["before"]), percent(row["after"])
    return f"The greatest change: {where}, from {before} to {after}."
