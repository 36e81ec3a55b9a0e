"""A game's tables of actions and statuses: what they mean, and where they are found."""

import math

import pytest

from combat.dice import dice
from combat.tables import TableError, titles_of
from combat.units import read_units
from combat.units.sheets.action_tables import read_actions, read_statuses
from combat.units.sheets.actions import Action
from combat.units.sheets.conditions import condition
from combat.units.sheets.statuses import Grant, Status
from tests.tables.test_spreadsheets import spreadsheet
from tests.units.sheets.tables import SHEET, UNITS, action, csv, faults, game


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


def test_what_an_actor_gets_and_gains_is_added_up_by_what_sets_it_off():
    cells = '"dex 5, slowed, slowed when struck, dex 2 when struck","rage 1d6 on critical"'
    own, struck = game([f"Mage,Act,{cells}"], header="unit,action,gets,gains")["Mage"].actions
    assert (own.gets, own.gains) == (
        (Grant(Status("slowed")),),
        (("dex", dice(5)), ("rage", dice("1d6"), "critical")),
    )
    assert (struck.reacts, struck.gets, struck.gains) == (
        "struck",
        (Grant(Status("slowed")),),
        (("dex", dice(2)),),
    )


def test_a_name_of_a_status_and_of_a_counter_is_that_of_the_status():
    (gift,) = action("dex 2", "gets", statuses=["dex,1d4"]).gets
    assert (gift.status.name, gift.turns.mean) == ("dex", 2)


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


def test_of_two_statuses_that_begin_alike_the_longer_name_is_meant():
    found = action('"on fire 2, on 3"', "gives", statuses=["on,", "on fire,1d6"])
    assert [(gift.status.name, gift.turns.mean) for gift in found.gives] == [
        ("on fire", 2),
        ("on", 3),
    ]


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
