"""Fights side by side: distributions that many draw from, branching, and dice."""

import numpy as np
import pytest

from combat.dice import dice
from combat.units import Rules, Unit, Units
from combat.units.battles.armies import match_up
from combat.units.engine.rows import Branching, Draws, Rolling, Rows, joined
from combat.units.sheets.actions import Action, Gift, Status


def fights(many):
    return Rows(
        of=np.arange(many),
        weight=np.ones(many),
        turn=np.ones(many, int),
        _actor=np.zeros(many, int),
    )


def rolling(many, seed=0, number=1):
    luck, rows = Rolling(seed), fights(many)
    rows["luck"] = luck.keys(0, many)
    luck.begin(rows, number)
    return luck, rows


def test_a_distribution_is_added_once_and_without_what_has_no_chance():
    draws = Draws()
    places = [draws.add([1, 2, 3], [0.5, 0.0, 0.5]), draws.of(dice("1d6")), draws.of(dice("1d6"))]
    assert places == [0, 1, 1]
    of, values, flags, chances = draws.branched(np.array([0, 1]))
    assert of.tolist() == [0] * 2 + [1] * 6
    assert values.tolist() == [1, 3, 1, 2, 3, 4, 5, 6]
    assert chances == pytest.approx([1 / 2] * 2 + [1 / 6] * 6)
    assert not flags.any()


def test_the_same_damage_with_and_without_a_hit_is_two_distributions():
    draws = Draws()
    hit, missed = (draws.add([2], [1.0], [flag]) for flag in (True, False))
    assert draws.rolled(np.array([hit, missed]), np.zeros(2))[1].tolist() == [True, False]


def test_the_most_of_a_distribution_is_its_own():
    draws = Draws()
    places = np.array([draws.of(dice(text)) for text in ("1d6", "9", "1d4")])
    assert draws.most(places).tolist() == [6, 9, 4]


@pytest.mark.parametrize(("number", "value"), [(0, 1), (0.2499, 1), (0.25, 2), (1 - 2**-53, 4)])
def test_a_number_from_0_to_1_chooses_a_value(number, value):
    draws = Draws()
    draws.of(dice("9"))
    place = draws.of(dice("1d4"))
    draws.of(dice("7"))
    assert draws.rolled(np.array([place]), np.array([number]))[0].tolist() == [value]


def test_a_number_just_below_1_never_chooses_of_the_next_distribution():
    draws = Draws()
    places = np.array([draws.add([value], [1.0]) for value in range(5000)])
    numbers = np.full(5000, 1 - 2**-53)
    assert draws.rolled(places, numbers)[0].tolist() == list(range(5000))


def test_all_outcomes_are_followed_with_their_chances():
    draws, luck = Draws(), Branching()
    rows, values, _ = luck.draw(fights(2), draws, np.array([draws.of(dice("1d2"))] * 2))
    assert rows["of"].tolist() == [0, 0, 1, 1]
    assert (values.tolist(), rows["weight"].tolist()) == ([1, 2, 1, 2], [0.5] * 4)


def test_a_coin_branches_only_where_both_sides_may_come_up():
    rows, heads = Branching().coin(fights(3), np.array([0.0, 0.25, 1.0]))
    found = sorted(zip(rows["of"].tolist(), heads.tolist(), rows["weight"].tolist(), strict=True))
    assert found == [(0, False, 1.0), (1, False, 0.75), (1, True, 0.25), (2, True, 1.0)]


def test_who_chooses_has_the_same_chance_for_all_that_is_open():
    open_to = np.array([[True, False, False], [False, True, False], [True, True, False]])
    rows, chosen = Branching().choose(fights(3), open_to)
    found = sorted(zip(rows["of"].tolist(), chosen.tolist(), rows["weight"].tolist(), strict=True))
    assert found == [(0, 0, 0.5), (0, 2, 0.5), (1, 1, 0.5), (1, 2, 0.5), (2, -1, 1.0)]


def test_what_has_become_alike_is_put_together_and_nothing_else():
    rows = fights(6).without("_actor")
    rows["of"] = np.array([0, 0, 0, 1, 1, 1])
    rows["hp"] = np.array([[3, 3, 2, 3, 3, 3]])
    rows["weight"] = np.array([0.5, 0.25, 0.25, 0.5, 0.25, 0.25])
    found = Branching().settled(rows, always=True)
    said = zip(found["of"].tolist(), found["hp"][0].tolist(), found["weight"].tolist(), strict=True)
    assert sorted(said) == [(0, 2, 0.25), (0, 3, 0.75), (1, 3, 1.0)]


def test_fights_joined_keep_only_what_all_of_them_have():
    one, other = fights(2), fights(1).without("weight")
    assert "weight" not in joined([one, other])
    assert joined([one, fights(0).without("weight")]) is one


def test_dice_are_even_and_those_of_other_fights_turns_and_actions_are_others():
    many = 100_000
    luck, rows = rolling(many)
    numbers = [luck._rolled(rows, True)]
    numbers.append(luck._rolled(rows, True))
    luck.begin(rows, 2)
    numbers.append(luck._rolled(rows, True))
    rows["turn"] += 1
    luck.begin(rows, 1)
    numbers.append(luck._rolled(rows, True))
    rows["_actor"] += 1
    luck.begin(rows, 1)
    numbers.append(luck._rolled(rows, True))
    error = 1 / (12 * many) ** 0.5
    for one in numbers:
        assert abs(one.mean() - 0.5) < 4 * error
    together = np.corrcoef(np.array(numbers))
    assert np.abs(together - np.eye(5)).max() < 4 / many**0.5
    assert abs(np.corrcoef(numbers[0][1:], numbers[0][:-1])[0, 1]) < 4 / many**0.5


def test_dice_choose_evenly_and_never_what_is_closed():
    luck, rows = rolling(30_000)
    open_to = np.zeros((4, 30_000), bool)
    open_to[[1, 3]], open_to[:, 0] = True, False
    _, chosen = luck.choose(rows, open_to)
    assert chosen[0] == -1
    assert set(chosen[1:].tolist()) == {1, 3}
    assert abs((chosen == 1).mean() - 0.5) < 4 * 0.5 / 30_000**0.5


@pytest.mark.parametrize("chance", [0, 1, 0.0, 1.0])
def test_dice_know_what_is_sure(chance):
    luck, rows = rolling(1000)
    assert (luck.coin(rows, chance)[1] == bool(chance)).all()
    assert (luck.coin(rows, np.full(1000, float(chance)))[1] == bool(chance)).all()


POISONED = Status("poisoned", loses="1d3", turns=3, stacks=2)
STUNNED = Status("stunned", skips=0.5, ends=0.3)


def a_game(order):
    """Two units who give statuses, choose targets and answer, so that luck has much to decide."""
    sweep = Action("Sweep", targets=2, times=2, uses=2, gives=(Gift(POISONED, "1d3", 0.5),))
    stun = Action("Stun", times=2, recharge=0.4, gives=(Gift(STUNNED, chance=0.4),), drain=0.5)
    units = [
        Unit("Elf", 11, 5, 3, "1d6", initiative=2, speed=2, actions=(sweep,)),
        Unit("Ogre", 14, 6, 5, "1d8", initiative=0, actions=(stun,)),
        Unit("Rat", 3, 6, 5, "1d3", initiative=0),
    ]
    rules = Rules(hit=lambda a, d: 0.3 + a.attack / 20, order=order, follow_up=lambda a, d: True)
    armies = {"Elf": 2, "Rat": 1}, {"Ogre": 2, "Rat": 1}
    return match_up(
        *armies, rules, units=Units(units), targeting=("random", "weakest"), max_rounds=30
    )


@pytest.mark.parametrize(
    "order", ["both", "faster", "coin", "initiative", "first", "alternate", "exchange"]
)
def test_the_same_fight_has_the_same_luck_whatever_others_are_fought_beside_it(order):
    met = a_game(order)
    whole = met.fought(met.game.begun(np.zeros(300, int)), 7)
    for first, last in ((0, 1), (1, 2), (2, 9), (9, 300)):
        part = met.fought(met.game.begun(np.zeros(last - first, int)), 7, first)
        assert (part.rows["hp"] == whole.rows["hp"][:, first:last]).all()
        assert (part.rounds == whole.rounds[first:last]).all()
