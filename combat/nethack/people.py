"""Weapons, attackers and defenders with all their conditions, and the fighters of duels."""

from dataclasses import dataclass, replace

from combat.core.checks import Checked
from combat.dice import Distribution
from combat.dice import dice as dice_of
from combat.nethack.columns import dice, flag, kept_as, number, whole, word, words
from combat.nethack.rules import ENCUMBRANCES, SIZES, SKILLS, Rules
from combat.nethack.slots import BODY_PARTS, worn

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
RANGED = ("thrown", "fired", "kicked", "spell", "wand")
NORMAL_SPEED = 12  # one action a turn
HOLDS = {"crush": 1 / 2, "wrap": 1 / 10}  # by the game: how often a hug that lands takes hold


@dataclass(frozen=True, kw_only=True)
class Weapon(Checked):
    """A weapon or missile: `to_hit` and `enchantment` in points, `damage` as dice.

    `kind`: "" for an ordinary melee weapon, else "ammo", "launcher", "missile" (darts, shuriken,
    boomerangs), "throwing" (daggers, spears) or "polearm". `form`: "spear", "trident", "pick",
    "boulder", "gem" or "". `artifact_die`: an artifact's to-hit bonus; `artifact_against`: the
    kind of defender that it applies to, "" for all.

    >>> Weapon(name="arrow", skill="bow", kind="ammo").damage
    '1d6'
    """

    name: str = "weapon"
    skill: str = ""  # which one, not how well
    to_hit: float = number(0, -100, 100)
    enchantment: int = whole(0)
    damage: str | int | Distribution = dice("1d6")
    kind: str = word(("ammo", "launcher", "missile", "throwing", "polearm", ""), "")
    form: str = word(("spear", "trident", "pick", "boulder", "gem", ""), "")
    blessed: bool = flag()
    artifact_die: str | int | Distribution = dice(0)
    artifact_against: str = ""
    quest_artifact_of: str = ""


@dataclass(frozen=True, kw_only=True)
class Person(Checked):
    """What both sides of an attack may be or have.

    `luckstone`: a monster that carries one has Luck 3 + 1d3 in place of `luck`. `unseen`: whether
    the other side cannot see this one.
    """

    player: bool = False
    role: str = word(("", *ROLES), "")
    dexterity: int = whole(10, 1, 25)
    luck: int = whole(0, -13, 13)
    luckstone: bool = flag()
    unseen: bool = False
    stunned: bool = False
    blinded: bool = False
    confused: bool = False
    trapped: bool = False
    wounded_arms: bool = False
    encumbrance: str = word(ENCUMBRANCES, "unencumbered")


@dataclass(frozen=True, kw_only=True)
class Attacker(Person):
    """Everything of the source's list "Attacker bonus", for one attack.

    `level`: a monster's combat level, a polymorphed player's form level, and for vanilla's
    rules a player's experience level. `skill`: with the weapon or attack in use. `twoweapon`
    and `riding`: those skills if they are in use, else None. `distance` in squares, diagonals
    count 1. `rings_of_increase_accuracy`: the sum of all. Only vanilla uses `strength`, 3..25;
    18.5 stands for its 18/50.

    ValueError names a field, its value and the allowed values.

    >>> Attacker(player=True, dexterity=18, skill="Expert").luck
    0
    >>> Attacker(skill="expert")
    Traceback (most recent call last):
    ValueError: skill = 'expert' is not known: it must be one of Restricted, Unskilled, ...
    """

    level: float = number(1, 0, 100)
    strength: float = number(10, 3, 25)
    skill: str = word(SKILLS, "Basic")
    twoweapon: str | None = word(SKILLS[1:5], None)  # Restricted can't
    riding: str | None = word(SKILLS[:5], None)
    attack: str = word(("melee", *RANGED), "melee")
    weapon: Weapon | None = None
    launcher: Weapon | None = None
    distance: int = whole(1, 1)
    rings_of_increase_accuracy: int = whole(0)
    body_armor: bool = False
    polymorphed: bool = False
    engulfed: bool = False
    fumbling: bool = False
    slippery_fingers: bool = False
    flanking: bool = False

    @property
    def ranged(self):
        """Whether the attack crosses a distance."""
        return self.attack in RANGED


@dataclass(frozen=True, kw_only=True)
class Defender(Person):
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

    evasion: float = number(0)
    dr: float = number(0)
    ac: int = whole(10, -50, 50)
    size: str = word(SIZES, "medium")
    divine_protection: int = whole(0, 0)
    spell_protection: int = whole(0, 0)
    rings_of_protection: int = whole(0)
    rings_of_evasiveness: int = whole(0)
    armor: tuple = kept_as(worn)
    missing: frozenset = words(BODY_PARTS)
    armed: bool = True
    martial_arts: str = word(SKILLS, "Basic")
    half_physical: bool = False
    fleeing: bool = False
    sleeping: bool = False
    paralyzed: bool = False
    kinds: frozenset = words(KINDS)
    hostile: bool = True

    @property
    def slips_free(self):
        """Whether hugs can't take hold, as with an oilskin cloak."""
        return any(piece.name == "oilskin cloak" for piece in self.armor)

    @property
    def helpless(self):
        """Whether the defender sleeps or is paralysed."""
        return self.sleeping or self.paralyzed


@dataclass(frozen=True)
class Strike(Checked):
    """One blow of an action: its dice, whether the damage is physical, the weapon's enchantment.

    `hug`: "" for a blow that is rolled, else the kind of a hug. A hug isn't rolled: it lands if
    the two strikes before it did, or if the target is held. "crush" hurts and may take hold,
    "wrap" hurts only a target that is held, "burn" only hurts. `arms`: whether wounded arms
    matter.

    >>> Strike("2d4").physical, Strike("2d8", hug="crush").hug
    (True, 'crush')
    """

    damage: str | int | Distribution = dice()
    physical: bool = True
    enchantment: int = whole(0)
    hug: str = word(("", "crush", "wrap", "burn"), "")
    arms: bool = True


def _as_strikes(strikes):
    """Strikes, or their dice alone, as a tuple of Strike."""
    strikes = (strikes,) if isinstance(strikes, (str, int)) else strikes
    return tuple(one if isinstance(one, Strike) else Strike(one) for one in strikes)


@dataclass(frozen=True, kw_only=True)
class Fighter(Checked):
    """One side of a duel: its attacker and defender, hit points, speed and strikes.

    hp >= 1 (whole). speed: 12 is one action a turn; an action is all of its `strikes` (dice
    or Strike) in order. ValueError outside.

    >>> Fighter(name="rat", attacker=Attacker(), defender=Defender(), hp=4, strikes=("1d3",)).speed
    12
    """

    name: str
    attacker: Attacker
    defender: Defender
    hp: int = whole(low=1)
    speed: int = whole(NORMAL_SPEED, 0)
    strikes: tuple = kept_as(_as_strikes)

    @property
    def hardest(self):
        """The physical strike with the greatest mean damage; None without any."""
        physical = [strike for strike in self.strikes if strike.physical]
        return max(physical, key=lambda strike: dice_of(strike.damage).mean, default=None)


def weakened(person, effects, rules=Rules()):
    """Return an Attacker or a Defender under a set of effects."""
    if not effects:
        return person
    legs = max(min(3, person.dexterity), person.dexterity + rules.wounded_legs)
    lame = "wounded legs" in effects and person.player
    return replace(
        person,
        stunned=person.stunned or "stunned" in effects,
        wounded_arms=person.wounded_arms or "wounded arms" in effects,
        dexterity=legs if lame else person.dexterity,
    )


def holds(strike, fighter, other):
    """Return the chance that a fighter's strike, if it lands, takes hold of the other."""
    # By the game's own rules: a monster can hold only the hero, never another monster; nobody
    # can hold a fighter who has a hug himself; a hero in a monster's form always takes hold.
    if strike.hug not in HOLDS or any(one.hug for one in other.strikes):
        return 0.0
    return 1.0 if fighter.attacker.player else HOLDS[strike.hug] * other.defender.player
