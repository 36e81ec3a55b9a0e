"""Games drawn at random: exact against fought with dice, and both against the plain simulation."""

from math import inf

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from combat.units import Rules
from combat.units.battles.armies import Army, match_up_by_turns
from combat.units.engine.exact import solved
from combat.units.engine.rows import TooMany
from tests.units.games import drawn, plainly
from tests.units.games.means import ended, means

FEW = settings(
    max_examples=6,  # and twelve in `make rest`
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],  # it takes minutes to make a failing game smaller
    suppress_health_check=list(HealthCheck),
)
MANY = settings(FEW, max_examples=12)
MOST_STATES = 6000
PLAIN = (200, 6000)  # fights, and how many where the first ones are far off
DICE = (3000, 50_000)
OFF = 4.0  # standard errors; twice in a row, of few fights and then of many


def of_rows(rows, side):
    """The numbers of fights at their end, but for the rounds: {name: array}."""
    one, other = (rows["hp"][side == place] for place in (0, 1))
    first, second = ((hp > 0).any(axis=0) for hp in (one, other))
    return {
        "first": first & ~second,
        "draw": first == second,
        "left": one.sum(axis=0),
        "survivors": (one > 0).sum(axis=0),
        "left of second": other.sum(axis=0),
    }


def with_dice(met, fights):
    """The means and their standard errors, as `means` gives them."""
    found = met.fought(met.game.begun(np.zeros(fights, int)), seed=3)
    numbers = of_rows(found.rows, met.game.side) | {"rounds": found.rounds}
    said = {}
    for name, values in numbers.items():
        said |= {name: values.mean(), f"{name} +-": values.std() / fights**0.5}
    return said


def exactly(met):
    """The exact means, without errors, or None for too many states."""
    if met.fighters > 4:
        return None
    try:
        found = solved(met.game, met.game.begun([0]), most_states=MOST_STATES)
    except TooMany:
        return None
    assert abs(found.outcomes().sum() - 1) < 1e-9
    said = {
        name: float(values @ found.chances)
        for name, values in of_rows(found.rows, met.game.side).items()
    }
    rounds = found.rounds()
    assert rounds.mean == pytest.approx(found.mean_rounds()[0], abs=1e-9)
    return said | {"rounds": rounds.mean}


def plainly_fought(game, fights):
    blows = plainly.Blows(game.rules)

    def one(rng):
        end = plainly.fight(
            game.armies,
            game.rules,
            rng,
            targeting=game.targeting,
            max_rounds=game.max_rounds,
            blows=blows,
        )
        return ended(*end.hp, end.rounds)

    return means(one, fights, seed=5)


def far_off(rolled, found, fights, others):
    """The numbers that differ by more than chance lets them.

    fights: of the first; others: of the second, infinite where it is exact. What is rare may seem
    surer than it is where it came up less often: the error is that of the wider spread.
    """
    names = [name for name in found if not name.endswith("+-")]
    far = {}
    for name in names:
        spread = rolled[f"{name} +-"] * fights**0.5
        if others < inf:
            spread = max(spread, found[f"{name} +-"] * others**0.5)
        error = max(spread * (1 / fights + 1 / others) ** 0.5, 1 / min(fights, others))
        if abs(rolled[name] - found[name]) > OFF * error:
            far[name] = float(rolled[name]), float(found[name])
    return far


def disagreements(game, size):
    """What of a drawn game is not the same in all ways: {way: {name: (one, other)}}."""
    armies = tuple(Army(army) for army in game.armies)
    met = match_up_by_turns(armies, Rules(**game.rules), game.targeting, game.max_rounds)
    rolled = with_dice(met, DICE[size])
    plain = plainly_fought(game, PLAIN[size])
    found = {"plain": far_off(rolled, plain, DICE[size], PLAIN[size])}
    exact = exactly(met)
    if exact is not None:
        found["exact"] = far_off(rolled, exact, DICE[size], inf)
    return {way: numbers for way, numbers in found.items() if numbers}


def check(game):
    if disagreements(game, 0):
        assert not disagreements(game, 1)


@FEW
@given(drawn.games())
def test_a_drawn_game_is_the_same_in_all_ways(game):
    check(game)


@pytest.mark.slow
@MANY
@given(drawn.games())
def test_many_drawn_games_are_the_same_in_all_ways(game):
    check(game)
