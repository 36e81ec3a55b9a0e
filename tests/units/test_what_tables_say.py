"""Fights of other games, made small, as tables: each with its right value, worked out elsewhere."""

import numpy as np
import pytest

from combat.dice import dice
from combat.tables import TableError
from combat.units import (
    Action,
    Rules,
    Unit,
    advice,
    battle,
    blow,
    duel,
    read_units,
)
from combat.units.battles.armies import Army, match_up_by_turns
from combat.units.engine.ends import solved
from combat.units.engine.pairs import turn_duel
from combat.units.strikes.rolls import CRITICAL, GRAZE, HIT, MISS
from combat.units.strikes.strikes import AttackTable
from tests.units.games.by_sheet import said, sure

FIRST = "first"


# What a roll says


def test_a_critical_hit_on_the_die_with_dice_of_its_own():
    """Hits on 9 and more, 19 and 20 critical: 10 faces of 7.5, 2 of 18."""
    units = said(
        """name|hp|attack|defense|damage|crit on|critical
        A|30|5|3|1d8+3|19|4d8
        B|30|5|3|1d8+3|20|dice x2"""
    )
    rules = Rules(hit="d20 against armour class")
    chance = AttackTable([units["A"]], [units["B"]], rules).chance[0, 0]
    faces = round(20 * chance)
    assert blow(units["A"], units["B"], rules).mean == pytest.approx(
        ((faces - 2) * 7.5 + 2 * 18) / 20
    )
    assert blow(units["B"], units["A"], rules).mean == pytest.approx(((faces - 1) * 7.5 + 12) / 20)


@pytest.mark.parametrize(
    ("columns", "mean"),
    [
        ({"crit_chance": 0.25, "crit_damage": 1.5}, 0.75 * 7.5 + 0.25 * 11.5),  # a half goes up
        ({"crit_chance": 1, "critical": "x3"}, 22.5),
        ({"crit_chance": 0, "critical": "x3"}, 7.5),
        ({"crit_chance": 0.5, "critical": "dice x2"}, 7.5 + 3.5 / 2),
        ({"crit_chance": 0.5, "critical": "8d6+4"}, (7.5 + 32) / 2),
        ({"crit_on": 20, "crit_damage": 3}, 7.5 + 15 / 20),
        ({"crit_chance": 0.5}, 7.5 * 1.5),
    ],
)
def test_a_critical_hit_of_a_unit_or_an_action(columns, mean):
    hero = Unit("Hero", hp=30, attack=1, defense=1, damage="1d6+4")
    assert blow(hero.having(**columns), hero, Rules(hit=sure)).mean == pytest.approx(mean)
    cut = hero.changed(hp=100, actions=(Action("Cut", tuple(columns.items()), uses=9),))
    found = duel(cut, cut, Rules(hit=sure, order=FIRST), max_turns=1)
    assert 100 - found.left[1].mean == pytest.approx(mean)


@pytest.mark.parametrize(
    ("damage", "mean"),
    [
        ("4-9", 13),  # a range is rolled twice
        ("5+1d6", 12),
        ("1d6+5", 12),
        ("(1d6+1)*2", 16),
        ("10 of (1d4+1)", 60),
        ("max(1d8, 1d6)+3-1", 2 * dice("max(1d8, 1d6)").mean + 2),
        ("5", 10),
    ],
)
def test_twice_the_dice_and_once_what_is_added(damage, mean):
    hero = Unit("Hero", hp=300, damage=damage, crit_chance=1, critical="dice x2")
    assert blow(hero, hero, Rules(hit=sure)).mean == pytest.approx(mean)


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"crit_chance": 25}, "write 25 %"),
        ({"crit_damage": 150}, "150 %"),
        ({"crit_damage": 0.5}, "half as much again is 1.5"),
        ({"crit_on": 19.5}, "no face"),
        ({"critical": "double"}, "write x2"),
        ({"critical": "x2", "crit_damage": 2}, "leave one blank"),
        ({"crit_chance": 0.1, "crit_on": 19}, "leave one blank"),
    ],
)
def test_a_critical_hit_that_cant_be_meant_is_refused_in_a_line(columns, said):
    hero = Unit("Hero", hp=30, damage="1d6+4", **columns)
    with pytest.raises(ValueError, match=said) as error:
        blow(hero, hero, Rules(hit=sure))
    assert "Hero, column 'crit" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_whole_number_as_a_critical_hit_may_be_two_things():
    hero = Unit("Hero", hp=30, damage="1d6+4", critical=2, crit_chance=0.5)
    with pytest.raises(ValueError, match="column 'critical': '2' may be a factor, or points"):
        blow(hero, hero, Rules(hit=sure))
    assert blow(hero.having(critical=12), hero, Rules(hit=sure)).mean == pytest.approx(9.75)


@pytest.mark.parametrize("blank", ["", "-"])
@pytest.mark.parametrize("actions", [None, "unit|action|uses\nElf|Cut|1"])
def test_a_blank_initiative_is_none(blank, actions):
    rules = Rules(hit=sure, order="initiative")
    sheet = "name|hp|damage|initiative\nElf|1|1|3\nOrc|1|1|{}\nOgre|1|1|2"
    units, other = said(sheet.format(blank), actions), said(sheet.format(0), actions)
    found, right = (duel(one["Elf"], one["Orc"], rules).first for one in (units, other))
    assert found == pytest.approx(right)
    assert 0.6 < right < 0.7


def test_an_initiative_that_is_no_number_is_named_with_its_row():
    units = said("name|hp|damage|initiative\nElf|1|1|d20+3\nOrc|1|1|d20")
    with pytest.raises(ValueError, match="row 2, column 'initiative' = 'd20"):
        duel(units["Elf"], units["Orc"], Rules(hit=sure, order="initiative"))


@pytest.mark.parametrize("blank", ["", "-"])
def test_a_blank_again_is_none(blank):
    sheet = "name|hp|attack|defense|damage|per turn|again\nElf|5|9|9|1|2|{}\nOrc|5|9|9|1|1|-5"
    units, other = said(sheet.format(blank)), said(sheet.format(0))
    found, right = (
        duel(one["Elf"], one["Orc"], Rules(order=FIRST)).first for one in (units, other)
    )
    assert found == pytest.approx(right)


def test_what_is_gained_is_rolled_by_any_dice():
    """1d6>=2 is one in five of six cases; 10*1d100<=50 ten in half of all."""
    for cell, mean in (("rage 1d6>=2", 5 / 6), ("rage 10*1d100<=50", 5), ("rage 2d6kh1", 161 / 36)):
        table = f"unit,action,gains,gets\nOrc,Hit,{cell},{cell} when struck\n".encode()
        orc = read_units(b"name,hp,damage,rage\nOrc,9,1,3\n", actions=("a.csv", table))["Orc"]
        found = [one.mean for action in orc.actions for _, one in action.gains]
        assert found == pytest.approx([mean, mean])


def test_what_a_unit_begins_with_must_be_known():
    with pytest.raises(TableError, match="row 2, column 'begins with': 'berry' is not known"):
        said("name|hp|damage|begins with\nElf|1|1|berry")


def test_a_rule_may_give_its_results():
    """A fifth critical, half hits, a fifth grazes for a quarter, the rest fumbles and misses."""
    hero = Unit("Hero", hp=30, damage=8, graze=0.25)

    def hit(_attacker, _defender):
        return {"critical": 0.2, "hit": 0.5, "graze": 0.2, "fumble": 0.05}

    rules = Rules(hit=hit)
    assert blow(hero, hero, rules).mean == pytest.approx(0.2 * 16 + 0.5 * 8 + 0.2 * 2)
    found = {result: chance for result, chance, _ in AttackTable([hero], [hero], rules).results()}
    assert found == pytest.approx({CRITICAL: 0.2, HIT: 0.5, GRAZE: 0.2, MISS: 0.05, -1: 0.05})
    with pytest.raises(ValueError, match="above 1 in sum, for Hero against Hero: they"):
        blow(hero, hero, Rules(hit=lambda a, d: {"hit": 0.7, "graze": 0.4}))
    with pytest.raises(ValueError, match="'hits', which is no result"):
        blow(hero, hero, Rules(hit=lambda a, d: {"hits": 0.7}))


def test_a_damage_function_that_reads_critical_columns_is_left_to_it():
    hero = Unit("Hero", hp=30, damage=8, crit_chance=0.25)
    rules = Rules(hit=sure, damage=lambda a, d: 8 * (1 + a.crit_chance))
    assert blow(hero, hero, rules).mean == pytest.approx(10)
    assert blow(hero, hero, Rules(hit=sure, damage=lambda a, d: 8)).mean == pytest.approx(10)


def test_a_chance_of_critical_hits_may_be_a_function_of_the_pair():
    rules = Rules(hit=sure, critical=(lambda a, d: (a.attack - d.defense) / 10, 2))
    hero, foe = (Unit(name, hp=30, attack=5, defense=2, damage=8) for name in ("Hero", "Foe"))
    assert blow(hero, foe, rules).mean == pytest.approx(8 * 1.3)


def test_a_weighted_choice():
    """The Enemy, first to act, wins 0.5066138."""
    units = said(
        "name|hp|damage\nEnemy|24|0\nHero|40|4",
        """unit|action|damage|on|heals|weight
        Enemy|Slash|5|||2
        Enemy|Rock|8|||1
        Enemy|Cure||self|6|1""",
    )
    found = duel(units["Enemy"], units["Hero"], Rules(hit=sure, order=FIRST))
    assert found.first == pytest.approx(0.5066138, abs=1e-7)
    fought = turn_duel(*units, Rules(hit=sure, order=FIRST), exact=False)
    assert fought.first == pytest.approx(0.5066, abs=0.02)


@pytest.mark.parametrize(
    ("column", "cell", "told"),
    [
        ("spends", "mana", "no counter; write mana 60"),
        ("spends", "mana 1d6", "no whole number"),
        ("gains", "mana lots", "no counter"),
        ("gains", "attack 2", "'attack' is a column of its own"),
        ("spends", "hp 2", "no counter; write heals, damage or drain"),
        ("gains", "mana 2 when hit", "write when begins, struck, .*hits"),
        ("gets", "mana 2", "'mana' is not known"),
        ("row", "2", "no action changes it; leave the cell empty"),
        ("gets", "rage 10 50 %", r"no chance; it may have dice: rage 10\*1d100<=50$"),
        ("gains", "rage +1d6 25% when struck", "no chance, it may have dice$"),
        ("spends", "rage 3 5 %", "'rage 3 5 %': a counter takes no chance"),
        ("cooldown", "0", "out of range"),
        ("weight", "0", "out of range"),
        ("per turn", "0", "out of range"),
        ("gives", "stunned on crit", "'crit' is not known; write one of hit, graze"),
    ],
)
def test_a_cell_that_cant_be_meant_is_one_line(column, cell, told):
    table = f"unit,action,{column}\nOrc,Hit,{cell}\n".encode()
    with pytest.raises(TableError, match=told) as error:
        read_units(
            b"name,hp,damage,rage\nOrc,9,1,3\n",
            actions=("a.csv", table),
            statuses=b"status\nstunned\n",
        )
    assert str(error.value).startswith(f"a.csv, row 2, column '{column}'")
    assert "\n" not in str(error.value)


# What lasts, and what answers


def left_after(units, turns, rules=None, side=0):
    found = duel(*units, rules or Rules(hit=sure, order=FIRST), max_turns=turns)
    return found.left[side].mean


@pytest.mark.parametrize("order", ["first", "both"])
@pytest.mark.parametrize("trigger", ["struck", "missed", "hits", "foe falls", "begins"])
def test_gained_when_is_a_reaction_row_in_a_cell(order, trigger):
    """Rage each time, and a status that a reaction gives: as with a row of its own."""
    sheet = "name|hp|damage|rage\nOrc|5|1d4|0\nHero|5|2|10"
    statuses = "status|changes|turns\nguarded|damage x 2|2"
    cells = """unit|action|damage|spends|gains|gets
        Hero|Fury|1d12|rage 20|rage +1d10 when {0}|guarded 2 when {0}"""
    rows = """unit|action|damage|spends|gains|gets|reacts|on|per turn
        Hero|Fury|1d12|rage 20|||||
        Hero|Anger|||rage 1d10|guarded 2|{0}|nobody|all"""
    rules = Rules(hit=lambda a, d: 0.5, order=order)
    reacts = {"hits": "hit"}.get(trigger, trigger)
    one, other = (
        turn_duel(*said(sheet, text, statuses), rules)
        for text in (cells.format(trigger), rows.format(reacts))
    )
    assert (one.first, one.turns.mean) == (other.first, other.turns.mean)


# Damage of the moment, and what a fight begins with


def test_a_blow_that_costs_a_share_of_what_is_left():
    """By 50, 25, 13, 7, 4, 2, 1 and 0 a Tank of 100 falls at the eighth blow."""
    units = said(
        "name|hp|damage\nMage|9|0\nTank|100|0", "unit|action|damage\nMage|Halve|50 % of target hp"
    )
    left = [left_after(units, turns, side=1) for turns in range(1, 9)]
    assert left == [50, 25, 13, 7, 4, 2, 1, 0]
    assert left_after(units, 1, Rules(hit=sure), side=1) == 50


@pytest.mark.parametrize(
    ("cell", "lost"),
    [
        ("20 % of full hp", 18),
        ("half of missing hp", 15),
        ("20 % of own hp", 6),
        ("3 + 10 % of target hp", 9),
    ],
)
def test_a_share_of_points(cell, lost):
    units = said(
        "name|hp|damage\nMage|30|0\nTank|90|0",
        f"unit|action|damage|uses\nMage|First|30|1\nMage|Then|{cell}|",
    )
    assert 60 - left_after(units, 2, side=1) == lost


@pytest.mark.parametrize("order", ["first", "both", "initiative"])
def test_a_status_from_the_start(order):
    """A berry takes half of the first of five blows of 30: 135 of 150."""
    units = said(
        "name|hp|damage|begins with\nHero|200|0|berry\nOrc|90|30|",
        "unit|action|on|gets|when\nHero|Never|self|berry|round < 1",
        "status|absorbs\nberry|15",
    )
    rules = Rules(hit=sure, order=order)
    assert 200 - left_after(units, 5, rules) == 135
    with pytest.raises(TableError, match="row 2, column 'begins with'"):
        read_units(
            b"name,hp,damage,begins with\nHero,9,1,bery\n",
            name="u.csv",
            statuses=b"status\nberry\n",
        )


# Down and back

PARTY = """name|hp|attack|defense|damage
        Knight|20|10|12|1d8+3
        Cleric|16|8|10|1d6
        Troll|60|10|10|2d8+4"""


@pytest.mark.parametrize(("uses", "won"), [(1, 0.1212049), (2, 0.2303280)])
def test_the_fallen_rise_with_what_they_are_healed(uses, won):
    units = said(PARTY, f"unit|action|on|heals|uses\nCleric|Raise|fallen|8|{uses}")
    sides, rules = ({"Knight": 1, "Cleric": 1}, {"Troll": 1}), Rules(order="initiative")
    found = battle(*sides, rules, units=units, targeting="front")
    assert found.fights is None
    assert found.first == pytest.approx(won, abs=1e-7)
    fought = battle(*sides, rules, units=units, targeting="front", battles=1000)
    assert fought.first == pytest.approx(won, abs=3.5 * (won / 1000) ** 0.5)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("Hero|Raise|fallen||||", "the fallen rise with what it heals"),
        ("Hero|Rise|self|3||falls|all", "might never end"),
        ("Hero|Fade|self|3||down|2", "once in each of its turns"),
    ],
)
def test_what_could_go_on_for_ever_is_refused(row, told):
    with pytest.raises(TableError, match=told):
        said("name|hp|damage\nHero|6|1", f"unit|action|on|heals|uses|reacts|per turn\n{row}")


# Statuses


@pytest.mark.parametrize(("timer", "turns"), [("own", 11.409), ("", 9.637)])
def test_each_stack_may_have_a_timer_of_its_own(timer, turns):
    """Hit for 1, and by half of the shots set alight: 2 a turn for three turns each."""
    units = said(
        "name|hp|damage\nArcher|50|1\nTarget|40|0",
        "unit|action|gives\nArcher|Shot|burning 50 %",
        f"status|loses|turns|stacks|timer\nburning|2|3|5|{timer}",
    )
    found = duel(*units, Rules(hit=sure, order=FIRST))
    assert found.turns.mean == pytest.approx(turns, abs=5e-4)


@pytest.mark.parametrize(
    ("turns", "given", "bites"),
    [("2 rounds", "", 2), ("rounds", " 3", 3), ("rounds", " 3 rounds", 3)],
)
@pytest.mark.parametrize("order", ["both", "first", "initiative", "coin"])
def test_a_status_may_last_rounds_of_the_fight(order, turns, given, bites):
    """Its bearer acts in every second round; the round in which it is given is the first."""
    units = said(
        f"name|hp|damage|speed|begins with\nMan|50|0|0.5|walking{given}\nDog|9|1|1|",
        "unit|action|when\nDog|Bite|target walking\nDog|Sit|round < 1",
        f"status|turns\nwalking|{turns}",
    )
    units = [units["Man"], units["Dog"].changed(damage=0)]
    bite = Action("Bite", (("damage", "1"),), when=units[1].actions[0].when)
    found = duel(
        units[0], units[1].changed(actions=(bite,)), Rules(hit=sure, order=order), max_turns=9
    )
    assert found.left[0].mean == 50 - bites


def test_a_gift_counts_in_what_its_status_counts():
    tables = (
        "name|hp|damage\nMan|5|1",
        "unit|action|gives\nMan|Hit|ill 3 {}",
        "status|turns\nill|{}",
    )
    for given, counted, told in (
        ("rounds", "", "counts its own turns"),
        ("turns", "rounds", "counts rounds"),
    ):
        with pytest.raises(TableError, match=told):
            said(tables[0], tables[1].format(given), tables[2].format(counted))


@pytest.mark.parametrize(
    ("save", "chance"),
    [
        ("d20 + will >= 15", 0.5),
        ("d20 > 15", 0.25),
        ("d20 <= will", 0.2),
        ("2d6 - 1 >= will + 3", 15 / 36),
    ],
)
def test_a_saving_throw_ends_a_status(save, chance):
    """Scared, it loses its turns, each of which would have cost 1."""
    units = said(
        "name|hp|damage|will\nDog|9|0|0\nMan|50|1|4",
        "unit|action|uses|gives\nDog|Howl|1|scared",
        f"status|skips|ends\nscared|yes|{save}",
    )
    left = [
        duel(*units, Rules(hit=sure, order=FIRST), max_turns=turn).left[0].mean
        for turn in (1, 2, 3)
    ]
    goes_on = 1 - chance
    assert left == pytest.approx([9, 9 - chance, 9 - chance - (1 - goes_on**2)])


@pytest.mark.parametrize(
    ("save", "told"),
    [
        ("d20 + wisdom >= 15", "'wisdom' is not known"),
        ("12 >= will", "is no saving throw"),
        ("d20 = 15", "is no chance"),
    ],
)
def test_a_saving_throw_that_cant_be_meant_is_refused_in_a_line(save, told):
    with pytest.raises(TableError, match=told):
        said(
            "name|hp|damage|will\nDog|9|0|0",
            "unit|action|gives\nDog|Howl|scared",
            f"status|ends\nscared|{save}",
        )


def test_a_saving_throw_counts_as_read():
    units = said(
        "name|hp|attack|defense|damage|will\nDog|9|1|1|1|4",
        "unit|action|gives\nDog|Howl|scared",
        "status|ends\nscared|d20 + will >= 15",
    )
    assert advice(units) == []


@pytest.mark.parametrize("order", ["both", "faster"])
@pytest.mark.parametrize(
    ("turns", "reacts", "blows"),
    [
        (4, "", [1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8]),
        (5, "begins", [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7]),
    ],
)
def test_a_change_of_speed_counts_from_the_next_round(order, turns, reacts, blows):
    """At half speed its turns are every second round; slow as it begins it is in round 1, too."""
    units = said(
        "name|hp|damage\nMan|50|1\nDog|90|0",
        f"unit|action|uses|gives|reacts\nDog|Howl|1|slowed {turns}|{reacts}",
        "status|changes\nslowed|speed x 0.5",
    )
    found = [
        90 - duel(*units, Rules(hit=sure, order=order), max_turns=turn).left[1].mean
        for turn in range(1, 13)
    ]
    assert found == blows


@pytest.mark.parametrize(
    ("change", "hit", "critical"),
    [("damage +2", 5, 12), ("damage x 2", 6, 20), ('"damage x 2, damage -1"', 5, 19)],
)
@pytest.mark.parametrize(("units", "actions"), [("10-10", ""), ("", "10-10")])
def test_what_changes_damage_changes_the_dice_of_a_critical_hit_too(
    change, hit, critical, units, actions
):
    given = said(
        f"name|hp|damage|crit chance|begins with|critical\nImp|99|3|50 %|strong|{units}\n"
        "Elf|99|0|||",
        f"unit|action|damage|critical\nImp|Hit||{actions}",
        f"status|changes\nstrong|{change}",
    )
    lost = 99 - duel(*given, Rules(hit=sure), max_turns=1).left[1].values
    assert sorted(lost) == [hit, critical]


@pytest.mark.parametrize(("change", "told"), [("speed -1", True), ("speed -0.5", False)])
def test_a_status_that_leaves_no_speed_is_told_of(change, told):
    units = said(
        "name|hp|damage\nImp|3|1\nElf|3|1",
        "unit|action|gives\nImp|Web|slowed 2",
        f"status|changes\nslowed|{change}",
    )
    notes = duel(*units, Rules(hit=sure)).notes
    assert any(note.startswith("'slowed' may bring a speed of 1 down") for note in notes) == told


# What is left over of a blow


@pytest.mark.parametrize("order", ["first", "both"])
@pytest.mark.parametrize("models", [10, 20])
@pytest.mark.parametrize("guns", [(1, 6), (6, 1)])  # one of six shots, and six of one
def test_what_a_shot_leaves_over_strikes_the_next(order, models, guns):
    """Six shots at models of 2 points fell half of the sum of 1d6 each, hits of 4 in 9, in all."""
    many, times = guns
    units = said(
        "name|hp|damage\nGun|9|1d6\nModel|2|0",
        f"unit|action|times|overkill\nGun|Shoot|{times}|{'spill' if many == 1 else ''}",
    )
    rules = Rules(hit=lambda a, d: 4 / 9, order=order, overkill=None if many == 1 else "spill")
    armies = Army(((units["Gun"], many),)), Army(((units["Model"], models),))
    game = match_up_by_turns(armies, rules, "front", 1).game
    found = solved(game, game.begun([0]))
    fallen = ((found.rows["hp"][game.side == 1] <= 0).sum(axis=0)) @ found.chances
    damage = np.array([1.0])
    for _ in range(6):
        damage = np.convolve(damage, [5 / 9, *[4 / 54] * 6])
    half = np.minimum(np.arange(len(damage)) // 2, models)
    assert fallen == pytest.approx(float(damage @ half), abs=1e-9)
    assert fallen == pytest.approx({10: 4.40108, 20: 4.42402}[models], abs=5e-6)


@pytest.mark.parametrize(
    ("overkill", "left"),
    [("spill", (0, 0, 1)), ("next", (0, 4, 10)), ("lost", (0, 4, 10)), ("", (0, 4, 10))],
)
@pytest.mark.parametrize("order", ["first", "both", "faster"])
def test_what_is_left_over_meets_what_absorbs_and_blocks(order, overkill, left):
    """Of 20: 3 and 2 absorbed, then 4 of the guarded, who blocks 2, and 9 of the boy's 10."""
    units = said(
        """name|hp|damage|armor|begins with
        Giant|99|20|0|
        Mage|3|0|0|shielded
        Guard|4|0|5|guarded
        Boy|10|0|0|""",
        f"unit|action|overkill\nGiant|Sweep|{overkill}",
        "status|absorbs\nshielded|2\nguarded|each hit 2",
    )
    armies = Army(((units["Giant"], 1),)), Army(tuple((one, 1) for one in list(units)[1:]))
    game = match_up_by_turns(armies, Rules(hit=sure, order=order), "front", 1).game
    found = solved(game, game.begun([0]))
    (at,) = np.flatnonzero(found.chances)
    assert tuple(found.rows["hp"][1:, at].tolist()) == left


def test_a_vampire_drinks_what_spills():
    units = said(
        "name|hp|damage\nVampire|50|6\nImp|4|0",
        "unit|action|overkill|drain\nVampire|Bite|spill|100 %",
    )
    hurt = units["Vampire"].changed(hp=50)
    armies = Army(((hurt, 1),)), Army(((units["Imp"], 2),))
    game = match_up_by_turns(armies, Rules(hit=sure, order=FIRST), "front", 1).game
    rows = game.begun([0])
    rows["hp"][0] = 10
    found = solved(game, rows)
    (at,) = np.flatnonzero(found.chances)
    assert found.rows["hp"][:, at].tolist() == [16, 0, 2]


def test_an_overkill_that_is_none_is_refused_in_a_line():
    with pytest.raises(TableError, match="write one of next, lost, spill"):
        said("name|hp|damage\nA|9|1", "unit|action|overkill\nA|Hit|splash")
    with pytest.raises(TableError, match="only blows at a foe have it"):
        said("name|hp|damage\nA|9|1", "unit|action|on|heals|overkill\nA|Mend|self|3|spill")


# Real time, in ticks of a tenth of a second


def lost(units, rules, tick):
    """What the second has lost by the end of a tick."""
    return units[1].hp - duel(*units, rules, max_turns=tick).left[1].mean


def test_a_blow_each_seven_ticks_by_speed():
    units = list(said("name|hp|damage\nMan|50|1\nPost|90|0"))
    units[0] = units[0].changed(speed=1 / 7)
    assert [lost(units, Rules(hit=sure), tick) for tick in (6, 7, 13, 14, 70)] == [0, 1, 1, 2, 10]


def test_a_blow_each_seven_ticks_by_cooldown_a_burn_and_a_stun():
    """A burn of 2 for three ticks, none until the next blow; the stunned Ogre waits for 20."""
    units = said(
        "name|hp|damage\nMan|90|0\nPost|90|0",
        "unit|action|damage|cooldown|gives\nMan|Blow|1|7|burning 3",
        "status|loses\nburning|2",
    )
    found = [lost(list(units), Rules(hit=sure), tick) for tick in (1, 2, 4, 7, 8, 9)]
    assert found == [1, 3, 7, 7, 8, 10]
    units = said(
        "name|hp|damage\nOgre|90|0\nMan|90|0",
        """unit|action|damage|cooldown|gives|uses
        Ogre|Blow|1|7||
        Man|Stun|0|||1""".replace("|||1", "||stunned 20|1"),
        "status|skips\nstunned|yes",
    )
    found = [lost(list(units), Rules(hit=sure), tick) for tick in (1, 21, 22, 28, 29)]
    assert found == [1, 1, 2, 2, 3]


# Cautions


def test_a_speed_in_feet_is_told_of_beside_the_answer():
    orc = Unit("Orc", 15, damage=1, speed=30)
    (note,) = duel(orc, orc.changed(speed=1), Rules(hit=sure)).notes
    assert "'Orc' has 30" in note
    (note,) = duel(orc, orc, Rules(hit=sure, order=FIRST)).notes
    assert note == "speed gives no actions in the order 'first'; for more in a turn write per turn"
    units = said("name|hp|damage|speed\nOrc|15|1|30\nElf|9|1|25", "unit|action|uses\nOrc|Kick|1")
    assert duel(*units, Rules(hit=sure), max_turns=1).left[1].mean == 8  # it is a column of its own


def test_a_change_of_speed_in_an_order_without_it_is_told_of():
    units = said(
        "name|hp|attack|defense|damage\nOrc|15|1|1|1",
        "unit|action|gives\nOrc|Hit|slow",
        "status|changes\nslow|speed x 0.5",
    )
    (told,) = advice(units, Rules(order=FIRST))
    assert told.startswith("'slow' changes speed, which gives no actions in the order 'first'; ")
    assert advice(units, Rules()) == []
