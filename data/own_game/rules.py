"""The invented game's own rule for a blow at arm's length, as its README tells it."""

import numpy as np

from combat.units import Rules


def by_dexterity(attacker, defender):
    """65 % + 4 % (dex of the attacker - agi of the defender) + weapon, from 5 % to 95 %."""
    chance = 0.65 + 0.04 * (attacker.dex - defender.agi) + attacker.weapon / 100
    return np.clip(chance, 0.05, 0.95)


OWN = Rules(hit=by_dexterity, critical=(0.1, 2))


def by_distance(attacker, defender):
    """70 + 2 (dex - agi) - 5 for arm's length + weapon, from 1 to 99, in percent."""
    ahead = 2 * (attacker.dex - defender.agi)
    return np.clip(70 + ahead - 5 + attacker.weapon, 1, 99) / 100


def attack_less_defense(attacker, defender):
    """Attack less defense, at least 1."""
    return max(1, attacker.attack - defender.defense)


# Another designer's rule, in which attack counts.
LESS = Rules(hit=by_distance, damage=attack_less_defense, critical=(0.1, 2), spread=0.1)

RULES = {"by dexterity": OWN, "attack less defense": LESS, "ratio": Rules(hit="ratio")}
