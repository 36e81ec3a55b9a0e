"""Rules one at a time: those with a number of their own, and those without."""

from combat.hit_rules import hit_rule, rules
from combat.workbook.views import compare, compare_shapes

MINE = hit_rule("mine", depends="ratio", source="me")(
    lambda attack, defense: attack / (attack + defense)
)


def test_a_rules_own_number_is_told_where_it_has_one():
    said = [compare_shapes.tuned_in_words(rules()[name], 8) for name in ("TOME, smooth", "ratio")]
    assert said[0].startswith('Tuned alike, "TOME, smooth" stays within ')
    assert ". 2.83 of its points are worth one of the bell curve, whose " in said[0]
    assert "sd is 8 (its own m would be 3.5)" in said[0]
    assert "its own" not in said[1]


def test_a_rule_of_ones_own_is_offered_on_a_page_too():
    known = rules(MINE)
    lists = compare.three(known, "ratio", "ratio", "ratio")
    assert list(lists) == ["first", "second", "third"]
    for one in (*lists.values(), compare.pick("rule", "ratio", known)):
        assert "mine" in one.exported
        assert len(one.exported) < len(one.options) == len(known)
    assert list(compare.of_eight(known))[-1] == "mine"
