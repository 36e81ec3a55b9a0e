"""Duels of notebooks 03 and 10: who wins them, what great blows do, and what a shield is worth."""

from dataclasses import replace

import pandas as pd

from combat.nethack import Attacker, Defender, Fighter, Piece, duel, vanilla_duel

# Monsters that a starting kit may meet.
DUELISTS = (
    *("newt", "jackal", "giant ant", "hill orc", "killer bee", "dwarf", "gnome lord"),
    "homunculus",
)


def who_wins(hero, beasts):
    """Return the hero's chance to win against each monster: a frame by monster.

    Columns: overhaul and vanilla, from exact duels in which the hero strikes first.
    """
    rows = {
        beast.name: {
            "overhaul": duel(hero, beast).chances[0],
            "vanilla": vanilla_duel(hero, beast).chances[0],
        }
        for beast in beasts
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("monster")


def with_and_without(hero, beasts):
    """Return what the rule of great blows does for a hero: a frame by monster.

    "If the resulting damage would deal over half of your current HP, some other effect happens":
    less damage, and a stun or a wound. Columns: the hero's chance to win with the rule, without
    it only for the hero, and without it for both.
    """
    rows = {}
    for beast in beasts:
        bold = replace(hero, defender=replace(hero.defender, great_blows=False))
        plain = replace(beast, defender=replace(beast.defender, great_blows=False))
        rows[beast.name] = {
            "with it": duel(hero, beast).chances[0],
            "the monster alone has it": duel(bold, beast).chances[0],
            "without it": duel(bold, plain).chances[0],
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("monster")


def empty_shield(cast, monster, hp, suits=("robe", "leather armor", "plate mail")):
    """Return what a shield without EV or DR is worth: a frame by the suit worn with it.

    It draws 15 % of the blows, and halves a great one. Columns: the mean number of turns that the
    target survives without a shield, with it, and with one of DR 1. The target has `hp` hit points
    and doesn't strike back.
    """
    beast = cast.monster(monster)

    def lives(suit, *shield):
        body = Defender(player=True, armor=(cast.piece(suit), *shield))
        hero = Fighter(name="hero", attacker=Attacker(player=True), defender=body, hp=hp)
        return duel(beast, hero).turns(0).mean

    rows = {
        suit: {
            "no shield": lives(suit),
            "a shield of DR 0": lives(suit, Piece("shield", "shield")),
            "of DR 1": lives(suit, Piece("shield", "shield", dr=1)),
        }
        for suit in suits
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("worn")
