"""Finite distributions against enumeration."""

import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.dice import constant, dice, mix, uniform


@given(count=st.integers(1, 4), sides=st.integers(1, 6), bonus=st.integers(-3, 3))
def test_dice_are_the_enumeration(count, sides, bonus):
    sums = [sum(faces) + bonus for faces in product(range(1, sides + 1), repeat=count)]
    values, counts = np.unique(sums, return_counts=True)
    rolled = dice(f"{count}d{sides}{bonus:+d}")
    assert rolled.values.tolist() == values.tolist()
    assert rolled.chances == pytest.approx(counts / len(sums))
    assert abs(rolled.chances.sum() - 1) < 1e-12
    assert rolled.mean == pytest.approx(np.mean(sums))
    assert rolled.sd == pytest.approx(np.std(sums))


def test_expressions():
    assert dice("d6").values.tolist() == [1, 2, 3, 4, 5, 6]
    assert dice("2d4 - 1d4").values.tolist() == list(range(-2, 8))
    assert dice("5").mean == dice(5).mean == 5
    assert dice("0d0").values.tolist() == [0]
    assert dice("1d6 + 2").values[0] == 3


@pytest.mark.parametrize(
    "text",
    ["2d", "d-6", "-1d6", "1d6+", "", "d", "2x6", "1d6--1", "1.5d6", "1d0", "2000d6", "1d5000"],
)
def test_malformed_dice_are_named(text):
    with pytest.raises(ValueError, match=re.escape(repr(text))):
        dice(text)


def test_arithmetic():
    assert (uniform(1, 6) - uniform(1, 6)).mean == pytest.approx(0)
    assert (10 - uniform(1, 4)).values.tolist() == [6, 7, 8, 9]
    assert (2 * uniform(1, 2)).values.tolist() == [2, 4]
    assert (constant(1) + 1).mean == 2


def test_map_gathers():
    floored = uniform(1, 6).map(lambda values: np.maximum(values, 4))
    assert floored.values.tolist() == [4, 5, 6]
    assert floored.chances == pytest.approx([4 / 6, 1 / 6, 1 / 6])


def test_quantiles():
    assert [uniform(1, 4).quantile(share) for share in (0, 0.25, 0.26, 1)] == [1, 1, 2, 4]


def test_a_mixture():
    half = mix([0.5, 0.5], [dice("1d4"), constant(4)])
    assert half.chances == pytest.approx([1 / 8, 1 / 8, 1 / 8, 5 / 8])
    with pytest.raises(ValueError, match="weights"):
        mix([0.5, 0.4], [constant(0), constant(1)])


def test_samples_follow_the_seed():
    first, second = (uniform(1, 6).sample(4, 10).tolist() for _ in range(2))
    assert first == second


def test_an_empty_range_is_named():
    with pytest.raises(ValueError, match="high = 0"):
        uniform(1, 0)
