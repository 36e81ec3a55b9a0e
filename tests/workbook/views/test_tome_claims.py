"""What is said of the proposal's claims, word by word: who changes a rule changes a verdict."""

import math
from functools import partial

import numpy as np
import pytest

from combat import tome
from combat.workbook.views import tome_claims as views


def test_the_numbers_told_are_those_of_the_printed_formulas():
    # exp(-(atk - def)/7), atk/(atk + def): 20 behind at defence 30 and 60, 10 ahead at 5, 30, 90.
    for ahead, defense, said in ((-20, 30, 15), (-20, 60, 23), (10, 5, 78), (10, 30, 69)):
        attack = defense + ahead
        old = 50 * (1 / (1 + math.exp(-ahead / 7)) + attack / (attack + defense))
        assert round(old) == said
    # 50 + 50 x/(|x| + m)
    assert round(50 - 50 * 20 / 30, 2) == 16.67
    assert round(50 - 50 * 100 / 110, 1) == 4.5
    # 45 squeezed is 75 raw; the boss at 92 is out of reach of 72: 20 points of the linear rule.
    needed = next(count for count in range(60) if tome.rescale(75 + 10 * count) >= 92)
    assert needed == 19


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
