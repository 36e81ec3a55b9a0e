import numpy as np
import pytest

from combat.units import duel
from tests.units.plain import chain, some_pair

TURNS = 12


@pytest.mark.parametrize("seed", range(200))
def test_the_two_lanes_are_the_chain_of_both(seed):
    first, second, rules = some_pair(np.random.default_rng(seed))
    found = duel(first, second, rules, max_turns=TURNS)
    over, going, ends = chain(first, second, rules, TURNS)
    wins = [sum(mass for points, mass in over.items() if points[side]) for side in (0, 1)]
    assert (found.first, found.second) == pytest.approx(tuple(wins), abs=1e-12)
    assert found.both == pytest.approx(over[0, 0], abs=1e-12)
    assert found.undecided == pytest.approx(sum(going.values()), abs=1e-12)
    for side in (0, 1):
        left = np.zeros(found.left[side].values[-1] + 1)
        for points, mass in (*over.items(), *going.items()):
            left[points[side]] += mass
        assert found.left[side].chances == pytest.approx(left[found.left[side].values], abs=1e-12)
        assert found.left[side].chances.sum() == pytest.approx(1, abs=1e-12)
    ends[-1] += sum(going.values())
    turns = np.zeros(TURNS + 1)
    turns[found.turns.values] = found.turns.chances
    assert turns[1:] == pytest.approx(ends, abs=1e-12)
