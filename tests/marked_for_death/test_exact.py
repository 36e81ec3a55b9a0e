"""The exact chain: against every case listed, against simulation, and how large it may be."""

from dataclasses import replace

import numpy as np
import pytest

from combat.marked_for_death import (
    Buff,
    Fighter,
    Team,
    exact,
    odds,
    questions,
    solve,
)
from combat.marked_for_death.blows import damage_at_most
from combat.marked_for_death.exact import MOST_STEPS, Exact
from combat.marked_for_death.side import Side
from tests.battle import listed
from tests.battle.test_chain import summary
from tests.marked_for_death.rosters import random_team, several


def different(prefix, count, **fields):
    return Team(tuple(Fighter(f"{prefix}{n}", 2000 + 1000 * n, **fields) for n in range(count)))


def some_alike(rng, prefix, most=3):
    """Two, or up to `most`, of two kinds; guards, in cycles too, links, and buffs among them."""
    kinds = [
        Fighter("kind", int(rng.integers(900, 6000)), bonus_hp=-1, aoe=int(rng.integers(1, 5)))
        for _ in range(2)
    ]
    size = int(rng.integers(2, most + 1))
    banner = Buff("Banner", tuple(f"{prefix}{n}" for n in range(size)), 0.2, 0.1)
    return Team(
        tuple(
            replace(
                kinds[rng.integers(2)],
                name=f"{prefix}{n}",
                bodyguard_for=f"{prefix}{rng.integers(2)}" if rng.random() < 0.4 else "",
                linked_to=f"{prefix}{rng.integers(2)}" if rng.random() < 0.3 else "",
                buffs=(banner,) if rng.random() < 0.3 else (),
            )
            for n in range(size)
        )
    )


def plainly(teams, max_rounds=None):
    """The ends, every fighter listed by himself; numbers as `Side` and `damage_at_most` say."""
    rosters, known = [Side(team) for team in teams], {}

    def chances(number, striking, living, attacker, target):
        key = number, striking, living, attacker, target
        if key not in known:
            masks = [
                np.isin(np.arange(len(side.names)), alive)
                for side, alive in zip(rosters, living, strict=True)
            ]
            rolls = [side.numbers(mask, number) for side, mask in zip(rosters, masks, strict=True)]
            own, its = rolls[striking], rolls[1 - striking]
            table = damage_at_most(
                [(own.offense_dice[attacker], own.to_hit[attacker])],
                [(its.defense_dice[target], its.to_defend[target])],
                int(rosters[1 - striking].hit_points[target]),
            )
            known[key] = np.diff(table[0, 0], prepend=0, append=1).tolist()
        return known[key]

    sides = [
        {
            "points": side.hit_points.tolist(),
            "aoe": side.aoe.tolist(),
            "guards": [np.flatnonzero(column).tolist() for column in side.guards.T],
            "falls": [np.flatnonzero(row).tolist() for row in side.falls],
        }
        for side in rosters
    ]
    return listed.ends(sides, chances, max_rounds=max_rounds or 10_000)


def alive_of(ends, teams):
    """The chance of each fighter to be left."""
    found = [np.zeros(len(team.fighters)) for team in teams]
    for (*points, _), chance in ends.items():
        for side in (0, 1):
            found[side] += chance * (np.array(points[side]) > 0)
    return found


def assert_listed(found, teams, max_rounds=None):
    ends = plainly(teams, max_rounds)
    outcomes, rounds, points = summary(ends)
    assert found.outcomes == pytest.approx(outcomes, abs=1e-11)
    assert found.turns.mean == pytest.approx(rounds @ np.arange(len(rounds)), abs=1e-10)
    for side, (alive, left) in enumerate(zip(alive_of(ends, teams), points, strict=True)):
        assert found.alive[side] == pytest.approx(alive, abs=1e-11)
        assert found.survivors[side].mean == pytest.approx(alive.sum(), abs=1e-10)
        assert found.left[side].mean == pytest.approx(left @ np.arange(20), abs=1e-10)


class TestAgainstEveryCaseListed:
    @pytest.mark.parametrize("seed", [0, 1, 3, 4, 5, pytest.param(2, marks=pytest.mark.slow)])
    def test_of_any_roster(self, seed):
        rng = np.random.default_rng(seed)
        teams = random_team(rng, 1 + seed % 3, "h"), random_team(rng, 2, "v")
        most = [None, 2][seed % 2]
        assert_listed(solve(*teams, max_rounds=most), teams, most)

    @pytest.mark.parametrize("seed", [25, 45, 92, 99, 105])  # in these some are
    def test_where_some_are_alike(self, seed):
        rng = np.random.default_rng(seed)
        teams = [some_alike(rng, prefix) for prefix in "hv"]
        assert_listed(solve(*teams), teams)


class TestWhoIsAlike:
    def states(self, *fighters):
        return Exact(Team(fighters), several("v", 1)).spaces[0].most_states

    def test_those_alike_are_counted(self):
        one = Fighter("a", 3000)
        alike = [replace(one, name=name) for name in "abc"]
        assert self.states(*alike) == 10  # three on three levels
        # 2001 to 3000 XP are three dice.
        assert self.states(*alike[:2], replace(one, name="c", xp=2001)) == 10
        assert self.states(*alike[:2], replace(one, name="c", xp=3001)) == 18
        assert self.states(*alike[:2], replace(one, name="c", xp=2000)) == 18

    def test_whom_a_relation_parts_is_listed(self):
        a, b, c = (Fighter(name, 3000) for name in "abc")
        assert self.states(a, b, replace(c, bodyguard_for="a")) == 27
        assert self.states(a, replace(b, linked_to="a"), replace(c, linked_to="a")) == 18
        assert self.states(replace(a, bodyguard_for="b"), replace(b, bodyguard_for="a")) == 9
        given = replace(c, buffs=[Buff("b", ("a", "b"), 0.1, 0)])
        assert self.states(a, b, given) == 18
        assert self.states(a, b, replace(c, buffs=[Buff("b", ("a",), 0.1, 0)])) == 27
        amounts = Buff("b", ("a",), 0.1, 0), Buff("b", ("b",), 0.2, 0)
        assert self.states(a, b, replace(c, buffs=amounts)) == 27

    def test_who_gives_himself_the_same_is_counted(self):
        assert (
            self.states(*(Fighter(n, 3000, buffs=[Buff("b", (n,), 0.1, 0)]) for n in "abc")) == 10
        )

    def test_six_against_six_are_49_states_and_not_4096(self):
        teams = [several(side, 6, bonus_hp=-1) for side in "hv"]
        assert [space.states for space in Exact(*teams).spaces] == [7, 7]


class TestCap:
    def test_a_battle_is_exact_up_to_the_cap_and_no_further(self, monkeypatch):
        small = several("h", 6, bonus_hp=-1), several("v", 6, bonus_hp=-1)
        assert odds(*small).fights is None
        monkeypatch.setattr(questions, "QUICK_STEPS", Exact(*small).steps - 1)
        assert odds(*small, battles=20).fights == 20
        assert solve(*small).fights is None

    def test_all_battles_of_a_comparison_are_exact_together_or_none_is(self, monkeypatch):
        teams = several("h", 2), several("v", 2)
        monkeypatch.setattr(questions, "COMPARED_STEPS", 3 * Exact(*teams).steps)
        assert [found.fights for found in questions.solved([teams] * 3)] == [None] * 3
        assert questions.solved([teams] * 4) is None

    def test_a_comparison_holds_no_battle_that_is_too_large_alone(self):
        teams = different("h", 6, bonus_hp=-1), different("v", 5, bonus_hp=-1)
        assert MOST_STEPS < Exact(*teams).steps < questions.COMPARED_STEPS
        assert questions.solved([teams]) is None

    @pytest.mark.parametrize(
        "teams",
        [
            [different(side, 6, bonus_hp=-1) for side in "hv"],
            [several(side, 100, bonus_hp=-1) for side in "hv"],
            [several("h", 20), several("v", 2, 9000, aoe=4)],
            [different("h", 13, bonus_hp=-1), several("v", 1)],
            [Team((Fighter("Ogre", 10_000_000, bonus_hp=hp),)) for hp in (5000, -1)],
        ],
        ids=["sets of survivors", "many alike", "struck at once", "one against 13", "dice"],
    )
    def test_what_is_too_large_is_fought_with_dice_and_refused_in_a_sentence(
        self, teams, monkeypatch
    ):
        monkeypatch.setattr(exact, "chain", None)
        assert Exact(*teams).steps > MOST_STEPS
        assert odds(*teams, battles=5).fights == 5
        said = (
            r"^heroes and villains need [\d,]+ steps a round, too many to solve \(at most "
            r"3,000,000\): take fewer .*, or simulate it \(--odds 100000\)$"
        )
        with pytest.raises(ValueError, match=said):
            solve(*teams)

    def test_a_thousand_fighters_are_refused_at_once(self, monkeypatch):
        # Nobody is held against anybody: those with the same numbers are too many already.
        monkeypatch.setattr(exact, "_alike", None)
        guards = Team(tuple(Fighter(f"g{n}", 900, bodyguard_for=f"g{n // 2}") for n in range(999)))
        assert Exact(guards, several("v", 3)).steps > MOST_STEPS
