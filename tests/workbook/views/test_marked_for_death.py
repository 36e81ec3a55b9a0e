"""What is shown of rosters, odds and battles, held against the battle itself."""

import pytest

from combat import marked_for_death as mfd
from combat.workbook.views import marked_for_death as views
from combat.workbook.views import marked_for_death_changes as changes
from tests.marked_for_death.rosters import load


@pytest.fixture(scope="module")
def fought():
    return mfd.fight(*load("four"), seed=18)


def test_a_round_is_its_history_as_frames(fought):
    played = views.round_of(fought, 2)
    blows = views.blows_of(played)
    assert [tuple(row) for row in blows.itertuples(index=False)] == [tuple(b) for b in played.blows]
    before = {
        (side, name): hp for side, all_of in played.before.items() for name, hp in all_of.items()
    }
    shown = views.standing(played)
    assert shown["before"].to_dict() == before
    hurt = blows.groupby("target")["damage"].sum()
    for (_, name), row in shown.iterrows():
        assert row["after"] == max(0, row["before"] - hurt.get(name, 0))


def test_beyond_the_end_the_last_round_is_shown_and_said(fought):
    last = views.round_of(fought, 99)
    assert last.number == fought.rounds
    assert views.round_in_words(fought, 99).startswith(
        f"The battle ends after round {fought.rounds}. Round {fought.rounds} of {fought.rounds}: "
    )
    assert all(name in views.round_in_words(fought, 99) for name in views.fallen(last))


def test_clones_are_folded_into_one_line_and_keep_their_mean():
    odds = mfd.simulate(*load("large"), battles=200, seed=1)
    folded, single = views.survival_of_groups(odds), odds.survival
    counts = [
        int(name.rpartition("each of ")[2].strip(")")) if "each" in name else 1
        for name in folded.index
    ]
    assert sum(counts) == len(single) == 31
    assert (folded["chance"] * counts).sum() == pytest.approx(single["chance"].sum())
    assert (folded["low"] <= folded["chance"]).all()


def test_a_change_is_told_in_the_designers_words():
    frame = changes.labelled(mfd.effects(*load("dragon")))
    assert frame.index[0] == "Dragon: AOE +1"
    assert "Dragon: ToDefend +10%" in frame.index


def test_odds_in_words_have_an_interval_only_where_they_are_simulated():
    exact = views.in_words(mfd.solve(*load("four")))
    seen = views.in_words(mfd.simulate(*load("four"), battles=100, seed=1, max_rounds=1))
    assert exact.startswith("the heroes win 47.0%, the villains")
    assert " to " in seen.partition(", the villains")[0]
    assert ", undecided " in seen


def test_the_method_is_told(monkeypatch):
    tom, orc = (mfd.Team((mfd.Fighter(name, 5900),)) for name in ("Tom", "Orc"))
    found = changes.labelled(mfd.effects(tom, orc, steps={"bonus_hp": 1}))
    assert changes.method_in_words(found).startswith("Exact")
    monkeypatch.setattr(mfd.questions, "WAIT_COMPARED", 0)
    seen = mfd.vary(tom, orc, "villains", ["Orc"], "bonus_xp", [0, 1000], battles=2048)
    assert changes.method_in_words(seen) == "Simulated: 2,048 battles each, same luck."


def test_an_exact_battle_is_not_told_as_undecided():
    sides = [mfd.Team((mfd.Fighter(name, 5900),)) for name in ("Tom", "Orc")]
    assert "undecided" not in views.in_words(mfd.solve(*sides))
    assert "undecided" in views.in_words(mfd.solve(*sides, max_rounds=1))


def test_clones_share_a_card_and_the_arrows_are_all_blows():
    battle = mfd.fight(*load("large"), seed=18)
    for played in battle.history[:3]:  # later no clone is left
        cards = views.of_groups(views.standing(played))
        assert cards.sum().tolist() == views.standing(played).sum().tolist()
        fighters = [name for names in played.before.values() for name in names]
        clones = [name for name in fighters if name.startswith("Mirror Wren ")]
        assert f"{len(clones)} × Mirror Wren" in cards.loc["heroes"].index
        assert len(cards) == len(fighters) - len(clones) + 1
        arrows = views.arrows_of(played)
        assert arrows["blows"].sum() == len(played.blows)
        assert arrows["damage"].sum() == sum(blow.damage for blow in played.blows)
        for arrow in arrows.itertuples():
            assert (arrow.side, arrow.attacker) in cards.index


def test_a_battle_of_ones_own_is_the_odds_of_fighters_without_a_bonus():
    panel = changes.your_battle()
    heroes = mfd.Team(tuple(mfd.Fighter(f"A {at}", 5000) for at in range(3)))
    villains = mfd.Team(tuple(mfd.Fighter(f"B {at}", 8000) for at in range(2)))
    assert f"The heroes win {mfd.solve(heroes, villains).first:.0%}, " in panel.now.words
    panel.controls["targets"].value = 3
    wide = mfd.Team(tuple(mfd.Fighter(f"B {at}", 8000, aoe=3) for at in range(2)))
    assert f"The heroes win {mfd.solve(heroes, wide).first:.0%}, " in panel.now.words


def test_chances_are_moved_in_percentage_points():
    panel = changes.what_if({"dragon": load("dragon")})
    drawn = max((list(one.get_xdata()) for one in panel.figure.axes[0].lines), key=len)
    assert drawn == [-30, -20, -10, 0, 10, 20, 30]
    panel.controls["number"].value = "bonus_hp"
    assert panel.figure.axes[0].get_xlabel() == "hit points added to Dragon (heroes)"
