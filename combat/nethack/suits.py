"""Is heavy armour worth it? Suits against monsters, and what a player sees of them."""

from dataclasses import replace

import pandas as pd

from combat.nethack.cast import armor_class, split_armor
from combat.nethack.damage import damage_distribution
from combat.nethack.duels import duel
from combat.nethack.people import Attacker, Defender, Fighter
from combat.nethack.questions import STAGE_LEVELS, Nets
from combat.nethack.slots import Piece, slot_chances, slot_dr
from combat.nethack.to_hit import attack_chance, defender_terms, mean_of, total
from combat.nethack.worth import action_losses

SUITS = ("robe", "leather armor", "elven mithril-coat", "plate mail")


def suits_compared(cast, monster, hp, *, burden=1.0, share=0.5):
    """Return how a target in one suit and nothing else fares against a monster: a frame by suit.

    burden, share: how armour class is split, see `split_armor`. Columns: EV and DR of the suit;
    "hit chance", the monster's; "mean damage", of its hardest blow if that hits; "turns to live",
    the mean turn in which the monster kills a target of hp hit points that doesn't strike back.

    >>> from combat.nethack import read_cast
    >>> suits_compared(read_cast("data/nethack"), "jackal", 6).loc["plate mail"].round(2).tolist()
    [-1.0, 8.0, 0.55, 1.2, 9.61]
    """
    armory = split_armor(cast.armor.drop(columns=["ev", "dr"]), burden=burden, share=share)
    beast, rows = cast.monster(monster), {}
    for suit in SUITS:
        slot, ev, dr = armory.loc[suit, ["slot", "ev", "dr"]]
        piece = Piece(suit, slot, ev, dr)
        body = Defender(player=True, armor=(piece,))
        hero = Fighter(name="hero", attacker=Attacker(player=True), defender=body, hp=hp)
        rows[suit] = {
            "EV": piece.ev,
            "DR": piece.dr,
            "hit chance": attack_chance(beast.attacker, body),
            "mean damage": damage_distribution(beast.hardest.damage, [piece], hp).damage.mean,
            "turns to live": duel(beast, hero).turns(0).mean,
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("worn")


def appraised(encounters, role, stage):
    """Return all body armour on a role's kit, appraised and measured: a frame by suit.

    Each suit is worn at +2 in place of the kit's own. Of suits with equal numbers,
    such as dragon scales of nine colours, only the first is listed. Columns: defence (points, with
    the mean of Luck), DR (the mean over the slots as they are struck), AC (vanilla's), loss (hit
    points that a monster's action costs, misses included, at the stage's depth).

    >>> from combat.nethack import Encounters, read_cast
    >>> everybody = Encounters(read_cast("data/nethack"))
    >>> appraised(everybody, "Knight", "mid").loc["leather armor"].round(1).tolist()
    [6.2, 3.6, -7.0, 1.3]
    """
    cast, rules = encounters.cast, encounters.rules
    body = cast.character(role, stage).defender
    kept = tuple(piece for piece in body.armor if piece.slot != "torso")
    weights, beasts = encounters.met(STAGE_LEVELS[stage])
    suits, rows = cast.armor[cast.armor["slot"] == "torso"], {}
    for name in suits.index[~suits.duplicated(["ac", "ev", "dr"])]:
        armor = (cast.piece(name, 2), *kept)
        worn = replace(body, armor=armor)
        hit = Nets([beast.attacker for beast in beasts], [worn], rules).chances(8.0)[:, 0]
        rows[name] = {
            "defence": mean_of(total(defender_terms(worn, rules))),
            "DR": slot_chances(armor, rules=rules) @ slot_dr(armor, rules=rules),
            "AC": armor_class(cast, armor),
            "loss": action_losses(beasts, worn, hit, rules=rules) @ weights,
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("suit")
