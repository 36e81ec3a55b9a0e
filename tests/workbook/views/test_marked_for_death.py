"""What is shown of rosters, odds and battles, held against the battle itself."""

import pytest

from combat import marked_for_death as mfd
from combat.workbook.views import marked_for_death as views
from combat.workbook.views import marked_for_death_changes as changes
from tests.marked_for_death.rosters import load


def drawn(chart):
    """The marks of a free drawing, in order."""
    return [mark for layer in chart.spec()["layers"] for mark in layer["marks"]]


def test_a_round_has_an_arrow_for_each_blow_and_a_square_for_each_hit_point():
    fought = mfd.fight(*load("four"), seed=18)
    for played in fought.history:
        marks = drawn(views.arrows_of(played))
        arrows = [mark for mark in marks if mark.get("arrow")]
        assert len(arrows) == len(played.blows)
        hurts = [mark["width"] > 1 for mark in arrows]
        assert hurts == [blow.damage > 0 for blow in played.blows]
        squares = [mark for mark in marks if mark.get("fill")]
        assert len(squares) == sum(sum(side.values()) for side in played.before.values())
        left = [max(0, hp) for side in played.after.values() for hp in side.values()]
        assert sum(mark["opacity"] == 1 for mark in squares) == sum(left)
        names = [mark["text"][0] for mark in marks if mark.get("text")]
        assert sum(name.endswith(" †") for name in names) == left.count(0)


def test_a_round_that_a_battle_does_not_have_is_its_last_one():
    said = repr(views.one_round({"four": load("four")}).answered(number=6))
    rounds = mfd.fight(*load("four"), seed=18).rounds
    assert said.startswith(f"Round {rounds} of {rounds}: ")
    assert said.endswith("This battle has no round 6.")


def test_the_log_has_each_blow_and_who_stepped_in():
    shielded = 0
    for played in mfd.fight(*load("four"), seed=18).history:
        log = views.log_of(played).frame
        for row, blow in zip(log.itertuples(index=False), played.blows, strict=True):
            stepped_in = "" if blow.drawn == blow.target else f", shielded by {blow.target}"
            at = blow.drawn + stepped_in
            assert row == (blow.attacker, at, blow.hits, blow.blocks, blow.damage)
            shielded += bool(stepped_in)
    assert shielded


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
