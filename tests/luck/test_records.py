"""Was I unlucky? Against enumeration; and every way to write a record of rolls."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.luck import read_record, records, unlucky
from combat.tables import TableError


@given(st.lists(st.tuples(st.integers(0, 100), st.booleans()), min_size=1, max_size=8))
def test_the_verdict_is_what_enumeration_gives(record):
    exact = np.zeros(len(record) + 1)
    for outcome in product([True, False], repeat=len(record)):
        chances = [
            chance / 100 if hit else 1 - chance / 100
            for (chance, _), hit in zip(record, outcome, strict=True)
        ]
        exact[sum(outcome)] += np.prod(chances)
    verdict = unlucky(record)
    successes = sum(success for _, success in record)
    assert np.allclose(verdict.distribution, exact, atol=1e-12)
    assert verdict.at_most == pytest.approx(exact[: successes + 1].sum(), abs=1e-12)
    assert verdict.at_least == pytest.approx(exact[successes:].sum(), abs=1e-12)
    assert verdict.expected == pytest.approx((exact * np.arange(len(exact))).sum(), abs=1e-9)


@pytest.mark.parametrize("rolls", [1, 63, 64, 65, 128, 129, 500])
def test_rolls_added_up_by_halves_are_those_of_one_after_the_other(rolls):
    """Many a record has no two equal chances, and no power of two of rolls."""
    chances = np.random.default_rng(rolls).uniform(0, 100, rolls)
    one_by_one = np.ones(1)
    for chance in chances / 100:
        one_by_one = np.convolve(one_by_one, [1 - chance, chance])
    found = unlucky([(chance, True) for chance in chances]).distribution
    assert found == pytest.approx(one_by_one, rel=1e-11, abs=1e-300)


def test_a_hundred_thousand_rolls_are_no_work():
    """They took two minutes, added up one by one: half of 100,000 squared products."""
    chances = np.random.default_rng(5).uniform(0, 100, 100_000)
    verdict = unlucky([(chance, place < 50_000) for place, chance in enumerate(chances)])
    successes = np.arange(100_001)
    assert abs(verdict.distribution.sum() - 1) < 1e-12
    assert verdict.distribution @ successes == pytest.approx(verdict.expected, rel=1e-12)
    spread = verdict.distribution @ (successes - verdict.expected) ** 2
    assert spread == pytest.approx((chances / 100 * (1 - chances / 100)).sum(), rel=1e-9)
    assert verdict.at_most + verdict.at_least == pytest.approx(1, abs=0.01)


def test_a_record_has_so_many_rolls_at_most(monkeypatch):
    monkeypatch.setattr(records, "MOST_ROLLS", 3)
    assert unlucky([(50, True)] * 3).rolls == 3
    with pytest.raises(ValueError, match=r"^record = 4 rolls is out of range: .* at most 3; ask"):
        unlucky([(50, True)] * 4)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (
            [(95, False)] * 2,
            "Yes, you were very unlucky: 0 successes in 2 rolls, where 1.9 were "
            "expected. Only one such record in 400 has so few, or fewer.",
        ),
        ([(75, False)] * 2, "Yes, you were a little unlucky:"),
        ([(85, False)] * 2, "Yes, you were unlucky:"),
        ([(5, True)] * 2, "No, you were very lucky: 2 successes in 2 rolls, where 0.1 were"),
        (
            [(50, True)],
            "No, your luck was ordinary: 1 success in 1 roll, where 0.5 were expected. "
            "Of such records 50% have so many, or more.",
        ),
        (
            [(52, False)] * 2,  # 0.48² = 23%
            "No, your luck was ordinary: 0 successes in 2 rolls, where 1.0 were expected. "
            "Of such records 23% have so few, or fewer.",
        ),
        (
            [(0, True)],
            "No, you were very lucky: 1 success in 1 roll, where 0.0 were expected. "
            "No such record has so many, or more.",
        ),
    ],
)
def test_the_answer_in_words(record, words):
    assert unlucky(record).words.startswith(words)


def test_a_frame_is_a_record():
    frame = pd.DataFrame({"chance": [75, 90], "success": [True, False]})
    assert unlucky(frame) == unlucky([(75, True), (90, False)])


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ([], "at least one roll"),
        ([(75, "miss")], "success = 'miss' is out of range"),
        ([(75, float("nan"))], "success = nan"),
        ([(float("nan"), True)], "chance = nan"),
        ([(101, True)], r"chance = 101\.0"),
    ],
)
def test_outside_the_domain(record, message):
    with pytest.raises(ValueError, match=message):
        unlucky(record)


def test_every_way_to_write_success():
    content = b"chance,success\n75,hit\n75,MISS\n75,1\n75,0\n75,yes\n75,No\n75,True\n75,false\n"
    assert read_record(content, "a.csv")["success"].tolist() == [True, False] * 4


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"chance,success\n\n175,hit\n", r"a\.csv, row 3, column 'chance': 175 is out of range"),
        (
            b"chance,success\n75,perhaps\n",
            r"a\.csv, row 2, column 'success': 'perhaps' is not known",
        ),
        (b"chance,success\n75\n", r"a\.csv, row 2, column 'success': '' is not known"),
        (b"chance\n75\n", r"a\.csv, row 1, column 'success': the column is missing"),
    ],
)
def test_a_bad_row_is_named(content, message):
    with pytest.raises(TableError, match=message):
        read_record(content, "a.csv")


def test_fractions_are_taken_for_a_slip():
    with pytest.raises(
        ValueError, match=r"row 2, column 'chance': 0.75 is below 1; .* write 75 or"
    ):
        read_record(b"chance,success\n0.75,1\n1,0\n", "mine.csv")
    assert len(read_record(b"chance,success\n1,1\n0,0\n", "mine.csv")) == 2


def test_chances_may_be_in_percent():
    record = read_record(b"chance,success\n75%,hit\n0.5 %,miss\n60,miss\n", "a.csv")
    assert record["chance"].tolist() == [75, 0.5, 60]


def test_a_success_at_a_chance_of_0_is_no_luck():
    with pytest.raises(TableError, match=r"a\.csv, row 3, column 'success': a success at a chance"):
        read_record(b"chance,success\n15,hit\n0,hit\n", "a.csv")
