"""Panels of a game follow it: another file, other units, a cell; what can't be asked is said."""

import asyncio
import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from combat.units import Rules, battle, blows_to_kill, campaign, duel, matrix, read_units, rules_of
from combat.units.views import field_score
from combat.workbook import Game, panels
from combat.workbook.panel.recording import Taken, most_of
from combat.workbook.panels.worth import all_steps, blows, breakpoint_in_words, steps

UNITS = Path("data/own_game/units.csv")
OWN = rules_of("rules.py:OWN", "data/own_game")
MINE = b"Unit,HP,Atk,Def,Damage\nImp,4,9,9,1d4\nOgre,12,12,8,1d6\nTroll,20,11,7,2d4\n"
ASKED = {
    "table": {},
    "duel": {"first": "Knight", "second": "Duelist"},
    "strength": {},
    "what_matters": {"unit": "Knight"},
    "numbers": {},
    "seek": {"unit": "Archer", "against": "Knight", "columns": ["attack", "hp"]},
    "breakpoints": {"unit": "Swordsman", "against": "Knight"},
    "closest": {},
    "battle": {"first": {"Knight": 5, "Archer": 5}, "second": {"Wolf Rider": 6, "Spearman": 6}},
    "campaign": {"army": {"Knight": 3}, "against": [{"Wolf Rider": 2}, {"Giant": 1}]},
}


def cells(table):
    """The numbers of a heat map."""
    return table.answer.charts[0].numbers()[0]


@pytest.fixture
def game():
    return Game(UNITS, rules=OWN, charter=None)


def test_a_page_has_every_duel_that_a_cell_of_the_table_opens_by_each_rule():
    game = Game(UNITS, rules="data/own_game/rules.py:RULES")
    panel = panels.duel(game, first=["Knight", "Maul"])
    kept = Taken(panel).places(most_of(panel.cost))
    assert {*kept} == {*product(range(14), range(14), range(3))}


def test_where_nothing_is_left_to_chance_there_is_no_empty_frame():
    sure = Rules(hit="always hits")
    units = b"name,hp,attack,defense,damage\nRat,1,5,5,1\nOgre,500,5,5,99\n"
    game = Game(units, "mine.csv", rules=sure)
    assert not panels.what_matters(game, unit="Ogre").answer.charts
    assert not panels.numbers(game).answer.charts
    near = panels.closest(game).answer
    assert near.title == "The narrowest win: Ogre beats Rat with 99.8% left."
    assert near.charts[0].numbers()[0]["left"].to_dict() == {"Ogre – Rat": 0.998}
    shown = cells(panels.table(game))
    assert shown.loc["Ogre", "Rat"] == -shown.loc["Rat", "Ogre"] == 0.998
    duel = panels.duel(game, first="Rat", second="Ogre").answer
    assert duel.title == "Ogre always beats Rat, with 499 hit points left; it takes 1 turn."
    kill = panels.breakpoints(game, unit="Rat", against="Ogre").answer
    assert kill.title.startswith("Rat fells Ogre with 500 blows; ")
    assert [*kill.charts[0].numbers()[0]] == ["blows"]


def test_a_defense_that_counts_for_nothing_is_told():
    told = "a line 'DEF,armor' in the file's .columns.csv takes it off each hit"
    assert told in repr(panels.summary(Game(b"name,hp,DEF,damage\nRat,9,1,5\nOgre,9,3,4", "a.csv")))
    armored = Game(b"name,hp,DEF,damage,armor\nRat,9,1,5,1\nOgre,9,3,4,2", "a.csv")
    assert "Defense" not in repr(panels.summary(armored))


def test_what_is_left_has_a_line_for_each_with_zeros_between():
    units = b"name,hp,damage\nRat,5,5\nOgre,25,2\nImp,1,1\n"
    chart = panels.duel(Game(units, "mine.csv"), first="Rat", second="Ogre").answer.charts[-1]
    assert chart.title == "Share of the hit points left"
    luck = b"name,hp,attack,defense,damage\nRat,9,5,5,0-8\nOgre,9,5,5,2d3*2\n"
    left = panels.duel(Game(luck, "mine.csv"), first="Rat").answer.charts[-1].numbers()
    assert [[*one.index] for one in left] == [[1, 3, 5, 7, 9], [*range(1, 10)]]


def test_panels_say_what_the_package_answers(game):
    units = read_units(UNITS)
    assert str(duel(units["Knight"], units["Duelist"], OWN)) in repr(
        panels.duel(game, **ASKED["duel"])
    )
    score = matrix(units, OWN, "score")
    table = cells(panels.table(game))
    assert table.loc["Maul", "Knight"] == score.loc["Maul", "Knight"]
    matters = panels.what_matters(game, unit="Knight")
    assert f"Knight scores {field_score(units['Knight'], units, OWN):.0%}" in repr(matters)
    armies = ASKED["battle"]
    odds = battle(armies["first"], armies["second"], OWN, units=units, battles=500)
    assert f"The first wins {odds.first:.1%}" in repr(panels.battle(game, **armies))
    went = campaign(*ASKED["campaign"].values(), OWN, units=units, rest=5, campaigns=1000)
    assert str(went) in repr(panels.campaign(game, **ASKED["campaign"]))


ELVES = b"name,hp,attack,defense,damage,armor\nOrc,30,10,10,2d6,3\nElf,20,10,10,1d8,0\n"
FEW = b"name,hp,attack,defense,damage\nElf,20,0.75,0.5,4\nOrc,9,0.5,0.5,5\n"


@pytest.mark.parametrize(
    ("unit", "against", "blows"),
    [("Swordsman", "Knight", 17), ("Archer", "Knight", 15), ("Militia", "Guard", 30)],
)
def test_a_kill_takes_the_blows_of_the_dice_not_of_their_mean(game, unit, against, blows):
    """By a chain of single blows, written apart; a table of points without dice said 28, 26, 45."""
    told = repr(panels.breakpoints(game, unit=unit, against=against))
    assert told.startswith(f"{unit} fells {against} with {blows} blows in half of all cases")
    units = read_units(UNITS)
    strikes, mean = units[unit], units[unit].damage.mean
    later, now = map(float, re.search(r"damage (\S+) in place of (\S+) changes", told).groups())
    moved = [strikes.changed(damage=strikes.damage + points) for points in range(4)]
    found = [blows_to_kill(one, units[against], OWN).quantile(0.5) for one in moved]
    assert (now, later) == (mean, mean + next(at for at in range(4) if found[at] < blows))


def test_a_number_between_two_of_a_chart_is_counted_as_it_stands():
    told = repr(panels.breakpoints(Game(ELVES, "mine.csv", rules="ratio"), unit="Orc"))
    assert told.startswith("Orc fells Elf with 6 blows")
    rules = Rules(hit=lambda attacker, defender: np.minimum(attacker.attack, 1))
    game = Game(FEW, "mine.csv", rules=rules)
    asked = game, "Elf", "Orc"
    found = blows(*asked, next(iter(game.rules)), "attack")
    # Three hits are needed: after 4 blows 0.738 of the Orcs have fallen, after 3 only 0.422.
    said = breakpoint_in_words(*asked, "attack", found)
    assert said.startswith("Elf fells Orc with 4 blows in half of all cases")


def test_where_units_act_turns_of_the_fight_are_counted():
    actions = b"unit,action,damage,uses\nElf,Smash,9,1\n"
    game = Game(ELVES, "mine.csv", rules="always hits", actions=actions)
    said = repr(panels.breakpoints(game, unit="Elf", against="Orc"))
    # Six dice come to 20 and more in 0.64: after its third turn the Elf has fallen, or the Orc has.
    assert "Elf and Orc fight for 3 turns in half of all cases" in said


@pytest.mark.parametrize("name", ASKED)
def test_a_panel_shows_the_units_of_another_file(game, name):
    panel = getattr(panels, name)(game, **ASKED[name])
    before = panel.answer.told()
    game.load(MINE, "mine.csv")
    assert panel.answer.told() != before
    fresh = getattr(panels, name)(Game(MINE, "mine.csv", rules=OWN), **ASKED[name])
    assert panel.answer.told() == fresh.answer.told()
    assert panel.settings == fresh.settings
    # What can't be asked of a game is said in a line.
    game.load(b"name,hp\nImp,4\n", "alone.csv")
    assert len(repr(panel).splitlines()) == 1
    game.load(MINE, "mine.csv")
    assert "Imp" in f"{panel.answer.told()}{panel.settings}"


def test_a_renamed_unit_stays_where_it_is_shown(game):
    fight = panels.duel(game, first="Militia", second="Archer")
    told = fight.answer.title
    game.edit([[cell.replace("Militia", "Recruit") for cell in row] for row in game.texts])
    assert fight.values == {**fight.values, "first": "Recruit", "second": "Archer"}
    assert fight.answer.title == told.replace("Militia", "Recruit")


def test_rules_that_need_other_columns_give_way_and_say_so(game):
    game.load(MINE, "mine.csv")
    assert "ratio" in game.rules
    assert "dex" in game.warnings[0]
    game.load(UNITS)
    assert (list(game.rules), game.warnings) == (["these rules"], [])


@pytest.mark.parametrize("columns", ["name,hp", "name,hp,attack", "name,hp,damage"])
def test_rules_are_found_for_any_sheet_that_can_be_read(columns):
    rows = "".join(f"\n{name}{',4' * columns.count(',')}" for name in ("Imp", "Ogre"))
    assert Game(f"{columns}{rows}\n".encode(), "form.csv").rules


def test_promises_follow_the_sheet():
    game = Game(UNITS, rules=OWN, charter="data/own_game/promises.csv")
    panel = panels.promises(game, unit="Halberdier")
    assert "Gold for gold Halberdiers" in repr(panel)
    panel.controls["cost"].value = 60
    assert "Gold for gold Halberdiers" not in repr(panel)
    game.units = game.units.changed("Knight", hp=1)
    assert "The Knight beats the Duelist" in repr(panel)
    game.load(MINE, "mine.csv")
    assert repr(panel) == (
        "there are no promises about mine.csv: write some into a charter beside it, "
        "mine.charter.csv"
    )


def test_rows_of_a_charter_that_are_left_out_are_told(tmp_path):
    (tmp_path / "mine.csv").write_bytes(MINE)
    (tmp_path / "mine.charter.csv").write_text(
        "system,first,second,measure,at least\nunits,Imp,Ogre,win,0 %\npython,,,own.py:six,50 %\n"
    )
    (tmp_path / "own.py").write_text("six = 6\n")
    panel = panels.promises(Game(tmp_path / "mine.csv", trust=None))
    assert repr(panel).startswith("1 claim: 0 broken, 0 open, 1 hold")
    assert "Left out: mine.charter.csv, row 3, column 'measure': 'own.py:six'" in repr(panel)


def typed_hp(game, hp):
    """The hit points of the first unit are typed anew."""
    heads, first, *rest = game.texts
    game.edit([heads, [*first[:2], hp, *first[3:]], *rest])


def test_slow_panels_wait_while_cells_are_typed(game):
    seen = []
    game.observe(lambda: seen.append("slow"))
    game.observe(lambda: seen.append("quick"), quick=True)

    async def typed():
        for hp in ("30", "31"):
            typed_hp(game, hp)
        assert seen == ["quick", "quick"]
        await asyncio.sleep(0.2)

    asyncio.run(typed())
    assert seen == ["quick", "quick", "slow"]
    assert game.units["Militia"].hp == 31


def test_units_of_code_can_be_edited_too():
    with pytest.warns(UserWarning, match="speed"):
        units = read_units(b"name,hp,damage,speed\nA,4,1d4,30\nB,5,2,40\n")
    game = Game(units, rules=Rules("always hits"))
    texts = [[*row] for row in game.texts]
    assert texts == [
        ["name", "hp", "damage", "armor", "cost", "count", "speed"],
        ["A", "4", "1d4", "0", "", "1", "30"],
        ["B", "5", "2", "0", "", "1", "40"],
    ]
    texts[1][1] = "9"
    game.edit(texts)
    assert (game.units["A"].hp, game.units["A"].speed) == (9, 30)


def test_steps_are_of_numbers_that_the_sheet_has():
    sheet = b"name,hp,attack,defense,damage{}\nImp,2,9,9,1{}\nOgre,5,9,9,1{}\n"
    for column, cell, there in ((b"", b"", False), (b",armor", b",0", True)):
        parts = sheet.split(b"{}")
        game = Game(parts[0] + column + parts[1] + cell + parts[2] + cell + parts[3], "mine.csv")
        (rule, *_) = game.rules
        assert any(one.startswith("armor") for one in steps(game, "Imp", rule).index) == there
        assert ("armor" in all_steps(game, rule)) == there
        assert "speed" not in all_steps(game, rule)


def test_a_battle_may_have_more_than_two_kinds_a_side(game):
    side = dict.fromkeys(game.names[:5], 1)
    panel = panels.battle(game, first=side, second=dict.fromkeys(game.names[5:10], 1))
    assert len(panel.controls) == 10
    assert panel.answer.title.startswith("The ")


def test_a_step_that_changes_nothing_is_told_with_its_size():
    """A tenth of the mean speed brings nobody a turn more here; Ann's +1 lifts her from 1/3."""
    sheet = b"name,hp,attack,speed\nAnn,20,3,1\nBob,24,2,2\nCid,30,4,1.5\nDan,18,2,1\n"
    game = Game(sheet, "mine.csv")
    assert "A step of hp (+2), attack (+1), speed (+0.14) changes nothing here." in repr(
        panels.numbers(game)
    )
    (rules, *_) = game.rules.values()
    ann = game.units["Ann"].changed(speed=2)
    assert field_score(game.units["Ann"], game.units, rules) == pytest.approx(1 / 3)
    assert field_score(ann, game.units, rules) == pytest.approx(2 / 3)


def test_a_game_moves_to_another_level_and_its_cells_stay_as_they_are_written():
    sheet = b"name,hp,damage\nImp,2 + level,1\nOgre,5,1\n"
    game = Game(sheet, "mine.csv", rules=Rules("always hits"))
    panel = panels.duel(game, first="Imp", second="Ogre")
    seen = [panel.answer.title]
    game.level = 9
    assert [unit.hp for unit in game.units] == [11, 5]
    assert panel.answer.title not in seen
    texts = [[*row] for row in game.texts]
    assert texts[1][1] == "2 + level"
    texts[1][1] = "3 + level"
    game.edit(texts)
    assert (game.level, game.units["Imp"].hp) == (9, 12)
    with pytest.raises(ValueError, match="level"):
        game.level = 0
    assert game.level == 9
    assert Game(sheet, "mine.csv", level=4).units["Imp"].hp == 6
