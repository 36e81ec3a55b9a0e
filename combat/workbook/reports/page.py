"""A report on charters or patches as one HTML page, in the style of the exported notebooks.

>>> import pandas as pd
>>> verdicts = pd.DataFrame({"claim": ["No duel is sure"], "verdict": ["broken"]})
>>> "No duel is sure" in page("Balance", ["One claim.", ("table", verdicts, "The verdicts")])
True
"""

import re
from html import escape

from combat.workbook import Answer, Panel, Table
from combat.workbook.charts.axes import minus
from combat.workbook.charts.chart import Chart
from combat.workbook.pages.figures import Figures, template, wrap_tables
from combat.workbook.pages.outline import contents
from combat.workbook.panel.links import slug
from combat.workbook.panel.places import recording

LONG, SHOWN = 25, 15  # of more rows than LONG, a table shows SHOWN; all of them are folded away
MANY = 3  # headings; with so many or more, the page has a list of them
_CELL = re.compile(r"<td([^>]*)>(holds|broken|open|fault)</td>")


def page(title, parts, *, made=""):
    """Return a report as the HTML of a self-contained page, also for dark screens and print.

    parts: in their order, each of them a text (a paragraph), ("heading", text), ("table", frame,
    caption[, formats]), formats as in `Table`, or ("chart", chart, caption, words); words say what
    a chart shows, also for readers who can't see it. made: a sentence for the foot. HTML in texts
    and frames is escaped. ValueError for another kind of part.
    """
    made_of = _Parts()
    shown = [made_of.html(part) for part in parts]
    toc = contents(made_of.headings) if len(made_of.headings) >= MANY else []
    if toc:  # after the parts before the first heading
        first = next(at for at, html in enumerate(shown) if html.startswith("<h2"))
        shown.insert(first, template("opening.html.j2").render(toc=toc))
    return template("document.html.j2").render(
        title=title,
        parts=[f"<h1>{escape(minus(title))}</h1>", *shown],
        made=made or "Made by the Combat Design Workbook.",
        contents=bool(toc),
    )


class _Parts:
    """The parts of one page as HTML, with figures and tables numbered."""

    def __init__(self):
        self.headings, self._figures, self._tables = [], Figures(), 0

    def html(self, part):
        if isinstance(part, str):
            return f"<p>{escape(minus(part))}</p>"
        kind, *rest = part
        kinds = {"heading": self._heading, "table": self._table, "chart": self._chart}
        if kind not in kinds:
            raise ValueError(
                f"a part of a report is a text, a heading, a table or a chart, not {kind!r}"
            )
        return kinds[kind](*rest)

    def _heading(self, text):
        place = slug(text)
        taken = sum(heading["slug"] == place for heading in self.headings)
        anchor = f"part-{place}" + (f"-{taken + 1}" if taken else "")
        shown = escape(minus(text))
        self.headings.append({"slug": place, "id": anchor, "text": shown, "level": 2})
        return f'<h2 id="{escape(anchor)}">{shown}</h2>'

    def _table(self, frame, caption, formats=None):
        self._tables += 1
        shown = frame.head(SHOWN) if len(frame) > LONG else frame
        html = _table(shown, caption, formats).replace("<div", f'<div id="table-{self._tables}"', 1)
        if len(frame) > LONG:
            summary = f"<summary>All {len(frame):,} rows</summary>"
            whole = _table(frame, "", formats)
            html += f'<details class="numbers">{summary}<div>{whole}</div></details>'
        return html

    def _chart(self, chart, caption, words):
        if not isinstance(chart, Chart):
            raise ValueError(f"the chart {caption!r} is none of combat.workbook.charts: {chart!r}")
        return self._figures.add(recording(Panel(lambda: Answer(words, chart, note=caption))))


def _table(frame, caption, formats):
    html = Table(frame, caption=caption, formats=formats)._repr_html_()
    return wrap_tables(_CELL.sub(r'<td class="verdict \2"\1>\2</td>', html))
