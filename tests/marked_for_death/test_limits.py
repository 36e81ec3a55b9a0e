"""At the edges: chances that no rounding takes below 0, AOE and losses without bound, refusals."""

import os
import random
import tracemalloc
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from combat.battle.chain_losses import damage_chances
from combat.battle.luck import Luck
from combat.marked_for_death import (
    Buff,
    Fighter,
    Rules,
    Side,
    Team,
    fight,
    read_team,
    simulate,
    solve,
    team_text,
)
from combat.marked_for_death.blows import damage_at_most
from combat.tables import TableError
from tests.marked_for_death import reference
from tests.marked_for_death.rosters import HEADER, random_team, several


def chances(odds):
    spread = [*odds.survivors, *odds.left, odds.turns]
    return np.concatenate([odds.outcomes, *odds.alive, *(d.chances for d in spread)])


class TestNoChanceIsBelow0:
    @pytest.mark.parametrize("dice", [30, 90, 300])
    def test_of_a_blow(self, dice):
        for to_hit in (0.05, 0.3, 0.97, 0.99):
            at_most = damage_at_most([(dice, to_hit)], [(dice // 3, 0.4)], 40)
            assert damage_chances(at_most, 40).min() >= 0

    def test_of_a_battle(self):
        tom, orc = several("Tom", 1, 60_000, bonus_hp=60), several("Orc", 1, 20_000, bonus_hp=50)
        found = [solve(tom, orc), solve(several("Tom", 2, 90_000, bonus_to_hit=0.69), orc)]
        rng = np.random.default_rng(51)
        found += [
            solve(*(random_team(rng, int(rng.integers(1, 4)), prefix) for prefix in "hv"))
            for _ in range(20)
        ]
        for odds in found:
            assert chances(odds).min() >= 0
            assert odds.outcomes.sum() == pytest.approx(1, abs=1e-12)
            assert "-0.00%" not in odds.table().map("{:.2%}".format).to_string()


def shares_of(heroes, villains, battles, seed):
    """Who wins how often by the plain reading of the rules."""
    rng, plain = random.Random(seed), [reference.plainly(team) for team in (heroes, villains)]
    tables = {"heroes": {}, "villains": {}}
    won = Counter(reference.battle(*plain, rng, tables=tables)["winner"] for _ in range(battles))
    return np.array([won[who] / battles for who in ("heroes", "villains", "draw")])


def far(one, other, trials):
    """The greatest distance of shares, in standard errors; where one is sure they are equal."""
    error = np.sqrt(np.maximum(other * (1 - other), 1e-4) / trials)
    return np.abs((one - other) / error).max()


class TestAoe:
    @pytest.mark.parametrize("aoe", [255, 256, 257, 1000])
    def test_far_above_the_number_of_opponents(self, aoe):
        heroes = several("Hero", 1, 2000, aoe=aoe, bonus_hp=1)
        guard = Fighter("Guard", 9000, bonus_to_defend=0.6, bodyguard_for="Villain")
        villains = Team((Fighter("Villain", 9000, bonus_to_defend=0.6, bonus_hp=25), guard))
        exact = solve(heroes, villains, max_rounds=2).outcomes
        seen = simulate(heroes, villains, battles=1000, seed=aoe, max_rounds=2).outcomes
        assert far(seen, exact, 1000) < 4.5

    def test_agrees_with_the_plain_reading(self):
        heroes = several("Hero", 1, 900, aoe=300, bonus_to_hit=-0.25)
        villains = several("Villain", 3, 2500, bonus_hp=3, bonus_to_defend=0.1)
        seen = simulate(heroes, villains, battles=8192).outcomes[:3]
        assert far(shares_of(heroes, villains, 60, 1), seen, 60) < 4.5

    def test_above_255_fighters(self):
        heroes = several("Hero", 2, 3000, aoe=400, bonus_hp=300, bonus_to_hit=0.6)
        villains = several("Villain", 300, 1000)
        seen = simulate(heroes, villains, battles=200, max_rounds=1).survivors[1]
        ends = [fight(heroes, villains, max_rounds=1, seed=seed) for seed in range(10)]
        left = np.array([len(Side(end.villains).names) for end in ends])
        assert abs(left.mean() - seen.mean) < 4.5 * seen.sd * (1 / 10 + 1 / 200) ** 0.5

    def test_costs_what_it_draws(self, monkeypatch):
        """8 times the blows are 8 times the numbers drawn, in few calls: none waits for another."""
        villains, drawn = several("Villain", 4, 5900), []
        halves = Luck.halves

        def counted(self, keys, draw):
            drawn.append(len(keys))
            return halves(self, keys, draw)

        monkeypatch.setattr(Luck, "halves", counted)
        spent = {}
        for aoe in (100, 800):
            drawn.clear()
            heroes = several("Hero", 1, 9000, aoe=aoe, bonus_hp=5)
            simulate(heroes, villains, battles=64, max_rounds=1)
            spent[aoe] = sum(drawn)
            assert len(drawn) < 20
        assert spent == {aoe: 64 * (aoe + 4) for aoe in (100, 800)}


class TestLosses:
    def test_beyond_32_bits_leave_nobody_unharmed(self):
        villains = several("Villain", 900, 10_000_000, bonus_to_hit=1, aoe=250)
        hero = Team((Fighter("Hero", 1000, bonus_hp=10_000),))
        seen = simulate(hero, villains, battles=1, max_rounds=1)
        assert seen.outcomes.tolist() == [0, 1, 0, 0]
        assert seen.left[0].mean == 0

    def test_are_cut_at_what_anybody_has_and_no_lower(self):
        """Weak fighters against many hit points: what they can deal at once is not the cut."""
        rules = Rules(max_to_hit=1, min_to_defend=0)
        heroes = several("Hero", 1000, 1000, bonus_to_hit=0.7, aoe=1000, bonus_hp=10_000)
        ogre = Team((Fighter("Ogre", 1000, bonus_hp=9_000, bonus_to_defend=-0.3),))
        for weak, left in ((heroes.fighters[:2], 9002 - 2 * 1000), (heroes.fighters, 0)):
            seen = simulate(Team(weak), ogre, battles=1, max_rounds=1, rules=rules)
            assert seen.left[1].mean == left


def buffed(prefix, count, seed):
    """A team whose every fighter gives ten buffs of six decimals to this one and that."""
    rng = np.random.default_rng(seed)
    names = [f"{prefix}{n}" for n in range(count)]

    def buff(number):
        amounts = rng.uniform(0, 0.05, 2).round(6).tolist()
        return Buff(
            f"b{number}", (names[rng.integers(count)], names[rng.integers(count)]), *amounts
        )

    return Team(tuple(Fighter(name, 7000, buffs=map(buff, range(10))) for name in names))


class TestBuffs:
    @pytest.mark.parametrize("count", [12, 70])
    def test_only_the_states_that_occur_are_listed(self, count):
        """2^12 and more states of who still gives which buff: memory is that of a few battles."""
        teams = buffed("h", count, 1), buffed("v", count, 2)
        simulate(*teams, battles=8)
        tracemalloc.start()
        odds = simulate(*teams, battles=48)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert odds.outcomes.sum() == 1
        assert peak < 40e6

    @pytest.mark.parametrize("bonus_hp", [0, 10_000])
    def test_of_a_hundred_million_dice_and_more(self, bonus_hp):
        buffs = [Buff(f"b{n}", ("A", "B"), 100, 100) for n in range(100)]
        giant = Fighter("A", 10_000_000, 10_000_000, bonus_hp=bonus_hp)
        team = Team((giant, replace(giant, name="B", buffs=buffs)))
        odds = simulate(team, team, battles=20, rules=Rules(xp_per_die=1), max_rounds=30)
        assert odds.outcomes.sum() == 1
        assert odds.undecided < 1


def refusal(content):
    """The line that refuses a file."""
    with pytest.raises(TableError) as caught:
        read_team(content.encode(), name="mine.csv")
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 400
    return str(caught.value)


class TestLargeFiles:
    def test_more_columns_or_fighters_than_there_may_be_are_refused(self):
        groups = ",BuffName,BuffWho,BuffOffense,BuffDefense" * 12_500
        plain = HEADER.strip().partition(",BuffName")[0]
        assert "column 410: more than 409 columns" in refusal(plain + groups + "\nTom,900\n")
        rows = "".join(f"F{n},900\n" for n in range(100_000))
        assert "row 1002, column 'Name': more than 1000 fighters" in refusal(HEADER + rows)

    def test_a_list_of_very_many_names(self):
        names = ",".join(f"N{n}" for n in range(20_000))
        row = f'Tom,900,,,,,,,,Log,"{names}",1,1\n'
        assert "column 'BuffWho': '20000 names' is out of range: " in refusal(HEADER + row)

    @pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.slow)])
    def test_what_is_accepted_can_be_written_and_read(self, count):
        buffs = [Buff(f"b{n}", ("F1", "F2"), 0.01, 0) for n in range(100)]
        team = several("F", count, 900, buffs=buffs)
        assert read_team(team_text(team).encode(), name="mine.csv") == team
        with pytest.raises(ValueError, match="buffs = 101 is out of range: it must be at most 100"):
            Fighter("Tom", 900, buffs=[*buffs, buffs[0]])


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such names")
@pytest.mark.parametrize("strict", [False, True])
def test_a_newline_in_the_name_of_a_file_leaves_one_line(tmp_path, strict):
    path = tmp_path / "my\nteam.csv"
    for content in (None, HEADER + "Tom,many\n", HEADER + "Tom,900,,,,,,Bob\n"):
        if content is not None:
            path.write_text(content)
        try:
            lines = read_team(path, strict=strict).warnings
        except TableError as error:
            lines = [str(error)]
        assert [len(line.splitlines()) for line in lines] == [1]
        assert lines[0].startswith("my team.csv")
