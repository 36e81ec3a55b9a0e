"""What a rest gives back, and what is carried on from fight to fight."""

import numpy as np
import pytest

from combat.units import Rules, Unit, Units, campaign
from combat.units.rest import ALL, Rest, rest_of
from combat.units.sheets.actions import Action
from combat.units.sheets.statuses import Grant, Status
from tests.units.games.by_sheet import sure

FULL = np.array([20, 20, 7])


@pytest.mark.parametrize(
    ("given", "points"),
    [(0, [0] * 3), (3, [3] * 3), ("25 %", [5, 5, 1]), ("100 %", FULL), ("12,5 %", [2, 2, 0])],
)
def test_hit_points_come_back(given, points):
    assert Rest(given).points(FULL, None, 3).tolist() == list(points)


def test_dice_are_rolled_for_each():
    found = Rest("2d8").points(np.full(5000, 20), np.random.default_rng(1), 5000)
    assert (found.min(), found.max()) == (2, 16)
    assert abs(found.mean() - 9) < 0.2


def test_uses_and_statuses_come_back_as_said():
    some = Rest(uses={"Spell": 2, "Wind": ALL}, cures=("ill",))
    assert [some.uses_of(name, 3) for name in ("Spell", "Wind", "Other")] == [2, 3, 0]
    assert [some.ends("ill"), some.ends("cursed")] == [True, False]
    assert [Rest(uses=1).uses_of("any", 3), Rest(cures=True).ends("any")] == [1, True]
    assert rest_of(some) is some


@pytest.mark.parametrize(
    "wrong", [-1, "-5 %", "101 %", "x %", "1d4-3", "many", 1.5, "", None, float("nan")]
)
def test_what_is_no_rest_is_told_in_one_line(wrong):
    with pytest.raises(ValueError, match=r"^rest[^\n]*$"):
        rest_of(wrong)


@pytest.mark.parametrize("wrong", [-1, 1.5, {"Spell": -1}])
def test_what_is_no_number_of_uses_is_told_in_one_line(wrong):
    with pytest.raises(ValueError, match=r"^rest: uses[^\n]*$"):
        Rest(uses=wrong)


ILL = Status("ill", loses="2")
HERO = Unit(
    "Hero",
    20,
    1,
    1,
    5,
    actions=(
        Action("Spell", (("damage", 10),), uses=2, per="day"),
        Action("Rush", (("damage", 10),), uses=1),
    ),
)
OGRE = Unit("Ogre", 10, 1, 1, 3)
WASP = Unit("Wasp", 20, 1, 1, 1, actions=(Action("Sting", gives=(Grant(ILL),), uses=1),))


def left_after(others, rest, hero=HERO):
    rules = Rules(hit=sure, order="first", damage=lambda attacker, defender: attacker.damage)
    units = Units([hero, OGRE, WASP])
    others = [{name: 1} for name in others]
    found = campaign({"Hero": 1}, others, rules, rest=rest, units=units, campaigns=3)
    assert len(found.hit_points.values) == 1
    return found.hit_points.mean


def test_uses_a_day_are_for_the_day_and_uses_a_fight_for_each():
    # A spell or a rush kills at once, without them it takes two blows, and 3 points.
    assert left_after(["Ogre"] * 4, 0) == 20
    assert left_after(["Ogre"] * 2, Rest(uses=ALL)) == 20


def test_without_uses_a_fight_the_day_runs_out():
    hero = Unit("Hero", 20, 1, 1, 5, actions=HERO.actions[:1])
    assert left_after(["Ogre"] * 4, 0, hero) == 20 - 2 * 3
    assert left_after(["Ogre"] * 4, 2, hero) == 20 - 3 + 2 - 3
    assert left_after(["Ogre"] * 4, Rest(uses=1), hero) == 20
    assert left_after(["Ogre"] * 4, Rest(uses={"Spell": 1}), hero) == 20
    assert left_after(["Ogre"] * 4, Rest(uses={"Spell": 0}), hero) == 20 - 2 * 3
    with pytest.raises(ValueError, match=r"^rest: uses: 'Spel' is not known; did you mean"):
        left_after(["Ogre"] * 4, Rest(uses={"Spel": 1}), hero)


def test_statuses_last_over_a_rest_that_does_not_end_them():
    # The wasp takes two spells and stings once between; from then on 2 are lost in each turn.
    assert left_after(["Wasp"], 0) == 20 - 1 - 2
    assert left_after(["Wasp", "Ogre"], 0) == 17 - 2
    assert left_after(["Wasp", "Ogre"], Rest(cures=())) == 17 - 2
    with pytest.raises(ValueError, match=r"^rest: cures: 'Ill' is not known; did you mean"):
        left_after(["Wasp", "Ogre"], Rest(cures=("Ill",)))
    assert left_after(["Wasp", "Ogre"], Rest(cures=("ill",))) == 17
    assert left_after(["Wasp", "Ogre"], Rest(cures=True)) == 17
    assert left_after(["Wasp", "Ogre"], Rest("50 %")) == 20 - 2


def test_nobody_is_rested_above_his_full_hit_points_nor_from_death():
    assert left_after(["Wasp", "Ogre"], Rest(ALL, cures=True)) == 20
    weak = Unit("Hero", 2, 1, 1, 5)
    assert left_after(["Ogre", "Ogre"], Rest(ALL), weak) == 0


def test_a_rest_takes_nothing_of_a_counter_above_its_start():
    """The Bear roars as the Wolf falls, and mauls the Boar with that rage."""
    maul = Action("Maul", (("damage", 99),), spends=(("rage", 1),))
    roar = Action("Roar", on="nobody", reacts="foe falls", gains=(("rage", 1),))
    bear = Unit("Bear", 50, 5, 5, 4, rage=0, actions=(maul, roar))
    units = Units([bear, Unit("Wolf", 4, 5, 5, 0, rage=0), Unit("Boar", 99, 5, 5, 0, rage=0)])
    found = campaign(
        {"Bear": 1},
        [{"Wolf": 1}, {"Boar": 1}],
        Rules(hit=sure, order="first"),
        rest=Rest(counters=0),
        units=units,
        max_rounds=1,
        campaigns=10,
    )
    assert found.through == 1
