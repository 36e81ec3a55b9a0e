"""Processes and games against Storm, a model checker that computes with fractions; if it is there.

Games of two are held against it from either side: the best policy of one is bound, and Storm says
what the other can do about it at best.
"""

import random
from fractions import Fraction
from itertools import product

import pytest

from combat.markov import optimal, solve
from tests.markov.storm import checked, written

pytest.importorskip("stormpy")


def process(step):
    return lambda state: {"on": row} if (row := step(state)) else {}


def ruin(coins):
    if coins in (0, 40):
        return []
    return [(Fraction(49, 100), coins + 1), (Fraction(51, 100), coins - 1)]


def duel(fight):
    mine, theirs, turn = fight
    if not mine or not theirs:
        return []
    if turn:
        hit = max(0, mine - 2), theirs, 0
        return [(Fraction(3, 5), hit), (Fraction(2, 5), (mine, theirs, 0))]
    hits = [(Fraction(1, 9), (mine, max(0, theirs - hit), 1)) for hit in (1, 2, 3, 3, 4, 5)]
    return [*hits, (Fraction(1, 3), (mine, theirs, 1))]


def collector(have):
    row = []
    for coupon in range(4):
        row.append((Fraction(1, 5), tuple(one or at == coupon for at, one in enumerate(have))))
    return [] if all(have) or have == "burnt" else [*row, (Fraction(1, 5), "burnt")]


def tangle(seed, many=60):
    """A random process with circles and a trap; 0 is its start, "won" one of its ends."""
    rnd = random.Random(seed)
    targets = [*range(many)] * 2 + ["won", "lost", "trap"] * 4
    table = {"trap": [(Fraction(1), "trap again")], "trap again": [(Fraction(1), "trap")]}
    for state in range(many):
        weights = [(rnd.randint(1, 5), rnd.choice(targets)) for _ in range(3)]
        total = sum(weight for weight, _ in weights)
        table[state] = [(Fraction(weight, total), after) for weight, after in weights]
    return lambda state: table.get(state, [])


PROCESSES = {
    "ruin": (17, ruin, lambda state: state == 40),
    "duel": ((30, 30, 0), duel, lambda state: state[1] == 0),
    "collector": ((False,) * 4, collector, lambda state: state != "burnt" and all(state)),
} | {f"tangle {seed}": (0, tangle(seed), lambda state: state == "won") for seed in range(3)}


@pytest.mark.parametrize("name", PROCESSES)
def test_a_process_ends_as_storm_says(name, tmp_path):
    start, step, won = PROCESSES[name]
    written(tmp_path / "it.drn", start, process(step), won, "DTMC")
    found = solve(start, step)
    expected = float(checked(tmp_path / "it.drn"))
    assert found.chance(won) == pytest.approx(expected, abs=1e-12)
    assert abs(found.chance(won) - expected) <= found.error + 1e-13


def choices(seed, many=40, moves=3):
    """A random game with circles; even states are the first player's."""
    rnd, game = random.Random(seed), {}
    targets = [*range(many)] * 2 + ["won", "lost"] * 10
    for state, move in product(range(many), range(moves)):
        weights = [(rnd.randint(1, 5), rnd.choice(targets)) for _ in range(3)]
        total = sum(weight for weight, _ in weights)
        row = [(Fraction(weight, total), after) for weight, after in weights]
        game.setdefault(state, {})[move] = row
    return game


def over(state):
    return {"won": 1.0, "lost": 0.0}.get(state)


@pytest.mark.parametrize("wanted", ["Pmax", "Pmin"])
@pytest.mark.parametrize("seed", [1, 2])
def test_one_player_does_as_well_as_storm(seed, wanted, tmp_path):
    game = choices(seed)
    written(tmp_path / "it.drn", 0, lambda state: game.get(state, {}), lambda state: state == "won")
    found = optimal(0, game.get, over, first=lambda state: wanted == "Pmax")
    expected = float(checked(tmp_path / "it.drn", wanted))
    assert found.value() == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_a_game_of_two_is_worth_what_storm_leaves_to_either(seed, tmp_path):
    game = choices(seed)
    found = optimal(0, game.get, over, first=lambda state: state in range(0, 99, 2))
    for bound, wanted in ((0, "Pmin"), (1, "Pmax")):

        def moves(state, bound=bound):
            if state in game and state % 2 == bound:
                return {"bound": game[state][found.policy[state]]}
            return game.get(state, {})

        written(tmp_path / "it.drn", 0, moves, lambda state: state == "won")
        expected = float(checked(tmp_path / "it.drn", wanted))
        assert found.value() == pytest.approx(expected, abs=1e-11)
