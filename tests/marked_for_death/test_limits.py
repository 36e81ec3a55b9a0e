"""At the edges: chances that no rounding takes below 0, AOE and losses without bound, refusals."""

import tracemalloc

import numpy as np
import pytest

from combat.marked_for_death import (
    Buff,
    Fighter,
    Team,
    read_team,
    simulate,
    solve,
    team_text,
)
from combat.tables import TableError
from tests.marked_for_death.rosters import HEADER, several


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

    def test_more_than_a_hundred_thousand_dice_are_refused(self):
        giant = Team((Fighter("A", 10_000_000, bonus_hp=10_000),))
        assert simulate(giant, giant, battles=20, max_rounds=3).outcomes.sum() == 1
        with pytest.raises(ValueError, match="a fighter has 100,010 dice, more than 100,000"):
            simulate(giant.replace("A", bonus_to_hit=9.701), giant, battles=20)


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
