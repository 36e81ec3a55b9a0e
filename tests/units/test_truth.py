"""What was wrong without a word: small games of others, each with its right value."""

import numpy as np
import pytest

from combat.battle.odds import crossed
from combat.core.words import percent
from combat.dice import Distribution, dice
from combat.units import (
    Action,
    Grant,
    Rest,
    Rules,
    Status,
    Unit,
    Units,
    advice,
    battle,
    blow,
    blows_to_kill,
    campaign,
    condition,
    duel,
    encounter,
    matrix,
    read_units,
)
from combat.units.rules import BY_TURNS as TURNS
from combat.units.views import outcomes_by, scores
from tests.units.games.by_sheet import sure

BY_DEGREES = "Pathfinder 2, degrees of success"


def when(text, columns=(), statuses=()):
    return condition(text, columns, statuses)


# What a roll says

HERO = Unit("Hero", 45, 9, 8, "1d8+4")
OGRE = Unit("Ogre", 50, 7, 8, "1d10+7")


@pytest.mark.parametrize("actions", [(), (Action("Wait", when=when("foes > 9")),)])
def test_a_critical_success_does_double(actions):
    """It was a plain hit: 5.10 a blow, and 30.7 % of the duels."""
    rules, hero = Rules(hit=BY_DEGREES, order="first"), HERO.changed(actions=actions)
    # 12 faces of 20 hit, 2 of them for double; 1d8+4 is 8.5 on average.
    assert blow(HERO, OGRE, rules).mean == pytest.approx(8.5 * 14 / 20, abs=1e-12)
    assert duel(hero, OGRE, rules).first == pytest.approx(0.3776, abs=5e-4)


def test_who_says_himself_what_is_critical_takes_no_other_share():
    with pytest.raises(ValueError, match=r"the hit rule itself says .* write \(0, 3\)"):
        Rules(hit=BY_DEGREES, critical=(0.1, 3))
    thrice = Rules(hit=BY_DEGREES, critical=(0, 3))
    assert blow(HERO, OGRE, thrice).mean == pytest.approx(8.5 * 16 / 20, abs=1e-12)


def test_a_result_that_is_not_used_is_named():
    units = Units([HERO, OGRE])
    (said,) = advice(units, Rules(hit="d20 against armour class"))
    assert said.startswith("by 'd20 against armour class' a natural 20 counts as any other hit")
    assert advice(units, Rules(hit="d20 against armour class", critical=(0.1, 2))) == []
    assert advice(units, Rules(hit=BY_DEGREES)) == []


def test_wounds_by_margin():
    """A 0 of the damage function became 1: 0.668 a blow, and 5.09 turns."""

    def wounds(attacker, defender):
        margin = dice("2d6!") - 8
        return margin.map(lambda over: np.where(over >= 0, 1 + over // 4, 0))

    rules, unit = Rules(hit=lambda a, d: 0.5, damage=wounds), Unit("Unit", 3, 1, 1, 1)
    assert blow(unit, unit, rules).mean == pytest.approx(0.4041, abs=5e-5)
    assert blows_to_kill(unit, unit, rules).mean == pytest.approx(9.0621, abs=5e-5)


def test_least_is_for_armor_alone():
    with pytest.raises(ValueError, match=r"least = 2: .* write max\(2, \.\.\.\) there"):
        Rules(damage=lambda a, d: a.damage, least=2)


def test_a_rule_that_reads_hit_points_is_told_which():
    """All of 100 points are halved at each blow, not what is left of them."""
    rules = Rules(hit=sure, damage=lambda a, d: d.hp // 2)
    tank, imp = Unit("Tank", 100, damage=1), Unit("Imp", 9, damage=1)
    (said,) = duel(imp, tank, rules).notes
    assert "these are the full hit points" in said
    assert said in advice([imp, tank], rules)
    assert battle({"Imp": 1}, {"Tank": 1}, rules, units=Units([imp, tank])).notes == (said,)
    waits = imp.changed(actions=[Action("Wait", when=when("round > 2"))])
    assert said in duel(waits, tank, rules).notes
    assert duel(imp, tank, Rules(hit=sure)).notes == ()


# The moment

FOCUS = Status("focus", changes=(("mana", "+", 10),), stacks=5)
MAGE = Unit("Mage", 30, damage=1, mana=0)


def mage(needed):
    ball = Action("Ball", (("damage", 9),), when=when(f"mana >= {needed}", ["mana"]))
    return MAGE.changed(actions=[ball, Action("Focus", gets=[Grant(FOCUS)])])


@pytest.mark.parametrize("order", ["both", "first"])
def test_a_condition_reads_what_a_status_made_of_a_column(order):
    """Three turns of focus, and six balls at 50 points; each turn of focus strikes for 1."""
    wall, rules = Unit("Wall", 50, damage=0, mana=0), Rules(hit=sure, order=order)
    found = duel(mage(30), wall, rules)
    assert (found.turns.mean, found.notes) == (9, ())
    never = duel(mage(90), wall, rules)
    (said,) = never.notes
    assert said.startswith("Mage never comes to Ball: its condition 'mana >= 90' never holds")
    assert never.turns.mean == 50
    fought = battle({"Mage": 1}, {"Wall": 1}, rules, units=Units([mage(90), wall]), battles=20)
    assert said in fought.notes


def test_what_an_action_on_oneself_asks_of_a_target_is_refused():
    with pytest.raises(ValueError, match=r"^Drink: when: 'target reach >= 2' asks for a target"):
        Action("Drink", on="self", heals=3, when=when("target reach >= 2", ["reach"]))


# One order, one sheet, one status


def test_derived_columns_are_computed_once_from_the_sheet():
    """One that read itself was applied once in a blow, twice in a duel, three times by turns."""
    rules = Rules(
        hit=lambda a, d: a.attack / 10, derived={"attack": lambda unit: unit.attack + unit.bonus}
    )
    one, other = Unit("One", 3, 2, 0, 1, bonus=1), Unit("Other", 3, 5, 0, 1, bonus=0)
    plain = Rules(hit=rules.hit)
    units, right = Units([one, other]), duel(one.changed(attack=3), other, plain)
    assert blow(one, other, rules).mean == pytest.approx(0.3)
    assert blows_to_kill(one, other, rules).mean == pytest.approx(10)
    assert duel(one, other, rules).first == pytest.approx(right.first, abs=1e-12)
    assert matrix(units, rules).loc["One", "Other"] == pytest.approx(right.first, abs=1e-12)
    armies = {"One": 1}, {"Other": 1}
    assert battle(*armies, rules, units=units).first == pytest.approx(right.first, abs=1e-9)
    in_turn = Rules(hit=rules.hit, derived=rules.derived, order="first")
    right = duel(one.changed(attack=3), other, Rules(hit=rules.hit, order="first")).first
    assert battle(*armies, in_turn, units=units).first == pytest.approx(right, abs=1e-12)
    waits = Action("Wait", when=when("round > 99"))
    able = one.changed(actions=[waits])
    assert duel(able, other, in_turn).first == pytest.approx(right, abs=1e-12)


@pytest.mark.parametrize("order", ["initiative", "both", "exchange"])
@pytest.mark.parametrize(
    ("derive", "blow_of_a", "sling"),
    [
        (lambda unit: unit.damage + unit.plus, 11, 12),
        (lambda unit: unit.damage.map(lambda points: 2 * points) + unit.plus, 12, 14),
        (lambda unit: unit.plus, 10, 2),  # what doesn't start from it leaves a row's own
    ],
)
def test_derived_damage_reaches_that_of_actions(order, derive, blow_of_a, sling):
    """A slings for 2 in its first turn, strikes for 1 in the second."""
    units = read_units(
        b"name,hp,damage,plus\nA,100,1,10\nB,100,0,0",
        "x.csv",
        actions=b"unit,action,damage,uses,on\nA,Sling,2,1,\nB,Wait,,,nobody",
    )
    rules = Rules(hit="always hits", order=order, derived={"damage": derive})
    odds = battle({"A": 1}, {"B": 1}, rules, units=units, max_rounds=4 if order in TURNS else 2)
    assert 100 - odds.left[1].mean == sling + blow_of_a


def test_units_differ_by_each_chance_of_their_damage():
    """Equal ends and an equal mean were taken for equal dice: 0.5 for 0.741."""
    seldom, often = (
        Distribution(np.array([0, 6, 12]), np.array([share, 1 - 2 * share, share]))
        for share in (0.01, 0.49)
    )
    unit = Unit("U", 6, damage=seldom)
    other = unit.changed(damage=often)
    assert unit != other
    rules = Rules(hit=sure)
    expected = duel(unit, other, rules).score
    assert expected == pytest.approx(0.7412, abs=1e-4)
    assert scores([unit], [other], rules).iloc[0, 0] == pytest.approx(expected, abs=1e-12)


POISON = Status("poisoned", loses="2")
SPIDER = Unit("Spider", 9, damage=0, actions=[Action("Bite", gives=(Grant(POISON),))])


def test_a_status_changes_for_all_who_give_it():
    """A second, weaker poison was added to the first: 27 points lost for 18."""
    hero = Unit("Hero", 60, damage=0)
    units = Units([SPIDER, SPIDER.changed(name="Snake"), hero])
    weaker = units.changed("Spider", **{"poisoned: loses": 1})
    lost = [
        encounter(
            {"Hero": 1},
            {"Spider": 1, "Snake": 1},
            Rules(hit=sure, order="first"),
            units=some,
            max_rounds=10,
        )["hit_points"].item()
        for some in (units, weaker)
    ]
    assert lost == [18, 9]


def test_two_statuses_of_one_name_are_refused():
    other = SPIDER.changed(name="Snake", **{"poisoned: loses": 1})
    for made in (lambda: Units([SPIDER, other]), lambda: duel(SPIDER, other, Rules(hit=sure))):
        with pytest.raises(ValueError, match=r"^Snake: the status 'poisoned' has other numbers"):
            made()


def test_a_status_in_other_letters_is_refused_and_an_unknown_one_told():
    cure = Action("Antidote", on="self", cures=("Poisoned",))
    hero = Unit("Hero", 9, damage=1, actions=[cure])
    with pytest.raises(ValueError, match=r"^Hero: Antidote: .* did you mean 'poisoned'\?"):
        duel(SPIDER, hero, Rules(hit=sure))
    ill = hero.changed(actions=[Action("Antidote", on="self", cures=("ill",))])
    (said,) = advice(Units([SPIDER, ill]), Rules(hit=sure))
    assert said == "Hero: 'Antidote' asks for or cures 'ill', which no unit gives"


# How it ends


def test_one_in_4096_is_neither_all_nor_nothing():
    giant = Unit("Giant", 9, damage="85-100", actions=[Action("Claws", times=3)])
    said = str(duel(giant, Unit("Tower", 256, damage=100), Rules(hit=sure, order="first")))
    assert said.startswith("Giant wins 99.98% of all fights, Tower 0.02%;")
    assert [percent(1 - 1e-9), percent(1e-9), percent(1 - 1e-13)] == [
        "99.9999999%",
        "0.0000001%",
        "100.0%",
    ]


def test_who_is_struck_and_mends_is_not_said_to_be_beyond_hurting():
    mend = Action("Mend", on="self", heals=5, when=when("hp < 100 %"))
    wall, rat = Unit("Wall", 6, damage=1, actions=[mend]), Unit("Rat", 9, damage=2)
    found = duel(wall, rat, Rules(hit=sure, order="first"))
    assert (found.endless, found.helpless) == (True, False)
    assert str(found) == "Neither Wall nor Rat ever falls: the fight never ends."
    peaceful = duel(wall.changed(damage=0), rat.changed(damage=0), Rules(hit=sure))
    assert peaceful.helpless
    assert "can't hurt each other" in str(peaceful)


def test_rounds_of_an_exact_battle_count_what_never_ends():
    """0.8 were undecided, and a round was the mean."""
    mend = Action("Mend", on="self", heals=6, when=when("hp < 100 %"))
    wall, rat = Unit("Wall", 6, 5, 0, 9, actions=[mend]), Unit("Rat", 9, 0, 0, 3)
    rules = Rules(hit=lambda a, d: np.where(a.attack == 5, 0.2, 1.0), order="first")
    found = battle({"Wall": 1}, {"Rat": 1}, rules, units=Units([wall, rat]))
    assert found.turns.mean == duel(wall, rat, rules).turns.mean == np.inf
    assert found.turns.chances == pytest.approx([0.2, 0.8])


@pytest.mark.parametrize("actions", [(), (Action("Blow", when=when("round >= 1")),)])
def test_a_start_is_scaled_to_a_sum_of_one(actions):
    one, other = (Unit(name, hp, damage=1, actions=actions) for name, hp in (("X", 5), ("Y", 4)))
    rules = Rules(hit=lambda a, d: 0.5)
    joint = duel(one, other, rules, max_turns=5).joint
    going = joint.loc[joint.index > 0, joint.columns > 0]
    found = duel(one, other, rules, start=going)
    assert found.first + found.second + found.both == pytest.approx(1)
    assert found.first == pytest.approx(0.58797625, abs=1e-8)


@pytest.mark.parametrize("order", ["both", "first"])
def test_a_drain_takes_nothing_from_who_starts_above_his_full_points(order):
    start = crossed(np.array([12]), np.array([20]), np.array([1.0]))
    bat = Unit("Bat", 5, damage=1, actions=[Action("Bite", drain=0.5)])
    rules = Rules(hit=sure, order=order)
    found = duel(bat, Unit("Imp", 20, damage=1), rules, start=start, max_turns=1)
    assert found.left[0].mean == 11


def test_an_encounter_is_exact_where_a_duel_is():
    heal = Action("Potion", on="self", heals=4, uses=2, when=when("hp < 50 %"))
    hero, ogre = Unit("Hero", 20, 5, 4, "1d6", actions=[heal]), Unit("Ogre", 25, 4, 4, "1d8")
    rules, units = Rules(order="initiative"), Units([hero, ogre])
    found = encounter({"Hero": 1}, {"Ogre": 1}, rules, units=units)
    exact = duel(hero, ogre, rules)
    assert found.attrs["battles"] is None
    assert found["hit_points"].item() == pytest.approx(20 - exact.left[0].mean, abs=1e-9)
    assert found["falls"].item() == pytest.approx(exact.second, abs=1e-9)
    fought = encounter({"Hero": 1}, {"Ogre": 1}, rules, units=units, battles=4000)
    for column in ("falls", "hit_points", "Potion"):
        error = fought.attrs["errors"][column][0]
        assert error > 0
        assert abs(fought[column].item() - found[column].item()) < 4 * error
    assert fought.attrs["low"] < found.attrs["won"] < fought.attrs["high"]


def test_fights_at_once_say_what_a_reader_may_not_expect():
    bow = Action("Bow", times=2)
    archer = Unit("Archer", 5, 5, 5, 2, actions=[bow])
    monk = Unit("Monk", 5, 5, 5, 1, actions=[Action("Mend", on="self", heals=1)])
    units, armies = Units([archer, monk]), ({"Archer": 2}, {"Monk": 2})
    said = battle(*armies, Rules(), units=units, battles=10).notes
    assert said[0].startswith("All who act in a round aim before any of their blows falls")
    assert said[1].startswith("What is dealt and what is healed in one moment is added up")
    assert battle(*armies, Rules(order="first"), units=units, battles=10).notes == ()
    alone = battle({"Archer": 1}, {"Archer": 1}, Rules(), units=units, battles=10)
    assert alone.notes == ()


# What is said of a mistake


def test_numbers_of_a_sheet_may_be_written_into_dice():
    """They arrived as 5.0: "5.0d10" could not be read."""
    units = read_units(b"name,hp,damage,skill\nA,9,1,5\nB,9,2,3\n", "x.csv")
    rules = Rules(hit=lambda a, d: dice(f"{a.skill}d10").at_least(20))
    assert blow(*units, rules).mean == pytest.approx(dice("5d10").at_least(20))
    assert units["A"].skill == 5
    assert isinstance(units["A"].skill, int)
    assert dice("5.0d10+2.0") == dice("5d10+2")


def test_a_critical_hit_by_column_is_told_where_to_write():
    with pytest.raises(ValueError, match=r"one pair of numbers for all; .* damage function"):
        Rules(critical=("crit", 2))


# What an audit by a simulator of another make found


def test_several_values_of_a_status_are_fought_each_by_itself():
    bite = Action("Bite", gives=[Grant(Status("ill", loses=1), turns=2)], uses=1)
    rat, imp = Unit("Rat", 5, 1, 1, 1, actions=[bite]), Unit("Imp", 5, 1, 1, 1)
    rules, ill = Rules(hit=lambda a, d: 0.5), [1, 3]
    found = outcomes_by(rat, imp, rules, "ill: loses", ill)["wins"].tolist()
    alone = [duel(rat.changed(**{"ill: loses": loss}), imp, rules).first for loss in ill]
    assert found == pytest.approx(alone, abs=1e-12)


@pytest.mark.parametrize("points", [-1, 2.5])
@pytest.mark.parametrize("actions", [(), (Action("Blow", when=when("round >= 1")),)])
def test_impossible_points_to_begin_from_are_refused(points, actions):
    imp = Unit("Imp", 3, damage=1, actions=actions)
    start = crossed(np.array([points]), np.array([3]), np.array([1.0]))
    with pytest.raises(ValueError, match="must be whole hit points from 0"):
        duel(imp, imp, Rules(hit=sure), start=start)


def test_a_rest_is_checked_before_a_single_fight_too():
    imp = Unit("Imp", 3, damage=1)
    with pytest.raises(ValueError, match=r"^rest: uses: 'Foo' is not known"):
        campaign(
            {"Imp": 1},
            [{"Imp": 1}],
            Rules(hit=sure),
            units=Units([imp]),
            rest=Rest(uses={"Foo": 1}),
        )


@pytest.mark.parametrize("order", ["both", "faster", "coin", "initiative", "first", "alternate"])
@pytest.mark.parametrize("actions", [(), (Action("Wait", when=when("foes > 9")),)])
def test_a_battle_of_who_can_hurt_nobody_is_over_at_once(order, actions):
    """It took no rounds in three orders, and infinitely many by turns."""
    imp = Unit("Imp", 3, damage=0, actions=actions)
    rules, units = Rules(hit=sure, order=order), Units([imp])
    found = battle({"Imp": 1}, {"Imp": 1}, rules, units=units)
    assert (found.undecided, found.turns.mean) == (1, 0)
    assert duel(imp, imp, rules).helpless
