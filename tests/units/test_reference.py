"""The page of all columns: complete, and each of its examples is read."""

import re

import pytest

from combat.units import read_units
from combat.units.sheets import page
from combat.units.sheets.actions import Action
from combat.units.sheets.items import Item
from combat.units.sheets.schema import columns_of
from combat.units.sheets.statuses import Status

PAGE = page.PAGE.read_text(encoding="utf-8")
UNIT = {"name": "Mage", "hp": "24", "attack": "7", "damage": "1d4"}
STATUSES = b"status\npoisoned\nstunned\nguarded\nberry\n"


def rows(table):
    """The rows of a table of the page: (column, example), a row for each of its columns."""
    part = PAGE.split(f"## {table}\n")[1].split("\n## ")[0]
    found = re.findall(r"^\| ([^|]+?) \| [^|]+ \| `(.+)` \|$", part, re.MULTILINE)
    return [(column, example) for columns, example in found for column in columns.split(", ")]


def quoted(cells):
    return ",".join(f'"{cell}"' for cell in cells)


@pytest.mark.parametrize(("column", "example"), rows("Units"))
def test_an_example_of_the_units_is_read(column, example):
    table = UNIT | {column: example}
    sheet = f"{quoted(table)}\n{quoted(table.values())}\n".encode()
    actions = b"unit,action,on,spends,uses,gets\nMage,Dance,self,mana 1,1,berry\n"
    actions += b'Mage,Rest,self,,1,"guarded, mana 1"\n'
    (unit,) = read_units(sheet, "u.csv", actions=actions, statuses=STATUSES)
    assert unit.hp == 24


@pytest.mark.parametrize(("column", "example"), rows("Actions"))
def test_an_example_of_the_actions_is_read(column, example):
    column = "attack" if column == "any column of the units" else column
    table = {"unit": "Mage", "action": "Do", "on": "foe", "mana": ""}
    if column in ("heals", "on", "cures", "gets"):
        table |= {"on": "self", "heals": "1"}
    table |= {column: example}
    sheet = f"{quoted(table)}\n{quoted(table.values())}\n".encode()
    units = f"{quoted([*UNIT, 'mana'])}\n{quoted([*UNIT.values(), '9'])}\n".encode()
    (unit,) = read_units(units, "u.csv", actions=("a.csv", sheet), statuses=STATUSES)
    assert len(unit.actions) == 1 + example.count(" when ")


@pytest.mark.parametrize(("column", "example"), rows("Statuses"))
def test_an_example_of_the_statuses_is_read(column, example):
    table = {"status": "poisoned", column: example}
    table |= {"timer": {"stacks": "3"}, "kills": {"loses": "1"}}.get(column, {})
    sheet = f"{quoted(table)}\n{quoted(table.values())}\n".encode()
    actions = b"unit,action,gives\nMage,Bite,poisoned\n"
    units = f"{quoted(UNIT)}\n{quoted(UNIT.values())}\n".encode()
    (unit,) = read_units(units, "u.csv", actions=actions, statuses=("s.csv", sheet))
    (status,) = unit.actions[0].statuses
    blank = Status("poisoned")
    assert status != blank or column in ("status", "kills")


@pytest.mark.parametrize(("column", "example"), rows("Items"))
def test_an_example_of_the_items_is_read(column, example):
    table = {"item": "Spear", "slot": "hand"} | {column: example.replace("K*", "M*")}
    items = f"{quoted(table)}\n{quoted(table.values())}\n".encode()
    sheet = f"{quoted(UNIT)}\n{quoted(UNIT.values())}\n".encode()
    (spear,) = read_units(sheet, "u.csv", items=items, statuses=STATUSES).items.values()
    assert spear != Item("Spear", "hand") or column in ("item", "slot", "for")


def test_the_page_has_all_columns_as_they_are():
    assert page.written(PAGE) == PAGE, "write it anew: python -m combat.units.sheets.page"
    for table in (Action, Status, Item):
        there = [one for one in columns_of(table).values() if one.kind.read is not None]
        assert all(one.about and one.example for one in there)
