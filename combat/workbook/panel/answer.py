"""What a panel shows: a title that is the answer, charts, a table and a note."""

from html import escape

import pandas as pd

from combat.workbook.charts import paper
from combat.workbook.charts.text import minus
from combat.workbook.panel.table import Table

LONG = 10  # rows of a table that is not folded


class Answer:
    """What a panel shows for one set of values.

    title: a sentence with the answer. charts: of `combat.workbook.charts`, side by side. table: a
    frame, a Table or a text under them. note: what else should be known, such as what a picture
    leaves out.

    >>> Answer("Ten points ahead hit in 62%.", note="Exact.")
    Ten points ahead hit in 62%. Exact.
    """

    def __init__(self, title, *charts, table=None, note=""):
        self.title, self.charts = minus(title), charts
        self.table, self.note = table, minus(note)

    def told(self, values=None):
        """Return it as a dict for JSON; values: of the panel's controls."""
        return {
            "title": self.title,
            "note": self.note,
            "table": folded(html_of(self.table)),
            "charts": [chart.spec(values) for chart in self.charts],
        }

    def png(self, size, values=None):
        """Return its charts under its title as a PNG; size: of the charts, in inches."""
        specs = [chart.spec(values) for chart in self.charts]
        return paper.png(specs, size, self.title)

    def __repr__(self):
        return f"{self.title} {self.note}".strip()


def folded(html):
    """Return a table of many rows so that it is opened by hand; another one as it is."""
    rows = html.count("<tr") - 1
    if rows <= LONG or "<details" in html:
        return html
    return f"<details><summary>The table of this picture ({rows} rows)</summary>{html}</details>"


def html_of(shown):
    """Return a text, a frame, or anything with an HTML view, as HTML; "" for nothing."""
    if isinstance(shown, pd.DataFrame):
        shown = Table(shown)
    if hasattr(shown, "_repr_html_"):
        return shown._repr_html_()
    return f"<p>{escape(minus(shown))}</p>" if shown else ""
