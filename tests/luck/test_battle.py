"""One battle roll by roll, against the pseudocode in plain Python."""

import numpy as np
import pandas as pd
import pytest

from combat.luck import LuckRules, roll_by_roll
from tests.luck.test_meter import printed


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
    assert long.index.tolist() == list(range(1, 31))
    assert not long["die"].equals(roll_by_roll(60, 30, seed=6)["die"])


def test_every_face_of_the_die_is_rolled():
    assert set(roll_by_roll(50, 3000)["die"]) == set(range(1, 101))
    small = LuckRules(faces=6, even=3, reasonable=3, owed_above=2)
    assert set(roll_by_roll(3, 200, rules=small)["die"]) == set(range(1, 7))


def test_a_battle_may_start_with_luck_and_go_on_with_a_generator():
    assert roll_by_roll(60, 1, start=-60)["success"].tolist() == [False]
    rng = np.random.default_rng(1)
    first, second = roll_by_roll(60, 20, seed=rng), roll_by_roll(60, 20, seed=rng)
    assert not first["die"].equals(second["die"])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: roll_by_roll(75, 0), r"rolls = 0\.0 .* at least 1"),
        (lambda: roll_by_roll(-1, 5), r"chance = -1\.0 is out of range"),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()
