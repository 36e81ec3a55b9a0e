"""The chain of any game, held against every case listed."""

import tracemalloc

import numpy as np
import pytest

from combat.battle.chain import Pools, Steady, chain
from combat.battle.chain_space import MOST_STEPS, StateSpace, steps
from tests.battle import listed


def random_camp(rng):
    """Up to three groups of up to two; one may guard, and one may fall with, another."""
    groups = int(rng.integers(1, 3))
    sizes, points = rng.integers(1, 3, groups), rng.integers(1, 3, groups)
    guards, falls = np.zeros((2, groups, groups), bool)
    for array in (guards, falls):
        if groups > 1 and rng.random() < 0.6:
            one, other = rng.permutation(groups)[:2]
            array[one, other] = True
    return StateSpace(sizes, points, guards, falls)


def random_blows(rng, spaces):
    tables = []
    for at in (0, 1):
        shape = len(spaces[at].sizes), len(spaces[1 - at].sizes), int(rng.integers(1, 3))
        tables.append(np.sort(rng.uniform(0, 1, shape), axis=-1))
    return Steady(tuple(rng.integers(1, 4, len(space.sizes)) for space in spaces), tuple(tables))


def as_listed(space, aoe):
    group = np.repeat(np.arange(len(space.sizes)), space.sizes)
    return {
        "points": space.hit_points[group].tolist(),
        "aoe": aoe[group].tolist(),
        "guards": [np.flatnonzero(space.guards[group, at]).tolist() for at in group],
        "falls": [np.flatnonzero(space.falls[at, group]).tolist() for at in group],
        "group": group,
    }


def summary(found):
    """Outcomes, and the chance of each number of rounds, of the listed ends."""
    outcomes, rounds = np.zeros(4), np.zeros(200)
    left = np.zeros((2, 20))
    for (mine, theirs, number), chance in found.items():
        alive = any(mine), any(theirs)
        outcomes[{(1, 0): 0, (0, 1): 1, (0, 0): 2, (1, 1): 3}[alive]] += chance
        rounds[number] += chance
        for side, points in enumerate((mine, theirs)):
            left[side, sum(points)] += chance
    return outcomes, rounds, left


def summary_of(ends, spaces):
    left = ends.left
    wins = [won[1:].sum() for won in ends.won]
    outcomes = np.array([*wins, ends.won[0][0], left.sum()])
    points = np.zeros((2, 20))
    for side in (0, 1):
        mass = ends.won[side] + left.sum(axis=1 - side)
        mass[0] += wins[1 - side]
        points[side] = np.bincount(spaces[side].points, mass, 20)
    rounds = np.zeros(200)
    rounds[: len(ends.rounds)] = ends.rounds
    return outcomes, rounds, points


@pytest.mark.parametrize("seed", range(12))
def test_counting_fighters_alike_is_listing_them(seed):
    rng = np.random.default_rng(seed)
    spaces = random_camp(rng), random_camp(rng)
    blows, most = random_blows(rng, spaces), [None, 3][seed % 2]
    sides = [as_listed(space, aoe) for space, aoe in zip(spaces, blows.aoe, strict=True)]

    def chances(number, striking, living, attacker, target):
        pair = sides[striking]["group"][attacker], sides[1 - striking]["group"][target]
        return np.diff(blows.tables[striking][pair], prepend=0, append=1).tolist()

    plain = summary(listed.ends(sides, chances, max_rounds=most or 10_000))
    found = summary_of(chain(spaces, blows, max_rounds=most), spaces)
    for one, other in zip(found, plain, strict=True):
        assert one == pytest.approx(other, abs=1e-11)


def test_a_worked_battle():
    # Two of 1 hit point against one of 2, each blow takes 1 in half of all cases. By hand:
    # alone against 1 left a hero wins 1/3, against 2 1/9; two against 1 left win 19/21.
    half = np.full((1, 1, 1), 0.5)
    ends = chain((StateSpace([2], [1]), StateSpace([1], [2])), Steady(([1], [1]), (half, half)))
    heroes = (1 / 4 + (19 / 21 + 1 / 3) / 4 + 1 / 9 / 8) / (7 / 8)
    assert ends.won[0][1:].sum() == pytest.approx(heroes, abs=1e-12)


def test_patterns_that_cannot_come_up_are_left_out():
    # Two who fall with their leader: without him nobody of them lives.
    space = StateSpace([1, 2], [2, 1], falls=[[False, True], [False, False]])
    assert space.patterns.tolist() == [[0, 0], [1, 0], [1, 1], [1, 2]]
    assert space.states == 7 < space.most_states == 9


def test_a_state_space_that_makes_no_sense_is_named():
    with pytest.raises(ValueError, match=r"sizes = 0\.0"):
        StateSpace([0], [1])
    with pytest.raises(ValueError, match="guards has the shape"):
        StateSpace([1], [1], guards=np.zeros((2, 2)))
    with pytest.raises(ValueError, match="guards = 0 for itself"):
        StateSpace([2], [1], guards=[[True]])


class Tiring:
    """A game whose numbers change from round to round, up to the `last`."""

    def __init__(self, rng, spaces, last):
        self._last = last
        self._groups = [len(space.sizes) for space in spaces]
        self.aoe = tuple(rng.integers(1, 4, groups) for groups in self._groups)
        shapes = [(4, 5, 2), (4, 5, 1)]
        self.tables = [np.sort(rng.uniform(0.2, 1, shape), axis=-1) for shape in shapes]

    def pool(self, number, group):
        """Of attack: of round and group."""
        return (min(number, self._last) + group) % 4

    def pools(self, spaces, number):
        attacks, defenses = [], []
        for space, groups in zip(spaces, self._groups, strict=True):
            own = [self.pool(number, at) for at in range(groups)]
            shape = len(space.patterns), groups
            attacks.append(np.broadcast_to(own, shape))
            # Who lives of one's own matters for defence.
            living = space.patterns.sum(axis=1)[:, None] % 5
            defenses.append(np.broadcast_to(living, shape))
        return Pools(tuple(attacks), tuple(defenses))

    def at_most(self, side):
        return self.tables[side]


SLOW = pytest.param(0, 4, marks=pytest.mark.slow)


@pytest.mark.parametrize(("seed", "last"), [SLOW, (1, 4), (2, 4), (3, 4), (1, 16), (3, 16)])
def test_a_game_whose_numbers_change_is_listed(seed, last):
    rng = np.random.default_rng(seed)
    spaces = random_camp(rng), random_camp(rng)
    blows = Tiring(rng, spaces, last)
    ends = chain(spaces, blows)
    sides = [as_listed(space, aoe) for space, aoe in zip(spaces, blows.aoe, strict=True)]

    def chances(number, striking, living, attacker, target):
        attack = blows.pool(number, sides[striking]["group"][attacker])
        at_most = blows.tables[striking][attack, len(living[1 - striking]) % 5]
        return np.diff(at_most, prepend=0, append=1).tolist()

    plain = summary(listed.ends(sides, chances))
    for one, other in zip(summary_of(ends, spaces), plain, strict=True):
        assert one == pytest.approx(other, abs=1e-11)


@pytest.mark.parametrize(
    ("sides", "aoe", "damage"),
    [
        ([([1], [60]), ([10], [2])], 3, 2),
        ([([1], [1000]), ([1], [2])], 1, 800),
        ([([3], [2]), ([2, 1], [2, 1])], 1, 1),
    ],
)
def test_no_more_is_allocated_than_the_cap_allows(sides, aoe, damage):
    spaces = [StateSpace(*side) for side in sides]
    tables = [
        np.broadcast_to(np.linspace(0.5, 0.8, damage), (len(one.sizes), len(other.sizes), damage))
        for one, other in (spaces, spaces[::-1])
    ]
    size = steps(spaces, (aoe, aoe), (damage, damage))
    tracemalloc.start()
    chain(spaces, Steady([np.full(len(one.sizes), aoe) for one in spaces], tables))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < size * 500 * 2**20 / MOST_STEPS


def test_how_large_a_battle_is_grows_with_what_it_must_move():
    def size(sides, aoe=1, damage=1):
        return steps([StateSpace(*side) for side in sides], (aoe, aoe), (damage, damage))

    # Of 10 and 4 states, 4 and 4 patterns, for six fighters; 4 numbers listed for each state.
    assert size([([3], [2]), ([3], [1])]) == 6 * (40 + 200 * 16) + 4 * 14 // 7
    hard = [([1], [500]), ([1], [2])]
    assert size(hard, damage=400) == 2 * (1503 + 800) + 4 * (501 * 400 + 3 * 2) // 7
    # Two of 2 hit points: their 9 cells are filled in 45 ways.
    pair = [([2], [2]), ([2], [2])]
    assert size(pair, 2, 2) == 4 * (36 + 1800) + 2 * (4 * 6 * 2 + 45 * 9) // 7
    # Those who fall together leave fewer sets of survivors.
    linked = StateSpace([1, 2], [2, 1], falls=[[False, True], [False, False]])
    one = StateSpace([1], [1])
    assert steps((linked, one), (1, 1), (1, 1)) == 4 * (7 * 2 + 200 * 4 * 2) + 4 * (7 * 2 + 2) // 7
    # Nothing is listed, so it is known at once.
    assert size([(np.full(60, 9), np.full(60, 9))] * 2) > MOST_STEPS


@pytest.mark.parametrize("slab", [1, 40, 300])
def test_many_cases_are_moved_a_slab_at_a_time(monkeypatch, slab):
    rng = np.random.default_rng(2)
    spaces = random_camp(rng), random_camp(rng)
    blows = random_blows(rng, spaces)
    wide = chain(spaces, blows)
    monkeypatch.setattr("combat.battle.chain_losses._SLAB", slab)
    cut = chain(spaces, blows)
    for one, other in zip(cut.won, wide.won, strict=True):
        assert one == pytest.approx(other, abs=1e-13)
