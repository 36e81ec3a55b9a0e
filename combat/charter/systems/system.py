"""What a charter needs to know of a system, and the row that a system reads."""

from collections.abc import Callable
from dataclasses import dataclass

from combat.charter.cells import Fault, number_of, one_of, whole_of


@dataclass(frozen=True)
class System:
    """A system of a charter: its name, what it can measure, which settings it knows.

    measures: {words: unit}.
    settings: the names allowed in the column given. questions(row, place): yields (first, second,
    answer) for each claim of the row, where answer() returns an `Exact` or a `Sample`.
    own: whether measures and settings are the designer's own, any text.
    """

    name: str
    measures: dict
    settings: tuple
    questions: Callable
    own: bool = False


@dataclass(frozen=True)
class Row:
    """A row of a charter with its cells read: `measure` in words, what was `given` as text."""

    first: str
    second: str
    measure: str
    given: dict

    def number(self, name, default, unit="number"):
        """Return a setting as a number, or its default; a `Fault` if it is no number."""
        return self._read(name, default, lambda text: number_of("given", text, unit))

    def whole(self, name, default, low=0, high=10**9):
        """Return a setting as a whole number, or its default; a `Fault` if it is none."""
        return self._read(name, default, lambda text: whole_of("given", text, low, high))

    def word(self, name, default, known):
        """Return a setting that must be one of the known words, or its default; else a `Fault`."""
        return self._read(name, default, lambda text: one_of("given", text, known))

    def flag(self, name, default):
        """Return a yes-or-no setting as a bool, or its default; else a `Fault`."""
        return self.word(name, "yes" if default else "no", ("yes", "no")) == "yes"

    def no_second(self, why):
        """Raise a `Fault` if the row's column second is not empty."""
        if self.second:
            raise Fault("second", f"{why}: leave the cell empty")

    def _read(self, name, default, read):
        if name not in self.given:
            return default
        try:
            return read(self.given[name])
        except Fault as fault:
            raise Fault("given", f"{name}: {fault.what}") from None
