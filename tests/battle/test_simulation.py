"""Blocks of battles against the plain loop, and what a campaign needs."""

import random
import tracemalloc
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from combat.battle import (
    ORDERS,
    TARGETING,
    Side,
    Stances,
    StateSpace,
    Steady,
    chain,
    play,
    simulate,
)
from combat.battle.simulation import MOST_BYTES
from tests.battle import games, plainly

PLAIN, MANY = 400, 8192


def sides_of(seed, **fields):
    rng = np.random.default_rng(seed)
    return {name: games.side(rng, name, **fields) for name in ("red", "blue")}


def measures(left, rounds):
    """What is compared: numbers of each battle, by columns. left: two arrays (battles, n)."""
    alive = [np.asarray(side) > 0 for side in left]
    won = [side.any(axis=1) for side in alive]
    sums = [np.asarray(side).sum(axis=1) for side in left]
    return np.column_stack([won[0] & ~won[1], won[1] & ~won[0], rounds, *sums, *alive]).astype(
        float
    )


def far(sides, order="together", seed=1):
    """The greatest distance of plain battles from the block's, in standard errors."""
    rng, tables = random.Random(seed), {}
    plain = [
        plainly.battle(list(sides.values()), rng, order=order, tables=tables) for _ in range(PLAIN)
    ]
    one = measures(
        [np.array([left[at] for left, _ in plain]) for at in (0, 1)], [r for _, r in plain]
    )
    ends = play(sides, battles=MANY, seed=seed, order=order, max_rounds=100)
    other = measures([points.T for points in ends.hit_points.values()], ends.rounds)
    spread = np.maximum(other.var(axis=0), 1 / PLAIN)
    return (
        np.abs(one.mean(axis=0) - other.mean(axis=0)) / np.sqrt(spread * (1 / PLAIN + 1 / MANY))
    ).max()


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("seed", range(5))
def test_any_game_agrees_with_the_plain_loop(order, seed):
    assert far(sides_of(seed), order, seed) < 4.5


class TestCampaign:
    """Fights one after the other, with the hit points of the last."""

    def test_a_fight_goes_on_where_it_was_stopped(self):
        """Rounds that know nothing of their number: stopping and going on changes no odds."""
        sides = sides_of(5, speed=1, stances=None)
        stopped = play(sides, battles=20_000, seed=1, max_rounds=2)
        going_on = play(sides, battles=20_000, seed=2, hit_points=stopped.hit_points)
        through = play(sides, battles=20_000, seed=3)
        for one, other in zip(going_on.odds.outcomes, through.odds.outcomes, strict=True):
            assert abs(one - other) < 4.5 * (2 * max(other * (1 - other), 1e-4) / 20_000) ** 0.5

    def test_who_fell_before_has_no_part(self):
        sides = sides_of(2, size=3)
        left = np.array([[0, 3], [2, 2], [0, 0]])
        ends = play(sides, battles=2, hit_points={"red": left, "blue": [0, 0, 1]})
        assert (ends.hit_points["red"] <= left).all()
        assert (ends.hit_points["blue"][:2] == 0).all()

    def test_a_side_that_is_down_has_lost_before_a_blow(self):
        ends = play(sides_of(2, size=2), battles=3, hit_points={"red": [0, 0], "blue": [1, 2]})
        assert ends.rounds.tolist() == [0, 0, 0]
        assert ends.hit_points["blue"].tolist() == [[1] * 3, [2] * 3]
        assert ends.odds.second == 1

    def test_wounds_of_each_battle_are_its_own(self):
        """Battles that start with other hit points are those that start so alone."""
        sides = sides_of(7, size=2)
        left = np.array([[1, 2, 3, 4] * 5, [4, 1, 0, 2] * 5])
        mixed = play(sides, battles=20, seed=4, hit_points={"blue": left})
        for start in range(4):
            alone = play(sides, battles=20, seed=4, hit_points={"blue": left[:, start]})
            for name in sides:
                assert (
                    mixed.hit_points[name][:, start::4] == alone.hit_points[name][:, start::4]
                ).all()


class TestTheSameLuck:
    sides = sides_of(11)

    def test_however_the_battles_are_cut(self, monkeypatch):
        alone = play(self.sides, battles=500, seed=3, order="coin")
        monkeypatch.setattr("combat.battle.simulation._BLOCK", 77)
        monkeypatch.setattr("combat.battle.block._AT_ONCE", 50)
        monkeypatch.setattr("combat.battle.block._MANY", 640)
        cut = play(self.sides, battles=500, seed=3, order="coin")
        assert (alone.rounds == cut.rounds).all()
        for name in self.sides:
            assert (alone.hit_points[name] == cut.hit_points[name]).all()

    @pytest.mark.parametrize("start", [None, pytest.param("spawn", marks=pytest.mark.slow)])
    def test_in_other_processes(self, monkeypatch, start):
        monkeypatch.setattr("combat.battle.simulation._TASK", 1000)
        wounds = np.random.default_rng(1).integers(1, 4, (len(self.sides["red"]), 3000))
        how = {"battles": 3000, "seed": 3, "hit_points": {"red": wounds}}
        alone, said = simulate(self.sides, **how), []
        with ProcessPoolExecutor(2, get_context(start)) as pool:
            found = simulate(
                self.sides, **how, executor=pool, progress=lambda *done: said.append(done)
            )
        assert (found.outcomes == alone.outcomes).all()
        assert (found.turns.chances == alone.turns.chances).all()
        assert said[-1] == (3000, 3000)
        assert len(said) > 1


@pytest.mark.parametrize("targets", [1, 2, 5, 300])
def test_nobody_is_met_twice_before_everybody_was(targets):
    """Sure blows of one hit point: who is met is what is lost."""

    def sure(attacks, defenses, most):
        return np.repeat([[0.0, 1.0]], len(attacks), axis=0)

    red = Side(("Ann",), sure, 1, targets=targets)
    blue = Side(tuple("ABC"), sure, 1000)
    ends = play({"red": red, "blue": blue}, battles=3000, max_rounds=1)
    lost = 1000 - ends.hit_points["blue"]
    assert (lost.sum(axis=0) == targets).all()
    assert lost.min() >= min(1, targets // 3)
    if targets <= 3:
        assert lost.max() == 1
    shares = lost.mean(axis=1) / targets
    assert np.abs(shares - 1 / 3).max() < 4.5 * (2 / 9 / 3000) ** 0.5


@pytest.mark.parametrize("targeting", TARGETING)
def test_blows_that_wait_for_none_are_those_one_by_one(monkeypatch, targeting):
    rng = np.random.default_rng(1)
    red = games.side(rng, "red", size=3, targets=[300, 1, 40], targeting=targeting, speed=1.5)
    sides = {"red": red, "blue": games.side(rng, "blue", size=4, hit_points=60)}
    together = play(sides, battles=40)
    monkeypatch.setattr(
        "combat.battle.standing.Targets.are_met", lambda self, blow: not self._random
    )
    one_by_one = play(sides, battles=40)
    for name in sides:
        assert (together.hit_points[name] == one_by_one.hit_points[name]).all()


def test_losses_without_bound_leave_nobody_better_off():
    def crushing(attacks, defenses, most):
        return np.zeros((len(attacks), most))

    crowd = Side(tuple(map(str, range(300))), crushing, 1, targets=300)
    giant = Side(("Giant",), crushing, 100_000)  # 300 * 300 * 100,000 is above 2**32
    ends = play({"crowd": crowd, "giant": giant}, battles=2, max_rounds=1)
    assert ends.hit_points["giant"].tolist() == [[0, 0]]


def test_memory_is_that_of_a_block(monkeypatch):
    def peak(battles):
        tracemalloc.start()
        simulate(sides, battles=battles, max_rounds=3)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    monkeypatch.setattr("combat.battle.simulation._BLOCK", 2048)
    sides = sides_of(1)
    peak(2048)
    assert peak(10 * 2048) < 1.2 * peak(2 * 2048)


ANN = Side(("Ann",), games.damage, 2)


def certain(chance):
    """A rule of damage that gives one chance for all."""
    return lambda attacks, defenses, most: np.full((len(attacks), most), chance)


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: Side(("Ann",), None, [1, 2]), "hit_points = 2 values is out of range"),
        (lambda: Side(("Ann",), None, 1, targets=0), "targets = 0.0 is out of range"),
        (lambda: Side(("Ann",), None, 1, speed=-1), "speed = -1.0 is out of range"),
        (lambda: Side(("Ann",), None, 1, speed=np.nan), "speed = nan is out of range: it must be"),
        (lambda: Side(("Ann",), None, 1, targeting="last"), "targeting = 'last' is not known"),
        (lambda: Side(("Ann",), None, 1, guards=[[1, 0]]), r"guards = an array \(1, 2\)"),
        (lambda: simulate({"red": ANN}), r"sides = \['red'\] is out of range"),
        (lambda: simulate({"red": ANN, "blue": ANN}, order="first"), "order = 'first' is not"),
        (lambda: simulate({"red": ANN, "blue": ANN}, battles=0), "battles = 0.0"),
        (lambda: simulate({"red": ANN, "blue": ANN}, max_rounds=0), "max_rounds = 0.0"),
        (
            lambda: simulate({"red": ANN, "blue": Side(("Bob",), certain(np.nan), 1)}),
            r"damage of the side of Bob gives nan as P\(damage <= k\): it must be between 0 and 1",
        ),
        (
            lambda: simulate({"red": ANN, "blue": ANN}, hit_points={"green": 1}),
            "hit_points = 'green' is not known: it must be one of red, blue",
        ),
        (
            lambda: simulate({"red": ANN, "blue": ANN}, battles=3, hit_points={"red": [1, 2]}),
            r"hit_points = an array \(2,\) for red is out of range",
        ),
        (
            lambda: play({"red": ANN, "blue": ANN}, battles=MOST_BYTES // 16 + 1),
            "their ends need 2.1 GB, it must be at most 134217728",
        ),
    ],
)
def test_bad_input_is_named(call, named):
    with pytest.raises(ValueError, match=named):
        call()


def test_unless_told_otherwise_ten_thousand_battles_have_the_luck_of_seed_0():
    sides = sides_of(4, size=2)
    found = simulate(sides)
    assert found.fights == 10_000
    assert found.table().equals(simulate(sides, battles=10_000, seed=0).table())
    ends = [play(sides, battles=300, **seed).rounds for seed in ({}, {"seed": 0}, {"seed": 1})]
    assert (ends[0] == ends[1]).all()
    assert (ends[0] != ends[2]).any()


def test_a_class_may_be_a_row_of_numbers():
    rows = np.array([[5, 1], [1, 0], [5, 1], [1, 1]])
    found = Stances.constant(rows, rows[:, ::-1])
    assert (found.attacks[found.attack] == rows).all()
    assert (found.defenses[found.defense] == rows[:, ::-1]).all()
    assert len(found.attacks) == len(found.defenses) == 3


def test_a_game_is_asked_for_damage_up_to_the_most_hit_points():
    asked = []

    def damage(attacks, defenses, most):
        asked.append(most)
        return np.full((len(attacks), 1), 0.5)

    play(
        {"red": Side(("Ann",), damage, 1), "blue": Side(("Bob", "Ben"), damage, [7, 2])}, battles=9
    )
    assert sorted(asked) == [1, 7]


def test_a_battle_without_end_is_named(monkeypatch):
    monkeypatch.setattr("combat.battle.block.MOST_ROUNDS", 30)
    harmless = Side(("Ann",), lambda attacks, defenses, most: np.ones((len(attacks), 1)), 1)
    with pytest.raises(ValueError, match="undecided after 30 rounds"):
        simulate({"red": harmless, "blue": harmless}, battles=3)
    odds = simulate({"red": harmless, "blue": harmless}, battles=3, max_rounds=5)
    assert (odds.undecided, odds.turns.mean) == (1, 5)


def test_links_chain_in_battles_and_in_the_exact_chain():
    """Ann takes along Bob, and Bob Cid, though nobody strikes Bob: all three fall together."""
    falls = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], bool)
    sure = np.zeros((1, 1))
    never = np.ones((1, 1))
    linked = Side("ABC", lambda attacks, *_: never[[0] * len(attacks)], 1, falls=falls)
    archer = Side("X", lambda attacks, *_: sure[[0] * len(attacks)], 1, targeting="front")
    found = simulate({"linked": linked, "archer": archer}, battles=50, max_rounds=1)
    assert found.second == 1
    spaces = StateSpace([1, 1, 1], [1, 1, 1], falls=falls), StateSpace([1], [1])
    blows = Steady(([1, 1, 1], [1]), (np.ones((3, 1, 1)), np.zeros((1, 3, 1))))
    ends = chain(spaces, blows, max_rounds=1)
    # Whom the archer strikes: Ann takes both along, Bob takes Cid, Cid nobody.
    left = dict(zip(spaces[0].living.sum(axis=1).tolist(), ends.left[:, -1], strict=False))
    assert ends.won[1][-1] == pytest.approx(1 / 3)
    assert left == pytest.approx({0: 0, 1: 1 / 3, 2: 1 / 3, 3: 0})
