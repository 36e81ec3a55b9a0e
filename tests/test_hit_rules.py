"""The published rules against enumeration, and the registry."""

import functools
import itertools

import numpy as np
import pytest
from scipy import stats

from combat.hit_rules import (
    DEPENDS,
    cataclysm,
    civilization,
    d20,
    diablo,
    fire_emblem,
    gurps,
    hit_rule,
    pathfinder,
    rules,
    runescape,
    warcraft,
    wesnoth,
)

POINTS = range(-25, 26)


def test_d20_is_the_count_of_faces():
    for points in POINTS:
        hits = [face == 20 or (face != 1 and face + points >= 10) for face in range(1, 21)]
        assert d20(points, 0) == pytest.approx(np.mean(hits))


def test_pathfinder_is_the_count_of_faces():
    for points in POINTS:
        degrees = []
        for face in range(1, 21):
            total = face + points - 10
            degree = 3 if total >= 10 else 2 if total >= 0 else 1 if total > -10 else 0
            degrees.append(min(3, max(0, degree + (face == 20) - (face == 1))))
        assert pathfinder(points, 0) == pytest.approx(np.mean([d >= 2 for d in degrees]))
        for degree in range(4):
            assert pathfinder(points, 0, degree=degree) == pytest.approx(
                np.mean([d >= degree for d in degrees])
            )


def test_gurps_is_the_count_of_216():
    for points in POINTS:
        hits = [
            sum(dice) <= 4 or (sum(dice) < 17 and sum(dice) <= 10 + points)
            for dice in itertools.product(range(1, 7), repeat=3)
        ]
        assert gurps(points, 0) == pytest.approx(np.mean(hits))


@pytest.mark.parametrize(("attack", "defense"), [(0, 5), (10, 10), (20, 7), (7, 20), (1, 0)])
def test_runescape_is_the_count_of_rolls(attack, defense):
    wins = [own > its for own in range(attack + 1) for its in range(defense + 1)]
    assert runescape(attack, defense) == pytest.approx(np.mean(wins))


@pytest.mark.parametrize(
    ("own", "its", "damage"),
    [
        (6.0, 6.0, 20),
        (6.06, 6.0, 20),
        (5.0, 8.0, 20),
        (9.0, 2.0, 20),
        (0.04, 0.01, 20),
        (0.02, 0.05, 30),
        (0.3, 6.0, 7),
        (2.0, 9.0, 1),
    ],
)
def test_civilization_is_the_chain_of_its_rounds(own, its, damage):
    """Round by round over both healths, in whole numbers as the game counts."""
    a, d = round(100 * own), round(100 * its)
    factor = (a + d + 1) // 2
    dealt = max(1, damage * (a + factor) // (d + factor))
    taken = max(1, damage * (d + factor) // (a + factor))

    @functools.cache
    def wins(ours, theirs):
        if theirs <= 0 or ours <= 0:
            return float(theirs <= 0)
        lost = 1000 * d // (a + d)
        return (
            lost * wins(ours - taken, theirs) + (1000 - lost) * wins(ours, theirs - dealt)
        ) / 1000

    assert civilization(own, its, damage=damage) == pytest.approx(wins(100, 100))


def test_civilization_with_no_strength_never_wins():
    assert civilization([0, 5], [5, 0]) == pytest.approx([0, 1])
    assert np.isnan(civilization(0, 0))


def test_diablo_is_clamped():
    assert diablo(1, 1000) == 0.05
    assert diablo(1000, 1, attacker_level=90, defender_level=1) == 0.95


def test_warcraft_bends_at_ten_points():
    assert warcraft([0, 0, 0], [10, 11, 15]) == pytest.approx([0.94, 0.928, 0.92])
    assert warcraft(0, 1000) == 0


def test_cataclysm_is_a_normal_distribution():
    assert cataclysm(3, 7) == pytest.approx(stats.norm.sf(5 * 7, loc=5 * 3, scale=25))


def test_wesnoth_asks_the_terrain_alone():
    assert wesnoth([1, 99], 70) == pytest.approx([0.3, 0.3])
    with pytest.raises(ValueError, match="defense = 120"):
        wesnoth(1, 120)


def test_fire_emblem_is_the_count_of_pairs():
    for shown in range(0, 101, 7):
        hits = [(one + other) / 2 < shown for one in range(100) for other in range(100)]
        assert fire_emblem(shown, 50, base=50) == pytest.approx(np.mean(hits))


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

    def test_a_scale_twice_as_long_halves_the_advantage(self, rule):
        for own in (parameter for parameter in rule.parameters if parameter.scale):
            twice = rule(50.0, 30.0, **{own.name: 2 * own.value})
            assert twice == pytest.approx(rule(40.0, 30.0))

    def test_nan_stays(self, rule):
        assert np.isnan(rule(float("nan"), 10.0))
        assert np.isnan(rule([10.0, float("nan")], 10.0)).tolist() == [False, True]


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


def test_what_is_no_chance_is_refused():
    rule = hit_rule("wild", depends="ratio", source="test")(np.divide)
    with pytest.raises(ValueError, match=r"'wild' gives 1\.5"):
        rules(rule)
    with pytest.raises(ValueError, match=r"the rule 'wild' gives 2.5: a chance must be between"):
        rule([1.0, 2.5], 1.0)


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


def test_what_is_wrong_within_a_rule_is_told_as_it_is():
    def asleep(attack, defense):
        raise ValueError("asleep")

    with pytest.raises(ValueError, match=r"^asleep$"):
        rules(hit_rule("mine", depends="both", source="me")(asleep))


def test_one_number_answers_an_array():
    coin = hit_rule("coin", depends="difference", source="me")(lambda attack, defense: 0.5)
    assert coin(np.zeros((2, 1)), [1, 2]).tolist() == [[0.5, 0.5], [0.5, 0.5]]
