"""A charter in a notebook: its table, and a check that its claims hold."""

from combat.workbook.panel.answer import Table


class BrokenCharter(AssertionError):
    """The claims that are broken, one line for each."""

    def _render_traceback_(self):
        # IPython shows these lines in place of a traceback of thirty lines.
        return str(self).splitlines()


class Charter:
    """Judges a charter and shows its claims, the worst first; AssertionError if one is broken.

    source: a path, or bytes with their `name`. seed, error, executor: as in `judge`.
    broken_on_purpose: the words of claims that must be broken, so that a notebook can show one.
    how: as in `read_charter`: rules, files, sheet, trust.
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
        from combat.charter import judge, read_charter

        charter = read_charter(source, name, **how)
        self.name, self.faults = charter.name, charter.faults
        how = {"seed": seed, "error": error, "executor": executor}
        self.verdicts = judge(charter.claims, **how)
        lines = [*self.faults, *self.verdicts.faults, *self._broken(set(broken_on_purpose))]
        if lines:
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
