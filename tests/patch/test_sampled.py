"""The interval of a difference, when the same luck is used for both."""

import numpy as np
import pytest

from combat.patch.sampled import compared


def coin(change, luck=0):
    """A score that is simulated: a chance of one half, and more by the change afterwards."""

    def scores(version, battles, seed):
        rolls = np.random.default_rng([luck, seed]).random(battles)
        return rolls < 0.5 + version * change

    return scores


def ups_and_downs(up, down, luck):
    """So many battles in a hundred are won instead of lost, and so many lost instead of won."""

    def scores(version, battles, seed):
        rolls = np.random.default_rng([luck, seed]).random(battles)
        turned = (rolls < down) & (version == 1)
        return (rolls < 0.5 + version * up) & ~turned

    return scores


@pytest.mark.parametrize("change", [0.0, 0.004, 0.05])
def test_the_interval_holds_the_truth_in_19_of_20_cases(change):
    found = [compared(coin(change, luck), 1000).loc[0] for luck in range(400)]
    held = np.mean([one["low"] <= change <= one["high"] for one in found])
    # Four standard errors below 95 %.
    assert held >= 0.95 - 4 * np.sqrt(0.05 * 0.95 / 400)


# Student's interval of the differences holds the second of these in 89 %.
@pytest.mark.parametrize(("up", "down"), [(0.01, 0.0), (0.016, 0.0), (0.03, 0.02), (0.0, 0.016)])
def test_also_where_the_change_shows_in_few_battles(up, down):
    found = [compared(ups_and_downs(up, down, luck), 500).loc[0] for luck in range(1000)]
    held = np.mean([one["low"] <= up - down <= one["high"] for one in found])
    assert held >= 0.95 - 4 * np.sqrt(0.05 * 0.95 / 1000)


def test_common_luck_makes_it_narrow():
    found = compared(coin(0.05), 10_000).loc[0]
    apart = 2 * 1.96 * np.sqrt(2 * 0.25 / 10_000)  # of two simulations with luck of their own
    assert found["high"] - found["low"] < apart / 2


def test_several_scores_are_those_of_each_alone():
    changes = (0.0, 0.05, -0.2)
    together = compared(lambda *given: np.stack([coin(one)(*given) for one in changes]), 2500)
    for row, change in enumerate(changes):
        assert together.loc[row].equals(compared(coin(change), 2500).loc[0].rename(row))


def test_what_never_showed_is_not_sure():
    found = compared(coin(0), 3000).loc[0]
    assert found["change"] == 0
    assert -0.002 < found["low"] <= -0.001
    assert 0.001 <= found["high"] < 0.002


def test_it_never_leaves_its_range():
    found = compared(lambda version, battles, seed: np.full(battles, float(version)), 100).loc[0]
    assert (found["change"], found["high"]) == (1, 1)


@pytest.mark.parametrize(("fighters", "pieces"), [(1, 3), (2**13, 10), (2**30, 2500)])
def test_both_versions_see_the_same_seeds_and_all_battles(fighters, pieces):
    seen = []

    def scores(version, battles, seed):
        seen.append((version, battles, seed))
        return np.zeros(battles)

    compared(scores, 2500, 7, fighters=fighters)
    one, other = ([rest for version, *rest in seen if version == at] for at in (0, 1))
    assert one == other
    assert sum(battles for battles, _ in one) == 2500
    assert len({seed for _, seed in one}) == len(one) == pieces


@pytest.mark.parametrize("battles", [99, 10**9, 0.5])
def test_battles_out_of_range_are_refused(battles):
    with pytest.raises(ValueError, match="battles"):
        compared(coin(0), battles)
