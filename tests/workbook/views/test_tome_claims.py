"""What is said of the proposal's claims, word by word: who changes a rule changes a verdict."""

import math
from functools import partial

import numpy as np
import pytest

from combat import tome
from combat.workbook.views import tome_claims as views

CLAIMS = [
    (
        "the linear chance vanishes or tops out at a difference of ±20",
        "0% and 100% at ±20; with limits 5% and 95% already at ±18",
        "holds",
    ),
    (
        "default limits 5% and 95% for both functions",
        "its own code has 0 and 100 for checkHit, as the engine has: 25 behind gives 0%, not 5%",
        "only for checkHitOld",
    ),
    (
        "checkHitOld has singularities when atk = def",
        "50% at 30 against 30; no value where atk = −def, as at 0 against 0",
        "wrong: atk = −def",
    ),
    (
        "checkHitOld cannot tolerate atk and def <= 0",
        "against −1, b = atk/(atk + def) is 200% for attack 2 and 109% for attack 12: more attack, "
        "fewer hits",
        "holds",
    ),
    (
        "checkHitOld is smoother and more forgiving",
        "20 behind, it leaves 15% at defence 30 and 23% at 60, the linear rule 0%",
        "holds",
    ),
    (
        "checkHitOld behaves differently early and late",
        "+10 gives 78%, 69%, 67% at defence 5, 30, 90",
        "holds",
    ),
    (
        "−1,000,000 against +10,000 has 0.000495%",
        "0.000495%; the engine plays 0%",
        "holds, but is played as 0",
    ),
    ("~16.7% at −20, m = 10", "16.67%; the engine plays 16%", "holds, but is played as 16"),
    (
        "always between 0 and 100% without limit checks",
        "from 0% to 100% for values up to ±1e308",
        "holds",
    ),
    (
        "limit checks aren't needed, and left in for compatibility",
        "those of its own code, 0 and 100, never matter; limits of 5% and 95% from 90 points on",
        "holds",
    ),
    (
        "limits 0 and 100 make combat predictable in the tutorial",
        "20 points ahead and behind the linear rule gives 100% and 0%, the smooth one 83% and 17%",
        "wrong: it did so with the linear rule",
    ),
    ("depends on the difference alone", "+10 gives 75% at defence 5, 30 and 90", "holds"),
    (
        "higher m flattens, lower m steepens",
        "slope at equality 50/m: 10 at m = 5, 5 at m = 10, 2.5 at m = 20 percentage points a point",
        "holds",
    ),
    (
        "m = 20 gives nearly identical results to checkHitOld",
        "up to 2.5 percentage points apart for values 50 to 100, 20 for 1 to 100",
        "holds late, not early",
    ),
    (
        "m can be tuned to mimic the linear rule",
        "nearest m over 1 to 100: 6.8, still up to 9 percentage points off",
        "roughly",
    ),
    (
        "m = 10 is a compromise between the two old rules",
        "nearest to the linear rule is m = 7, to the exponential one 15 (values 1 to 100)",
        "holds",
    ),
    (
        "a boss with several bonuses becomes almost unhittable (linear)",
        "0% with the engine's limits after five bonuses of 10 added as they are; squeezed in tiers "
        "19 are needed",
        "only past the tiers",
    ),
    (
        "you always have a reasonable chance to land an attack",
        "50 behind: 8%; 100 behind: 4.5%, less than the old limit of 5%",
        "up to 90 behind",
    ),
    (
        "tactical uncertainty is increased",
        "5 ahead: 67% instead of 62%; 15 ahead: 80% instead of 88%",
        "against the linear rule, beyond 10 points",
    ),
    (
        "tolerates any range of values, and opens negative stats",
        "−20 against 10 has 12.5%, as 0 against 30 has",
        "holds",
    ),
    (
        "a completely compatible drop-in replacement",
        "same arguments and limits, but other chances: 10 behind 25% as before, 15 behind 20% for "
        "12.5%",
        "in code, not in balance",
    ),
]


def test_each_claim_has_its_number_and_its_verdict():
    found = views.claims()
    assert found.columns.tolist() == ["the proposal says", "computed", "verdict", "holds"]
    assert [tuple(row) for row in found.iloc[:, :3].to_numpy()] == CLAIMS
    assert found["holds"].tolist() == [True] * len(CLAIMS)


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
