"""Units without attack and defense: a rule of one's own may never ask for them."""

import copy
import pickle

import numpy as np
import pytest

from combat.tables import TableError
from combat.units import (
    NoColumn,
    Rules,
    Unit,
    Units,
    duel,
    matrix,
    read_units,
)
from combat.units.views import outcomes_by

SHEET = b"name,hp,damage,dex\nImp,5,1d4,7\nOgre,9,1d6,4\nHealer,6,0,3\n"
RULES = Rules(hit=lambda a, d: np.clip(0.5 + 0.05 * (a.dex - d.dex), 0.05, 0.95))
UNITS = read_units(SHEET, "mine.csv")
LEAST_SHOWN = (
    r"^there is no column .attack.: there are name, hp, damage, armor, speed, cost, count, dex; "
    r"where the sheet calls it otherwise, write a line 'AC,attack' with its heading for AC into "
    r"the file's \.columns\.csv$"
)


def test_a_sheet_may_lack_what_no_rule_asks_for():
    assert UNITS.columns == ["name", "hp", "damage", "armor", "speed", "cost", "count", "dex"]
    assert list(UNITS.frame) == UNITS.columns[1:]
    assert UNITS.frame.loc["Ogre", ["hp", "damage", "dex"]].tolist() == [9, "1d6", 4]
    one = read_units(SHEET.replace(b"dex", b"defence"))
    assert one["Imp"].defense == 7
    assert one.columns[:4] == ["name", "hp", "defense", "damage"]


def test_who_asks_for_it_is_told_in_one_line():
    imp = UNITS["Imp"]
    for ask in (
        lambda: imp.attack,
        lambda: imp["attack"],
        lambda: imp.changed(attack=3),
        lambda: duel(imp, UNITS["Ogre"]),
        lambda: matrix(UNITS, Rules(hit="d20 against armour class")),
        lambda: duel(imp, imp, Rules(hit=RULES.hit, damage=lambda a, d: a.attack)),
        lambda: outcomes_by(imp, imp, RULES),
    ):
        with pytest.raises(NoColumn, match=LEAST_SHOWN):
            ask()


def test_a_blank_cell_in_a_column_that_is_there_leaves_the_unit_out():
    sheet, told = (
        b"name,hp,damage,attack\nImp,5,1d4,7\nOgre,9,1d6,\n",
        "row 3, column 'attack': the",
    )
    with pytest.warns(UserWarning, match=told):
        assert read_units(sheet, "mine.csv").names == ["Imp"]
    with pytest.raises(TableError, match=told):
        read_units(sheet, "mine.csv", strict=True)


def test_all_units_lack_it_or_none():
    imp, ogre = Unit("Imp", hp=3, damage=1, attack=2), Unit("Ogre", hp=3, damage=1)
    for units in ([imp, ogre], [ogre, imp]):
        with pytest.raises(NoColumn, match="Ogre: there is no column 'attack': there are name"):
            Units(units)
    goblin = ogre.changed(name="Goblin")
    assert Units([ogre, goblin]).changed("Goblin", hp=4)["Goblin"].hp == 4


def test_such_a_unit_is_copied_shown_compared_and_a_key():
    imp = UNITS["Imp"]
    for twin in (copy.deepcopy(imp), pickle.loads(pickle.dumps(imp)), imp.changed()):
        assert twin == imp
        assert {imp: 1}[twin] == 1
    assert imp != imp.changed(dex=8)
    assert imp != Unit("Imp", hp=5, damage="1d4", attack=0, dex=7)
    assert repr(Unit("Imp", hp=5, damage="1d4", dex=7, cost=3)) == (
        "Unit(name='Imp', hp=5, armor=0.0, speed=1.0, cost=3.0, count=1, more={'dex': 7}, "
        "written='1d4')"
    )
