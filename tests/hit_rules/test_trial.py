"""A rule of one's own is tried out, and what is wrong with it is said in one line."""

import math
from decimal import Decimal

import numpy as np
import pytest

from combat.hit_rules import hit_rule, rules


def test_what_is_no_chance_is_refused():
    rule = hit_rule("wild", depends="ratio", source="test")(np.divide)
    with pytest.raises(ValueError, match=r"'wild' gives 1\.5"):
        rules(rule)
    with pytest.raises(ValueError, match=r"the rule 'wild' gives 2.5: a chance must be between"):
        rule([1.0, 2.5], 1.0)


def test_a_rule_that_looks_at_neither_number_answers_each_pair():
    sure = hit_rule("sure", depends="difference", source="test")(lambda attack, defense: 1.0)
    assert sure(3, [1, 2, 3]).tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("depends", "function", "message"),
    [
        (
            "difference",
            lambda attack, defense: attack / (attack + defense),
            r"depend on the difference, but gives 0.5385 at \(35, 30\) and 0.5135 at \(95, 90\)",
        ),
        ("ratio", lambda attack, defense: 0.5 + (attack - defense) / 100, "depend on the ratio"),
        ("defense", lambda attack, defense: attack / 100, "depend on the defense"),
        ("both", lambda attack, defense: float("nan"), "gives no number"),
        ("both", lambda attack, defense: 1.0 if attack > defense else 0.5, r"np\.where"),
        ("both", lambda attack, defense: None, "must return its chance"),
    ],
)
def test_a_rule_of_ones_own_is_tried_out(depends, function, message):
    with pytest.raises(ValueError, match=f"the rule 'mine' .*{message}"):
        rules(hit_rule("mine", depends=depends, source="me")(function))


def test_a_rule_of_both_numbers_may_give_what_it_likes():
    mine = hit_rule("mine", depends="both", source="me")(lambda attack, defense: attack / 100)
    assert rules(mine)["mine"](35, 30) == 0.35


def test_a_rule_may_take_powers_below_0():
    """numpy refuses them of whole numbers, which a trial therefore doesn't give."""
    mine = hit_rule("mine", depends="ratio", source="me")(
        lambda attack, defense: 1 / (1 + defense * attack**-1)
    )
    assert rules(mine)["mine"](30.0, 10.0) == pytest.approx(0.75)


def test_on_what_a_rule_may_depend_is_told():
    known = "difference, ratio, both, defense"
    with pytest.raises(ValueError, match=f"^depends = 'luck' is not known: .* one of {known}$"):
        hit_rule("mine", depends="luck", source="me")


def test_what_is_wrong_within_a_rule_is_told_as_it_is():
    def asleep(attack, defense):
        raise ValueError("asleep")

    with pytest.raises(ValueError, match=r"^asleep$"):
        rules(hit_rule("mine", depends="both", source="me")(asleep))


@pytest.mark.parametrize(
    ("function", "advice"),
    [
        (lambda attack, defense: max(1, min(99, 50 + attack - defense)) / 100, r"np\.clip"),
        (lambda attack, defense: 1.0 if attack > defense else 0.5, r"np\.where"),
        (lambda attack, defense: math.floor(attack - defense) / 100, r"np\.floor"),
        (lambda attack, defense: int(attack - defense) / 100, r"np\.floor"),
        (lambda attack, defense: math.exp(defense - attack), r"np\.exp"),
        (lambda attack, defense: round(attack - defense) / 100, r"np\.round"),
        (lambda attack, defense: float(Decimal(attack - defense)) / 200, r"@np\.vectorize above"),
    ],
    ids=["max and min", "if", "floor", "int", "exp", "round", "one pair alone"],
)
def test_what_takes_no_arrays_is_told_how_to_write_it(function, advice):
    mine = hit_rule("mine", depends="difference", source="me")(function)
    with pytest.raises(ValueError, match=f"^the rule 'mine' takes no arrays: write .*{advice}.*$"):
        rules(mine)


def test_another_fault_within_a_rule_is_not_explained_away():
    def wrong(attack, defense):
        return attack + "1"

    with pytest.raises(TypeError, match="ufunc"):
        rules(hit_rule("mine", depends="both", source="me")(wrong))
