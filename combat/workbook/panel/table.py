"""A frame as a table for readers: rounded, in percent where wanted, with a caption."""

import re
from html import escape

import pandas as pd

from combat.core.words import percent
from combat.workbook.charts.text import minus

_CODE = re.compile(r"`([^`]+)`")


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
