"""Hit rules in a charter: hit chance at an advantage, what a point adds, blows to kill."""

from functools import partial

import numpy as np

from combat import hit_rules
from combat.charter.cells import Fault, each_of, unknown
from combat.charter.claim import Exact
from combat.charter.systems.system import System
from combat.core import binomial
from combat.core.words import percent
from combat.dice import Distribution
from combat.dice.blows import expected_blows, streak_chance
from combat.questions import seek

MEASURES = {
    "hits": "chance",
    "hits at {points}": "chance",
    "a point adds at {points}": "chance",
    "blows to kill at {points}": "number",
    "{count} misses in a row at {points}": "chance",
    "attack for {chance}": "number",
}
SETTINGS = ("attack", "defense", "hits")
DEFENSE = 30
_TAIL = 1e-9  # chance left out at the end of the distribution of blows to kill


def questions(row, place):
    """Yield (rule, "", answer) for each hit rule of a row.

    >>> from combat.charter.systems.system import Row
    >>> row = Row("ratio", "", "hits at {points}", (10.0,), {"defense": "30"})
    >>> [(first, round(answer().value, 3)) for first, _, answer in questions(row, None)]
    [('ratio', 0.571)]
    """
    row.no_second("a hit rule has no opponent")
    known = hit_rules.rules()
    for name in each_of("first", row.first, list(known), "hit rules"):
        yield name, "", partial(_answer, known[name], row, _numbers(known[name], row))


def settings(first):
    """Return the additional settings of the rules in a cell: their own parameters.

    >>> settings("TOME, smooth"), settings("Elo*")
    (['m'], ['scale'])
    """
    known = hit_rules.rules()
    try:
        names = each_of("first", first, list(known))
    except Fault:
        return []
    return list(dict.fromkeys(one.name for name in names for one in known[name].parameters))


def _numbers(rule, row):
    """The rule's own parameters that the row sets."""
    found = {}
    for parameter in rule.parameters:
        value = row.number(parameter.name, None)
        if value is None:
            continue
        if not parameter.low <= value <= parameter.high:
            raise Fault(
                "given",
                f"{parameter.name}: {value:g} is out of range; write a number from "
                f"{parameter.low:g} to {parameter.high:g}",
            )
        found[parameter.name] = value
    own = {parameter.name for parameter in rule.parameters}
    for name in row.given:
        if name not in (*SETTINGS, *own):
            raise unknown("given", name, [*SETTINGS, *own], rule.name)
    return found


def _answer(rule, row, own):
    defense = row.number("defense", DEFENSE)

    def chance(attack):
        return float(rule(attack, defense, **own))

    if row.measure == "hits":
        return _blow(chance(row.number("attack", defense)))
    if row.measure == "attack for {chance}":
        found = seek(chance, row.numbers[0], 0, 1000)
        if not found.reached:
            raise ValueError(f"no attack from 0 to 1000 hits in {percent(row.numbers[0])}")
        return Exact(float(found.value))
    if row.measure == "{count} misses in a row at {points}":
        hits = row.whole("hits", 4, 1, 1000)
        return Exact(float(streak_chance(chance(defense + row.numbers[1]), hits, row.numbers[0])))
    ahead = chance(defense + row.numbers[0])
    if row.measure == "hits at {points}":
        return _blow(ahead)
    if row.measure == "a point adds at {points}":
        return Exact(chance(defense + row.numbers[0] + 1) - ahead)
    return _kill(ahead, row.whole("hits", 4, 1, 1000))


def _blow(chance):
    return Exact(chance, Distribution(np.array([0, 1]), np.array([1 - chance, chance])), "a hit")


def _kill(chance, hits):
    if not chance:
        return Exact(float("inf"))
    most = int(binomial.misses_for(1 - _TAIL, hits, chance))
    misses = np.arange(most + 1)
    chances = chance * binomial.pmf(hits - 1, hits - 1 + misses, chance)
    blows = Distribution(misses + hits, chances / chances.sum())
    return Exact(float(expected_blows(chance, hits)), blows, "blows to the kill")


SYSTEM = System("hit_rule", MEASURES, SETTINGS, questions, settings)
