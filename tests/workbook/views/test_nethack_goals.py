"""What notebook 03 computes of the overhaul's goals, by other ways."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from combat.dice import dice
from combat.workbook.views import nethack_goals


def test_the_share_of_the_dice_is_that_of_many_rolls():
    rng = np.random.default_rng(2)
    random = rng.integers(1, 7, 200_000) + rng.integers(1, 6, 200_000)
    seen = random.var() / (random + rng.normal(0, 8, 200_000)).var()
    assert nethack_goals.share_of_dice(dice("1d6"), dice("1d5")) == pytest.approx(seen, abs=0.003)


def test_suits_are_ranked_by_a_plain_loop():
    rng = np.random.default_rng(3)
    loss, shown, counts = rng.integers(0, 9, 12), rng.integers(0, 6, 12), [0, 0, 0]
    for one, other in combinations(range(12), 2):
        if loss[one] != loss[other]:
            said = np.sign(shown[one] - shown[other]) * np.sign(loss[one] - loss[other])
            counts[said + 1] += 1
    found = nethack_goals.ranked(pd.DataFrame({"loss": loss}), pd.Series(shown))
    assert found == pytest.approx((counts[0] / sum(counts), counts[2] / sum(counts)))


@pytest.mark.parametrize("noise", [1e-15, -1e-15])
def test_what_a_reader_sees_as_equal_is_tied_whatever_the_last_bits(noise):
    frame = pd.DataFrame({"loss": [1.0, 2, 3]})
    assert nethack_goals.ranked(frame, pd.Series([3.1, 3.1 + noise, 1])) == (2 / 3, 0)
