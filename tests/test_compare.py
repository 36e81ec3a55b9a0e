"""Comparing rules: known curves have known traits."""

import numpy as np
import pytest

from combat.compare import in_units, traits, traits_table, tuned
from combat.hit_rules import hit_rule, rules

RULES = rules()


def test_the_d20_gains_five_points_until_its_end():
    found = traits(RULES["d20 against armour class"])
    assert found["at even"] == pytest.approx(0.05)
    assert found["at +10"] == 0
    assert found["saturates"] == 8
    assert not found["symmetric"]


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("level", [5, 30])
def test_traits_are_what_one_counts_by_hand(name, level):
    rule = RULES[name]
    found = traits(rule, level=level)
    assert found["at +10"] == pytest.approx(rule(level + 11, level) - rule(level + 10, level))
    assert found["saturates"] == next(
        (ahead for ahead in range(61) if rule(level + ahead, level) > 0.95 - 1e-9), float("inf")
    )
    mirrored = [rule(level + d, level) + rule(level - d, level) for d in range(1, 21) if d <= level]
    assert found["symmetric"] == (np.abs(np.subtract(mirrored, 1)).max() < 1e-8)


def test_one_point_alone_may_break_the_mirror():
    crooked = hit_rule("crooked", depends="difference", source="test")(
        lambda attack, defense: 0.5 + 0.1 * (np.subtract(attack, defense) == 1)
    )
    assert not traits(crooked, level=1)["symmetric"]


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
        lambda attack, defense: bell(np.subtract(attack, defense) / unit, 0)
    )
    found = tuned(scaled, bell)
    assert found.unit == pytest.approx(unit, rel=1e-4)
    assert found.rms < 1e-5
    assert found.parameter is found.value is None


@pytest.mark.parametrize("span", [5, 20])
def test_what_remains_is_the_root_mean_square_over_the_span(span):
    bell, ratio = RULES["NetHack EV/DR, bell curve"], RULES["ratio"]
    found = tuned(ratio, bell, span=span)
    assert found == tuned(ratio, bell, level=50, span=span)
    errors = [
        in_units(ratio, ahead, found.unit) - bell(50 + ahead, 50)
        for ahead in range(-span, span + 1)
    ]
    assert found.rms == pytest.approx(np.mean(np.square(errors)) ** 0.5)


def test_dice_are_interpolated_between_whole_points():
    gurps = RULES["3d6 roll under (GURPS)"]
    assert in_units(gurps, [0, 1], 2.5) == pytest.approx(
        [gurps(0, 0), (gurps(2, 0) + gurps(3, 0)) / 2]
    )
    # 3d6 is nearly a bell curve, sd 2.96 in place of 8.
    found = tuned(gurps, RULES["NetHack EV/DR, bell curve"])
    assert found.unit == pytest.approx(2.96 / 8, rel=0.05)
    assert found.rms < 0.01


def test_the_two_logistic_rules_are_one():
    bell = RULES["NetHack EV/DR, bell curve"]
    elo, osdl = (tuned(RULES[name], bell) for name in ("Elo, logistic", "OSDL, log-odds"))
    assert elo.rms == pytest.approx(osdl.rms, abs=1e-6)


@pytest.mark.parametrize("name", ["Elo, logistic", "TOME, smooth", "NetHack EV/DR, bell curve"])
def test_a_scale_of_its_own_does_what_the_unit_does(name):
    rule, cataclysm = RULES[name], RULES["Cataclysm: DDA"]
    found, advantages = tuned(rule, cataclysm), np.arange(-20, 21)
    own = rule(50.0 + advantages, 50.0, **{found.parameter: found.value})
    assert own == pytest.approx(in_units(rule, advantages, found.unit), abs=1e-12)


def test_in_units_asks_rules_of_the_ratio_at_the_level():
    assert in_units(RULES["ratio"], [0, 10], 3, level=30) == pytest.approx([0.5, 60 / 90])
    assert in_units(RULES["ratio"], [10], 3) == pytest.approx([80 / 130])


def test_the_table_has_every_rule():
    assert list(traits_table(RULES).index) == list(RULES)


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: traits(RULES["ratio"], level=0), "level = 0.0"),
        (lambda: tuned(RULES["ratio"], RULES["ratio"], level=-1), "level = -1.0"),
        (lambda: tuned(RULES["ratio"], RULES["ratio"], span=0), "span = 0.0"),
    ],
)
def test_bad_input_is_named(call, named):
    with pytest.raises(ValueError, match=named):
        call()
