"""Simulation, exact chain and the plain reference against each other; any executor alike."""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import numpy as np
import pytest
from scipy import stats

from combat.marked_for_death import (
    Buff,
    Fighter,
    Rules,
    Team,
    balance,
    blow,
    changed,
    effects,
    groups,
    odds,
    simulate,
    solve,
    vary,
)
from tests.marked_for_death.rosters import load, random_team
from tests.marked_for_death.test_limits import shares_of

TOM, ORC = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))


def z_scores(share, exact, trials):
    sure = np.isclose(exact * (1 - exact), 0, atol=1e-9)
    spread = np.sqrt(np.where(sure, 1, exact * (1 - exact)) / trials)
    return np.where(sure, (np.abs(share - exact) > 1e-6) * 99, (share - exact) / spread)


def made_up(seed, most):
    rng = np.random.default_rng(seed)
    return [random_team(rng, int(rng.integers(1, most)), prefix) for prefix in "hv"]


def few(count, all_of):
    """The first seeds of many; the others are of the second layer."""
    others = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(count, all_of)]
    return [*range(count), *others]


@pytest.mark.parametrize("seed", few(6, 16))
def test_simulation_agrees_with_the_exact_chain(seed):
    heroes, villains = made_up(seed, 5)
    exact, battles = solve(heroes, villains), 20_000
    seen = simulate(heroes, villains, battles=battles, seed=seed)
    assert np.abs(z_scores(seen.outcomes, exact.outcomes, battles)).max() < 4.5
    for side in (0, 1):
        assert np.abs(z_scores(seen.alive[side], exact.alive[side], battles)).max() < 4.5
        for what in ("survivors", "left"):
            one, other = getattr(seen, what)[side], getattr(exact, what)[side]
            assert abs(one.mean - other.mean) <= 4.5 * other.sd / battles**0.5 + 1e-9
    assert abs(seen.turns.mean - exact.turns.mean) <= 4.5 * exact.turns.sd / battles**0.5 + 1e-9
    assert exact.outcomes.sum() == pytest.approx(1, abs=1e-12)
    assert exact.turns.chances.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("seed", few(4, 12))
def test_the_plain_reference_agrees_with_the_exact_chain(seed):
    heroes, villains = made_up(100 + seed, 4)
    exact, battles = solve(heroes, villains), 600
    shares = shares_of(heroes, villains, battles, seed)
    assert np.abs(z_scores(shares, exact.outcomes[:3], battles)).max() < 4.5


def test_the_large_battle_agrees_with_the_reference():
    teams, battles = load("large"), 150
    seen = simulate(*teams, battles=20_000)
    shares = shares_of(*teams, battles, 3)
    assert np.abs(z_scores(shares, seen.outcomes[:3], battles)).max() < 4


def test_max_rounds_leaves_battles_undecided():
    for found in (
        solve(*load("four"), max_rounds=2),
        simulate(*load("four"), battles=5000, max_rounds=2),
    ):
        assert 0.2 < found.undecided < 0.9
        assert found.outcomes.sum() == pytest.approx(1, abs=1e-12)
        assert found.turns.values.max() == 2


class TestExecutors:
    teams = load("four")
    alone = simulate(*teams, battles=20_000, seed=11)

    def same(self, found):
        assert (found.outcomes == self.alone.outcomes).all()
        assert (found.turns.chances == self.alone.turns.chances).all()
        assert all(map(np.array_equal, found.alive, self.alone.alive))

    def test_threads(self):
        asked = []

        class Told(ThreadPoolExecutor):
            def submit(self, *call, **options):
                asked.append(call)
                return super().submit(*call, **options)

        with Told(3) as pool:
            self.same(simulate(*self.teams, battles=20_000, seed=11, executor=pool))
        assert asked  # or nobody else fights them

    @pytest.mark.parametrize("start", [None, pytest.param("spawn", marks=pytest.mark.slow)])
    def test_two_processes(self, start):
        with ProcessPoolExecutor(2, get_context(start)) as pool:
            self.same(simulate(*self.teams, battles=20_000, seed=11, executor=pool))

    def test_progress_is_told(self):
        said = []
        simulate(*self.teams, battles=70_000, progress=lambda *done: said.append(done))
        assert said == [(32_768, 70_000), (65_536, 70_000), (70_000, 70_000)]


def test_the_same_seed_gives_the_same_odds_on_every_platform():
    # Pinned: a change of the engine's random numbers shows here.
    seen = simulate(*load("four"), battles=8192, seed=1)
    assert (seen.outcomes * 8192).round().astype(int).tolist() == [3839, 3041, 1312, 0]


def test_common_random_numbers_are_unbiased_and_steady():
    exact = solve(*load("four"))
    common = simulate(*load("four"), battles=40_000)
    assert np.abs(z_scores(common.outcomes, exact.outcomes, 40_000)).max() < 4
    # A change that no die feels (the dice come by the thousand XP) changes no battle at all.
    teams = changed(load("four"), "heroes", ["Brother Odo"], "bonus_xp", 50)
    assert (simulate(*teams, battles=40_000).outcomes == common.outcomes).all()


@pytest.mark.parametrize(
    ("side", "name", "field"),
    [
        ("heroes", "Bo Threeknives", "aoe"),
        ("heroes", "Hale Ironbark", "bonus_hp"),
    ],
)
def test_a_difference_of_two_rosters_shows_the_change_and_not_the_noise(side, name, field):
    """One target more is as steady as one hit point more: the other blows are the same."""
    teams, battles = load("large"), 400
    other = changed(teams, side, [name], field, 1)
    found = np.array(
        [
            [simulate(*both, battles=battles, seed=seed).first for both in (teams, other)]
            for seed in range(8)
        ]
    )
    alone = (found * (1 - found) / battles).mean(axis=0).sum() ** 0.5  # with luck of their own
    assert np.diff(found, axis=1).std(ddof=1) < 0.6 * alone


def test_a_blow_is_two_binomials():
    hits, blocks = stats.binom(7, 0.4), stats.binom(5, 0.3)
    plain = Counter()
    for hit in range(8):
        for block in range(6):
            plain[max(0, hit - block)] += hits.pmf(hit) * blocks.pmf(block)
    found = blow(7, 0.4, 5, 0.3)
    assert dict(zip(found.values.tolist(), found.chances.tolist(), strict=True)) == pytest.approx(
        dict(plain)
    )
    assert found.chances.sum() == pytest.approx(1, abs=1e-12)


def test_an_empty_side_has_lost():
    nobody = Team(())
    for how in (solve, lambda *teams: simulate(*teams, battles=5)):
        assert how(TOM, nobody).outcomes.tolist() == [1, 0, 0, 0]
        assert how(nobody, TOM).outcomes.tolist() == [0, 1, 0, 0]
        assert how(nobody, nobody).outcomes.tolist() == [0, 0, 1, 0]
        assert how(TOM, nobody).turns.values.tolist() == [0]


def test_many_different_buffs_are_found_pattern_by_pattern():
    givers = tuple(
        Fighter(f"g{n}", 1000, buffs=(Buff("b", ("boss",), round(0.01 * n, 2), 0),))
        for n in range(1, 14)
    )
    many = Team((Fighter("boss", 4000), *givers))
    fewer = Team(
        (Fighter("boss", 4000, bonus_to_hit=0.91), *(replace(giver, buffs=()) for giver in givers))
    )
    ogre = Team((Fighter("ogre", 30_000, bonus_hp=20, aoe=2),))
    one, other = (simulate(team, ogre, battles=3000, max_rounds=1) for team in (many, fewer))
    # In the first round all buffs are given: the same as a bonus of their sum.
    assert one.left[1].mean == other.left[1].mean
    assert simulate(many, ogre, battles=2000).outcomes.sum() == 1


class TestQuestions:
    def test_small_battles_are_exact_and_large_ones_are_not(self):
        assert odds(*load("four")).fights is None
        assert odds(*load("large"), battles=1000).fights == 1000
        giants = (Team((Fighter(name, 9000, bonus_hp=298),)) for name in ("Tom", "Orc"))
        assert odds(*giants).fights == 8192  # if nothing is said
        assert simulate(TOM, ORC).fights == 10_000

    def test_vary_is_solving_each(self):
        frame = vary(TOM, ORC, "villains", ["Orc"], "bonus_to_defend", [0, 0.2])
        plain = solve(TOM, Team((Fighter("Orc", 5900, bonus_to_defend=0.2),)))
        assert frame.loc[0.2].tolist() == pytest.approx(plain.outcomes[:3])

    def test_more_is_better_for_its_own_side(self):
        table = effects(*load("dragon")).query("effect != 0")
        signs = table["side"].map({"heroes": 1, "villains": -1})
        usual = (np.sign(table["effect"]) == signs).mean()
        assert usual > 0.9

    def test_clones_are_changed_together(self):
        alike = groups(load("large")[0])
        assert sorted(map(len, alike.values())) == [1] * 7 + [20]

    def test_balance_finds_the_nearest(self):
        amount, frame = balance(TOM, ORC, "villains", ["Orc"], "bonus_xp", range(-2000, 4000, 500))
        lead = (frame["heroes"] - frame["villains"]).abs()
        assert lead[amount] == lead.min()

    @pytest.mark.parametrize(
        ("call", "named"),
        [
            (lambda: changed((TOM, ORC), "orcs", ["Orc"], "aoe", 1), "side = 'orcs'"),
            (lambda: changed((TOM, ORC), "heroes", ["Tom"], "luck", 1), "field = 'luck'"),
            (lambda: changed((TOM, ORC), "heroes", ["Orc"], "aoe", 1), "Orc"),
        ],
    )
    def test_bad_input_is_named(self, call, named):
        with pytest.raises(ValueError, match=named):
            call()


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: solve(TOM, ORC, max_rounds=0), "max_rounds = 0.0"),
        (lambda: solve(*load("large")), r"[\d,]+ states, too many to solve.*or simulate it"),
        (lambda: blow(-1, 0.5, 1, 0.5), "offense_dice = -1.0"),
        (lambda: blow(1, 1.5, 1, 0.5), "to_hit = 1.5"),
    ],
)
def test_bad_input_is_named(call, named):
    with pytest.raises(ValueError, match=named):
        call()


@pytest.mark.parametrize("how", [solve, simulate])
def test_a_battle_without_end_is_named(how, monkeypatch):
    for module in ("battle.block", "marked_for_death.exact"):
        monkeypatch.setattr(f"combat.{module}.MOST_ROUNDS", 30)
    harmless = Team((Fighter("a", 1, bonus_to_hit=-1, bonus_to_defend=9),))
    with pytest.raises(ValueError, match="undecided after 30 rounds"):
        how(harmless, harmless, rules=Rules(exhaustion=0, min_to_hit=0))
