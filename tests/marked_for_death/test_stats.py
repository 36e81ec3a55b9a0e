"""The manual's formulas and its worked example, and the arrays against the plain reading."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.marked_for_death import Fighter, Rules, Side, Team, stats
from combat.marked_for_death.log import described
from tests.marked_for_death import reference
from tests.marked_for_death.rosters import teams

RULES = Rules()


def profile(team, alive=True, round=1):
    """The numbers of each fighter: (offense_dice, defense_dice, to_hit, to_defend)."""
    numbers = Side(team).numbers(np.broadcast_to(alive, len(team.names)), round)
    return list(zip(*(array.tolist() for array in numbers), strict=True))


def row(rules=RULES, round=1, **fields):
    return stats(Team((Fighter(**{"name": "Tom", "xp": 1000, **fields}),)), rules, round=round).loc[
        "Tom"
    ]


class TestFormulas:
    def test_total_xp_is_xp_plus_bonus_xp(self):
        assert row(xp=5800, bonus_xp=-1000)["Total XP"] == 4800
        assert row(xp=0.5, bonus_xp=0.25)["Total XP"] == 0.75

    @pytest.mark.parametrize(
        ("raw", "dice"), [(1, 10), ("1.0001", 11), (1.1, 11), (1.11, 12), (1.4, 14)]
    )
    def test_offense_dice_and_defense_dice_grow_above_a_raw_value_of_1(self, raw, dice):
        bonus = Fighter("x", 1, bonus_to_hit=raw).bonus_to_hit - Rules().default_to_hit
        assert row(xp=10_000, bonus_to_hit=bonus)["OffenseDice"] == dice
        assert row(xp=10_000, bonus_to_defend=bonus)["DefenseDice"] == dice

    def test_exhaustion_lowers_raw_to_defend_after_every_round_and_the_dice_follow(self):
        rounds = [row(round=n, xp=10_000, bonus_to_defend=0.8) for n in (1, 2, 3, 4, 12, 10**15)]
        assert [one["ToDefend"] for one in rounds] == [0.9, 0.9, 0.9, 0.8, 0, 0]
        assert [one["DefenseDice"] for one in rounds] == [11, 10, 10, 10, 10, 10]
        assert {one["OffenseDice"] for one in rounds} == {10}

    def test_a_round_below_1_is_an_error(self):
        with pytest.raises(ValueError, match="round = 0"):
            row(round=0)


def test_percentages_are_printed_with_their_hundredths():
    team = Team((Fighter("Tom", 1000, bonus_to_hit=0.1234, bonus_to_defend=0.2),))
    (line,) = described(team)
    assert "ToHit(42.34%), ToDefend(50%)" in line


def plainly(team, alive, round):
    """What the scalar reading has for the living, {name: (dice, dice, chance, chance)}."""
    fighters = [
        fighter if name in alive else dict(fighter, BonusHP=-100_000)
        for fighter in reference.plainly(team)
        for name in [fighter["Name"]]
    ]
    return {
        row["Name"]: (
            row["OffenseDice"],
            row["DefenseDice"],
            float(row["ToHit"]),
            float(row["ToDefend"]),
        )
        for row in reference.stats(fighters, round=round)
    }


class TestAgainstTheReference:
    @given(teams(25_000), st.integers(1, 10_000), st.randoms(use_true_random=False))
    @settings(max_examples=15)
    def test_any_team_of_any_decimals(self, team, round, random):
        alive = {name for name in team.names if random.random() < 0.7}
        lives = [name in alive for name in team.names]
        computed = dict(zip(team.names, profile(team, lives, round), strict=True))
        assert plainly(team, alive, round) == {name: computed[name] for name in alive}

    def test_millionths_are_counted_exactly_and_no_less(self):
        def dice(bonus):
            return profile(Team((Fighter("Tom", 10_000_000, bonus_to_hit=bonus),)))[0][0]

        assert [dice("0.700001"), dice("0.7000001"), dice(0.1 + 0.6)] == [10_001, 10_000, 10_000]


class TestSides:
    @pytest.mark.parametrize(
        ("links", "dying", "fallen"),
        [
            ("-ab", "a", "abc"),
            ("-ab", "b", "bc"),
            ("-ab", "c", "c"),  # a chain
            ("bca", "b", "abc"),
            ("bab", "c", "c"),  # circles
            ("a--", "b", "b"),
            ("a--", "a", "a"),  # oneself
        ],
    )
    def test_links_are_followed_recursively(self, links, dying, fallen):
        team = Team(
            tuple(
                Fighter(name, 900, linked_to=link.strip("-"))
                for name, link in zip("abc", links, strict=True)
            )
        )
        falls = Side(team).falls["abc".index(dying)]
        assert {"abc"[place] for place in np.flatnonzero(falls)} | {dying} == set(fallen)
