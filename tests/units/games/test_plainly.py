"""Small games whose answers are known by hand: of the plain reading, and of the engine."""

import math

import pytest

from combat.dice import dice
from combat.units import Action, Grant, Rules, Status, Unit, battle
from combat.units.battles.armies import Army
from combat.units.sheets.conditions import condition
from tests.units.engine.test_drawn import differing, told, told_plainly
from tests.units.games import plainly
from tests.units.games.drawn import sure

NEAR = 1e-12


def half(attacker, defender):
    return 0.5


def summed_up(pairs):
    found = {}
    for value, chance in pairs:
        found[value] = found.get(value, 0) + chance
    return found


def exactly(armies, rules, targeting, rounds):
    """The ends by the plain reading, and the round after which it stops; the engine's are alike."""
    ends, stopped = plainly.exactly(armies, rules, targeting, rounds, most=10_000)
    how = {"targeting": targeting, "max_rounds": rounds}
    odds = battle(*map(Army, armies), Rules(**rules), **how)
    assert odds.fights is None
    assert not differing(told(odds), told_plainly(ends))
    return ends, stopped


def fought(one, other, rounds=1, **rules):
    """All ends of a fight of two units: {(hp of both): chance}; by default the first acts first."""
    rules = {"hit": sure, "order": "first"} | rules
    ends, stopped = exactly((((one, 1),), ((other, 1),)), rules, "random", rounds)
    assert stopped == rounds
    return summed_up(((end.hp[0][0], end.hp[1][0]), chance) for end, chance in ends.items())


def own_left(one, other, rounds=1, **rules):
    """The points that are left of the first unit: {hp: chance}."""
    return pytest.approx(
        summed_up((hp, chance) for (hp, _), chance in fought(one, other, rounds, **rules).items()),
        abs=NEAR,
    )


def left(one, other, rounds=1, **rules):
    """The points that are left of the second unit: {hp: chance}."""
    return pytest.approx(
        summed_up((hp, chance) for (_, hp), chance in fought(one, other, rounds, **rules).items()),
        abs=NEAR,
    )


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
    sting = Action("Sting", columns=[("damage", 1)], gives=[Grant(venom)])
    assert [left(striker(burst, sting), post(), rounds) for rounds in (3, 4, 5)] == [
        {17: 1},
        {12: 1},
        {7: 1},
    ]


def test_of_a_status_that_nobody_has_there_are_no_stacks():
    when = condition("rage = 0 and target rage < 1", [], ["rage"])
    rage = Status("rage")
    blow = Action("Blow", columns=[("damage", 5)], when=when, gives=[Grant(rage)])
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
    cheer = Action("Cheer", on="self", gets=[Grant(weak, chance=0.5, also=[Grant(frail)])], uses=1)
    apart = Action(
        "Cheer",
        on="self",
        gets=[Grant(weak, chance=0.5), Grant(frail, chance=0.5)],
        uses=1,
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
    gift = Grant(weak, turns=2, chance=0.5, on="hit", also=[Grant(frail, turns=3)])
    mark = Action("Mark", columns=[("damage", 0)], gives=[gift], uses=1)

    def by_defense(attacker, defender):
        return attacker.damage + (defender.defense - 1)

    found = left(striker(mark, damage=1), post(300), 4, damage=by_defense)
    assert found == {297: 0.5, 300 - 111 - 101 - 1: 0.5}


# Armor: pierced, and rolled


@pytest.mark.parametrize(
    ("armor", "pierces", "expected"),
    [(3, None, 3), (3, 2, 5), (3, 9, 6), (3, math.inf, 6), (-2, 9, 8), (0, 4, 6), (9, 4, 1)],
)
def test_what_is_pierced_of_an_armor(armor, pierces, expected):
    """A blow of 6, of which armor leaves at least 1."""
    stab = Action("Stab", columns=[("damage", 6)], pierces=pierces)
    assert left(striker(stab), post(armor=armor)) == {20 - expected: 1}


def test_armor_is_pierced_as_a_status_has_made_it():
    """Of an armor of 2, which a shell makes 6, a blow of 7 that pierces 5 meets 1; another, 6."""
    shell = Action(
        "Shell",
        on="self",
        reacts="begins",
        gets=[Grant(Status("hard", changes=[("armor", "+", 4)]))],
    )
    wearer = Unit("Post", 20, armor=2, damage=0, actions=[shell])
    stab = Action("Stab", columns=[("damage", 7)], pierces=5, uses=1)
    assert left(striker(stab, damage=7), wearer, 2) == {20 - 6 - 1: 1}


def test_what_a_miss_or_a_critical_hit_does_is_pierced_too():
    """Of 7 less 5, of which 3 are pierced: a miss does half, 2, and a critical hit the double."""
    stab = Action("Stab", columns=[("damage", 7)], pierces=3, miss=0.5)
    found = left(striker(stab), post(armor=5), hit=half, critical=(0.5, 2))
    assert found == {18: 0.5, 15: 0.25, 10: 0.25}


def test_a_graze_is_pierced_too():
    stab = Action("Stab", columns=[("damage", 7)], pierces=3)
    found = left(striker(stab, graze=0.4), post(armor=5), hit=lambda a, d: {"graze": 1.0})
    assert found == {18: 1}


def test_armor_may_roll():
    """A blow of 1d2 less 1d4, at least 1: 1, but 2 - 1 and 1 - 1, too, so always 1; 4 - 1d4."""
    worn = plainly.armored(post(), dice("1d4"))
    assert left(striker(damage="1d2"), worn) == {19: 1}
    assert left(striker(damage=4), worn) == {17: 0.25, 18: 0.25, 19: 0.5}
    assert left(striker(damage=4), worn, least=0) == {17: 0.25, 18: 0.25, 19: 0.25, 20: 0.25}
    assert left(striker(damage="1d2-1"), worn, least=2) == {20: 0.5, 18: 0.5}


def test_armor_is_rolled_for_each_strike():
    worn = plainly.armored(post(), dice("1d2"))
    found = left(striker(Action("Jab", columns=[("damage", 3)], times=2)), worn)
    assert found == {16: 0.25, 17: 0.5, 18: 0.25}


def test_rolled_armor_is_changed_and_pierced():
    """1d4 x 0.5 + 4 is 4.5, 5, 5.5 or 6; less 5 that is 0, 0, 0.5 or 1; 3 less that, half up."""
    hardened = Status("hardened", changes=[("armor", "x", 0.5), ("armor", "+", 4)])
    shell = Action("Shell", on="self", reacts="begins", gets=[Grant(hardened)])
    worn = plainly.armored(post(actions=[shell]), dice("1d4"))
    stab = Action("Stab", columns=[("damage", 3)], pierces=5)
    assert left(striker(stab), worn) == {17: 0.75, 18: 0.25}


def test_the_armor_of_an_attacker_may_roll():
    worn = plainly.armored(striker(damage=3, crit_chance=0.5), dice("1d4"))
    assert left(worn, post(armor=1), critical=(0, 3)) == {18: 0.5, 14: 0.5}


# Damage taken


def marked(*changes, hp=20, stacks=1, **more):
    """Someone who is struck, and has begun with a status as often as it counts."""
    status = Status("marked", changes=changes, stacks=stacks)
    begins = [
        Action(f"Begin {at}", on="self", reacts="begins", gets=[Grant(status)])
        for at in range(stacks)
    ]
    return post(hp, actions=begins, **more)


@pytest.mark.parametrize(
    ("kind", "changes", "stacks", "expected"),
    [
        (None, [("damage_taken", "x", 0.5)], 1, 3),
        (None, [("damage_taken", "x", 0.5)], 2, 1),  # 7 x 0.25 = 1.75
        (None, [("damage_taken", "x", 1.5)], 1, 10),
        (None, [("damage_taken", "+", -2)], 3, 1),
        (None, [("damage_taken", "+", -3)], 3, 0),
        (None, [("damage_taken", "x", 0.5), ("damage_taken", "+", 3)], 2, 7),
        (None, [("damage_taken", "x", 0), ("damage_taken", "+", 3)], 1, 3),
        (None, [("fire_taken", "x", 0.5)], 1, 7),
        ("cold", [("fire_taken", "x", 0.5)], 1, 7),
        ("fire", [("fire_taken", "x", 0)], 1, 0),
        ("fire", [("fire_taken", "x", 0.5), ("damage_taken", "x", 0.5)], 1, 1),
        ("fire", [("fire_taken", "+", 2), ("damage_taken", "x", 2)], 1, 16),
    ],
)
def test_damage_taken(kind, changes, stacks, expected):
    """A blow of 9 at an armor of 2."""
    blow = Action("Blow", columns=[("damage", 9)], kind=kind)
    assert left(striker(blow), marked(*changes, stacks=stacks, armor=2)) == {20 - expected: 1}


def test_seven_tenths_of_ten_are_seven():
    assert left(striker(damage=10), marked(("damage_taken", "x", 0.7))) == {13: 1}


def test_what_does_nothing_is_not_taken():
    """A blow whose dice show 0 does 0, and a miss that does none, too."""
    target = marked(("damage_taken", "+", 3))
    assert left(striker(damage="1d2-1"), target, hit=half) == {20: 0.75, 16: 0.25}


def test_what_a_miss_does_is_taken_and_a_share_is_not():
    """Half of 5, 2, and 3 more; a share of 20 is 4, and 3 more of the 1 beside it."""
    target = marked(("damage_taken", "+", 3))
    half_of_it = Action("Blow", columns=[("damage", 5)], miss=0.5)
    share = Action("Blow", columns=[("damage", 1)], of=(0.2, "full hp"))
    alone = Action("Blow", of=(0.2, "full hp"))
    assert left(striker(half_of_it), target, hit=half) == {15: 0.5, 12: 0.5}
    assert left(striker(share), target) == {12: 1}
    assert left(striker(alone), target) == {16: 1}


def test_what_absorbs_comes_after_it():
    """A blow of 3 becomes 6, of which 4 are absorbed, and then nothing more."""
    ward = Status("warded", absorbs="4", changes=[("damage_taken", "x", 2)])
    begins = Action("Begin", on="self", reacts="begins", gets=[Grant(ward)])
    assert left(striker(damage=3), post(actions=[begins]), 2) == {20 - 2 - 3: 1}


def test_what_a_status_loses_is_not_changed():
    poison = Status("poisoned", loses=3, changes=[("damage_taken", "x", 2)])
    sting = Action("Sting", columns=[("damage", 0)], gives=[Grant(poison)])
    assert left(striker(sting), post()) == {17: 1}


# Throws against being broken


def braced(broken, *changes, hp=20, wards=(), **more):
    """Someone who takes 2 more of each blow until a status is broken."""
    status = Status("braced", broken=broken, changes=[("damage_taken", "+", 2), *changes])
    begins = [
        Action(f"Begin {one.name}", on="self", reacts="begins", gets=[Grant(one)])
        for one in (status, *wards)
    ]
    return post(hp, actions=begins, **more)


@pytest.mark.parametrize("order", ["first", "both"])
@pytest.mark.parametrize(
    ("broken", "kept"),
    [
        (True, 0),
        (False, 1),
        ("d4 + con >= 5", 1 / 2),  # by 3 or 4, and 2
        ("d4 > damage taken", 1 / 4),
        ("d4 >= damage taken", 1 / 2),
        ("d4 <= half damage taken", 1 / 4),
        ("d6 >= 5 or half damage taken", 1 / 3),
        ("d6 + con - 3 >= 1 or damage taken", 1 / 2),
        ("2d2 + con < 5", 1 / 4),
    ],
)
def test_a_throw_keeps_a_status(broken, kept, order):
    """The first blow takes 3, and the second as much or 1."""
    target = braced(broken, con=2)
    expected = {14: kept, 16: 1 - kept}
    expected = {hp: chance for hp, chance in expected.items() if chance}
    assert left(striker(damage=1), target, 2, order=order) == expected


def test_what_is_absorbed_is_no_damage_taken():
    """Of 3 one is absorbed: 2 come through, which a d4 exceeds in half of all cases."""
    target = braced("d4 > damage taken", wards=[Status("warded", absorbs="1")])
    assert left(striker(damage=1), target, 2) == {18 - 3: 0.5, 18 - 1: 0.5}
    unhurt = braced("d4 > 9", wards=[Status("warded", absorbs="3")])
    assert left(striker(damage=1), unhurt, 3) == {20 - 3 - 1: 1}


@pytest.mark.parametrize(
    ("order", "expected"),
    [("first", {14: 3 / 4, 12: 3 / 16, 10: 3 / 64, 8: 1 / 64}), ("both", {12: 1})],
)
def test_one_throw_for_a_moment(order, expected):
    """A d4 exceeds the 3 of a strike in a quarter of all cases, and never the 6 of both."""
    jabs = Action("Jab", columns=[("damage", 1)], times=2)
    target = braced("d4 > damage taken")
    assert left(striker(jabs), target, 2, order=order) == expected


def test_a_throw_knows_what_statuses_make_of_columns():
    """Two statuses take 1 of con each: 2 becomes 0, for both throws, though one ends by them."""
    tired = Status("tired", broken="d4 + con >= 3", changes=[("con", "+", -1)])
    target = braced("d4 + con >= 3", ("con", "+", -1), wards=[tired], con=2)
    found = left(striker(damage=1), target, 3)
    # Kept by 3 and 4; the second throw by as much, or by 2, too, where tired has ended.
    assert found == {20 - 3 - 1 - 1: 0.5, 20 - 3 - 3 - 1: 3 / 16, 20 - 3 - 3 - 3: 5 / 16}


# Weights on reactions


def avenger(*actions, **more):
    return post(actions=actions, **more)


def avenges(name, damage, **more):
    return Action(name, columns=[("damage", damage)], **{"reacts": "struck", "weight": 1} | more)


@pytest.mark.parametrize("order", ["first", "both"])
def test_one_reaction_is_drawn_by_weight(order):
    target = avenger(avenges("A", 1), avenges("B", 2, weight=3))
    assert own_left(striker(damage=1), target, order=order) == {8: 1 / 4, 7: 3 / 4}


@pytest.mark.parametrize("order", ["first", "both"])
def test_one_is_drawn_for_each_event(order):
    """Of two strikes each is answered by one of both; or by one and then by the other."""
    jabs = striker(Action("Jab", columns=[("damage", 1)], times=2))
    always = {"per_turn": 100}
    target = avenger(avenges("A", 1, **always), avenges("B", 2, weight=3, **always))
    once = avenger(avenges("A", 1), avenges("B", 2, weight=3))
    assert own_left(jabs, target, order=order) == {7: 1 / 16, 6: 6 / 16, 5: 9 / 16}
    assert own_left(jabs, once, order=order) == {6: 1}


def test_they_react_where_the_first_of_them_stands():
    """Whichever is drawn makes each later blow of 1 one of 5; the row without a weight follows."""
    strong = Status("strong", changes=[("damage", "+", 4)])
    first, last = (
        avenges(name, damage, gets=[Grant(strong)]) for name, damage in (("A", 1), ("B", 2))
    )
    target = avenger(first, avenges("C", 1, weight=None), last)
    assert own_left(striker(damage=1), target) == {9 - 1 - 5: 1 / 2, 9 - 2 - 5: 1 / 2}


def test_one_is_drawn_of_those_that_are_open():
    """The second is open where its unit has 18 points or fewer: not at the first blow of 1."""
    late = avenges("B", 2, when=condition("hp <= 18", [], []))
    target = avenger(avenges("A", 1), late)
    assert own_left(striker(damage=1), target) == {8: 1}
    assert own_left(striker(damage=1), target, 2) == {7: 1 / 2, 6: 1 / 2}


def test_of_two_who_strike_at_once_each_is_an_event():
    """Each is answered by a blow of 1, or not, as often as a coin says."""
    wait = Action("Wait", on="nobody", reacts="struck", weight=1, per_turn=100)
    target = avenger(avenges("A", 1, per_turn=100), wait)
    rules = {"hit": sure, "order": "both"}
    army = ((striker(damage=1), 2),)
    ends, _ = exactly((army, ((target, 1),)), rules, "front", 1)
    found = summed_up((sum(end.hp[0]), chance) for end, chance in ends.items())
    assert found == pytest.approx({18: 0.25, 17: 0.5, 16: 0.25}, abs=NEAR)


@pytest.mark.parametrize("order", ["first", "both"])
def test_as_a_fight_begins_one_is_drawn(order):
    begins = [avenges(name, damage, reacts="begins") for name, damage in (("A", 1), ("B", 2))]
    assert own_left(striker(), avenger(*begins), order=order) == {8: 0.5, 7: 0.5}


@pytest.mark.parametrize("trigger", ["falls", "down"])
def test_who_falls_rises_by_one_of_two(trigger):
    """With 3 points or with 5, while another stands beside."""
    rises = [
        Action(f"Rise {points}", on="self", heals=points, reacts=trigger, weight=weight)
        for points, weight in ((3, 1), (5, 3))
    ]
    foes = (Unit("Imp", 5, damage=0, actions=rises), 1), (post(1), 1)
    armies = ((striker(damage=9), 1),), foes
    ends, _ = exactly(armies, {"hit": sure, "order": "first"}, "front", 1)
    found = summed_up((end.hp[1][0], chance) for end, chance in ends.items())
    assert found == pytest.approx({3: 0.25, 5: 0.75}, abs=NEAR)


@pytest.mark.parametrize("order", ["first", "both"])
def test_to_the_fall_of_a_foe_one_reacts(order):
    gloats = [avenges(name, damage, reacts="foe falls") for name, damage in (("A", 1), ("B", 2))]
    foes = (post(1), 1), (post(9), 1)
    armies = ((striker(*gloats, damage=9), 1),), foes
    ends, _ = exactly(armies, {"hit": sure, "order": order}, "front", 1)
    found = summed_up((end.hp[1][1], chance) for end, chance in ends.items())
    assert found == pytest.approx({8: 0.5, 7: 0.5}, abs=NEAR)
