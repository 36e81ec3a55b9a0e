"""Reads the cells of a charter: bands, settings, names, patterns."""

import math
import re

from combat.core import words
from combat.core.numbers import Numbers
from combat.core.words import printable


class Fault(ValueError):
    """A fault in one cell: its column, what is wrong, and which entries are known there."""

    def __init__(self, column, what):
        self.column, self.what = column, what
        super().__init__(f"{column}: {what}")


def unknown(column, word, known, of=""):
    """Return the `Fault` for an unknown word, naming the known one that may be meant."""
    return Fault(column, words.unknown(word, known, of))


def one_of(column, word, known, of=""):
    """Return the known name that a cell means, in upper or lower case; a `Fault` if none does."""
    for same in (str, str.casefold):
        for name in known:
            if same(name) == same(word):
                return name
    raise unknown(column, word, known, of)


def each_of(column, word, known, of=""):
    """Return the known names that a cell stands for: one, or with `*` all that match."""
    if "*" not in word or word in known:
        return [one_of(column, word, known, of)]
    first, *middle, last = word.casefold().split("*")
    found = [name for name in known if _matches(name.casefold(), first, middle, last)]
    if not found:
        some = words.listed(known)
        raise Fault(column, f"the pattern '{printable(word)}' matches nothing; known: {some}")
    return found


def _matches(name, first, middle, last):
    """Whether a name is made of these parts in turn, each where it comes first."""
    if len(name) < len(first) + len(last) or not (name.startswith(first) and name.endswith(last)):
        return False
    place, stop = len(first), len(name) - len(last)
    for part in middle:
        place = name.find(part, place, stop)
        if place < 0:
            return False
        place += len(part)
    return True


def number_of(column, text, unit="number"):
    """Return the number in a cell; a `Fault` if there is none."""
    try:
        # A charter is written by hand, so 2.375 turns are no thousands.
        value = Numbers([text], ",", typed="." in text).read(text)
    except ValueError as error:
        raise Fault(column, str(error)) from None
    if unit == "chance" and not 0 <= value <= 1:
        mend = "write one from 0 to 1, or from 0 % to 100 %"
        if 1 < value <= 100 and "%" not in text:
            mend = f"write {value:g} % or {value / 100:g}"
        raise Fault(column, f"{printable(text.strip())} is no chance; {mend}")
    return value


def whole_of(column, text, low=0, high=10**9):
    """Return the whole number in a cell; a `Fault` otherwise."""
    # No commas or points: 20,000 is twenty to one and twenty thousand to another.
    if not re.fullmatch(r"\d{1,15}", text) or not low <= int(text) <= high:
        what = f"'{printable(text)}' is no whole number from {low} to {high}"
        raise Fault(column, f"{what}; write it in digits alone")
    return int(text)


def band_of(least, most, unit):
    """Return the ends of a band, infinite where a cell is blank; a `Fault` for an empty band."""
    if not least and not most:
        raise Fault("at least", "the band is empty; write at least, at most, or both")
    low = number_of("at least", least, unit) if least else -math.inf
    high = number_of("at most", most, unit) if most else math.inf
    if low > high:
        raise Fault("at least", f"{least} is above at most {most}; no value lies between them")
    return low, high


def settings_of(text, known, of=""):
    """Return the settings of a cell, "name=value; name=value", as a dict; a `Fault` otherwise."""
    found = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not value:
            raise Fault("given", f"'{printable(part)}' is no setting; write name=value; name=value")
        name = name if known is None else one_of("given", name, known, of)
        if name in found:
            raise Fault("given", f"'{name}' is set twice; leave one out")
        found[name] = value
    return found
