"""What notebook 03 computes of the overhaul's goals, by other ways."""

import numpy as np
import pytest

from combat.dice import dice
from combat.nethack import SIZES
from combat.workbook.views import nethack_goals
from tests.nethack.files import CAST


def test_the_share_of_the_dice_is_that_of_many_rolls():
    rng = np.random.default_rng(2)
    random = rng.integers(1, 7, 200_000) + rng.integers(1, 6, 200_000)
    seen = random.var() / (random + rng.normal(0, 8, 200_000)).var()
    assert nethack_goals.share_of_dice(dice("1d6"), dice("1d5")) == pytest.approx(seen, abs=0.003)


def test_what_two_columns_explain_by_their_correlations():
    monsters = CAST.monsters.assign(size=CAST.monsters["size"].map(SIZES))
    ev, speed, size = "ev", "speed", "size"
    r = monsters[[ev, speed, size]].astype(float).corr()
    both = r.loc[ev, speed] ** 2 + r.loc[ev, size] ** 2
    twice = 2 * r.loc[ev, speed] * r.loc[ev, size] * r.loc[speed, size]
    found = nethack_goals.explained_by(monsters[ev], monsters[speed], monsters[size])
    assert found == pytest.approx((both - twice) / (1 - r.loc[speed, size] ** 2))
