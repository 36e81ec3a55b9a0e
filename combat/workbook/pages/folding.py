"""What a page folds, so that it can be read through: sections that it names so, and long tables."""

import re

from combat.workbook.notebooks import COLLAPSED

ASIDE = "aside"  # the tag of a heading's cell whose section is folded on the page alone
LONG = 8  # rows

_TABLE = re.compile(r'<div class="table"[^>]*>\s*<table.*?</table></div>', flags=re.S)
_CAPTION = re.compile(r"<caption[^>]*>(.*?)</caption>", flags=re.S)


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
