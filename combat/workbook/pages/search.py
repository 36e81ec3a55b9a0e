"""What the start page can search: the words of all pages, and the place where each stands."""

import json
from html.parser import HTMLParser

_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_BLOCKS = {"p", "li", "div", "br", "td", "th", "blockquote", "pre"}  # part words in what is read


def places(page):
    """Return what an exported page has to find: (kind, id, text) of each, in its order.

    page: its HTML. The kinds are "part" and "section", which are headings, "finding", "figure"
    and "table", the last two with their captions; a table without an id of its own has that of
    its figure. The title isn't among them.

    >>> places('<h1 id="a">A</h1><h2 id="who">Who &amp; what</h2><p>Dragons.</p>')
    [('part', 'who', 'Who & what')]
    >>> places('<div class="finding" id="finding-1"><p><strong>So.</strong> But</p></div>')
    [('finding', 'finding-1', 'So. But')]
    """
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.places


def data(pages):
    """Return the search's data as JSON that can stand in a script element.

    pages: (file, title, question, HTML) of each. The title and the question are found as the
    page itself, of kind "page".

    >>> data([("a.html", "A <b>", "Who?", "")])
    '{"pages": [["a.html", "A \\\\u003cb>"]], "places": [[0, "page", "", "A \\\\u003cb> – Who?"]]}'
    """
    found = []
    for number, (_, title, question, page) in enumerate(pages):
        found.append((number, "page", "", f"{title} – {question}" if question else title))
        found.extend((number, *place) for place in places(page))
    names = [page[:2] for page in pages]
    # "</script" would end the element, and "<!--" could keep it from ending.
    return json.dumps({"pages": names, "places": found}, ensure_ascii=False).replace("<", "\\u003c")


class _Reader(HTMLParser):
    """Reads one thing at a time: from its first tag to the one that ends it."""

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
        """The kind and the place of what begins with this tag, or None."""
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
