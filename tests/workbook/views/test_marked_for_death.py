"""What is shown of rosters, odds and battles, held against the battle itself."""

import pytest

from combat import marked_for_death as mfd
from combat.workbook.views import marked_for_death as views
from combat.workbook.views import marked_for_death_changes as changes
from tests.marked_for_death.rosters import load


@pytest.fixture(scope="module")
def fought():
    return mfd.fight(*load("four"), seed=18)


def test_the_points_left_are_those_at_the_start_less_all_damage():
    # Nobody is linked to another, so that who falls falls by blows.
    sides = [
        mfd.Team(tuple(mfd.Fighter(f"{side} {at}", 7000) for at in range(3)))
        for side in views.SIDES
    ]
    battle = mfd.fight(*sides, seed=3)
    shown = views.points_left(battle)
    assert shown.index.tolist() == list(range(battle.rounds + 1))
    left = {
        side: dict.fromkeys(team.names, 2) for side, team in zip(views.SIDES, sides, strict=True)
    }
    for number in shown.index:
        for blow in battle.history[number - 1].blows if number else ():
            other = left["villains" if blow.side == "heroes" else "heroes"]
            other[blow.target] -= blow.damage
        for side, points in left.items():
            assert shown.loc[number, side] == sum(max(0, one) for one in points.values())


def test_the_log_has_each_blow_and_who_stepped_in(fought):
    log = views.log_of(fought).frame
    blows = [(played.number, blow) for played in fought.history for blow in played.blows]
    assert len(log) == len(blows)
    for row, (number, blow) in zip(log.itertuples(index=False), blows, strict=True):
        assert row[:2] == (number, blow.attacker)
        assert row[3:] == (blow.hits, blow.blocks, blow.damage)
        stepped_in = "" if blow.drawn == blow.target else f", shielded by {blow.target}"
        assert row[2] == blow.drawn + stepped_in
    assert log["at"].str.contains(", shielded by ").any()


def test_a_battle_in_words_names_who_is_left(fought):
    left = [
        one for one in fought.heroes.names if fought.history[-1].after["heroes"].get(one, 0) > 0
    ]
    said = views.battle_in_words(fought)
    assert said.startswith(f"After {fought.rounds} rounds the heroes win. ")
    assert said.endswith(f" blows hurt; left standing: {', '.join(left)}.")


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
