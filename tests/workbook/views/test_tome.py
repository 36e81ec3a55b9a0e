"""The three rules side by side are the rules themselves, with whatever is passed on to them."""

import numpy as np
import pytest

from combat import tome
from combat.dice import blows
from combat.workbook.views import tome as views
from combat.workbook.views import tome_boss

LIMITS = (0.1, 0.85)


def rules(m=10, lo=0.05, hi=0.95, engine=False):
    return {
        "linear": lambda a, d: tome.check_hit(a, d, lo=lo, hi=hi, engine=engine),
        "exponential": lambda a, d: tome.check_hit_old(a, d, lo=lo, hi=hi, engine=engine),
        "smooth": lambda a, d: tome.check_hit_smooth(a, d, m=m),
    }


def test_each_rule_has_the_constants_that_are_given():
    attack, defense = np.meshgrid(np.arange(0.3, 130, 7), np.arange(0.1, 130, 7))
    # Unless told otherwise: m = 10, limits of 5 and 95 %, the rule as printed.
    for given, own in (((), ()), ((20, LIMITS, True), (20, *LIMITS, True))):
        found = views.three(*given)
        assert list(found) == list(views.RULES)
        for name, rule in rules(*own).items():
            assert np.array_equal(found[name](attack, defense), rule(attack, defense))


def test_what_rounding_shifts_is_the_mean_over_the_attacks():
    shift = views.shift_by_rounding(range(20, 25), 30)
    plain, engine = (rules(lo=0, hi=1, engine=engine) for engine in (False, True))
    for name in views.RULES:
        each = [
            np.floor(100 * engine[name](a, 30) + 1e-9) / 100 - plain[name](a, 30)
            for a in range(20, 25)
        ]
        assert shift[name] == pytest.approx(sum(each) / 5, abs=1e-12)


def test_curves_readings_and_the_worth_of_a_point_are_those_of_the_rules():
    panel = views.curves()
    given = {"defense": 40, "m": 20, "limits": LIMITS}
    shown = panel.answered(**given)
    chances, worth = (chart.numbers()[0] for chart in shown.charts)
    needed = shown.table.frame["attack for 60%"]
    for name, rule in rules(20, *LIMITS).items():
        ahead = np.arange(-39, 61)
        assert chances[name][ahead].tolist() == rule(40 + ahead, 40).tolist()
        assert worth[name][5] == rule(46, 40) - rule(45, 40)
        assert rule(needed[name], 40) >= 0.6 - 1e-9 > rule(needed[name] - 0.001, 40)
    assert np.isnan(chances["exponential"][-40])
    # As the engine rounds up, 59.0001 % is enough.
    rounded = panel.answered(**given, engine=True).table.frame["attack for 60%"]["linear"]
    assert rules(20, *LIMITS, True)["linear"](rounded, 40) >= 0.6 > rules()["linear"](rounded, 40)


@pytest.mark.parametrize(("preset", "words"), [("early", "77.8%"), ("late", "66.6%")])
def test_the_two_charts_of_the_post_are_presets(preset, words):
    panel = views.curves()
    found = [values for name, values in panel.presets.options if name.startswith(preset)]
    (panel.presets.value,) = found
    assert f"exponential {words}, smooth 75.0%." in panel.answer.title


@pytest.mark.parametrize("squeezed", [False, True])
def test_a_fight_against_a_boss_is_told_in_blows_and_in_runs_of_misses(squeezed):
    chance = tome_boss.chances(72, 45, 10, squeezed, m=20, limits=LIMITS).loc[3]
    fight, runs = tome_boss.fight(chance, 4), tome_boss.runs(chance, 4)
    assert runs.index.tolist() == list(range(1, 41))
    for name, rule in rules(20, *LIMITS).items():
        p = rule(72, tome.boss_defense(45, 10, 3, squeezed))
        streaks = [1 - (1 - (1 - p) ** length) ** 4 for length in range(1, 41)]
        told = [p, 4 / p, blows.blows_for(0.9, p, 4), streaks[9]]
        assert fight.loc[name].tolist() == pytest.approx(told)
        assert np.allclose(runs[name], streaks)


def test_the_gap_of_two_rules_is_one_less_the_other():
    found = views.gap("exponential", "smooth", 20, LIMITS)
    assert (found.index.name, found.columns.name) == ("attack (points)", "defence (points)")
    both = rules(20, *LIMITS)
    for attack, defense in ((10, 90), (90, 10), (51, 43)):
        wanted = both["exponential"](attack, defense) - both["smooth"](attack, defense)
        assert found.loc[attack, defense] == wanted
    assert np.isnan(found.loc[0, 0])
    itself = views.two_rules().answered(first="linear", second="linear")
    assert itself.title.endswith("agree on 100% of the map.")
    assert "is up to 0 points above the linear one, or 0 below." in itself.note


def test_which_m_keeps_the_middle_of_every_stage_within_a_band():
    panel = views.within_a_band({"even": (range(60, 61), range(50, 51))})
    wide, narrow = (panel.answered(band=band) for band in ((0.5, 1.0), (0.6, 0.9)))
    assert "Any m from 0.0 on keeps the middle of every stage there." in wide.note
    # 60 against 50 is 50 + 50 * 10/(10 + m) %: 90 % at m = 2.5, 60 % at m = 40.
    assert "Any m from 2.5 to 40.0 keeps the middle of every stage there." in narrow.note
    assert narrow.title.endswith("keeps 100% of its match-ups.")
    assert narrow.note.startswith("So many have a chance from 60% to 90%")
    assert "worst is even." in narrow.note


def test_the_two_rules_differ_little_from_there_on_and_no_earlier():
    low = views.alike_from(0.05, m=20)
    attack, defense = np.meshgrid(np.arange(101), np.arange(101), indexing="ij")
    apart = rules(m=20)["smooth"](attack, defense) - rules()["exponential"](attack, defense)
    assert np.abs(apart[low:, low:]).max() <= 0.05 < np.abs(apart[low - 1 :, low - 1 :]).max()
