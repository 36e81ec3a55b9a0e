"""Your own game in a charter: duels, armies, days, and a unit's results against all others."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from combat.charter.cells import (
    Fault,
    Row,
    army_of,
    cell,
    pairs_in,
    settings,
    side_in,
    text_of,
)
from combat.charter.claim import Exact
from combat.charter.measures import ALL, BLOW, DAY, MEASURES, ONE, SETTINGS, SIDES
from combat.charter.place import (
    caution,
    fights_by,
    file_of,
    guessed_for,
    known_rules,
    others_of,
    pooled,
    rules_in,
    units_of,
)
from combat.charter.systems import fights
from combat.core.words import each_of, one_of
from combat.units import Units
from combat.units.battles import armies
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
    too. Rules that lie in a file are unread until a claim is answered: with them it may. A row of
    several levels is asked at each.
    """
    rules, ranged = known_rules(row, place), len(row.set.get("level", ())) > 1
    others = others_of(row, place)
    if others is not None and row.measure.of in (ALL, ONE):
        raise Fault("given", f"against: '{row.measure.name}' is asked of one file; leave it out")
    for level, units, foes in _at_levels(row, units_of(row, place), others):
        for first, second, *asked in _ASKED.get(row.measure.of, _of_pairs)(row, units, foes, rules):
            who = f"{first} at level {level}".strip() if ranged else first
            # Of a loadout all depends on the numbers of its unit.
            names, *asked = asked
            names = names and {units[name].moment.of or name for name in names}
            yield who, second, Question(row, place, units, names, *asked, level=level, foes=foes)


def _at_levels(row, units, foes):
    """Yield (level, units at it, foes at it) for each level; as they are without one."""
    ends = {side: row.set[side] for side in ("first level", "second level") if side in row.set}
    with cell("given"):
        if ends and "level" in row.set:
            raise ValueError("level: both have one; leave it out, or first level and second level")
        if ends and foes is None:
            yield ends, units.at(_by_sides(row, units, ends)), None
        elif ends:
            yield ends, _at(ends.get("first level"), units), _at(ends.get("second level"), foes)
        for level in row.set.get("level", ()):
            yield level, units.at(level), _at(level, foes)
    if not ends and "level" not in row.set:
        yield None, units, foes


def _at(level, units):
    return units if None in (level, units) else units.at(level)


def _by_sides(row, units, ends):
    """The levels of the units of both sides: {name: level}."""
    pairs = [[*map(army_of, pair)] for pair in pairs_in(row, units, False)]
    levels = {}
    for end, level in ends.items():
        side = int(end == "second level")
        for unit in {one for pair in pairs for one in pair[side]}:
            if levels.setdefault(unit, level) != level:
                raise ValueError(f"{end}: {unit} stands on both sides; a unit has one level")
    return levels


@dataclass(frozen=True, eq=False)
class Question:
    """What a claim asks of units: called, it answers by those of its file.

    names: the units on which the answer depends; None for all. answer: a function of the question
    and its rules. pair: two single units, computed side by side with those of other questions.
    foes: the units of the second side, where they are of another file.
    """

    row: Row
    place: object
    units: Units
    names: set | None
    answer: Callable
    pair: tuple = ()
    level: object = None
    foes: Units | None = None

    def __post_init__(self):
        if self.pair:
            self.duel_cache.add(*self.both)
        elif self.names is None and self.place.changes:
            self.duel_cache.add_all(self.units)

    def __call__(self):
        rules, place = self.rules, self.place
        if not place.changes:
            place.memoised(("advice", self.units, rules), lambda: caution(self.units, rules))
        return self.answer(self, rules)

    @property
    def question(self):
        """The question itself: a claim has one if numbers of units, as they stand, count in it."""
        return self if self.level is None else None

    @property
    def carries(self):
        """Whether its units carry items."""
        return not self.row.set.keys().isdisjoint(("items", "budget"))

    @property
    def file(self):
        """The file of the units, and its sheet."""
        return file_of(self.row, self.place)

    @property
    def rules(self):
        """The `Rules` by which it is answered."""
        return rules_in(self.row, self.place)

    @property
    def guessed(self):
        """The name of the rule that was guessed; "" where the row or the place names one."""
        named = self.place.rules or {"rules", "hit", "damage"} & self.row.given.keys()
        return "" if named else guessed_for(self.row, self.place)[0]

    @property
    def both(self):
        """The two units of the pair."""
        return [side[name] for side, name in zip(self.sides, self.pair, strict=True)]

    @property
    def sides(self):
        """The units from which each side is taken."""
        return self.units, self.foes or self.units

    @property
    def duel_cache(self):
        """The `DuelCache` of all questions with the same rules."""
        key, rounds = (*fights_by(self.row), str(self.level)), self.row.set.get("rounds")
        return self.place.memoised(("together", self.file, key), lambda: fights.DuelCache(rounds))

    @property
    def armies(self):
        """How armies of these units meet: arguments of `match_up`."""
        targeting = self.row.set.get("targeting", "random")
        rounds = self.row.set.get("rounds")
        return {"units": self.units, "targeting": targeting, "max_rounds": rounds}

    def by(self, units, place):
        """Return the question of other units; make all before calling the first."""
        return replace(self, units=pooled(self.row, units), place=place)


def _of_all(row, _units, _foes, _rules):
    row.leave_empty("second", "first")
    yield "", "", None, partial(_field, row.measure.value)


def _of_each(row, units, _foes, _rules):
    row.leave_empty("second")
    with cell("first"):
        names = each_of(row.first, units.names, "these units")
    for name in names:
        yield name, "", None, partial(_field, partial(row.measure.value, name=name))


def _of_day(row, units, foes, _rules):
    """The army and its opponents in turn, "10 Goblin then 2 Ogre"."""
    if "*" in row.first + row.second:
        raise Fault("first", f"'{row.measure.name}' is about {row.measure.of}; write no pattern")
    with cell("first"):
        army = side_in(row.first, units)
    with cell("second"):
        fought = _THEN.split(row.second.strip())
        if not all(fought):
            raise ValueError("a fight is missing; write them as 10 Goblin then 2 Ogre")
        others = [side_in(one, foes or units) for one in fought]
    sides = [army_of(one) for one in (army, *others)]
    second = " then ".join(map(text_of, others))
    yield text_of(army), second, _names(sides, foes), partial(_day, sides)


def _names(sides, foes):
    """The names of the units of the row's own file among sides."""
    return set().union(*map(army_of, sides if foes is None else sides[:1]))


def _of_pairs(row, units, foes, rules):
    once = not row.measure.better and rules is not None and not rules.attacking
    for sides in pairs_in(row, units, once, foes):
        names = _names(sides, foes)
        single = all(isinstance(side, str) for side in sides)
        if row.measure.of != SIDES:
            _refuse_armies(row, sides)
        _fielded(row, sides, (units, foes or units))
        dice = row.set.get("method") == "sampled" and row.measure.of != BLOW
        if single and not dice and "cost" not in row.set:
            yield *map(text_of, sides), names, _pair, sides
        else:
            yield *map(text_of, sides), names, partial(_battle, sides)


def _field(value, question, rules):
    """The answer of a measure of all units together, or of one among them."""
    place, units = question.place, question.units
    key = "field", units, rules
    field = place.memoised(key, lambda: Field(units, rules, progress=place.progress))
    if place.changes and not rules.attacking and "tables" not in vars(field):
        pairs, known = list(fights.all_against_all(units)), question.duel_cache
        duels = [known.numbers(rules, *pair) for pair in pairs]
        if None not in duels:
            field.take(pairs, duels)
    if fought := field.tables["score"].attrs["fought"]:
        raise ValueError(
            f"{fought:,} duels of these units have too many states to be exact; leave some out "
            f"with units=..."
        )
    return Exact(value(field))


def _pair(question, rules):
    measure = question.row.measure
    if measure.name in fights.LOST and not rules.decided:  # who doesn't stand may have fled
        return _battle(question.pair, question, rules)
    return question.duel_cache.answer(measure, *question.both, rules)


def _battle(sides, question, rules):
    fielded = _fielded(question.row, sides, question.sides)
    return fights.battle(question.row.measure, *fielded, question.armies, question.row.set, rules)


def _day(sides, question, rules):
    rest = question.row.set.get("rest", 0)
    own, foes = question.sides
    army, *others = map(armies.army_of, sides, [own, *[foes] * (len(sides) - 1)])
    return fights.day(army, others, rest, question.armies, rules)


def _refuse_armies(row, sides):
    single = f"'{row.measure.name}' compares single units"
    for column, side in zip(("first", "second"), sides, strict=True):
        if not isinstance(side, str):
            raise Fault(column, f"{single}; write one name")
    if "cost" in row.set:
        raise Fault("given", f"cost: {single}; leave it out")


def _fielded(row, sides, units):
    """The sides as `Army`s of two `Units`; of as many as the setting cost buys, if it is given."""
    cost = row.set.get("cost")
    if cost is None:
        return [*map(armies.army_of, map(army_of, sides), units)]
    for column, side in zip(("first", "second"), sides, strict=True):
        if not isinstance(side, str):
            raise Fault(column, "with a cost the army is bought; write one unit's name alone")
    with cell("given", "cost"):
        bought = [{name: _bought(of[name], cost)} for name, of in zip(sides, units, strict=True)]
    return [*map(armies.army_of, bought, units)]


def _bought(unit, cost):
    """How many of a unit a cost buys."""
    price = unit.role("cost")
    if not price > 0:
        raise ValueError(f"{unit.name} costs {price:g}; write a cost above 0 in its file")
    count = bought(cost, price)
    if not count:
        raise ValueError(f"{unit.name} costs {price:g}, {cost:g} buys none; write more")
    return count


_ASKED = {ALL: _of_all, ONE: _of_each, DAY: _of_day}
