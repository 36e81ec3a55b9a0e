"""From chances to fights: against a fight that is walked blow by blow."""

import numpy as np
import pytest

from combat.compare import fights
from combat.hit_rules import rules

RULES = rules()
BATTLE = "Civilization IV, whole battle"
SOME = {name: RULES[name] for name in ("ratio", "TOME, smooth", BATTLE)}


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


def test_bad_input_is_named():
    with pytest.raises(ValueError, match=r"hits = 0\.0"):
        fights(SOME, hits=0)
