"""A cell of 20,000 letters: the line that refuses it is short, and soon there."""

import time

import pytest

from combat.core.words import csv_text
from combat.units import condition
from tests.units.sheets.forms import fault_of, reading

LONG = 20_000
LETTERS, DIGITS = "x" * LONG, "9" * LONG
FORMS = [
    LETTERS,
    DIGITS,
    f"hp < {DIGITS}",
    "x\n" * LONG,
    "5" + ",000" * LONG,
    "é" * LONG,
    "(" * LONG,
]
UNITS = ("name", "hp", "attack", "damage", "armor", "speed", "per turn", "again", "begins with")
ACTIONS = ("unit", "action", "times", "on", "uses", "gives", "gets", "spends", "gains", "weight")
STATUSES = ("status", "changes", "loses", "turns", "ends", "absorbs", "broken")


def is_short(told, begun):
    assert time.process_time() - begun < 2
    assert told
    assert max(map(len, told.splitlines())) < 700


@pytest.mark.parametrize("form", range(len(FORMS)))
@pytest.mark.parametrize("column", UNITS)
def test_of_units(column, form):
    row = {"name": "Orc", "hp": "9", "damage": "3"} | {column: FORMS[form]}
    begun = time.process_time()
    try:
        told = "\n".join(reading(csv_text([[*row], [*row.values()]]))[1]) or "nothing"
    except ValueError as error:
        told = str(error)
    is_short(told, begun)


@pytest.mark.parametrize("form", [0, 2, 3, 4])
@pytest.mark.parametrize("column", ACTIONS)
def test_of_actions(column, form):
    row = {"unit": "Orc", "action": "A"} | {column: FORMS[form]}
    table = csv_text([[*row], [*row.values()]]).encode()
    begun = time.process_time()
    is_short(fault_of("name,hp,damage\nOrc,9,3", actions=("a.csv", table)), begun)


@pytest.mark.parametrize("form", [2, 3, 4])
@pytest.mark.parametrize("column", STATUSES[1:])
def test_of_statuses(column, form):
    row = {"status": "s"} | {column: FORMS[form]}
    tables = {"statuses": ("s.csv", csv_text([[*row], [*row.values()]]).encode())}
    tables["actions"] = ("a.csv", b"unit,action,gives\nOrc,A,s\n")
    begun = time.process_time()
    is_short(fault_of("name,hp,damage\nOrc,9,3", **tables), begun)


def test_of_a_condition_and_a_mapping():
    for text in (LETTERS, f"hp < {LETTERS}", f"{DIGITS} < 3 %"):
        begun = time.process_time()
        with pytest.raises(ValueError, match=r"\w") as caught:
            condition(text, [], [])
        is_short(str(caught.value), begun)
    begun = time.process_time()
    mapping = ("m.columns.csv", csv_text([["heading", "as"], ["hp", LETTERS]]).encode())
    is_short(fault_of("name,hp\nOrc,3", columns=mapping), begun)
