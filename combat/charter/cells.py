"""Reads the cells of a charter: kinds of cells and settings, bands, names, patterns, armies."""

import math
import re
from contextlib import contextmanager
from dataclasses import dataclass, field

from combat.core.numbers import Numbers, share_in
from combat.core.words import each_of, one_of, printable

_COUNTED = re.compile(r"(\d+(?: ?[x×])? +)?(.*)")
_TURNED = re.compile(r"(?P<name>.+?) ?[*x×] ?(?P<many>\d+)|(?P<count>\d+) ?[*x×] ?(?P<of>.+)")


class Fault(ValueError):
    """A fault in one cell: its column, what is wrong, and which entries are known there."""

    def __init__(self, column, what):
        self.column, self.what = column, what
        super().__init__(f"{column}: {what}")


@contextmanager
def cell(column, setting=""):
    """Turn a ValueError into the `Fault` of a cell, or of one setting in it."""
    try:
        yield
    except Fault:
        raise
    except ValueError as error:
        raise Fault(column, f"{setting}: {error}" if setting else str(error)) from None


@dataclass(frozen=True)
class Row:
    """A row of a charter with its cells read.

    measure: a `Measure`. given: the settings as text; set: the same as values, {name: value}.
    """

    first: str
    second: str
    measure: object
    given: dict
    set: dict = field(default_factory=dict)

    def leave_empty(self, *columns):
        """Raise a `Fault` if one of these cells isn't empty."""
        for column in columns:
            if getattr(self, column):
                about = f"'{self.measure.name}' is about {self.measure.of}"
                raise Fault(column, f"{about}: leave the cell empty")


def number(text, unit="number"):
    """Return the number in a cell; ValueError if there is none, or no chance where it is one."""
    if unit == "chance":
        return share_in(text)
    # A charter is written by hand, so 2.375 turns are no thousands.
    return Numbers([text], ",", typed="." in text).read(text)


def whole(low=0, high=10**9):
    """Return what reads a whole number within limits."""

    def read(text):
        # No commas or points: 20,000 is twenty to one and twenty thousand to another.
        if not re.fullmatch(r"\d{1,15}", text) or not low <= int(text) <= high:
            what = f"'{printable(text)}' is no whole number from {low} to {high}"
            raise ValueError(f"{what}; write it in digits alone")
        return int(text)

    return read


def word(*known):
    """Return what reads one of the known words."""
    return lambda text: one_of(text, known)


def yes_or_no(text):
    """Return whether a cell says yes; ValueError if it says neither yes nor no."""
    return one_of(text, ("yes", "no")) == "yes"


def number_or_text(text):
    """Return a cell as a number where it is one, else as it stands."""
    if text.isdecimal() and len(text) < 16:
        return int(text)
    try:
        return number(text)
    except ValueError:
        return text


def band(least, most, unit):
    """Return the ends of a band, infinite where a cell is blank; a `Fault` for an empty band."""
    if not least and not most:
        raise Fault("at least", "the band is empty; write at least, at most, or both")
    with cell("at least"):
        low = number(least, unit) if least else -math.inf
    with cell("at most"):
        high = number(most, unit) if most else math.inf
    if low > high:
        raise Fault("at least", f"{least} is above at most {most}; no value lies between them")
    return low, high


def settings(text, kinds, of="", other=None):
    """Return the settings of a cell, "name=value; name=value": as texts, and as values.

    kinds: {name: what reads its value}. other: what reads a setting of another name; without it
    that is a `Fault`.
    """
    texts, values = {}, {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        with cell("given"):
            if not equals or not value:
                what = f"'{printable(part)}' is no setting"
                raise ValueError(f"{what}; write name=value; name=value")
            name = name if other else one_of(name, kinds, of)
            if name in texts:
                raise ValueError(f"'{name}' is set twice; leave one out")
        with cell("given", name):
            texts[name], values[name] = value, kinds.get(name, other)(value)
    return texts, values


_COUNT = whole(1, 100_000)  # of one unit in an army


def pairs_in(row, units, once, others=None):
    """Yield the two sides of each claim of a row; patterns pair each with each.

    once: whether a pair turned round is the same. others: the units of the second side, if they
    are of another file.
    """
    with cell("first"):
        one = _sides(row.first, units)
    with cell("second"):
        other = _sides(row.second, others or units)
    pattern = "*" in row.first + row.second
    once = once and others is None and "*" in row.first and "*" in row.second and one == other
    for at, first in enumerate(one):
        for second in other[at + 1 :] if once else other:
            if others is not None or not (pattern and first == second):
                yield first, second


def _sides(text, units):
    """The sides that a cell stands for, such as "3 Archer + 1 Knight"."""
    terms = [term.strip() for term in text.split("+")]
    if "*" not in text or text in units:
        return [side_in(text, units)]
    if sum("*" in term for term in terms) > 1:
        raise ValueError(f"'{printable(text)}' has two patterns; write one in a cell")
    place = next(at for at, term in enumerate(terms) if "*" in term)
    many, pattern = _COUNTED.fullmatch(terms[place]).groups()
    found = []
    for name in _known(terms[place], pattern, units, each_of):
        terms[place] = (many or "") + name
        found.append(side_in(" + ".join(terms), units))
    return found


def side_in(text, units):
    """Return the side that a text means: the name of a unit, or {name: count}."""
    folded = {name.casefold(): name for name in units.names}
    if text.casefold() in folded:
        return folded[text.casefold()]
    army = {}
    for term in text.split("+"):
        many, name = _COUNTED.fullmatch(term.strip()).groups()
        name = _known(term.strip(), name, units, one_of)
        army[name] = army.get(name, 0) + _COUNT((many or "1").rstrip(" x×"))
    return army


def _known(term, name, units, find):
    """What a name or a pattern in a term of an army means."""
    try:
        return find(name, units.names, "these units")
    except ValueError:
        _refuse_turned(term, units)
        raise


def _refuse_turned(term, units):
    """Raise a ValueError for a count written as a product: "Guard*10", "10xGuard"."""
    found = _TURNED.fullmatch(term)
    if not found:
        return
    name, many = found["name"] or found["of"], found["many"] or found["count"]
    folded = {known.casefold(): known for known in units.names}
    if name.casefold() in folded:
        army = f"{many} {folded[name.casefold()]}"
        raise ValueError(f"'{printable(term)}' is not how an army is written; write {army}")


def army_of(side):
    """Return a side as {name: count}."""
    return {side: 1} if isinstance(side, str) else side


def text_of(side):
    """Return a side as a charter writes it: "3 Archer + 1 Knight"."""
    if isinstance(side, str):
        return side
    return " + ".join(f"{count} {name}" for name, count in side.items())
