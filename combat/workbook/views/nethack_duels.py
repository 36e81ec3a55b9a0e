"""Duels of notebooks 03 and 10: told, counted, in both systems, and with parts of the rules off.

cast: as from `read_cast`. A panel's parts are replaced by keywords, as in `Panel`.
"""

from dataclasses import replace
from functools import cache, partial

import pandas as pd

from combat.dice.blows import deadlier_until
from combat.nethack import (
    Attacker,
    Defender,
    Fighter,
    Piece,
    duel,
    evading_or_armored,
    play,
    vanilla_duel,
)
from combat.workbook import charts
from combat.workbook.panel.controls import choice, slider
from combat.workbook.panel.guess import Guess
from combat.workbook.panel.panel import Panel
from combat.workbook.panel.table import Table
from combat.workbook.views.nethack import roles

# Monsters that a starting kit may meet.
DUELISTS = [
    *("newt", "jackal", "giant ant", "hill orc", "killer bee", "dwarf", "gnome lord"),
    "homunculus",
]


def told_and_counted(cast, **parts):
    """Return a Panel of one duel told blow by blow, and of all duels at once."""
    shown = [
        charts.lines(
            lambda role, monster: counted(cast, role, monster).won_by_turn(),
            mark=lambda seed, role, monster: told(cast, seed, role, monster).turns,
            legend="center right",
            xlabel="turn",
            title="Who has won by then",
        ),
        charts.bars(
            lambda role, monster: counted(cast, role, monster).left_to_winner(),
            legend="",
            xlim=(0.3, 17),
            xlabel="hit points left to the winner",
            title="What the winner has left",
        ),
    ]
    offered = ["newt", "killer bee", "dwarf"]
    controls = {
        "seed": slider("which duel is told", 1, 50, 2),
        "role": choice("role", roles(cast), "Samurai", exported=["Tourist", "Wizard"]),
        "monster": choice("monster", DUELISTS, "hill orc", exported=offered),
    }
    looks = {
        "caption": "Starting kits. The role strikes first in each turn; speed 12 is one action a "
        "turn. Dotted: the end of the duel told below.",
        "words": lambda seed, role, monster: (
            f"{counted(cast, role, monster)} Duel number {seed} is told below."
        ),
        "table": lambda seed, role, monster: Table(
            pd.DataFrame({"story": told(cast, seed, role, monster).described()})
        ),
        "size": (9.6, 3.6),
        "reserve": 420,
    }
    return Panel(shown, controls, **looks | parts)


@cache
def counted(cast, role, monster):
    """Return the exact duel of a role's starting kit with a monster, as `duel` does."""
    return duel(cast.character(role, "start"), cast.monster(monster))


@cache
def told(cast, seed, role, monster):
    """Return one duel of a role's starting kit with a monster, as `play` does."""
    return play(cast.character(role, "start"), cast.monster(monster), seed=seed)


def in_both_systems(cast, **parts):
    """Return a Panel of a role's chances against `DUELISTS`, in vanilla and in the overhaul."""
    shown = charts.bars(
        partial(chances, cast),
        ylim=(0, 1.25),
        yticks=[0, 0.2, 0.4, 0.6, 0.8, 1],
        legend="upper right",
        title="How often the role wins",
    )
    looks = {
        "caption": "Starting kits, the role strikes first. Exact duels in both systems.",
        "words": partial(shift_in_words, cast),
        "table": lambda role: Table(
            chances(cast, role), formats=dict.fromkeys(["overhaul", "vanilla"], ".1%")
        ),
        "size": (9.6, 3.4),
    }
    return Panel(shown, {"role": choice("role", roles(cast), "Samurai")}, **looks | parts)


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


def shift_in_words(cast, role):
    """Return by how much the overhaul changes a role's chances to win, as a text."""
    shift = 100 * chances(cast, role).eval("overhaul - vanilla")
    return (
        f"The overhaul changes a {role}'s chance to win by {shift.min():+.0f} to "
        f"{shift.max():+.0f} points. On average over the eight it is {shift.mean():+.1f} "
        "percentage points."
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
