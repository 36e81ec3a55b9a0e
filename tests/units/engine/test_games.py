"""A game by the public functions, against loops of its own, and small fights by hand."""

from functools import partial
from math import hypot, sqrt
from random import Random

import pytest

from combat.units import Rules, Units, battle, campaign
from combat.units.rest import Rest
from tests.units.games import party5e, plainly
from tests.units.games.by_hand import BY_HAND
from tests.units.games.means import means
from tests.units.games.tables import units_of

FIGHTS, BATTLES = 1000, 2000
NEAR = 1e-9


def by_the_package(name):
    """What the package says of a case, as a campaign or a battle: means and standard errors."""
    units, rules, case = units_of(party5e.TABLES), Rules(**party5e.RULES), party5e.CASES[name]
    sides = case["first"], case["second"]
    if "rest" in case:
        # The game carries no statuses from fight to fight.
        how = {"rest": Rest(case["rest"], cures=True), "campaigns": BATTLES}
        found = campaign(*sides, rules, units=units, **how)
        shares = {f"through {number}": share for number, share in found.fights["through"].items()}
        numbers = {"left": found.hit_points, "survivors": found.survivors}
    else:
        found = battle(*sides, rules, units=units, battles=BATTLES)
        shares = {"first": found.first, "draw": found.both + found.undecided}
        numbers = {"left": found.left[0], "survivors": found.survivors[0]}
        numbers |= {"left of second": found.left[1], "rounds": found.turns}
    said = {name: (share, sqrt(share * (1 - share) / BATTLES)) for name, share in shares.items()}
    return said | {name: (one.mean, one.sd / sqrt(BATTLES)) for name, one in numbers.items()}


@pytest.mark.parametrize("case", party5e.CASES)
def test_a_game_is_as_its_own_loops_have_it(case):
    own, found = means(partial(party5e.fight, case=case), FIGHTS, 1), by_the_package(case)
    for name, (mean, error) in found.items():
        assert abs(own[name] - mean) <= 3.5 * hypot(own[f"{name} +-"], error) + NEAR, name


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


@pytest.mark.parametrize("fight", BY_HAND, ids=[fight.what for fight in BY_HAND])
def test_the_plain_reading_of_it_is_as_worked_out_by_hand(fight):
    how = {"targeting": "front", "max_rounds": fight.rounds}
    assert plainly.fight(fight[1:3], fight.rules, Random(0), **how).hp == fight.left
