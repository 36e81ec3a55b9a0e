"""All against all, against the single duels, and where the table must be symmetric."""

import numpy as np
import pytest

from combat.units import MEASURES, Rules, Unit, Units, matrices, matrix
from tests.units.plain import some_pair

WALL = Unit("Wall", hp=9, attack=0, defense=9, damage=1)


def some_units(seed, count=6):
    rng = np.random.default_rng(seed)
    drawn = [some_pair(rng) for _ in range(count // 2)]
    units = [unit for *pair, _ in drawn for unit in pair]
    named = [unit.changed(name=f"unit {number}") for number, unit in enumerate(units)]
    return Units(named), drawn[0][-1]


@pytest.mark.parametrize("seed", range(2))
def test_what_one_wins_the_other_loses(seed):
    units, rules = some_units(seed, 10)
    found = matrices(units, rules)
    win, score, lead = (found[measure].to_numpy() for measure in ("win", "score", "lead"))
    assert np.array_equal(lead, -lead.T)
    assert lead == pytest.approx(win - win.T, abs=1e-12)
    assert score + score.T == pytest.approx(np.ones_like(score))
    assert np.array_equal(found["turns"], found["turns"].T)
    assert list(found) == list(MEASURES)


def test_what_would_take_too_long_is_refused_before_it_starts():
    never = Rules(hit=lambda a, d: 1e-6 + 0 * a.hp)
    with pytest.raises(ValueError, match=r"Wall against Wall takes up to .* turns, too many"):
        matrix(Units([WALL]), never)
    assert matrix(Units([WALL]), never, max_turns=3, measure="turns").iloc[0, 0] == 3
    with pytest.raises(ValueError, match=r"1,001 units .* such as units\[:1000\] or"):
        matrix(Units(WALL.changed(name=str(number)) for number in range(1001)))
    giants = Units([WALL.changed(name=str(number), hp=300_000, attack=9) for number in range(9)])
    with pytest.raises(ValueError, match=r"300,000 hit points are .* steps"):
        matrix(giants, Rules(hit=lambda a, d: 1), max_turns=100_000)


def test_an_unknown_measure_is_told_with_those_that_are_known():
    with pytest.raises(ValueError, match="measure = 'wins' is not known: it must be one of win"):
        matrix(Units([WALL]), measure="wins")
