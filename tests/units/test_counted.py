"""What a cell says counts: fights in which it once did nothing, each with its right value."""

import numpy as np
import pytest

from combat.units import Rules, duel, matrix
from combat.units.battles.armies import Army, match_up_by_turns
from tests.units.games.by_hand import sure
from tests.units.test_what_tables_say import FIRST, said

RESULTS = {"critical": 0.1, "hit": 0.4, "graze": 0.2, "fumble": 0.1}


def left_after(units, turns, *, order=FIRST, hit=sure, names=("A", "B")):
    """The mean hit points of both after some turns."""
    rules = Rules(hit=hit, order=order)
    found = duel(*(units[name] for name in names), rules, max_turns=turns)
    assert found.fights is None
    return [side.mean for side in found.left]


# Got by the result of the roll


@pytest.mark.parametrize("order", ["first", "both", "initiative", "alternate", "exchange"])
@pytest.mark.parametrize(("chance", "lost"), [("30 %", 107.25), ("0 %", 60)])
def test_a_status_is_got_by_the_result_of_the_roll(order, chance, lost):
    """Each blow is 1.3 times 10 points, and 5 for each critical hit of 0.3 before it."""
    units = said(
        f"""name|hp|damage|crit chance|crit damage
        A|1000|10|{chance}|200 %
        B|1000|0||""",
        "unit|action|gets|when\nA|Cut|rampage on critical|round >= 1",
        "status|changes|stacks\nrampage|damage +5|5",
    )
    turns = 12 if order in ("alternate", "exchange") else 6  # there it attacks in each second
    assert 1000 - left_after(units, turns, order=order)[1] == pytest.approx(lost)


@pytest.mark.parametrize(
    ("on", "chance"),
    [("hit", 0.7), ("graze", 0.2), ("critical", 0.1), ("miss", 0.3), ("fumble", 0.1)],
)
@pytest.mark.parametrize("times", [1, 2])
def test_it_is_got_once_if_any_strike_has_the_result(on, chance, times):
    units = said(
        "name|hp|damage\nA|100|0\nB|100|0",
        f"""unit|action|damage|times|gets|uses
        A|Cut|1|{times}|furious on {on}|1
        A|Hit|10|||""",
        "status|changes\nfurious|damage x 0",
    )
    found = duel(units["A"], units["B"], Rules(hit=lambda a, d: RESULTS, order=FIRST), max_turns=2)
    lost = 100 - found.left[1].mean
    cut = times * (0.1 * 2 + 0.4 * 1 + 0.2 * 1)  # half a point is rounded up
    blow = 0.1 * 20 + 0.4 * 10 + 0.2 * 5
    assert lost == pytest.approx(cut + blow * (1 - chance) ** times)


def test_what_isnt_rolled_gives_nothing_by_its_result():
    with pytest.raises(ValueError, match="only blows at a foe are rolled"):
        said(
            "name|hp|damage\nA|9|1",
            "unit|action|on|gets\nA|Rage|self|furious on critical",
            "status|changes\nfurious|damage +1",
        )


# Several actions a turn


def test_a_status_changes_how_many_actions_a_turn_has():
    """Three actions a turn each, but Bob has two in his first two turns."""
    slow = said(
        """name|hp|attack|defense|damage|per turn|begins with
        Ann|12|10|10|1|3|
        Bob|12|10|10|1|3|slowed""",
        statuses="status|changes|turns\nslowed|per turn -1|2",
    )
    rules = Rules(hit="ratio", order=FIRST)
    found = duel(slow["Ann"], slow["Bob"], rules)
    assert found.first == pytest.approx(0.6977, abs=5e-5)
    assert matrix(slow, rules).loc["Ann", "Bob"] == pytest.approx(found.first)


# By turns, with an answer


def test_how_often_a_row_is_done_counts_for_each_fighter():
    """B answers with its own Jab, though A has done its Poke, the same row of its list."""
    units = said(
        "name|hp|damage\nA|9|0\nB|9|1", "unit|action|damage|per turn\nA|Poke|1|1\nB|Jab|5|1"
    )
    assert left_after(units, 1, order="alternate") == [4, 8]
    assert left_after(units, 2, order="alternate") == [0, 8]


def test_who_is_felled_by_an_answer_does_nothing_more_in_its_turn():
    units = said(
        "name|hp|damage|per turn\nA|1|1|2\nB|9|1|1", "unit|action|on|heals\nA|Lift|fallen|1"
    )
    assert left_after(units, 1, order="alternate") == [0, 8]


# Gained when something happens


@pytest.mark.parametrize("order", ["first", "both", "initiative", "coin"])
@pytest.mark.parametrize(("reacts", "hits"), [("struck", "always"), ("missed", "never")])
def test_what_is_gained_when_struck_is_gained_by_a_thorn_too(order, reacts, hits):
    """A attacks once; B's thorn strikes it, which gives it the rage for a blow of 5."""
    units = said(
        "name|hp|damage|attack|rage\nA|90|0|0|0\nB|90|0|9|0",
        f"""unit|action|damage|attack|uses|spends|gains|reacts
        A|Rage|20|9||rage 5||
        A|Poke|1|{9 if hits == "always" else 0}|1||rage 5 when struck|
        B|Thorn|3|9||||{reacts}""",
    )
    rules = Rules(hit=lambda a, d: a.attack / 9, order=order)
    game = match_up_by_turns(
        tuple(Army(((units[name], 1),)) for name in ("A", "B")), rules, "random", 2
    )
    lost = 90 - np.array([side.mean for side in game.exact().left])
    assert lost[1] == pytest.approx(20 + (hits == "always"))


def test_weights_are_drawn_though_a_row_between_them_gains_something_when_struck():
    units = said(
        "name|hp|damage\nA|9|0\nB|100|0",
        """unit|action|damage|weight|gains
        A|One|1|1|rage 1 when struck
        A|Two|2|1|
        A|Three|3|2|""",
    )
    found = duel(units["A"], units["B"], Rules(hit=sure, order=FIRST), max_turns=1).left[1]
    assert dict(zip((100 - found.values).tolist(), found.chances.tolist(), strict=True)) == (
        pytest.approx({1: 0.25, 2: 0.25, 3: 0.5})
    )


def test_a_counter_that_begins_above_its_most_is_refused_with_its_cell():
    with pytest.raises(ValueError, match=r"row 2, column 'mana': .*2 is more than .*mana max"):
        said(
            "name|hp|damage|mana|mana max\nA|9|1|2|1", "unit|action|damage|spends\nA|Bolt|3|mana 1"
        )


def test_least_is_for_armor_alone():
    units = said("name|hp|damage|graze|armor\nA|9|4|0 %|0\nB|9|4|0 %|9")
    grazes = Rules(hit=lambda a, d: {"graze": 1.0}, order=FIRST)
    found = duel(units["B"], units["A"], grazes, max_turns=1)
    assert found.left[1].mean == 9
    assert duel(units["A"], units["B"], Rules(hit=sure, order=FIRST), max_turns=1).left[1].mean == 8


# Cells that were refused though they can be meant


def test_a_chance_may_be_written_as_a_fraction():
    units = said(
        "name|hp|damage\nA|9|0\nB|9|0",
        "unit|action|gives|uses\nA|Hex|burning 1/19|1",
        "status|loses\nburning|1",
    )
    assert left_after(units, 1)[1] == pytest.approx(9 - 1 / 19)


def test_a_change_of_a_chance_may_have_a_blank_before_the_percent_sign():
    """A share of 20 % of the hits and 50 % more are critical, and do twice the damage."""
    units = said(
        "name|hp|damage|crit chance\nA|99|10|20 %\nB|99|0|0 %",
        "unit|action|on|gets|uses\nA|Focus|self|keen|1",
        "status|changes\nkeen|crit chance +50 %",
    )
    assert left_after(units, 2)[1] == pytest.approx(99 - 10 * 1.7)


def test_a_blank_cell_that_a_status_changes_is_named():
    units = said(
        "name|hp|damage|crit chance\nA|99|10|\nB|99|0|",
        "unit|action|on|gets|uses\nA|Focus|self|keen|1",
        "status|changes\nkeen|crit chance +50 %",
    )
    with pytest.raises(ValueError, match=r"row 2, column 'crit chance': '' is no number, and a"):
        left_after(units, 2)
