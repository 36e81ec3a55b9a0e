"""What is shown of rosters, odds and battles, held against the battle itself."""

from pathlib import Path

import pandas as pd
import pytest

from combat import marked_for_death as mfd

DATA = Path(__file__).parent.parent.parent / "data" / "marked_for_death"


def sides(battle):
    return tuple(mfd.read_team(DATA / f"{battle}_{side}.csv") for side in ("heroes", "villains"))


@pytest.fixture(scope="module")
def fought():
    return mfd.fight(*sides("four"), seed=18)


def test_a_round_is_its_history_as_frames(fought):
    played = mfd.round_of(fought, 2)
    blows = mfd.blows_of(played)
    assert [tuple(row) for row in blows.itertuples(index=False)] == [tuple(b) for b in played.blows]
    before = {
        (side, name): hp for side, all_of in played.before.items() for name, hp in all_of.items()
    }
    shown = mfd.standing(played)
    assert shown["before"].to_dict() == before
    hurt = blows.groupby("target")["damage"].sum()
    for (_, name), row in shown.iterrows():
        assert row["after"] == max(0, row["before"] - hurt.get(name, 0))


def test_beyond_the_end_the_last_round_is_shown_and_said(fought):
    last = mfd.round_of(fought, 99)
    assert last.number == fought.rounds
    assert mfd.round_in_words(fought, 99).startswith(
        f"The battle ends after round {fought.rounds}. Round {fought.rounds} of {fought.rounds}: "
    )
    assert all(name in mfd.round_in_words(fought, 99) for name in mfd.fallen(last))


def test_clones_are_folded_into_one_line_and_keep_their_mean():
    odds = mfd.simulate(*sides("large"), battles=200, seed=1)
    folded, single = mfd.survival_of_groups(odds), odds.survival
    counts = [
        int(name.rpartition("each of ")[2].strip(")")) if "each" in name else 1
        for name in folded.index
    ]
    assert sum(counts) == len(single) == 31
    assert (folded["chance"] * counts).sum() == pytest.approx(single["chance"].sum())
    assert (folded["low"] <= folded["chance"]).all()
    table = pd.concat([mfd.stats(team) for team in sides("large")])
    assert len(mfd.one_of_each(table)) == len(folded)


@pytest.mark.parametrize("battle", ["dragon", "four"])
def test_only_allowed_amounts_leave_a_battle(battle):
    heroes, villains = sides(battle)
    for fighter in heroes.fighters[::2]:
        for field, step in mfd.STEPS.items():
            amounts = [step * times for times in range(-9, 4)]
            kept = mfd.allowed(fighter, field, amounts)
            assert 0 in kept
            frame = mfd.vary(heroes, villains, "heroes", [fighter.name], field, kept[:1])
            assert frame.to_numpy().sum() <= 1 + 1e-9
            for refused in set(amounts) - set(kept):
                assert cannot_fight(heroes, villains, fighter.name, field, refused)


def cannot_fight(heroes, villains, name, field, amount):
    try:
        team = mfd.changed((heroes, villains), "heroes", [name], field, amount)[0]
    except ValueError:  # no XP left
        return True
    aoe = 1 if team[name].aoe is None else team[name].aoe
    return min(mfd.Rules().default_hp + team[name].bonus_hp, aoe) < 1


def test_a_change_is_told_in_the_designers_words():
    frame = mfd.labelled(mfd.effects(*sides("dragon")))
    assert frame.index[0] == "Dragon: AOE +1"
    assert "Dragon: ToDefend +10%" in frame.index


def test_odds_in_words_have_an_interval_only_where_they_are_simulated():
    exact = mfd.in_words(mfd.solve(*sides("four")))
    seen = mfd.in_words(mfd.simulate(*sides("four"), battles=100, seed=1, max_rounds=1))
    assert exact.startswith("the heroes win 47.0%, the villains")
    assert " to " in seen.partition(", the villains")[0]
    assert ", undecided " in seen
