"""Is heavy armour worth it? Suits against monsters, and what a player sees of them."""

from dataclasses import replace

import numpy as np
import pandas as pd

from combat.nethack.cast import armor_class, split_armor
from combat.nethack.damage import damage_distribution
from combat.nethack.duels import duel
from combat.nethack.losses import action_losses
from combat.nethack.people import Attacker, Defender, Fighter
from combat.nethack.questions import STAGE_LEVELS, Nets
from combat.nethack.slots import Piece, slot_chances, slot_dr
from combat.nethack.to_hit import attack_chance, defender_terms, mean_of, total

SUITS = ("robe", "leather armor", "elven mithril-coat", "plate mail")


def suits_compared(cast, monster, hp, *, suits=SUITS, burden=1.0, share=0.5):
    """Return how a target in one suit and nothing else fares against a monster: a frame by suit.

    burden, share: how armour class is split, see `split_armor`. Columns: EV and DR of the suit;
    "hit chance", the monster's; "mean damage", of its hardest blow if that hits; "turns to live",
    the mean turn in which the monster kills a target of hp hit points that doesn't strike back.

    >>> from combat.nethack import read_cast
    >>> suits_compared(read_cast("data/nethack"), "jackal", 6).loc["plate mail"].round(2).tolist()
    [-1.0, 8.0, 0.55, 1.2, 9.61]
    """
    armory = _resplit(cast, burden=burden, share=share)
    beast = cast.monster(monster)
    rows = {suit: _in_suit(armory.loc[suit], beast, hp) for suit in suits}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("worn")


def _in_suit(row, beast, hp):
    piece = Piece(row.name, row["slot"], ev=row["ev"], dr=row["dr"])
    body = Defender(player=True, armor=(piece,))
    hero = Fighter(name="hero", attacker=Attacker(player=True), defender=body, hp=hp)
    return {
        "EV": row["ev"],
        "DR": row["dr"],
        "hit chance": attack_chance(beast.attacker, body),
        "mean damage": damage_distribution(beast.hardest.damage, [piece], hp).damage.mean,
        "turns to live": duel(beast, hero).turns(0).mean,
    }


def _resplit(cast, **how):
    return split_armor(cast.armor.drop(columns=["ev", "dr"]), **how)


def appraised(encounters, role, stage, *, enchantment=2):
    """Return all body armour on a role's kit, appraised and measured: a frame by suit.

    Each suit is worn at that enchantment in place of the kit's own. Of suits with equal numbers,
    such as dragon scales of nine colours, only the first is listed. Columns: defence (points, with
    the mean of Luck), DR (the mean over the slots as they are struck), AC (vanilla's), loss (hit
    points that a monster's action costs, misses included, at the stage's depth).

    >>> from combat.nethack import Encounters, read_cast
    >>> everybody = Encounters(read_cast("data/nethack"))
    >>> appraised(everybody, "Knight", "mid").loc["plate mail", ["defence", "DR"]].round(2).tolist()
    [5.7, 6.08]
    """
    cast, rules = encounters.cast, encounters.rules
    body = cast.character(role, stage).defender
    kept = tuple(piece for piece in body.armor if piece.slot != "torso")
    weights, beasts = encounters.met(STAGE_LEVELS[stage])
    suits, rows = cast.armor[cast.armor["slot"] == "torso"], {}
    for name in suits.index[~suits.duplicated(["ac", "ev", "dr"])]:
        armor = (cast.piece(name, enchantment), *kept)
        worn = replace(body, armor=armor)
        hit = Nets([beast.attacker for beast in beasts], [worn], rules).chances(8.0)[:, 0]
        rows[name] = {
            "defence": mean_of(total(defender_terms(worn, rules))),
            "DR": slot_chances(armor, rules=rules) @ slot_dr(armor, rules=rules),
            "AC": armor_class(cast, armor),
            "loss": action_losses(beasts, worn, hit, rules=rules) @ weights,
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("suit")


def ranked_right(suits, shown):
    """Return (right, tied, wrong): the shares of all pairs of suits that a reader ranks so.

    suits: a frame of `appraised`. shown: a number for each, by which the reader ranks, more being
    better. A pair is ranked right if the suit with more loses less. Values that agree to 1e-9 are
    equal; pairs with equal losses are left out, and it is a ValueError if all are.

    >>> frame = pd.DataFrame({"loss": [1.0, 2, 3, 4, 5]})
    >>> ranked_right(frame, pd.Series([4, 3, 3, 1, 2]))
    (0.8, 0.1, 0.1)
    """
    shown, loss = (one.to_numpy(float).round(9) for one in (shown, suits["loss"]))
    one, other = np.triu_indices(len(suits), 1)
    differ = loss[one] != loss[other]
    if not differ.any():
        raise ValueError("suits = all of one loss is out of range: at least two must differ")
    said = np.sign(shown[one] - shown[other])[differ]
    true = np.sign(loss[other] - loss[one])[differ]
    return tuple(float(part.mean()) for part in (said == true, said == 0, said == -true))
