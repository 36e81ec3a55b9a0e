"""Duels of notebooks 03 and 10: in both systems, and with parts of the rules off.

cast: as from `read_cast`. A panel's parts are replaced by keywords, as in `Panel`.
"""

from dataclasses import replace
from functools import cache

import pandas as pd

from combat.dice.blows import deadlier_until
from combat.nethack import (
    Attacker,
    Defender,
    Fighter,
    Piece,
    duel,
    evading_or_armored,
    vanilla_duel,
)
from combat.workbook import charts
from combat.workbook.panel.controls import choice, slider
from combat.workbook.panel.guess import Guess
from combat.workbook.panel.panel import Panel

# Monsters that a starting kit may meet.
DUELISTS = [
    *("newt", "jackal", "giant ant", "hill orc", "killer bee", "dwarf", "gnome lord"),
    "homunculus",
]


@cache
def chances(cast, role):
    """Return a starting kit's chances to win against `DUELISTS`, striking first: a frame."""
    pairs = [(cast.character(role, "start"), cast.monster(name)) for name in DUELISTS]
    return pd.DataFrame(
        {
            "overhaul": [duel(*pair).chances[0] for pair in pairs],
            "vanilla": [vanilla_duel(*pair).chances[0] for pair in pairs],
        },
        index=pd.Index(DUELISTS, name="monster"),
    )


def with_and_without(hero, beasts):
    """The hero's chance to win, by monster, with great blows, and without for him or for both."""

    def without(one):
        return replace(one, defender=replace(one.defender, great_blows=False))

    return pd.DataFrame(
        {
            "with it": [duel(hero, one).chances[0] for one in beasts],
            "the monster alone has it": [duel(without(hero), one).chances[0] for one in beasts],
            "without it": [duel(without(hero), without(one)).chances[0] for one in beasts],
        },
        index=pd.Index([one.name for one in beasts], name="monster"),
    )


def empty_shield(cast, monster, hp, suits=("robe", "leather armor", "plate mail")):
    """Mean turns survived without a shield, with one of no EV or DR, and of DR 1, by suit."""
    beast = cast.monster(monster)

    def lives(*shield):
        bodies = [Defender(player=True, armor=(cast.piece(suit), *shield)) for suit in suits]
        heroes = [
            Fighter(name="hero", attacker=Attacker(player=True), defender=body, hp=hp)
            for body in bodies
        ]
        return [duel(beast, hero).turns(0).mean for hero in heroes]

    return pd.DataFrame(
        {
            "no shield": lives(),
            "a shield of DR 0": lives(Piece("shield", "shield")),
            "of DR 1": lives(Piece("shield", "shield", dr=1)),
        },
        index=pd.Index(suits, name="worn"),
    )


def evasion_or_reduction(**parts):
    """Return a Panel of when two targets die that lose the same to a blow on average."""
    shown = charts.lines(
        lambda damage, hp, dr: two_ways(damage, hp, dr)[0],
        xlabel="turn",
        legend="lower right",
        title="Share that has died by then",
    )
    controls = {
        "damage": choice("a blow does", ["1d8", "2d8", "4d8"], "2d8"),
        "hp": slider("hit points", 10, 80, 40, step=10),
        "dr": slider("damage reduction", 1, 10, 5),
    }
    looks = {
        "caption": "A monster of level 8, one strike a turn; the target doesn't strike back. "
        "Exact.",
        "words": ways_in_words,
        "size": (9.6, 3.4),
        "guess": Guess(
            "Two targets lose the same to a blow of 2d8 on average, one by evading, one by a "
            "damage reduction of 5. Until which turn have more of the evaders died?",
            deadlier_until(two_ways("2d8", 40, 5)[0]),
            low=0,
            high=40,
            step=1,
            percent=False,
            plot=0,
            axis="x",
        ),
    }
    return Panel(shown, controls, **looks | parts)


@cache
def two_ways(damage, hp, dr):
    """Return who is dead by then, and the EV that saves as much, as `evading_or_armored` does."""
    return evading_or_armored(damage, hp, dr, turns=40)


def ways_in_words(damage, hp, dr):
    """Return until when evasion is the deadlier of the two, as a text."""
    table, ev = two_ways(damage, hp, dr)
    until = deadlier_until(table)
    last = f"until turn {until} more evaders have died" if until else "no turn"
    return (
        f"DR {{dr}} saves as much as EV {ev:+.1f}; {last}, then more of the armoured. "
        f"By turn 5: {table.loc[5, 'evasion']:.1%} dead with evasion, "
        f"{table.loc[5, 'reduction']:.1%} with reduction."
    )
