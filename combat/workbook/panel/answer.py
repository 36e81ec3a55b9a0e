"""What a panel shows: an answer with charts, a table and a note; and its numbers as files.

How charts are drawn stands in `combat.workbook.charts`, what a page keeps of answers in `places`.
"""

import itertools
import re
from html import escape
from pathlib import Path

import pandas as pd

from combat.core.files import portable, write_whole
from combat.core.words import csv_of, minus, percent
from combat.workbook.charts import paper

LONG = 10  # rows of a table that is not folded
_CODE = re.compile(r"`([^`]+)`")


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


class Table:
    """Shows a frame as an HTML table, and as plain text where there is no HTML.

    formats: column -> format spec such as ".1f" or ".0%", or a function of the value; ".1pp" shows
    chances in percentage points. By ".0%" only what is so is shown as 0% or 100%, as by
    `combat.core.words.percent`. Numbers without a format are shown with up to four significant
    digits. The index is shown if it has a name, or holds names. folded: whether only the caption is
    seen until it is clicked.

    >>> Table(pd.DataFrame({"rule": ["smooth"], "chance": [0.25]}), formats={"chance": ".0%"})
      rule chance
    smooth    25%
    """

    def __init__(self, frame, *, caption="", formats=None, folded=False):
        self.frame, self.caption, self.folded = frame, minus(caption), folded
        self.formats = dict(formats or {})

    def texts(self):
        """Return the frame with every cell as the text that the table shows."""
        columns = self.frame.items()  # two may have one name
        texts = pd.concat([column.map(self._shower(name)) for name, column in columns], axis=1)
        if not self._indexed:
            return texts
        texts = texts.rename_axis(index=self.frame.index.name or "")
        return texts.reset_index(allow_duplicates=True)  # a unit may be called as the index is

    @property
    def _indexed(self):
        index = self.frame.index
        return index.name is not None or not pd.api.types.is_numeric_dtype(index)

    def _shower(self, column):
        spec = self.formats.get(column)
        if callable(spec):
            return lambda value: minus(spec(value))
        return lambda value: "–" if pd.isna(value) else minus(_formatted(value, spec))

    def __repr__(self):
        return self.texts().to_string(index=False)

    def _repr_html_(self):
        texts, frame = self.texts(), self.frame
        sources = [*[frame.index] * self._indexed, *(column for _, column in frame.items())]
        # No style of its own: the policy of a page lets no element have one.
        aligned = [
            f' align="{"right" if pd.api.types.is_numeric_dtype(values) else "left"}"'
            for values in sources
        ]
        head = "".join(
            f'<th scope="col"{align}>{_html(column)}</th>' if str(column) else "<td></td>"
            for column, align in zip(texts.columns, aligned, strict=True)
        )
        rows = "".join(f"<tr>{_cells(row, aligned)}</tr>\n" for row in texts.to_numpy())
        shown = f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table>"
        if self.caption and not self.folded:
            shown = f"<caption>{_html(self.caption)}</caption>\n{shown}"
        shown = f'<table class="dataframe combat">\n{shown}'
        if not self.folded:
            return shown
        return f"<details><summary>{_html(self.caption)}</summary>\n{shown}</details>"


def _cells(texts, aligned):
    cells = zip(texts, aligned, strict=True)
    return "".join(f"<td{align}>{_html(text)}</td>" for text, align in cells)


def _formatted(value, spec):
    if spec is None:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return f"{value:.4g}" if number else str(value)
    if isinstance(value, float):  # its last bits vary between machines: 2.5500000000000003 is 2.55
        value = float(f"{value:.12g}")
    if spec.endswith("pp"):
        return f"{100 * value:{spec[:-2]}f}"
    chance = re.fullmatch(r"\.(\d+)%", spec)
    return percent(value, int(chance[1])) if chance else format(value, spec)


def _html(text):
    """A text as HTML, `code` marked; in it JupyterLab finds no formula, as between two $."""
    return _CODE.sub(r"<code>\1</code>", escape(str(text)).replace("$", "<span>$</span>"))


def saved(answer, folder=None):
    """Write the numbers of an answer's charts as CSV files named after their titles; the paths."""
    folder = folder or build_folder()
    frames = [
        (chart.title or answer.title, one) for chart in answer.charts for one in chart.numbers()
    ]
    names = [folder / name for name in file_names([title for title, _ in frames])]
    texts = [csv_of(_named(frame), float_format="%.10g") for _, frame in frames]
    write_whole(dict(zip(names, texts, strict=True)), folders=True)
    return names


def build_folder():
    """Return `build` beside the nearest pyproject.toml above, else in the present folder."""
    here = Path.cwd()
    home = next((up for up in (here, *here.parents) if (up / "pyproject.toml").exists()), here)
    return home / "build"


def file_names(titles):
    """Return the name of a CSV file for each title; no two are alike.

    >>> file_names(["Who wins?", "Who wins?", "con"])
    ['who-wins.csv', 'who-wins-2.csv', 'con-numbers.csv']
    """
    names = {}
    for title in titles:
        stem = "-".join(re.findall(r"\w+", title.lower())[:7]) or "numbers"
        if not portable(stem):  # on Windows, "con" is a device
            stem = f"{stem}-numbers"
        counted = itertools.chain([stem], (f"{stem}-{count}" for count in itertools.count(2)))
        names[next(name for name in counted if name not in names)] = True
    return [f"{name}.csv" for name in names]


def _named(frame):
    """The frame with its index as the first column, called "row" if it has no name."""
    frame = frame.rename_axis(frame.index.name or "row").rename_axis(None, axis=1)
    return frame.reset_index(allow_duplicates=True)  # a unit may be called so
