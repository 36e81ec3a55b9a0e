"""Is heavy armour worth it? Compares suits against monsters."""

from dataclasses import replace
from functools import partial

import pandas as pd

from combat.nethack.damage import damage_distribution
from combat.nethack.duels import duel
from combat.nethack.losses import hardest_loss
from combat.nethack.people import Attacker, Defender, Fighter
from combat.nethack.slots import Piece
from combat.nethack.split import split_armor
from combat.nethack.to_hit import attack_chance
from combat.nethack.vanilla_duels import vanilla_duel
from combat.questions import seek

SUITS = ("robe", "leather armor", "elven mithril-coat", "plate mail")


def suits_compared(cast, monster, hp, *, suits=SUITS, burden=1.0, share=0.5):
    """Return how a target in one suit and nothing else fares against a monster: a frame by suit.

    burden, share: how armour class is split, see `split_armor`. Columns: EV and DR of the suit;
    "hit chance", the monster's; "mean damage", of its hardest blow if that hits; "turns to live",
    the mean turn in which the monster kills a target of hp hit points that doesn't strike back;
    "turns in vanilla", the same in vanilla.

    >>> from combat.nethack import read_cast
    >>> suits_compared(read_cast("data/nethack"), "jackal", 6).loc["plate mail"].round(2).tolist()
    [-1.0, 8.0, 0.55, 1.2, 9.61, 7.03]
    """
    armory = split_armor(cast.armor.drop(columns=["ev", "dr"]), burden=burden, share=share)
    beast = cast.monster(monster)
    rows = {suit: _in_suit(armory.loc[suit], beast, hp) for suit in suits}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("worn")


def swapped_suits(cast, hero, monsters, *, suits=SUITS[1:], enchantment=2):
    """Return the hit points that a monster's blow costs a hero in each suit: a frame by monster.

    A column for each suit, worn at that enchantment in place of the hero's own. The blow is the
    monster's hardest; its mean, misses included, at full hit points.

    >>> from combat.nethack import read_cast
    >>> cast = read_cast("data/nethack")
    >>> swapped_suits(cast, cast.character("Knight", "mid"), ["owlbear"]).round(2)
             leather armor  elven mithril-coat  plate mail
    monster
    owlbear           0.45                0.26        0.43
    """
    worn = {suit: dressed(hero, cast.piece(suit, enchantment)) for suit in suits}
    beasts = [cast.monster(name) for name in monsters]
    return pd.DataFrame(
        {
            suit: [hardest_loss(beast, hero, armor) for beast in beasts]
            for suit, armor in worn.items()
        },
        index=pd.Index(monsters, name="monster"),
    )


def plate_beats_mithril(cast, hero, monsters, *, enchantment=2):
    """Return when plate is the better suit in a hero's full kit: a frame by monster.

    A suit is better if the monster's hardest blow costs less on average, misses included, as in
    `swapped_suits`. Columns: burden, the greatest at which plate is no worse than elven mithril
    (points that the split moves from EV to DR for each 100 units of weight of every piece; its
    default is 1), NaN if none from 0 to 3 is; DR, the least whole number that plate needs at the
    default burden, missing if none from 1 to 30 is enough.

    >>> from combat.nethack import read_cast
    >>> cast = read_cast("data/nethack")
    >>> plate_beats_mithril(cast, cast.character("Knight", "mid"), ["minotaur"]).round(2)
              burden  DR
    monster
    minotaur    0.55  13
    """
    rows = {}
    for name in monsters:
        lost = partial(_margin, cast, hero, cast.monster(name), enchantment)
        burden = seek(lambda burden, lost=lost: lost(burden=burden), 0, 0, 3, looks=13)
        least = seek(lambda dr, lost=lost: lost(dr=dr), 0, 1, 30, whole=True, falling=True, looks=2)
        rows[name] = {"burden": _greatest(burden), "DR": least.value if least.reached else None}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("monster")


def dressed(hero, suit):
    """Return the pieces that a hero wears with another suit."""
    return suit, *(piece for piece in hero.defender.armor if piece.slot != "torso")


def _in_suit(row, beast, hp):
    piece = Piece(row.name, row["slot"], ev=row["ev"], dr=row["dr"])
    body = Defender(player=True, armor=(piece,), ac=10 - int(row["ac"]))
    hero = Fighter(name="hero", attacker=Attacker(player=True), defender=body, hp=hp)
    return {
        "EV": row["ev"],
        "DR": row["dr"],
        "hit chance": attack_chance(beast.attacker, body),
        "mean damage": damage_distribution(beast.hardest.damage, [piece], hp).damage.mean,
        "turns to live": duel(beast, hero).turns(0).mean,
        "turns in vanilla": vanilla_duel(beast, hero).turns(0).mean,
    }


def _greatest(answer):
    """The greatest value at which the result isn't above the target; NaN if there is none."""
    if answer.tried["result"].iloc[-1] <= answer.target:
        return float(answer.tried.index[-1])
    return answer.crossings[-1] if answer.crossings else float("nan")


def _margin(cast, hero, beast, enchantment, *, burden=None, dr=None):
    """The mean cost of a blow in plate, minus its cost in mithril."""
    if burden is not None:
        plain = cast.armor.drop(columns=["ev", "dr"])
        cast = replace(cast, armor=split_armor(plain, burden=burden))
    plate, mithril = (
        cast.piece(name, enchantment) for name in ("plate mail", "elven mithril-coat")
    )
    plate = plate if dr is None else replace(plate, dr=dr)
    _, *kept = (cast.piece(piece.name, piece.enchantment) for piece in dressed(hero, mithril))
    return hardest_loss(beast, hero, (plate, *kept)) - hardest_loss(beast, hero, (mithril, *kept))
