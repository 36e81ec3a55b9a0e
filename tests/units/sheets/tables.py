"""A small game whose tables of actions and statuses are given line by line."""

import warnings

import pytest

from combat.dice.grammar import WRITE
from combat.tables import TableError
from combat.units import read_units

SHEET = "name,hp,attack,defense,damage,dex,Move Range,kind"
UNITS = ["Mage,9,3,3,1d4,10,5,cloth", "Knight,30,12,12,1d8,9,3,steel", "Wall,50,1,1,0,1,1,stone"]
STATUSES = ["poisoned,1d4", "on fire,1d6", "slowed,"]

UNREAD = f"'x' can't be read: {WRITE}"


def csv(header, *lines):
    return "\n".join([header, *lines]).encode()


def game(actions=None, statuses=STATUSES, header="unit,action", head="status,loses", units=UNITS):
    """The units of a game whose tables have these lines."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of statuses that no action gives
        return read_units(
            csv(SHEET, *units),
            "g.csv",
            actions=None if actions is None else ("a.csv", csv(header, *actions)),
            statuses=None if statuses is None else ("s.csv", csv(head, *statuses)),
        )


def faults(*args, **kwargs):
    with pytest.raises(TableError) as caught:
        game(*args, **kwargs)
    return str(caught.value).split("\n")


def action(cells, header, who="Mage", **more):
    """The only action of a unit: of a table of one row."""
    row = f"{who},Act,{cells}"
    (found,) = game([row], header=f"unit,action,{header}", **more)[who].actions
    return found
