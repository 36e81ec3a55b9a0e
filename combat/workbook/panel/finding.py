"""A finding: a sentence with computed numbers, and a check that it is true."""

from functools import partial

from IPython.display import DisplayHandle, Markdown

from combat.workbook.charts.text import minus
from combat.workbook.panel.guess import last_asked

_OTHER = "What this notebook found here is about its example; the game shows other units now."
_UNTOLD = "<details><summary>What is found: open it after your guess</summary>\n\n{}\n\n</details>"


class Finding:
    """Shows `text` as prose if every one of `holds` is true; AssertionError otherwise.

    So a sentence of a notebook can't stay when its numbers have changed. text: Markdown, with the
    numbers filled in by the notebook's cell. key: whether it is one of the answers, at most three,
    with which an exported page begins. at: settings {control: value} of the figure above that the
    sentence names (a slider's number, a list's text, a box's boolean): an exported page has a
    picture of them, and a link to it. about: a pair (game, units), if the sentence is about these
    units: while the `Game` has other ones, a line says so in its place. spoiler: whether it tells
    the answer of the guess asked last above, so that it is folded until that is answered.

    >>> Finding(f"Two dice make {3.5 + 3.5:g} on average.", 3.5 + 3.5 == 7)
    Two dice make 7 on average.
    >>> Finding("The moon is nearer.", 1 > 2)
    Traceback (most recent call last):
    AssertionError: no longer holds: The moon is nearer.
    """

    def __init__(self, text, *holds, key=False, at=None, about=None, spoiler=False):
        if not holds or not all(holds):
            raise AssertionError(f"no longer holds: {text}")
        self.text, self.key, self.spoiler = minus(text), key, spoiler
        self.at = {
            name: value.item() if hasattr(value, "item") else value  # as JSON has it
            for name, value in (at or {}).items()
        }
        asked = last_asked() if spoiler else None
        if about is not None or asked is not None:
            self._ipython_display_ = partial(self._display, about, asked)

    def _display(self, about, asked):
        """Show the finding in a notebook while it is about the game's units, and may be told."""
        handle = DisplayHandle()
        handle.display(self._now(about, asked))
        if about is not None:
            about[0].observe(lambda: handle.update(self._now(about, asked)))
        if asked is not None:
            asked.observe(lambda _: handle.update(self._now(about, asked)), "display")

    def _now(self, about, asked):
        if about is not None and not about[0].shows(about[1]):
            return Markdown(f"*{_OTHER}*")
        untold = asked is not None and asked.display == "none"
        text = _UNTOLD.format(self.text) if untold else self.text
        now = Finding(text, True, key=self.key, at=self.at)
        now.spoiler = self.spoiler
        return now

    def __repr__(self):
        return self.text

    def _repr_markdown_(self):
        return self.text

    def _repr_mimebundle_(self, **_kwargs):
        marks = {name: True for name in ("key", "spoiler") if getattr(self, name)}
        marks |= {"at": self.at} if self.at else {}
        return {}, {"combat": marks} if marks else {}
