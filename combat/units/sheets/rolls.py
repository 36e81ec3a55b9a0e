"""Columns that say what a roll does, and saving throws: d20 + will >= 15, by a unit's numbers."""

import math
import operator
import re
from dataclasses import dataclass, field

from combat.core.numbers import number_in, share_in
from combat.core.words import printable, unknown
from combat.dice import constant, dice

SAME = (("crit_chance", "crit_on"), ("crit_damage", "critical"))  # two ways to say it
MOST_TIMES = 100
_FACTORS = 5  # games multiply critical hits by up to that
_SIGNS = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}
_SAVE = re.compile(r"([^<>=]+)(>=|<=|>|<)([^<>=]+)")
_TERM = re.compile(r"([+-]?) ?([^+\s-][^+-]*)")
_TAKEN = re.compile(r"(?:(\d+) or )?(half )?damage taken", re.IGNORECASE)
_NEAR = 1e-9  # rounding errors of columns
_TIMES = re.compile(r"(dice )? ?[x×] ?(\d+(?:\.\d+)?)", re.IGNORECASE)


def replacing(columns):
    """Return an action's columns, with what the unit says in another way of the same left out."""
    others = {
        other: None
        for pair in SAME
        for one, other in (pair, pair[::-1])
        if one in columns and other not in columns
    }
    return others | columns


def share_of(value):
    """Return a chance or a share from 0 to 1, of a cell or a number."""
    return share_in(str(value).removesuffix(".0"))


def multiplier(value):
    """Return by what a critical hit multiplies the damage: 1.5, or 150 %."""
    number = _number(value)
    if 20 < number <= 1000:
        raise ValueError(f"{value} may be a percentage; write {value} %, or {number / 100:g}")
    if not 1 <= number <= 20:
        raise ValueError(
            f"{value} is out of range: it multiplies the damage of the hit, from 1 (100 %) to 20; "
            f"half as much again is 1.5, or 150 %"
        )
    return number


def from_face(value):
    """Return the lowest face of the die that is a critical hit: 19 for 19 and 20."""
    number = _number(value)
    if number != int(number) or not 1 <= number <= 100:
        raise ValueError(f"{value} is no face of a die; write the lowest that counts, such as 19")
    return int(number)


def effect(value):
    """Return what a critical hit does: ("x", 2), ("dice x", 2), or ("is", "8d6+4")."""
    text = " ".join(str(value).split())
    shown = printable(text)
    if text in map(str, range(1, _FACTORS + 1)):
        raise ValueError(f"'{text}' may be a factor, or points; write x{text}, or {text}-{text}")
    found = _TIMES.fullmatch(text)
    if found is None:
        try:
            dice(text)
        except ValueError:
            raise ValueError(
                f"'{shown}' is no critical hit; write x2, dice x2, or its own dice such as 8d6+4"
            ) from None
        return "is", text
    times = float(found[2])
    if not 1 <= times <= MOST_TIMES or (found[1] and times != int(times)):
        whole = "a whole number " if found[1] else ""
        raise ValueError(f"'{shown}' is out of range: write {whole}from 1 to {MOST_TIMES}")
    return ("dice x" if found[1] else "x"), times


def _number(value):
    number = number_in(value, most=1000) if isinstance(value, str) else float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value} is no number")
    return number


# The columns of a roll, and how their cells are read.
OF_A_ROLL = {
    "crit_chance": share_of,
    "crit_damage": multiplier,
    "crit_on": from_face,
    "critical": effect,
    "graze": share_of,
}


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
    if not found or not re.search(r"[dw]\d", plain, re.IGNORECASE):
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
