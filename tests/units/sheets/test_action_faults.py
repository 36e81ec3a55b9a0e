"""Every fault of a game's tables of actions and statuses, with its place."""

import pytest

from combat.units import read_units
from combat.units.sheets.action_tables import read_actions
from combat.units.sheets.actions import Action
from combat.units.sheets.statuses import Status
from tests.units.sheets.tables import SHEET, UNITS, UNREAD, csv, faults, game

CHANGED = (
    "hp, attack, defense, armor, speed, cost, count, dex, move_range, damage, per_turn, again, ..."
)


@pytest.mark.parametrize(
    ("column", "cell", "what"),
    [
        ("times", "0", "0 is out of range; write a number from 1 to 100"),
        ("pierces", "x", "'x' is not a number; write one such as 12 or 7.5, or all"),
        ("miss", "50", "'50' is above 1; write 50 % or 0.5"),
        ("miss", "-1", "'-1' is no chance or share; write 50 %, 1/2, half or 0.5"),
        ("uses", "-1", "'-1' is no number of uses; write 3, or 3 a day, or leave it blank"),
        (
            "gives",
            "poisned 3",
            "'poisned' is not known; did you mean 'poisoned'? Known of statuses: poisoned, "
            "on fire, slowed",
        ),
        ("gives", "poisoned x", f"'poisoned x': dice 'x', character 1: {UNREAD}"),
        (
            "gives",
            "slowed 1d3 25",
            "'slowed 1d3 25' has two numbers; write turns, then a chance in %",
        ),
        (
            "when",
            "foez > 2",
            "at 'foez': no column or status; did you mean 'foes'? Write one of hp, attack, "
            "defense, armor, speed, cost, count, dex, move_range, round, foes, allies, ...",
        ),
        ("free", "maybe", "'maybe' is not known; write one of yes, no, x, 1, 0, true, false"),
        ("Move-Range", "far", "'far' is not a number; write one such as 12 or 7.5"),
        ("Hit Points", "2", "no action changes it; leave the cell empty"),
    ],
)
def test_a_cell_at_fault_is_told_with_its_place(column, cell, what):
    found = faults(["Mage,Act,", f"Knight,Act,{cell}"], header=f"unit,action,{column}")
    assert [one.replace("column 'hp'", "column 'Hit Points'") for one in found] == [
        f"a.csv, row 3, column '{column}': {what}"
    ]


def test_a_row_named_as_a_reaction_in_a_cell_is_told():
    found = faults(
        ["Mage,Fury,rage 1 when struck", "Mage,fury when struck,"], header="unit,action,gains"
    )
    assert found == [
        "a.csv, row 3, column 'action': 'Mage' has 'fury when struck' in row 2 already; rename one"
    ]


@pytest.mark.parametrize(
    ("row", "column", "what"),
    [
        (",Act", "unit", "the cell is empty; write the name of a unit, or * for all"),
        (
            "Mgae,Act",
            "unit",
            "'Mgae' is not known; did you mean 'Mage'? Known of units: Mage, Knight, Wall",
        ),
        ("Mage,", "action", "the cell is empty; write a name"),
        ("Mage,bolt", "action", "'Mage' has 'bolt' in row 2 already; rename one"),
        ("*,BOLT", "action", "'Mage' has 'BOLT' in row 2 already; rename one"),
        (
            "Mage,Wait",
            "action",
            "'Mage' never comes to it: 'Bolt' in row 2 can always be done; move this row up, or "
            "give that one a condition (when) or a number of uses",
        ),
    ],
)
def test_a_row_at_fault_beside_others_is_told(row, column, what):
    assert faults(["Mage,Bolt", row]) == [f"a.csv, row 3, column '{column}': {what}"]


@pytest.mark.parametrize(
    ("first", "reached"),
    [
        (",,,,,", False),
        ("2,,,,,", True),
        (",50 %,,,,", True),
        (",,hp<3,,,", True),
        (",,,yes,,", True),
        (",,,,self,1d4", True),
        (",,,,ally,1d4", True),
        (",,,,self,,slowed", False),
    ],
)
def test_a_row_below_one_that_can_always_be_done_is_never_reached(first, reached):
    lines = [f"Mage,First,{first},", "Mage,Last,,,,,,,"]
    header = "unit,action,uses,recharge,when,free,on,heals,gets"
    if reached:
        assert len(game(lines, header=header)["Mage"].actions) == 2
    else:
        assert len(faults(lines, header=header)) == 1


def test_a_weight_draws_among_rows_with_one_that_follow_each_other():
    header = "unit,action,weight"
    assert len(game(["Mage,First,1", "Mage,Last,1"], header=header)["Mage"].actions) == 2
    assert len(faults(["Mage,First,", "Mage,Last,1"], header=header)) == 1


def test_a_row_for_all_is_reached_where_it_is_for_one_and_a_free_one_everywhere():
    found = game(["Mage,Hit,", "*,Punch,", "Mage,Shout,yes"], header="unit,action,free")
    assert [one.name for one in found["Mage"].actions] == ["Hit", "Punch", "Shout"]
    assert [one.name for one in found["Knight"].actions] == ["Punch"]
    blocked = faults(["*,Hit", "Mage,Punch"])
    assert blocked[0].startswith(
        "a.csv, row 3, column 'action': 'Mage' never comes to it: 'Hit' in"
    )


def test_a_unit_that_has_actions_and_can_never_act_is_at_fault():
    assert faults(["Wall,Fall,0"], header="unit,action,uses") == [
        "a.csv, row 2, column 'uses': 'Wall' can never act: it has no damage, and none of its "
        "actions can be done; write a use"
    ]
    assert game(["Mage,Fall,0"], header="unit,action,uses")["Mage"].actions[0].uses == 0
    assert game(["Mage,Hit"])["Wall"].actions == ()


@pytest.mark.parametrize(
    ("column", "cell", "what"),
    [
        ("changes", "attack 2", "'attack 2' is no change; write attack -2, or damage x 0.5"),
        (
            "changes",
            "atack -2",
            f"'atack' is not known; did you mean 'attack'? Known of columns: {CHANGED}",
        ),
        ("changes", "cost x 2", "no status changes cost; leave it out"),
        ("changes", "kind x 2", f"'kind' is not known; known of columns: {CHANGED}"),
        ("changes", '"attack -1, attack -2"', "a column is changed twice; make one of both"),
        ("turns", "1.5", "'1.5' is no number of turns; write 3, or 3 rounds"),
    ],
)
def test_a_cell_of_a_status_at_fault_is_told_with_its_place(column, cell, what):
    found = faults(statuses=["ill,", f"weak,{cell}"], head=f"status,{column}")
    assert found == [f"s.csv, row 3, column '{column}': {what}"]


@pytest.mark.parametrize(
    ("row", "what"),
    [
        (",1d4", "the cell is empty; write a name"),
        ("ILL,1d4", "'ILL' is in row 2 already; rename one"),
    ],
)
def test_a_status_without_a_name_of_its_own_is_at_fault(row, what):
    assert faults(statuses=["ill,", row]) == [f"s.csv, row 3, column 'status': {what}"]


def test_all_faults_of_all_tables_are_told_at_once_in_their_order():
    found = faults(
        ["Mage,Bolt,0,x", "Ogre,Hit,,", "Knight,Stab,,ill", "Mage,Bolt,,"],
        ["ill,x,0", "weak,1,0", "weak,2,"],
        "unit,action,times,gives",
        "status,loses,stacks",
        units=["Mage,0,x,3,1d4,10,5,cloth", "Knight,30,12,12,1d8,9,3,steel", ",1,1,1,1,1,1,1"],
    )
    assert [str(one).partition(": ")[0] for one in found] == [
        "g.csv, row 2, column 'hp'",
        "g.csv, row 2, column 'attack'",
        "g.csv, row 4, column 'name'",
        "s.csv, row 2, column 'loses'",
        "s.csv, row 2, column 'stacks'",
        "s.csv, row 3, column 'stacks'",
        "s.csv, row 4, column 'status'",
        "a.csv, row 2, column 'times'",
        "a.csv, row 2, column 'gives'",
        "a.csv, row 3, column 'unit'",
    ]


def test_faults_are_told_in_the_order_of_their_rows():
    found = faults(["Mage,Bolt,", "Mage,Wait,", "Mage,Hit,x"], header="unit,action,times")
    assert [str(one).partition(": ")[0] for one in found] == [
        "a.csv, row 3, column 'action'",
        "a.csv, row 4, column 'times'",
    ]


def test_a_row_with_too_many_cells_is_at_fault_beside_others():
    found = faults(["Mage,Bolt,1", "Ogre,Hit"])
    assert [str(one).partition(": ")[0] for one in found] == [
        "a.csv, row 2, column 3",
        "a.csv, row 3, column 'unit'",
    ]


@pytest.mark.parametrize(
    ("header", "fault"),
    [
        (
            "unit,name",
            "row 1, column 'action': the column is missing; the header must name unit, ac",
        ),
        (
            "unit,action,Move Range,move_range",
            "row 1, column 'Move Range': the column is named twice",
        ),
    ],
)
def test_a_header_at_fault_is_told(header, fault):
    (found,) = faults(["Mage,Act,3,4"[: 10 + header.count(",") * 2 - 2]], header=header)
    assert found.startswith(f"a.csv, {fault}")


def test_a_heading_that_is_no_column_is_named_once_and_left_out():
    table = csv("unit,action,Luck!,note", "Mage,Act,7,hm", "Knight,Act,7,hm")
    with pytest.warns(UserWarning, match="left out") as said:
        found = read_actions(table, game(statuses=None), {}, "a.csv")
    assert [str(one.message).partition(":")[2][:32] for one in said] == [
        " 'Luck!', 'note' left out: not o"
    ]
    assert found["Mage"] == found["Knight"] == (Action("Act"),)


def test_a_heading_that_is_nearly_a_column_names_that():
    table = csv("unit,action,heal,element", "Mage,Act,7,fire")
    with pytest.warns(UserWarning, match=r"'heal', 'element' left out: .*; did you mean heals\?$"):
        read_actions(table, game(statuses=None), {}, "a.csv")


def test_a_status_that_no_action_gives_is_named_and_left_out():
    with pytest.warns(UserWarning, match=r"no action gives 'ill', 'weak': left out") as said:
        units = read_units(
            csv(SHEET, *UNITS),
            actions=csv("unit,action,gets", "Mage,Act,odd"),
            statuses=b"status\nill\nodd\nweak\n",
        )
    assert len(said) == 1
    assert units["Mage"].actions[0].statuses == [Status("odd")]
