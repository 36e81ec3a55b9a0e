"""Weapons, attackers and defenders with all their conditions, and the fighters of duels."""

import math
from dataclasses import dataclass, field, fields, replace

from combat.core.checks import check_numbers, check_whole, check_word
from combat.dice import Distribution, dice
from combat.nethack.rules import ENCUMBRANCES, SIZES, SKILLS
from combat.nethack.slots import BODY_PARTS, checked_worn

ROLES = (
    *("Archeologist", "Barbarian", "Caveman", "Healer", "Knight", "Monk", "Priest", "Rogue"),
    *("Ranger", "Samurai", "Tourist", "Valkyrie", "Wizard"),
)
# Kinds that some bonuses apply to: peoples, bodies, where they are, whom the story needs, and
# body parts that a form lacks.
KINDS = (
    *("demon", "dragon", "elf", "giant", "ogre", "orc", "troll", "undead", "unicorn", "were"),
    *("diggable", "earthy", "eel or snake", "kebabable"),
    *("in water", "sessile", "swims"),
    *("boss", "quest", "quest leader"),
    *("footless", "handless", "headless"),
)
HUGS = ("", "crush", "wrap", "burn")
ATTACKS = ("melee", "thrown", "fired", "kicked", "spell", "wand")
NORMAL_SPEED = 12  # one action a turn
RANGED = ("thrown", "fired", "kicked", "spell", "wand")


@dataclass(frozen=True, kw_only=True)
class Weapon:
    """A weapon or missile: `to_hit` and `enchantment` in points, `damage` as dice.

    `kind`: "" for an ordinary melee weapon, else "ammo", "launcher", "missile" (darts, shuriken,
    boomerangs), "throwing" (daggers, spears) or "polearm". `form`: "spear", "trident", "pick",
    "boulder", "gem" or "". `artifact_die`: an artifact's to-hit bonus; `artifact_against`: the
    kind of defender that it applies to, "" for all. `erosion`: the greater of rust and
    corrosion, 0..3.

    >>> Weapon(name="arrow", skill="bow", kind="ammo").is_projectile
    True
    """

    name: str = "weapon"
    skill: str = ""
    to_hit: float = 0
    enchantment: int = 0
    damage: str | int | Distribution = "1d6"
    kind: str = ""
    form: str = ""
    blessed: bool = False
    erosion: int = 0
    artifact_die: str | int | Distribution = 0
    artifact_against: str = ""
    quest_artifact_of: str = ""

    def __post_init__(self):
        _check(self, free=("skill",))  # which skill, not how well

    @property
    def is_projectile(self):
        """Whether it is made to fly: ammo, missiles, throwing weapons."""
        return self.kind in ("ammo", "missile", "throwing")


@dataclass(frozen=True, kw_only=True)
class Attacker:
    """Everything of the source's list "Attacker bonus", for one attack.

    `level`: a monster's combat level, a polymorphed player's form level, and for vanilla's
    rules a player's experience level. `skill`: with the weapon or attack in use. `twoweapon`
    and `riding`: those skills if they are in use, else None. `distance` in squares, diagonals
    count 1. `luckstone`: a monster that carries one has Luck 3 + 1d3 in place of `luck`. Only
    vanilla uses `strength`, 3..25 or "18/50".

    ValueError names a field, its value and the allowed values.

    >>> Attacker(player=True, dexterity=18, skill="Expert").luck
    0
    >>> Attacker(skill="expert")
    Traceback (most recent call last):
    ValueError: skill = 'expert' is not known: it must be one of Restricted, Unskilled, ...
    """

    player: bool = False
    role: str = ""
    level: float = 1
    strength: int | str = 10
    dexterity: int = 10
    skill: str = "Basic"
    twoweapon: str | None = None
    riding: str | None = None
    attack: str = "melee"
    weapon: Weapon | None = None
    launcher: Weapon | None = None
    distance: int = 1
    rings_of_increase_accuracy: tuple = ()
    luck: int | Distribution = 0
    luckstone: bool = False
    body_armor: bool = False
    martial_arts: bool = False
    polymorphed: bool = False
    engulfed: bool = False
    unseen: bool = False  # "the defender cannot see the attacker"
    fumbling: bool = False
    slippery_fingers: bool = False
    stunned: bool = False
    blinded: bool = False
    confused: bool = False
    trapped: bool = False
    wounded_arms: bool = False
    encumbrance: str = "unencumbered"
    flanking: bool = False

    def __post_init__(self):
        _check(self)
        check_whole("rings_of_increase_accuracy", self.rings_of_increase_accuracy)
        if len(self.rings_of_increase_accuracy) > 2:
            raise ValueError(
                f"rings_of_increase_accuracy = {self.rings_of_increase_accuracy} "
                f"is out of range: there are two hands"
            )

    @property
    def ranged(self):
        """Whether the attack crosses a distance."""
        return self.attack in RANGED


@dataclass(frozen=True, kw_only=True)
class Defender:
    """Everything of the source's list "Defender bonus".

    `evasion`: EV of the monster form (0 for a human). `dr`: damage reduction of the form.
    `armor`: the pieces worn. `kinds`: words that attackers' bonuses apply to, such as "demon",
    "undead", "kebabable", "in water", "earthy" (xorn or earth elemental), "unicorn", "quest
    leader". `missing`: slots of body parts that the form lacks ("head", "gloves", "boots").
    `martial_arts`: the skill. `ac`: vanilla's armour class.

    >>> from combat.nethack import Piece
    >>> Defender(size="huge", armor=(Piece("robe", "cloak", ev=1),)).evasion
    0
    """

    player: bool = False
    role: str = ""
    evasion: float = 0
    dr: float = 0
    ac: int = 10
    size: str = "medium"
    divine_protection: int = 0
    spell_protection: int = 0
    rings_of_protection: int = 0
    rings_of_evasiveness: int = 0
    armor: tuple = ()
    missing: frozenset = frozenset()
    armed: bool = True
    martial_arts: str = "Basic"
    dexterity: int = 10
    luck: int | Distribution = 0
    luckstone: bool = False
    half_physical: bool = False
    half_spell: bool = False
    unseen: bool = False  # "the attacker cannot see the defender"
    confused: bool = False
    fleeing: bool = False
    stunned: bool = False
    blinded: bool = False
    trapped: bool = False
    sleeping: bool = False
    paralyzed: bool = False
    wounded_arms: bool = False
    encumbrance: str = "unencumbered"
    kinds: frozenset = field(default_factory=frozenset)
    hostile: bool = True

    def __post_init__(self):
        _check(self)
        checked_worn(self.armor)

    def wears(self, *slots):
        """Return whether a piece is worn in one of these slots."""
        return any(piece.slot in slots for piece in self.armor)

    @property
    def slips_free(self):
        """Whether hugs can't take hold, as with an oilskin cloak."""
        return any(piece.name == "oilskin cloak" for piece in self.armor)

    @property
    def helpless(self):
        """Whether the defender sleeps or is paralysed."""
        return self.sleeping or self.paralyzed


@dataclass(frozen=True)
class Strike:
    """One blow of an action: its dice, whether the damage is physical, and the weapon's state.

    `hug`: "" for a blow that is rolled, else the kind of a hug. A hug isn't rolled: it lands if
    the two attacks before it did, or if the target is held. "crush" hurts and may take hold,
    "wrap" hurts only a target that is held, "burn" only hurts. `spell`: whether half spell damage
    applies. `arms`: whether wounded arms matter.

    >>> Strike("2d4").physical, Strike("2d8", hug="crush").hug
    (True, 'crush')
    """

    damage: str | int | Distribution
    physical: bool = True
    enchantment: int = 0
    erosion: int = 0
    hug: str = ""
    spell: bool = False
    arms: bool = True
    # Index among all of the monster's attacks, gaze and breath included: a hug needs the two
    # before it.
    number: int | None = field(default=None, compare=False)

    def __post_init__(self):
        _check(self)


@dataclass(frozen=True, kw_only=True)
class Fighter:
    """One side of a duel: its attacker and defender, hit points, speed and strikes.

    hp >= 1 (whole). speed: 12 is one action a turn; an action is all of its `strikes` (dice
    or Strike) in order. ValueError outside.

    >>> Fighter(name="rat", attacker=Attacker(), defender=Defender(), hp=4, strikes=("1d3",)).speed
    12
    """

    name: str
    attacker: Attacker
    defender: Defender
    hp: int
    speed: int = NORMAL_SPEED
    strikes: tuple = ()

    def __post_init__(self):
        _check(self)
        strikes = (self.strikes,) if isinstance(self.strikes, (str, int)) else self.strikes
        strikes = [one if isinstance(one, Strike) else Strike(one) for one in strikes]
        numbered = (
            replace(one, number=index if one.number is None else one.number)
            for index, one in enumerate(strikes)
        )
        object.__setattr__(self, "strikes", tuple(numbered))

    @property
    def hardest(self):
        """The physical strike with the greatest mean damage; None without any."""
        physical = [strike for strike in self.strikes if strike.physical]
        return max(physical, key=lambda strike: dice(strike.damage).mean, default=None)


# What a field may hold, whoever has it: one word, some words, a number from .. to, dice.
_WORDS = {
    "role": ("", *ROLES),
    "size": SIZES,
    "attack": ATTACKS,
    "encumbrance": ENCUMBRANCES,
    "skill": SKILLS,
    "twoweapon": SKILLS,
    "riding": SKILLS,
    "martial_arts": SKILLS,
    "kind": ("", "ammo", "launcher", "missile", "throwing", "polearm"),
    "form": ("", "spear", "trident", "pick", "boulder", "gem"),
    "hug": HUGS,
}
_SETS = {"kinds": KINDS, "missing": BODY_PARTS}
_LIMITS = {
    "level": (0, math.inf),
    "dexterity": (1, 25),
    "distance": (1, math.inf),
    "luck": (-13, 13),
    "divine_protection": (0, math.inf),
    "spell_protection": (0, math.inf),
    "erosion": (0, 3),
    "hp": (1, math.inf),
    "speed": (0, math.inf),
}
_DICE = ("damage", "artifact_die")
_CHECKS = {float: check_numbers, int: check_whole, int | Distribution: check_whole}
# So that a list or a set may be given, and people can be told apart by a hash.
_KEPT_AS = {"armor": tuple, "kinds": frozenset, "missing": frozenset}


def _check(whole, free=()):
    """Raise ValueError for the first field outside its domain; None, flags and `free` have none."""
    for one in fields(whole):
        name, value = one.name, getattr(whole, one.name)
        if value is None or name in free:
            continue
        if name in _SETS and isinstance(value, str):
            raise ValueError(f"{name} = {value!r} is not known: it must be a set of words")
        for word in value if name in _SETS else ():
            check_word(name, word, _SETS[name])
        # A flag may have the name of a skill.
        if name in _WORDS and one.type is not bool:
            check_word(name, value, _WORDS[name])
        if name in _DICE:
            dice(value)
        if one.type in _CHECKS and not isinstance(value, Distribution):
            low, high = _LIMITS.get(name, (-math.inf, math.inf))
            _CHECKS[one.type](name, value, low=low, high=high)
        if name in _KEPT_AS:
            object.__setattr__(whole, name, _KEPT_AS[name](value))
