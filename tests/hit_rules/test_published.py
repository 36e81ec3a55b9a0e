"""The published rules against enumeration."""

import functools
import itertools

import numpy as np
import pytest
from scipy import stats

from combat.hit_rules import (
    cataclysm,
    civilization,
    d20,
    degrees_of_success,
    diablo,
    fire_emblem,
    gurps,
    pathfinder,
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
            points >= -7 and (sum(dice) <= 4 or (sum(dice) < 17 and sum(dice) <= 10 + points))
            for dice in itertools.product(range(1, 7), repeat=3)
        ]
        assert gurps(points, 0) == pytest.approx(np.mean(hits))


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


def test_the_four_degrees_are_the_count_of_faces():
    found = degrees_of_success(POINTS)
    for points in POINTS:
        seen = [0, 0, 0, 0]
        for face in range(1, 21):
            total = face + points - 10
            degree = 0 if total >= 10 else 1 if total >= 0 else 2 if total > -10 else 3
            shift = (face == 1) - (face == 20)
            seen[min(3, max(0, degree + shift))] += 1 / 20
        assert found.loc[points].tolist() == pytest.approx(seen)
