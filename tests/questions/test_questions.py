"""Questions for any function, each answer beside a scan of all values."""

import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.core.binomial import wilson
from combat.core.estimate import Estimate
from combat.dice.blows import survival
from combat.questions import effects, search, seek


def counted(function):
    """The function, and a list of the values that it was asked for."""
    asked = []

    def inner(value):
        asked.append(value)
        return function(value)

    return inner, asked


class TestWholeNumbers:
    @given(
        steps=st.lists(st.integers(0, 5), min_size=2, max_size=300),
        target=st.integers(-5, 600),
        falling=st.booleans(),
        looks=st.integers(2, 70),
    )
    def test_a_monotone_function_is_scanned(self, steps, target, falling, looks):
        sign = -1 if falling else 1
        curve = sign * np.cumsum(steps)
        found = seek(
            lambda x: curve[x],
            sign * target,
            0,
            len(steps) - 1,
            whole=True,
            falling=falling,
            looks=looks,
        )
        there = [x for x, y in enumerate(curve) if (y <= -target if falling else y >= target)]
        assert found.reached == bool(there)
        assert found.monotone
        if there:
            assert found.value == there[0]
            assert found.crossings == ((there[0],) if there[0] else ())
        else:
            # The first of those that come nearest of all.
            assert abs(found.at - sign * target) == min(abs(curve - sign * target))
        assert found.at == curve[found.value]

    @given(curve=st.lists(st.integers(-9, 9), min_size=2, max_size=65), target=st.integers(-9, 9))
    def test_every_crossing_of_any_function_is_told(self, curve, target):
        found = seek(lambda x: curve[x], target, 0, len(curve) - 1, whole=True)
        reached = [y <= target if found.falling else y >= target for y in curve]
        assert found.complete
        assert found.crossings == tuple(
            x for x in range(1, len(curve)) if reached[x] != reached[x - 1]
        )
        assert found.reached == any(reached)
        if any(reached):
            assert found.value == reached.index(True)

    def test_halving_takes_few_calls(self):
        function, asked = counted(lambda x: x)
        assert seek(function, 123_456, 0, 1_000_000, whole=True, looks=2).value == 123_456
        assert len(asked) == len(set(asked)) < 25

    def test_values_below_zero_are_halved_as_well(self):
        assert seek(lambda x: x, -60, -1000, 0, whole=True, looks=2).value == -60

    def test_what_rises_and_falls_is_noticed_and_tried_out(self):
        """A dip of one value, which halving would pass by, in a range that rises and falls."""
        found = seek(lambda x: 5 if x == 777 else x % 50 / 100, 1, 0, 2000, whole=True, looks=10)
        assert (found.value, found.crossings, found.monotone) == (777, (777, 778), False)
        assert found.complete
        assert "crossed 2 times, at 777, 778" in str(found)

    def test_a_range_too_wide_to_try_out_says_so(self):
        found = seek(lambda x: x % 50, 60, 0, 100_000, whole=True)
        assert not found.reached
        assert not found.complete
        assert len(found.tried) < 100
        assert str(found).endswith(
            "the results rise and fall; between the values tried it may cross unseen"
        )

    @pytest.mark.parametrize(("most", "complete"), [(99, False), (100, True)])
    def test_so_many_are_tried_at_most(self, monkeypatch, most, complete):
        monkeypatch.setattr(search, "MOST_TRIED", most)
        found = seek(lambda x: x % 7, 9, 1, 100, whole=True, looks=20)
        assert (found.complete, len(found.tried) == 100) == (complete, complete)
        # Where each was tried, nothing can have crossed unseen.
        assert ("it may cross unseen" in str(found)) != complete

    def test_what_has_no_result_is_left_out(self):
        def even(x):
            if x % 2:
                raise ValueError(f"x = {x} is odd")
            return x

        found = seek(even, 30.5, 1, 90, whole=True)
        assert found.value == 32
        assert set(found.left_out) == {x for x in range(1, 91) if x % 2 and x in found.left_out}
        assert "left out: 1 and" in str(found)
        assert "(x = 1 is odd)" in str(found)
        assert seek(lambda x: float("nan") if x < 3 else x, 5, 0, 9, whole=True).left_out == (
            dict.fromkeys([0, 1, 2], "the result is NaN")
        )


class TestAnyNumber:
    @given(root=st.floats(-9.9, 9.9), falling=st.booleans())
    def test_a_root_is_found_closely(self, root, falling):
        found = seek(lambda x: (-1) ** falling * np.arctan(x - root), 0, -10, 10)
        assert found.value == pytest.approx(root, abs=1e-9)
        assert (found.reached, len(found.crossings), found.falling) == (True, 1, falling)

    def test_all_crossings_of_a_wave(self):
        found = seek(np.sin, 0.5, 0, 20)
        exact = sorted(
            turn + 2 * np.pi * k for turn in (np.pi / 6, 5 * np.pi / 6) for k in range(4)
        )
        assert found.crossings == pytest.approx([x for x in exact if x <= 20], abs=1e-9)
        assert (found.value, found.monotone) == (found.crossings[0], False)

    @pytest.mark.parametrize("peak", [5.05, 7.05])
    def test_a_peak_between_two_looks_counts(self, peak):
        """Also where the range ends higher than it begins: no look is beyond the target."""
        found = seek(lambda x: -((x - peak) ** 2), -1e-5, 0, 12)
        assert found.crossings == pytest.approx([peak - 1e-5**0.5, peak + 1e-5**0.5], abs=1e-9)
        assert (found.value, found.falling) == (found.crossings[0], False)
        assert all(abs(place - peak) > 1e-2 for place in np.linspace(0, 12, 65))

    def test_a_peak_in_the_very_middle_of_two_looks_counts(self):
        found = seek(lambda x: -((x - 6) ** 2), -1e-5, 0, 12, looks=4)
        assert found.crossings == pytest.approx([6 - 1e-5**0.5, 6 + 1e-5**0.5], abs=1e-9)

    @pytest.mark.parametrize("height", [3, 2.5])
    def test_a_step_is_found_where_it_begins(self, height):
        found = seek(np.floor, height, 0, 12.3)
        assert (found.value, found.at) == (pytest.approx(3, abs=1e-9), 3)
        assert seek(lambda x: -np.floor(x), -height, 0, 12.3).value == found.value

    def test_a_step_that_ends_at_a_look_is_found_where_it_begins(self):
        """At the target from 2.9 on, and above it from 3 on, which is a look."""
        found = seek(lambda x: -1 if x < 2.9 else max(0, x - 3), 0, 0, 6, looks=3)
        assert found.value == pytest.approx(2.9, abs=1e-9)

    def test_the_target_touched_at_one_value(self):
        found = seek(lambda x: x**2, 0, -5, 5)
        assert found.value == pytest.approx(0, abs=1e-6)
        assert found.at == pytest.approx(0, abs=1e-9)
        # There and back at one value is one crossing.
        assert len(found.crossings) == 1

    def test_two_looks_suffice_where_it_goes_one_way(self):
        function, asked = counted(np.tanh)
        assert seek(function, 0.5, -3, 8, looks=2).value == pytest.approx(np.arctanh(0.5))
        assert len(asked) < 20


class TestWords:
    def test_of_whole_numbers(self):
        shown = seek(lambda x: x / 31, 0.66, 1, 31, whole=True)
        assert str(shown) == "21 is the least value that reaches 66%: 67.7% there"
        sure = seek(lambda x: 1 - 0.5**x, 0.999, 1, 31, whole=True)
        assert str(sure) == "10 is the least value that reaches 99.9%: 99.9% there"
        surer = seek(lambda x: 1 - 0.5**x, 0.9997, 1, 31, whole=True)
        assert str(surer) == "12 is the least value that reaches 99.97%: 99.98% there"
        falls = seek(lambda blows: survival(0.3, 1, blows), 0.2, 0, 40, whole=True)
        assert str(falls) == "5 is the least value that comes down to 20%: 16.8% there"

    def test_what_is_no_chance_is_no_percentage(self):
        assert repr(seek(lambda x: 3 * x, 7, 0, 9)) == "2.33333 reaches 7"
        assert repr(seek(lambda x: 3 * x, 0.5, 0, 9, whole=True)) == (
            "1 is the least value that reaches 0.5: 3 there"
        )
        assert repr(seek(lambda x: x / 2, 0.5, 0, 3, whole=True)) == (
            "1 is the least value that reaches 0.5: 0.5 there"
        )

    @pytest.mark.parametrize(
        ("high", "left_out"),
        [(6, "6 times, at 1, 2, 3, 4, 5, 6"), (7, "7 times, at 1, 2, 3, 4, 5, 6, …")],
    )
    def test_six_crossings_are_told_and_that_there_are_more(self, high, left_out):
        found = seek(lambda x: x % 2, 1, 0, high, whole=True)
        assert len(found.crossings) == high
        assert str(found).endswith(f"; the target is crossed {left_out}")

    @pytest.mark.parametrize(
        ("chance", "left_out"), [(0, "0%"), (4.9e-5, "less than 0.01%"), (5e-5, "0.005%")]
    )
    def test_a_hair_of_a_chance_is_not_none(self, chance, left_out):
        found = seek(lambda blows: chance if blows else 0.5, 0.1, 0, 1, whole=True)
        assert str(found) == f"1 is the least value that comes down to 10%: {left_out} there"

    def test_what_is_not_reached_is_told_with_the_nearest(self):
        found = seek(lambda x: x / 50, 0.9, 0, 40, whole=True)
        assert (found.value, found.reached, found.at, found.crossings) == (40, False, 0.8, ())
        assert str(found) == "90% is not reached from 0 to 40: 40 comes nearest, 80% there"

    def test_the_nearest_may_lie_within_the_range(self):
        found = seek(lambda x: -((x - 3) ** 2), 5, 0, 10, whole=True, falling=False)
        assert str(found).startswith("5 is not reached from 0 to 10: 3 comes nearest, 0 there")

    def test_what_is_reached_from_the_start(self):
        found = seek(lambda x: 0.5 + x / 100, 0.2, 0, 40, whole=True)
        assert (found.value, found.reached, found.crossings) == (0, True, ())
        assert str(found) == "0, the lowest value, reaches 20% already: 50% there"


class TestSimulated:
    """The share of so many draws below x/40: 24 is the value that gives 60 %."""

    @staticmethod
    def share(x, seed, draws=400):
        return np.mean(np.random.default_rng(seed).random(draws) < x / 40)

    def interval(self, x, seed, draws=400):
        share = self.share(x, seed, draws)
        return share, *wilson(round(draws * share), draws)

    def test_by_intervals_of_the_results(self):
        """Nineteen of twenty intervals hold the true value: of 80, 76 give or take 2."""
        held = 0
        for seed in range(80):
            found = seek(lambda x, seed=seed: self.interval(x, seed), 0.6, 0, 40, looks=9)
            assert found.interval[0] <= found.value <= found.interval[1]
            held += found.interval[0] <= 24 <= found.interval[1]
        assert 70 <= held < 80

    def test_the_interval_is_where_the_results_hold_the_target(self):
        found = seek(lambda x: self.interval(x, 3), 0.6, 0, 40, whole=True)
        holds = [x for x in range(41) if self.interval(x, 3)[1] <= 0.6 <= self.interval(x, 3)[2]]
        # The first that surely reaches it still may be the least.
        assert found.interval == (holds[0], holds[-1] + 1)
        assert f"simulated, so from {holds[0]} to {holds[-1] + 1}" in str(found)
        assert found.tried.columns.tolist() == ["result", "low", "high"]

    def test_one_value_alone_may_hold_the_target(self):
        found = seek(lambda x: (x, x, x + 0.1), 5, 0, 10, whole=True)
        assert found.interval == (5, 5)
        assert str(found) == (
            "5 is the least value that reaches 5: 5 there; "
            "simulated, but no other value is within the interval"
        )

    def test_noise_alone_is_no_second_crossing(self):
        """Without common random numbers the results jitter about the target."""

        def jitter(x):
            return self.interval(x, int(1000 * x), draws=100)

        found = seek(jitter, 0.6, 0, 40, whole=True)
        assert len(found.crossings) == 1
        assert found.monotone
        both = seek(lambda x: self.interval(20 - abs(x - 20), 5, draws=4000), 0.3, 0, 40)
        assert not both.monotone
        assert both.crossings == pytest.approx([12, 28], abs=0.7)

    def test_near_the_ends_of_the_range(self):
        short = seek(lambda x: self.interval(x, 3), 0.6, 0, 23)
        assert (short.reached, short.value, short.interval[1]) == (False, 23, 23)
        assert short.interval[0] < 23
        never = seek(lambda x: self.interval(x, 3), 0.6, 0, 10)
        assert (never.reached, never.interval) == (False, None)
        early = seek(lambda x: self.interval(x, 3), 0.6, 25, 40)
        assert early.interval[0] == 25


def survival_of(x):
    return survival(x + 1, 1, 1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: seek(abs, 1, 5, 5), "low = 5 is out of range: it must be below high = 5"),
        (lambda: seek(abs, 1, 0, 2.5, whole=True), "high = 2.5 is out of range: it must be whole"),
        (lambda: seek(abs, 1, 0, 2, looks=1), "looks = 1.0 is out of range"),
        (
            lambda: seek(lambda x: "much", 1, 0, 2),
            "the function gave 'much': it must give a number",
        ),
        (lambda: seek(lambda x: (1, 2, 3), 1, 0, 2), "the first must lie between the others"),
        (lambda: seek(lambda x: np.ones(2), 1, 0, 2), "it must give a number, or"),
        (lambda: seek(lambda x: survival(x, 1, 1), 1, 2, 3), "at 2: chance = 2.0 is out of range"),
        (lambda: effects(abs, 1, {}), "no change is within the function's domain; there are none"),
        (lambda: effects(abs, 1, {"a": survival_of}), "left out: a (chance = 2.0 is out of range"),
        (lambda: effects(lambda x: None, 1, {"a": abs}), "the function gave None"),
    ],
)
def test_mistakes_are_named(call, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        call()


CHANGES = {"one more": lambda at: (*at, 5), "none": lambda at: (), "twice": lambda at: 2 * at}


class TestEffects:
    def test_the_greatest_comes_first(self):
        frame = effects(sum, (1, 2), CHANGES)
        assert frame["effect"].to_dict() == {"one more": 5, "none": -3, "twice": 3}
        assert frame["result"].tolist() == [8, 0, 6]
        assert frame.columns.tolist() == ["result", "effect"]

    def test_many_at_once_are_what_each_is_alone(self):
        def refused(_at):
            raise ValueError("it has no such step")

        changes = CHANGES | {"refused": refused}
        found = effects(lambda games: map(sum, games), (1, 2), changes, together=True)
        pd.testing.assert_frame_equal(found, effects(sum, (1, 2), changes))
        assert found.attrs["left_out"] == {"refused": "it has no such step"}
        with pytest.raises(ValueError, match="shorter"):
            effects(lambda _: [1, 2], (1, 2), changes, together=True)

    def test_a_change_outside_of_the_domain_is_left_out(self):
        found = effects(lambda x: survival(x, 1, 1), 0.5, {"a": lambda x: 1, "b": lambda x: 10 / 3})
        assert found["effect"].to_dict() == {"a": -0.5}
        assert found.attrs["left_out"]["b"].startswith("chance = 3.3333333333333335 is out of")


@pytest.mark.parametrize(
    ("jump", "left_out"),
    [
        (lambda x: float(x > 1 / 3), "0.333334 reaches 50%: it jumps from 0% to 100% there"),
        (lambda x: 0.4 if x <= 1.35 else 0.6, "just above 1.35 reaches 50%: it jumps from 40% to"),
        (lambda x: 0.4 if x < 1.35 else 0.6, "1.35 reaches 50%: it jumps from 40% to 60% there"),
        (lambda x: float(x < 0.3), "0.3 comes down to 50%: it jumps from 100% to 0% there"),
    ],
)
def test_the_printed_value_reaches_the_target_when_it_is_typed_in(jump, left_out):
    """0.333333 was said to reach what it doesn't, and 1.35 what only a hair more does."""
    found = seek(jump, 0.5, 0, 3)
    assert str(found).startswith(left_out)
    value = float(str(found).removeprefix("just above ").split()[0])
    assert (jump(value) >= 0.5) != ("just above" in str(found) or found.falling)


def test_whole_numbers_are_printed_in_full():
    found = seek(lambda x: x, 1234567, 0, 9_999_999, whole=True)
    assert str(found) == "1234567 is the least value that reaches 1234567: 1234567 there"


def test_crossings_between_looks_may_be_more():
    assert "crossed at least 2 times" in str(seek(lambda x: x * (10 - x), 9, 0, 10))
    assert "crossed 2 times" in str(seek(lambda x: x * (10 - x), 9, 0, 10, whole=True))


def test_an_estimate_is_a_number_with_its_interval():
    def as_estimate(x):
        return Estimate(x, x - 0.1, x + 0.2)

    def as_three(x):
        return x, x - 0.1, x + 0.2

    found, other = seek(as_estimate, 2, 0, 5), seek(as_three, 2, 0, 5)
    assert (found.value, found.interval) == (other.value, other.interval)
    assert found.interval is not None
