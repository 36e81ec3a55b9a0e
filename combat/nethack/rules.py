"""The proposal's constants and tables, as fields that can be changed."""

from dataclasses import dataclass

from combat.core.checks import Checked
from combat.nethack.columns import number, points, whole, word

SKILLS = ("Restricted", "Unskilled", "Basic", "Skilled", "Expert", "Master", "Grand Master")
ENCUMBRANCES = ("unencumbered", "burdened", "stressed", "strained", "overtaxed", "overloaded")
SIZES = {"tiny": 0, "small": 1, "medium": 2, "large": 3, "huge": 4, "gigantic": 7}


@dataclass(frozen=True)
class Rules(Checked):
    """The proposal's numbers, in points of to-hit, EV or DR, as defaults; each can be changed.

    Where the source is silent or contradicts itself, `data/nethack/decisions.csv` says what was
    decided. Tuples have an entry for each of SKILLS or ENCUMBRANCES, in order. ValueError for a
    value outside its limits.

    >>> Rules().skill_bonus[SKILLS.index("Expert")]
    4
    >>> Rules(luck_die="none")
    Traceback (most recent call last):
    ValueError: luck_die = 'none' is not known: it must be one of half, whole
    """

    # Attack
    monster_level: float = 1 / 4  # "add (monster level / 4)"
    dexterity_middle: int = 10  # "floor((Dex-10)/4)"
    dexterity_step: int = 4
    skill_bonus: tuple = points(-4, -2, 0, 2, 4, 5, 6)  # Master, Grand Master are not printed
    twoweapon_penalty: tuple = (None, -6, -4, -2, 0)  # Restricted cannot fight with two
    riding_penalty: tuple = (-4, -4, -2, 0, 0)  # Restricted as Unskilled
    enchantment_hits: bool = False  # "May remove this: ... no longer applies as a to-hit bonus"
    luck_die: str = word(("half", "whole"), "half")  # "1d(Luck/2)", and "even ... using 1d(Luck)"
    monk_body_armor: int = -20
    engulfed: int = 30
    no_projectile: int = -4
    boulder: int = 4
    kicked: int = -3
    distance: float = -1.0  # "subtract the distance"
    distance_floor: float = float("-inf")
    ranger: int = 1
    yumi: int = 1
    wrong_launcher: int = -6  # in place of the -4 for no projectile
    non_melee: int = -2
    attacker_unseen: int = 1
    fumbling: int = -4
    slippery: int = -2
    attacker_stunned: int = -2
    attacker_blinded: int = -1
    attacker_confused: int = -1
    attacker_trapped: int = -1
    encumbrance: tuple = points(0, -1, -3, -5, -7, -9)  # the last two are continued
    flanking: int = 0  # no number given
    # Other modifications
    blessed: int = 1
    spear: int = 1
    trident: int = 1
    pick: int = 1
    # Defence
    divine_cap: int = 6
    size_middle: int = 2  # "(2 - defender size)"
    monk_defense: tuple = points(0, 0, 0, 1, 2, 3, 4)
    defender_unseen: int = 2
    defender_confused: int = -1
    fleeing: int = -2
    defender_stunned: int = -2
    defender_blinded: int = -2
    defender_trapped: int = -4
    sleeping: int = -4
    paralyzed: int = -4
    # Damage
    factor: float = number(0.9, low=0, high=1, open_low=True)  # "0.9^(total DR)"
    cloak_merged: bool = False  # torso 45 %, suit, shirt and cloak together
    half_hp: float = number(0.5, low=0, high=1)  # "over half of your current HP"
    minimum: int = whole(1, low=0)
    # Conditions that blows leave behind
    wounded_arms: int = 0  # "severely hurts your to-hit": no number given
    wounded_arms_damage: int = 0  # "... and damage from fighting with your arms"
    wounded_arms_shield: bool = True  # "prevent your shield from adding its bonuses": its EV
    wounded_legs: int = -1  # points of Dexterity, the game's own, for players


def of_skill(table, skill):
    """Return a table's entry for a skill."""
    return table[SKILLS.index(skill)]
