"""Small fights without luck, by the public functions: what is left is worked out by hand."""

import pytest

from combat.units import Rules, Units, battle
from tests.units.games.by_hand import BY_HAND

NEAR = 1e-9


@pytest.mark.parametrize("fight", BY_HAND, ids=[fight.what for fight in BY_HAND])
@pytest.mark.parametrize("battles", [None, 3])
def test_a_fight_without_luck_is_as_worked_out_by_hand(fight, battles):
    # The names of both armies may be the same.
    sides = [
        Units(
            [
                unit.changed(name=f"{side} {place}", count=count)
                for place, (unit, count) in enumerate(army)
            ]
        )
        for side, army in (("First", fight.first), ("Second", fight.second))
    ]
    how = {"targeting": "front", "max_rounds": fight.rounds}
    odds = battle(*sides, Rules(**fight.rules), battles=battles, **how)
    for side, left in enumerate(fight.left):
        assert odds.left[side].mean == pytest.approx(sum(left), abs=NEAR)
        assert odds.alive[side] == pytest.approx([float(hp > 0) for hp in left], abs=NEAR)
