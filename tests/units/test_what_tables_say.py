"""Fights of other games, made small, as tables: each with its right value, worked out elsewhere."""

import pytest

from combat.units import Action, Gift, Rules, Status, Unit, blow, duel, read_units
from combat.units.strikes.rolls import CRITICAL, GRAZE, HIT, MISS
from combat.units.strikes.strikes import Strikes

FIRST = "first"


def said(units, actions=None, statuses=None):
    """The units of three tables, cells parted by |, rows by lines."""
    tables = [
        None
        if text is None
        else "\n".join(row.strip().replace("|", ",") for row in text.split("\n"))
        for text in (units, actions, statuses)
    ]
    units, actions, statuses = (text and text.strip().encode() for text in tables)
    return read_units(units, actions=actions, statuses=statuses)


def sure(_attacker, _defender):
    return 1.0


# What a roll says


def test_degrees_of_success_double_what_a_critical_success_does():
    """A costs 5.95 a blow and wins 37.8 %."""
    units = said(
        """name|hp|attack|defense|damage
        A|45|9|8|1d8+4
        B|50|7|8|1d10+7"""
    )
    rules = Rules(hit="Pathfinder 2, degrees of success", order=FIRST)
    assert blow(units["A"], units["B"], rules).mean == pytest.approx(5.95)
    assert duel(units["A"], units["B"], rules).first == pytest.approx(0.378, abs=5e-4)


def test_a_critical_hit_on_the_die_with_dice_of_its_own():
    """Hits on 9 and more, 19 and 20 critical: 10 faces of 7.5, 2 of 18."""
    units = said(
        """name|hp|attack|defense|damage|crit on|critical
        A|30|5|3|1d8+3|19|4d8
        B|30|5|3|1d8+3|20|dice x2"""
    )
    rules = Rules(hit="d20 against armour class")
    chance = Strikes([units["A"]], [units["B"]], rules).chance[0, 0]
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


def test_a_rule_may_give_its_results():
    """A fifth critical, half hits, a fifth grazes for a quarter, the rest fumbles and misses."""
    hero = Unit("Hero", hp=30, damage=8, graze=0.25)

    def hit(_attacker, _defender):
        return {"critical": 0.2, "hit": 0.5, "graze": 0.2, "fumble": 0.05}

    rules = Rules(hit=hit)
    assert blow(hero, hero, rules).mean == pytest.approx(0.2 * 16 + 0.5 * 8 + 0.2 * 2)
    found = {result: chance for result, chance, _ in Strikes([hero], [hero], rules).results()}
    assert found == pytest.approx({CRITICAL: 0.2, HIT: 0.5, GRAZE: 0.2, MISS: 0.05, -1: 0.05})
    with pytest.raises(ValueError, match="above 1 in sum"):
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


@pytest.mark.parametrize(
    ("on", "chance"),
    [("critical", 0.2), ("miss", 0.1), ("graze", 0.2), ("fumble", 0.05), ("hit", 0.9)],
)
def test_a_gift_by_the_result_of_the_roll(on, chance):
    """The stunned one loses its turn, which would have cost 1."""
    units = said(
        """name|hp|damage
        Mage|30|0
        Orc|90|1""",
        f"""unit|action|damage|gives
        Mage|Bolt|1|stunned 1 on {on}""",
        """status|skips
        stunned|yes""",
    )

    def hit(attacker, _defender):
        if attacker.name == "Orc":
            return {"hit": 1.0}
        return {"critical": 0.2, "hit": 0.5, "graze": 0.2, "fumble": 0.05}

    found = duel(units["Mage"], units["Orc"], Rules(hit=hit, order=FIRST), max_turns=1)
    assert found.left[0].mean == pytest.approx(29 + chance)
    assert units["Mage"].actions[0].gives == (Gift(Status("stunned", skips=1), "1", on=on),)
