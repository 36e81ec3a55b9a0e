"""The units that a row is about, its settings, and the rules by which it is judged."""

import math
import re
from contextlib import suppress
from dataclasses import replace

from combat.charter import cells
from combat.charter.cells import Fault, cell
from combat.core.checks import warn
from combat.core.words import many, printable
from combat.tables import TableError
from combat.units import ORDERS, PLAIN, Rules, read_units
from combat.units.cautions import of_the_rule
from combat.units.own_rules import rules_of
from combat.units.rest import rest_of
from combat.units.rules import DAMAGES, OVERKILL, hit_names
from combat.units.strikes.strikes import Strikes

_JUDGED = 30  # units on which a rule is tried: your own damage rule is called for each pair


def _rest(text):
    """Return the `Rest` of hit points, dice, a share or "all"."""
    try:
        if text.casefold() == "all":
            return rest_of(math.inf)
        return rest_of(int(text) if text.isdigit() else text)
    except ValueError as error:
        raise ValueError(printable(str(error)).removeprefix("rest: ")) from None


def _critical(text):
    parts = re.split(r"[x×*]", text)
    if len(parts) != 2:
        raise ValueError(f"'{printable(text)}' is none; write one such as 10 % x 2")
    return cells.chance(parts[0]), cells.number(parts[1])


# What reads each setting; those of rules have the names of their fields.
_OF_RULES = {
    "hit": lambda text: cells.one_of(text, hit_names(), "hit rules"),
    "damage": cells.word(*DAMAGES),
    "critical": _critical,
    "spread": cells.chance,
    "least": cells.whole(high=1_000_000),
    "order": cells.word(*ORDERS),
    "overkill": cells.word(*OVERKILL),
    "initiative": str,
}
SETTINGS = {
    "file": str,
    "sheet": str,
    "units": str,
    "cost": cells.number,
    "rounds": cells.whole(1, 10_000),
    "targeting": cells.word("random", "weakest", "strongest", "front"),
    "method": cells.word("auto", "exact", "sampled"),
    "mirrored": cells.yes_or_no,
    "rest": _rest,
    "rules": str,
} | _OF_RULES


def fights_by(row):
    """Return the settings of a row on which a duel depends, besides its file: text pairs."""
    names = ("rounds", "rules", *_OF_RULES)
    return tuple((name, row.given[name]) for name in names if name in row.given)


def known_rules(row, place):
    """Return the `Rules` of a row, or None for those in a file, which run when it is judged."""
    text = row.given.get("rules", "")
    if ":" not in text:
        return rules_in(row, place)
    with cell("given"):
        place.may_run(text)
    return None


def rules_in(row, place):
    """Return the `Rules` of a row: one object for equal ones, so that all is computed once."""
    rules, text = place.rules or PLAIN, row.given.get("rules")
    changed = {name: row.set[name] for name in _OF_RULES if name in row.set}
    with cell("given"):
        if text:
            rules = place.memoised(("rules", text), lambda: rules_of(text, place.folder))
        if not isinstance(rules, Rules):
            what = printable(repr(rules))
            raise ValueError(f"the rules are {what}; make them with Rules(...)")
        if not changed:
            return rules
        key = "changed", rules, tuple(sorted(changed.items()))
        return place.memoised(key, lambda: replace(rules, **changed))


def caution(units, rules):
    """Warn of a rule at its limits; an error in the rule is reported by the row that uses it."""
    if rules.decided:
        return
    some = list(units)[:_JUDGED]
    with suppress(ValueError):
        for sentence in of_the_rule(Strikes(some, some, rules), rules):
            warn(sentence)


def file_of(row, place):
    """Return the name of a row's file of units, and its sheet."""
    name = row.given.get("file") or next(filter(place.has, place.sheets), None)
    if name is None:
        raise Fault("given", "units.csv isn't beside the charter; name another with file=...")
    return name, row.given.get("sheet")


def units_of(row, place):
    """Return the `Units` of a row: all of its file, or those named in the setting units."""
    name, sheet = file_of(row, place)
    with cell("given"):
        source = place.source(name)
        try:
            units = place.memoised(
                ("units", name, sheet), lambda: _read(place, source, name, sheet)
            )
        except TableError as error:
            first, *others = str(error).splitlines()
            more = f" (and {many(len(others), 'fault')} more)" if others else ""
            raise ValueError(first + more) from None
    key = "pool", name, sheet, row.given.get("units")
    return place.memoised(key, lambda: pooled(row, units))


def pooled(row, units):
    """Return those of some `Units` that a row names in its setting units; all without it."""
    if "units" not in row.given:
        return units
    with cell("given"):
        names = [
            name
            for part in row.given["units"].split(",")
            for name in cells.each_of(part.strip(), units.names, "this file")
        ]
    return units.only(*dict.fromkeys(names))


def _read(place, source, name, sheet):
    """The `Units` of a file, with its tables of actions and statuses if they were uploaded."""
    stem = name.rpartition(".")[0]
    beside = {}
    for kind in ("actions", "statuses", "columns"):
        other = f"{stem}.{kind}.csv"
        if other in place.files:
            beside[kind] = other, place.files[other]
        place.may_read(other)  # a link may lead elsewhere
    if place.columns is not None:
        beside["columns"] = place.columns
    return read_units(source, name, sheet=sheet, strict=True, **beside)
