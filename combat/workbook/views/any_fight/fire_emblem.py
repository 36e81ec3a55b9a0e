"""A lord of Fire Emblem on his way through a map, with vulneraries to drink."""

from functools import cache
from typing import NamedTuple

import pandas as pd

from combat.core.words import percent
from combat.hit_rules import fire_emblem
from combat.workbook import Answer, Guess, Panel, charts, slider

RULE = pd.RangeIndex(0, 22, 2, name="drinks at so many hit points or less")
_GAINS = {"index": "the lord's hit points", "columns": "the enemy's hit points"}


class Map(NamedTuple):
    """Hit points of the lord and of the enemy before him, and the strikes to come.

    strikes: L is the lord, E the enemy, and at "|" the enemies' phase begins.
    """

    lord: int
    enemy: int
    beaten: int = 0
    vulneraries: int = 3
    strikes: str = ""


def exchange(order, lord, enemy):
    """Return the strikes of an exchange: whoever is faster by 5 strikes again."""
    faster = lord.speed - enemy.speed
    return order + "L" * (faster >= 5) + "E" * (faster <= -5)


@cache
def blow(one, other):
    """Return what a blow does, a list of (chance, damage): a miss, a hit, a critical hit."""
    chance = fire_emblem(one.hit - other.avoid, 0, base=0)
    damage = max(0, one.attack - other.defense)
    critical = chance * one.critical / 100
    return [(1 - chance, 0), (chance - critical, damage), (critical, 3 * damage)]


def next_strike(at, lord, enemies):
    """Return what may come of the next strike."""
    enemy, after = enemies[at.beaten], at._replace(strikes=at.strikes[1:])
    if at.strikes[0] == "|":
        return [(1, at._replace(strikes=exchange("EL", lord, enemy)))]
    if at.strikes[0] == "E":
        return [(p, after._replace(lord=max(0, at.lord - lost))) for p, lost in blow(enemy, lord)]
    return [(p, _struck(after, damage, enemies)) for p, damage in blow(lord, enemy)]


def _struck(at, damage, enemies):
    """The map after the enemy has lost so much; who falls makes room for the next one."""
    if damage < at.enemy:
        return at._replace(enemy=at.enemy - damage)
    coming = [*(enemy.hp for enemy in enemies[1:]), 0][at.beaten]
    return Map(at.lord, coming, at.beaten + 1, at.vulneraries, "|" if "|" in at.strikes else "")


def potions(map_of, by_rule):
    """The Panel of when a lord should drink; map_of(defence, heals) returns the `Played` map."""

    @cache
    def rules_of_thumb(defense, heals):
        chances = [by_rule(at, defense, heals) for at in RULE]
        best = map_of(defense, heals).value()
        return pd.DataFrame({"a rule of thumb": chances, "the best play": best}, RULE)

    @cache
    def drink_or_attack(number, vulneraries, defense, heals):
        found = map_of(defense, heals)
        held = (number - 1, vulneraries, "")
        there = [at for at in found.states if at[2:] == held and at.lord]
        values = [found.moves(at)["value"] for at in there]
        gains = [value["drink"] - value["attack"] for value in values]
        gains = pd.DataFrame(there).assign(gain=gains).pivot_table("gain", "lord", "enemy")
        return gains.rename_axis(**_GAINS)

    def show(number, vulneraries, defense, heals):
        rules = rules_of_thumb(defense, heals)
        gains = drink_or_attack(number, vulneraries, defense, heals)
        rule, best = rules["a rule of thumb"], rules["the best play"].iloc[0]
        drinks = (gains > 0).to_numpy().sum() / gains.count().to_numpy().sum()
        return Answer(
            f"Played as well as can be the lord survives {percent(best)} of the time, by the "
            f"best rule of thumb, to drink at {rule.idxmax()} or less, {percent(rule.max())}.",
            charts.lines(
                rules,
                guides=["the best play"],
                markers=True,
                title="The lord survives (grey: best play)",
            ),
            charts.heat(
                gains,
                limits=(-0.2, 0.2),
                spec="+.0f",
                scale=100,
                title="Drink (purple) or attack (orange)",
            ),
            note=f"Before enemy {number} he should drink in {percent(drinks, 0)} of the positions "
            "that he may come to. Right what drinking is worth against attacking in the lord's "
            "phase, in percentage points of survival.",
        )

    chances = rules_of_thumb(5, 10)
    return Panel(
        show,
        number=slider("enemy before him", 1, 4, 4),
        vulneraries=slider("vulneraries left", 1, 3, 1),
        defense=slider("the lord's defence", 3, 8, 5, exported=[7], live=False),
        heals=slider("a vulnerary heals", 5, 20, 10, unit="hp", exported=[20], live=False),
        guess=Guess(
            "By the best rule of thumb the lord survives in "
            f"{chances['a rule of thumb'].max():.0%}. How often if he plays as well as can be?",
            chances["the best play"].iloc[0],
        ),
    )
