"""What a cell says takes effect, is refused, or is told: each column moved in a small game.

For each column of the three tables there is a game in which one cell is changed. Under each order
and some hit rules either an answer changes, or the cell is refused, or its column is named: by the
reading, by `advice` or by a note beside the answer.
"""

import re
import warnings
from functools import partial
from itertools import cycle

import numpy as np
import pytest

from combat.units import Rules, advice, battle, campaign, duel, read_units
from combat.units.rules import ORDERS, hit_names
from combat.units.sheets.rolls import OF_A_ROLL
from combat.units.sheets.schema import ON, REACTS
from combat.units.simple_rules import ALWAYS, HITS
from tests.units.test_reference import rows

UNREAD = "This rule doesn't ask for"
TOO_LITTLE = ("units", "speed", "exchange")  # who follows up is faster by 5 at least
D20 = "d20 against armour class"
RESULTS = {"critical": 0.1, "hit": 0.4, "graze": 0.2, "fumble": 0.1}
USUAL = ["always hits", D20, lambda attacker, defender: RESULTS]
SOME = [*zip(ORDERS, cycle(USUAL), strict=False)]
# The others are of sheets whose attack is a share, or that have an armour class of their own.
NAMED = [name for name in hit_names() if name == ALWAYS or name not in HITS]
EVERY = [*zip(cycle(ORDERS), NAMED, strict=False)]
ROLLED = ("attack", "defense", "armor", "again", "miss", *OF_A_ROLL)  # what hit rules differ in
UNITS = {"name": "A", "hp": "30", "attack": "10", "defense": "14", "damage": "3"}
ACTION = {"unit": "A", "action": "Cut", "damage": "4", "when": "round >= 1"}
BLOW = {"unit": "A", "action": "Blow", "weight": "", "damage": "2"}
STATUS = {"status": "marked"}
GIVES = ACTION | {"gives": "marked"}
GETS = ACTION | {"gets": "marked"}
ANSWER = {"unit": "B", "action": "Thorn", "damage": "1", "reacts": "struck"}
PAID = {"gains": "mana 1"}
MARK = {"unit": "B", "action": "Mark", "gives": "marked", "uses": "2", "damage": "0"}
BOLT = {"unit": "A", "action": "Bolt", "damage": "5", "spends": "mana 1"}
GUARD = {"unit": "B", "action": "Guard", "on": "self", "gets": "marked", "uses": "1"}
TWICE = {"per turn": "2"}
ARMIES = ("targets", "whom", "on", "overkill", "uses", "reacts", "heals")  # seen among several
PLACES = ("row", "reach", "reserve", "guards", "on")  # seen beside another of one's side
CALL = {"unit": "B", "action": "Call", "on": "reserve", "uses": "1"}
WAIT = {"unit": "A", "action": "Wait", "uses": "1"}
HEALS = {"unit": "A", "action": "Heal", "on": "ally", "heals": "2", "uses": "2"}
BURN = STATUS | {"loses": "1", "stacks": "2", "turns": "2"}
STUN = STATUS | {"skips": "yes"}
FIRE = STATUS | {"changes": "fire taken x 2"}


def unit(column, before, after, actions=(), **more):
    """A game in which a cell of the first unit is changed."""
    return ("units", column, before, after, [UNITS | more], [*actions], [])


def action(column, before, after, *rows, statuses=(STATUS | {"changes": "defense -2"},), **more):
    """A game in which a cell of the first row of actions is changed."""
    return ("actions", column, before, after, [UNITS | more], [*rows], [*statuses])


def status(column, before, after, row, *rows, **more):
    """A game in which a cell of the only status is changed."""
    return ("statuses", column, before, after, [UNITS | more], [*rows], [row])


GAMES = [
    unit("hp", "30", "25"),
    unit("attack", "10", "12"),
    unit("defense", "14", "16"),
    unit("damage", "3", "4"),
    unit("armor", "0", "1"),
    unit("speed", "1", "1.5"),
    unit("initiative", "0", "5", hp="9"),
    unit("crit chance", "", "50 %"),
    unit("crit on", "", "17"),
    unit("crit damage", "200 %", "300 %"),
    unit("critical", "x2", "x3"),
    unit("critical", "", "9"),
    unit("graze", "1/2", "0 %"),
    unit("per turn", "1", "2"),
    unit("again", "0", "-2"),
    unit("again", "0", "-2", **TWICE),
    unit("mana", "0", "3", [ACTION | {"spends": "mana 1"}]),
    unit("mana", "0", "3", [ACTION]),
    unit("mana max", "1", "3", [ACTION | {"spends": "mana 2"}, BLOW | PAID], mana="0"),
    unit("mana max", "1", "3", [ACTION | {"spends": "mana 1"}], mana="1"),
    unit("dex", "3", "5"),
    unit("row", "1", "2", reach="1"),
    unit("row", "front", "back", reach="1"),
    unit("row", "1", "2", hp="5"),
    ("units", "reach", "1", "2", [UNITS | {"row": "2"}, {"row": "1", "reach": ""}], [], []),
    ("units", "reach", "all", "1", [UNITS | {"row": "2"}, {"row": "1"}], [], []),
    unit("reach", "1", "2"),
    unit("reserve", "", "yes", [CALL]),
    unit("reserve", "", "yes"),
    ("units", "begins with", "", "marked", [UNITS], [GIVES], [STATUS | {"changes": "damage +2"}]),
    action("attack", "10", "12", ACTION),
    action("defense", "14", "16", ACTION),
    action("armor", "0", "3", ACTION, armor="0"),
    action("damage", "4", "5", ACTION),
    action("damage", "4", "1 + 50 % of target hp", ACTION),
    action("mana", "1", "3", ACTION | {"spends": "mana 1"}, mana="2"),
    action("mana max", "2", "5", ACTION | {"spends": "mana 1"}, mana="2", **{"mana max": "2"}),
    action("dex", "3", "5", ACTION, dex="3"),
    ("actions", "reach", "1", "2", [UNITS | {"row": "2"}, {"row": "1"}], [ACTION], []),
    ("actions", "on", "nobody", "reserve", [UNITS, {"reserve": "yes"}], [WAIT], []),
    action("again", "0", "-3", ACTION | {"times": "2"}, again="0"),
    action("again", "0", "-3", ACTION, again="0"),
    action("crit chance", "", "50 %", ACTION),
    action("crit damage", "", "300 %", ACTION),
    action("crit on", "", "17", ACTION),
    action("critical", "", "x3", ACTION),
    action("graze", "", "0 %", ACTION),
    action("times", "1", "2", ACTION),
    action("targets", "1", "2", ACTION),
    action("whom", "front", "strongest", ACTION | {"damage": "3"}, hp="8"),
    action("on", "foe", "nobody", ACTION | {"damage": ""} | PAID, BOLT),
    action("miss", "", "half", ACTION),
    action("heals", "1", "3", HEALS),
    action("overkill", "", "lost", ACTION | {"times": "3", "damage": "9"}, hp="9"),
    action("drain", "", "50 %", ACTION),
    action("uses", "", "1", ACTION),
    action("uses", "1 a day", "1", ACTION | {"damage": "25"}),
    action("recharge", "", "50 %", ACTION),
    action("cooldown", "", "3", ACTION),
    action("spends", "mana 1", "mana 2", ACTION, mana="2"),
    action("gains", "mana 1", "mana 2", BLOW | {"uses": "1"}, ACTION | {"spends": "mana 2"}),
    action("gains", "", "mana 2", ACTION),
    action("gains", "", "mana 1 when struck", BLOW | {"uses": "1"}, BOLT),
    action("gives", "", "marked", ACTION),
    *[action("gives", "", f"marked on {on}", ACTION) for on in ON],
    *[action("gets", "", f"marked on {on}", ACTION) for on in ON],
    action("gets", "marked 1", "marked 3", ACTION | {"uses": "1"}),
    *[action("gains", "", f"mana 1 on {on}", BLOW | {"uses": "1"}, BOLT) for on in ON],
    action("leaves", "", "yes", ACTION | {"when": "round >= 2"}),
    action("pierces", "", "1", ACTION, armor="2"),
    action("pierces", "1", "all", ACTION),
    action("kind", "", "fire", GIVES, statuses=[FIRE]),
    action("kind", "", "cold", GIVES, statuses=[FIRE]),
    action("cures", "", "marked", HEALS | {"on": "self", "when": "marked"}, MARK),
    action("sheds", "", "marked", ACTION, MARK),
    action("when", "", "hp < 50 %", ACTION | {"uses": "2"}),
    action("free", "", "yes", ACTION),
    action("weight", "1", "4", ACTION | {"when": ""}, BLOW | {"weight": "1"}),
    action("weight", "", "4", ACTION | {"when": ""}),
    action("per turn", "1", "2", ACTION, **TWICE),
    action("per turn", "1", "all", ANSWER, **TWICE),
    action("weight", "1", "9", ANSWER, ANSWER | {"action": "Spike", "damage": "3", "weight": "1"}),
    action("reacts", "struck", "missed", ANSWER),
    *[action("reacts", "", how, ACTION | {"when": ""}) for how in REACTS if how != "missed"],
    status("changes", "attack -1", "attack -3", STATUS, GIVES),
    status("changes", "armor +1", "armor +2", STATUS, GUARD),
    status("changes", "damage x 0.5", "damage x 2", STATUS, GIVES),
    status("changes", "speed x 0.5", "speed x 9", STATUS, GIVES),
    status("changes", "per turn +1", "per turn +2", STATUS, GETS),
    status("changes", "again -1", "again -3", STATUS, GETS | {"times": "2"}),
    status("changes", "again -1", "again -3", STATUS, GETS),
    status("changes", "damage taken x 2", "damage taken x 3", STATUS, GIVES),
    status("changes", "damage taken +1", "damage taken +2", STATUS, GIVES),
    status("changes", "fire taken x 2", "fire taken x 3", STATUS, GIVES | {"kind": "fire"}),
    status("changes", "", "fire taken x 3", STATUS, GIVES),
    status("changes", "reach +1", "reach x 0", STATUS, GIVES),
    status("guards", "", "all", STATUS, GETS, hp="8"),
    status("guards", "", "warded", STATUS, GETS),
    status("aimed at", "", "no", STATUS, GETS | {"uses": "1"}),
    status("loses", "1", "2", STATUS, GIVES),
    status("gains", "1", "2", STATUS, GETS),
    status("kills", "", "no", STATUS | {"loses": "4"}, GIVES, hp="8"),
    status("kills", "", "no", STATUS | {"changes": "defense -1"}, GIVES),
    status("skips", "", "50 %", STATUS, GIVES),
    status("turns", "1", "3", STUN, GIVES | {"uses": "1"}),
    status("turns", "1", "6 rounds", STUN, GIVES | {"uses": "1"}),
    status("ends", "10 %", "90 %", STUN, GIVES | {"uses": "1"}),
    status("broken", "", "yes", STATUS | {"skips": "50 %"}, GIVES | {"uses": "1"}),
    status("broken", "yes", "d20 >= 10", STATUS | {"skips": "50 %"}, GIVES | {"uses": "1"}),
    status(
        "broken",
        "d20 >= damage taken",
        "d20 >= 15 or damage taken",
        STATUS | {"skips": "50 %"},
        GIVES | {"uses": "1"},
    ),
    status("stacks", "1", "3", STATUS | {"changes": "damage -1"}, GIVES),
    status("stacks", "1", "3", STUN, GIVES | {"uses": "1"}),
    status("timer", "", "own", BURN, GIVES | {"uses": "2"}),
    status("absorbs", "1", "4", STATUS, GETS),
    status("absorbs", "2", "each hit 2", STATUS, GETS | {"uses": "1"}, **TWICE),
]


def table(rows):
    """Rows as the bytes of a CSV file with all their columns; None for none."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    lines = [columns, *([f'"{row.get(column, "")}"' for column in columns] for row in rows)]
    return "\n".join(",".join(line) for line in lines).encode() if rows else None


def read(where, column, cell, units, actions, statuses):
    """The `Units` of a game with a cell, and what their reading says; None, and why not."""
    tables = {"units": [units[0], units[0] | {"name": "B"} | dict(*units[1:])]}
    tables |= {"actions": [*actions], "statuses": [*statuses]}
    tables[where][0] = tables[where][0] | {column: cell}
    sheet, done, there = (table(tables[name]) for name in ("units", "actions", "statuses"))
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            found = read_units(sheet, "u.csv", actions=done, statuses=there)
        except ValueError as error:
            return None, str(error)
    return found, "\n".join(str(one.message) for one in heard)


def one_against_one(units, rules, turns):
    odds = duel(units["A"], units["B"], rules, max_turns=turns)
    return [*odds.outcomes, *(side.mean for side in odds.left), odds.turns.mean], odds.notes


def two_against_three(units, rules):
    odds = battle({"A": 2}, {"B": 3}, rules, units=units, max_rounds=2, battles=200)
    return [*odds.outcomes, *(side.mean for side in (*odds.left, *odds.survivors))], odds.notes


def beside_another(units, rules):
    armies = {"B": 1, "A": 1}, {"B": 2}
    odds = battle(*armies, rules, units=units, max_rounds=2, battles=200, targeting="front")
    return [*odds.outcomes, *odds.alive[0], *(side.mean for side in odds.left)], odds.notes


def two_days(units, rules):
    how = {"units": units, "max_rounds": 9, "campaigns": 100}
    days = campaign({"A": 2}, [{"B": 1}] * 2, rules, **how)
    return [days.through, days.hit_points.mean], ()


def advised(units, rules):
    return [], advice(units, rules)


def heard(before, after, rules, column):
    """What is said of two games whose answers are all the same; None where one differs."""
    # Two turns show most changes, in a fourth of the time.
    asked = [partial(one_against_one, turns=turns) for turns in (2, 6 if column == "timer" else 4)]
    asked += [two_against_three, two_days] if column in ARMIES else []
    asked += [beside_another] if column in PLACES else []
    said = []
    for ask in (*asked, advised):
        try:
            (first, _), (second, notes) = ask(before, rules), ask(after, rules)
        except ValueError as error:
            return str(error)
        if not np.allclose(first, second, rtol=0, atol=1e-12):
            return None
        said += notes
    return "\n".join(said)


def names(column, cell, said):
    """Whether sentences name what was changed: the column, or what of it counts nothing."""
    words = [column, *re.findall(r"on \w+$", cell), *re.findall(r"^[a-z]+", cell)]
    return any(re.search(rf"\b{word}\b", said.replace("_", " ")) for word in words)


def of_a_roll(game):
    """Whether a game moves what hit rules differ in."""
    return game[1].replace(" ", "_") in ROLLED or " on " in game[3] or game[1] == "changes"


def called(game):
    return " ".join(map(str, game[:4]))


@pytest.mark.parametrize("number", range(len(GAMES)), ids=lambda at: called(GAMES[at]))
def test_a_cell_that_is_changed_changes_an_answer_or_is_named(number):
    """Under one order; under all of them in the slow tests."""
    check(GAMES[number], SOME[number % 7 :: 7])


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(GAMES)), ids=lambda at: called(GAMES[at]))
def test_so_it_is_under_every_other_order(number):
    check(GAMES[number], [one for one in SOME if one not in SOME[number % 7 :: 7]])


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in GAMES if of_a_roll(game)], ids=called)
def test_so_it_is_by_every_named_hit_rule(game):
    check(game, EVERY)


def check(game, rules):
    _, column, before, after, *tables = game
    (one, why), (other, told) = (read(game[0], column, cell, *tables) for cell in (before, after))
    if one is None or other is None:
        assert names(column, after, f"{why}\n{told}")
        return
    silent, wrong = [], []
    for order, hit in rules:
        if (*game[:2], order) == TOO_LITTLE:
            continue
        said = heard(one, other, Rules(hit=hit, order=order), column)
        if said is None and game[0] == "units":
            unread = [line for line in advice(other, Rules(hit=hit, order=order)) if UNREAD in line]
            wrong += [line for line in unread if f"'{column.replace(' ', '_')}'" in line]
        elif said is not None and not names(column, after, f"{told}\n{said}"):
            silent.append((order, hit))
    assert not silent
    assert not wrong


def test_each_column_of_the_page_is_moved():
    """`cost` and `count` are of prices and armies, `name` and `unit` say who it is."""
    moved = {(where, column) for where, column, *_ in GAMES}
    listed = {
        (one.lower(), column) for one in ("Units", "Actions", "Statuses") for column, _ in rows(one)
    }
    who = {"name", "cost", "count", "unit", "action", "status"}
    listed = {one for one in listed if one[1] not in {*who, "any column of the units"}}
    aside = {("units", "rage"), ("units", "any name")}
    assert listed - aside <= moved
