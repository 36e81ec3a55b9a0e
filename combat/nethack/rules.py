"""The proposal's constants and tables, and an option for each of its open points."""

from dataclasses import dataclass, field, fields

from combat.core.checks import check_numbers, check_whole, check_word

SKILLS = ("Restricted", "Unskilled", "Basic", "Skilled", "Expert", "Master", "Grand Master")
ENCUMBRANCES = ("unencumbered", "burdened", "stressed", "strained", "overtaxed", "overloaded")
SIZES = {"tiny": 0, "small": 1, "medium": 2, "large": 3, "huge": 4, "gigantic": 7}


def _option(default, *alternatives):
    return field(default=default, metadata={"words": (default, *alternatives)})


@dataclass(frozen=True)
class Rules:
    """The proposal's numbers, in points of to-hit, EV or DR, as defaults; each can be changed.

    Where the source is silent or contradicts itself, the default is this workbook's decision
    and the other values are the alternatives (`read_decisions` lists them).
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
    polymorphed: str = _option("by attack", "player")
    skill_bonus: tuple = (-4, -2, 0, 2, 4, 5, 6)  # Master and Grand Master are not printed
    twoweapon_penalty: tuple = (None, -6, -4, -2, 0)  # Restricted cannot fight with two
    twoweapon: str = _option("added", "instead")
    riding_penalty: tuple = (-4, -4, -2, 0, 0)  # Restricted as Unskilled
    enchantment_hits: bool = False  # "Enchantment no longer applies as a to-hit bonus"
    artifact_bonus: str = _option("die", "mean")
    rings: str = _option("sum", "best")
    luck_die: str = _option("half", "whole")  # "1d(Luck/2)"
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
    wrong_launcher: str = _option("instead", "stacks")  # of the -4 for no projectile
    non_melee_penalty: int = -2
    non_melee: str = _option("list", "literal")  # the source's list, plus darts and shuriken
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
    ring_of_protection: str = _option("added", "best")
    size_middle: int = 2  # "(2 - defender size)"
    size_applies: str = _option("always", "missiles")
    gigantic: int = 7
    monk_defense: tuple = (0, 0, 0, 1, 2, 3, 4)
    martial_artists: str = _option("Monk", "all")
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
    shirt: str = _option("sum", "best")
    cloak_merged: bool = False  # torso 45 %, suit, shirt and cloak together
    empty_slot: str = _option("torso", "bare")  # where a blow at a missing shield or cloak goes
    missing_part: str = _option("torso", "bare")
    bare_effects: bool = True  # whether bare heads, hands and feet suffer effects
    form_dr: str = _option("best", "sum")  # "the maximum of DR from your armor and ... polyform"
    half_hp: float = 0.5  # "over half of your current HP"
    half_hp_test: str = _option("reduced", "rolled")  # tested after DR
    half_physical: str = _option("die", "half")  # "1d(half damage) instead of flat half damage"
    half_spell: str = _option("die", "half")
    rounding: str = _option("nearest", "down")
    minimum: int = 1
    magic_dr: bool = False  # "elemental or magical damage is not reduced"
    # Conditions that blows leave behind
    wounded_arms: int = 0  # "severely hurts your to-hit": no number given
    wounded_arms_damage: int = 0  # "... and damage from fighting with your arms"
    wounded_arms_shield: bool = True  # "prevent your shield from adding its bonuses": its EV
    wounded_legs: int = -1  # points of Dexterity, the game's own, for players
    # Rules of the game that the proposal doesn't change
    hug_holds: float = 1 / 2  # a hug that lands takes hold
    wrap_holds: float = 1 / 10
    monsters_unwield: bool = True  # "will not ... by swinging a launcher"

    def __post_init__(self):
        for one in fields(self):
            if one.metadata:
                check_word(one.name, getattr(self, one.name), one.metadata["words"])
        check_numbers("factor", self.factor, low=0, high=1, open_low=True)
        for name in ("half_hp", "hug_holds", "wrap_holds"):
            check_numbers(name, getattr(self, name), low=0, high=1)
        check_whole("minimum", self.minimum, low=0)
        whole = {"skill_bonus": SKILLS, "monk_defense": SKILLS, "encumbrance": ENCUMBRANCES}
        for name, words in whole.items():
            given = getattr(self, name)
            if len(given) != len(words):
                raise ValueError(
                    f"{name} = {given} is out of range: it must hold {len(words)} numbers"
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
