"""What each rule of the registry must hold, and the registry."""

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
