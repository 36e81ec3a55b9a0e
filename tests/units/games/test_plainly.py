"""The plain reading of fights, in small games whose answers are known by hand."""

import pytest

from combat.units import Action, Gift, Status, Unit
from combat.units.sheets.conditions import condition
from tests.units.games import plainly
from tests.units.games.drawn import sure

NEAR = 1e-12


def half(attacker, defender):
    return 0.5


def fought(one, other, rounds=1, **rules):
    """All ends of a fight of two units, one after another: {(hp of both): chance}."""
    rules = {"hit": sure, "order": "first"} | rules
    ends, stopped = plainly.exactly(
        (((one, 1),), ((other, 1),)), rules, "random", rounds, most=10_000
    )
    assert stopped == rounds
    found = {}
    for end, chance in ends.items():
        left = end.hp[0][0], end.hp[1][0]
        found[left] = found.get(left, 0) + chance
    return found


def left(one, other, rounds=1, **rules):
    """The points that are left of the second unit: {hp: chance}."""
    found = {}
    for (_, hp), chance in fought(one, other, rounds, **rules).items():
        found[hp] = found.get(hp, 0) + chance
    return pytest.approx(found, abs=NEAR)


def post(hp=20, **more):
    """Someone who is struck, and does nothing."""
    return Unit("Post", **{"hp": hp, "attack": 1, "defense": 1, "damage": 0} | more)


def striker(*actions, **more):
    return Unit("Striker", 9, **{"attack": 1, "defense": 1, "damage": 0} | more, actions=actions)


# Stacks in a condition


def test_a_condition_counts_stacks():
    """Three stings of 1, and then, at three stacks, a blow of 5."""
    venom = Status("venom", stacks=4)
    when = condition("target venom >= 3", [], ["venom"])
    burst = Action("Burst", columns=[("damage", 5)], when=when)
    sting = Action("Sting", columns=[("damage", 1)], gives=[Gift(venom)])
    assert [left(striker(burst, sting), post(), rounds) for rounds in (3, 4, 5)] == [
        {17: 1},
        {12: 1},
        {7: 1},
    ]


def test_of_a_status_that_nobody_has_there_are_no_stacks():
    when = condition("rage = 0 and target rage < 1", [], ["rage"])
    rage = Status("rage")
    blow = Action("Blow", columns=[("damage", 5)], when=when, gives=[Gift(rage)])
    assert left(striker(blow, damage=1), post(), 3) == {13: 1}


# What is gained by a result


def skilled(attacker, defender):
    """Who has an attack of 9 hits surely, others hit half of the time."""
    return 1.0 if attacker.attack >= 9 else 0.5


BOLT = Action("Bolt", columns=[("damage", 9), ("attack", 9)], spends=[("mana", 1)])


@pytest.mark.parametrize(
    ("gains", "expected"),
    [
        ([("mana", 1, "hit")], {20: 0.25, 10: 0.5, 9: 0.25}),
        ([("mana", 1, "miss")], {11: 0.25, 10: 0.5, 18: 0.25}),
        ([("mana", 1, "critical")], {20: 0.25, 19: 0.5, 18: 0.25}),
        ([("mana", 1), ("mana", 1, "hit")], {11: 0.25, 1: 0.5, 0: 0.25}),
    ],
)
def test_a_counter_is_gained_once_by_a_result(gains, expected):
    """Two jabs of 1, each a hit or not, and bolts of 9 that are paid by them."""
    jab = Action("Jab", columns=[("damage", 1)], times=2, gains=gains, uses=1)
    assert left(striker(BOLT, jab), post(), 3, hit=skilled) == expected


def test_in_an_exchange_the_first_series_alone_gains():
    """Both series of who follows up miss or hit; what the second does gains nothing."""
    jab = Action("Jab", columns=[("damage", 1)], gains=[("mana", 1, "hit")], uses=1)
    how = {"hit": skilled, "order": "exchange", "follow_up": lambda unit, other: unit.speed > 1}
    found = left(striker(BOLT, jab, speed=2), post(speed=1), 3, **how)
    # In the third round a bolt, and once more as it follows up, where the first jab hit.
    assert found == {20: 0.25, 19: 0.25, 1: 0.25, 0: 0.25}


# Gifts of one coin


@pytest.mark.parametrize("order", ["first", "both"])
def test_gifts_of_one_coin_come_together(order):
    """Both add 2 and 4 to the damage taken from the second blow on; one coin, or two."""
    weak, frail = (
        Status(name, changes=[("damage", "+", points)])
        for name, points in (("weak", 2), ("frail", 4))
    )
    cheer = Action("Cheer", on="self", gets=[Gift(weak, chance=0.5, also=[Gift(frail)])], uses=1)
    apart = Action(
        "Cheer", on="self", gets=[Gift(weak, chance=0.5), Gift(frail, chance=0.5)], uses=1
    )
    one, two = (striker(action, damage=1) for action in (cheer, apart))
    assert left(one, post(), 2, order=order) == {19: 0.5, 13: 0.5}
    assert left(two, post(), 2, order=order) == {19: 0.25, 17: 0.25, 15: 0.25, 13: 0.25}


def test_gifts_of_one_coin_have_turns_of_their_own():
    """A blow of 1 takes 10 more by the one, 100 more by the other, which lasts a turn longer."""
    weak, frail = (
        Status(name, changes=[("defense", "+", points)])
        for name, points in (("weak", 10), ("frail", 100))
    )
    gift = Gift(weak, turns=2, chance=0.5, on="hit", also=[Gift(frail, turns=3)])
    mark = Action("Mark", columns=[("damage", 0)], gives=[gift], uses=1)

    def by_defense(attacker, defender):
        return attacker.damage + (defender.defense - 1)

    found = left(striker(mark, damage=1), post(300), 4, damage=by_defense)
    assert found == {297: 0.5, 300 - 111 - 101 - 1: 0.5}
