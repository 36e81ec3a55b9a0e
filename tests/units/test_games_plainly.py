"""Games of many genres, each by loops of its own, against the plain simulation of its tables."""

from math import hypot

import pytest

from tests.units.games import (
    ailments,
    cards,
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
