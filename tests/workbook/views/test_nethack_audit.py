"""What the panels of notebook 10 show, held against the chances to hit and the effects."""

import pytest

from combat.nethack import approximation_error, hit_chance, read_circumstances, tornado
from combat.workbook.views import nethack_audit
from tests.test_project import ROOT

CIRCUMSTANCES = read_circumstances(ROOT / "data" / "nethack")


def test_the_approximation_is_both_chances():
    table = nethack_audit.approximation(3, sd=6, reach=25)
    for points in (-25, -3, 0, 7, 25):
        assert table.loc[points, "bell curve"] == hit_chance(points, sd=6)
        assert table.loc[points, "mean of 3"] == hit_chance(points, sd=6, uniforms=3)
    worst = max(abs(row["bell curve"] - row["mean of 3"]) for _, row in table.iterrows())
    assert approximation_error(3, sd=6, reach=25) == pytest.approx(worst)


class TestGreatestEffects:
    def test_each_line_once_with_its_points(self):
        effects, whole = (
            nethack_audit.greatest_effects(CIRCUMSTANCES, sd=6, at=2, count=100),
            tornado(CIRCUMSTANCES, sd=6, at=2),
        )
        assert (effects["effect"] != 0).all()
        assert effects["effect"].abs().is_monotonic_decreasing
        assert "distance 8 (-8)" in effects.index
        assert "form's evasion 5 (-5)" in effects.index
        assert "monster fleeing (+2)" in effects.index
        names = [line.rsplit(" (", 1)[0] for line in effects.index]
        assert effects["effect"].tolist() == whole.loc[names, "effect"].tolist()
        left_out = set(whole.index[whole["effect"] != 0]) - set(names)
        assert left_out == {
            "distance 8, by spell",
            "divine protection 9",
            "arrow from the hand",
            "spell protection 8 over divine 6",
        }

    def test_as_many_as_asked(self):
        assert len(nethack_audit.greatest_effects(CIRCUMSTANCES, count=5)) == 5


def test_terms_add_up_to_a_net():
    points = nethack_audit.term_points(CIRCUMSTANCES)
    found = nethack_audit.term_by_term(points, 2, "distance 8", "nothing", "skill Expert")
    assert found["chance"].tolist() == [hit_chance(2), hit_chance(-6), hit_chance(-2)]
    told = ["net +2: 60%", "1. distance 8 (−8): 23%", "3. skill Expert (+4): 40%"]
    assert [*found.index] == told
    assert [*found["side"]] == ["draw", "defenders", "attackers"]
    twice = nethack_audit.term_by_term(points, 2, "distance 8", "distance 8", "nothing")
    assert twice["chance"].tolist() == [hit_chance(2), hit_chance(-6)]
    panel = nethack_audit.added_up(CIRCUMSTANCES)
    assert f"from {hit_chance(0):.1%} to {hit_chance(1):.1%}. The net " in panel.now.words
