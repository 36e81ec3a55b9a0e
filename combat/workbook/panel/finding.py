"""A finding: a sentence with computed numbers, and a check that it is true."""

from combat.workbook.charts.text import minus


class Finding:
    """Shows `text` as prose if every one of `holds` is true; AssertionError otherwise.

    So a sentence of a notebook can't stay when its numbers have changed. text: Markdown, with the
    numbers filled in by the notebook's cell. key: whether it is one of the answers, at most three,
    with which an exported page begins.

    >>> Finding(f"Two dice make {3.5 + 3.5:g} on average.", 3.5 + 3.5 == 7)
    Two dice make 7 on average.
    >>> Finding("The moon is nearer.", 1 > 2)
    Traceback (most recent call last):
    AssertionError: no longer holds: The moon is nearer.
    """

    def __init__(self, text, *holds, key=False):
        if not holds or not all(holds):
            raise AssertionError(f"no longer holds: {text}")
        self.text, self.key = minus(text), key

    def __repr__(self):
        return self.text

    def _repr_markdown_(self):
        return self.text

    def _repr_mimebundle_(self, **_kwargs):
        return {}, {"combat": {"key": True}} if self.key else {}
