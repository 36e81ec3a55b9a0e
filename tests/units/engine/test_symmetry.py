"""Exact answers that stay the same where nothing of the rules changes: sides, others, order."""

from itertools import product

import pytest

from combat.units import Action, Gift, Rules, Status, Unit, Units, battle, duel, matrices, matrix
from tests.units.games.by_hand import half, sure

NEAR = 1e-9
AT_ONCE = ("both", "faster", "coin")

POISON, REGROWING = Status("poisoned", loses="2"), Status("regrowing", gains="2")
WEAK = Status("weak", loses="3", kills=False, ends=0.25)
FADING = Status("fading", loses="1d3", gains="1d3", turns=3, stacks=2)
ASLEEP = Status("asleep", skips=1, ends=0.5, broken=True)


def spit(name, status, uses=1):
    return Action(name, (("damage", 3),), gives=(Gift(status),), uses=uses)


def grow(name, status):
    return Action(name, on="self", gets=(Gift(status),), uses=1)


VIPER = Unit("Viper", 20, damage=0, actions=[spit("Spit", POISON)])
TROLL = Unit("Troll", 5, damage=2, actions=[grow("Regrow", REGROWING)])
SAGE = Unit("Sage", 5, damage=1, actions=[grow("Teach", REGROWING)])
WITCH = Unit("Witch", 9, damage=1, actions=[spit("Curse", WEAK, 2), grow("Teach", REGROWING)])
LICH = Unit("Lich", 8, damage="1d3", actions=[spit("Touch", FADING, 3), Action("Sip", drain=1.0)])
NIGHT = Unit("Night", 7, damage=2, actions=[Action("Lull", gives=(Gift(ASLEEP, chance=0.5),))])
ORC = Unit("Orc", 6, damage="1d4")
BY_HAND = (VIPER, TROLL, SAGE, WITCH, LICH, NIGHT, ORC)


def check_groups(armies, rules, turns):
    """Whether the groups of both armies may come in any order, those who fight at once."""
    units = Units([unit for army in armies for unit, _ in army])
    one, other = (
        battle(
            *(dict(named(army)[::step]) for army in armies), rules, units=units, max_rounds=turns
        )
        for step in (1, -1)
    )
    assert one.fights is other.fights is None
    assert one.outcomes == pytest.approx(other.outcomes, abs=NEAR)
    for first, second in zip(one.left, other.left, strict=True):
        assert first.values.tolist() == second.values.tolist()
        assert first.chances == pytest.approx(second.chances, abs=NEAR)


def named(army):
    return [(unit.name, count) for unit, count in army]


@pytest.mark.parametrize("order", [*AT_ONCE, "initiative", "first"])
def test_a_matrix_is_its_duels_whoever_stands_beside_them(order):
    """Statuses that only some of the units know, each pair both ways round."""
    rules = Rules(hit=sure, order=order)
    found = matrices(Units(BY_HAND), rules, max_turns=8)
    for one, other in product(BY_HAND, repeat=2):
        alone, cell = duel(one, other, rules, max_turns=8), (one.name, other.name)
        numbers = alone.first, alone.score, alone.left[0].mean
        assert [found[what].loc[cell] for what in ("win", "score", "left")] == pytest.approx(
            numbers, abs=NEAR
        )


def test_the_viper_meets_the_troll_in_one_way():
    """Poison and growth take and give two points each; wherever both stand, it is the same."""
    rules = Rules(hit=sure)
    assert duel(VIPER, TROLL, rules, max_turns=20).first == pytest.approx(
        duel(TROLL, VIPER, rules, max_turns=20).second, abs=NEAR
    )
    sheets = [VIPER, TROLL], [TROLL, VIPER], [SAGE, VIPER, TROLL]
    found = [matrix(Units(s), rules, max_turns=20).loc["Viper", "Troll"] for s in sheets]
    assert found == pytest.approx([found[0]] * 3, abs=NEAR)


@pytest.mark.parametrize("order", AT_ONCE)
@pytest.mark.parametrize("overkill", [None, "lost"])
def test_the_order_of_the_groups_changes_nothing(order, overkill):
    rules = Rules(hit=half, order=order, overkill=overkill)
    check_groups((((VIPER, 1), (ORC, 1)), ((TROLL, 1), (SAGE, 1))), rules, 2)
    check_groups((((LICH, 1), (ORC, 1)), ((WITCH, 1),)), rules, 2)


def test_the_order_of_plain_groups_changes_nothing():
    big = Unit("Ogre", 5, damage="1d3")
    armies = ((ORC, 1), (big, 1)), ((big.changed(name="Giant"), 1), (TROLL.changed(actions=()), 1))
    check_groups(armies, Rules(hit=half), None)
