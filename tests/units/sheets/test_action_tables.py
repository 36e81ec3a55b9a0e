"""A game's tables of actions and statuses: what they mean, and every fault with its place."""

import math
import warnings

import pytest

from combat.dice import dice
from combat.dice.grammar import WRITE
from combat.tables import TableError, titles_of
from combat.units import read_units
from combat.units.sheets.action_tables import read_actions, read_statuses
from combat.units.sheets.actions import Action
from combat.units.sheets.conditions import condition
from combat.units.sheets.statuses import Grant, Status
from tests.tables.test_spreadsheets import spreadsheet

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


@pytest.mark.parametrize(
    ("cells", "header", "said"),
    [
        ("dex -5", "gains", "write mana 60; what it loses is what it spends"),
        ("dex -5", "spends", "'dex -5' is no counter"),
        ("dax 5", "spends", "'dax' is not known; did you mean 'dex'?"),
        ("self,5,slowed", "on,damage,gets", "only blows at a foe have it"),
        ("hp < 0.5", "when", "hp are points; of the full ones write 50 %"),
        ("0.25 > target hp", "when", "of the full ones write 25 %"),
    ],
)
def test_what_would_be_read_as_nothing_is_refused(cells, header, said):
    (fault,) = faults([f"Mage,Act,{cells}"], header=f"unit,action,{header}")
    assert said in fault


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("attack -10%", "write attack x 0.9, or attack -0.1"),
        ("damage +50%", "write damage x 1.5, or damage +0.5"),
    ],
)
def test_a_percentage_is_not_added_to_points(change, said):
    (fault,) = faults([], [f"weak,{change}"], head="status,changes")
    assert said in fault


def test_a_counter_is_spelled_as_its_column_or_as_the_heading_of_it():
    for cell in ("Move-Range 2", "move range: 2", "move_range 2"):
        assert action(cell, "spends").spends == (("move_range", 2),)
    assert action("rage 2,Rage: 1d4", "spends,gains").spends == (("rage", 2),)


def test_a_row_of_actions_means_what_it_says():
    found = action(
        'all,2,weakest,foe,half,1/4,3/Day,33 %,"poisoned 3, On  Fire, slowed 1d3 25 %",slowed,'
        '"Poisoned, slowed","foes >= 3, hp < 50 %",yes,8d6,4,7,fire',
        "Targets,Times,whom,on,miss,drain,uses,recharge,gives,gets,cures,when,free,"
        "DAMAGE,Attack,Move-Range,kind",
    )
    poisoned, burning, slowed = (
        Status("poisoned", loses="1d4"),
        Status("on fire", loses="1d6"),
        (Status("slowed")),
    )
    assert found == Action(
        "Act",
        columns=(("damage", "8d6"), ("attack", 4.0), ("move_range", 7.0), ("kind", "fire")),
        times=2,
        targets=math.inf,
        whom="weakest",
        miss=0.5,
        drain=0.25,
        uses=3,
        per="day",
        recharge=0.33,
        gives=(Grant(poisoned, 3), Grant(burning), Grant(slowed, "1d3", 0.25)),
        gets=(Grant(slowed),),
        cures=("poisoned", "slowed"),
        when=condition("foes >= 3, hp < 50 %", [], []),
        free=True,
        kind="fire",
    )


def test_a_row_of_statuses_means_what_it_says():
    head = "Status,changes,loses,gains,kills,skips,turns,ends,broken,stacks"
    lines = [
        'weak,"attack -2, Move Range × 1/2, damage*1.5, dex +3, defense x 2",,,,,,,,',
        "ill,,1d4,,no,25 %,3,0.5,,2",
        "asleep,,,5.0,TRUE,yes,,half,x,",
        "awake,,,,1,no,,,0,",
    ]
    found = read_statuses(csv(head, *lines), units=game(statuses=None))
    changes = (
        ("attack", "+", -2),
        ("move_range", "x", 0.5),
        ("damage", "x", 1.5),
        ("dex", "+", 3),
        ("defense", "x", 2),
    )
    assert list(found.values()) == [
        Status("weak", changes=changes),
        Status("ill", loses="1d4", kills=False, skips=0.25, turns=3, ends=0.5, stacks=2),
        Status("asleep", gains=5, skips=1, ends=0.5, broken=True),
        Status("awake"),
    ]


def test_without_units_any_column_may_be_changed():
    found = read_statuses(b"status,changes\nweak,Luck Points -2\n")
    assert found["weak"].changes == (("luck_points", "+", -2),)


@pytest.mark.parametrize("cell", ["half", "HALF", "50 %", "50%", "1/2", "0.5", ".5", '"0,5"'])
def test_a_share_is_written_in_many_ways(cell):
    assert action(cell, "miss").miss == 0.5


def test_rows_for_all_stand_among_a_units_own_in_the_order_of_the_file():
    found = game(
        ["mage,Bolt,2", "*,Drink,1", "Knight,Slash,", "Mage,Wait,"], header="unit,action,uses"
    )
    assert [one.name for one in found["Mage"].actions] == ["Bolt", "Drink", "Wait"]
    assert [one.name for one in found["Knight"].actions] == ["Drink", "Slash"]
    assert [one.name for one in found["Wall"].actions] == ["Drink"]


def test_commas_are_decimal_where_semicolons_part():
    table = csv("unit;action;dex;miss;gives", "Mage;Act;7,5;12,5 %;slowed 2, poisoned")
    (found,) = read_actions(table, game(), {name: Status(name) for name in ("slowed", "poisoned")})[
        "Mage"
    ]
    assert (dict(found.columns)["dex"], found.miss, len(found.gives)) == (7.5, 0.125, 2)


def test_the_units_own_headings_count_in_all_tables():
    units = read_units(
        csv("Who,HP,Atk,damage", "Mage,9,3,1d4"),
        columns={"name": "Who", "attack": "Atk"},
        actions=csv("unit,action,ATK,gives", "Mage,Hit,7,weak"),
        statuses=csv("status,changes", "weak,Atk -2"),
    )
    (found,) = units["Mage"].actions
    assert found.columns == (("attack", 7.0),)
    assert found.statuses[0].changes == (("attack", "+", -2),)


CHANGED = "hp, attack, defense, armor, speed, cost, count, dex, move_range, damage, per_turn, again"


@pytest.mark.parametrize(
    ("column", "cell", "what"),
    [
        ("times", "0", "0 is out of range; write a number from 1 to 100"),
        ("pierces", "x", "'x' is not a number; write one such as 12 or 7.5, or all"),
        ("times", "1.5", "1.5 is no whole number; write one such as 2"),
        (
            "whom",
            "nearest",
            "'nearest' is not known; write one of random, weakest, strongest, front, hurt",
        ),
        ("miss", "50", "'50' is above 1; write 50 % or 0.5"),
        ("miss", "-1", "'-1' is no chance or share; write 50 %, 1/2, half or 0.5"),
        ("heals", "2x", f"dice '2x', character 2: {UNREAD}"),
        ("heals", "1d4-2", "'1d4-2' may be -1; write dice that are never below 0"),
        ("uses", "-1", "'-1' is no number of uses; write 3, or 3 a day, or leave it blank"),
        (
            "gives",
            "poisned 3",
            "'poisned' is not known; did you mean 'poisoned'? Known of statuses: poisoned, "
            "on fire, slowed",
        ),
        ("gives", "poisoned x", f"'poisoned x': dice 'x', character 1: {UNREAD}"),
        ("gives", "slowed 0", "'slowed 0': 0 is out of range; write a number from 1 to 1000"),
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
        ("changes", "hp +1e9", "'hp +1e9' is no change; write attack -2, or damage x 0.5"),
        ("changes", '"attack -1, attack -2"', "a column is changed twice; make one of both"),
        ("gains", "-1", f"dice '-1', character 1: '-' can't be read: {WRITE}"),
        ("turns", "0", "0 is out of range; write a number from 1 to 1000"),
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


def test_of_two_statuses_that_begin_alike_the_longer_name_is_meant():
    found = action('"on fire 2, on 3"', "gives", statuses=["on,", "on fire,1d6"])
    assert [(gift.status.name, gift.turns.mean) for gift in found.gives] == [
        ("on fire", 2),
        ("on", 3),
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


def test_a_status_that_no_action_gives_is_named_and_left_out():
    with pytest.warns(UserWarning, match=r"no action gives 'ill', 'weak': left out") as said:
        units = read_units(
            csv(SHEET, *UNITS),
            actions=csv("unit,action,gets", "Mage,Act,odd"),
            statuses=b"status\nill\nodd\nweak\n",
        )
    assert len(said) == 1
    assert units["Mage"].actions[0].statuses == [Status("odd")]


def test_tables_beside_a_csv_file_are_read(tmp_path):
    file = tmp_path / "game.csv"
    file.write_bytes(csv(SHEET, *UNITS))
    assert read_units(file)["Mage"].actions == ()
    (tmp_path / "game.actions.csv").write_bytes(csv("unit,action,gives", "Mage,Bite,ill"))
    (tmp_path / "game.statuses.csv").write_bytes(csv("status,loses", "ill,3"))
    assert read_units(str(file))["Mage"]["ill: loses"] == dice(3)
    (tmp_path / "game.actions.csv").write_bytes(csv("unit,action", "Mag,Bite"))
    with pytest.raises(
        TableError, match=r"^game\.actions\.csv, row 2, column 'unit': 'Mag' is not"
    ):
        read_units(file)
    other = tmp_path / "other.csv"
    other.write_bytes(csv("unit,action", "Mage,Kick"))
    assert read_units(file, actions=other, statuses=b"status\n")["Mage"].actions[0].name == "Kick"


NUMBERS = [["name", "hp", "damage"], ["Mage", 9, "1d4"]]


def test_the_sheets_of_a_spreadsheet_are_read():
    content = spreadsheet(
        Units=NUMBERS,
        Actions=[["unit", "action", "times", "gives"], ["Mage", "Bite", 2.0, "ill"]],
        STATUSES=[["status", "turns"], ["ill", 3]],
    )
    assert titles_of("g.xlsx", content) == ["Units", "Actions", "STATUSES"]
    units = read_units(content, "g.xlsx")
    assert (units["Mage"]["Bite: times"], units["Mage"]["ill: turns"]) == (2, 3)
    plain = read_units(
        spreadsheet(Units=NUMBERS), "g.xlsx", actions=("h.xlsx", content), statuses=content
    )
    assert plain["Mage"].actions == units["Mage"].actions
    assert read_units(spreadsheet(Actions=NUMBERS), "g.xlsx")["Mage"].actions == ()


def test_a_fault_in_a_sheet_names_the_sheet():
    content = spreadsheet(
        Units=[*NUMBERS, ["Imp", 0, 1]],
        Actions=[["Actions of my game"], ["unit", "action", "times"], ["Imp", "Bite", 0]],
        statuses=[["status", "turns"], ["ill", "x"]],
    )
    with pytest.raises(TableError) as caught:
        read_units(content, "g.xlsx")
    assert str(caught.value).split("\n") == [
        "g.xlsx, row 3, column 'hp': 0 is out of range; write a number from 1 to 1e+06",
        "g.xlsx, sheet 'statuses', row 2, column 'turns': 'x' is no number of turns; write 3, or "
        "3 rounds",
        "g.xlsx, sheet 'Actions', row 3, column 'times': 0 is out of range; write a number from 1 "
        "to 100",
    ]
