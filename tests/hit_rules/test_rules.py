"""What each rule of the registry must hold; and rules of one's own, which are tried out."""

import math
from decimal import Decimal

import numpy as np
import pytest

from combat.hit_rules import DEPENDS, HitRule, hit_rule, published, rules


@pytest.mark.parametrize("rule", rules().values(), ids=lambda rule: rule.name)
class TestEachRule:
    def test_it_gives_chances_and_never_falls_with_attack(self, rule):
        attack = np.arange(1, 90)
        chances = rule(attack, 40.0)
        assert chances.shape == attack.shape
        assert ((chances >= 0) & (chances <= 1)).all()
        assert (np.diff(chances) >= -1e-12).all()

    def test_it_is_a_staircase_where_it_counts_whole_points(self, rule):
        # Fire Emblem's staircase has steps of half a point: the mean of two numbers.
        between = rule(35 + np.arange(0.05, 0.5, 0.1), 30)
        assert (np.ptp(between) == 0) == (
            rule.whole or rule.name in ("Battle for Wesnoth", "Fire Emblem, two random numbers")
        )

    def test_it_falls_with_defense(self, rule):
        assert (np.diff(rule(40.0, np.arange(1, 90))) <= 1e-12).all()

    def test_it_depends_on_what_it_says(self, rule):
        if rule.depends == "difference":
            assert rule(40, 30) == pytest.approx(rule(30, 20), abs=1e-9)
        if rule.depends == "ratio":
            assert rule(40, 20) == pytest.approx(rule(20, 10))
        if rule.depends == "both":
            shifted = [rule(points + 7, points) for points in (10, 30, 60)]
            scaled = [rule(1.3 * points, points) for points in (10, 30, 60)]
            assert np.ptp(shifted) > 1e-4 < np.ptp(scaled)

    def test_its_parameters_are_its_own(self, rule):
        given = {parameter.name: parameter.value for parameter in rule.parameters}
        assert rule(40, 30, **given) == pytest.approx(rule(40, 30))
        for parameter in rule.parameters:
            assert parameter.low <= parameter.value <= parameter.high
            ends = [
                rule(44, 30, **given | {parameter.name: end})
                for end in (parameter.low, parameter.high)
            ]
            assert np.isfinite(ends).all()

    def test_it_names_its_source(self, rule):
        assert rule.source
        assert rule.depends in DEPENDS
        assert rule.good_for
        assert rule.costs

    def test_a_scale_twice_as_long_halves_the_advantage(self, rule):
        for own in (parameter for parameter in rule.parameters if parameter.scale):
            twice = rule(50.0, 30.0, **{own.name: 2 * own.value})
            assert twice == pytest.approx(rule(40.0, 30.0))

    def test_nan_stays(self, rule):
        assert np.isnan(rule(float("nan"), 10.0))
        assert np.isnan(rule([10.0, float("nan")], 10.0)).tolist() == [False, True]


def test_each_rule_of_the_published_ones_is_known_by_name():
    written = {one for one in vars(published).values() if isinstance(one, HitRule)}
    assert written == {*published.PUBLISHED, *published.AS_PRINTED}


def test_a_rule_of_ones_own():
    mine = hit_rule("mine", depends="defense", source="me")(lambda attack, defense: 0.25)
    assert rules(mine)["mine"](1, 2) == 0.25
    assert "mine" not in rules()
    with pytest.raises(ValueError, match="'mine' is there already"):
        rules(mine, mine)
    with pytest.raises(ValueError, match="hit_rule"):
        rules(lambda attack, defense: 0.5)
    with pytest.raises(ValueError, match="depends = 'luck'"):
        hit_rule("x", depends="luck", source="me")


def test_a_name_is_no_rule():
    with pytest.raises(ValueError, match=r"^'tactics' is only a name: give the rule itself, .*$"):
        rules("tactics")


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
