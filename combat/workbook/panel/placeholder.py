"""A place under a notebook's question for a panel that is built further down."""

from combat.workbook.panel.running import Line


class Placeholder:
    """The place of the first panel, so that a reader meets it before the code that builds it.

    The cell that ends with it shows a line until another cell calls `show`; then the panel stands
    there, in the saved notebook, too. As nbval compares cell by cell, tag that cell
    `nbval-ignore-output`.

    >>> top = Placeholder()
    >>> top.show("a panel")
    The panel stands under the question, at the top.
    """

    def __init__(self):
        self._handle = None

    def _ipython_display_(self):
        # Imported here, as a page on which Python runs has no IPython.
        from IPython.display import DisplayHandle, Markdown, display

        if (line := Line.take()) is not None:
            display(line)
        self._handle = DisplayHandle()
        self._handle.display(
            Markdown("*Run All wakes me: the panel that is built below will stand here.*")
        )

    def show(self, panel):
        """Show a panel in this place, and return what its own cell shows instead."""
        if self._handle is not None:
            self._handle.update(panel)
        return Placed(panel)


class Placed:
    """What the cell of a panel shows that stands in a placeholder: where to look for it."""

    _WORDS = "The panel stands under the question, at the top."

    def __init__(self, panel):
        self.panel = panel

    def __repr__(self):
        return self._WORDS

    def _repr_html_(self):
        return f"<p><em>{self._WORDS}</em></p>"

    def _repr_mimebundle_(self, **_kwargs):
        return {}, {"combat": {"passing": True}}  # a page needs no such word
