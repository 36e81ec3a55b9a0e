"""Who comes first by initiative: rolled, and at random where it is the same."""

import numpy as np
import pytest

from combat.units import Rules, Unit, Units, battle
from combat.units.sheets.actions import Action
from tests.units.games.by_sheet import sure

NEAR = 1e-12


def one(*actions, name="A", **more):
    return Unit(name, 1, 1, 1, 1, actions=actions, **more)


@pytest.mark.parametrize("dice", ["d20", "d4", "2d3"])
@pytest.mark.parametrize("lead", [0, 1, 3])
def test_initiative_is_rolled_and_ties_are_at_random(dice, lead):
    rules = Rules(hit=sure, order="initiative", initiative=dice)
    rolled = rules.initiative_dice
    pairs = [(a + lead > b) + (a + lead == b) / 2 for a in rolled.values for b in rolled.values]
    weights = np.outer(rolled.chances, rolled.chances).ravel()
    units = Units([one(initiative=lead), one(name="B", initiative=0)])
    odds = battle({"A": 1}, {"B": 1}, rules, units=units)
    assert odds.fights is None
    assert odds.first == pytest.approx(float(np.array(pairs) @ weights), abs=NEAR)


def test_of_four_each_may_come_first():
    """Who strikes first wins all: two of the first side of four, and no column of initiative."""
    sweep, rules = Action("Sweep", targets=2), Rules(hit=sure, order="initiative")
    for more, outcomes in (({}, [0.5, 0.5, 0, 0]), ({"initiative": 20}, [0, 1, 0, 0])):
        first = dict.fromkeys(more, 0)
        units = Units([one(sweep, **first), one(sweep, name="B", **more)])
        odds = battle({"A": 2}, {"B": 2}, rules, units=units)
        assert odds.outcomes == pytest.approx(outcomes, abs=NEAR)
