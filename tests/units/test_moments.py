"""Rules that read the hit points of the moment: duels, battles, and where they can't be read."""

from functools import partial

import pytest

from combat.units import Action, Rules, Unit, Units, advice, blow, blows_to_kill, duel, matrix
from combat.units.own_functions import reads_left

WAITS = Action("Wait", on="nobody")
CUTTER, TANK = Unit("Cutter", 30, damage=1), Unit("Tank", 100, damage=0, actions=[WAITS])
UNITS = Units([CUTTER, TANK])


def sure(_attacker, _defender):
    return 1.0


def half(_attacker, defender):
    return max(1, defender.hp_left // 2)


RULES = Rules(hit=sure, damage=half, order="first")
LEFT = [50, 25, 13, 7, 4, 2, 1, 0]


@pytest.mark.parametrize("order", ["both", "first", "initiative"])
@pytest.mark.parametrize("turns", range(1, 9))
def test_a_blow_costs_half_of_what_is_left(order, turns):
    rules = Rules(hit=sure, damage=half, order=order)
    found = duel(CUTTER, TANK, rules, max_turns=turns)
    assert found.left[1].mean == LEFT[turns - 1]


def test_a_hit_may_be_surer_at_the_wounded():
    """Half at the healthy, sure after: of blows of 1 at 2 points it takes 2 + 1 on average."""
    rules = Rules(hit=lambda a, d: 1.0 if d.hp_left < d.hp else 0.5, order="first")
    assert duel(CUTTER, TANK.changed(hp=2), rules).turns.mean == pytest.approx(3)


def test_tables_follow_the_points_of_the_moment():
    assert matrix(UNITS, RULES).loc["Cutter", "Tank"] == 1
    assert advice(UNITS, RULES) == ["This rule doesn't ask for the column 'damage'"]
    with pytest.raises(ValueError, match="rules that read hp_left"):
        matrix(UNITS, RULES, "damage")


@pytest.mark.parametrize(
    "ask",
    [
        lambda: blow(CUTTER, TANK, RULES),
        lambda: blows_to_kill(CUTTER, TANK, RULES),
        lambda: duel(CUTTER, TANK, Rules(hit=sure, derived={"attack": lambda unit: unit.hp_left})),
        lambda: duel(
            CUTTER, TANK, Rules(hit=sure, damage=lambda a, d: d["_".join(["hp", "left"])])
        ),
    ],
)
def test_where_there_is_no_moment_it_is_refused_in_a_line(ask):
    with pytest.raises(ValueError, match="take hp, the full ones") as error:
        ask()
    assert "\n" not in str(error.value)


class Rule:
    def __call__(self, attacker, defender):
        return half(attacker, defender)


def inside(attacker, defender):
    return max(half(attacker, one) for one in [defender])


@pytest.mark.parametrize(
    "rule", [half, partial(half, None), Rule(), inside, lambda a, d: d["hp_left"]]
)
def test_a_rule_that_reads_them_is_known(rule):
    assert reads_left(rule)
    assert not reads_left(sure)
    assert not reads_left(max)
