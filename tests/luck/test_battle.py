"""One roll for every die and one battle, against the pseudocode in plain Python."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from combat.luck import (
    LuckRules,
    by_outcome,
    every_roll,
    roll_by_roll,
    roll_in_words,
    worked_examples,
)
from tests.luck.test_meter import printed

EXAMPLES = Path(__file__).parents[2] / "data" / "luck" / "examples.csv"


@pytest.mark.parametrize(("chance", "start"), [(0, 0), (10, 15), (50, 50), (75, -35), (100, 20)])
def test_every_roll_is_the_pseudocode_roll_by_roll(chance, start):
    after = every_roll(chance, start)
    assert after.index.tolist() == list(range(1, 101))
    for roll, row in after.iterrows():
        success, luck = printed(chance, start, roll)
        assert row["success" if success else "failure"] == luck
        assert np.isnan(row["failure" if success else "success"])


def test_every_roll_of_another_die():
    after = every_roll(3, rules=LuckRules(faces=6, even=3, reasonable=3, owed_above=2))
    assert after["success"].count() == 3
    assert after["failure"].dropna().tolist() == [1, 1, 1]


def test_the_examples_of_the_source_come_out_as_the_data_says():
    data = pd.read_csv(EXAMPLES, index_col="example")
    worked = worked_examples(data)
    assert worked.index.equals(data.index)
    assert worked["computed"].tolist() == data.succeeds_up_to.tolist()
    assert worked["printed: succeeds up to"].tolist() == data.printed_up_to.tolist()
    assert worked["Luck after success"].tolist() == ["−30", "10", "0 to 20", "–", "−35"]
    assert worked["Luck after failure"].tolist() == ["15", "20", "30", "−35", "−5"]


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


def test_a_battle_by_outcome_has_each_roll_once():
    battle = roll_by_roll(50, 30, seed=2)
    parted = by_outcome(battle)
    assert parted.index.equals(battle.index)
    for won, luck, row in zip(battle["success"], battle["Luck"], parted.to_numpy(), strict=True):
        assert row[0 if won else 1] == luck
        assert np.isnan(row[1 if won else 0])


@pytest.mark.parametrize(
    ("roll", "words"),
    [
        ((10, 15, 25), "Roll 25 ≤ 10 + 15 = 25: success. Luck falls by 45: 15 → −30."),
        ((10, 15, 26), "Roll 26 > 10 + 15 = 25: failure. Luck stays: 15 → 15."),
        ((55, 20, 76), "Roll 76 > 55 + 20 = 75: failure. Luck rises by 10: 20 → 30."),
        ((15, -35, 1), "Roll 1 > 15 − 35 = −20: failure. Luck stays: −35 → −35."),
    ],
)
def test_a_roll_in_words(roll, words):
    assert roll_in_words(*roll) == words


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
        (lambda: every_roll(101), r"chance = 101\.0 .* between 0 and 100"),
        (lambda: every_roll(75, 300), r"luck = 300\.0 .* between -200 and 200"),
        (lambda: roll_by_roll(75, 0), r"rolls = 0\.0 .* at least 1"),
        (lambda: roll_by_roll(-1, 5), r"chance = -1\.0 is out of range"),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()
