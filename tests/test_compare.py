"""Comparing rules: known curves have known traits."""

import numpy as np
import pytest

from combat.compare import traits, traits_table, tuned
from combat.hit_rules import hit_rule, rules

RULES = rules()


def test_the_d20_gains_five_points_until_its_end():
    found = traits(RULES["d20 against armour class"])
    assert found["at even"] == pytest.approx(0.05)
    assert found["at +10"] == 0
    assert found["saturates"] == 8
    assert not found["symmetric"]


def test_the_ratio_is_worth_a_quarter_of_its_level():
    found = traits(RULES["ratio"], level=40)
    assert found["at even"] == pytest.approx(41 / 81 - 0.5)
    assert found["bigger"] == pytest.approx(130 / 250)
    assert found["saturates"] == float("inf")


def test_a_logistic_rule_is_symmetric():
    assert traits(RULES["Elo, logistic"])["symmetric"]
    assert not traits(RULES["ratio"])["symmetric"]


@pytest.mark.parametrize("unit", [0.25, 1.0, 3.0])
def test_tuning_finds_the_unit_that_was_put_in(unit):
    bell = RULES["NetHack EV/DR, bell curve"]
    scaled = hit_rule("scaled", depends="difference", source="test")(
        lambda attack, defense: bell(np.subtract(attack, defense) / unit, 0))
    found, rms = tuned(scaled, bell)
    assert found == pytest.approx(unit, rel=1e-4)
    assert rms < 1e-5


def test_the_two_logistic_rules_are_one():
    bell = RULES["NetHack EV/DR, bell curve"]
    elo, osdl = (tuned(RULES[name], bell) for name in ("Elo, logistic", "OSDL, log-odds"))
    assert elo[1] == pytest.approx(osdl[1], abs=1e-6)


def test_the_table_has_every_rule():
    assert list(traits_table(RULES).index) == list(RULES)


@pytest.mark.parametrize(("call", "named"), [
    (lambda: traits(RULES["ratio"], level=0), "level = 0.0"),
    (lambda: tuned(RULES["ratio"], RULES["ratio"], level=-1), "level = -1.0"),
    (lambda: tuned(RULES["ratio"], RULES["ratio"], span=0), "span = 0.0"),
])
def test_bad_input_is_named(call, named):
    with pytest.raises(ValueError, match=named):
        call()
