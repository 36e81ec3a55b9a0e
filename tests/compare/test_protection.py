"""Evasion and reduction: blow by blow in a plain loop, and what is claimed of them."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.compare import deadlier_until, evaded_for, protected, protection_table, reduced, turns
from combat.dice import dice

CASES = [(30, 0.6, "2d6", 3), (8, 1.0, "4", 2), (12, 0.9, "1d6", 2), (16, 1.0, "5", 1)]


def fallen(health, lands, losses, blows):
    """P(fallen) after 0..blows, health by health in a dictionary."""
    left, course = {health: 1.0}, [0.0]
    for _ in range(blows):
        after = {}
        for points, weight in left.items():
            for lost, chance in losses.items():
                # Who has fallen is beyond harm.
                for rest, part in ((points, 1 - lands), (max(points - lost, 0), lands)):
                    rest = 0 if points == 0 else rest
                    after[rest] = after.get(rest, 0) + weight * chance * part
        left = after
        course.append(left.get(0, 0.0))
    return course


@pytest.mark.parametrize("case", CASES)
def test_protected_is_a_plain_loop(case):
    health, chance, damage, points = case
    blow = dice(damage)
    bare = dict(zip(blow.values.tolist(), blow.chances.tolist(), strict=True))
    less = {}
    for lost, share in bare.items():
        less[max(lost - points, 0)] = less.get(max(lost - points, 0), 0) + share
    before, after = (sum(lost * share for lost, share in d.items()) for d in (bare, less))
    found = protected(*case, longest=12)
    assert found["neither"].tolist() == pytest.approx(fallen(health, chance, bare, 12))
    assert found["reduction"].tolist() == pytest.approx(fallen(health, chance, less, 12))
    evading = fallen(health, chance * after / before, bare, 12)
    assert found["evasion"].tolist() == pytest.approx(evading)


@settings(max_examples=30)
@given(
    chance=st.floats(0.2, 1),
    health=st.integers(1, 40),
    points=st.integers(0, 5),
    damage=st.sampled_from(["1d6", "2d6", "7", "1d12"]),
)
def test_both_save_as_much_a_blow(chance, health, points, damage):
    table = protection_table(health, chance, damage, points)
    costs = table["a blow costs"]
    assert costs["evasion"] == pytest.approx(costs["reduction"])
    assert costs["evasion"] == pytest.approx(costs["neither"] * (1 - evaded_for(damage, points)))
    course = protected(health, chance, damage, points, longest=30)
    for way, row in table.iterrows():
        for name, share in (("1 in 100", 0.01), ("1 in 2", 0.5), ("99 in 100", 0.99)):
            for blow, chance_now in course[way].items():
                if abs(chance_now - share) > 1e-9:
                    assert (blow >= row[name]) == (chance_now > share)


# Of the last the tide turns after blow 40, with which `protected` ends by itself.
@pytest.mark.parametrize("case", [*CASES, (90, 0.4, "2d6", 3)])
def test_deadlier_until_is_the_last_blow_at_which_evasion_kills_more(case):
    course = protected(*case, longest=200)
    more = [blow for blow, row in course.iterrows() if row["evasion"] > row["reduction"] + 1e-12]
    assert deadlier_until(*case) == max(more, default=0)


def test_the_turns_are_read_off_the_tables_case_by_case():
    found = turns(CASES)
    assert found.index.tolist() == CASES
    assert found.index.nlevels == 1
    for case, row in found.iterrows():
        table, until = protection_table(*case), deadlier_until(*case)
        for way in ("evasion", "reduction"):
            assert row[f"{way}, 1 in 100"] == table.loc[way, "1 in 100"]
            assert row[f"{way}, 99 in 100"] == table.loc[way, "99 in 100"]
        assert row["until"] == until
        blow = dice(case[2])
        losses = dict(zip(blow.values.tolist(), blow.chances.tolist(), strict=True))
        lands = case[1] * (1 - evaded_for(*case[2:]))
        assert row["fallen"] == pytest.approx(fallen(case[0], lands, losses, until)[-1])


def test_the_table_is_of_hits_and_of_blows():
    found = protection_table(30, 0.6, "2d6", 3)
    hits = ["hits", "a hit costs", "a blow costs", "1 in 100", "1 in 2", "99 in 100"]
    assert found.columns.tolist() == [*hits, "mean blows"]
    assert found.loc["neither", hits[:3]].tolist() == pytest.approx([0.6, 7, 4.2])
    assert found.loc["evasion", "a hit costs"] == pytest.approx(7)
    assert found.loc["reduction", "hits"] == 0.6


def test_a_share_that_is_just_reached_is_reached():
    """Who evades half of all blows of 4 has lost 8 after three blows half of the time."""
    course = protected(8, 1.0, "4", 2, longest=3)["evasion"]
    assert course[3] == 0.5
    assert protection_table(8, 1.0, "4", 2).loc["evasion", "1 in 2"] == 3


def test_a_reduction_that_costs_no_hit_saves_nothing():
    """16 points of health take four blows of 5, and four of 4: only evasion helps."""
    found = protected(16, 1.0, "5", 1, longest=8)
    assert found["reduction"].tolist() == found["neither"].tolist()
    assert deadlier_until(16, 1.0, "5", 1) == 0


def test_a_reduction_of_all_harm_is_never_deadly():
    assert deadlier_until(10, 0.5, "1d4", 4) == 0  # all blows are evaded, too
    assert protection_table(10, 0.5, "1d4", 4).loc["reduction", "mean blows"] == math.inf
    assert evaded_for("1d4", 4) == 1
    assert evaded_for("0", 4) == 0


def test_reduced_damage_is_never_below_nothing():
    assert reduced("2d4", 5).values.tolist() == [0, 1, 2, 3]
    assert reduced("2d4", 5).chances[0] == pytest.approx(10 / 16)


def test_nan_stays():
    assert np.isnan(protected(10, math.nan, "1d6", 1, longest=3)).all(axis=None)
    assert math.isnan(deadlier_until(10, math.nan, "1d6", 1))
    assert math.isnan(protection_table(10, math.nan, "1d6", 1).loc["evasion", "1 in 2"])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: reduced("1d6", -1), r"points = -1\.0 is out of range"),
        (lambda: reduced("1d6", 0.5), r"points = 0\.5 is out of range"),
        (lambda: protected(0, 0.5, "1d6", 1), r"health = 0\.0 is out of range"),
        (lambda: protected(9, 1.5, "1d6", 1), r"chance = 1\.5 is out of range"),
        (lambda: protected(9, 0.5, "1d6", 1, longest=-1), r"longest = -1\.0 is out of range"),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()
