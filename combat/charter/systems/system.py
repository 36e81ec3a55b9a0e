"""What a system is to a charter."""

from collections.abc import Callable
from dataclasses import dataclass

from combat.charter.cells import Fault, number_of, one_of, whole_of


@dataclass(frozen=True)
class System:
    """A system of a charter: its name, what it can measure, which settings it knows.

    measures: {words: unit}, the words with {chance}, {points} or {count} for a number. settings:
    names for the column given. questions(row, place): yields (first, second, answer) for each
    thing that the row is about, where answer() gives an `Exact` or a `Sample`. further(first):
    the settings that come with what stands in the column `first`; None where there are none. own:
    whether a measure is the designer's own, any text with any settings.
    """

    name: str
    measures: dict
    settings: tuple
    questions: Callable
    further: Callable | None = None
    own: bool = False


@dataclass(frozen=True)
class Row:
    """A row of a charter, its cells read: what a system makes questions of.

    measure: the words of the measure, and `numbers` those that stood in them. given: settings
    as text.

    >>> row = Row("Imp", "", "hits at {points}", (5.0,), {"hits": "4", "share": "20 %"})
    >>> row.number("hits", 1), row.number("share", 0, "chance"), row.number("turns", 7)
    (4.0, 0.2, 7)
    """

    first: str
    second: str
    measure: str
    numbers: tuple
    given: dict

    def number(self, name, default, unit="number"):
        """Return a setting as a number, or its default; a `Fault` for what is none."""
        return self._read(name, default, lambda text: number_of("given", text, unit))

    def whole(self, name, default, low=0, high=10**9):
        """Return a setting as a whole number, or its default; a `Fault` for what is none."""
        return self._read(name, default, lambda text: whole_of("given", text, low, high))

    def word(self, name, default, known):
        """Return a setting that is one of some words, or its default; else a `Fault`."""
        return self._read(name, default, lambda text: one_of("given", text, known))

    def flag(self, name, default):
        """Return a setting that is yes or no; else a `Fault`."""
        return self.word(name, "yes" if default else "no", ("yes", "no")) == "yes"

    def no_second(self, why):
        """A `Fault` if the row has something in its column second."""
        if self.second:
            raise Fault("second", f"{why}: leave the cell empty")

    def _read(self, name, default, read):
        if name not in self.given:
            return default
        try:
            return read(self.given[name])
        except Fault as fault:
            raise Fault("given", f"{name}: {fault.what}") from None
