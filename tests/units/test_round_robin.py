"""All against all: what is refused before it is fought."""

import pytest

from combat.units import Rules, Unit, Units, matrix

WALL = Unit("Wall", hp=9, attack=0, defense=9, damage=1)


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
