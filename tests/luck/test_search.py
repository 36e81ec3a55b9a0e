"""Other constants: what they cost and bring, and that the search finds the best ones."""

import numpy as np
import pytest

from combat.luck import (
    Independent,
    LuckRules,
    chances_without_effect,
    largest_error,
    meter_within,
    miss_streaks,
    ranked,
    relative_streak_risk,
    search,
    variants,
)


def test_a_meters_limit_is_a_whole_number_from_0():
    with pytest.raises(ValueError, match=r"limit = -5\.0 is out of range"):
        meter_within(-5)


def test_a_chance_that_is_unknown_leaves_the_error_unknown():
    for chances in ([50, np.nan], [np.nan, 50]):
        assert np.isnan(largest_error(LuckRules(), chances))


def test_streaks_are_kept_by_plain_dice_and_abolished_by_the_meter():
    assert relative_streak_risk(Independent()) == 1
    # A miss at 75 % pays 30 points, and the next roll is certain.
    assert relative_streak_risk(LuckRules()) == 0
    own, plain = (miss_streaks(60, 9, rules=rules)[2] for rules in (LuckRules(), Independent()))
    assert relative_streak_risk(LuckRules(), chance=60, rolls=9, misses=2) == pytest.approx(
        own / plain
    )


def test_ranked_is_sorted_and_nothing_better_is_left_out():
    candidates, chances = variants(limit=[10, 20, 200], decay=[0, 6, 12]), [20, 50, 80]
    best = ranked(candidates, chances, keep=4)
    assert best == sorted(candidates, key=lambda rules: largest_error(rules, chances))[:4]
    assert ranked(candidates * 2, chances, keep=3) == [best[0], best[0], best[1]]
    assert ranked(candidates, chances, keep=99)[:4] == best
    assert len(ranked(candidates, chances, keep=99)) == len(candidates)


@pytest.mark.parametrize("noise", [1e-16, -1e-16, 4e-10, -4e-10])
def test_the_last_bits_decide_nothing(monkeypatch, noise):
    errors = {meter_within(10): 0.2, meter_within(20): 0.2 + noise, meter_within(30): 0.1}
    monkeypatch.setattr(search, "largest_error", lambda rules, chances: errors[rules])
    ten, twenty, thirty = errors
    assert ranked(errors, [50, 75]) == [thirty, ten, twenty]


@pytest.mark.parametrize("decay", [0, 4, 16])
def test_the_meter_sleeps_where_a_step_is_no_larger_than_the_decay(decay):
    # From 0 a success below 50 % costs 50 - X and a failure above it pays X - 50; no other
    # roll moves the meter.
    rules = meter_within(24, reasonable=50, owed_above=50, decay=decay)
    shown = np.arange(1, 100)
    assert chances_without_effect(rules) == shown[np.abs(shown - 50) <= decay].tolist()
