"""Games of many genres, each by loops of its own, against the plain simulation of its tables."""

import random
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.units.games import (
    ailments,
    cards,
    drawn,
    duelist,
    fire_emblem,
    fleets,
    party5e,
    plainly,
    shield,
    squads,
    tower,
    wesnoth,
)
from tests.units.games.by_hand import BY_HAND
from tests.units.games.tables import units_of

GAMES = (
    party5e,
    wesnoth,
    squads,
    fleets,
    fire_emblem,
    ailments,
    shield,
    duelist,
    cards,
    tower,
)
FIGHTS = 2000
CASES = [(game, case) for game in GAMES for case in game.CASES]


@pytest.mark.parametrize(
    ("game", "case"),
    CASES,
    ids=[f"{game.__name__.rpartition('.')[2]} {case}".strip() for game, case in CASES],
)
def test_a_game_of_its_own_loops_and_its_tables_agree(game, case):
    own = game.simulate(FIGHTS, 1, case)
    tables = plainly.simulate(units_of(game.TABLES), game.CASES[case], game.RULES, FIGHTS, 2)
    for name in own:
        if not name.endswith("+-"):
            error = hypot(own[f"{name} +-"], tables[f"{name} +-"])
            assert abs(own[name] - tables[name]) <= 3.5 * error, name


@pytest.mark.parametrize("fight", BY_HAND, ids=[fight.what for fight in BY_HAND])
def test_a_fight_without_luck_ends_as_worked_out_by_hand(fight):
    found = plainly.fight(
        (fight.first, fight.second),
        fight.rules,
        random.Random(0),
        targeting="front",
        max_rounds=fight.rounds,
    )
    assert found.hp == fight.left


@settings(max_examples=40)
@given(drawn.games(), st.integers(0, 9))
def test_a_drawn_game_keeps_its_bounds(game, seed):
    found = plainly.fight(
        game.armies,
        game.rules,
        random.Random(seed),
        targeting=game.targeting,
        max_rounds=game.max_rounds,
    )
    assert 1 <= found.rounds <= game.max_rounds
    assert found.rounds == game.max_rounds or not all(map(any, found.hp))
    for army, points, uses in zip(game.armies, found.hp, found.uses, strict=True):
        units = [unit for unit, count in army for _ in range(count)]
        for unit, hp, left in zip(units, points, uses, strict=True):
            limits = {action.name: action.uses for action in unit.actions if action.uses}
            assert 0 <= hp <= unit.hp
            assert left.keys() == limits.keys()
            assert all(0 <= left[name] <= limits[name] for name in limits)
