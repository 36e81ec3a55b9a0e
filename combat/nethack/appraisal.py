"""EV and DR in words for a status bar, and how well a reader can rank armour by them."""

from dataclasses import replace

import numpy as np
import pandas as pd

from combat.dice import dice, mix
from combat.nethack.cast import armor_class
from combat.nethack.damage import damage_distribution
from combat.nethack.pairings import hit_chances
from combat.nethack.questions import monsters_at
from combat.nethack.rules import Rules
from combat.nethack.slots import slot_chances, slot_dr
from combat.nethack.suits import dressed
from combat.nethack.to_hit import defender_terms, mean_of, total

EVASION_WORDS = (
    "clumsy",
    "slow",
    "steady",
    "nimble",
    "quick",
    "agile",
    "evasive",
    "elusive",
    "untouchable",
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
    weights = monsters_at(cast.monsters, level)
    beasts = [(cast.monster(name), weight) for name, weight in weights.items()]
    beasts = [(beast, weight) for beast, weight in beasts if _hardest(beast)]
    attackers = [beast.attacker for beast, _ in beasts]
    rolls = [_hardest(beast) for beast, _ in beasts]
    share = np.array([weight for _, weight in beasts])
    share = share / share.sum()
    rows = {}
    suits = cast.armor[cast.armor["slot"] == "torso"]
    for name in suits.index[~suits.duplicated(["ac", "ev", "dr"])]:
        worn = dressed(hero, cast.piece(name, enchantment))
        body = replace(hero.defender, armor=worn)
        defense = float(mean_of(total(defender_terms(body, rules))))
        dr = mean_dr(worn, rules)
        chances = share * hit_chances(attackers, [body], sd=sd, rules=rules)[:, 0]
        # The blows of all monsters as one mixture: the mean damage is linear in it.
        rolled = mix(chances / chances.sum(), rolls)
        blow = damage_distribution(rolled, worn, hero.hp, rules=rules)
        loss = float(chances.sum() * blow.damage.mean)
        evasion, padding = grades(defense, dr)
        ac = armor_class(cast, worn) - hero.defender.divine_protection
        words = EVASION_WORDS[evasion], ARMOR_WORDS[padding]
        rows[name] = defense, dr, *words, evasion + padding, ac, loss
    columns = ["defence", "DR", "evasion", "armour", "grade", "AC", "loss"]
    frame = pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("suit")
    return frame.sort_values("loss", kind="stable")


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


def _hardest(beast):
    """The dice of a monster's hardest physical blow that is no hug; None without any."""
    rolls = [dice(strike.damage) for strike in beast.strikes if strike.physical and not strike.hug]
    return max(rolls, key=lambda roll: roll.mean, default=None)
