"""A finding: a sentence with computed numbers, and a check that it is true."""

from functools import partial

from combat.workbook.charts.text import minus

_OTHER = "What this notebook found here is about its example; the game shows other units now."


class Finding:
    """Shows `text` as prose if every one of `holds` is true; AssertionError otherwise.

    So a sentence of a notebook can't stay when its numbers have changed. text: Markdown, with the
    numbers filled in by the notebook's cell. key: whether it is one of the answers, at most three,
    with which an exported page begins. about: a pair (game, units), if the sentence is about these
    units: while the `Game` has other ones, a line says so in its place.

    >>> Finding(f"Two dice make {3.5 + 3.5:g} on average.", 3.5 + 3.5 == 7)
    Two dice make 7 on average.
    >>> Finding("The moon is nearer.", 1 > 2)
    Traceback (most recent call last):
    AssertionError: no longer holds: The moon is nearer.
    """

    def __init__(self, text, *holds, key=False, about=None):
        if not holds or not all(holds):
            raise AssertionError(f"no longer holds: {text}")
        self.text, self.key = minus(text), key
        if about is not None:
            self._ipython_display_ = partial(self._display, *about)

    def _display(self, game, units):
        """Show the finding in a notebook while the game has these units."""
        # Imported here, as a page on which Python runs has no IPython.
        from IPython.display import DisplayHandle, Markdown

        handle, other = DisplayHandle(), Markdown(f"*{_OTHER}*")
        now = Finding(self.text, True, key=self.key)
        handle.display(now if game.shows(units) else other)
        game.watch(lambda: handle.update(now if game.shows(units) else other))

    def __repr__(self):
        return self.text

    def _repr_markdown_(self):
        return self.text

    def _repr_mimebundle_(self, **_kwargs):
        return {}, {"combat": {"key": True}} if self.key else {}
