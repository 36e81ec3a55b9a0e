"""The three rules side by side are the rules themselves, with whatever is passed on to them."""

import numpy as np
import pandas as pd
import pytest

from combat import tome
from combat.dice import blows
from combat.workbook.panel.exported import exported_controls
from combat.workbook.views import tome as views
from combat.workbook.views import tome_boss, tome_tuning

LIMITS = (0.1, 0.85)


def rules(m=10, lo=0.05, hi=0.95, engine=False):
    return {
        "linear": lambda a, d: tome.check_hit(a, d, lo=lo, hi=hi, engine=engine),
        "exponential": lambda a, d: tome.check_hit_old(a, d, lo=lo, hi=hi, engine=engine),
        "smooth": lambda a, d: tome.check_hit_smooth(a, d, m=m),
    }


@pytest.mark.parametrize("engine", [False, True])
def test_each_rule_has_the_constants_that_are_given(engine):
    attack, defense = np.meshgrid(np.arange(0.3, 130, 7), np.arange(0.1, 130, 7))
    found = views.three(20, LIMITS, engine)
    assert list(found) == list(views.RULES)
    for name, rule in rules(20, *LIMITS, engine).items():
        assert np.array_equal(found[name](attack, defense), rule(attack, defense))
    # Unless told otherwise: m = 10, limits of 5 and 95 %, the rule as printed.
    for name, rule in rules().items():
        assert np.array_equal(views.three()[name](attack, defense), rule(attack, defense))


def test_by_difference_the_attack_is_so_far_above_the_defense():
    found = views.by_difference(12.5, 20, LIMITS, True)
    assert found.index.name == "difference"
    assert found.index.tolist() == [half / 2 for half in range(-120, 121)]
    for name, rule in rules(20, *LIMITS, True).items():
        wanted = rule(12.5 + found.index.to_numpy(), 12.5)
        if name == "exponential":
            wanted = np.where(found.index > -12.5, wanted, np.nan)
        assert np.array_equal(found[name], wanted, equal_nan=True)


def test_a_point_is_worth_what_it_adds():
    found = views.worth_of_a_point(30, 20, LIMITS, True)
    assert found.index.name == "difference"
    assert found.index.tolist() == views.by_difference(30).index.tolist()
    for name, rule in rules(20, *LIMITS, True).items():
        for ahead in (-10.0, 0.0, 0.5, 14.0):
            assert found[name][ahead] == rule(31 + ahead, 30) - rule(30 + ahead, 30)
    assert views.worth_of_a_point(30).equals(views.worth_of_a_point(30, 10, (0.05, 0.95), False))


@pytest.mark.parametrize(("preset", "words"), [("early", "77.8%"), ("late", "66.6%")])
def test_the_two_charts_of_the_post_are_presets(preset, words):
    panel = views.curves()
    found = [values for name, values in panel.presets.options if name.startswith(preset)]
    (panel.presets.value,) = found
    assert f"exponential {words}, smooth 75.0%." in panel.now.words


def test_readings_are_five_differences_and_the_attack_for_60_percent():
    found = views.readings(40.5, 20, LIMITS, True)
    assert found.index.name == "rule"
    steps = {"at −20": -20, "at −10": -10, "equal": 0, "at +10": 10, "at +20": 20}
    assert found.columns.tolist() == [*steps, "attack for 60%"]
    for name, rule in rules(20, *LIMITS, True).items():
        for column, ahead in steps.items():
            assert found.loc[name, column] == rule(40.5 + ahead, 40.5)
        # As the engine rounds up, 59.0001 % is enough.
        needed = found.loc[name, "attack for 60%"]
        assert rule(needed, 40.5) >= 0.6 - 1e-9
        assert rule(needed - 0.001, 40.5) < 0.6
    assert views.readings(40).equals(views.readings(40, 10, (0.05, 0.95), False))


@pytest.mark.parametrize("squeezed", [False, True])
def test_a_fight_against_a_boss_is_told_in_blows_and_in_runs_of_misses(squeezed):
    given = (72, 45, 10, 3, 4, 20, LIMITS, squeezed)
    fight, runs = tome_boss.fight(*given), tome_boss.runs(*given)
    assert fight.index.name == "rule"
    assert fight.columns.tolist() == [
        "hit chance",
        "expected blows",
        "blows for a kill in 9 of 10 fights",
        "10 misses in a row",
    ]
    assert runs.index.name == "misses in a row"
    assert runs.index.tolist() == list(range(1, 41))
    for name, rule in rules(20, *LIMITS).items():
        chance = rule(72, tome.boss_defense(45, 10, 3, squeezed))
        streaks = [1 - (1 - (1 - chance) ** length) ** 4 for length in range(1, 41)]
        row = fight.loc[name].tolist()
        assert row == pytest.approx([chance, 4 / chance, blows.blows_for(0.9, chance, 4), row[3]])
        assert row[3] == pytest.approx(streaks[9])
        assert np.allclose(runs[name], streaks)


def test_unless_told_otherwise_the_boss_meets_the_rules_as_printed():
    said = (10, (0.05, 0.95), False)
    for function, given in (
        (tome_boss.chances, (72, 45, 10)),
        (tome_boss.kills, (72, 45, 10, 4)),
        (tome_boss.runs, (72, 45, 10, 3, 4)),
        (tome_boss.fight, (72, 45, 10, 3, 4)),
    ):
        assert function(*given).equals(function(*given, *said))


def test_the_gap_of_two_rules_is_one_less_the_other():
    found = views.gap("exponential", "smooth", 20, LIMITS, 10)
    assert (found.index.name, found.columns.name) == ("attack", "defense")
    assert found.index.tolist() == found.columns.tolist() == list(range(0, 101, 10))
    both = rules(20, *LIMITS)
    for attack, defense in ((10, 90), (90, 10), (50, 40)):
        wanted = both["exponential"](attack, defense) - both["smooth"](attack, defense)
        assert found.loc[attack, defense] == wanted
    assert np.isnan(found.loc[0, 0])
    each = views.gap("linear", "smooth")
    assert each.shape == (101, 101)
    assert each.loc[60, 50] == 0.75 - tome.check_hit_smooth(60, 50)
    assert each.loc[100, 50] == 0.95 - tome.check_hit_smooth(100, 50)


def test_the_stages_of_the_game_come_before_the_wide_ranges(tmp_path):
    written = tmp_path / "stages.csv"
    columns = ["stage", "attack_low", "attack_high", "defense_low", "defense_high"]
    pd.DataFrame([["dawn", 3, 5, 1, 2]], columns=columns).to_csv(written, index=False)
    assert tome_tuning.stages(written) == {
        "dawn": (range(3, 6), range(1, 3)),
        "all from 1 to 20": (range(1, 21), range(1, 21)),
        "all from 1 to 100": (range(1, 101), range(1, 101)),
        "all from 50 to 100": (range(50, 101), range(50, 101)),
    }


def test_a_page_offers_the_boss_that_the_findings_tell_of():
    offered = {one.name: one.values for one in exported_controls(tome_boss.stacked(), 3)}
    told = {"count": 5, "bonus": 10, "attack": 72, "base": 45, "hits": 10, "m": 10}
    assert all(value in offered[name] for name, value in told.items())
    assert {(0.0, 1.0), (0.05, 0.95)} <= {*offered["limits"]}


def test_the_words_follow_the_controls_to_their_ends():
    assert "Blows expected for 1 hit: linear " in tome_boss.fight_in_words(72, 45, 10, 4, 1)
    middles = {"even": (range(60, 61), range(50, 51))}
    said = [tome_tuning.within_in_words(middles, band, 10) for band in ((0.5, 1.0), (0.6, 0.9))]
    assert said[0].endswith("Any m from 0.0 on keeps the middle of every stage there.")
    assert said[1].endswith("Any m from 2.5 to 40.0 keeps the middle of every stage there.")
    assert "the worst stage (even) keeps 100% of its match-ups between 60% and 90%." in said[1]
    itself = views.gap_in_words("linear", "linear", 60)
    assert "agree to 5 percentage points on 100% of the map" in itself
    assert itself.endswith("is up to 0 points above the linear one, or 0 below.")


def test_the_two_rules_differ_little_from_there_on_and_no_earlier():
    low = views.alike_from(0.05, m=20)
    attack, defense = np.meshgrid(np.arange(101), np.arange(101), indexing="ij")
    apart = rules(m=20)["smooth"](attack, defense) - rules()["exponential"](attack, defense)
    assert np.abs(apart[low:, low:]).max() <= 0.05 < np.abs(apart[low - 1 :, low - 1 :]).max()
