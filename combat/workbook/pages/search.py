"""The data for the search of the start page: texts of all pages, and where each stands."""

import json
from html.parser import HTMLParser

_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_BLOCKS = {"p", "li", "div", "br", "td", "th", "blockquote", "pre"}  # they separate words


def places(page):
    """Return what can be found on a page's HTML: (kind, id, text) of each place, in order."""
    # The kinds are part, section, finding, figure and table.
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.places


def data(pages):
    """Return the search's data as JSON that can stand in a script element."""
    found = []
    for number, (_, title, question, page) in enumerate(pages):
        found.append((number, "page", "", f"{title} – {question}" if question else title))
        found.extend((number, *place) for place in places(page))
    names = [page[:2] for page in pages]
    # "</script" would end the element, and "<!--" could keep it from ending.
    return json.dumps({"pages": names, "places": found}, ensure_ascii=False).replace("<", "\\u003c")


class _Reader(HTMLParser):
    """Collects the places of a page, one at a time: each from its first tag to its last."""

    def __init__(self):
        super().__init__()
        self.places, self._figure, self._table, self._titled = [], "", "", False
        self._reading = self._tag = None  # kind and id of what is read; the tag that ends it
        self._depth, self._texts = 0, []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if self._reading:
            self._depth += tag == self._tag
            if tag in _BLOCKS:
                self._texts.append(" ")
            if tag == "svg":  # a formula, in words
                self._texts.append(attrs.get("aria-label") or "")
            return
        place, kinds = attrs.get("id") or "", (attrs.get("class") or "").split()
        if tag == "figure":
            self._figure = place
        elif tag == "div" and "table" in kinds:
            self._table = place
        self._reading = self._begun(tag, place, kinds)
        self._tag, self._depth, self._texts = tag, 1, []

    def _begun(self, tag, place, kinds):
        """The (kind, id) of the place that begins with this tag, or None."""
        if tag == "h1" and not self._titled:
            self._titled = True
            return None
        if tag in _HEADINGS and place:
            return "part" if tag in ("h1", "h2") else "section", place
        if tag == "div" and "finding" in kinds:
            return "finding", place
        if tag == "span" and "caption" in kinds:
            return "figure", self._figure
        if tag == "caption":
            return "table", self._table or self._figure
        return None

    def handle_endtag(self, tag):
        if not self._reading:
            if tag == "figure":
                self._figure = ""
            return
        self._depth -= tag == self._tag
        if self._depth:
            return
        text = " ".join("".join(self._texts).split())
        if text:
            self.places.append((*self._reading, text))
        self._reading = None

    def handle_data(self, data):
        if self._reading:
            self._texts.append(data)
