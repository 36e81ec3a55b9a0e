"""Targets and guards: those of each battle alone, all of them, and each as often."""

import numpy as np
import pytest

from combat.battle import standing as module
from combat.battle.standing import Guards, Standing, Targets, per_battle


def uniform(rng, size):
    return rng.integers(0, 2**32, size)


@pytest.mark.parametrize("width", [1, 255, 256, 1000])
def test_they_are_counted(width):
    mask = np.random.default_rng(1).random((7, width)) < 0.9
    assert per_battle(mask).tolist() == [sum(row) for row in mask.tolist()]
    assert per_battle(np.ones((2, width), bool)).tolist() == [width] * 2


@pytest.mark.parametrize("blows", [2, 5, 8])
def test_few_blows_and_many_are_dealt_alike(monkeypatch, blows):
    """Looking at each swap, or keeping a list for each attacker: the same shuffle."""
    points = np.random.default_rng(2).integers(0, 2, (50, 6))
    points[:, 0] = 1
    battles = np.repeat(np.arange(50), 3)
    met = []
    for few in (8, 0):
        monkeypatch.setattr(module, "FEW", few)
        rng, targets = np.random.default_rng(3), Targets(Standing(points), "random", battles, blows)
        places = np.arange(150)
        met.append([])
        for blow in range(blows):
            kept = np.flatnonzero(places[: len(places)] % (blow + 2) > 0) if blow % 2 else None
            if kept is not None:
                targets = targets.of(kept)
                places = places.take(kept)
            numbers = uniform(rng, 150)[: len(places)]
            met[-1].append(targets.of_blow(blow, numbers)[0].tolist())
    assert met[0] == met[1]


def test_what_is_left_of_a_number_is_uniform_again():
    """A guard is chosen by what the choice of the target leaves: the two know nothing of each."""
    points = np.ones((1, 5), int)
    guards = Guards(np.array([[0, 0, 0, 0, 0]] * 2 + [[1, 0, 0, 0, 0]] * 3, bool))
    guards.of_phase(points > 0)
    rng, many = np.random.default_rng(4), 60_000
    targets = Targets(Standing(points), "random", np.zeros(many, int), 1)
    drawn, left = targets.of_blow(0, uniform(rng, many))
    struck = guards.instead(drawn.copy(), left)
    assert (struck[drawn > 0] == drawn[drawn > 0]).all()
    share = np.bincount(struck[drawn == 0], minlength=5) / (drawn == 0).sum()
    assert np.abs(share - [0, 0, 1 / 3, 1 / 3, 1 / 3]).max() < 4.5 * (2 / 9 / (many / 5)) ** 0.5
