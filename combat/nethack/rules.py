"""The proposal's constants and tables, and an option for each of its open points."""

from dataclasses import dataclass

from combat.core.checks import check_numbers, check_whole, check_word

SKILLS = ("Restricted", "Unskilled", "Basic", "Skilled", "Expert", "Master", "Grand Master")
ENCUMBRANCES = ("unencumbered", "burdened", "stressed", "strained", "overtaxed", "overloaded")
SIZES = {"tiny": 0, "small": 1, "medium": 2, "large": 3, "huge": 4, "gigantic": 7}

# Each option: its default, then the alternatives.
_CHOICES = {
    "luck_die": ("half", "whole"),
    "luckstone_rolled": ("creation", "attack"),
    "size_applies": ("always", "missiles"),
    "polymorphed": ("by attack", "player"),
    "twoweapon": ("added", "instead"),
    "artifact_bonus": ("die", "mean"),
    "rings": ("sum", "best"),
    "wrong_launcher": ("instead", "stacks"),
    "non_melee": ("list", "literal"),
    "martial_artists": ("Monk", "all"),
    "ring_of_protection": ("added", "best"),
    "shirt": ("sum", "best"),
    "empty_slot": ("torso", "bare"),
    "missing_part": ("torso", "bare"),
    "form_dr": ("best", "sum"),
    "half_hp_test": ("reduced", "rolled"),
    "half_physical": ("die", "half"),
    "half_spell": ("die", "half"),
    "rounding": ("nearest", "down"),
}


@dataclass(frozen=True)
class Rules:
    """The proposal's numbers, in points of to-hit, EV or DR, as defaults; each can be changed.

    Where the source is silent or contradicts itself, the default is this workbook's decision
    and the other values are the alternatives (`combat.nethack.DECISIONS` lists them).
    Tuples have an entry for each of SKILLS or ENCUMBRANCES, in order. ValueError for an unknown
    alternative.

    >>> Rules().skill_bonus[SKILLS.index("Expert")]
    4
    >>> Rules(rounding="up")
    Traceback (most recent call last):
    ValueError: rounding = 'up' is not known: it must be one of nearest, down
    """

    # Attack
    monster_level: float = 1 / 4  # "add (monster level / 4)"
    player_level: float = 0.0  # goal 5 asks for symmetry; the list has no such term
    level_down: bool = False  # whether a fraction of a level bonus is cut off
    dexterity_middle: int = 10  # "floor((Dex-10)/4)"
    dexterity_step: int = 4
    dexterity_defends: bool = False
    polymorphed: str = "by attack"
    skill_bonus: tuple = (-4, -2, 0, 2, 4, 5, 6)  # Master and Grand Master are not printed
    twoweapon_penalty: tuple = (None, -6, -4, -2, 0)  # Restricted cannot fight with two
    twoweapon: str = "added"
    riding_penalty: tuple = (-4, -4, -2, 0, 0)  # Restricted as Unskilled
    enchantment_hits: bool = False  # "Enchantment no longer applies as a to-hit bonus"
    artifact_bonus: str = "die"
    rings: str = "sum"
    luck_die: str = "half"  # "1d(Luck/2)"
    luckstone_rolled: str = "creation"  # "3 + 1d3 Luck"
    monk_body_armor: int = -20
    engulfed: int = 30
    no_projectile: int = -4
    boulder: int = 4
    kicked: int = -3
    distance: float = -1.0  # "subtract the distance"
    distance_floor: float | None = None
    ranger: int = 1
    yumi: int = 1
    wrong_launcher_penalty: int = -6
    wrong_launcher: str = "instead"  # replaces the -4 for something that is no projectile
    non_melee_penalty: int = -2
    non_melee: str = "list"  # the source's list, plus darts and shuriken
    bolts_roll: bool = True  # "This applies to spells and wands as well"
    attacker_unseen: int = 1
    fumbling: int = -4
    slippery: int = -2
    attacker_stunned: int = -2
    attacker_blinded: int = -1
    attacker_confused: int = -1
    attacker_trapped: int = -1
    encumbrance: tuple = (0, -1, -3, -5, -7, -9)  # overtaxed and overloaded: continued
    flanking: int = 0  # no number given
    # Other modifications
    blessed: int = 1
    spear: int = 1
    trident: int = 1
    pick: int = 1
    # Defence
    divine_cap: int = 6
    ring_of_protection: str = "added"
    size_middle: int = 2  # "(2 - defender size)"
    size_applies: str = "always"
    gigantic: int = 7
    monk_defense: tuple = (0, 0, 0, 1, 2, 3, 4)
    martial_artists: str = "Monk"
    defender_unseen: int = 2
    defender_confused: int = -1
    fleeing: int = -2
    defender_stunned: int = -2
    defender_blinded: int = -2
    defender_trapped: int = -4
    sleeping: int = -4
    paralyzed: int = -4
    sleep_stacks: bool = False
    sleeper_sees: bool = True  # whether a sleeper still counts as seeing
    blind_see: bool = False  # whether the blinded count as seeing (telepathy)
    helpless_unicorn_misses: bool = True
    # Damage
    factor: float = 0.9  # "0.9^(total DR)"
    dr_low: float = float("-inf")
    armor_erosion: bool = True  # whether erosion lowers a piece's DR, down to 0
    erosion_extra: int = 0  # 1d(erosion + this) - 1
    enchantment_damage: bool = True
    shirt: str = "sum"
    cloak_merged: bool = False  # torso 45 %, suit, shirt and cloak together
    empty_slot: str = "torso"  # where a blow at a missing shield or cloak goes
    missing_part: str = "torso"
    bare_effects: bool = True  # whether bare heads, hands and feet suffer effects
    form_dr: str = "best"  # "the maximum of DR from your armor and ... polyform"
    half_hp: float = 0.5  # "over half of your current HP"
    half_hp_test: str = "reduced"  # tested after DR
    half_physical: str = "die"  # "1d(half damage) instead of flat half damage"
    half_spell: str = "die"
    rounding: str = "nearest"
    minimum: int = 1
    magic_dr: bool = False  # "elemental or magical damage is not reduced"
    # Conditions that blows leave behind
    wounded_arms: int = 0  # "severely hurts your to-hit": no number given
    wounded_arms_damage: int = 0  # "... and damage from fighting with your arms"
    wounded_arms_shield: bool = True  # "prevent your shield from adding its bonuses": its EV
    wounded_arms_shield_dr: bool = False  # and its DR
    wounded_legs: int = -1  # points of Dexterity, the game's own, for players
    # Rules of the game that the proposal doesn't change
    hug_holds: float = 1 / 2  # a hug that lands takes hold
    wrap_holds: float = 1 / 10
    monsters_unwield: bool = True  # "will not ... by swinging a launcher"

    def __post_init__(self):
        for name, words in _CHOICES.items():
            check_word(name, getattr(self, name), words)
        check_numbers("factor", self.factor, low=0, high=1, open_low=True)
        check_numbers("half_hp", self.half_hp, low=0, high=1)
        check_numbers("hug_holds", self.hug_holds, low=0, high=1)
        check_numbers("wrap_holds", self.wrap_holds, low=0, high=1)
        check_whole("minimum", self.minimum, low=0)
        for name, words in (
            ("skill_bonus", SKILLS),
            ("monk_defense", SKILLS),
            ("encumbrance", ENCUMBRANCES),
        ):
            if len(getattr(self, name)) != len(words):
                raise ValueError(
                    f"{name} = {getattr(self, name)} is out of range: it must hold "
                    f"{len(words)} numbers"
                )


def of_skill(table, name, skill):
    """Return a table's entry for a skill; ValueError for an unknown skill or one without entry."""
    check_word(name, skill, SKILLS)
    index = SKILLS.index(skill)
    entry = table[index] if index < len(table) else None
    if entry is None:
        fit = [word for word, entry in zip(SKILLS, table, strict=False) if entry is not None]
        raise ValueError(f"{name} = {skill!r} has no entry: it must be one of {', '.join(fit)}")
    return entry
