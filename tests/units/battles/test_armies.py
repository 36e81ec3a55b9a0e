"""Battles of armies: exact ones against those with dice, and what both tell."""

import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

from combat.battle import StateSpace, steps
from combat.units import Rules, Unit, Units, battle, blow, duel, losses, views
from combat.units.battles import plain
from combat.units.battles.armies import army_of, battles_within, match_up
from combat.units.battles.plain import BlowTable, battle_cost, check_armies, sides_of
from combat.units.strikes.strikes import AttackTable

IMP = Unit("Imp", hp=4, attack=10, defense=10, damage="1d3", cost=2)
OGRE = Unit("Ogre", hp=12, attack=15, defense=8, damage="1d6+1", armor=1, speed=0.75, cost=7)
WOLF = Unit("Wolf", hp=6, attack=12, defense=9, damage="1d4", speed=1.5, cost=3)
UNITS = Units([IMP, OGRE, WOLF])
WALL = Unit("Wall", hp=9, attack=0, defense=9, damage=1)
ARMIES = {"Imp": 3, "Ogre": 1}, {"Wolf": 2, "Imp": 2}
BATTLES = 4000


def near(share, exact, count, sigmas=4):
    return abs(share - exact) <= sigmas * (exact * (1 - exact) / count) ** 0.5 + 1e-9


@pytest.mark.parametrize("max_rounds", [None, 4])
@pytest.mark.parametrize(
    ("army", "other"), [({"Imp": 1}, {"Imp": 1}), ({"Imp": 3, "Troll": 1}, {"Troll": 1, "Rat": 4})]
)
def test_small_battles_are_exact_and_what_is_simulated(army, other, max_rounds):
    rat = Unit("Rat", hp=1, attack=8, defense=12, damage="1d2")
    units = Units([IMP, OGRE.changed(name="Troll", speed=1, hp=6), rat])
    exact = battle(army, other, units=units, max_rounds=max_rounds)
    found = battle(army, other, units=units, max_rounds=max_rounds, battles=BATTLES)
    assert (exact.fights, found.fights) == (None, BATTLES)
    assert exact.outcomes.sum() == pytest.approx(1, abs=1e-12)
    assert exact.names == found.names
    for share, chance in zip(found.outcomes, exact.outcomes, strict=True):
        assert near(share, chance, BATTLES)
    for side in (0, 1):
        for share, chance in zip(found.alive[side], exact.alive[side], strict=True):
            assert near(share, chance, BATTLES)
        for what in ("survivors", "left"):
            one, other_one = getattr(exact, what)[side], getattr(found, what)[side]
            assert abs(one.mean - other_one.mean) <= 4 * one.sd / BATTLES**0.5 + 1e-9
    assert abs(exact.turns.mean - found.turns.mean) <= 4 * exact.turns.sd / BATTLES**0.5


def test_the_same_seed_is_the_same_luck_on_any_executor():
    how = {"units": UNITS, "battles": 3000, "seed": 9}
    found = battle(*ARMIES, **how)
    for executor in (ThreadPoolExecutor(2), ProcessPoolExecutor(2)):
        with executor:
            other = battle(*ARMIES, executor=executor, **how)
        assert other.outcomes.tolist() == found.outcomes.tolist()
    assert battle(*ARMIES, **how | {"seed": 10}).outcomes.tolist() != found.outcomes.tolist()


def test_rules_of_any_kind_can_be_sent_to_another_process():
    rules = Rules(hit=lambda a, d: 0.5, damage=lambda a, d: a.attack - d.defense)
    armies = [army_of(army, UNITS) for army in ARMIES]
    sides = sides_of(armies, check_armies(armies, rules))
    assert pickle.loads(pickle.dumps(sides))[0].names == armies[0].fighters


def test_units_are_as_many_as_they_count():
    units = UNITS.changed("Imp", count=3).changed("Wolf", count=0)
    assert army_of(units).fighters == ("Imp 1", "Imp 2", "Imp 3", "Ogre 1")
    assert army_of({"Wolf": 2, "Imp": 1}, UNITS).fighters == ("Wolf 1", "Wolf 2", "Imp 1")


def test_an_army_of_ten_thousand_gets_an_answer_and_a_larger_one_a_reason():
    found = battle({"Imp": 10_000}, {"Ogre": 2000}, units=UNITS, battles=2)
    assert found.fights == 2
    with pytest.raises(
        ValueError, match=r"the armies have 100,001 fighters, too many \(at most 100"
    ):
        battle({"Imp": 100_000}, {"Ogre": 1}, units=UNITS)
    with pytest.raises(ValueError, match=r"battles = 10,000,000 of .* blows each is out of"):
        battle({"Imp": 10_000}, {"Ogre": 2000}, units=UNITS, battles=10**7)
    assert (battles_within(None, 10**4), battles_within(None, 10**7)) == (10_000, 100)
    with pytest.raises(ValueError, match="100 battles of these armies take some 10 minutes"):
        battles_within(None, 10**8)


@pytest.mark.parametrize("order", ["both", "faster", "coin"])
def test_where_nobody_left_can_hurt_anybody_the_battle_ends_undecided(order):
    """A wall that can't be hurt, and an imp: one side's imp wins, or the walls stand there."""
    wall = WALL.changed(armor=40)
    rules = Rules(order=order, least=0)
    units = Units([wall.changed(cost=9), wall.changed(name="Rock", cost=9), IMP])
    duelled = duel(IMP, IMP, rules)
    armies = {"Wall": 1, "Imp": 1}, {"Rock": 1, "Imp": 1}
    found = battle(*armies, rules, units=units, battles=2000, seed=1)
    assert found.undecided == pytest.approx(1)
    assert found.turns.mean > duelled.turns.mean
    if order == "both":
        exact = battle(*armies, rules, units=units)
        assert exact.fights is None
        assert (exact.undecided, exact.turns.mean) == pytest.approx((1, found.turns.mean), abs=0.5)
    alone = battle({"Wall": 3}, {"Rock": 2}, rules, units=units)
    assert (alone.undecided, alone.turns.mean, alone.fights) == (1, 0, None)
    assert views.price_matrix(units, rules, price=40, battles=100).loc["Wall", "Rock"] == 0.5


def test_who_can_not_hurt_each_other_may_be_stopped():
    units = Units([WALL, WALL.changed(name="Rock"), IMP])
    found = battle({"Wall": 1, "Imp": 3}, {"Rock": 1}, units=units, max_rounds=3, battles=500)
    assert found.undecided > 0.1
    assert found.turns.values[-1] == 3
    slow = Rules(hit=lambda a, d: 1e-5)
    with pytest.raises(
        ValueError, match="takes more than 10,000 rounds: say after how many to stop"
    ):
        battle({"Imp": 2}, {"Imp": 2}, slow, units=units)


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (({"Imp": 1.5}, {"Imp": 1}), "Imp: count = 1.5 is out of range"),
        (({"Imp": -1}, {"Imp": 1}), "Imp: count = -1"),
        (({"Elf": 1}, {"Imp": 1}), "there is no unit 'Elf': there are Imp, Ogre, Wolf"),
        (([IMP], {"Imp": 1}), "army = .* is no army: give Units, or a dict name -> count"),
    ],
)
def test_an_army_that_is_none_is_told(given, fault):
    with pytest.raises(ValueError, match=fault):
        battle(*given, units=UNITS)


def test_names_without_units_and_unknown_ways_are_told():
    with pytest.raises(ValueError, match="an army of names needs units"):
        battle({"Imp": 1}, {"Imp": 1})
    for how, fault in (
        ({"targeting": "nearest"}, "targeting = 'nearest' is not known"),
        ({"targeting": ("random",)}, "or two of them, one for each army"),
        ({"targeting": max}, "targeting must be one of random, weakest, strongest, front"),
        ({"max_rounds": 0}, "max_rounds = 0"),
        ({"battles": 0}, "battles = 0"),
        ({"names": ("x", "x")}, r"names = \('x', 'x'\) must be two different ones"),
        ({"names": ("x",)}, r"names = \('x',\) must be two different ones, one for each army"),
    ):
        with pytest.raises(ValueError, match=fault):
            battle({"Imp": 1}, {"Imp": 1}, units=UNITS, **how)


def test_each_army_may_choose_its_targets_its_way():
    how = {"units": UNITS, "battles": 500, "names": ("red", "blue")}
    both = battle(*ARMIES, targeting=("weakest", "strongest"), **how)
    assert list(both.names) == ["red", "blue"]
    one = battle(*ARMIES, targeting="weakest", **how)
    assert both.outcomes.tolist() != one.outcomes.tolist()


def test_losses_are_counted_by_unit_and_cost():
    found = battle(*ARMIES, units=UNITS, battles=BATTLES)
    table = losses(found, *ARMIES, units=UNITS).set_index(["side", "unit"])
    assert table["fielded"].tolist() == [3, 1, 2, 2]
    assert table.groupby("side")["left"].sum().to_dict() == pytest.approx(
        dict(zip(found.names, (side.mean for side in found.survivors), strict=True))
    )
    assert (table["left"] + table["lost"]).tolist() == pytest.approx([3, 1, 2, 2])
    assert table.loc[("first", "Ogre"), "cost_lost"] == pytest.approx(7 * (1 - found.alive[0][3]))


@pytest.mark.parametrize("most", [1, 3, 12])
def test_the_table_of_a_blow_is_its_distribution(most):
    units = [IMP, OGRE, WOLF]
    rules = Rules(critical=(0.2, 2), spread=0.2)
    found = BlowTable(AttackTable(units, units, rules))(np.arange(3), np.array([1, 2, 0]), most)
    for row, (one, other) in zip(found, [(IMP, OGRE), (OGRE, WOLF), (WOLF, IMP)], strict=True):
        exact = blow(one, other, rules)
        beyond = [exact.at_least(points + 1) for points in range(len(row))]
        assert 1 - row == pytest.approx(beyond, abs=1e-12)
        assert len(row) == most


@pytest.mark.parametrize(
    ("army", "other"),
    [
        (*ARMIES,),
        ({"Imp": 1}, {"Imp": 1}),
        ({"Ogre": 3}, {"Imp": 12}),
        ({"Wolf": 30}, {"Imp": 60}),
        # Blows of 20 at one hit point each kill one, not 20.
        ({"Giant": 6}, {"Rat": 20}),
    ],
)
def test_what_a_battle_takes_is_known_before(army, other):
    giant = OGRE.changed(name="Giant", hp=20, damage="3d6+8")
    units = Units([*UNITS, IMP.changed(name="Rat", hp=1, damage=1), giant])
    armies = army_of(army, units), army_of(other, units)
    rounds, blows = battle_cost(armies, check_armies(armies, Rules()))
    found = battle(army, other, units=units, battles=400)
    assert found.turns.mean / 2 <= rounds <= 2 * found.turns.mean
    most = found.turns.mean * sum(len(one) * 1.5 for one in armies)
    assert most / 6 <= blows <= 2 * most


def test_a_unit_that_is_never_fielded_asks_nothing_of_the_rule():
    lame = Units([IMP, WALL.changed(attack=-5)])
    assert battle({"Imp": 1, "Wall": 0}, {"Imp": 1}, units=lame, battles=50).fights == 50


def test_a_battle_is_exact_up_to_the_cap_and_no_further(monkeypatch):
    met = match_up({"Imp": 3}, {"Troll": 1}, units=Units([IMP, IMP.changed(name="Troll", hp=9)]))
    # Each blow hurts in half of all cases.
    cap = 2 * steps((StateSpace([3], [4]), StateSpace([1], [9])), (1, 1), (3, 3))
    monkeypatch.setattr(plain, "QUICK_STEPS", cap)
    assert met.exact().fights is None
    monkeypatch.setattr(plain, "QUICK_STEPS", cap - 1)
    assert met.exact() is None
    assert met.why_dice == "it has too many states to be solved exactly"


def test_a_battle_whose_blows_seldom_hurt_may_be_only_so_much_smaller():
    imps = {"Imp": 10}, {"Imp": 10}
    units = Units([IMP.changed(hp=1)])
    for chance, is_exact in ((0.5, True), (0.05, False)):
        met = match_up(*imps, Rules(hit=lambda one, other, chance=chance: chance), units=units)
        assert (met.exact() is not None) == is_exact


def test_the_cost_counts_a_blow_for_each_action():
    armies = army_of({"Imp": 3, "Ogre": 2}, UNITS), army_of({"Wolf": 4}, UNITS)
    strikes = check_armies(armies, Rules())
    assert battle_cost(armies, strikes, 1) == (1, 3 + 2 * 0.75 + 4 * 1.5)
