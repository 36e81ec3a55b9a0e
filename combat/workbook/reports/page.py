"""A report on charters or patches as one HTML page, in the style of the exported notebooks.

>>> import pandas as pd
>>> verdicts = pd.DataFrame({"claim": ["No duel is sure"], "verdict": ["broken"]})
>>> "No duel is sure" in page("Balance", ["One claim.", ("table", verdicts, "The verdicts")])
True
"""

import re

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from combat.core.words import minus
from combat.workbook import Answer, Panel, Table
from combat.workbook.charts.chart import Chart
from combat.workbook.pages.export import document, plain
from combat.workbook.panel.recording import recording

LONG, SHOWN = 25, 15  # of more rows than LONG, a table shows SHOWN; all of them are folded away
_CELL = re.compile(r"<td([^>]*)>(holds|broken|open|fault)</td>")


def page(title, parts, *, made=""):
    """Return a report as the HTML of a self-contained page, also for dark screens and print.

    parts: in their order, each of them a text (a paragraph), ("heading", text), ("table", frame,
    caption[, formats]), formats as in `Table`, or ("chart", chart, caption, words); words say what
    a chart shows, also for readers who can't see it. made: a sentence for the foot. HTML in texts
    and frames is escaped. ValueError for another kind of part.
    """
    cells = [_text(title, "# "), *map(_cell, parts)]
    made = made or "Made by the Combat Design Workbook."
    return document(new_notebook(cells=cells), "", made=made)


def _cell(part):
    """A part as the cell of a notebook that shows it."""
    if isinstance(part, str):
        return _text(part)
    kind, *rest = part
    kinds = {"heading": _heading, "table": _table, "chart": _chart}
    if kind not in kinds:
        raise ValueError(
            f"a part of a report is a text, a heading, a table or a chart, not {kind!r}"
        )
    return kinds[kind](*rest)


def _text(text, level=""):
    return new_markdown_cell(f"{level}{plain(minus(text))}")


def _heading(text):
    return _text(text, "## ")


def _table(frame, caption, formats=None):
    shown = _html(frame.head(SHOWN) if len(frame) > LONG else frame, caption, formats)
    if len(frame) > LONG:
        summary = f"<summary>All {len(frame):,} rows</summary>"
        shown += f'<details class="numbers">{summary}{_html(frame, "", formats)}</details>'
    return _output({"text/html": shown}, open=True)


def _html(frame, caption, formats):
    html = Table(frame, caption=caption, formats=formats)._repr_html_()
    return _CELL.sub(r'<td class="verdict \2"\1>\2</td>', html)


def _chart(chart, caption, words):
    if not isinstance(chart, Chart):
        raise ValueError(f"the chart {caption!r} is none of combat.workbook.charts: {chart!r}")
    recorded = recording(Panel(lambda: Answer(words, chart, note=caption)))
    return _output({}, recording=recorded, settings="", figure="", opens="")


def _output(data, **combat):
    shown = new_output("display_data", data, metadata={"combat": combat})
    return new_code_cell(outputs=[shown])
