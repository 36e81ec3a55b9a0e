"""The sides of a row on units: a unit's name, or an army as {name: count}."""

import re

from combat.charter.cells import cell, each_of, one_of, whole
from combat.core.words import printable

_COUNTED = re.compile(r"(\d+(?: ?[x×])? +)?(.*)")
_TURNED = re.compile(r"(?P<name>.+?) ?[*x×] ?(?P<many>\d+)|(?P<count>\d+) ?[*x×] ?(?P<of>.+)")
_count = whole(1, 100_000)


def pairs_in(row, units, once):
    """Yield the two sides of each claim of a row; patterns pair each with each.

    once: whether a pair turned round is the same.
    """
    with cell("first"):
        one = _sides(row.first, units)
    with cell("second"):
        other = _sides(row.second, units)
    pattern = "*" in row.first + row.second
    once = once and "*" in row.first and "*" in row.second and one == other
    for at, first in enumerate(one):
        for second in other[at + 1 :] if once else other:
            if not (pattern and first == second):
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
        army[name] = army.get(name, 0) + _count((many or "1").rstrip(" x×"))
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
