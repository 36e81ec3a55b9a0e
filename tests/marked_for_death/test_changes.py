"""Who is alike, and questions of which some steps can't be taken."""

from dataclasses import replace

import numpy as np
import pytest

from combat.marked_for_death import (
    STEPS,
    Buff,
    Fighter,
    Team,
    allowed,
    balance,
    changed,
    effects,
    groups,
    simulate,
    solve,
    vary,
)
from tests.marked_for_death.rosters import load

TOM, ORC = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))


def alike(*fighters):
    return list(groups(Team(fighters)).values())


class TestGroups:
    def test_a_giver_of_buffs_is_not_like_a_plain_fighter(self):
        bard = Fighter("Bard", 900, buffs=[Buff("Song", "Ann,Bard", 0.1, 0)])
        assert alike(Fighter("Ann", 900), bard) == [["Ann"], ["Bard"]]

    def test_givers_are_alike_who_give_the_same_to_the_same(self):
        def giver(name, *buffs):
            return Fighter(name, 900, buffs=[Buff(*buff) for buff in buffs])

        song, hymn = ("Song", "X,Y", 0.1, 0), ("Hymn", "X", 0, 0.1)
        pairs = [
            ([song, hymn], [hymn, song], True),
            ([song], [("Tune", "Y,X", "0.10", 0)], True),
            ([song], [song, song], False),
            ([song], [("Song", "X,Y", 0.2, 0)], False),
            ([song], [("Song", "X,Z", 0.1, 0)], False),
            ([("Calm", "A", 0, 0.1)], [("Calm", "B", 0, 0.1)], True),  # each himself
            ([("Calm", "B", 0, 0.1)], [("Calm", "A", 0, 0.1)], False),  # each the other
        ]
        for one, other, same in pairs:
            assert (len(alike(giver("A", *one), giver("B", *other))) == 1) == same


class TestAmounts:
    def test_balance_takes_an_amount_once(self):
        amounts = [0, 1000, 1000, 0, 2000]
        found, frame = balance(TOM, ORC, "villains", ["Orc"], "bonus_xp", amounts)
        assert frame.index.tolist() == [0, 1000, 2000]
        once = balance(TOM, ORC, "villains", ["Orc"], "bonus_xp", [0, 1000, 2000])
        assert found == once[0]

    @pytest.mark.parametrize("amount", [1, 1.0, np.int64(1), np.float64(1), "1"])
    def test_an_amount_may_be_any_number(self, amount):
        for field in STEPS:
            after = changed((TOM, ORC), "heroes", ["Tom"], field, amount)[0]["Tom"]
            assert getattr(after, field) == (2 if field == "aoe" else 1)

    def test_what_is_no_amount_is_named(self):
        with pytest.raises(ValueError, match="amount = 'much' is not a number"):
            changed((TOM, ORC), "heroes", ["Tom"], "bonus_xp", "much")
        with pytest.raises(ValueError, match=r"bonus_hp = .*0\.5.* must be whole"):
            changed((TOM, ORC), "heroes", ["Tom"], "bonus_hp", 0.5)
        # Twice the greatest XP leads from any end of the range to the other.
        assert allowed(TOM["Tom"], "bonus_xp", [-20_000_000, 20_000_000]) == []
        with pytest.raises(ValueError, match="amount = 20000001 is out of range"):
            allowed(TOM["Tom"], "bonus_xp", [20_000_001])


class TestEffects:
    GIANT = Team((Fighter("Giant", 10_000_000, bonus_to_hit=100, aoe=1000),))

    def test_leave_out_a_step_that_leaves_nobody_who_can_fight(self):
        table = effects(TOM, ORC, steps={"bonus_hp": -2, "bonus_xp": -6000, "bonus_to_hit": -0.1})
        taken = {(line.who, line.field) for line in table.itertuples()}
        assert taken == {("Tom", "bonus_xp"), ("Tom", "bonus_to_hit"), ("Orc", "bonus_to_hit")}

    def test_of_all_steps_allowed_tells_those_that_can_be_taken(self):
        giant = self.GIANT["Giant"]
        assert allowed(giant, "bonus_xp", [-9_999_999, -10_000_000, 0, 10_000_000, 10_000_001]) == [
            -9_999_999,
            0,
            10_000_000,
        ]
        assert allowed(giant, "aoe", [-1000, -999, 0, 1]) == [-999, 0]
        assert allowed(giant, "bonus_to_hit", [-0.1, 0, 0.1]) == [-0.1, 0]
        assert allowed(giant, "bonus_hp", [-2, -1, 10_000, 10_001]) == [-1, 10_000]
        assert allowed(Fighter("Idle", 900, aoe=-3), "aoe", [0]) == [0]

    @pytest.mark.parametrize(
        ("steps", "named"),
        [({"luck": 1}, "field = 'luck' is not known"), ({"aoe": "much"}, "amount = 'much' is not")],
    )
    def test_name_what_is_no_step_at_all(self, steps, named):
        for call in (
            lambda: effects(TOM, ORC, steps=steps),
            lambda: allowed(TOM["Tom"], *steps, steps.values()),
        ):
            with pytest.raises(ValueError, match=named):
                call()


def lead(odds):
    return odds.first - odds.second


class TestOneComparisonHasOneMethod:
    def test_the_tornado_of_four_against_four_is_exact_and_in_order(self):
        # 6,561 states, and 8,748 with one hit point more: on both sides of what once was a limit.
        teams, steps = load("four"), {"bonus_hp": 1}
        table = effects(*teams, steps=steps)
        assert table.attrs["method"] == "exact"
        assert table["effect"].abs().is_monotonic_decreasing
        start = lead(solve(*teams))
        for row in table.iloc[::3].itertuples():
            alone = solve(*changed(teams, row.side, [row.who], row.field, row.step))
            assert row.effect == pytest.approx(lead(alone) - start, abs=1e-11)

    def test_amounts_beyond_the_limit_take_the_others_along(self):
        teams = [
            Team(tuple(Fighter(f"{side}{n}", 2000 + 999 * n) for n in range(3))) for side in "hv"
        ]
        exact = vary(*teams, "heroes", ["h0"], "bonus_hp", [0, 1])
        frame = vary(*teams, "heroes", ["h0"], "bonus_hp", [0, 1, 9000], battles=200, seed=4)
        assert exact.attrs["method"] == "exact"
        assert frame.attrs["method"] == "200 battles each, same luck"
        seen = simulate(*teams, battles=200, seed=4)
        assert frame.loc[0].tolist() == seen.outcomes[:3].tolist()
        assert frame.loc[0].tolist() != exact.loc[0].tolist()

    def test_nothing_asked_is_nothing_found(self):
        assert vary(TOM, ORC, "heroes", ["Tom"], "bonus_hp", []).empty
        assert effects(TOM, ORC, steps={"bonus_hp": -2}).empty


class TestMessages:
    def test_of_very_many_states_are_short(self):
        sides = [Team(tuple(Fighter(f"{side}{n}", 900) for n in range(1000))) for side in "hv"]
        with pytest.raises(ValueError, match=r"need about 10\^15 steps a round, too"):
            solve(*sides)
        for team in sides:  # nobody is like another
            fighters = (
                replace(fighter, xp=1000 * n + 1) for n, fighter in enumerate(team.fighters)
            )
            sides = [*sides[1:], Team(tuple(fighters))]
        with pytest.raises(ValueError, match=r"need about 10\^958 steps a round, too") as caught:
            solve(*sides)
        assert len(str(caught.value)) < 200
        with pytest.raises(ValueError, match=r"must be one of h0, .*1000 in all") as caught:
            sides[0]["Tom"]
        assert len(str(caught.value)) < 300
