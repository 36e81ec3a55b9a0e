"""Known curves have known traits; and fights against one that is walked blow by blow."""

import numpy as np
import pytest

from combat.compare import fights, traits, traits_table
from combat.hit_rules import hit_rule, rules

RULES = rules()
BATTLE = "Civilization IV, whole battle"
SOME = {name: RULES[name] for name in ("ratio", "TOME, smooth", BATTLE)}


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("level", [5, 30])
def test_traits_are_what_one_counts_by_hand(name, level):
    rule = RULES[name]
    found = traits(rule, level=level)
    assert found["at even"] == pytest.approx(rule(level + 1, level) - rule(level, level))
    assert found["at +10"] == pytest.approx(rule(level + 11, level) - rule(level + 10, level))
    assert found["bigger"] == pytest.approx(rule(3 * level + 10, 3 * level))
    assert found["saturates"] == next(
        (ahead for ahead in range(61) if rule(level + ahead, level) > 0.95 - 1e-9), float("inf")
    )
    mirrored = [rule(level + d, level) + rule(level - d, level) for d in range(1, 21) if d <= level]
    assert found["symmetric"] == (np.abs(np.subtract(mirrored, 1)).max() < 1e-8)


def test_one_point_alone_may_break_the_mirror():
    crooked = hit_rule("crooked", depends="difference", source="test")(
        lambda attack, defense: 0.5 + 0.1 * (np.subtract(attack, defense) == 1)
    )
    assert not traits(crooked, level=1)["symmetric"]


@pytest.mark.parametrize(("first", "told"), [(60, 60), (61, float("inf"))])
def test_a_rule_saturates_within_sixty_points_or_never(first, told):
    late = hit_rule("late", depends="difference", source="test")(
        lambda attack, defense: 0.95 * (np.subtract(attack, defense) >= first)
    )
    assert traits(late)["saturates"] == told


def test_a_rule_is_looked_at_around_thirty_points_unless_told_otherwise():
    assert traits(RULES["ratio"]) == traits(RULES["ratio"], 30)


def test_the_table_has_every_rule():
    assert list(traits_table(RULES).index) == list(RULES)


def test_a_rules_own_numbers_are_passed_on_to_the_rules_that_have_them():
    bell, elo = RULES["NetHack EV/DR, bell curve"], RULES["Elo, logistic"]
    two = {"bell": bell, "elo": elo}
    found = traits_table(two, 30, sd=4.0)
    assert found.loc["bell"].to_dict() == {"depends": "difference", **traits(bell, 30, sd=4.0)}
    assert found.loc["elo"].equals(traits_table(two, 30).loc["elo"])


def test_an_argument_that_is_no_declared_parameter_is_passed_on_too():
    def shot(attack, defense, distance=1):
        return np.clip(0.5 + (attack - defense - distance) / 100, 0, 1)

    mine = hit_rule("mine", depends="difference", source="me")(shot)
    found = traits_table(rules(mine), distance=4)
    assert found.loc["mine", "even"] == pytest.approx(0.46)


def test_a_number_that_no_rule_has_is_named():
    with pytest.raises(ValueError, match=r"^no rule here has a number 'distance': there are low,"):
        traits_table(RULES, distance=4)
    with pytest.raises(ValueError, match=r"^no rule here has a number 'sd': .* none"):
        traits_table({"ratio": RULES["ratio"]}, sd=4)


def test_bad_input_is_named():
    with pytest.raises(ValueError, match=r"hits = 0\.0"):
        fights(SOME, hits=0)
    with pytest.raises(ValueError, match=r"level = 0\.0"):
        traits(RULES["ratio"], level=0)
    with pytest.raises(ValueError, match=r"^level = nan is out of range: it must be finite"):
        traits(RULES["ratio"], level=float("nan"))


def walk(chance, hits, longest):
    """The chance that the kill falls on each blow, and of a run of misses before it.

    state: how often each (hits landed, misses at the end, whether there was a run) is met.
    """
    state, killed, streak = {(0, 0, False): 1.0}, [], 0.0
    for _ in range(longest):
        after, fell = {}, 0.0
        for (landed, missed, seen), weight in state.items():
            if landed + 1 == hits:
                fell += weight * chance
                streak += weight * chance * seen
            else:
                key = (landed + 1, 0, seen)
                after[key] = after.get(key, 0.0) + weight * chance
            key = (landed, min(missed + 1, 3), seen or missed + 1 >= 3)
            after[key] = after.get(key, 0.0) + weight * (1 - chance)
        state = after
        killed.append(fell)
    return np.array(killed), streak


@pytest.mark.parametrize(("ahead", "hits"), [(5, 4), (-4, 2), (12, 1)])
def test_a_fight_is_what_one_walks(ahead, hits):
    found = fights(SOME, ahead, hits)
    assert found.index.name == "rule"
    for name in ("ratio", "TOME, smooth"):
        row, chance = found.loc[name], SOME[name](30 + ahead, 30)
        killed, streak = walk(chance, hits, 400)
        fallen = killed.cumsum()
        assert row["chance"] == chance
        assert row["blows"] == pytest.approx(killed @ np.arange(1, 401))
        assert row["late"] == 1 + np.flatnonzero(fallen >= 0.9)[0]
        assert row["streak"] == pytest.approx(streak)


def test_a_won_battle_is_no_blow():
    assert fights(SOME).loc[BATTLE].isna().all()
    assert fights(SOME).drop(BATTLE).notna().all(axis=None)
    assert [name for name, rule in RULES.items() if rule.battle] == [BATTLE]
