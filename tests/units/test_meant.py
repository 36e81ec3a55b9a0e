"""What the page of columns says under "Read one way": its sentences in fights of their own."""

import pandas as pd
import pytest

from combat.units import Rules, battle, campaign, duel
from tests.units.games.by_hand import sure
from tests.units.test_what_tables_say import FIRST, said


def left(units, turns=1, order=FIRST, hit=sure, **rules):
    """The mean hit points of A and B after some turns."""
    odds = duel(units["A"], units["B"], Rules(hit=hit, order=order, **rules), max_turns=turns)
    return [side.mean for side in odds.left]


def always(result):
    return lambda attacker, defender: {result: 1.0}


@pytest.mark.parametrize(
    ("damage", "share", "armor", "lost"),
    [
        (5, "", 0, 3),
        (3, "", 0, 2),
        (2, "1/4", 0, 1),
        (1, "1/4", 0, 0),
        (4, "", 3, 1),
        (4, "", 9, 1),
    ],
)
def test_a_graze_does_half_rounded_of_what_armor_leaves(damage, share, armor, lost):
    units = said(f"name|hp|damage|graze|armor\nA|9|{damage}|{share}|0\nB|9|0||{armor}")
    assert left(units, hit=always("graze")) == [9, 9 - lost]


@pytest.mark.parametrize("order", ["first", "both"])
def test_falls_are_answered_in_the_order_of_the_armies(order):
    """A, who has 4 points of 9, has eaten before B's last blow, or in the same moment."""
    units = said(
        "name|hp|damage\nA|9|1\nB|1|0",
        """unit|action|damage|reacts|on|heals|gains
        A|Feast||foe falls|self|3|fed 1
        B|Last|5|falls|||""",
    )
    start, rules = pd.DataFrame([[1.0]], [4], [1]), Rules(hit=sure, order=order)
    odds = duel(units["A"], units["B"], rules, max_turns=1, start=start)
    assert odds.left[0].mean == 4 + 3 - 5


def test_what_earlier_strikes_take_of_an_attack_is_multiplied_with_it():
    units = said(
        "name|hp|attack|damage|per turn|again\nA|99|10|1|2|-4\nB|99|0|0|1|0",
        "unit|action|gets|free|on|uses\nA|Focus|keen|yes|self|1",
        "status|changes\nkeen|attack x 2",
    )
    lost = 99 - left(units, hit=lambda a, d: a.attack / 40)[1]
    assert lost == pytest.approx(20 / 40 + 2 * (10 - 4) / 40)


@pytest.mark.parametrize(("order", "points"), [("both", 6), ("first", 3)])
def test_who_is_raised_by_several_in_a_moment_has_all_of_it(order, points):
    units = said(
        "name|hp|damage\nDead|9|0\nCleric|9|0\nFoe|99|0",
        """unit|action|on|heals|uses|damage|reacts|whom
        Cleric|Raise|fallen|3|1|||
        Foe|Slay||||9|begins|front""",
    )
    how = {"units": units, "max_rounds": 1}
    odds = battle({"Dead": 1, "Cleric": 2}, {"Foe": 1}, Rules(hit=sure, order=order), **how)
    assert odds.left[0].values.tolist() == [18 + points]


def test_whom_a_lift_raises_is_drawn_by_the_targeting_of_the_side():
    units = said(
        "name|hp|damage\nOne|9|0\nTwo|5|0\nCleric|9|0\nFoe|99|0",
        """unit|action|on|heals|uses|damage|reacts|targets
        Cleric|Raise|fallen|9|1|||
        Foe|Slay||||9|begins|2""",
    )
    how = {"units": units, "max_rounds": 1, "targeting": ("random", "front")}
    odds = battle(
        {"One": 1, "Two": 1, "Cleric": 1}, {"Foe": 1}, Rules(hit=sure, order=FIRST), **how
    )
    assert odds.alive[0].tolist() == pytest.approx([0.5, 0.5, 1])


@pytest.mark.parametrize("order", ["first", "both"])
def test_a_reaction_drains_as_a_blow_in_its_turn_does(order):
    units = said(
        "name|hp|damage\nA|99|4\nB|9|0", "unit|action|damage|drain|reacts\nB|Thorn|6|50 %|struck"
    )
    assert left(units, order=order) == [93, 9 - 4 + 3]


def test_what_absorbs_is_filled_up_to_so_many_times_its_most():
    units = said(
        "name|hp|damage\nA|99|0\nB|99|0",
        """unit|action|on|gets|uses|damage|when
        A|Ward|self|warded|4||
        B|Hit||||50|round = 5""",
        "status|absorbs|stacks\nwarded|1d1+4|3",
    )
    assert left(units, 5)[0] == 99 - (50 - 3 * 5)


@pytest.mark.parametrize("order", ["alternate", "exchange"])
@pytest.mark.parametrize(
    ("first", "second", "points"),
    [
        ({"A": 1}, {"B": 1, "Medic": 1}, [9, 3 + 9]),  # B doesn't answer
        ({"C": 1, "Medic": 1}, {"D": 1}, [2 + 9, 9 - 1]),  # C, at most 2 points, acts once
    ],
)
def test_who_is_raised_in_the_turn_in_which_it_fell_does_nothing_more_in_it(
    order, first, second, points
):
    units = said(
        "name|hp|damage|per turn\nA|9|9|1\nB|5|2|1\nC|2|1|2\nD|9|2|1\nMedic|9|0|1",
        "unit|action|on|heals|reacts\nMedic|Lift|fallen|3|ally struck",
    )
    how = {"units": units, "max_rounds": 1, "targeting": "front"}
    odds = battle(first, second, Rules(hit=sure, order=order), **how)
    assert [side.mean for side in odds.left] == points


def test_per_turn_is_read_when_statuses_have_taken_their_points():
    """The status that adds an action absorbs the point of the poison, and is used up."""
    units = said(
        "name|hp|damage|begins with\nA|9|1|hasty; poisoned\nB|9|0|",
        statuses="status|changes|absorbs|loses\nhasty|per turn +1|1|\npoisoned|||1",
    )
    assert left(units) == [9, 9 - 1]


def test_who_follows_up_has_got_what_its_first_strikes_give():
    """The status comes after the first series, so that the second does twice the damage."""
    units = said(
        "name|hp|damage|speed\nA|99|1|9\nB|99|0|1",
        "unit|action|gets|when\nA|Cut|angry on hit|round >= 1",
        "status|changes|stacks\nangry|damage x 2|5",
    )
    assert left(units, order="exchange")[1] == 99 - 1 - 2
    assert left(units, 3, order="exchange")[1] == 99 - (1 + 2) - (2 + 4)


def test_what_a_unit_begins_with_and_counters_come_back_in_each_fight():
    units = said(
        "name|hp|damage|mana|begins with\nHero|10|0|1|warded\nImp|1|3||",
        """unit|action|damage|spends|heals
        Hero|Bolt|1|mana 1|""",
        "status|absorbs\nwarded|3",
    )
    rules = Rules(hit=sure, order="both")
    found = campaign({"Hero": 1}, [{"Imp": 1}] * 4, rules, units=units, campaigns=10)
    assert found.through == 1
    assert found.hit_points.mean == 10
