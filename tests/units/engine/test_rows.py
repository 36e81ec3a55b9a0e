"""Fights side by side: distributions that many draw from, branching, and dice."""

import numpy as np
import pytest

from combat.dice import dice
from combat.units import Rules, Unit, Units
from combat.units.battles.armies import match_up
from combat.units.engine.rows import Branching, Draws, Form, Rolling, World, joined
from combat.units.sheets.actions import Action
from combat.units.sheets.statuses import Gift, Status


def fights(many):
    form = Form({"turn": (), "hp": (1,)})
    table = np.array([[1], [3]]).repeat(many, axis=1)
    beside = {"of": np.arange(many), "weight": np.ones(many), "actor": np.zeros(many, int)}
    return World(form, table, **beside)


def rolling(many, seed=0, number=1):
    luck, w = Rolling(seed), fights(many)
    w["luck"] = luck.keys(0, many)
    luck.begin(w, number)
    return luck, w


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
    w = fights(2)
    values, _ = luck.draw(w, draws, np.array([draws.of(dice("1d2"))] * 2))
    assert w["of"].tolist() == [0, 0, 1, 1]
    assert (values.tolist(), w["weight"].tolist()) == ([1, 2, 1, 2], [0.5] * 4)


def test_a_coin_branches_only_where_both_sides_may_come_up():
    w = fights(3)
    heads = Branching().coin(w, np.array([0.0, 0.25, 1.0]))
    found = sorted(zip(w["of"].tolist(), heads.tolist(), w["weight"].tolist(), strict=True))
    assert found == [(0, False, 1.0), (1, False, 0.75), (1, True, 0.25), (2, True, 1.0)]


def test_who_chooses_has_the_same_chance_for_all_that_is_open():
    open_to = np.array([[True, False, False], [False, True, False], [True, True, False]])
    w = fights(3)
    chosen = Branching().choose(w, open_to)
    found = sorted(zip(w["of"].tolist(), chosen.tolist(), w["weight"].tolist(), strict=True))
    assert found == [(0, 0, 0.5), (0, 2, 0.5), (1, 1, 0.5), (1, 2, 0.5), (2, -1, 1.0)]


def test_what_has_become_alike_is_put_together_and_nothing_else():
    w = fights(6)
    w["of"] = np.array([0, 0, 0, 1, 1, 1])
    w["hp"] = np.array([[3, 3, 2, 3, 3, 3]])
    w["weight"] = np.array([0.5, 0.25, 0.25, 0.5, 0.25, 0.25])
    Branching().merge(w, always=True)
    said = zip(w["of"].tolist(), w["hp"][0].tolist(), w["weight"].tolist(), strict=True)
    assert sorted(said) == [(0, 2, 0.25), (0, 3, 0.75), (1, 3, 1.0)]


def test_fights_joined_keep_only_what_all_of_them_have():
    one, other, none = fights(2), fights(1), fights(0)
    other.forget("weight")
    none.forget("weight")
    assert "weight" not in joined([one, other])
    assert joined([one, none]) is one


def test_what_is_done_where_something_holds_is_done_there_and_to_all_its_outcomes():
    w, draws, luck = fights(4), Draws(), Branching()
    with w.local(bonus=np.array([0, 10, 20, 30])) as v:
        for _ in w.where(w["of"] % 2 == 1):
            drawn, _ = luck.draw(w, draws, np.full(w.many, draws.of(dice("1d2"))))
            w["hp"] = drawn + v.bonus
        for _ in w.where(w["of"] > 9):
            raise AssertionError
    found = sorted(zip(w["of"].tolist(), w["hp"][0].tolist(), w["weight"].tolist(), strict=True))
    outcomes = [(1, 11, 0.5), (1, 12, 0.5), (2, 3, 1.0), (3, 31, 0.5), (3, 32, 0.5)]
    assert found == [(0, 3, 1.0), *outcomes]
    assert sorted(w.beside) == ["actor", "of", "weight"]


def test_each_case_is_gone_through_with_its_own_fights():
    w, seen = fights(5), []
    for value in w.split(np.array([2, -1, 0, 2, 0])):
        seen.append((value, w["of"].tolist()))
        w["hp"] = value
    assert seen == [(-1, [1]), (0, [2, 4]), (2, [0, 3])]
    assert w["hp"][0][np.argsort(w["of"])].tolist() == [2, -1, 0, 2, 0]


def test_dice_are_even_and_those_of_other_fights_turns_and_actions_are_others():
    many = 100_000
    luck, w = rolling(many)
    numbers = [luck._rolled(w, True)]
    numbers.append(luck._rolled(w, True))
    luck.begin(w, 2)
    numbers.append(luck._rolled(w, True))
    w["turn"] += 1
    luck.begin(w, 1)
    numbers.append(luck._rolled(w, True))
    w["actor"] += 1
    luck.begin(w, 1)
    numbers.append(luck._rolled(w, True))
    error = 1 / (12 * many) ** 0.5
    for one in numbers:
        assert abs(one.mean() - 0.5) < 4 * error
    together = np.corrcoef(np.array(numbers))
    assert np.abs(together - np.eye(5)).max() < 4 / many**0.5
    assert abs(np.corrcoef(numbers[0][1:], numbers[0][:-1])[0, 1]) < 4 / many**0.5


def test_dice_choose_evenly_and_never_what_is_closed():
    luck, w = rolling(30_000)
    open_to = np.zeros((4, 30_000), bool)
    open_to[[1, 3]], open_to[:, 0] = True, False
    chosen = luck.choose(w, open_to)
    assert chosen[0] == -1
    assert set(chosen[1:].tolist()) == {1, 3}
    assert abs((chosen == 1).mean() - 0.5) < 4 * 0.5 / 30_000**0.5


@pytest.mark.parametrize("chance", [0, 1, 0.0, 1.0])
def test_dice_know_what_is_sure(chance):
    luck, w = rolling(1000)
    assert (luck.coin(w, chance) == bool(chance)).all()
    assert (luck.coin(w, np.full(1000, float(chance))) == bool(chance)).all()


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
