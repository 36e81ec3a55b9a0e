"""What is large has an answer, or a line that says what is too much."""

import numpy as np

from combat.units import Rules, Unit, Units, duel, matrix
from combat.units.engine.game import Game
from combat.units.sheets.actions import Action, Gift, Status
from tests.units.games.by_hand import half

STRONG = Status("strong", changes=(("damage", "+", 2),), stacks=100)
FLAGS = [Status(name, changes=(("armor", "+", 1),)) for name in ("hidden", "warded", "braced")]


def a_unit(name, *statuses):
    gets = tuple(Gift(status) for status in statuses)
    return Unit(name, 6, 5, 5, 3, actions=(Action("Flex", on="self", gets=gets, uses=1),))


def test_many_stacks_take_little_memory_among_many_units():
    units = [a_unit(f"Imp {number}", STRONG, FLAGS[0]) for number in range(40)]
    places = [(0, other) for other in range(1, 40)]
    game = Game(units, places, 1, Rules(hit=half, order="first"))
    for kind in range(40):
        codes = np.zeros(40, int)
        game.blows.places(kind, 1, game.actions[kind][1], codes, np.arange(40), codes)
    tables = game.blows._known.values()
    assert sum(table.nbytes for table in tables) <= 4 * 202**2 * 40**2
    assert game.draws.most(game.blows.places(3, 1, game.actions[3][1], codes, codes, codes))[0] == 3


def test_what_a_duel_can_follow_a_matrix_can_too():
    units = Units([a_unit(f"Imp {number}", STRONG, *FLAGS) for number in range(8)])
    rules = Rules(hit=half, order="first")
    found = matrix(units, rules)
    one, other = list(units)[:2]
    assert abs(found.iloc[0, 1] - duel(one, other, rules).first) < 1e-12
