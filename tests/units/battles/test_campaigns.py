"""Fights in a row: against exact duels with carried wounds, and a plain loop."""

import math
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from itertools import product

import pytest

from combat.units import Rules, Unit, Units, campaign, duel
from combat.units.battles import campaigns as module

IMP = Unit("Imp", hp=4, attack=10, defense=10, damage="1d3")
OGRE = Unit("Ogre", hp=14, attack=15, defense=8, damage="1d6+1", armor=1, speed=0.75)
WOLF = Unit("Wolf", hp=6, attack=12, defense=9, damage="1d4", speed=1.5)
UNITS = Units([IMP, OGRE, WOLF])
CAMPAIGNS = 4000


def exact_through(hero, foes, rules, rest):
    """One against one after another: what the exact duel leaves is where the next begins."""
    now, through = {hero.hp: 1.0}, []
    for foe in foes:
        after = {}
        for points, mass in now.items():
            left = duel(hero.changed(hp=points), foe, rules).left[0]
            for value, chance in zip(left.values, left.chances, strict=True):
                if value:
                    after[int(value)] = after.get(int(value), 0) + mass * chance
        through.append(sum(after.values()))
        now = {}
        for points, mass in after.items():
            rested = int(min(points + rest, hero.hp))
            now[rested] = now.get(rested, 0) + mass
    return through


ORDERS = ["both", "faster", "coin"]


@pytest.mark.parametrize(
    ("order", "rest", "rounds"),
    [*product(ORDERS, [0, 2, math.inf], [None]), ("both", "1d3", None), ("coin", "20 %", 3)],
)
def test_one_against_one_after_another_is_exact_if_nobody_asks_for_dice(order, rest, rounds):
    """Against duels that begin with what the last one left, and against dice."""
    how = {"rest": rest, "units": UNITS, "max_rounds": rounds}
    fought = {"Ogre": 1}, [{"Imp": 1}, {"Wolf": 1}, {"Imp": 1}], Rules(order=order)
    found = campaign(*fought, **how)
    assert found.campaigns is None
    assert "(exact)" in str(found)
    if isinstance(rest, int | float) and rounds is None:
        exact = exact_through(OGRE, [IMP, WOLF, IMP], fought[-1], rest)
        assert found.fights["through"].tolist() == pytest.approx(exact, abs=1e-12)
    dice = campaign(*fought, **how, campaigns=CAMPAIGNS)
    assert dice.fights["low"].lt(found.fights["through"] + 0.02).all()
    assert dice.fights["high"].gt(found.fights["through"] - 0.02).all()
    for column in ("rounds", "survivors", "hit_points"):
        assert found.fights[column].tolist() == pytest.approx(dice.fights[column], rel=0.06)
    assert found.left.tolist() == pytest.approx([found.through], abs=1e-12)
    assert found.survivors.mean == pytest.approx(found.through, abs=1e-12)
    assert found.hit_points.mean == pytest.approx(dice.hit_points.mean, abs=0.3)


def test_who_cannot_be_hurt_and_cannot_hurt_comes_through_nothing():
    wall = Unit("Wall", hp=3, attack=0, defense=0, damage=0, armor=9)
    units = Units([wall, IMP])
    found = campaign({"Wall": 1}, [{"Imp": 1}], units=units)
    assert (found.through, found.campaigns, found.left.tolist()) == (0, None, [0])
    assert campaign({"Wall": 1}, [{"Imp": 1}], units=units, campaigns=10).through == 0


def test_what_is_told_of_a_fight_is_of_those_who_came_through():
    found = campaign({"Ogre": 1}, [{"Wolf": 1}] * 4, units=UNITS, campaigns=1000, rest=1)
    assert (found.fights["through"].diff().dropna() <= 0).all()
    assert (found.fights["survivors"].dropna() == 1).all()
    assert found.fights["hit_points"].between(1, OGRE.hp).all()
    lost = campaign({"Imp": 1}, [{"Ogre": 9}, {"Imp": 1}], units=UNITS, campaigns=50)
    assert lost.fights["through"].tolist() == [0, 0]
    assert lost.fights["hit_points"].isna().all()
    assert lost.survivors.values.tolist() == [0]


def test_who_is_stopped_has_not_come_through():
    found = campaign({"Ogre": 1}, [{"Wolf": 1}], units=UNITS, campaigns=500, max_rounds=1)
    assert found.through < 0.2


def test_nobody_meets_nobody():
    assert campaign({}, [{"Imp": 1}], units=UNITS, campaigns=10).through == 0
    found = campaign({"Imp": 1}, [{}, {}], units=UNITS, campaigns=10)
    assert (found.through, found.left.tolist()) == (1, [1])


def test_blocks_have_luck_of_their_own_and_any_executor_gives_the_same(monkeypatch):
    monkeypatch.setattr(module, "_MOST_CAMPAIGNS", 100)
    how = {"units": UNITS, "campaigns": 250, "seed": 3}
    found = campaign({"Ogre": 1}, [{"Wolf": 1}] * 2, **how)
    for executor in (ThreadPoolExecutor(2), ProcessPoolExecutor(2)):
        with executor:
            spread = campaign({"Ogre": 1}, [{"Wolf": 1}] * 2, executor=executor, **how)
        assert spread.fights.equals(found.fights)
        assert spread.campaigns == 250
    one, other = (
        campaign({"Ogre": 1}, [{"Wolf": 1}], units=UNITS, campaigns=count) for count in (100, 200)
    )
    assert one.hit_points.mean != other.hit_points.mean


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"armies": []}, r"^armies = \[\] is out of range: give at least one to fight$"),
        ({"rest": -1, "armies": [{"Imp": 1}]}, "rest = -1"),
        ({"rest": [1, 2]}, r"rest = \[1, 2\] is out of range: it must be one number, or one for"),
        ({"campaigns": 0}, "campaigns = 0"),
        ({"campaigns": 10**12}, "campaigns = 1,000,000,000,000 of"),
        ({"seed": -1}, "seed = -1"),
    ],
)
def test_what_can_not_be_fought_is_told(given, fault):
    how = {"armies": [{"Imp": 1}] * 2, "units": UNITS, "campaigns": 10} | given
    with pytest.raises(ValueError, match=fault):
        campaign({"Imp": 1}, **how)


def test_a_campaign_is_not_rounded_to_nothing_or_all():
    found = campaign({"Ogre": 1}, [{"Imp": 1}], units=UNITS, campaigns=100)
    sure = replace(found, fights=found.fights.assign(through=0.99999, low=1e-5, high=1.0))
    assert str(sure).endswith("in 99.999% of all campaigns (0.001% to 100.0%; 100 with dice).")
