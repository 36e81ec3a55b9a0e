"""The sides of a row on units: single ones, or armies such as "3 Archer + 1 Knight"."""

import re

from combat.charter.cells import Fault, each_of, one_of, whole_of
from combat.charter.systems.fights import SYMMETRIC
from combat.core.words import printable

_TURNED = re.compile(r"(?P<name>.+?) ?[*x×] ?(?P<many>\d+)|(?P<count>\d+) ?[*x×] ?(?P<of>.+)")


def pairs_in(row, units, rules):
    """Yield the two sides of each claim of a row, as text; patterns pair each with each."""
    one, other = (
        _armies(column, cell, units)
        for column, cell in (("first", row.first), ("second", row.second))
    )
    both = "*" in row.first and "*" in row.second
    pattern = "*" in row.first + row.second
    either = row.measure in SYMMETRIC and rules is not None and not rules.attacking
    for at, first in enumerate(one):
        for second in other[at + 1 :] if both and either and one == other else other:
            if not (pattern and first == second):
                yield first, second


def _armies(column, cell, units):
    """The names or armies that a cell stands for, such as "3 Archer + 1 Knight"."""
    terms = [term.strip() for term in cell.split("+")]
    if "*" not in cell or cell in units:
        return [text_of(army_in(column, cell, units))]
    if sum("*" in term for term in terms) > 1:
        raise Fault(column, f"'{printable(cell)}' has two patterns; write one in a cell")
    place = next(at for at, term in enumerate(terms) if "*" in term)
    many, pattern = re.fullmatch(r"(\d+(?: ?[x×])? +)?(.*)", terms[place]).groups()
    try:
        names = each_of(column, pattern, units.names, "these units")
    except Fault:
        _refuse_turned(column, terms[place], units)
        raise
    cells = (
        " + ".join([*terms[:place], (many or "") + name, *terms[place + 1 :]]) for name in names
    )
    return [text_of(army_in(column, one, units)) for one in cells]


def army_in(column, cell, units):
    """Return the side that a cell means: the name of a unit, or {name: count}."""
    folded = {name.casefold(): name for name in units.names}
    if cell.casefold() in folded:
        return folded[cell.casefold()]
    army = {}
    for term in cell.split("+"):
        many, name = re.fullmatch(r"(?:(\d+)(?: ?[x×])? +)?(.*)", term.strip()).groups()
        try:
            name = one_of(column, name, units.names, "these units")
        except Fault:
            _refuse_turned(column, term.strip(), units)
            raise
        army[name] = army.get(name, 0) + whole_of(column, many or "1", 1, 100_000)
    return army


def _refuse_turned(column, term, units):
    """Raise a `Fault` for a count written as a product: "Guard*10", "10xGuard"."""
    found = _TURNED.fullmatch(term)
    if not found:
        return
    name, many = found["name"] or found["of"], found["many"] or found["count"]
    folded = {known.casefold(): known for known in units.names}
    if name.casefold() in folded:
        army = f"{many} {folded[name.casefold()]}"
        raise Fault(column, f"'{printable(term)}' is not how an army is written; write {army}")


def text_of(army):
    """Return an army as a charter writes it: "3 Archer + 1 Knight"."""
    if isinstance(army, str):
        return army
    return " + ".join(f"{count} {name}" for name, count in army.items())
