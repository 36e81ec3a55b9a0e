"""The terms of notebook 03 as figures, held against the chances to hit."""

from combat.nethack import hit_chance, read_circumstances, tornado
from combat.workbook.views import nethack_terms
from tests.nethack.files import DATA

CIRCUMSTANCES = read_circumstances(DATA)


def test_each_line_once_with_its_points():
    effects = nethack_terms.greatest_effects(CIRCUMSTANCES, sd=6, at=2, count=100)["effect"]
    whole = tornado(CIRCUMSTANCES, sd=6, at=2)["effect"]
    assert effects.abs().is_monotonic_decreasing
    assert {"distance 8 (-8)", "form's evasion 5 (-5)", "monster fleeing (+2)"} < {*effects.index}
    names = [line.rsplit(" (", 1)[0] for line in effects.index]
    assert effects.tolist() == whole[names].tolist()
    repeated = {"distance 8, by spell", "divine protection 9", "arrow from the hand"}
    assert {*whole.index[whole != 0]} - {*names} == repeated | {"spell protection 8 over divine 6"}


def test_terms_add_up_to_a_net_and_none_counts_twice():
    points = {"distance 8": -8.0, "skill Expert": 4.0}
    found = nethack_terms.term_by_term(points, 2, "distance 8", "nothing", "skill Expert")
    assert found["chance"].tolist() == [hit_chance(2), hit_chance(-6), hit_chance(-2)]
    twice = nethack_terms.term_by_term(points, 2, "distance 8", "distance 8", "nothing")
    assert twice["net"].tolist() == [2, -6]
