"""OSDL's probability modifiers in a charter: how circumstances change a chance."""

import re
from functools import partial

from combat import osdl
from combat.charter.cells import Fault, number_of, one_of
from combat.charter.claim import Exact
from combat.charter.systems.system import System
from combat.dice import Distribution

MEASURES = {
    "success at {chance}": "chance",
    "odds ratio": "number",
    "Elo": "number",
    "modifier": "number",
    "modifier for {chance}": "number",
    "error of the rule of thumb at {chance}": "number",
    "targets struck": "number",
    "all are struck": "chance",
    "none is struck": "chance",
}
OF_TARGETS = ("targets struck", "all are struck", "none is struck")
SETTINGS = ("file", "base", "scale", "roll", "default")
_FILE = "modifiers.csv"


def questions(row, place):
    """Yield (circumstances, "", answer) for each combination of a row.

    first: names from modifiers.csv in the charter's folder, or percents: "rain + alligator
    wound", "+10 %"; `*` stands for each name.

    >>> from combat.charter.place import Place
    >>> from combat.charter.systems.system import Row
    >>> place = Place(None, {"modifiers.csv": b"name,modifier\\nwound,-0.35\\nnight,0.1\\n"})
    >>> row = Row("wound + night + -5 %", "", "success at {chance}", (0.8,), {})
    >>> [(first, round(answer().value, 3)) for first, _, answer in questions(row, place)]
    [('wound + night + -5 %', 0.532)]
    """
    row.no_second("circumstances stand in the column first, joined by +")
    scale = row.number("scale", osdl.SCALE)
    if scale <= 0:
        raise Fault("given", f"scale: {scale:g} is out of range; write a number above 0")
    if row.measure in OF_TARGETS:
        targets = place.read("first", row.first, osdl.read_targets)
        yield row.first, "", partial(_targets, row, targets, scale)
        return
    if row.measure in ("modifier for {chance}", "error of the rule of thumb at {chance}"):
        if row.first:
            raise Fault("first", f"'{row.measure}' takes no circumstances: leave the cell empty")
        yield "", "", partial(_of_an_answer, row, scale)
        return
    cells = [row.first]
    if row.first == "*":
        cells = list(_listed(row, place).index)
    for cell in cells:
        yield cell, "", partial(_of_circumstances, row, _sum(cell, row, place), scale)


def _listed(row, place):
    file = row.given.get("file", _FILE)
    return place.read("given", file, osdl.read_modifiers).set_index("name")["modifier"]


def _sum(cell, row, place):
    """The modifier of a cell: names and percents, joined by +."""
    total = 0.0
    for term in re.split(r"(?<=[^\s+]) *\+ *", cell.strip()):
        if re.fullmatch(r"[+\-−]? ?\d.*", term):
            total += number_of("first", term.replace(" ", ""))
        else:
            listed = _listed(row, place)
            total += float(listed[one_of("first", term, list(listed.index), "modifiers")])
    return total


def _of_circumstances(row, modifier, scale):
    if row.measure == "success at {chance}":
        return Exact(osdl.modified(row.numbers[0], modifier, scale=scale))
    if row.measure == "modifier":
        return Exact(modifier)
    function = osdl.odds_ratio if row.measure == "odds ratio" else osdl.elo
    return Exact(function(modifier, scale=scale))


def _of_an_answer(row, scale):
    answer = row.numbers[0]
    if row.measure == "modifier for {chance}":
        return Exact(osdl.modifier_for(answer, row.number("base", 0.5, "chance"), scale=scale))
    return Exact(osdl.modified(0.5, answer - 0.5, scale=scale) - answer)


def _targets(row, targets, scale):
    base, default = row.number("base", 0.5, "chance"), row.number("default", 0.0)
    chances = osdl.on_targets(base, targets, default=default, scale=scale)["probability"]
    known = ("each", "one")
    column = known.index(row.word("roll", "each", known))
    struck = osdl.number_hit(chances).iloc[:, column]
    found = Distribution(struck.index.to_numpy(), struck.to_numpy())
    if row.measure == "targets struck":
        return Exact(found.mean, found, "targets struck")
    value = found.values.max() if row.measure == "all are struck" else 0
    return Exact(float(found.chances[found.values == value].sum()), found, "targets struck")


SYSTEM = System("osdl", MEASURES, SETTINGS, questions)
