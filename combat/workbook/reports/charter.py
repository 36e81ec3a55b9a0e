"""A charter in a notebook: its table while it is judged, and a check that its claims hold."""

import time
from html import escape

import ipywidgets as widgets
from IPython import get_ipython
from IPython.display import display

from combat.workbook.panel.answer import Table

_PAUSE = 0.2  # seconds between two updates of the table
_VIEW = "application/vnd.jupyter.widget-view+json"
_PASSING = {"combat": {"passing": True}}  # of no use once the work is done


class BrokenCharter(AssertionError):
    """The claims that are broken, one line for each."""

    def _render_traceback_(self):
        # IPython shows these lines in place of a traceback of thirty lines.
        return str(self).splitlines()


class Charter:
    """Judges a charter and shows its claims, the worst first; AssertionError if one is broken.

    source: a path, or bytes with their `name`. seed, error, executor: as in `judge`.
    broken_on_purpose: the words of claims that must be broken, so that a notebook can show one.
    how: as in `read_charter`: rules, files, sheet, trust. Rows appear as soon as they are decided.
    Open claims are shown and are no error. The attribute `verdicts` is the
    `combat.charter.Verdicts`.

    >>> table = b"claim,system,measure,at least,given\\n"
    >>> table += b"even,python,combat.hit_rules:ratio,50 %,attack=9; defense=9"
    >>> Charter(table, "mine.charter.csv")
    verdict claim value         band
      holds  even   50% at least 50%
    >>> Charter(table.replace(b"50 %", b"60 %"), "mine.charter.csv")
    Traceback (most recent call last):
    combat.workbook.reports.charter.BrokenCharter: broken: even: 50%, not at least 60%
    """

    def __init__(
        self,
        source,
        name=None,
        *,
        seed=0,
        error=0.05,
        executor=None,
        broken_on_purpose=(),
        **how,
    ):
        # Imported here, as the workbook needs the mechanics only for charters.
        from combat.charter import Verdicts, judged, read_charter

        charter = read_charter(source, name, **how)
        self.name, self.faults = charter.name, charter.faults
        live, found = _Live(charter.name, len(charter.claims)), {}
        how = {"seed": seed, "error": error, "executor": executor}
        try:
            for place, verdict in judged(charter.claims, **how):
                found[place] = verdict
                live.show(Verdicts.of(found))
        finally:
            live.end()
        self.verdicts = Verdicts.of(found)
        lines = [*self.faults, *self.verdicts.faults, *self._broken(set(broken_on_purpose))]
        if lines:
            live.keep(self.verdicts)
            raise BrokenCharter("\n".join(lines))

    def _broken(self, meant):
        """A line for each claim that is broken but shouldn't be, or should be but isn't."""
        seen = set()
        for one in self.verdicts:
            on_purpose = meant & {one.claim.claim, one.claim.words}
            if one.verdict == "broken":
                seen |= on_purpose
                if not on_purpose:
                    yield f"broken: {one.line}"
        for words in sorted(meant - seen):
            yield f"'{words}' was to be broken, and isn't"

    @property
    def table(self):
        """The claims as a `Table`, the worst first."""
        return table_of(
            self.verdicts, caption=" ".join([self.verdicts.summary, *self.verdicts.biases])
        )

    def __repr__(self):
        return repr(self.table)

    def _repr_html_(self):
        return self.table._repr_html_()


def table_of(verdicts, caption=""):
    """Return `Verdicts` as a `Table` for readers, the worst first."""
    from combat.charter.verdicts import shown

    frame = shown(verdicts)
    sampled = (frame["battles"] != "").any()
    columns = ["verdict", "claim", "value", "band", *(["battles"] if sampled else [])]
    return Table(frame[columns], caption=caption)


class _Live:
    """The rows decided so far, in a widget shown only while the cell runs: nothing is saved.

    Of a saved widget JupyterLab finds no model when the notebook is opened again.
    """

    def __init__(self, name, total):
        self._name, self._total, self._html, self._shown = name, total, None, 0.0
        if get_ipython() is not None:
            self._html = widgets.HTML(f"{escape(name)} …")
            data = {_VIEW: self._html._repr_mimebundle_()[_VIEW], "text/plain": f"{name} …"}
            self._handle = display(data, metadata=_PASSING, raw=True, display_id=True)

    def show(self, verdicts):
        """Show what is decided so far, a few times a second and at the end."""
        now = time.monotonic()
        if self._html is None or (now - self._shown < _PAUSE and len(verdicts) < self._total):
            return
        self._shown = now
        words = f"{self._name}: {len(verdicts)} of {self._total} claims are decided."
        self._html.value = table_of(verdicts, words)._repr_html_()

    def end(self):
        """Remove the widget, in whose place the final table is shown."""
        if self._html is not None:
            self._handle.update({"text/plain": ""}, metadata=_PASSING, raw=True)
            self._html.close()

    def keep(self, verdicts):
        """Show what was decided above the error that ends the cell."""
        if self._html is not None and len(verdicts):
            table = table_of(verdicts, f"{self._name}: not all is as promised.")
            data = {"text/html": table._repr_html_(), "text/plain": repr(table)}
            self._handle.update(data, raw=True)
