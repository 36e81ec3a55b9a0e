"""Luck systems in a charter: realised hit rates, runs of misses, duels."""

from functools import partial

import numpy as np

from combat import luck
from combat.charter.cells import Fault, each_of
from combat.charter.claim import Exact
from combat.charter.systems.system import System
from combat.dice import Distribution

MEASURES = {
    "realised rate at {chance}": "chance",
    "rate at {chance} beside {chance}": "chance",
    "{count} misses in a row at {chance}": "chance",
    "{count} misses at {chance}": "chance",
    "runs of {count} begin at {chance}": "chance",
    "lowest luck": "number",
    "highest luck": "number",
    "win": "chance",
    "lose": "chance",
    "strikes that hurt": "chance",
    "turns": "number",
}
OF_A_DUEL = ("win", "lose", "strikes that hurt", "turns")
SETTINGS = ("rolls", "share", "attack", "parry", "hits", "rounds")
ROLLS = 20
_MOST_MISSES = 1000


def systems():
    """Return the luck systems by name.

    >>> list(systems())[:2], list(systems())[-1]
    (['Luck meter', 'independent rolls'], 'XCOM 2, Legend')
    """
    found = {one.name: one for one in luck.SYSTEMS}
    return found | {f"XCOM 2, {name}": aim for name, aim in luck.XCOM_DIFFICULTIES.items()}


def questions(row, place):
    """Yield (system, second, answer) for each system of a row, or each pair in a duel.

    >>> from combat.charter.systems.system import Row
    >>> row = Row("Luck meter", "", "realised rate at {chance}", (0.75,), {})
    >>> [(first, round(answer().value, 3)) for first, _, answer in questions(row, None)]
    [('Luck meter', 0.931)]
    """
    known = systems()
    names = each_of("first", row.first, list(known), "luck")
    if row.measure in OF_A_DUEL:
        others = each_of("second", row.second, list(known), "luck")
        for first in names:
            for second in others:
                yield first, second, partial(_duel, row, known[first], known[second])
        return
    row.no_second(f"'{row.measure}' is about one system")
    if "{count}" in row.measure and row.numbers[0] > _MOST_MISSES:
        raise Fault(
            "measure",
            f"{row.numbers[0]:,.0f} misses are more than {_MOST_MISSES:,}; write fewer",
        )
    chances = [_points(number) for number in row.numbers if number <= 1]
    for name in names:
        yield name, "", partial(_answer, row, known[name], chances)


def _points(chance):
    points = round(100 * chance)
    if abs(points - 100 * chance) > 1e-9:
        raise Fault("measure", f"{100 * chance:g} % is no whole percent; write one such as 75 %")
    return points


def _answer(row, rules, chances):
    if row.measure == "realised rate at {chance}":
        rolls = row.whole("rolls", None, 1, 10_000)
        rate = luck.success_rate(chances[0], rolls=rolls, rules=rules)
        if rolls is None:
            return Exact(rate)
        found = luck.hits_distribution(chances[0], rolls, rules=rules).sum(axis=1)
        return Exact(rate, _of(found), f"successes in {rolls} rolls")
    if row.measure == "rate at {chance} beside {chance}":
        share = row.number("share", 0.5, "chance")
        mix = {chances[0]: share, chances[1]: 1 - share}
        return Exact(luck.success_rate(mix, rules=rules)[chances[0]])
    if row.measure.endswith("luck"):
        low, high = luck.reachable_luck(rules=rules)
        return Exact(low if row.measure == "lowest luck" else high)
    count = int(row.numbers[0])
    if row.measure == "runs of {count} begin at {chance}":
        return Exact(luck.streak_starts(chances[-1], count, rules=rules))
    rolls = row.whole("rolls", ROLLS, 1, 200)
    if row.measure == "{count} misses in a row at {chance}":
        found = luck.longest_miss_streak(chances[-1], rolls, rules=rules)
        return Exact(float(found.loc[count:].sum()), _of(found), "longest run of misses")
    hits = luck.hits_distribution(chances[-1], rolls, rules=rules).sum(axis=1)
    return Exact(float(hits.loc[: rolls - count].sum()), _of(hits), f"successes in {rolls} rolls")


def _of(series):
    chances = np.maximum(series.to_numpy(), 0)
    return Distribution(series.index.to_numpy(), chances / chances.sum())


def _duel(row, first, second):
    """A duel in which the first strikes first; the bias is what striking first is worth."""
    attack, parry = (
        _points(row.number(name, default, "chance"))
        for name, default in (("attack", 0.75), ("parry", 0.25))
    )
    how = {"hits": row.whole("hits", 3, 1, 20), "rounds": row.whole("rounds", 200, 1, 10_000)}
    found = luck.duel(attack, parry, rules=(first, second), **how)
    value = {
        "win": found.first,
        "lose": found.second,
        "strikes that hurt": found.landed,
        "turns": found.rounds,
    }[row.measure]
    if row.measure not in ("win", "lose"):
        return Exact(value)
    other = luck.duel(attack, parry, rules=(second, first), **how)
    sign = 1 if row.measure == "win" else -1
    return Exact(value, bias=sign * (found.first - other.second))


SYSTEM = System("luck", MEASURES, SETTINGS, questions)
