"""Where the source is silent or contradicts itself: what was decided, and what the other would be.

Each decision is a default of `Rules`; `option` holds the fields of its alternative, and `example`
a situation in which the two differ.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pandas as pd

from combat.dice import Distribution
from combat.nethack.chance import hit_chance
from combat.nethack.damage import damage_distribution
from combat.nethack.duel import Fighter, exchange
from combat.nethack.people import Attacker, Defender, Weapon
from combat.nethack.rules import Rules
from combat.nethack.slots import Piece
from combat.nethack.to_hit import attack_chance, net

_PLATE = Piece("plate mail", "torso", dr=8)
_SHIRT = Piece("T-shirt", "shirt", enchantment=2)
_CLOAK = Piece("robe", "cloak", ev=1, dr=1)
_SHIELD = Piece("small shield", "shield", ev=1, dr=1)
_HELPLESS = {"sleeping": True, "paralyzed": True}


@dataclass(frozen=True)
class Decision:
    """One open point: topic, the source's words, the trouble, the decision, the alternative.

    `situation` says for what `example(rules)` gives a number: a net in points, a mean damage or
    a chance. `option` holds the fields of Rules that choose the alternative; `otherwise()` gives
    its number where it is no field.

    >>> size = next(decision for decision in DECISIONS if decision.topic == "Size")
    >>> size.situation, size.example(Rules()), size.example(Rules(**size.option))
    ('a huge defender in melee', 2.0, 0.0)
    """

    topic: str
    source: str
    trouble: str
    decision: str
    situation: str = ""
    example: Callable = field(default=None, repr=False)
    option: dict = field(default_factory=dict)
    otherwise: Callable = field(default=None, repr=False)  # where the other is no field of Rules


def _net(attacker=None, defender=None):
    """An example: the mean net of one attack."""

    def example(rules):
        points = net(Attacker(**(attacker or {"level": 0})), Defender(**(defender or {})), rules)
        return points.mean if isinstance(points, Distribution) else points

    return example


def _damage(damage, armor=(), hp=None, **more):
    """An example: the mean damage of one hit."""
    return lambda rules: damage_distribution(damage, armor, hp, rules=rules, **more).damage.mean


def _hero(**fields):
    return {"player": True, **fields}


def _luckstones(rules):
    side = Fighter(
        name="a",
        attacker=Attacker(luckstone=True),
        defender=Defender(luckstone=True),
        hp=6,
        strikes=("1d6",),
    )
    return exchange(
        side, replace(side, name="b", attacker=Attacker(), defender=Defender()), rules=rules
    ).chances[0]


def _unicorn(rules):
    gem = Attacker(attack="thrown", weapon=Weapon(form="gem"))
    return attack_chance(gem, Defender(kinds=frozenset({"unicorn"}), sleeping=True), rules=rules)


def _wounded(rules):
    return net(Attacker(level=0), Defender(armor=(_SHIELD,), wounded_arms=True), rules)


DECISIONS = (
    Decision(
        "Luck",
        "1d(Luck/2)",
        "undefined for Luck 0, 1 and below 0",
        "half of |Luck| rounded down; 0 if that is 0, else Luck's sign; each side rolls",
        "Luck 13",
        _net(_hero(luck=13)),
        {"luck_die": "whole"},
    ),
    Decision(
        "Luckstone",
        "3 + 1d3 Luck",
        "when it is rolled",
        "once, when the monster is created",
        "chance to win a duel of 6 hit points",
        _luckstones,
        {"luckstone_rolled": "attack"},
    ),
    Decision(
        "Ties",
        "hit if g > D - A; 50 % at 0",
        "whole draws tie at 0",
        "a continuous draw; `whole_draws=True` for the other",
        "chance at net 0",
        lambda rules: hit_chance(0),
        otherwise=lambda: hit_chance(0, whole_draws=True),
    ),
    Decision(
        "Approximation",
        "an average of uniform numbers is good enough",
        "it is bounded, so some hits and misses become impossible",
        "the true bell curve; `uniforms=k`, and `clamp=0.005` to mend it",
        "chance at net -28, mean of 4",
        lambda rules: hit_chance(-28),
        otherwise=lambda: hit_chance(-28, uniforms=4),
    ),
    Decision(
        "Standard deviation",
        "I don't know what standard deviation should be yet",
        "open",
        "8: at the centre 5 percentage points a point, as a d20",
        "chance at net 1, sd 8 or a d20's 5.77",
        lambda rules: hit_chance(1),
        otherwise=lambda: hit_chance(1, sd=5.77),
    ),
    Decision(
        "Size",
        "2 - size, exactly the same as vanilla",
        "vanilla counts size for missiles only",
        "for all attacks",
        "a huge defender in melee",
        _net(None, {"size": "huge"}),
        {"size_applies": "missiles"},
    ),
    Decision(
        "Gigantic",
        "2 - size",
        "the game's code has 7 for gigantic, not 5",
        "7, that is -5",
        "a gigantic defender",
        _net(None, {"size": "gigantic"}),
        {"gigantic": 5},
    ),
    Decision(
        "Monster level",
        "monster level / 4",
        "rounding; the coded levels of demon lords",
        "fractions stay; the level that combat uses (Demogorgon 50, coded 106)",
        "level 7",
        _net({"level": 7}),
        {"level_down": True},
    ),
    Decision(
        "Player's level",
        "symmetry should be preserved",
        "players get no level term",
        "none, as written",
        "a player of level 14",
        _net(_hero(level=14)),
        {"player_level": 1 / 4},
    ),
    Decision(
        "Dexterity",
        "floor((Dex-10)/4)",
        "below 10; no word of defence",
        "mathematical floor (Dex 3 gives -2); attack only",
        "a defender with Dex 18",
        _net(None, _hero(dexterity=18)),
        {"dexterity_defends": True},
    ),
    Decision(
        "Polymorphed players",
        "monster: level / 4; player: Dexterity and skill",
        "which one counts",
        "natural attacks as a monster, weapons as a player",
        "form level 12, natural attack, Dex 18",
        _net(_hero(polymorphed=True, level=12, dexterity=18)),
        {"polymorphed": "player"},
    ),
    Decision(
        "Skill table",
        "ends at Expert +4",
        "martial arts go on to Grand Master",
        "Master +5, Grand Master +6",
        "Grand Master",
        _net(_hero(skill="Grand Master")),
        {"skill_bonus": (-4, -2, 0, 2, 4, 4, 4)},
    ),
    Decision(
        "Two weapons",
        "skill bonuses, including twoweapon penalties",
        "added or in place; no row for Restricted",
        "both count; Restricted can't",
        "Expert with both",
        _net(_hero(skill="Expert", twoweapon="Expert")),
        {"twoweapon": "instead"},
    ),
    Decision(
        "Riding",
        "subtract a penalty, printed as -4",
        "twice negative; no Restricted",
        "net effect -4, -2, 0; Restricted as Unskilled",
        "Unskilled",
        _net(_hero(riding="Unskilled")),
        {"riding_penalty": (4, 4, 2, 0, 0)},
    ),
    Decision(
        "Weapon enchantment",
        "may remove this",
        "the launcher's still counts",
        "weapon and missile 0 to hit, launcher counts",
        "a sword +3",
        _net(_hero(weapon=Weapon(enchantment=3))),
        {"enchantment_hits": True},
    ),
    Decision(
        "Enchantment in damage",
        "used primarily for damage",
        "how much",
        "added to the roll, before DR",
        "1d8 + 3",
        _damage("1d8", enchantment=3),
        {"enchantment_damage": False},
    ),
    Decision(
        "Artifacts",
        "add that bonus",
        "vanilla's is a die",
        "rolled for each attack",
        "chance with 1d5 at net 8 more",
        lambda rules: attack_chance(
            Attacker(level=32, weapon=Weapon(artifact_die="1d5")), Defender(), rules=rules
        ),
        {"artifact_bonus": "mean"},
    ),
    Decision(
        "Rings of accuracy",
        "unlike most other things, a flat bonus",
        "two rings",
        "their sum",
        "rings +3 and +2",
        _net(_hero(rings_of_increase_accuracy=(3, 2))),
        {"rings": "best"},
    ),
    Decision(
        "No projectile",
        "-4; ammo without launcher -6; kicked -3",
        "what adds up",
        "-6 replaces -4; a kick adds to it",
        "an arrow from the hand",
        _net({"level": 0, "attack": "thrown", "weapon": Weapon(skill="bow", kind="ammo")}),
        {"wrong_launcher": "stacks"},
    ),
    Decision(
        "Distance",
        "subtract the distance",
        "distance 1 costs 1; no limit",
        "as written",
        "distance 12",
        _net({"level": 0, "attack": "spell", "distance": 12}),
        {"distance_floor": -7},
    ),
    Decision(
        "Spells and wands",
        "applies to spells and wands as well",
        "do they roll to hit",
        "bolts do, with the spell's skill; DR never counts",
        "chance of a bolt at distance 4",
        lambda rules: attack_chance(Attacker(attack="spell", distance=4), Defender(), rules=rules),
        {"bolts_roll": False},
    ),
    Decision(
        "No melee weapon",
        "ammo, launcher, boomerang",
        "darts, shuriken, polearms",
        "with darts and shuriken, without polearms",
        "a dart as a dagger",
        _net(_hero(weapon=Weapon(name="dart", kind="missile"))),
        {"non_melee": "literal"},
    ),
    Decision(
        "Encumbrance",
        "1, 3, 5 up to strained",
        "two levels are missing",
        "7 and 9",
        "overloaded",
        _net(_hero(encumbrance="overloaded")),
        {"encumbrance": (0, -1, -3, -5, -5, -5)},
    ),
    Decision(
        "Asleep and paralysed",
        "-4 each",
        "both at once",
        "once",
        "both",
        _net(None, _HELPLESS),
        {"sleep_stacks": True},
    ),
    Decision(
        "Blind and unseeing",
        "blind -2 or -1; +1 or +2 if the other cannot be seen",
        "does blindness count in both?",
        "yes, as written; telepathy is an option",
        "a blinded attacker",
        _net({"level": 0, "blinded": True}),
        {"blind_see": True},
    ),
    Decision(
        "Does a sleeper see?",
        "+1 if the defender cannot see the attacker",
        "a sleeper",
        "it does, unless blind",
        "a sleeping defender",
        _net(None, {"sleeping": True}),
        {"sleeper_sees": False},
    ),
    Decision(
        "Flanking",
        "add the flanking bonus",
        "no number; may be removed",
        "0",
        "flanking",
        _net({"level": 0, "flanking": True}),
        {"flanking": 4},
    ),
    Decision(
        "Protection",
        "the greater of divine and spell",
        "the ring is not named",
        "the ring is added",
        "divine 4, ring 3",
        _net(None, {"divine_protection": 4, "rings_of_protection": 3}),
        {"ring_of_protection": "best"},
    ),
    Decision(
        "Monk in armour",
        "-20",
        "0.6 % at even odds",
        "as written",
        "in body armour",
        _net(_hero(role="Monk", body_armor=True)),
        {"monk_body_armor": -5},
    ),
    Decision(
        "Monk's defence",
        "Monk, martial arts",
        "the title says martial arts",
        "Monks only",
        "an unarmed Samurai, Master",
        _net(None, _hero(role="Samurai", armed=False, martial_arts="Master")),
        {"martial_artists": "all"},
    ),
    Decision(
        "Spear, trident, pick",
        "kebabable, in water",
        "no lists",
        "vanilla's lists; +1 each",
        "a spear at a dragon",
        _net({"level": 0, "weapon": Weapon(form="spear")}, {"kinds": frozenset({"kebabable"})}),
        {"spear": 2},
    ),
    Decision(
        "Unicorns",
        "gems are always caught",
        "a sleeping unicorn",
        "missed, as the exception for the quest leader",
        "chance, sleeping unicorn",
        _unicorn,
        {"helpless_unicorn_misses": False},
    ),
    Decision("Slot chances", "40 + 20 + 15 + 10 + 10 + 5", "none: the sum is 100", "no change"),
    Decision(
        "Shirt",
        "torso, including shirt",
        "two pieces in one slot",
        "their DR adds up",
        "4d8 at plate over a shirt +2",
        _damage("4d8", (_PLATE, _SHIRT)),
        {"shirt": "best"},
    ),
    Decision(
        "Cloak",
        "5 %; might be merged into the torso",
        "it protects no torso",
        "a slot of its own",
        "4d8 at plate under a cloak",
        _damage("4d8", (_PLATE, _CLOAK)),
        {"cloak_merged": True},
    ),
    Decision(
        "Empty slot",
        "not said",
        "no shield, no cloak",
        "the blow goes to the torso",
        "4d8 at plate alone",
        _damage("4d8", (_PLATE,)),
        {"empty_slot": "bare"},
    ),
    Decision(
        "No such body part",
        "not said",
        "headless, handless, footless forms",
        "the blow goes to the torso",
        "4d8 at plate without hands",
        _damage("4d8", (_PLATE,), missing=("gloves",)),
        {"missing_part": "bare"},
    ),
    Decision(
        "Effects on bare parts",
        "the table names slots",
        "a bare head",
        "head, hands and feet suffer bare; shield and cloak only if worn",
        "4d8 at 20 hit points, naked",
        _damage("4d8", (), 20),
        {"bare_effects": False},
    ),
    Decision(
        "Negative DR",
        "0.9^(total DR)",
        "it raises damage; no limit",
        "allowed",
        "4d8 at a -3 breastplate",
        _damage("4d8", (Piece("breastplate", "torso", enchantment=-3),)),
        {"dr_low": 0},
    ),
    Decision(
        "Armour erosion",
        "not said",
        "does rust lower DR",
        "lowers the piece's DR, not below 0",
        "4d8 at rusty plate",
        _damage("4d8", (replace(_PLATE, erosion=3),)),
        {"armor_erosion": False},
    ),
    Decision(
        "Form's DR",
        "the maximum of armour and polyform",
        "monsters in armour",
        "the same for all",
        "4d8 at plate over DR 5",
        _damage("4d8", (_PLATE,), form_dr=5),
        {"form_dr": "sum"},
    ),
    Decision(
        "EV of armour",
        "sum of all pieces",
        "whichever slot is struck",
        "yes; wounded arms lose the shield's",
        "wounded arms, shield with EV 1",
        _wounded,
        {"wounded_arms_shield": False},
    ),
    Decision(
        "Wounded arms and legs",
        "severely hurts your to-hit and damage",
        "no numbers",
        "0 to hit; arms lose the shield's EV; legs change nothing",
        "wounded arms",
        _net({"level": 0, "wounded_arms": True}),
        {"wounded_arms": -4},
    ),
    Decision(
        "Half of the hit points",
        "over half of your current HP",
        "before or after DR",
        "after DR, strictly over half, both sides",
        "4d8 at a helmet, 30 hit points",
        _damage("4d8", (Piece("helmet", "head", dr=6),), 30),
        {"half_hp_test": "rolled"},
    ),
    Decision(
        "Half physical damage",
        "by 1d(half damage)",
        "odd damage; damage 1; order",
        "1d(half, rounded down), after slot effects",
        "4d8 halved",
        _damage("4d8", half_physical=True),
        {"half_physical": "half"},
    ),
    Decision(
        "Rounding",
        "not said",
        "several factors",
        "once at the end, half up",
        "4d8 at plate",
        _damage("4d8", (_PLATE,)),
        {"rounding": "down"},
    ),
    Decision(
        "Minimum 1",
        "any successful hit must deal at least 1",
        "attacks without damage",
        "only where damage is rolled",
        "0d0",
        _damage("0d0"),
    ),
    Decision(
        "Erosion",
        "1d(max erosion) - 1",
        "erosion 0; erosion 1 does nothing",
        "0 if not eroded; the greater of rust and corrosion",
        "1d8, erosion 1",
        _damage("1d8", erosion=1),
        {"erosion_extra": 1},
    ),
    Decision(
        "Physical damage",
        "only physical damage is reduced",
        "poison, rust, wrapping",
        "all but fire, cold, shock, acid, drain, sleep, magic",
        "4d8 of fire at plate",
        _damage("4d8", (_PLATE,), physical=False),
        {"magic_dr": True},
    ),
    Decision(
        "Goal 4",
        "no bunch of random dice rolls",
        "Luck and artifacts are dice",
        "kept; their share of the variance is in the findings",
    ),
    Decision(
        "Goal 5",
        "player-monster symmetry",
        "Dex, skill, encumbrance; levels for monsters",
        "kept; totals are compared in the findings",
    ),
)


def decision_table():
    """Return the decisions as a frame, with what each alternative changes, computed.

    Columns: the source, the trouble, the decision, situation, value (by the decision), and
    other (by the alternative; missing where there is none).

    >>> decision_table().loc["Riding", ["value", "other"]].tolist()
    [-4.0, 4.0]
    """
    rows = []
    for decision in DECISIONS:
        example, option, otherwise = decision.example, decision.option, decision.otherwise
        rows.append(
            {
                "topic": decision.topic,
                "the source": decision.source,
                "the trouble": decision.trouble,
                "the decision": decision.decision,
                "situation": decision.situation,
                "value": example(Rules()) if example else None,
                "other": example(Rules(**option)) if option else otherwise() if otherwise else None,
            }
        )
    return pd.DataFrame(rows).set_index("topic")
