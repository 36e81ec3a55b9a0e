"""What stays of who falls and comes back, and who is struck when: each once, by hand."""

import pytest

from combat.units import Rules, battle, duel
from tests.units.test_what_tables_say import said

SURE = "always hits"


@pytest.mark.parametrize("order", ["first", "both", "initiative"])
def test_counters_of_who_is_raised_are_as_it_left_them(order):
    """Of two bolts the Mage has thrown one when it falls: raised, it throws the other, no third."""
    units = said(
        "name|hp|attack|defense|damage|mana\nMage|4|5|5|0|2\nCleric|50|5|5|0|0\nOgre|12|5|5|0|0",
        """unit|action|damage|uses|spends|on|heals|when
        Mage|Bolt|5||mana 1|||
        Mage|Wait||||nobody||
        Cleric|Lift||1||fallen|4|
        Cleric|Wait||||nobody||
        Ogre|Club|4|1||||hp < 100 %
        Ogre|Wait||||nobody||""",
    )
    rules = Rules(hit=SURE, order=order)
    how = {"units": units, "targeting": "front", "max_rounds": 9}
    odds = battle({"Mage": 1, "Cleric": 1}, {"Ogre": 1}, rules, **how)
    assert odds.fights is None
    assert odds.undecided == pytest.approx(1)
    assert odds.left[1].mean == pytest.approx(2)


def test_who_falls_to_an_answer_strikes_no_more():
    """A strikes for 1, B answers for 9: of three strikes of A one is left."""
    units = said(
        "name|hp|attack|defense|damage\nA|5|5|5|1\nB|9|5|5|9", "unit|action|times\nA|Flurry|3"
    )
    odds = duel(units["A"], units["B"], Rules(hit=SURE, order="alternate"))
    assert odds.left[1].mean == pytest.approx(8)


def test_points_that_spill_are_blocked_by_whom_they_meet():
    """Of 10 points the first Goblin takes 4; of 6 that go on the second blocks 2, and has 6 hp."""
    units = said(
        "name|hp|attack|defense|damage|begins with\nOgre|50|5|5|10|\nGoblin|4|5|5|0|\n"
        "Guard|6|5|5|0|braced",
        "unit|action|overkill|uses|on\nOgre|Sweep|spill|1|\nOgre|Wait|||nobody",
        "status|absorbs\nbraced|each hit 2",
    )
    rules = Rules(hit=SURE, order="first")
    armies = {"Ogre": 1}, {"Goblin": 1, "Guard": 1}
    odds = battle(*armies, rules, units=units, targeting="front", max_rounds=3)
    assert odds.left[1].mean == pytest.approx(2)


@pytest.mark.parametrize(("order", "rounds"), [("first", 2), ("both", 2), ("coin", 2)])
def test_a_fight_counts_the_round_in_which_it_ends(order, rounds):
    units = said("name|hp|attack|defense|damage\nA|9|5|5|3\nB|6|5|5|0")
    odds = battle({"A": 1}, {"B": 1}, Rules(hit=SURE, order=order), units=units)
    assert odds.turns.values.tolist() == [rounds]
    slowly = said(
        "name|hp|attack|defense|damage\nA|9|5|5|3\nB|6|5|5|0", "unit|action|on\nB|Wait|nobody"
    )
    odds = battle({"A": 1}, {"B": 1}, Rules(hit=SURE, order=order), units=slowly)
    assert odds.turns.values.tolist() == [rounds]


def test_all_are_struck_in_the_order_of_their_army():
    """The thorn of the first fells who sweeps: the second is never struck, whomever one aims at."""
    units = said(
        "name|hp|attack|defense|damage\nOrc|1|5|5|3\nThorny|9|5|5|0\nSoft|4|5|5|0",
        "unit|action|targets|damage|reacts\nOrc|Sweep|all|3|\nThorny|Thorn||1|struck",
    )
    armies, rules = ({"Orc": 1}, {"Thorny": 1, "Soft": 1}), Rules(hit=SURE, order="first")
    for targeting in ("random", "weakest"):
        odds = battle(*armies, rules, units=units, targeting=targeting, max_rounds=2)
        assert odds.left[1].values.tolist() == [6 + 4]
