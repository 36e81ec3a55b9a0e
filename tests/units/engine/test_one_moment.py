"""What counts in one moment, and what doesn't: fights whose answers are known by hand."""

import pytest

from combat.units import Action, Gift, Rules, Status, Unit, Units, battle, duel
from combat.units.battles.armies import Army
from combat.units.rules import ORDERS
from tests.units.games.by_hand import sure

AT_ONCE = ("both", "faster", "coin")
NEAR = 1e-9
MONK = Unit("Monk", 10, damage=0, actions=[Action("Mend", on="self", heals=1)])
BAT = Unit("Bat", 10, damage=4, actions=[Action("Drain", drain=0.5)])
VAMPIRE = Unit("Vampire", 10, damage=5, actions=[Action("Bite", drain=1.0)])
OGRE = Unit("Ogre", 1000, damage=100)
PARTY = Units(
    [
        Unit("Fighter", 30, 10, 10, "1d8+3"),
        Unit("Cleric", 24, 8, 10, "1d6", actions=[Action("Cure", on="ally", heals="1d8+3")]),
        Unit("Ogre", 60, 10, 10, "2d8+4"),
    ]
)


def near(found, expected, exactly, spread, battles):
    """Whether a mean is as expected: exactly, or within 3.5 standard errors of so many battles."""
    error = exactly if battles is None else 3.5 * spread / battles**0.5
    return abs(found - expected) < error


# Heals and drains


@pytest.mark.parametrize("order", AT_ONCE)
def test_a_heal_of_one_does_not_outlast_blows_of_nine(order):
    """The monk has 1 left after the first blow, mends 1 and loses 9."""
    found = duel(MONK, Unit("Giant", 100, damage=9), Rules(hit=sure, order=order))
    assert (found.second, found.turns.mean) == pytest.approx((1, 2), abs=NEAR)


@pytest.mark.parametrize("order", AT_ONCE)
def test_who_drains_two_and_loses_a_thousand_falls(order):
    found = duel(BAT, Unit("Giant", 100, damage=1000), Rules(hit=sure, order=order))
    assert (found.second, found.turns.mean) == pytest.approx((1, 1), abs=NEAR)


def test_each_drains_what_is_there_who_does_not_know_of_the_other():
    """The orc strikes the wolf for 3; both it and the bat drain the orc's 2 points."""
    sip = [Action("Sip", drain=1.0)]
    units = Units([Unit("Bat", 6, damage=2, actions=sip), Unit("Wolf", 9, damage=2, actions=sip)])
    orc = Army(((Unit("Orc", 2, damage=3), 1),))
    found = battle({"Bat": 1, "Wolf": 1}, orc, Rules(hit=sure), units=units, targeting="strongest")
    assert found.left[0].mean == pytest.approx(6 + 9 - 3 + 2, abs=NEAR)


@pytest.mark.parametrize(("order", "rounds"), [("first", 3), ("both", 4)])
def test_a_blow_that_a_ward_absorbs_breaks_no_sleep(order, rounds):
    """Two blows of 2 are absorbed; the third wakes the sleeper, who strikes once for 5."""
    asleep, warded = Status("asleep", skips=1, broken=True), Status("warded", absorbs="4")
    nap = Action("Nap", on="nobody", reacts="begins", gets=(Gift(asleep), Gift(warded)))
    sleeper = Unit("Sleeper", 99, damage=5, actions=[nap])
    rules = Rules(hit=sure, order=order)
    found = duel(Unit("Imp", 20, damage=2), sleeper, rules, max_turns=rounds)
    assert found.left[0].mean == pytest.approx(20 - 5, abs=NEAR)


def test_a_cleric_who_cures_the_fighter_wins_two_of_three():
    army, ogre = {"Fighter": 1, "Cleric": 1}, {"Ogre": 1}
    found = battle(army, ogre, Rules(), units=PARTY, targeting="front")
    # By a plain matrix of hit points, of another make; 66.7 % of 100,000 plain fights.
    assert found.fights is None
    assert found.first == pytest.approx(0.66804, abs=2e-4)


@pytest.mark.parametrize("order", ORDERS)
def test_a_vampire_loses_against_one_ogre(order):
    found = duel(VAMPIRE, OGRE, Rules(hit=sure, order=order))
    assert (found.second, found.turns.mean) == pytest.approx((1, 1), abs=NEAR)


@pytest.mark.parametrize("overkill", [None, "lost", "next"])
@pytest.mark.parametrize("order", ORDERS)
def test_and_against_two(order, overkill):
    rules = Rules(hit=sure, order=order, overkill=overkill)
    found = battle({"Vampire": 1}, {"Ogre": 2}, rules, units=Units([VAMPIRE, OGRE]))
    assert (found.second, found.turns.mean) == pytest.approx((1, 1), abs=NEAR)


# Blows at who has fallen


@pytest.mark.parametrize(
    ("overkill", "fallen"), [(None, 2.26556), ("next", 2.26556), ("lost", 0.94708)]
)
def test_six_shots_at_ten_models(overkill, fallen):
    """A shot hits with 4/9 and takes one of two points with 1/6, and else both.

    Where the rest is lost one falls, but for no hits and for a single one that takes one point.
    """
    squad = Unit("Gun", 1, damage="1d6", actions=[Action("Salvo", times=6)])
    units = Units([squad, Unit("Model", 2, damage=0)])
    rules = Rules(hit=lambda attacker, defender: 4 / 9, overkill=overkill)
    found = battle({"Gun": 1}, {"Model": 10}, rules, units=units, max_rounds=1)
    left = found.survivors[1]
    assert near(10 - left.mean, fallen, 1e-4, left.sd, found.fights)


def test_two_who_act_at_once_aim_at_one_or_share_them():
    """Each kills what he strikes: both the first by default, one each where they know of it."""
    units = Units([Unit("Archer", 5, damage=9), Unit("Imp", 3, damage=0)])

    def fallen(overkill):
        rules = Rules(hit=sure, overkill=overkill)
        sides = {"Archer": 2}, {"Imp": 3}
        found = battle(*sides, rules, units=units, targeting="front", max_rounds=1)
        return 3 - found.survivors[1].mean

    assert [fallen(overkill) for overkill in (None, "lost", "next")] == [1, 1, 2]


# Ends by chance


@pytest.mark.parametrize("order", ["first", "initiative", *AT_ONCE])
@pytest.mark.parametrize("ends", [1.0, 0.25])
def test_turns_lost_to_sleep(order, ends):
    """It takes 1/ends turns on average; a point is lost in each of the others, of twenty."""
    asleep = Status("asleep", skips=1, ends=ends)
    mage = Unit("Mage", 30, damage=0, actions=[Action("Sleep", gives=(Gift(asleep),), uses=1)])
    found = duel(mage, Unit("Orc", 30, damage=1), Rules(hit=sure, order=order), max_turns=20)
    lost = 20 - (30 - found.left[0].mean)

    def taken(turns):
        return (1 - (1 - ends) ** turns) / ends

    # Where both act at once, or the orc comes first, one of the twenty is over before he sleeps.
    before = {"first": 0, "both": 1, "faster": 1}.get(order, 0.5)
    assert lost == pytest.approx((1 - before) * taken(20) + before * taken(19), abs=NEAR)
