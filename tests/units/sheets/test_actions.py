"""Actions and statuses made in code are checked, and their numbers are asked for like columns."""

import copy
import math
import pickle
import re

import pytest

from combat.dice import Distribution, dice
from combat.dice.grammar import WRITE
from combat.units import NoColumn, Unit, Units
from combat.units.sheets.actions import Action
from combat.units.sheets.conditions import condition
from combat.units.sheets.statuses import Grant, Status
from combat.units.sheets.unit import numbers_of_actions

POISONED = Status(
    "poisoned", changes=[("attack", "+", -2), ("attack", "x", 0.5)], loses="1d4", turns=3, stacks=2
)
BITE = Action(
    "Bite",
    columns=[("damage", "1d6"), ("dex", 9.0), ("kind", "fang")],
    targets=math.inf,
    uses=3,
    gives=[Grant(POISONED, "1d3", 0.25)],
    gets=[Grant(Status("sated"))],
)
HEAL = Action("Heal", heals="1d8", on="ally", when=condition("target hp < 50 %", [], []))

UNREAD = f"'x' can't be read: {WRITE}"


def rat(**more):
    given = {"hp": 3, "attack": 1, "defense": 1, "damage": "1d4", "dex": 7, "kind": "beast"}
    return Unit("Rat", **(given | {"actions": [BITE, HEAL]} | more))


@pytest.mark.parametrize(
    ("kind", "fields", "fault"),
    [
        (Status, {"name": " "}, "name = ' ' is no name: write some text, in one line"),
        (Status, {"loses": "2x"}, f"Ill: loses: dice '2x', character 2: {UNREAD}"),
        (
            Status,
            {"gains": "1d4-2"},
            "Ill: gains: '1d4-2' may be -1; write dice that are never below 0",
        ),
        (Status, {"ends": math.nan}, "Ill: ends: nan is out of range; write a number from 0 to 1"),
        (
            Status,
            {"changes": [("speed", "x", 0)]},
            "Ill: changes: speed x 0: without turns of its own nothing ends; write skips = yes",
        ),
        (
            Status,
            {"changes": [("armor", "*", 1)]},
            "Ill: changes: armor '*' is not known; write '+' or 'x'",
        ),
        (
            Status,
            {"changes": [("armor", "x", 1e10)]},
            "Ill: changes: armor: 1e+10 is out of range; write a number from -1e+09 to 1e+09",
        ),
        (Action, {"times": 1.5}, "Ill: times: 1.5 is no whole number; write one such as 2"),
        (Action, {"times": "2"}, "Ill: times: '2' is not a number; write one from 1 to 100"),
        (Action, {"per": "week"}, "Ill: per: 'week' is not known; write one of fight, day"),
        (
            Action,
            {"columns": [("speed", 2)]},
            "Ill: speed: no action changes it; leave the cell empty",
        ),
        (Action, {"columns": [("damage", "2x")]}, f"Ill: damage: dice '2x', character 2: {UNREAD}"),
        (
            Action,
            {"on": "self"},
            "Ill: on: nothing is done for self; write heals, gives, gets, gains, cures or sheds; "
            "to do nothing, or only to get something 'when ...', is on = nobody",
        ),
        (
            Action,
            {"on": "ally", "heals": 3, "drain": 0.5},
            "Ill: drain: only blows at a foe have it; leave it out, or write on = foe",
        ),
        (
            Action,
            {"on": "self", "heals": 3, "times": 2},
            "Ill: times: an action on itself has one target; leave it out",
        ),
        (Action, {"gives": ["ill"]}, "Ill: gives: write statuses as Grant(...), in a tuple"),
        (Action, {"when": 5}, "Ill: when: 5 is no condition; write it as text: 'hp < 50 %'"),
        (
            Action,
            {"when": "foez > 2"},
            "Ill: when: at 'foez': no column or status; did you mean 'foes'? Write one of hp, "
            "attack, defense, armor, speed, round, foes, allies; other columns and statuses: "
            "condition(text, columns, statuses)",
        ),
        (Grant, {"turns": "0"}, "Ill: turns: 0 is out of range; write a number from 1 to 1000"),
    ],
)
def test_what_is_made_in_code_and_at_fault_is_refused_in_one_line(kind, fields, fault):
    given = {"status": Status("Ill")} if kind is Grant else {"name": "Ill"}
    with pytest.raises(ValueError, match=f"^{re.escape(fault)}$"):
        kind(**(given | fields))


def test_what_an_action_gives_and_whether_it_only_heals_is_known():
    assert [status.name for status in BITE.statuses] == ["poisoned", "sated"]
    assert HEAL.only_heals
    assert not Action("Bless", heals=1, cures=("poisoned",), on="ally").only_heals
    assert not BITE.only_heals


def test_distributions_are_equal_where_their_values_and_chances_are():
    assert dice("1d6+1") == dice("1d6") + 1 != dice("1d6")
    assert dice("2d6") != Distribution(dice("2d6").values, dice("2d6").chances[::-1] * 0 + 1 / 11)
    assert Distribution([3.0], [1.0]) == dice(3)
    assert len({Distribution([3.0], [1.0]), dice(3), dice("1d6+1"), dice("1d6") + 1}) == 2
    assert dice(3) != 3


def test_statuses_and_actions_are_equal_and_keys_where_they_do_the_same():
    twin = pickle.loads(pickle.dumps(BITE))
    assert twin == BITE
    assert len({twin, BITE, HEAL}) == 2
    assert Status("ill", loses="1d4") != Status("ill", loses="1d6")


def test_a_unit_keeps_its_actions_and_they_are_no_column():
    unit = rat()
    assert unit.actions == (BITE, HEAL)
    assert unit.changed(hp=9).actions == unit.actions
    assert unit.changed(actions=[HEAL]).actions == (HEAL,)
    assert unit != unit.changed(actions=())
    assert {unit: 1}[rat()] == 1
    for twin in (pickle.loads(pickle.dumps(unit)), copy.deepcopy(unit)):
        assert twin == unit
        assert twin.damage == unit.damage
        assert hash(twin) == hash(unit)
    assert "actions" not in Units([unit]).columns
    assert "actions=(Action(name='Bite'" in repr(unit)
    assert "actions" not in repr(rat(actions=()))


@pytest.mark.parametrize(
    ("actions", "fault"),
    [
        (["Bite"], "Rat: actions: 'Bite' is no action: make it with Action(...)"),
        ([BITE, BITE], "Rat: actions: there are two 'Bite': rename one"),
    ],
)
def test_what_is_no_list_of_actions_is_refused(actions, fault):
    with pytest.raises(ValueError, match=f"^{re.escape(fault)}$"):
        rat(actions=actions)


def test_the_numbers_that_are_set_are_listed():
    assert numbers_of_actions(rat()) == {
        "Bite: uses": 3,
        "Bite: damage": dice("1d6"),
        "Bite: dex": 9.0,
        "Bite: poisoned turns": dice("1d3"),
        "Bite: poisoned chance": 0.25,
        "Heal: heals": dice("1d8"),
        "poisoned: loses": dice("1d4"),
        "poisoned: turns": 3,
        "poisoned: stacks": 2,
        "poisoned: attack": -2,
        "poisoned: attack x": 0.5,
    }
    assert numbers_of_actions(rat(actions=())) == {}


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("Bite: targets", 4),
        ("Bite: uses", None),
        ("Bite: damage", dice("2d6")),
        ("Bite: poisoned turns", dice("2")),
        ("Bite: poisoned chance", 0.75),
        ("Bite: sated turns", dice("2")),
        ("poisoned: loses", dice("2")),
        ("poisoned: attack", -5),
        ("poisoned: attack x", 2),
        ("sated: skips", 0.5),
    ],
)
def test_each_number_of_an_action_can_be_changed_and_nothing_else_changes(column, value):
    unit = rat()
    other = unit.changed(**{column: value})
    assert other[column] == value != unit[column]
    assert other.changed(**{column: unit[column]}) == unit.changed(**{column: unit[column]})
    assert other.changed(actions=unit.actions) == unit
    before, after = numbers_of_actions(unit), numbers_of_actions(other)
    assert {name for name in {*before, *after} if before.get(name) != after.get(name)} <= {column}
    assert unit.taking(column, other) == other


def test_several_numbers_are_changed_at_once_and_as_dice_are_written():
    unit = rat().changed(**{"Bite: uses": 2, "Bite: damage": "2d6", "poisoned: loses": 4, "hp": 9})
    assert (unit.hp, unit["Bite: uses"], unit["Bite: damage"]) == (9, 2, dice("2d6"))
    assert unit["poisoned: loses"] == dice(4)
    assert unit["Bite: poisoned chance"] == 0.25
    assert unit.written == "1d4"


def test_a_column_that_an_action_leaves_is_the_units_own():
    assert rat()["Heal: damage"] == dice("1d4")
    assert rat(attack=5)["Bite: attack"] == 5


def test_where_an_action_is_called_like_a_status_its_own_number_is_meant():
    rage = Status("Rage", changes=[("attack", "+", 3)], turns=2)
    unit = rat(actions=[Action("Rage", on="self", gets=[Grant(rage)])])
    assert unit["Rage: attack"] == 1
    assert unit["Rage: turns"] == 2


@pytest.mark.parametrize("column", ["Bite: luck", "Byte: uses", "poisoned: armor", "Bite: speed"])
def test_a_number_that_is_not_there_is_told(column):
    for ask in (lambda: rat()[column], lambda: rat().changed(**{column: 1})):
        with pytest.raises(NoColumn, match=f"'{column}' is not known; did you mean .* of Rat: "):
            ask()


def test_a_number_out_of_range_is_told():
    with pytest.raises(ValueError, match=r"^Bite: uses: -1 is out of range"):
        rat().changed(**{"Bite: uses": -1})
    with pytest.raises(ValueError, match="no column can be called 'a: b'"):
        rat(**{"a: b": 1})
