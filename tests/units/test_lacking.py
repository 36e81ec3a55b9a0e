"""Units without attack and defense: a rule of one's own may never ask for them."""

import copy
import pickle

import numpy as np
import pytest

from combat.charter import judge, read_charter
from combat.tables import TableError
from combat.units import (
    NoColumn,
    Rules,
    Unit,
    Units,
    battle,
    breakpoints,
    duel,
    matrix,
    read_units,
    usable,
)
from combat.units.views import field_score, outcomes_by, what_matters

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
        with pytest.raises(NoColumn, match="there is no column 'attack': there are name, hp, dam"):
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


def test_duels_battles_and_views_go_on():
    with_both = Units([unit.having(attack=1, defense=1) for unit in UNITS])
    assert matrix(UNITS, RULES).equals(matrix(with_both, RULES))
    armies = {"Imp": 2}, {"Ogre": 1}
    odds = [battle(*armies, RULES, units=units).first for units in (UNITS, with_both)]
    assert odds[0] == odds[1]
    assert field_score(UNITS["Imp"], UNITS, RULES) == field_score(
        with_both["Imp"], with_both, RULES
    )
    steps = what_matters("Imp", UNITS, RULES)
    assert sorted(steps.index) == ["armor +1", "damage +1", "dex +1", "hp +1", "speed +0.1"]
    assert len(outcomes_by(UNITS["Imp"], UNITS["Ogre"], RULES, "dex", [5, 6])) == 2
    assert len(breakpoints(UNITS["Imp"], UNITS["Ogre"], RULES, column="dex"))


def test_a_charter_judges_them_by_their_rule_and_names_what_the_plain_one_lacks():
    table = b"claim,system,first,second,measure,at least\nx,units,Imp,Ogre,win,0 %\n"
    files = {"units.csv": SHEET}
    (one,) = judge(read_charter(table, "a", files=files, rules=RULES).claims)
    assert one.value == pytest.approx(duel(UNITS["Imp"], UNITS["Ogre"], RULES).first)
    (fault,) = judge(read_charter(table, "a", files=files).claims).faults
    assert fault.startswith("row 2, x: there is no column 'attack': there are name, hp, damage")
    assert "\n" not in fault


def test_of_rules_that_cannot_be_used_the_one_that_lacks_attack_is_told():
    units = read_units(b"name,hp,Aim,damage\nImp,3,9,1d4\n", "mine.csv")
    rules = {"by dex": Rules(hit=lambda a, d: a.dex / 20), "ratio": Rules(hit="ratio")}
    with pytest.raises(ValueError, match="the rule 'ratio' can't be used: there is no column '"):
        usable(rules, units)
