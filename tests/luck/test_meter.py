"""The rule of one roll: the source's examples, and a plain reading of its pseudocode."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.luck import LuckRules, reachable_luck, resolve, roll_by_roll


def printed(chance, luck, roll):
    """The source's pseudocode, with the example's own sign of MissingPoints."""
    if chance + luck >= roll:
        luck -= max(0, roll - chance) if chance > 50 else 55 - chance
        return True, max(-200, min(200, luck))
    if chance >= 50:
        luck += chance - 45
    return False, max(-200, min(200, luck))


@given(chance=st.integers(0, 100), luck=st.integers(-200, 200), roll=st.integers(1, 100))
def test_one_roll_is_the_printed_pseudocode(chance, luck, roll):
    outcome = resolve(chance, luck, roll)
    assert (outcome.success, outcome.luck) == printed(chance, luck, roll)


def test_a_narrower_meter_does_clamp():
    assert reachable_luck(rules=LuckRules(low=-20, high=10)) == (-20, 10)
    assert resolve(75, 0, 100, LuckRules(high=10)).luck == 10


def test_decay_draws_luck_toward_zero_and_not_beyond():
    rules = LuckRules(decay=2)
    assert resolve(75, 0, 100, rules).luck == 28
    assert resolve(50, -1, 49, rules).luck == -4
    assert resolve(25, 1, 99, rules).luck == 0
    assert resolve(25, -1, 99, rules).luck == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: resolve(101, 0, 5), r"chance = 101\.0 .* between 0 and 100"),
        (lambda: resolve(50, 201, 5), r"luck = 201\.0 .* between -200 and 200"),
        (lambda: resolve(50, 0, 0), r"roll = 0\.0 .* between 1 and 100"),
        (lambda: resolve(50.5, 0, 5), r"chance = 50\.5 .* must be whole"),
        (lambda: resolve(float("nan"), 0, 5), "chance = nan .* must be whole"),
        (lambda: LuckRules(low=5), r"low = 5\.0 is out of range"),
        (lambda: LuckRules(high=-5), r"high = -5\.0 is out of range"),
        (lambda: LuckRules(decay=-1), r"decay = -1\.0 is out of range"),
        (lambda: LuckRules(even=0.5), r"even = 0\.5 .* must be whole"),
        (lambda: roll_by_roll(75, 0), r"rolls = 0\.0 .* at least 1"),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("chance", [45, 50, 55])
def test_constants_that_leave_nothing_turn_nothing_over(chance):
    # A likely line at 60 with costs up to 40, or at 40 with pay from 60: neither rewards a
    # success nor charges a failure.
    cheap, late = LuckRules(even=60, reasonable=40), LuckRules(even=40, owed_above=60)
    assert (resolve(chance, 0, np.arange(1, chance + 1), cheap).luck == 0).all()
    assert (resolve(chance, 0, np.arange(chance + 1, 101), late).luck == 0).all()
    assert resolve(62, 0, 100, late).luck == 2
    assert resolve(38, 0, 1, cheap).luck == -2


@pytest.mark.parametrize("chance", [25, 50, 75])
def test_a_battle_is_the_pseudocode_roll_by_roll(chance):
    luck = 0
    for number, row in enumerate(roll_by_roll(chance, 40, seed=3).to_dict("records"), start=1):
        success, after = printed(chance, luck, row["die"])
        assert row["succeeds up to"] == chance + luck, number
        assert (row["success"], row["Luck"]) == (success, after)
        assert row["paid or owed"] == after - luck
        rolls = sum(printed(chance, luck, die)[0] for die in range(1, 101))
        assert row["played"] == rolls / 100
        assert row["shown"] == chance / 100
        luck = after


def test_a_longer_battle_begins_like_a_shorter_one():
    short, long = roll_by_roll(60, 7, seed=5), roll_by_roll(60, 30, seed=5)
    pd.testing.assert_frame_equal(short, long[:7])
    assert not long["die"].equals(roll_by_roll(60, 30, seed=6)["die"])


def test_every_face_of_the_die_is_rolled():
    assert set(roll_by_roll(50, 3000)["die"]) == set(range(1, 101))
