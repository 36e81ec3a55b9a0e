"""Is heavy armour worth it? Suits against monsters, and EV and DR in words for a status bar."""

from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd

from combat.dice import dice, mix
from combat.nethack.cast import armor_class, split_armor
from combat.nethack.damage import damage_distribution
from combat.nethack.duels import duel, vanilla_duel
from combat.nethack.losses import hardest_loss
from combat.nethack.people import Attacker, Defender, Fighter
from combat.nethack.questions import Nets, monsters_at
from combat.nethack.rules import Rules
from combat.nethack.slots import Piece, slot_chances, slot_dr
from combat.nethack.to_hit import attack_chance, defender_terms, mean_of, total
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
    armory = _resplit(cast, burden=burden, share=share)
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
    `swapped_suits`. Columns: burden, the one from 0 to 3 up to which plate is no worse than
    elven mithril (points that the split moves from EV to DR for each 100 units of weight of every
    piece; its default is 1); DR, the least whole number from 1 to 30 that plate needs at the
    default burden. Missing if there is none.

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
        rows[name] = [found.value if found.reached else None for found in (burden, least)]
    frame = pd.DataFrame.from_dict(rows, orient="index", columns=["burden", "DR"])
    return frame.rename_axis("monster")


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


def _margin(cast, hero, beast, enchantment, *, burden=None, dr=None):
    """The mean cost of a blow in plate, minus its cost in mithril."""
    cast = cast if burden is None else replace(cast, armor=_resplit(cast, burden=burden))
    plate, mithril = (
        cast.piece(name, enchantment) for name in ("plate mail", "elven mithril-coat")
    )
    plate = plate if dr is None else replace(plate, dr=dr)
    _, *kept = (cast.piece(piece.name, piece.enchantment) for piece in dressed(hero, mithril))
    return hardest_loss(beast, hero, (plate, *kept)) - hardest_loss(beast, hero, (mithril, *kept))


def _resplit(cast, **how):
    return split_armor(cast.armor.drop(columns=["ev", "dr"]), **how)


EVASION_WORDS = (
    *("clumsy", "slow", "steady", "nimble", "quick"),
    *("agile", "evasive", "elusive", "untouchable"),
)
ARMOR_WORDS = ("thin", "padded", "hard", "massive")
# A point of EV saves about as much as two of DR, so a word of each should weigh the same.
EVASION_STEP = 2.0
ARMOR_STEP = 4.0


def grades(defense, dr):
    """Return the indices of the words for a defence bonus and a mean DR."""
    # 1e-9: for rounding in sums of tenths, such as 3.9999999999 for 4.
    evasion = int(np.floor(defense / EVASION_STEP + 1e-9)) + 1
    armor = int(np.floor(dr / ARMOR_STEP + 1e-9))
    return min(max(evasion, 0), len(EVASION_WORDS) - 1), min(max(armor, 0), len(ARMOR_WORDS) - 1)


def mean_dr(armor, rules=Rules()):
    """Return the mean DR against a blow, in points: over the slots, weighted by their chances."""
    return float(slot_chances(armor, rules=rules) @ slot_dr(armor, rules=rules))


def appraised_suits(cast, hero, level, *, enchantment=2, sd=8.0, rules=Rules()):
    """Return all body armour on one hero, appraised and measured: a frame by suit, best first.

    Each suit is worn at that enchantment in place of the hero's own. Of suits with equal numbers,
    such as dragon scales of nine colours, only the first is listed. Columns: defence (points,
    with the mean of Luck), DR (`mean_dr`), evasion and armour (the words), grade (the sum of the
    indices of both words, by which a reader ranks suits), AC (vanilla's), loss (mean hit points
    that a blow costs, misses included, at full hit points: each monster's hardest physical blow
    that is rolled, averaged over the monsters that the game generates at that level). sd > 0;
    ValueError outside.

    >>> from combat.nethack import read_cast
    >>> cast = read_cast("data/nethack")
    >>> found = appraised_suits(cast, cast.character("Knight", "mid"), 10)
    >>> found.loc["plate mail", ["evasion", "armour"]].tolist()
    ['nimble', 'padded']
    """
    met = monsters_at(cast.monsters, level)
    beasts = {name: _rolled(cast.monster(name)) for name in met.index}
    rolls = {name: roll for name, roll in beasts.items() if roll}
    share = met[[*rolls]] / met[[*rolls]].sum()
    attackers = [cast.monster(name).attacker for name in rolls]
    rows = {}
    suits = cast.armor[cast.armor["slot"] == "torso"]
    for name in suits.index[~suits.duplicated(["ac", "ev", "dr"])]:
        worn = dressed(hero, cast.piece(name, enchantment))
        body = replace(hero.defender, armor=worn)
        defense = float(mean_of(total(defender_terms(body, rules))))
        dr = mean_dr(worn, rules)
        chances = share.to_numpy() * Nets(attackers, [body], rules).chances(sd)[:, 0]
        # The blows of all monsters as one mixture: the mean damage is linear in it.
        rolled = mix(chances / chances.sum(), list(rolls.values()))
        loss = chances.sum() * damage_distribution(rolled, worn, hero.hp, rules=rules).damage.mean
        evasion, padding = grades(defense, dr)
        ac = armor_class(cast, worn) - hero.defender.divine_protection
        words = EVASION_WORDS[evasion], ARMOR_WORDS[padding]
        rows[name] = defense, dr, *words, evasion + padding, ac, loss
    columns = ["defence", "DR", "evasion", "armour", "grade", "AC", "loss"]
    frame = pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("suit")
    return frame.sort_values("loss", kind="stable")


def _rolled(beast):
    """The dice of a monster's hardest physical blow that is no hug; None without any."""
    rolls = [dice(strike.damage) for strike in beast.strikes if strike.physical and not strike.hug]
    return max(rolls, key=lambda roll: roll.mean, default=None)


def ranked_right(suits, by):
    """Return (right, tied, wrong): the shares of all pairs of suits that a reader ranks so.

    suits: a frame of `appraised_suits`. by: the column, or function of the frame, by which the
    reader ranks, more being better. A pair is ranked right if the suit with more loses less.
    Values that agree to 1e-9 are equal; pairs with equal losses are left out, and it is a
    ValueError if all are.

    >>> frame = pd.DataFrame({"grade": [4, 3, 3, 1, 2], "loss": [1.0, 2, 3, 4, 5]})
    >>> ranked_right(frame, "grade")
    (0.8, 0.1, 0.1)
    """
    shown = (by(suits) if callable(by) else suits[by]).to_numpy(float).round(9)
    loss = suits["loss"].to_numpy(float).round(9)
    one, other = np.triu_indices(len(suits), 1)
    differ = loss[one] != loss[other]
    if not differ.any():
        raise ValueError("suits = all of one loss is out of range: at least two must differ")
    said = np.sign(shown[one] - shown[other])[differ]
    true = np.sign(loss[other] - loss[one])[differ]
    right, tied = float((said == true).mean()), float((said == 0).mean())
    return right, tied, float((said == -true).mean())
