"""The invented game's own rule for a blow at arm's length, as its README tells it."""

import numpy as np

from combat.units import Rules


def by_dexterity(attacker, defender):
    """65 % + 4 % (dex of the attacker - agi of the defender) + weapon, from 5 % to 95 %."""
    chance = 0.65 + 0.04 * (attacker.dex - defender.agi) + attacker.weapon / 100
    return np.clip(chance, 0.05, 0.95)


OWN = Rules(hit=by_dexterity, critical=(0.1, 2))
