"""From chances to fights: against a fight that is walked blow by blow."""

import numpy as np
import pytest

from combat.compare import fights, kills, streaks
from combat.hit_rules import rules

RULES = rules()
BATTLE = "Civilization IV, whole battle"
SOME = {name: RULES[name] for name in ("ratio", "TOME, smooth", BATTLE)}


def walk(chance, hits, longest, run=3):
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
            key = (landed, min(missed + 1, run), seen or missed + 1 >= run)
            after[key] = after.get(key, 0.0) + weight * (1 - chance)
        state = after
        killed.append(fell)
    return np.array(killed), streak


@pytest.mark.parametrize(("ahead", "hits", "run"), [(5, 4, 3), (-4, 2, 5), (12, 1, 2)])
def test_a_fight_is_what_one_walks(ahead, hits, run):
    found = fights(SOME, ahead, hits, level=20, run=run, within=30)
    assert found.index.name == "rule"
    for name in ("ratio", "TOME, smooth"):
        row, chance = found.loc[name], SOME[name](20 + ahead, 20)
        killed, streak = walk(chance, hits, 400, run)
        fallen = killed.cumsum()
        assert row["chance"] == chance
        assert row["blows"] == pytest.approx(killed @ np.arange(1, 401))
        assert row["early"] == 1 + np.flatnonzero(fallen >= 0.1)[0]
        assert row["late"] == 1 + np.flatnonzero(fallen >= 0.9)[0]
        assert row["standing"] == pytest.approx(1 - fallen[29])
        assert row["streak"] == pytest.approx(streak)


def test_kills_and_streaks_are_what_one_walks():
    killed, runs = kills(SOME, 3, 4, level=25), streaks(SOME, 3, 4, level=25)
    assert killed.index.tolist() == list(range(1, 31))
    assert runs.index.tolist() == list(range(13))
    assert (killed.index.name, runs.index.name) == ("blow", "misses in a row")
    for name in ("ratio", "TOME, smooth"):
        chance = SOME[name](28, 25)
        assert killed[name].tolist() == pytest.approx(walk(chance, 4, 30)[0])
        assert runs.loc[0, name] == 1
        assert runs.loc[1:, name].tolist() == pytest.approx(
            [walk(chance, 4, 400, run)[1] for run in range(1, 13)]
        )


def test_four_hits_at_five_points_ahead_are_asked_of_all_three_alike():
    assert fights(SOME).equals(fights(SOME, 5, 4, level=30, run=3, within=30))
    assert kills(SOME).equals(kills(SOME, 5, 4, level=30, longest=30))
    assert streaks(SOME).equals(streaks(SOME, 5, 4, level=30, longest=12))


def test_a_won_battle_is_no_blow():
    assert fights(SOME).loc[BATTLE].isna().all()
    assert kills(SOME)[BATTLE].isna().all()
    assert streaks(SOME).loc[1:, BATTLE].isna().all()
    assert fights(SOME).drop(BATTLE).notna().all(axis=None)
    assert [name for name, rule in RULES.items() if rule.battle] == [BATTLE]


def test_bad_input_is_named():
    with pytest.raises(ValueError, match=r"hits = 0\.0"):
        fights(SOME, hits=0)
