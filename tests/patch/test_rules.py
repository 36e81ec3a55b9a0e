"""What a patch of a hit rule's numbers does."""

import pytest

from combat import hit_rules
from combat.patch import patch_of_rule, read_settings


def chances(patch):
    return patch.parts[1].frame


def test_of_a_difference_each_point_is_told_the_greatest_change_first():
    found = patch_of_rule(read_settings("rule=Elo; scale=40"), read_settings("rule=Elo; scale=20"))
    frame = chances(found).set_index("ahead")
    elo = hit_rules.elo
    for ahead in (-40, -7, 1, 23):
        assert frame.loc[ahead, "before"] == pytest.approx(elo(50 + ahead, 50, scale=40))
        assert frame.loc[ahead, "after"] == pytest.approx(elo(50 + ahead, 50, scale=20))
    assert 0 not in frame.index  # even stays even
    assert len(frame) == 80
    sizes = frame["change"].abs().round(9)
    assert sizes.is_monotonic_decreasing


def test_otherwise_attack_and_defense_both_go_through_their_points():
    found = patch_of_rule(
        read_settings("rule=ratio"), read_settings("rule=TOME, linear"), points=(10, 50)
    )
    frame = chances(found).set_index(["attack", "defense"])
    assert frame.index.get_level_values("attack").min() == 10
    assert frame.loc[(50, 10), "before"] == pytest.approx(50 / 60)
    assert found.parts[1].picture.loc[50, 10] == pytest.approx(frame.loc[(50, 10), "change"])


def test_a_default_that_is_spelt_out_is_no_change():
    assert not patch_of_rule(read_settings("rule=bell curve"), read_settings("rule=bell; sd=8"))


def test_the_second_settings_may_leave_the_rule_out():
    bell, _ = read_settings("rule=bell curve")
    rule, parameters = read_settings("sd = 6", bell)
    assert (rule.name, parameters) == (bell.name, {"sd": 6.0})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sd=8", "'sd=8' names no rule: begin with rule="),
        ("rule=dragons", "rule = 'dragons' is not known: name one of d20"),
        ("rule=TOME", "rule = 'TOME' may be several: name one of TOME, linear"),
        ("rule=ratio; sd=8", "'sd' is no parameter of the rule 'ratio': it has none"),
        ("rule=bell; sd=eight", "sd = 'eight' is no number"),
        ("rule=bell; sd", "'sd' sets nothing: write name=value"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(text, told):
    with pytest.raises(ValueError, match=told) as caught:
        read_settings(text)
    assert "\n" not in str(caught.value)


def test_a_number_that_the_rule_refuses_is_the_rules_own_error():
    with pytest.raises(ValueError, match="sd"):
        patch_of_rule(read_settings("rule=bell"), read_settings("rule=bell; sd=-1"))


def test_points_out_of_order_are_refused():
    pair = read_settings("rule=ratio"), read_settings("rule=Elo")
    with pytest.raises(ValueError, match="the first must be below"):
        patch_of_rule(*pair, points=(50, 10))
