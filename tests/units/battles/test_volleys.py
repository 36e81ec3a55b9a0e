"""Armies of a sheet in pooled volleys, against the core with their numbers written out."""

import pytest

from combat.battle import Volleyer, volley
from combat.units import Unit, Units, pooled

UNITS = Units(
    [
        Unit("Dread", hp=2, damage=1, cost=4, combat=5, shots=2),
        Unit("Fighter", hp=1, damage=1, cost=1, combat=9, shots=1),
    ]
)


def hit(unit):
    return (11 - unit.combat) / 10


def test_columns_are_what_the_core_is_told():
    army, other = {"Dread": 1, "Fighter": 2}, {"Fighter": 3}
    found = pooled(army, other, hit, units=UNITS)
    told = volley(
        {
            "first": Volleyer("ffD", [0.2, 0.2, 0.6], points=[1, 1, 2], shots=[1, 1, 2]),
            "second": Volleyer("fff", 0.2),
        }
    )
    assert found.outcomes == pytest.approx(told.outcomes, abs=1e-15)
    assert found.fighters[0] == ("Fighter 1", "Fighter 2", "Dread 1")
    turned = pooled(army, other, (hit, hit), units=UNITS, losses=["Dread", "Fighter"])
    assert turned.fighters[0][0] == "Dread 1"
    assert turned.first < found.first


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"losses": "dearest"}, "losses = 'dearest' must be 'cheapest' or a list of names"),
        ({"losses": ["Dread"]}, "losses: who falls when"),
        ({"hit": 0.5}, "hit = 0.5 must be a function of a unit, or a pair"),
        ({"hit": lambda unit: unit.wits}, "hit: NoColumn"),
        ({"hit": lambda unit: 2}, "chance = 2"),
        ({"opening": 1}, "opening = 1 must be a function"),
    ],
)
def test_errors_are_one_line(more, fault):
    asked = {"hit": hit, "units": UNITS} | more
    with pytest.raises(ValueError, match=fault) as caught:
        pooled({"Dread": 1, "Fighter": 2}, {"Fighter": 3}, **asked)
    assert "\n" not in str(caught.value)
