"""Rules by name that no published game is needed for: who is hit, and how much damage that does."""

import numpy as np

ARMOR_CLASSES = ("armor_class", "armour_class", "ac")  # columns of one's own, as they are read
ALWAYS, D20 = "always hits", "d20 against {}"
UNDER, LESS_PERCENT = "a roll under attack in percent", "attack less defense in percent"
LESS, IS_DAMAGE = "attack less defense", "attack is the damage"
AT_LEAST, SQUARED = "max(1, attack - defense)", "attack * attack / (attack + defense)"
ARMOR_PERCENT = "armor in percent"


def _d20(column):
    """A d20 against an armour class in a column of one's own; 1 misses, 20 hits."""

    def chance(attacker, defender):
        needed = getattr(defender, column) - attacker.attack
        return np.clip((21 - needed) / 20, 0.05, 0.95)

    return chance


def _squared(attacker, defender):
    """The share that attack has of both: all of it at a defense of 0, half at an equal one."""
    total = attacker.attack + defender.defense
    return attacker.attack * attacker.attack / total if total > 0 else 0


def against(column):
    """Return the name of the rule by which an armour class in a column is rolled against."""
    return D20.format(column.replace("_", " "))


# Functions of (attacker, defender), arrays over all pairs: the chance that a blow hits.
HITS = {
    ALWAYS: lambda attacker, defender: 1.0,
    UNDER: lambda attacker, defender: attacker.attack,
    LESS_PERCENT: lambda attacker, defender: np.clip(attacker.attack - defender.defense, 0, 1),
} | {against(column): _d20(column) for column in ARMOR_CLASSES}

# Functions of two units: the damage of a hit.
DAMAGES = {
    LESS: lambda attacker, defender: np.maximum(attacker.attack - defender.defense, 0),
    AT_LEAST: lambda attacker, defender: np.maximum(attacker.attack - defender.defense, 1),
    SQUARED: _squared,
    IS_DAMAGE: lambda attacker, _defender: attacker.attack,
    ARMOR_PERCENT: lambda attacker, defender: attacker.damage * (1 - defender.armor / 100),
}
