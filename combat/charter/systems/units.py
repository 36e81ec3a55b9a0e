"""Your own game in a charter: duels, armies, days, and a unit's results against all others."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from combat.charter.cells import Fault, Row, cell, each_of, one_of, settings
from combat.charter.claim import Exact
from combat.charter.systems import fights
from combat.charter.systems.measures import ALL, BLOW, DAY, MEASURES, ONE, SIDES
from combat.charter.systems.rules import (
    SETTINGS,
    caution,
    fights_by,
    file_of,
    known_rules,
    pooled,
    rules_in,
    units_of,
)
from combat.charter.systems.sides import army_of, pairs_in, side_in, text_of
from combat.charter.systems.together import Together, all_against_all
from combat.units import Units
from combat.units.measures import Field
from combat.units.views import bought

_THEN = re.compile(r"\s+then\s+|\s*;\s*", re.IGNORECASE)


def measure_of(cells):
    """Return the `Measure` that the cells of a row name."""
    return MEASURES[one_of(" ".join(cells["measure"].split()), MEASURES, "units")]


def settings_of(text):
    """Return the settings of a cell, as texts and as values."""
    return settings(text, SETTINGS, "units")


def questions(row, place):
    """Yield (first, second, answer) for each pair, unit or file of a row.

    A pattern pairs each with each, and where the pair turned round may have another answer, that
    too. Rules that lie in a file are unread until a claim is answered: with them it may.
    """
    units, rules = units_of(row, place), known_rules(row, place)
    for first, second, names, make in _ASKED.get(row.measure.of, _of_pairs)(row, units, rules):
        yield first, second, Question(row, place, units, names, make)


@dataclass(frozen=True, eq=False)
class Question:
    """What a claim asks of units: called, it answers by those of its file.

    names: the units on which the answer depends; None for all. make: a function of (row, units,
    place) that checks the row, and returns a function that answers by rules.
    """

    row: Row
    place: object
    units: Units
    names: set | None
    make: Callable

    def __post_init__(self):
        object.__setattr__(self, "_answer", self.make(self.row, self.units, self.place))

    def __call__(self):
        rules = rules_in(self.row, self.place)
        self.place.memoised(("advice", self.units, rules), lambda: caution(self.units, rules))
        return self._answer(rules)

    @property
    def question(self):
        """The question itself: a claim has one if numbers of units count in it."""
        return self

    @property
    def file(self):
        """The file of the units, and its sheet."""
        return file_of(self.row, self.place)

    @property
    def attacking(self):
        """Whether it matters who of a pair attacks."""
        return rules_in(self.row, self.place).attacking

    def by(self, units, place):
        """Return a function that answers by other units; make all before calling the first."""
        answer = self.make(self.row, pooled(self.row, units), place)
        return lambda: answer(rules_in(self.row, place))


def _of_all(row, _units, _rules):
    row.leave_empty("second", "first")
    yield "", "", None, partial(_of_field, row.measure.value)


def _of_each(row, units, _rules):
    row.leave_empty("second")
    with cell("first"):
        names = each_of(row.first, units.names, "these units")
    for name in names:
        yield name, "", None, partial(_of_field, partial(row.measure.value, name=name))


def _of_field(value, row, units, place):
    """The answer of a measure of all units together, or of one among them."""
    together = _together(row, place)
    if place.changes:
        together.add_all(units)

    def answer(rules):
        key = "field", units, rules
        field = place.memoised(key, lambda: Field(units, rules, progress=place.progress))
        if place.changes and not rules.attacking and "tables" not in vars(field):
            pairs = list(all_against_all(units))
            duels = [together.duel(rules, *pair) for pair in pairs]
            if None not in duels:
                field.take(pairs, duels)
        return Exact(value(_exact(field)))

    return answer


def _exact(field):
    fought = field.tables["score"].attrs["fought"]
    if fought:
        raise ValueError(
            f"{fought:,} duels of these units have too many states to be exact; leave some out "
            f"with units=..."
        )
    return field


def _of_day(row, units, _rules):
    """The army and its opponents in turn, "10 Goblin then 2 Ogre"."""
    if "*" in row.first + row.second:
        raise Fault("first", f"'{row.measure.name}' is about {row.measure.of}; write no pattern")
    with cell("first"):
        army = side_in(row.first, units)
    with cell("second"):
        fought = _THEN.split(row.second.strip())
        if not all(fought):
            raise ValueError("a fight is missing; write them as 10 Goblin then 2 Ogre")
        others = [side_in(one, units) for one in fought]
    sides = [army_of(one) for one in (army, *others)]
    names = set().union(*sides)

    def make(row, units, _place):
        rest = row.set.get("rest", 0)
        return partial(fights.day, sides[0], sides[1:], rest, _how(row, units))

    yield text_of(army), " then ".join(map(text_of, others)), names, make


def _of_pairs(row, units, rules):
    once = not row.measure.better and rules is not None and not rules.attacking
    for sides in pairs_in(row, units, once):
        names = set().union(*map(army_of, sides))
        yield *map(text_of, sides), names, partial(_of_a_pair, *sides)


def _of_a_pair(first, second, row, units, place):
    """A function of the rules that answers for a pair; a `Fault` for unfitting settings."""
    measure, cost, method = row.measure, row.set.get("cost"), row.set.get("method", "auto")
    together = _together(row, place)
    single = isinstance(first, str) and isinstance(second, str)
    if measure.of != SIDES:
        _refuse_armies(row, first, second)
    if measure.of == BLOW or (single and cost is None and method != "sampled"):
        pair = units[first], units[second]
        together.add(*pair)
        answer = fights.blow if measure.of == BLOW else fights.duel
        return partial(answer, measure, *pair, together)
    armies = _fielded("first", first, units, cost), _fielded("second", second, units, cost)
    mirrored = row.set.get("mirrored", True)
    return partial(fights.battle, measure, *armies, _how(row, units), method, mirrored)


def _how(row, units):
    """How armies meet."""
    targeting = row.set.get("targeting", "random")
    return {"units": units, "targeting": targeting, "max_rounds": row.set.get("rounds")}


def _refuse_armies(row, first, second):
    single = f"'{row.measure.name}' compares single units"
    for column, side in (("first", first), ("second", second)):
        if not isinstance(side, str):
            raise Fault(column, f"{single}; write one name")
    if "cost" in row.set:
        raise Fault("given", f"cost: {single}; leave it out")


def _fielded(column, side, units, cost):
    """A side as {name: count}; of as many as `cost` buys, if it is given."""
    if cost is None:
        return army_of(side)
    if not isinstance(side, str):
        raise Fault(column, "with a cost the army is bought; write one unit's name alone")
    price = units[side].role("cost")
    with cell("given", "cost"):
        if not price > 0:
            raise ValueError(f"{side} costs {price:g}; write a cost above 0 in its file")
        count = bought(cost, price)
        if not count:
            raise ValueError(f"{side} costs {price:g}, {cost:g} buys none; write more")
    return {side: count}


def _together(row, place):
    """The `Together` of all rows with the same rules."""
    key = "together", file_of(row, place), fights_by(row)
    return place.memoised(key, lambda: Together(row.set.get("rounds")))


_ASKED = {ALL: _of_all, ONE: _of_each, DAY: _of_day}
