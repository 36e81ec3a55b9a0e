"""Simulation, exact chain and the plain reference against each other; any executor alike."""

import numpy as np
import pytest

from combat.marked_for_death import (
    Fighter,
    Rules,
    Team,
    balance,
    blow,
    changed,
    odds,
    simulate,
    solve,
    vary,
)
from tests.marked_for_death.rosters import load, random_team

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


def test_max_rounds_ends_every_battle():
    assert simulate(*load("four"), battles=99, max_rounds=2).turns.values.max() == 2


def test_progress_is_told():
    said = []
    simulate(TOM, ORC, battles=70_000, progress=lambda *done: said.append(done))
    assert said == [(32_768, 70_000), (65_536, 70_000), (70_000, 70_000)]


def test_the_same_seed_gives_the_same_odds_on_every_platform():
    # Pinned: a change of the engine's random numbers shows here.
    seen = simulate(*load("four"), battles=8192, seed=1)
    assert (seen.outcomes * 8192).round().astype(int).tolist() == [3839, 3041, 1312, 0]


def test_an_empty_side_has_lost():
    nobody = Team(())
    for how in (solve, lambda *teams: simulate(*teams, battles=5)):
        assert how(TOM, nobody).outcomes.tolist() == [1, 0, 0, 0]
        assert how(nobody, TOM).outcomes.tolist() == [0, 1, 0, 0]
        assert how(nobody, nobody).outcomes.tolist() == [0, 0, 1, 0]
        assert how(TOM, nobody).turns.values.tolist() == [0]


class TestQuestions:
    def test_so_many_battles_are_fought_if_nothing_is_said(self):
        giants = (Team((Fighter(name, 9000, bonus_hp=598),)) for name in ("Tom", "Orc"))
        assert odds(*giants).fights == 8192
        assert simulate(TOM, ORC).fights == 10_000

    def test_odds_are_by_the_rules(self):
        rules = Rules(default_hp=5)
        found = odds(TOM, ORC, rules=rules).outcomes
        assert found == pytest.approx(solve(TOM, ORC, rules=rules).outcomes)

    def test_of_equally_good_amounts_the_smallest_change_is_taken(self):
        # 5100 XP are as many dice as 5950.
        assert balance(TOM, ORC, "villains", ["Orc"], "bonus_xp", [-800, 50])[0] == 50

    def test_vary_is_solving_each(self):
        frame = vary(TOM, ORC, "villains", ["Orc"], "bonus_to_defend", [0, 0.2])
        plain = solve(TOM, Team((Fighter("Orc", 5900, bonus_to_defend=0.2),)))
        assert frame.loc[0.2].tolist() == pytest.approx(plain.outcomes[:3])

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
