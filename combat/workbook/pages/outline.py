"""The outline of a page: findings at its head, contents, what it folds, and places to link to.

The parts themselves are made in `export`.
"""

import re
from dataclasses import dataclass

from combat.workbook.notebooks import COLLAPSED

MOST_KEYS = 3

_BOLD = re.compile(r"<p><strong>(.+?)</strong>", flags=re.S)
_LAST = re.compile(r"</p>(?=\s*$)")
_SEE = r' <a class="see" href="{}">See it</a></p>'
_LINK = re.compile(r"</?a\b[^>]*>")
_CAPTIONED = re.compile(r'<div class="table"(?=[^>]*><table[^>]*>\s*<caption)')
ASIDE = "aside"  # the tag of a heading's cell whose section is folded on the page alone
LONG = 8  # rows
_TABLE = re.compile(r'<div class="table"[^>]*>\s*<table.*?</table></div>', flags=re.S)
_CAPTION = re.compile(r"<caption[^>]*>(.*?)</caption>", flags=re.S)


@dataclass(frozen=True)
class Found:
    """A finding: the id of the heading above, its sentence, the id of the figure whose guess it is.

    key: whether the page begins with it.
    """

    place: str
    sentence: str
    key: bool = False
    spoiler: str = ""


class Marks:
    """Numbers findings (output that begins with a bold sentence) and tables, to be linked to."""

    def __init__(self, headings):
        self.findings, self._headings, self._tables = [], headings, 0

    def mark(self, html, output, figures):
        """The HTML of an output with ids; a finding with a figure's settings links to it."""
        data, marks = output.get("data", {}), output.get("metadata", {}).get("combat", {})
        if "recording" in marks:  # a figure has its own id, and its tables are part of it
            return html
        bold = _BOLD.match(html) if "text/markdown" in data else None
        if not bold:
            return _CAPTIONED.sub(self._table, html)
        place = f"finding-{len(self.findings) + 1}"
        above = [entry for entry in self._headings if entry["level"] in (2, 3)]
        head = above[-1]["id"] if above else place
        spoiler = figures.asking if marks.get("spoiler") else ""
        if marks.get("at"):
            html = _LAST.sub(_SEE.format(figures.named(marks["at"])), html, count=1)
        self.findings.append(Found(head, _sentence(bold[1]), bool(marks.get("key")), spoiler))
        told = f' data-spoiler="{spoiler}"' if spoiler else ""
        return f'<div class="finding" id="{place}"{told}>{html.strip()}</div>'

    def _table(self, _found):
        self._tables += 1
        return f'<div class="table" id="table-{self._tables}"'


def _sentence(html):
    """The bold words as the text of a link in a list: without links inside, with a full stop."""
    words = _LINK.sub("", html).strip().rstrip(",;:")
    plain = re.sub(r"<[^>]+>", "", words)
    return words if plain.endswith((".", "!", "?", "…")) else f"{words}."


def opening(cells):
    """Return how many cells a notebook's opening has: the prose before its first part or output."""
    end = 0
    for at, cell in enumerate(cells):
        if cell.cell_type == "markdown":
            if end and re.search(r"^## ", cell.source, flags=re.M):
                return end
            end = at + 1
        elif end and cell.get("outputs"):
            return end
    return end


def keys_of(findings):
    """Return the key findings, with which a page begins; ValueError for too many."""
    keys = [found for found in findings if found.key]
    if len(keys) > MOST_KEYS:
        raise ValueError(
            f"{len(keys)} findings are key=True: a page begins with {MOST_KEYS} at most; "
            f'the last is "{keys[-1].sentence}"'
        )
    return keys


def contents(headings):
    """Return the parts of a page with their sections: (heading, [headings]) for each part."""
    parts = []
    for heading in headings:
        if heading["level"] == 2:
            parts.append((heading, []))
        elif heading["level"] == 3 and parts:
            parts[-1][1].append(heading)
    return parts


class Sections:
    """Folds the sections of a page, heading by heading: each ends at the next one of its level."""

    def __init__(self):
        self._open = []  # the levels of the folded sections around

    def begun(self, cell, html):
        """Return the HTML of a Markdown cell with the folds that end and begin with its heading."""
        head = re.match(r"(#+) ", cell.source)
        if not head:
            return html
        level = len(head[1])
        ended = self.ended(level)
        if not (cell.metadata.get(COLLAPSED) or ASIDE in cell.metadata.get("tags", [])):
            return ended + html
        self._open.append(level)
        heading, end, rest = html.partition(f"</h{level}>")
        return f'{ended}<details class="fold"><summary>{heading}{end}</summary>{rest}'

    def ended(self, level=1):
        """Return the end of the folded sections of this level and those in them."""
        within = [one for one in self._open if one < level]
        count, self._open = len(self._open) - len(within), within
        return "</details>" * count


def long_folded(html):
    """Return HTML in which each table of over eight rows is folded under its caption."""
    return html if "<details" in html else _TABLE.sub(_folded, html)


def _folded(table):
    rows = len(re.findall(r"<tr\b", table[0])) - 1
    if rows <= LONG:
        return table[0]
    caption = _CAPTION.search(table[0])
    plain = re.sub(r"<[^>]+>", "", caption[1]).strip() if caption else "A table"
    plain = plain.split(". ")[0].rstrip(".")  # the rest stands above the open table
    return f'<details class="long"><summary>{plain} ({rows} rows)</summary>{table[0]}</details>'
