"""Your own game in a charter: duels, armies, and a unit's results against all others."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from combat.charter.cells import Fault, each_of, number_of, one_of
from combat.charter.claim import Exact
from combat.charter.systems import days, fights
from combat.charter.systems.sides import army_in, pairs_in, text_of
from combat.charter.systems.system import System
from combat.charter.systems.together import Together, all_against_all
from combat.core.checks import warn
from combat.core.words import many, printable
from combat.tables import TableError
from combat.units import ORDERS, PLAIN, Rules, Units, duel, read_units
from combat.units.battles.armies import match_up
from combat.units.cautions import of_the_rule
from combat.units.measures import OF_A_BLOW, OF_A_DUEL, OF_A_UNIT, OF_ALL, Field, numbers_of
from combat.units.own_rules import rules_of
from combat.units.rules import OVERKILL, hit_names
from combat.units.strikes.strikes import Strikes
from combat.units.views import bought

_LABELS = {
    "hits": "damage of a blow",
    "damage": "damage of a blow",
    "blows to kill": "blows to the kill",
    "turns to kill": "turns to the kill",
}
_OF_TWO = (*OF_A_BLOW, fights.OWN_POINTS)  # what is asked of single units only
_NUMBERS = {*_OF_TWO, "rank"} - {"hits"}
MEASURES = (
    fights.MEASURES
    | days.MEASURES
    | {name: "number" if name in _NUMBERS else "chance" for name in (*_OF_TWO, *OF_A_UNIT, *OF_ALL)}
)
_RULES = ("rules", "hit", "critical", "spread", "least", "order", "overkill", "initiative")
_FIGHTS = ("cost", "rounds", "targeting", "method", "mirrored", "rest")
SETTINGS = ("file", "sheet", "units", *_FIGHTS, *_RULES)
_JUDGED = 30  # units on which a rule is tried: your own damage rule is called for each pair
_TARGETING = ("random", "weakest", "strongest", "front")


def questions(row, place):
    """Yield (first, second, answer) for each pair, unit or file of a row.

    A pattern pairs each with each, and where the pair turned round may have another answer, that
    too. Rules that lie in a file are unread until a claim is answered: with them it may.
    """
    units = units_of(row, place)
    rules = _read_rules(row, place)

    def asked(names, make):
        return Question(row, place, units, names, partial(_by_the_rules, make))

    if row.measure in OF_ALL:
        row.no_second(f"'{row.measure}' is about all units together")
        if row.first:
            raise Fault(
                "first", f"'{row.measure}' is about all units together: leave the cell empty"
            )
        yield "", "", asked(None, partial(_of_field, OF_ALL[row.measure]))
    elif row.measure in OF_A_UNIT:
        row.no_second(f"'{row.measure}' is about one unit against all others")
        for name in each_of("first", row.first, units.names, "these units"):
            yield (
                name,
                "",
                asked(None, partial(_of_field, partial(OF_A_UNIT[row.measure], name=name))),
            )
    elif row.measure in days.MEASURES:
        first, second, names, make = _day(row, units)
        yield first, second, asked(names, make)
    else:
        for first, second in pairs_in(row, units, rules):
            names = _named_in("first", first, units) | _named_in("second", second, units)
            yield first, second, asked(names, partial(_of_a_pair, first, second))


@dataclass(frozen=True, eq=False)
class Question:
    """What a claim asks of units: called, it answers by those of its file."""

    # names: the units on which the answer depends; None for all. make: a function of (row, units,
    # place) that checks the row, and returns a function that answers by these units.

    row: object
    place: object
    units: Units
    names: set | None
    make: Callable

    def __post_init__(self):
        object.__setattr__(self, "_answer", self.make(self.row, self.units, self.place))

    def __call__(self):
        rules, place = _rules(self.row, self.place), self.place
        place.memoised(("advice", self.units, rules), lambda: _warn(self.units, rules))
        return self._answer()

    def question(self):
        """Return the question itself: a claim has one if numbers of units count in it."""
        return self

    @property
    def file(self):
        """The file of the units, and its sheet."""
        return _file_of(self.row, self.place)

    def by(self, units, place):
        """Return a function that answers by other units; make all before calling the first."""
        return self.make(self.row, pooled(self.row, units), place)


def _by_the_rules(make, row, units, place):
    """A function that answers by the rules of the row; make: returns a function of the rules."""
    answer = make(row, units, place)
    return lambda: answer(_rules(row, place))


def _of_a_pair(first, second, row, units, place):
    """A function of the rules that answers for a pair; a `Fault` for unfitting settings."""
    together = _together(row, place)
    method = row.word("method", "auto", ("auto", "exact", "sampled"))
    mirrored = row.flag("mirrored", True)
    if row.measure in _OF_TWO:
        _refuse_armies(row, units, first, second)
    of_a_blow = row.measure in OF_A_BLOW
    cost = None if of_a_blow else row.number("cost", None)
    single = cost is None and first in units and second in units
    if of_a_blow or (single and method != "sampled"):
        pair = units[first], units[second]
        together.add(*pair)
        return partial(_blow if of_a_blow else _duel, row.measure, *pair, together)
    armies = _fielded("first", first, units, cost), _fielded("second", second, units, cost)
    targeting = row.word("targeting", "random", _TARGETING)
    how = {"units": units, "targeting": targeting, "max_rounds": together.rounds}
    return partial(_battle, row.measure, *armies, how, method, mirrored)


def _refuse_armies(row, units, first, second):
    for column, name in (("first", first), ("second", second)):
        if name not in units:
            raise Fault(column, f"'{row.measure}' compares single units; write one name")
    if "cost" in row.given:
        raise Fault("given", f"cost: '{row.measure}' compares single units; leave it out")


def _fielded(column, name, units, cost):
    """A side as {name: count}; of as many as `cost` buys, if it is given."""
    army = army_in(column, name, units)
    if cost is None:
        return {army: 1} if isinstance(army, str) else army
    if not isinstance(army, str):
        raise Fault(column, "with a cost the army is bought; write one unit's name alone")
    price = units[army].role("cost")
    if not price > 0:
        raise Fault("given", f"cost: {army} costs {price:g}; write a cost above 0 in its file")
    count = bought(cost, price)
    if not count:
        raise Fault("given", f"cost: {army} costs {price:g}, {cost:g} buys none; write more")
    return {army: count}


def _named_in(column, text, units):
    """The names of the units of a side."""
    army = army_in(column, text, units)
    return {army} if isinstance(army, str) else set(army)


def _together(row, place):
    """The `Together` of all rows with the same rules."""
    rounds = row.whole("rounds", None, 1, 10_000)
    given = tuple((name, row.given[name]) for name in _RULES if name in row.given)
    file = _file_of(row, place)
    return place.memoised(("together", file, rounds, given), lambda: Together(rounds))


def _day(row, units):
    """The army and its opponents of the day as text, all their units, and what answers."""
    if "*" in row.first + row.second:
        raise Fault("first", f"'{row.measure}' is about one army; write no pattern")
    army = army_in("first", row.first, units)
    others = [army_in("second", cell, units) for cell in days.fights_in(row.second)]
    armies = [{one: 1} if isinstance(one, str) else one for one in (army, *others)]
    how = {
        "targeting": row.word("targeting", "random", _TARGETING),
        "max_rounds": row.whole("rounds", None, 1, 10_000),
    }
    rest = days.rest_in(row)

    def make(_row, units, _place):
        return lambda rules: days.day(armies[0], armies[1:], rules, rest, units=units, **how)

    return text_of(army), " then ".join(map(text_of, others)), set().union(*armies), make


def _read_rules(row, place):
    """The rules, or None for those in a file, which is run only when the row is judged."""
    text = row.given.get("rules", "")
    if ":" not in text:
        return _rules(row, place)
    place.may_run("given", text)
    return None


def _warn(units, rules):
    """Warn of a rule at its limits; an error in the rule is reported by the row that uses it."""
    if rules.decided:
        return
    some = list(units)[:_JUDGED]
    with suppress(ValueError):
        strikes = Strikes(some, some, rules)
        for sentence in of_the_rule(strikes, rules):
            warn(sentence)


def units_of(row, place):
    """Return the `Units` of a row: all of its file, or those named in the setting units."""
    name, sheet = _file_of(row, place)
    source = place.source("given", name)
    try:
        units = place.memoised(("units", name, sheet), lambda: _read(place, source, name, sheet))
    except TableError as error:
        first, *others = str(error).splitlines()
        more = f" (and {many(len(others), 'fault')} more)" if others else ""
        raise Fault("given", first + more) from None
    if "units" not in row.given:
        return units
    key = "pool", name, sheet, row.given["units"]
    return place.memoised(key, lambda: pooled(row, units))


def pooled(row, units):
    """Return those of some `Units` that a row names in its setting units; all without it."""
    if "units" not in row.given:
        return units
    names = [
        name
        for part in row.given["units"].split(",")
        for name in each_of("given", part.strip(), units.names, "this file")
    ]
    return units.only(*dict.fromkeys(names))


def _file_of(row, place):
    name = row.given.get("file")
    if name is None:
        name = next(filter(place.has, place.sheets), None)
    if name is None:
        raise Fault("given", "units.csv isn't beside the charter; name another with file=...")
    return name, row.given.get("sheet")


def _read(place, source, name, sheet):
    """The `Units` of a file, with its tables of actions and statuses if they were uploaded."""
    stem = name.rpartition(".")[0]
    beside = {}
    for kind in ("actions", "statuses", "columns"):
        other = f"{stem}.{kind}.csv"
        if other in place.files:
            beside[kind] = other, place.files[other]
        place.may_read("given", other)  # a link may lead elsewhere
    if place.columns is not None:
        beside["columns"] = place.columns
    return read_units(source, name, sheet=sheet, strict=True, **beside)


def _rules(row, place):
    rules = place.rules or PLAIN
    if "rules" in row.given:
        text = row.given["rules"]
        try:
            rules = place.memoised(("rules", text), lambda: rules_of(text, place.folder))
        except ValueError as error:
            raise Fault("given", str(error)) from None
    if not isinstance(rules, Rules):
        raise Fault("given", f"the rules are {printable(repr(rules))}; make them with Rules(...)")
    changed = {name: read(row) for name, read in _READ.items() if name in row.given}
    if not changed:
        return rules
    # One object for equal rules, so that what is computed for all units is computed only once.
    key = ("changed", rules, tuple(sorted(changed.items())))
    try:
        return place.memoised(key, lambda: replace(rules, **changed))
    except ValueError as error:
        raise Fault("given", str(error)) from None


def _critical(text):
    parts = re.split(r"[x×*]", text)
    if len(parts) != 2:
        raise Fault("given", f"critical: '{printable(text)}' is none; write one such as 10 % x 2")
    return number_of("given", parts[0], "chance"), number_of("given", parts[1])


# The settings that change rules, each with what reads it.
_READ = {
    "hit": lambda row: one_of("given", row.given["hit"], hit_names(), "hit rules"),
    "critical": lambda row: _critical(row.given["critical"]),
    "spread": lambda row: row.number("spread", 0.0, "chance"),
    "least": lambda row: row.whole("least", 1, high=1_000_000),
    "order": lambda row: row.word("order", "both", ORDERS),
    "overkill": lambda row: row.word("overkill", None, OVERKILL),
    "initiative": lambda row: row.given["initiative"],
}


def _blow(measure, attacker, defender, together, rules):
    """The answer for one blow, or for a kill."""
    alone = partial(OF_A_BLOW[measure], attacker, defender, rules)
    label = _LABELS[measure]
    blows = together.blows(rules, attacker, defender) if measure == "blows to kill" else None
    return Exact(*alone(), label) if blows is None else Exact(blows, lambda: alone()[1], label)


def _duel(measure, first, second, together, rules):
    numbers = together.duel(rules, first, second)
    alone = partial(_duel_alone, measure, first, second, together.rounds, rules)
    if numbers is None:
        return alone()
    value = OF_A_DUEL[measure](numbers)
    return Exact(value, lambda: alone().distribution, _label(measure, numbers["undecided"]))


def _duel_alone(measure, first, second, rounds, rules):
    found = duel(first, second, rules, max_turns=rounds)
    if found.fights is not None and rules.decided:
        return fights.Rolled(found, measure, first.hp).sample
    if found.fights is not None:
        how = {"units": Units(dict.fromkeys((first, second))), "max_rounds": rounds}
        return _battle(measure, {first.name: 1}, {second.name: 1}, how, "sampled", True, rules)
    value = OF_A_DUEL[measure](numbers_of(found))
    if found.endless:
        return Exact(value, note=fights.HELPLESS if found.helpless else fights.NEVER)
    label = _label(measure, found.undecided)
    if label == fights.OWN_POINTS:
        return Exact(value, found.left[0], label)
    return Exact(value, found.turns if label == fights.TURNS else found.margin, label)


def _label(measure, undecided):
    """The label of what stands behind the measure of a duel."""
    if measure == fights.OWN_POINTS:
        return measure
    return fights.TURNS if measure == "turns" or undecided else fights.POINTS


def _battle(measure, army, other, how, method, mirrored, rules):
    met = match_up(army, other, rules, **how)
    odds = met.exact() if method != "sampled" else None
    if odds is not None:
        return fights.of_odds(odds, measure, helpless=met.helpless)
    if method == "exact":
        raise ValueError("the battle is too large to be exact; leave method out")
    # Fought by turns, the dice of the two sides can't be swapped.
    return fights.Fight(met, measure, mirrored=mirrored and not met.by_turns).sample


def _of_field(measure, row, units, place):
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
        return Exact(measure(_exact(field)))

    return answer


def _exact(field):
    fought = field.tables["score"].attrs["fought"]
    if fought:
        raise ValueError(
            f"{fought:,} duels of these units have too many states to be exact; leave some out "
            f"with units=..."
        )
    return field


SYSTEM = System("units", MEASURES, SETTINGS, questions)
