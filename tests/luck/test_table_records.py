"""Records of rolls at a table: d20 against a target, modes, and who rolled."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from combat.luck import read_record, unlucky
from combat.tables import TableError


def rolled(target, modifier, mode):
    """The share of all throws of one d20, or two, that reach the target, in percent."""
    pick = {"normal": lambda a, b: a, "advantage": max, "disadvantage": min}[mode]
    throws = list(product(range(1, 21), repeat=2))
    return 100 * np.mean([pick(a, b) + modifier >= target for a, b in throws])


@pytest.mark.parametrize("mode", ["normal", "advantage", "disadvantage"])
@pytest.mark.parametrize(("target", "modifier"), [(15, 4), (10, -2), (30, 5), (2, 3), (21, 0)])
def test_a_d20_against_a_target_by_counting_throws(target, modifier, mode):
    content = f"target,modifier,mode,success\n{target},{modifier:+d},{mode},0\n".encode()
    record = read_record(content, "table.csv")
    assert record["chance"].item() == pytest.approx(rolled(target, modifier, mode))
    assert list(record) == ["chance", "success"]


def test_a_success_at_a_chance_of_0_is_no_luck():
    with pytest.raises(TableError, match=r"a\.csv, row 3, column 'success': a success at a chance"):
        read_record(b"target,modifier,success\n15,4,hit\n25,4,hit\n", "a.csv")


def test_chances_may_be_in_percent():
    record = read_record(b"chance,success\n75%,hit\n0.5 %,miss\n60,miss\n", "a.csv")
    assert record["chance"].tolist() == [75, 0.5, 60]


def test_a_chance_takes_modifier_and_mode_as_well():
    content = (
        "chance;modifier;mode;success\n70;-10;normal;1\n70;−10;Advantage;0\n"
        "95;+10;;1\n12,5;;disadvantage;0\n"
    )
    record = read_record(content.encode(), "a.csv")
    assert record["chance"].tolist() == pytest.approx([60, 84, 100, 1.5625])


def test_titles_may_stand_above_the_header():
    record = read_record(b"Our session, of May\n\nsuccess;target\n1;15\n", "a.csv")
    assert record["chance"].tolist() == [30]
    with pytest.raises(
        TableError, match=r"^a\.csv, row 2, column 'target': the column 'chance' is"
    ):
        read_record(b"Our session\nchance,success,target\n1,1,15\n", "a.csv")


TABLE = pd.DataFrame(
    {
        "chance": [50, 50, 80, 80, 80, 30],
        "success": [True, False, False, False, True, False],
        "player": ["Anna", "Ben", "Ben", "Anna", "Ben", "Cleo"],
    }
)


def test_each_player_has_a_verdict_of_his_own():
    verdict = unlucky(TABLE)
    assert list(verdict.players) == ["Anna", "Ben", "Cleo"]
    for name, own in verdict.players.items():
        rows = TABLE[TABLE["player"] == name]
        assert own == unlucky(list(zip(rows["chance"], rows["success"], strict=True)))
    frame = verdict.frame
    assert frame["player"].tolist() == ["Anna", "Ben", "Cleo", "all"]
    assert frame["rolls"].tolist() == [2, 3, 1, 6]
    assert frame.iloc[-1]["so few or fewer"] == unlucky(TABLE.drop(columns="player")).at_most
    assert verdict.words.startswith("All together: ")
    assert "the unluckiest of 3 is Ben" in verdict.words


def test_somebody_is_as_unlucky_by_all_courses_of_the_session():
    verdict = unlucky(TABLE)
    least = min(one.at_most for one in verdict.players.values())
    found = 0.0
    for course in product([True, False], repeat=len(TABLE)):
        chances = TABLE["chance"] / 100
        weight = np.prod(np.where(course, chances, 1 - chances))
        again = unlucky(TABLE.assign(success=course))
        found += weight * any(one.at_most <= least + 1e-12 for one in again.players.values())
    assert verdict.somebody == pytest.approx(found, abs=1e-12)


def test_who_was_a_little_less_unlucky_is_not_as_unlucky():
    # Anna misses 40 % (at most: 0.6), Ben hits 80 %. As unlucky is who misses, and nobody else.
    frame = pd.DataFrame({"chance": [40, 80], "success": [False, True], "player": ["Anna", "Ben"]})
    assert unlucky(frame).somebody == pytest.approx(1 - 0.4 * 0.8, abs=1e-12)


def test_one_player_is_no_table():
    verdict = unlucky(TABLE[TABLE["player"] == "Ben"])
    assert verdict.words == verdict.players["Ben"].words
    assert np.isnan(unlucky([(50, True)]).somebody)


def test_who_is_not_named_is_nobody():
    record = read_record(b"player,chance,success\nAnna,50,1\n,50,0\n", "a.csv")
    assert record["player"].tolist() == ["Anna", "nobody"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"chance,target,success\n50,15,1\n", r"a\.csv, row 1, column 'target': the column 'cha"),
        (b"target,mode,success\n15,lucky,1\n", r"row 2, column 'mode': 'lucky' is not known"),
        (b"target,modifier,success\n15,four,1\n", r"row 2, column 'modifier': 'four' is not a mo"),
        (b"target,success\n,1\n", r"row 2, column 'target': the cell is empty"),
        (b"player,success\nAnna,1\n", r"row 1, column 'chance': the column is missing"),
    ],
)
def test_a_bad_row_is_named(content, message):
    with pytest.raises(TableError, match=message):
        read_record(content, "a.csv")
