"""What is shown of rosters, odds and battles, held against the battle itself."""

import pytest

from combat import marked_for_death as mfd
from combat.workbook.views import marked_for_death as views
from combat.workbook.views import marked_for_death_changes as changes
from tests.marked_for_death.rosters import load


def test_the_points_left_are_those_at_the_start_less_all_damage():
    # Nobody is linked to another, so that who falls falls by blows.
    names = {side: [f"{side} {at}" for at in range(3)] for side in views.SIDES}
    sides = [mfd.Team(tuple(mfd.Fighter(one, 7000) for one in names[side])) for side in names]
    battle = mfd.fight(*sides, seed=3)
    left = {side: dict.fromkeys(names[side], 2) for side in names}
    for number, row in views.points_left(battle).iterrows():
        for blow in battle.history[number - 1].blows if number else ():
            other = left["villains" if blow.side == "heroes" else "heroes"]
            other[blow.target] -= blow.damage
        for side, points in left.items():
            assert row[side] == sum(max(0, one) for one in points.values())


def test_the_log_has_each_blow_and_who_stepped_in():
    fought = mfd.fight(*load("four"), seed=18)
    log = views.log_of(fought).frame
    blows = [(played.number, blow) for played in fought.history for blow in played.blows]
    for row, (number, blow) in zip(log.itertuples(index=False), blows, strict=True):
        stepped_in = "" if blow.drawn == blow.target else f", shielded by {blow.target}"
        at = blow.drawn + stepped_in
        assert row == (number, blow.attacker, at, blow.hits, blow.blocks, blow.damage)
    assert log["at"].str.contains(", shielded by ").any()


def test_clones_are_folded_into_one_line_and_keep_their_mean():
    odds = mfd.simulate(*load("large"), battles=200, seed=1)
    folded, single = views.survival_of_groups(odds), odds.survival
    counts = [
        int(name.rpartition("each of ")[2].strip(")")) if "each" in name else 1
        for name in folded.index
    ]
    assert sum(counts) == len(single) == 31
    assert (folded["chance"] * counts).sum() == pytest.approx(single["chance"].sum())
    assert (folded["low"] <= folded["chance"]).all()


def test_odds_in_words_have_an_interval_only_where_they_are_simulated():
    exact = views.in_words(mfd.solve(*load("four")))
    seen = views.in_words(mfd.simulate(*load("four"), battles=100, seed=1, max_rounds=1))
    assert exact.startswith("the heroes win 47.0%, the villains")
    assert " to " in seen.partition(", the villains")[0]
    assert ", undecided " in seen


def test_a_battle_of_ones_own_is_the_odds_of_fighters_without_a_bonus():
    heroes = mfd.Team(tuple(mfd.Fighter(f"A {at}", 5000) for at in range(3)))
    wide = mfd.Team(tuple(mfd.Fighter(f"B {at}", 8000, aoe=3) for at in range(2)))
    said = changes.your_battle().answered(targets=3)
    assert f"The heroes win {mfd.solve(heroes, wide).first:.0%}" in repr(said)


def test_chances_are_moved_in_percentage_points():
    panel = changes.what_if({"dragon": load("dragon")})
    (moved,) = panel.answer.charts[0].numbers()
    assert moved.index.tolist() == [-30, -20, -10, 0, 10, 20, 30]
    drawn = panel.answered(number="bonus_hp").charts[0].spec()
    assert drawn["x"]["label"] == "hit points added to Dragon (heroes)"
