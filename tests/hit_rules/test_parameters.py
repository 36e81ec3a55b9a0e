"""The numbers of a rule: what would make its table and its call say different things is refused."""

import inspect

import numpy as np
import pytest

from combat.hit_rules import HitRule, Parameter, hit_rule, rules


def made(function, *parameters):
    return hit_rule("mine", depends="difference", source="me", parameters=parameters)(function)


def shot(attack, defense, distance=1):
    """A shot is harder from afar."""
    return np.clip(0.5 + (attack - defense - distance) / 100, 0, 1)


@pytest.mark.parametrize("rule", rules().values(), ids=lambda rule: rule.name)
def test_several_values_of_a_parameter_are_answered_one_by_one(rule):
    for own in rule.parameters:
        several = [own.low, own.value, own.high]
        found = rule(44.0, 30.0, **{own.name: several})
        alone = [rule(44.0, 30.0, **{own.name: value}) for value in several]
        assert found.tolist() == pytest.approx(alone)


def test_a_value_that_is_the_functions_own_is_taken():
    mine = made(shot, Parameter("distance", 1, 8, 1))
    assert mine(35, 30, distance=8) == 0.47
    assert mine.defaults == {"distance": 1}


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (
            [Parameter("distance", 1, 8, 4)],
            "the rule 'mine' has the parameter 'distance' at 4, but its function says "
            "distance=1: write the same number in both",
        ),
        (
            [Parameter("length", 1, 8, 4)],
            "the rule 'mine' has a parameter 'length', but its function no argument with a "
            r"default for it: write def \.\.\.\(attack, defense, length=4\)",
        ),
        ([Parameter("defense", 1, 8, 4)], "'defense', but its function no argument with"),
        ([Parameter("distance", 1, 8, 1)] * 2, "has two parameters 'distance': leave one out"),
    ],
    ids=["another default", "no such argument", "the defense", "twice"],
)
def test_a_parameter_that_the_function_has_not_is_refused(parameters, message):
    with pytest.raises(ValueError, match=f"^[^\n]*{message}[^\n]*$"):
        made(shot, *parameters)


def test_a_range_of_one_number_is_a_range():
    assert Parameter("distance", 4, 4, 4).value == 4


def test_help_and_the_doctest_finder_see_the_function_of_a_rule():
    mine = made(shot)
    assert mine.__doc__ == "A shot is harder from afar."
    assert mine.__module__ == shot.__module__
    assert inspect.unwrap(mine) is shot


def test_an_argument_without_a_default_is_no_parameter():
    def needy(attack, defense, distance):
        return 0.5

    for function in (needy, lambda attack, defense, **others: 0.5):
        with pytest.raises(ValueError, match="no argument with a default for it"):
            made(function, Parameter("distance", 1, 8, 4))


def test_a_rule_that_is_built_by_hand_is_looked_at_too():
    with pytest.raises(ValueError, match="write the same number in both"):
        HitRule("mine", shot, "difference", "me", (Parameter("distance", 1, 8, 4),))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("range in feet", 1, 8, 4), "'range in feet' can't be an argument of a function"),
        (("2nd", 1, 8, 4), "'2nd' can't be an argument"),
        (("class", 1, 8, 4), "'class' can't be an argument"),
        ((4, 1, 8, 4), "4 can't be an argument"),
        (("distance", 1, 8, 9), "'distance' has the value 9: it must lie in its range, 1 to 8"),
        (("distance", 1, 8, 0.5), "'distance' has the value 0.5: it must lie in its range"),
        (("distance", 8, 1, 4), "'distance' goes from 8 to 1: write the lower number first"),
        (("distance", 1, 8, float("nan")), "'distance' has the value nan"),
        (("distance", 1, 8, "4"), "'distance': value = '4' is not a number"),
        (("distance", 1, float("inf"), 4), "'distance': high = inf is out of range"),
    ],
)
def test_a_parameter_without_a_name_or_a_range_is_refused(arguments, message):
    with pytest.raises(ValueError, match=f"^the parameter [^\n]*{message}[^\n]*$"):
        Parameter(*arguments)


def test_a_function_that_tells_no_arguments_has_no_parameters():
    assert made(max).defaults == {}
    with pytest.raises(ValueError, match="no argument with a default for it"):
        made(max, Parameter("distance", 1, 8, 4))
