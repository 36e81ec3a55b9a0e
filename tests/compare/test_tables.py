"""The tables for readers say what the rules and their traits say."""

import numpy as np
import pytest

from combat.compare import FORMATS, HEADS, decision_table, rules_table, traits_table
from combat.compare.tables import in_blows, percentage_points, points_ahead, yes_or_no
from combat.hit_rules import hit_rule, rules

RULES = rules()
MINE = hit_rule("mine", depends="ratio", source="me")(
    lambda attack, defense: attack / (attack + defense)
)
SAID = hit_rule("said", depends="both", source="me", good_for="duels", costs="a table")(
    lambda attack, defense: 0.5
)


def test_the_rules_are_listed_with_what_they_are():
    found = rules_table(RULES, 40, 35)
    assert list(found) == ["depends on", "40 against 35", "its own numbers", "source"]
    assert found.index.tolist() == list(RULES)
    assert found.index.name == "rule"
    for name, rule in RULES.items():
        assert found.loc[name, "40 against 35"] == rule(40, 35)
        assert found.loc[name, "source"] == rule.source
    assert found.loc["Diablo II", "its own numbers"] == "attacker level 20, defender level 20"


def test_a_word_of_the_code_is_written_as_the_prose_has_it():
    assert HEADS["depends"] == "depends on"
    assert [FORMATS["depends on"](word) for word in ("defense", "both")] == ["defence", "both"]


def test_a_decision_has_its_reasons_and_its_numbers():
    found, traits = decision_table(rules(MINE, SAID)), traits_table(RULES)
    assert found.index.tolist() == [*RULES, "mine", "said"]
    assert found.index.name == "rule"
    for name, rule in RULES.items():
        assert found.loc[name, "good for"] == rule.good_for
        assert found.loc[name, "+1 adds"] == traits.loc[name, "at even"]
        assert found.loc[name, "at +10"] == traits.loc[name, "at +10"]
        assert found.loc[name, "95% from"] == traits.loc[name, "saturates"]
        blows = np.nan if rule.battle else 4 / rule(35, 30)
        np.testing.assert_allclose(found.loc[name, "blows"], blows)


def test_a_decision_is_about_the_fight_that_is_asked_for():
    """A rule of the ratio pays more at lower numbers."""
    found = decision_table({"ratio": RULES["ratio"]}, 12, ahead=3, hits=2)
    assert found.loc["ratio", "blows"] == pytest.approx(2 / (15 / 27))
    assert found.loc["ratio", "+1 adds"] == pytest.approx(13 / 25 - 1 / 2)


def test_the_house_says_of_each_rule_what_it_is_good_for():
    said = [word for rule in RULES.values() for word in (rule.good_for, rule.costs)]
    assert all(said)
    # Two texts stand twice: nobody can reckon a logistic or a bell curve in the head.
    assert len(set(said)) == len(said) - 1


def test_a_rule_of_ones_own_is_yours_unless_it_says_more():
    found = decision_table(rules(MINE, SAID))
    assert found.loc["mine", ["good for", "it costs"]].tolist() == ["yours", "yours"]
    assert found.loc["said", ["good for", "it costs"]].tolist() == ["duels", "a table"]


def test_each_column_that_a_reader_sees_is_written_for_him():
    assert set(HEADS) == set(traits_table(RULES))
    assert set(HEADS.values()) <= set(FORMATS)
    assert in_blows(float("inf")) == "never"
    assert (in_blows(7.43), in_blows(7.0, ".0f"), in_blows(float("nan"))) == ("7.4", "7", "–")
    assert percentage_points(-0.0123) == "−1.2"
    assert percentage_points(0.5) == "50.0"
    assert percentage_points(float("nan")) == "–"
    assert (points_ahead(0), yes_or_no(False)) == ("+0", "no")
