"""The tables and words of comparisons: the rules are asked once more, number by number."""

import re

import numpy as np
import pandas as pd
import pytest

from combat import luck
from combat.compare import protection_table, traits_table
from combat.core import words
from combat.dice import blows
from combat.hit_rules import hit_rule, rules
from combat.workbook.views import compare as views
from combat.workbook.views import compare_fights, compare_memory, compare_tables

SOME = {name: rules()[name] for name in ("ratio", "TOME, smooth", "3d6 roll under (GURPS)")}
RULES = rules()
MINE = hit_rule("mine", depends="ratio", source="me")(
    lambda attack, defense: attack / (attack + defense)
)
SAID = hit_rule("said", depends="both", source="me", good_for="duels", costs="a table")(
    lambda attack, defense: 0.5
)


def numbers_of(text):
    """What is told of each rule, without the numbers in its name."""
    said = re.sub(r"3d6", "", text)
    return re.findall(r"-?[\d.]+(?=%| blows)", said)


def percent(*chances):
    return [words.percent(chance, 0).removesuffix("%") for chance in chances]


@pytest.mark.parametrize("level", [5, 30])
def test_curves(level):
    ahead = [rule(level + 10, level) for rule in SOME.values()]
    equal = [rule(level, level) for rule in SOME.values()]
    text = views.curves_in_words(SOME, level)
    assert text.startswith("Ten points ahead of a defence of {level}: ratio ")
    assert numbers_of(text) == percent(*ahead, *equal)


def test_growth():
    text = views.growth_in_words(SOME, 4, 0.3)
    points, shares = [], []
    for rule in SOME.values():
        points += [rule(14, 10), rule(104, 100)]
        shares += [rule(13, 10), rule(130, 100)]
    assert text.startswith("{points} points ahead of defence 10 and of 100: ratio ")
    assert numbers_of(text) == percent(*points, 0.3, *shares)


def test_fights():
    fewest, most = (2 / SOME[name](27, 30) for name in ("ratio", "3d6 roll under (GURPS)"))
    assert compare_fights.fights_in_words(SOME, -3, 2) == (
        f"{{ahead}} points ahead a kill takes {fewest:.1f} blows by ratio, {most:.1f} blows by 3d6 "
        "roll under (GURPS). At defence 30, 2 hits to kill."
    )


def test_the_spread_of_fights():
    text, expected = compare_fights.spread_in_words(SOME, 3, 6), []
    for rule in SOME.values():
        chance = rule(33, 30)
        late = f"{blows.blows_for(0.9, chance, 6):.0f}"
        streak = blows.streak_chance(chance, 6, 5)
        expected += [*percent(chance), late, *percent(streak)]
        assert f": {blows.blows_for(0.1, chance, 6):.0f} to {late} blows" in text
    first, each = text.split(". At defence 30, 6 hits to kill: ")
    assert first == "By ratio fights differ most, {ahead} points ahead"
    assert numbers_of(each) == expected


def test_rules_are_told_one_after_the_other():
    two = {name: SOME[name] for name in ("ratio", "TOME, smooth")}
    assert views.curves_in_words(two, 30) == (
        "Ten points ahead of a defence of {level}: ratio 57%, TOME, smooth 75%. "
        "At equality: ratio 50%, TOME, smooth 50%."
    )
    assert compare_fights.spread_in_words(two, 5, 4).count("; TOME, smooth") == 1


def test_who_never_hits_never_kills():
    """At ten points behind 3d6 roll under has no skill left: see `roll_under`."""
    roll_under = {name: SOME[name] for name in ("3d6 roll under (GURPS)",)}
    said = compare_fights.fights_in_words(roll_under, -10, 4)
    assert said.endswith("to kill; 3d6 roll under (GURPS) never kills.")
    assert compare_fights.spread_in_words(roll_under, -10, 4).endswith(
        "(GURPS) at 0%: never kills."
    )


def test_the_word_for_a_rule_of_ones_own_that_decides_a_battle_is_no_number():
    battle = {"Civilization IV": rules()["Civilization IV, whole battle"]}
    for said in (
        compare_fights.fights_in_words(battle, 5, 4),
        compare_fights.spread_in_words(battle, 5, 4),
    ):
        assert "nan" not in said
        assert "Civilization IV decides a battle" in said


def test_memory():
    systems = {"as given": luck.Independent(), "Luck meter": luck.LuckRules()}
    text = compare_memory.memory_in_words(compare_memory.streaks_within(systems, 40))
    missed = [luck.miss_streaks(40, 20, rules=system)[4] for system in systems.values()]
    assert numbers_of(text) == ["20", *percent(*missed)]


def test_a_word_of_the_code_is_written_as_the_prose_has_it():
    assert compare_tables.HEADS["depends"] == "depends on"
    assert [compare_tables.FORMATS["depends on"](word) for word in ("defense", "both")] == [
        "defence",
        "both",
    ]


def test_a_decision_is_about_the_fight_that_is_asked_for():
    """A rule of the ratio pays more at lower numbers."""
    found = compare_tables.decision_table({"ratio": RULES["ratio"]}, 12, ahead=3, hits=2)
    assert found.loc["ratio", "blows"] == pytest.approx(2 / (15 / 27))
    assert found.loc["ratio", "+1 adds"] == pytest.approx(13 / 25 - 1 / 2)


def test_a_rule_of_ones_own_is_yours_unless_it_says_more():
    found = compare_tables.decision_table(rules(MINE, SAID))
    assert found.loc["mine", ["good for", "it costs"]].tolist() == ["yours", "yours"]
    assert found.loc["said", ["good for", "it costs"]].tolist() == ["duels", "a table"]


def test_each_column_that_a_reader_sees_is_written_for_him():
    assert set(compare_tables.HEADS) == set(traits_table(RULES))
    assert set(compare_tables.HEADS.values()) <= set(compare_tables.FORMATS)
    shown = compare_tables.show(
        pd.DataFrame({"blows": [7.43, np.inf, np.nan], "+1 adds": [-0.0123, 0.5, np.nan]}), ""
    )
    assert shown.texts().to_numpy().T.tolist() == [["7.4", "never", "–"], ["−1.2", "50.0", "–"]]
    assert compare_tables.in_blows(7.0, ".0f") == "7"
    assert compare_tables.FORMATS["95% from"](0) == "+0"


def test_the_words_for_a_reduction_of_all_harm():
    said = compare_fights.protection_in_words(10, 0.5, "1d4", 4)
    assert said == "4 points off each blow of 1d4 save all of it: nobody falls."


def test_the_words_tell_the_table():
    table, text = (
        protection_table(30, 0.6, "2d6", 3),
        compare_fights.protection_in_words(30, 0.6, "2d6", 3),
    )
    for way in ("evasion", "reduction"):
        assert f"{table.loc[way, '1 in 100']:.0f}" in text
        assert f"{table.loc[way, '99 in 100']:.0f}" in text
    assert compare_fights.protection_in_words(16, 1.0, "5", 1).startswith(
        "At no time have more fallen with evasion. "
    )
    assert text.startswith("Up to blow 11 more have fallen with evasion, ")
    assert "deadl" not in text
    assert "1 point off each blow of 2d6 saves " in (
        compare_fights.protection_in_words(30, 0.6, "2d6", 1)
    )


def test_a_function_of_three_names_asks_these_rules():
    chances = views.of_three(rules(), views.curves)("ratio", "Diablo II", "ratio", level=30)
    assert chances.columns.tolist() == ["ratio", "Diablo II"]
