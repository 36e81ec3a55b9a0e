"""Saving throws: a roll of a unit, with its own numbers, against a number: `d20 + will >= 15`."""

import operator
import re
from dataclasses import dataclass, field

from combat.core.words import printable, unknown
from combat.dice import constant, dice

_SIGNS = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}
_SAVE = re.compile(r"([^<>=]+)(>=|<=|>|<)([^<>=]+)")
_TERM = re.compile(r"([+-]?) ?([^+\s-][^+-]*)")
_TAKEN = re.compile(r"(?:(\d+) or )?(half )?damage taken", re.IGNORECASE)
_NEAR = 1e-9  # rounding errors of columns


@dataclass(frozen=True)
class Taken:
    """The damage taken, or half of it, rounded down; at least so many points."""

    half: bool
    least: int

    def points(self, damage):
        """Return what a damage counts."""
        return max(self.least, damage // 2 if self.half else damage)


@dataclass(frozen=True)
class Save:
    """A saving throw, read by `save`; two that say the same are equal.

    terms: what is added up, pairs (1 or -1, dice, `Taken` or the name of a column), the right side
    taken from the left one. sign: how that is compared with 0.
    """

    text: str = field(compare=False)
    terms: tuple
    sign: str

    @property
    def columns(self):
        """The columns of the unit that it adds."""
        return [term for _, term in self.terms if isinstance(term, str)]

    @property
    def of_damage(self):
        """Whether it asks for the damage taken."""
        return any(isinstance(term, Taken) for _, term in self.terms)

    def chance(self, unit, damage=0):
        """Return the chance that a unit succeeds, after a damage; ValueError for no number."""
        total = constant(0)
        for side, term in self.terms:
            number = unit[term] if isinstance(term, str) else term
            number = term.points(damage) if isinstance(term, Taken) else number
            if isinstance(number, str) or number != number:
                raise ValueError(f"{unit.name}: '{term}' is no number, as '{self.text}' asks for")
            total = total + number * side
        near = -_NEAR if self.sign in (">=", "<") else _NEAR
        return float(total.chances[_SIGNS[self.sign](total.values, near)].sum())


def save(text, columns=None):
    """Return the `Save` that a text means; columns: {spelling: column}, None allows any."""
    plain = " ".join(text.replace("≥", ">=").replace("≤", "<=").replace("−", "-").split())
    found = _SAVE.fullmatch(plain)
    if not found or not re.search(r"\d*[dw]\d", plain, re.IGNORECASE):
        what = "write one such as d20 + will >= 15, or a chance"
        raise ValueError(f"'{printable(text)}' is no saving throw; {what}")
    terms = [
        (-side if sign == "-" else side, _term(part.strip(), columns))
        for side, sum_ in ((1, found[1]), (-1, found[3]))
        for sign, part in _TERM.findall(sum_)
    ]
    return Save(plain, tuple(terms), found[2])


def _term(text, columns):
    if re.fullmatch(r"\d*[dw]\d+|\d+", text, re.IGNORECASE):
        return dice(text)
    if taken := _TAKEN.fullmatch(text):
        return Taken(bool(taken[2]), int(taken[1] or 0))
    if columns is None:
        return text.casefold().replace(" ", "_")
    if text.casefold() not in columns:
        raise ValueError(unknown(text, dict.fromkeys(columns.values()), "columns"))
    return columns[text.casefold()]
