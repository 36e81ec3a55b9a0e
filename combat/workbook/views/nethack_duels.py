"""Duels of notebooks 03 and 10: in both systems, and with parts of the rules off.

cast: as from `read_cast`.
"""

from dataclasses import replace
from functools import cache

import pandas as pd

from combat.nethack import (
    Attacker,
    Defender,
    Fighter,
    Piece,
    duel,
    vanilla_duel,
)

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
