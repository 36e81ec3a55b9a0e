"""The interval of a difference, when the same luck is used for both."""

import numpy as np
import pytest

from combat.patch.sampled import BLOCKS, compared


def coin(change, luck=0):
    """A score that is simulated: a chance of one half, and more by the change afterwards."""

    def score(version, battles, seed):
        rolls = np.random.default_rng([luck, seed]).random(battles)
        return float((rolls < 0.5 + version * change).mean())

    return score


@pytest.mark.parametrize("change", [0.0, 0.004, 0.05])
def test_the_interval_holds_the_truth_in_19_of_20_cases(change):
    found = [compared(coin(change, luck), 1000) for luck in range(400)]
    held = np.mean([one["low"] <= change <= one["high"] for one in found])
    # Four standard errors below 95 %.
    assert held >= 0.95 - 4 * np.sqrt(0.05 * 0.95 / 400)


def test_common_luck_makes_it_narrow():
    found = compared(coin(0.05), 10_000)
    apart = 2 * 1.96 * np.sqrt(2 * 0.25 / 10_000)  # of two simulations with luck of their own
    assert found["high"] - found["low"] < apart / 2


def test_what_never_showed_is_not_sure():
    found = compared(coin(0), 3000)
    assert (found["change"], found["low"], found["high"]) == (0, -0.001, 0.001)


def test_it_never_leaves_its_range():
    found = compared(lambda version, battles, seed: float(version), 100)
    assert (found["change"], found["high"]) == (1, 1)


def test_both_versions_see_the_same_seeds():
    seen = []
    compared(lambda version, battles, seed: seen.append((version, battles, seed)) or 0.5, 205, 7)
    one, other = ([rest for version, *rest in seen if version == at] for at in (0, 1))
    assert one == other == [[21, 7 * BLOCKS + block] for block in range(BLOCKS)]


@pytest.mark.parametrize("battles", [99, 10**9, 0.5])
def test_battles_out_of_range_are_refused(battles):
    with pytest.raises(ValueError, match="battles"):
        compared(coin(0), battles)
