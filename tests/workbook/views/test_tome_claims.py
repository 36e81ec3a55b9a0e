"""What is said of the proposal's claims, word by word: who changes a rule changes a verdict."""

from functools import partial

import numpy as np
import pytest

from combat import tome
from combat.workbook.views import tome_claims as views


def sure_from_150_points_on(attack, defense, **parameters):
    chance = tome.check_hit_smooth(attack, defense, **parameters)
    half = np.divide(attack, 2) - np.divide(defense, 2)
    return np.where(half > 75, parameters.get("hi", 1), chance)[()]


@pytest.mark.parametrize(
    ("name", "other", "falls"),
    [
        (
            "check_hit",
            partial(tome.check_hit, rules=tome.TomeRules(slope=0.02)),
            {0, 4, 10, 16, 18, 20},
        ),
        ("check_hit", partial(tome.check_hit, lo=0.1), {0}),
        ("check_hit_old", tome.check_hit, {2, 3, 4, 5, 13, 15}),
        ("check_hit_smooth", sure_from_150_points_on, {9}),
        (
            "check_hit_smooth",
            lambda a, d, m=10, **limits: tome.check_hit_old(a, d, **limits),
            {6, 7, 8, 9, 11, 12, 17, 18, 19, 20},
        ),
    ],
)
def test_a_verdict_falls_with_another_rule(monkeypatch, name, other, falls):
    monkeypatch.setattr(views, name, other)
    found = views.claims()["holds"].astype(bool)
    assert set(found.index[~found]) == falls
