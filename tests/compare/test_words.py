"""The words of comparisons: the rules are asked once more, number by number."""

import re

import pytest

from combat import blows, luck
from combat.compare import (
    curves_in_words,
    fallen,
    fights_in_words,
    growth_in_words,
    memory_in_words,
    spread_in_words,
    streaks_within,
)
from combat.hit_rules import rules

SOME = {name: rules()[name] for name in ("ratio", "TOME, smooth", "3d6 roll under (GURPS)")}


def numbers_of(text):
    """What is told of each rule, without the numbers in its name."""
    told = re.sub(r"3d6", "", text)
    return re.findall(r"-?[\d.]+(?=%| blows)", told)


def percent(*chances):
    return [f"{100 * chance:.0f}" for chance in chances]


@pytest.mark.parametrize("level", [5, 30])
def test_curves(level):
    expected = [
        number
        for rule in SOME.values()
        for number in percent(rule(level, level), rule(level + 10, level))
    ]
    text = curves_in_words(SOME, level)
    assert text.startswith(f"Defence {level}. ratio: ")
    assert numbers_of(text) == expected


def test_growth():
    text = growth_in_words(SOME, 4, 0.3)
    expected = []
    for rule in SOME.values():
        expected += percent(rule(14, 10), rule(104, 100), 0.3, rule(13, 10), rule(130, 100))
    assert text.count("4 points ahead") == 3
    assert numbers_of(text) == expected
    assert "1 point ahead" in growth_in_words(SOME, 1, 0.3)


def test_fights():
    text = fights_in_words(SOME, -3, 2)
    expected = []
    for rule in SOME.values():
        expected += [*percent(rule(27, 30)), f"{2 / rule(27, 30):.1f}"]
    assert text.startswith("-3 points at defence 30, 2 hits to kill: ratio")
    assert numbers_of(text) == expected


def test_the_spread_of_fights():
    text, expected = spread_in_words(SOME, 3, 6), []
    for rule in SOME.values():
        chance = rule(33, 30)
        late = f"{blows.blows_for(0.9, chance, 6):.0f}"
        standing, streak = blows.survival(chance, 6, 30), blows.streak_chance(chance, 6, 5)
        expected += [*percent(chance), late, *percent(standing, streak)]
        assert f": {blows.blows_for(0.1, chance, 6):.0f} to {late} blows" in text
    assert numbers_of(text) == expected


def test_rules_are_told_one_after_the_other():
    two = {name: SOME[name] for name in ("ratio", "TOME, smooth")}
    assert curves_in_words(two, 30) == (
        "Defence 30. ratio: 50% at equality, 57% ten points ahead; "
        "TOME, smooth: 50% at equality, 75% ten points ahead."
    )
    texts = [growth_in_words(two, 5, 0.3), fights_in_words(two, 5, 4), spread_in_words(two, 5, 4)]
    assert all(text.count("; TOME, smooth") == 1 for text in texts)


def test_who_never_hits_never_kills():
    """At ten points behind 3d6 roll under has no skill left: see `roll_under`."""
    roll_under = {name: SOME[name] for name in ("3d6 roll under (GURPS)",)}
    told = fights_in_words(roll_under, -10, 4)
    assert told.endswith("to kill: 3d6 roll under (GURPS) 0%, never kills.")
    assert spread_in_words(roll_under, -10, 4).endswith("(GURPS) at 0%: never kills.")


def test_the_word_for_a_rule_of_ones_own_that_decides_a_battle_is_no_number():
    battle = {"Civilization IV": rules()["Civilization IV, whole battle"]}
    for told in (fights_in_words(battle, 5, 4), spread_in_words(battle, 5, 4)):
        assert "nan" not in told
        assert "Civilization IV decides a battle" in told


def test_memory():
    systems = {"as given": luck.Independent(), "Luck meter": luck.LuckRules()}
    text, expected = (
        memory_in_words(fallen(systems, 40, 3), streaks_within(systems, 40), 3),
        [],
    )
    for system in systems.values():
        killed = luck.kill_distribution(40, 3, 6, rules=system).sum()
        missed = luck.longest_miss_streak(40, 20, rules=system)[4:].sum()
        expected += ["6", *percent(killed, missed)]
    assert numbers_of(text) == expected
