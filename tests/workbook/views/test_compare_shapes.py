"""Rules one at a time: those with a number of their own, and those without."""

from combat.hit_rules import Parameter, hit_rule, rules
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


def test_each_number_of_a_rule_has_a_slider():
    power = Parameter("how_steep", 0.5, 3.0, 1.0, step=0.5)
    own = hit_rule("steep", depends="ratio", source="me", parameters=[power])(
        lambda attack, defense, how_steep=1.0: (attack / (attack + defense)) ** how_steep
    )
    panel = compare_shapes.one_rule(own)
    assert panel.controls["how_steep"].description == "how steep"
    panel.set(defense=10, how_steep=2.0)
    assert panel.now.words == "steep: 25.0% at 10 against 10, 44.4% ten points ahead."
    assert list(compare_shapes.one_rule(MINE).controls) == ["defense"]


def test_a_rule_of_ones_own_is_offered_on_a_page_too():
    known = rules(MINE)
    lists = compare.three(known, "ratio", "ratio", "ratio")
    assert list(lists) == ["first", "second", "third"]
    for one in (*lists.values(), compare.pick("rule", "ratio", known)):
        assert "mine" in one.exported
        assert len(one.exported) < len(one.options) == len(known)
    assert list(compare.of_eight(known))[-1] == "mine"
