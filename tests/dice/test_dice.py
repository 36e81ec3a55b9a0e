"""Finite distributions against enumeration, and against icepool."""

import math
import re

import icepool
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.dice import (
    Distribution,
    constant,
    dice,
    distribution,
    expression,
    mix,
    pools,
    terms,
    uniform,
)


def same(ours, theirs):
    """Whether a Distribution is icepool's Die."""
    assert ours.values.tolist() == list(theirs.outcomes())
    assert ours.chances == pytest.approx(theirs.probabilities(), rel=1e-9, abs=1e-15)
    assert abs(ours.chances.sum() - 1) < 1e-12


def test_expressions():
    assert (dice("1d6").mean, dice("1d6").sd) == pytest.approx((3.5, (35 / 12) ** 0.5))
    assert dice("5").mean == dice(5).mean == 5
    assert dice("0d0").values.tolist() == [0]
    assert dice("1d6 + 2").values[0] == 3


@pytest.mark.parametrize(
    "text",
    [
        *("2d", "d-6", "-1d6", "1d6+", "", "d", "2x6", "1d6--1", "1.5d6", "1d0", "w", "!"),
        *("3d6kh0", "3d6dl3", "2d6!!", "2d6kx", "2d6kh1.5", "99d999kh50"),
    ],
)
def test_malformed_dice_are_named(text):
    with pytest.raises(ValueError, match=re.escape(repr(text))):
        dice(text)


def test_a_number_that_is_no_count_of_points_is_named():
    with pytest.raises(ValueError, match=r"^dice = 2\.5 is no whole number; multiply .* by 2$"):
        dice(2.5)


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
    with pytest.raises(ValueError, match=r"^weights = 0\.9 in sum is out of range"):
        mix([0.5, 0.4], [constant(0), constant(1)])
    with pytest.raises(ValueError, match=r"^weights = -0\.5 is out of range"):
        mix([-0.5, 1.5], [constant(0), constant(1)])
    with pytest.raises(ValueError, match=r"^weights = 1\.5 is out of range"):
        mix([1.5, 0], [constant(0), constant(1)])


def test_samples_follow_the_seed():
    first, second = (uniform(1, 6).sample(4, 10).tolist() for _ in range(2))
    assert first == second
    assert len(first) == 10


def test_the_ends_of_a_range_are_whole_numbers_of_any_kind():
    assert uniform(np.int64(1), 4.0).values.tolist() == [1, 2, 3, 4]
    with pytest.raises(ValueError, match=r"^low = 0\.5 is out of range: it must be whole$"):
        uniform(0.5, 4)


def test_a_mean_that_is_0_but_for_rounding_has_no_sign():
    even = mix([0.5 + 1e-12, 0.5 - 1e-12], [constant(-1), constant(1)])
    assert repr(even) == "Distribution(-1..1 by 2, mean 0)"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ([36, 72, 108], "36..108 by 36, mean 72"),
        ([36, 37, 38], "36..38, mean 37"),
        ([0.5, 1.5, 2.5], "0.5..2.5, mean 1.5"),
        ([0.1, 0.2, 0.3], "0.1..0.3 by 0.1, mean 0.2"),
        ([0, 1, 5], "0..5 in 3 values, mean 2"),
        ([7], "7..7, mean 7"),
        ([1, 2, np.inf], "1..inf, mean inf"),
        ([np.inf], "inf..inf, mean inf"),
    ],
)
def test_it_says_how_far_its_values_are_apart(values, said):
    """36 * d looked like the sum of 36 rolls of d."""
    found = mix([1 / len(values)] * len(values), [constant(one) for one in values])
    assert repr(found) == f"Distribution({said})"


def test_an_empty_range_is_named():
    with pytest.raises(ValueError, match="high = 0"):
        uniform(1, 0)


def test_the_highest_of_many_are_those_of_icepool():
    same(dice("30d10kh12"), icepool.d(10).highest(30, 12))
    same(dice("200d6kl3 + 2"), icepool.d(6).lowest(200, 3) + 2)


@pytest.mark.parametrize(("sides", "again"), [(4, 19), (6, 15), (20, 9)])
def test_exploding_dice_are_those_of_icepool(sides, again):
    """A die goes on until the chance of it is below 1e-12."""
    assert sides**-again > 1e-12 >= sides ** -(again + 1)
    die = icepool.d(sides).explode(depth=again)
    same(dice(f"d{sides}!"), die)
    same(dice(f"3d{sides}!+1"), 3 @ die + 1)
    assert dice(f"3d{sides}!").mean == pytest.approx(3 * sides / (sides - 1) * (sides + 1) / 2)


def test_exploding_dice_of_which_the_highest_count():
    same(dice("4d6!kh2"), icepool.d(6).explode(depth=15).highest(4, 2))


def test_expressions_as_people_write_them():
    for text, plain in [
        ("2W6", "2d6"),
        ("w20 + 5", "d20+5"),
        ("4D6KH3", "4d6kh3"),
        ("4d6dl", "4d6kh3"),
        ("2d20kl", "2d20kl1"),
        ("2d20k1", "2d20kh1"),
        ("4d6k4", "4d6"),
    ]:
        written, meant = dice(text), dice(plain)
        assert written.values.tolist() == meant.values.tolist()
        assert written.chances == pytest.approx(meant.chances)
    assert dice("0d6!").values.tolist() == [0]
    assert (dice("2d20kh1+1d4").mean, dice("10-2d6kl1").values.tolist()) == (
        pytest.approx(13.825 + 2.5),
        [4, 5, 6, 7, 8, 9],
    )


@pytest.fixture
def fresh():
    """Dice that were read before are read again."""
    expression._read.cache_clear()
    yield expression._read.cache_clear
    expression._read.cache_clear()


@pytest.mark.parametrize(("count", "sides"), [(40, 6), (16, 5), (21, 4)])
def test_many_dice_are_the_same_by_either_way(monkeypatch, fresh, count, sides):
    """So many products at most: one more, and it is done by Fourier transform.

    16d5 and 21d4 have 65 and 64 sums: a transform of 64 holds the latter alone.
    """
    ways = []
    for most in (count**2 * sides**2 / 2, count**2 * sides**2 / 2 - 1):
        monkeypatch.setattr(pools, "MOST_WORK", most)
        ways.append(dice(f"{count}d{sides}"))
        fresh()
    slow, fast = ways
    assert slow.values.tolist() == fast.values.tolist()
    assert slow.chances == pytest.approx(fast.chances, abs=1e-15)
    assert (slow.chances != fast.chances).any()


def test_dice_that_take_too_long_are_refused(monkeypatch, fresh):
    """Three of so many d6: 6 values, 3 x 3 places, 16 sums."""
    monkeypatch.setattr(pools, "MOST_WORK", 6 * 3**2 * 16)
    assert dice("9d6kh3").values[-1] == 18
    fresh()
    monkeypatch.setattr(pools, "MOST_WORK", 6 * 3**2 * 16 - 1)
    with pytest.raises(ValueError, match="'9d6kh3': 3 of 9 dice kept take too long"):
        dice("9d6kh3")


def test_a_thousand_dice_add_up_to_one():
    many = dice("1000d100")
    assert abs(many.chances.sum() - 1) < 1e-12
    assert (many.mean, many.sd) == pytest.approx((50500, (1000 * (100**2 - 1) / 12) ** 0.5))
    middle = many.chances[many.values == 50500].item()
    assert middle == pytest.approx(1 / (many.sd * (2 * np.pi) ** 0.5), rel=1e-3)


def listed(one, other):
    """The sum of two distributions by all pairs of values, exact but for one rounding each."""
    found = {}
    for value, chance in zip(one.values.tolist(), one.chances.tolist(), strict=True):
        for more, its in zip(other.values.tolist(), other.chances.tolist(), strict=True):
            found.setdefault(value + more, []).append(chance * its)
    return {value: math.fsum(found[value]) for value in sorted(found)}


def sparse(values):
    """A distribution over some values, all unlike."""
    chances = np.arange(1.0, len(values) + 1)
    return Distribution(np.array(values), chances / chances.sum())


class TestSumsOfMany:
    """Sums were listed pair by pair: 10d1000 twice took 5.5 GiB, and differences terabytes."""

    def test_many_values_are_added_up(self):
        found = dice("10d1000+10d1000")
        assert found.values.tolist() == list(range(20, 20001))
        assert found.chances == pytest.approx(dice("20d1000").chances, abs=1e-15)
        assert dice("100d100+100d100+100d100").mean == pytest.approx(15150, rel=1e-12)
        assert dice("10d1000-10d1000").mean == pytest.approx(0, abs=1e-9)

    @settings(max_examples=40)
    @given(
        one=st.sets(st.integers(-200, 200), min_size=1, max_size=60),
        other=st.sets(st.integers(-200, 200), min_size=1, max_size=60),
        scale=st.sampled_from([1, 7, 0.5, 0.25, 0.1, 10**9]),
    )
    def test_gaps_and_fractions_are_those_of_all_pairs(self, one, other, scale):
        one, other = (sparse([scale * value for value in sorted(side)]) for side in (one, other))
        expected = listed(one, other)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(distribution, "_FEW", 0)
            found = one + other
        assert found.values.tolist() == list(expected)
        assert found.chances == pytest.approx(list(expected.values()), rel=1e-13, abs=1e-16)

    def test_long_sums_go_block_by_block(self, monkeypatch):
        one, other = dice("3d20"), dice("2d30") - 5
        whole = one + other
        monkeypatch.setattr(distribution, "_BLOCK", 7)
        assert (one + other).chances == pytest.approx(whole.chances, abs=1e-16)

    def test_a_few_values_far_apart_make_no_long_grid(self, monkeypatch):
        monkeypatch.setattr(distribution, "_FEW", 0)
        monkeypatch.setattr(distribution, "convolved", None)
        assert (sparse([0, 1_000_000]) + sparse([0, 1])).values.tolist() == [0, 1, 10**6, 10**6 + 1]
        assert (sparse([0, 10**15]) + uniform(0, 1)).values.tolist() == [0, 1, 10**15, 10**15 + 1]
        assert (sparse([1.0, np.inf]) + uniform(0, 1)).values.tolist() == [1, 2, np.inf]

    def test_values_that_cannot_come_up_stay_away_and_unlikely_ones_stay(self):
        far = Distribution(np.array([0, 2]), np.array([1.0, 0.0]))
        total = far + uniform(0, 999) * 4
        assert len(total.values) == 2000
        assert total.chances.min() == 0

    def test_the_work_of_a_sum_is_known_before_it_begins(self, monkeypatch):
        one, other = uniform(1, 100), uniform(1, 50)
        monkeypatch.setattr(distribution, "_MOST_PAIRS", 4999)
        monkeypatch.setattr(distribution, "MOST_WORK", 5000)
        assert len((one + other).values) == 149
        monkeypatch.setattr(distribution, "MOST_WORK", 4999)
        monkeypatch.setattr(distribution, "convolved", None)
        with pytest.raises(ValueError, match="the sum of 100 and 50 values takes too long: use"):
            one + other
        monkeypatch.setattr(distribution, "_MOST_PAIRS", 5000)
        assert len((one + other).values) == 149

    @pytest.mark.parametrize(
        "written",
        [
            "1000d1000-1000d1000",
            "0-1000000+3d1000",
            "+".join(["100d100"] * 50),
            "100d1000!+100d1000!",
            "400d4kh399+400d4kh398+400d4kh397",
            "1000 of (0-1000000)",
            "d1000!2",
            "(3d1000, 2d1000)k4",
            "10 of (1d1000*1000000)",
        ],
    )
    def test_what_takes_too_long_is_told_before_a_die_is_read(self, monkeypatch, fresh, written):
        for name in ("sum_of", "highest_of", "exploded"):
            monkeypatch.setattr(terms, name, None)
        with pytest.raises(ValueError, match="take too long to add up: write fewer or smaller"):
            dice(written)

    def test_the_cost_of_an_expression_is_exact_at_its_edge(self, monkeypatch, fresh):
        """2d6 has 12 x 12 / 2 products, and 1 x 11 to be added; 1d4 8, and 11 x 4."""
        monkeypatch.setattr(expression, "MOST_WORK", 72 + 11 + 8 + 44)
        assert dice("2d6+1d4").values[-1] == 16
        fresh()
        monkeypatch.setattr(expression, "MOST_WORK", 72 + 11 + 8 + 44 - 1)
        with pytest.raises(ValueError, match=r"'2d6\+1d4' take too long to add up"):
            dice("2d6+1d4")

    @pytest.mark.parametrize("written", ["9" * 5000, "1d6+1000000000000", "1000000000000-1d6"])
    def test_a_number_too_large_for_a_float_is_refused(self, written):
        with pytest.raises(ValueError, match="numbers in them up to 999,999,999,999"):
            dice(written)


class TestRanges:
    @pytest.mark.parametrize("written", ["12-15", "12 - 15", "12–15", "12−15"])
    def test_a_range_is_each_whole_number_as_likely(self, written):
        """It was 12 less 15: a Knight of 12-15 did 1 a hit."""
        assert dice(written).values.tolist() == [12, 13, 14, 15]
        assert dice(written).chances == pytest.approx([0.25] * 4)

    def test_more_may_follow(self):
        assert dice("1-6+1d6").chances == pytest.approx(dice("2d6").chances)
        assert dice("12-15-2").values.tolist() == [10, 11, 12, 13]
        assert dice("7-7").values.tolist() == [7]

    def test_dice_with_a_bonus_and_a_malus_stay_what_they_were(self):
        assert dice("1d6+2-1").values.tolist() == [2, 3, 4, 5, 6, 7]
        assert dice("2d6-12+3").mean == pytest.approx(-2)


class TestSums:
    @settings(max_examples=80)
    @given(
        written=st.sampled_from(["1d20", "2d6", "3d6", "1d4!", "4d6kh3", "2d20kl1", "5-11", "1d7"]),
        times=st.sampled_from([1, 0.5, 3]),
        armor=st.integers(0, 9),
    )
    def test_chances_never_sum_to_more_than_one(self, written, times, armor):
        """A quarter of usual dice summed to 1.0000000000000002: 1 less it is no chance."""
        found = dice(written)
        for one in (found, found * times, found - armor, found + found, -found):
            assert one.chances.sum() <= 1
            assert one.chances.sum() == pytest.approx(1, abs=1e-12)

    def test_what_is_no_distribution_is_refused(self):
        for chances in ([0.5, 0.4], [1.5, -0.5], [np.nan, 1]):
            with pytest.raises(ValueError, match="each must be at least 0, and they must sum to 1"):
                Distribution([1, 2], chances)
