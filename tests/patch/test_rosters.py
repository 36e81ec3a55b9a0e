"""What a patch of a roster does, held against the exact odds and a plain comparison."""

import pytest

from combat.marked_for_death import Fighter, Team, solve
from combat.patch import patch_of_rosters, rosters

TOM = Team((Fighter("Tom", 7001), Fighter("Ann", 4000)))
ORC = Team((Fighter("Orc", 8900),))
AFTER = TOM.replace("Tom", bonus_hp=2)


def part(patch, kind):
    return next(part for part in patch.parts if part.kind == kind).frame


def test_the_odds_are_those_of_the_exact_chain():
    frame = part(patch_of_rosters(TOM, AFTER, {"orc": ORC}), "odds").set_index("outcome")
    for label, team in (("before", TOM), ("after", AFTER)):
        expected = solve(team, ORC).outcomes
        for at, outcome in enumerate(rosters.OUTCOMES):
            assert frame.loc[outcome, label] == pytest.approx(expected[at], abs=1e-12)
    assert "low" not in frame


def test_who_is_left_is_told_of_those_who_are_in_both():
    changed = Team((*AFTER.fighters, Fighter("Bob", 3000)))
    frame = part(patch_of_rosters(TOM, changed, {"orc": ORC}), "left").set_index("fighter")
    assert set(frame.index) == {"Tom", "Ann"}
    for label, team in (("before", TOM), ("after", changed)):
        chances = solve(team, ORC).survival.set_index(["side", "name"])["chance"]
        assert frame.loc["Ann", label] == pytest.approx(chances["heroes", "Ann"], abs=1e-12)


def test_without_an_opponent_it_meets_its_old_self():
    frame = part(patch_of_rosters(TOM, AFTER), "odds").set_index("outcome")
    assert frame["against"].unique().tolist() == [rosters.ITSELF]
    mirror = solve(TOM, TOM)
    assert frame.loc["wins", "before"] == pytest.approx(mirror.first)
    assert frame.loc["wins", "before"] == pytest.approx(frame.loc["loses", "before"])
    assert frame.loc["wins", "after"] > frame.loc["loses", "after"]


def test_what_is_too_large_is_simulated_with_intervals_that_hold_the_exact_change(monkeypatch):
    exact = part(patch_of_rosters(TOM, AFTER, {"orc": ORC}), "odds").set_index("outcome")
    monkeypatch.setattr(rosters, "solved", lambda pairs, rules: None)
    found = patch_of_rosters(TOM, AFTER, {"orc": ORC}, battles=20_000, seed=1)
    for row in part(found, "odds").itertuples():
        # 99.9 %, so that the test holds for nearly any seed.
        half = 2 * (row.high - row.low) / 2
        assert abs(row.change - exact.loc[row.outcome, "change"]) <= half
    assert "20,000 battles" in str(found)
    again = patch_of_rosters(TOM, AFTER, {"orc": ORC}, battles=20_000, seed=1)
    assert str(found) == str(again)


def test_several_opponents_are_told_apart_and_progress_is_called():
    seen = []
    found = patch_of_rosters(
        TOM, AFTER, {"orc": ORC, "tom": TOM}, progress=lambda *done: seen.append(done)
    )
    assert set(part(found, "odds")["against"]) == {"orc", "tom"}
    assert seen == [(1, 2), (2, 2)]


def test_nothing_changed():
    assert not patch_of_rosters(TOM, TOM, {"orc": ORC})
