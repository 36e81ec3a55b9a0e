"""Small fights as three tables: what is left of both sides, worked out by hand."""

from typing import NamedTuple

import pytest

from combat.units import Rules, battle, read_units

AB = "name|hp|damage\nA|99|{}\nB|99|{}"
BOTH = ("first", "both")


def sure(attacker, defender):
    return 1.0


def half(attacker, defender):
    return 0.5


def said(units, actions=None, statuses=None, synergies=None):
    """The units of up to four tables, cells parted by |, rows by lines."""
    tables = [
        None
        if text is None
        else "\n".join(row.strip().replace("|", ",") for row in text.split("\n"))
        for text in (units, actions, statuses, synergies)
    ]
    units, actions, statuses, synergies = (text and text.strip().encode() for text in tables)
    return read_units(units, actions=actions, statuses=statuses, synergies=synergies)


class Case(NamedTuple):
    """Three tables, and the points left of both sides: a mean, or {points: chance}."""

    what: str
    units: str
    left: tuple
    actions: str | None = None
    statuses: str | None = None
    turns: int = 1
    orders: tuple = ("first",)
    hit: object = sure
    armies: tuple = ({"A": 1}, {"B": 1})
    more: tuple = ()
    targeting: object = "front"
    synergies: str | None = None


def check(case):
    """Fight it in each of its orders."""
    units = said(case.units, case.actions, case.statuses, case.synergies)
    how = {"units": units, "targeting": case.targeting, "max_rounds": case.turns}
    for order in case.orders:
        rules = Rules(**{"hit": case.hit, "order": order} | dict(case.more))
        odds = battle(*case.armies, rules, **how)
        assert odds.fights is None
        for side, left in zip(odds.left, case.left, strict=True):
            if isinstance(left, dict):
                found = dict(zip(side.values.tolist(), side.chances.tolist(), strict=True))
                assert found == pytest.approx(left, abs=1e-12)
            else:
                assert side.mean == pytest.approx(left, abs=1e-12)
