"""What counts in one moment, and what doesn't: fights whose answers are known by hand."""

import pytest

from combat.units import Action, Grant, Rules, Status, Unit, Units, battle, condition, duel
from combat.units.battles.armies import Army
from tests.units.games.by_hand import sure

NEAR = 1e-9


# Heals, drains and wards


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
    nap = Action("Nap", on="nobody", reacts="begins", gets=(Grant(asleep), Grant(warded)))
    sleeper = Unit("Sleeper", 99, damage=5, actions=[nap])
    rules = Rules(hit=sure, order=order)
    found = duel(Unit("Imp", 20, damage=2), sleeper, rules, max_turns=rounds)
    assert found.left[0].mean == pytest.approx(20 - 5, abs=NEAR)


def test_a_cleric_who_cures_the_fighter_wins_two_of_three():
    cure = Action("Cure", on="ally", heals="1d8+3")
    fighter, ogre = Unit("Fighter", 30, 10, 10, "1d8+3"), Unit("Ogre", 60, 10, 10, "2d8+4")
    units = Units([fighter, Unit("Cleric", 24, 8, 10, "1d6", actions=[cure]), ogre])
    army = {"Fighter": 1, "Cleric": 1}
    found = battle(army, {"Ogre": 1}, Rules(), units=units, targeting="front")
    # By a plain matrix of hit points, of another make; 66.7 % of 100,000 plain fights.
    assert found.fights is None
    assert found.first == pytest.approx(0.66804, abs=2e-4)


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
    assert abs(10 - left.mean - fallen) < 3.5 * left.sd / found.fights**0.5


def test_who_aims_at_itself_knows_what_it_has_just_given_itself():
    """It rages, and so doesn't calm down, which is for those who don't: it strikes."""
    raging, calm = Status("raging", turns=3), Status("calm", turns=3)
    rage = Action("Rage", on="self", gives=(Grant(raging),), free=True, uses=1)
    when = condition("not target raging", statuses=["raging"])
    calms = Action("Calm", on="ally", gives=(Grant(calm),), when=when)
    one = Unit("One", 5, 5, 5, 1, actions=(rage, calms))
    found = duel(one, Unit("Other", 5, 5, 5, 0), Rules(hit=sure, order="both"), max_turns=1)
    assert found.left[1].mean == 4
