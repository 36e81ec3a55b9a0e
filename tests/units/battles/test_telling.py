"""A fight that is told is the one that the engine fights with the same seed."""

import re
from dataclasses import replace

import pytest

from combat.dice import Distribution
from combat.units import (
    ORDERS,
    Action,
    Grant,
    Rules,
    Status,
    Unit,
    Units,
    condition,
    read_units,
    tell,
)
from combat.units.battles.armies import army_of, match_up_by_turns
from combat.units.engine.ends import fought

POISON = Status("poisoned", loses="1d2", turns=2)
UNITS = Units(
    [
        Unit(
            "Hero",
            hp=14,
            attack=10,
            defense=10,
            damage="1d6",
            actions=[
                Action(
                    "Potion", on="self", heals="1d6", uses=2, when=condition("hp < 50 %", [], [])
                ),
                Action("Bolt", columns=[("damage", "2d4")], uses=2, targets=2),
            ],
        ),
        Unit(
            "Imp",
            hp=7,
            attack=10,
            defense=9,
            damage="1d3",
            actions=[Action("Bite", gives=(Grant(POISON),), uses=1)],
        ),
    ]
)
ARMIES = {"Hero": 1}, {"Imp": 3}


@pytest.mark.parametrize("order", ORDERS)
def test_what_is_told_is_what_was_fought(order):
    units = Units([unit.having(speed=1) for unit in UNITS])
    rules = Rules(order=order)
    game = match_up_by_turns(tuple(army_of(one, units) for one in ARMIES), rules).game
    names = ["Hero", "Imp 1", "Imp 2", "Imp 3"]
    for seed in range(3):
        text = tell(*ARMIES, rules, units=units, seed=seed)
        hp = {"Hero": 14} | dict.fromkeys(names[1:], 7)
        for name, before, after in re.findall(r"([A-Z][a-z]+(?: \d)?) (\d+) -> (\d+) hp", text):
            assert hp[name] == int(before)
            hp[name] = int(after)
        found = fought(game, game.begun([0]), seed)
        assert [hp[name] for name in names] == found.rows["hp"][:, 0].tolist()
        assert int(re.findall(r"Round (\d+)", text)[-1]) == found.rounds[0]


def test_it_says_why_an_action_is_not_done():
    text = tell(*ARMIES, Rules(order="first"), units=UNITS, seed=1)
    assert "Not Potion, as nobody fulfils 'hp < 50 %'" in text
    assert "Bolt, which is used up" in text
    assert re.search(r"Imp \d: Bite .*Hero is poisoned", text)
    assert text == tell(*ARMIES, Rules(order="first"), units=UNITS, seed=1)


@pytest.mark.parametrize(
    ("column", "cell", "lack"),
    [
        ("uses", "1", "which is used up"),
        ("recharge", "0 %", "which isn't ready"),
        ("cooldown", "3", "which is on cooldown"),
        ("spends", "mana 4", "which takes 4 mana"),
        ("per turn", "1", "which was done as often as it may be"),
    ],
)
def test_it_says_which_cost_an_action_lacks(column, cell, lack):
    sheet = "name,hp,attack,defense,damage,per turn,mana\nHero,9,10,10,1,2,4\nPost,12,0,10,1,1,\n"
    actions = f"unit,action,damage,{column}\nHero,Big,2,{cell}\nHero,Attack,1,\n"
    units = read_units(sheet.encode(), "mine.csv", actions=("mine.actions.csv", actions.encode()))
    text = tell(*units, Rules(order="first"), max_rounds=2, seed=3)
    lines = [line for line in text.splitlines() if "Hero: " in line]
    assert "Hero: Big" in lines[0]
    assert f"Not Big, {lack}." in lines[1]


def test_units_of_both_sides_are_told_apart():
    imp = UNITS["Imp"]
    assert "Imp (first): Bite" in tell(imp, imp, Rules(order="first"))
    assert tell(imp, imp.changed(hp=900), Rules(order="first"), max_rounds=2).endswith(
        "Nobody wins."
    )


def test_what_cannot_be_told_is_said():
    with pytest.raises(ValueError, match="41 fighters are too many to tell of: at most 40"):
        tell({"Imp": 40}, {"Imp": 1}, units=UNITS)
    with pytest.raises(ValueError, match="fight of their own"):
        tell({"Imp": 1}, {"Imp": 1}, Rules(fight=Distribution), units=UNITS)
    assert "no fight" in tell({"Imp": 0}, {"Imp": 1}, units=UNITS)


AXE = Action("Axe", times=2, when="round >= 1", gives=(Grant(Status("stunned", skips=1), "1d3"),))
THORN = Action("Thorn", (("damage", "3"),), reacts="struck", per_turn=100)


def test_what_sets_a_reaction_off_stands_first_with_its_own_dice():
    """The turns of the status that the axe gives are dice, too, and no damage."""
    axe, thorn = Unit("Axe", 9, damage=1, actions=[AXE]), Unit("Bush", 9, damage=1, actions=[THORN])
    told = tell(axe, thorn, Rules(hit="always hits", order="first"), max_rounds=1).splitlines()
    assert told[1:5] == [
        "  Axe: Axe (1): Bush 9 -> 8 hp, Bush is stunned.",
        "  Bush: Thorn (3): Axe 9 -> 6 hp.",
        "  Axe: Axe (1): Bush 8 -> 7 hp.",
        "  Bush: Thorn (3): Axe 6 -> 3 hp.",
    ]


def test_what_is_done_at_the_beginning_is_told_before_the_first_round():
    shot = Action("Shot", (("damage", "2"),), reacts="begins")
    archer = Unit("Archer", 9, damage=1, actions=[shot])
    told = tell(archer, Unit("Imp", 3, damage=1), Rules(hit="always hits", order="first"))
    assert told.splitlines()[:2] == ["  Archer: Shot (2): Imp 3 -> 1 hp.", "Round 1"]


def test_fumbles_misses_and_hits_for_nothing_have_names_of_their_own():
    """A hit for 0 is a 0; where nothing hangs on a fumble it is a miss."""
    given = tuple(Grant(Status("prone", turns=1, skips=0.5), on=on) for on in ("fumble", "miss"))
    hero = Unit("Hero", 9, damage="0-1", actions=[Action("Hit", gives=given, when="round >= 1")])
    for result, said in (("fumble", "fumbles"), ("miss", "misses"), ("hit", "0")):
        rules = Rules(hit=lambda a, d, it=result: {it: 0.999, "graze": 0.001}, order="first")
        told = tell(hero, Unit("Post", 900, damage=1), replace(rules, least=0), max_rounds=9)
        mine = {re.search(r"\((\w+)\)", one)[1] for one in told.splitlines() if "Hero: " in one}
        assert said in mine <= {said, "1"}
