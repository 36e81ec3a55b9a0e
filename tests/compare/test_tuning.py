"""Rules tuned alike: the unit that was put in is found, and what remains is counted."""

import numpy as np
import pytest

from combat.compare import in_units, matched, tuned, tuned_table
from combat.hit_rules import hit_rule, rules

RULES = rules()
BELL = RULES["NetHack EV/DR, bell curve"]


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


def test_what_remains_is_the_root_mean_square():
    found = tuned(RULES["ratio"], BELL)
    errors = [
        in_units(RULES["ratio"], ahead, found.unit) - BELL(50 + ahead, 50)
        for ahead in range(-20, 21)
    ]
    assert found.rms == pytest.approx(np.mean(np.square(errors)) ** 0.5)
    assert found.gap == pytest.approx(max(map(abs, errors)))


def test_dice_are_interpolated_between_whole_points():
    gurps = RULES["3d6 roll under (GURPS)"]
    assert in_units(gurps, [0, 1], 2.5) == pytest.approx(
        [gurps(0, 0), (gurps(2, 0) + gurps(3, 0)) / 2]
    )
    # 3d6 is nearly a bell curve, sd 2.96 in place of 8.
    found = tuned(gurps, RULES["NetHack EV/DR, bell curve"])
    assert found.unit == pytest.approx(2.96 / 8, rel=0.05)
    assert found.rms < 0.01


@pytest.mark.parametrize("name", RULES)
def test_no_unit_beside_it_does_better(name):
    """Also where a rule goes in steps, each of which is a small minimum."""
    found, ahead = tuned(RULES[name], BELL), np.arange(-20, 21)
    others = found.unit * np.geomspace(0.9, 1.1, 200)
    errors = [
        in_units(RULES[name], ahead, unit) - BELL(50 + ahead, 50)
        for unit in others[(others >= 0.05) & (others <= 50)]
    ]
    least = np.sqrt(np.mean(np.square(errors), axis=1)).min()
    assert found.rms < least + 2e-5


def test_the_two_logistic_rules_are_one():
    bell = RULES["NetHack EV/DR, bell curve"]
    elo, osdl = (tuned(RULES[name], bell) for name in ("Elo, logistic", "OSDL, log-odds"))
    assert elo.rms == pytest.approx(osdl.rms, abs=1e-6)


@pytest.mark.parametrize(
    ("name", "most"), [("Elo, logistic", 0.0098), ("Fire Emblem, two random numbers", 0.0149)]
)
def test_a_single_gap_is_wider_than_the_root_mean_square(name, most):
    found, ahead = tuned(RULES[name], BELL), np.arange(-20, 21)
    gaps = matched(RULES[name], BELL, found.unit, advantages=ahead)["difference"].abs()
    assert found.gap == pytest.approx(gaps.max())
    assert found.gap == pytest.approx(most, abs=5e-5)
    assert found.rms < found.gap


@pytest.mark.parametrize("name", ["Elo, logistic", "TOME, smooth", "NetHack EV/DR, bell curve"])
def test_a_scale_of_its_own_does_what_the_unit_does(name):
    rule, cataclysm = RULES[name], RULES["Cataclysm: DDA"]
    found, advantages = tuned(rule, cataclysm), np.arange(-20, 21)
    own = rule(50.0 + advantages, 50.0, **{found.parameter: found.value})
    assert own == pytest.approx(in_units(rule, advantages, found.unit), abs=1e-12)


def test_in_units_asks_rules_of_the_ratio_at_50_points():
    assert in_units(RULES["ratio"], [0, 10], 3) == pytest.approx([0.5, 80 / 130])


@pytest.mark.parametrize("name", ["ratio", "3d6 roll under (GURPS)", "TOME, smooth"])
def test_matched_curves_are_asked_point_by_point(name):
    found = matched(RULES[name], BELL, 1.5)
    assert found.index.tolist() == list(range(-30, 31))
    for ahead, row in found.iterrows():
        assert row["reference"] == pytest.approx(BELL(ahead, 0))
        assert row["rule"] == pytest.approx(in_units(RULES[name], [ahead], 1.5)[0])
        assert row["difference"] == pytest.approx(row["rule"] - row["reference"])


def test_the_table_has_the_nearest_first():
    some = {name: RULES[name] for name in ("ratio", "Cataclysm: DDA", "TOME, smooth")}
    found = tuned_table(some, BELL)
    assert found.index.tolist() == ["Cataclysm: DDA", "TOME, smooth", "ratio"]
    assert found.index.name == "rule"
    for name, row in found.iterrows():
        alone = tuned(some[name], BELL)
        assert (row["unit"], row["rms"], row["gap"]) == (alone.unit, alone.rms, alone.gap)
        assert row["own"] == (f"m {alone.value:.1f}" if name == "TOME, smooth" else "")


def test_rules_that_are_alike_stay_in_their_order():
    """Around 50 points the d20 and a check of Pathfinder have the same chances."""
    alike = ["d20 against armour class", "Pathfinder 2, degrees of success"]
    for names in (alike, alike[::-1]):
        found = tuned_table({name: RULES[name] for name in names}, BELL)
        assert found.index.tolist() == names
