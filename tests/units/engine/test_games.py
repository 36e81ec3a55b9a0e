"""Games of many genres by the public functions, against the loops of each game and by hand."""

from functools import partial
from math import hypot, sqrt
from random import Random

import pytest

from combat.units import Rules, Units, battle, campaign
from combat.units.rest import Rest
from tests.units.games import plainly
from tests.units.games.by_hand import BY_HAND
from tests.units.games.every import CASES, NAMES
from tests.units.games.means import means
from tests.units.games.tables import units_of

FIGHTS, BATTLES = 1000, 2000
NEAR = 1e-9


def spread_of(distribution, count):
    """The standard error of a mean; none where it is exact (count None)."""
    if count is None:
        return 0.0
    values, mean = distribution.values, distribution.mean
    return sqrt(float((values - mean) ** 2 @ distribution.chances) / count)


def share_error(chance, count):
    return 0.0 if count is None else sqrt(chance * (1 - chance) / count)


def of_battle(found):
    shares = {"first": found.first, "draw": found.both + found.undecided}
    said = {name: (share, share_error(share, found.fights)) for name, share in shares.items()}
    numbers = {
        "left": found.left[0],
        "survivors": found.survivors[0],
        "left of second": found.left[1],
        "rounds": found.turns,
    }
    return said | {
        name: (number.mean, spread_of(number, found.fights)) for name, number in numbers.items()
    }


def of_campaign(found):
    shares = {f"through {number}": share for number, share in found.fights["through"].items()}
    said = {name: (share, share_error(share, found.campaigns)) for name, share in shares.items()}
    numbers = {"left": found.hit_points, "survivors": found.survivors}
    return said | {
        name: (number.mean, spread_of(number, found.campaigns)) for name, number in numbers.items()
    }


def by_the_package(game, name, battles=BATTLES):
    """What the package says of a case, as a campaign or a battle."""
    units, rules, case = units_of(game.TABLES), Rules(**game.RULES), game.CASES[name]
    how = {name: case[name] for name in ("targeting", "max_rounds") if name in case}
    first, second = case["first"], case["second"]
    if isinstance(second, list):
        # These games carry no statuses from fight to fight.
        rest = Rest(case["rest"], cures=True)
        how |= {"rest": rest, "units": units, "campaigns": battles}
        return of_campaign(campaign(first, second, rules, **how))
    return of_battle(battle(first, second, rules, units=units, battles=battles, **how))


@pytest.mark.parametrize(("game", "case"), CASES, ids=NAMES)
def test_a_game_is_as_its_own_loops_have_it(game, case):
    own, found = means(partial(game.fight, case=case), FIGHTS, 1), by_the_package(game, case)
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
