"""Saving throws: a roll of a unit, with its own numbers, against a number: `d20 + will >= 15`."""

import operator
import re
from dataclasses import dataclass, field

from combat.core.words import printable, unknown
from combat.dice import constant, dice

_SIGNS = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}
_SAVE = re.compile(r"([^<>=]+)(>=|<=|>|<)([^<>=]+)")
_TERM = re.compile(r"\s*([+-]?)\s*([^+\s-][^+-]*)")
_DIE = re.compile(r"\d*[dw]\d+", re.IGNORECASE)


@dataclass(frozen=True)
class Save:
    """A saving throw, read by `save`; two that say the same are equal.

    terms: what is added up, triples (1 or -1, "dice", "column" or "number", value), the right side
    taken from the left one. sign: how that is compared with 0.
    """

    text: str = field(compare=False)
    terms: tuple
    sign: str

    def __str__(self):
        return self.text

    @property
    def columns(self):
        """The columns of the unit that it adds."""
        return [value for _, kind, value in self.terms if kind == "column"]

    def chance(self, unit):
        """Return the chance that a unit succeeds; ValueError for a column without a number."""
        total = constant(0)
        for side, kind, value in self.terms:
            number = unit[value] if kind == "column" else value
            if kind == "column" and not (isinstance(number, int | float) and number == number):
                raise ValueError(
                    f"{unit.name}: '{value}' is no number, which '{self.text}' asks for"
                )
            total = total + (dice(value) if kind == "dice" else number) * side
        return float(total.chances[_SIGNS[self.sign](total.values, 1e-9 * _near(self.sign))].sum())


def save(text, columns=None):
    """Return the `Save` that a text means; columns: {spelling: column}, None allows any.

    >>> from combat.units import Unit
    >>> save("d20 + will >= 15").chance(Unit("Monk", hp=9, will=4))
    0.5
    """
    plain = " ".join(text.replace("≥", ">=").replace("≤", "<=").replace("−", "-").split())
    found = _SAVE.fullmatch(plain)
    terms = [
        (side if sign != "-" else -side, *_term(part.strip(), columns))
        for side, part in ((1, found[1]), (-1, found[3]))
        for sign, part in _TERM.findall(part)
    ] if found else []  # fmt: skip
    if not any(kind == "dice" for _, kind, _ in terms):
        raise ValueError(
            f"'{printable(text)}' is no saving throw; write one such as d20 + will >= 15, or a "
            f"chance"
        )
    return Save(plain, tuple(terms), found[2])


def _term(text, columns):
    if _DIE.fullmatch(text):
        dice(text)
        return "dice", text
    if re.fullmatch(r"\d+(\.\d+)?", text):
        return "number", float(text)
    column = text.casefold().replace(" ", "_")
    if columns is not None and (column := columns.get(text.casefold())) is None:
        raise ValueError(unknown(text, dict.fromkeys(columns.values()), "columns"))
    return "column", column


def _near(sign):
    """Rounding errors count as equal."""
    return -1 if sign in (">=", "<") else 1
