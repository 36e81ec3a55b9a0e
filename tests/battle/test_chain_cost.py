"""What a battle would cost, held against what it took: measured once, on one core."""

import tracemalloc

import numpy as np
import pytest

from combat.battle.chain import Steady, chain
from combat.battle.chain_cost import Cost, Length, cost, length_of
from combat.battle.chain_space import StateSpace

# Of each side sizes and hit points; for how many each goes, how many damages; then what was
# measured: seconds of one core, megabytes allocated at once, rounds.
MEASURED = [
    (([1], [400]), ([1], [40]), 1, 3, 0.040, 1.8, 122),
    (([1], [4000]), ([1], [30]), 1, 2, 0.256, 12.2, 126),
    (([3], [6]), ([2], [8]), 1, 2, 0.030, 0.5, 42),
    (([3], [12]), ([2], [16]), 2, 2, 0.237, 15.2, 29),
    (([2, 2], [4, 3]), ([3], [5]), 2, 2, 0.135, 1.5, 18),
    (([5], [3]), ([5], [3]), 3, 1, 0.104, 0.6, 11),
    (([6], [4]), ([1], [50]), 1, 1, 0.053, 1.3, 56),
    (([1, 1, 1], [5, 5, 5]), ([1, 1], [6, 6]), 2, 2, 0.072, 1.4, 19),
    (([8], [2]), ([8], [2]), 4, 1, 0.320, 1.0, 8),
    (([1], [60]), ([10], [2]), 3, 2, 0.180, 18.0, 16),
]


def game(one, other, aoe, damages):
    spaces = StateSpace(*one), StateSpace(*other)
    at_most = np.linspace(0.5, 0.8, damages)
    tables = tuple(
        np.broadcast_to(at_most, (len(mine.sizes), len(theirs.sizes), damages))
        for mine, theirs in (spaces, spaces[::-1])
    )
    return spaces, Steady(tuple(np.full(len(space.sizes), aoe) for space in spaces), tables)


@pytest.mark.parametrize("measured", MEASURED, ids=range(len(MEASURED)))
def test_seconds_are_right_within_a_factor_of_4_and_bytes_are_enough(measured):
    *sides, aoe, damages, seconds, megabytes, rounds = measured
    found = cost(*game(*sides, aoe, damages))
    assert seconds / 4 < found.seconds < 4 * seconds
    assert megabytes * 1e6 < found.bytes < 10 * megabytes * 1e6
    assert 0.9 * rounds < found.length.rounds < 3.2 * rounds
    assert found.length.changing == 8  # no number changes at all


@pytest.mark.parametrize("number", [0, 2, 4, 9])
def test_no_more_is_allocated_than_was_told(number):
    spaces, blows = game(*MEASURED[number][:4])
    said = cost(spaces, blows)
    tracemalloc.start()
    chain(spaces, blows)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < said.bytes


def test_nobody_costs_nothing():
    nobody, half = StateSpace([], []), np.full((1, 1, 1), 0.5)
    for spaces in ((nobody, StateSpace([1], [2])), (StateSpace([1], [2]), nobody)):
        assert cost(spaces, Steady(([1], [1]), (half, half))) == Cost(0, 0, Length(0, 0))


def test_the_length_of_another_battle_is_taken_as_it_is():
    spaces, blows = game(*MEASURED[4][:4])
    own = cost(spaces, blows)
    assert own.length == length_of(spaces, blows)
    longer = cost(spaces, blows, Length(10 * own.length.rounds, 8))
    assert longer.length.rounds == 10 * own.length.rounds
    assert 2 * own.seconds < longer.seconds < 10 * own.seconds
