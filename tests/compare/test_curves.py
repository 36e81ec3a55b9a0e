"""Rules side by side: every cell of the frames is one call of a rule."""

import numpy as np
import pytest

from combat.compare import chances, curves, growth_by_points, growth_by_share, slopes
from combat.hit_rules import rules

RULES = rules()


def test_chances_are_one_call_each():
    found = chances(RULES, 47, 41)
    assert found.index.tolist() == list(RULES)
    assert found.to_dict() == {name: rule(47.0, 41.0) for name, rule in RULES.items()}
    assert (found.name, found.index.name) == ("chance", "rule")


def test_no_rules_have_no_chances():
    assert chances({}).dtype == float
    assert chances({}).empty


@pytest.mark.parametrize("level", [0, 12, 30])
def test_curves_and_slopes_are_counted_point_by_point(level):
    chance, slope = curves(RULES, level), slopes(RULES, level)
    assert list(chance) == list(slope) == list(RULES)
    for name, rule in RULES.items():
        for ahead in range(-30, 31, 2):
            here, steep = chance.loc[ahead, name], slope.loc[ahead, name]
            if level + ahead < 0 and rule.depends != "difference":
                assert np.isnan([here, steep]).all()
            else:
                exact = rule(level + ahead, level)
                more = rule(level + ahead + 1, level) - exact
                assert [here, steep] == pytest.approx([exact, more], nan_ok=True)


def test_the_advantages_asked_for_are_the_rows():
    asked = [-5, 0.5, 40]
    assert curves(RULES, 10, advantages=asked).index.tolist() == asked
    assert slopes(RULES, 10, advantages=asked).index.tolist() == asked


def test_growth_is_counted_level_by_level():
    points = growth_by_points(RULES, 3, levels=[10, 40, 90])
    share = growth_by_share(RULES, 0.5, levels=[10, 40, 90])
    assert points.index.tolist() == share.index.tolist() == [10, 40, 90]
    for level in (10, 40, 90):
        for name, rule in RULES.items():
            assert points.loc[level, name] == pytest.approx(rule(level + 3, level))
            assert share.loc[level, name] == pytest.approx(rule(1.5 * level, level))


def test_each_family_of_rules_keeps_one_advantage():
    both = {name: RULES[name] for name in ("Elo, logistic", "ratio")}
    points, share = growth_by_points(both, 10), growth_by_share(both, 0.25)
    assert np.ptp(points["Elo, logistic"]) < 1e-9 < np.ptp(share["Elo, logistic"])
    assert np.ptp(share["ratio"]) < 1e-9 < np.ptp(points["ratio"])


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: curves(RULES, -1), r"level = -1\.0"),
        (lambda: growth_by_share(RULES, -0.1), r"share = -0\.1"),
        (lambda: growth_by_points(RULES, 5, levels=[0, 10]), r"levels = 0\.0"),
    ],
)
def test_bad_input_is_named(call, named):
    with pytest.raises(ValueError, match=named):
        call()
