"""Decisions about damage: slots, armour, great blows and rounding."""

from dataclasses import replace

from combat.nethack.decisions.decision import Decision, damage_of, net_of
from combat.nethack.duels import duel
from combat.nethack.people import Attacker, Defender, Fighter, Strike, Weapon
from combat.nethack.rules import Rules
from combat.nethack.sides import in_hand
from combat.nethack.slots import Piece
from combat.nethack.to_hit import net

_PLATE = Piece("plate mail", "torso", dr=8)
_SHIRT = Piece("T-shirt", "shirt", enchantment=2)
_CLOAK = Piece("robe", "cloak", ev=1, dr=1)
_SHIELD = Piece("small shield", "shield", ev=1, dr=1)


def _wounded(rules):
    return net(Attacker(level=0), Defender(armor=(_SHIELD,), wounded_arms=True), rules)


def _lame(rules):
    hero = Fighter(
        name="hero",
        attacker=Attacker(player=True, dexterity=14),
        defender=Defender(player=True),
        hp=9,
        strikes=("1d8",),
    )
    ogre = replace(hero, name="ogre", attacker=Attacker(level=5), defender=Defender())
    return duel(hero, ogre, rules=rules).chances[0]


def _behind_iron(rules):
    strong = Piece("shield", "shield", ev=1, dr=20)
    side = Fighter(name="a", attacker=Attacker(), defender=Defender(), hp=9, strikes=("1d8", "1d8"))
    hero = replace(side, name="b", defender=Defender(armor=(strong,)))
    return duel(hero, side, rules=rules).chances[0]


def _hugged(strikes):
    bear = Fighter(
        name="bear", attacker=Attacker(level=5), defender=Defender(), hp=22, strikes=strikes
    )
    hero = Fighter(
        name="hero", attacker=Attacker(player=True), defender=Defender(player=True), hp=60
    )
    return lambda rules: duel(bear, hero, rules=rules).turns().mean


_HUG = _hugged(("1d6", "1d6", Strike("2d8", hug="crush")))
_THIRD_CLAW = _hugged(("1d6", "1d6", "2d8"))


def _bow_in_hand(rules):
    archer = Attacker(level=8, weapon=Weapon(name="bow", kind="launcher"))
    return net(in_hand(archer, rules), Defender(), rules)


DAMAGE = (
    Decision("Slot chances", "40 + 20 + 15 + 10 + 10 + 5", "none: the sum is 100", "no change"),
    Decision(
        "Shirt",
        "torso, including shirt",
        "two pieces in one slot",
        "their DR adds up",
        "4d8 at plate over a shirt +2",
        damage_of("4d8", (_PLATE, _SHIRT)),
        {"shirt": "best"},
    ),
    Decision(
        "Cloak",
        "5%; might be merged into the torso",
        "it protects no torso",
        "a slot of its own",
        "4d8 at plate under a cloak",
        damage_of("4d8", (_PLATE, _CLOAK)),
        {"cloak_merged": True},
    ),
    Decision(
        "Empty slot",
        "not said",
        "no shield, no cloak",
        "the blow goes to the torso",
        "4d8 at plate alone",
        damage_of("4d8", (_PLATE,)),
        {"empty_slot": "bare"},
    ),
    Decision(
        "No such body part",
        "not said",
        "headless, handless, footless forms",
        "the blow goes to the torso",
        "4d8 at plate without hands",
        damage_of("4d8", (_PLATE,), missing=("gloves",)),
        {"missing_part": "bare"},
    ),
    Decision(
        "Effects on bare parts",
        "the table names slots",
        "a bare head",
        "head, hands and feet suffer bare; shield and cloak only if worn",
        "4d8 at 20 hit points, naked",
        damage_of("4d8", (), 20),
        {"bare_effects": False},
    ),
    Decision(
        "Negative DR",
        "0.9^(total DR)",
        "it raises damage; no limit",
        "allowed",
        "4d8 at a -3 breastplate",
        damage_of("4d8", (Piece("breastplate", "torso", enchantment=-3),)),
        {"dr_low": 0},
    ),
    Decision(
        "Armour erosion",
        "not said",
        "does rust lower DR",
        "lowers the piece's DR, not below 0",
        "4d8 at rusty plate",
        damage_of("4d8", (replace(_PLATE, erosion=3),)),
        {"armor_erosion": False},
    ),
    Decision(
        "Form's DR",
        "the maximum of armour and polyform",
        "monsters in armour",
        "the same for all",
        "4d8 at plate over DR 5",
        damage_of("4d8", (_PLATE,), form_dr=5),
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
        "Wounded arms: to hit",
        "severely hurts your to-hit",
        "no number",
        "0",
        "wounded arms",
        net_of({"level": 0, "wounded_arms": True}),
        {"wounded_arms": -4},
    ),
    Decision(
        "Wounded arms: damage",
        "... and damage from fighting with your arms",
        "no number; which attacks are made with arms",
        "0; claws, hugs, touches and weapons are",
        "4d8 dealt with wounded arms",
        damage_of("4d8", wounded_arms=True),
        {"wounded_arms_damage": -4},
    ),
    Decision(
        "Wounded arms: the shield",
        "could also prevent your shield from adding its bonuses",
        "EV alone, or DR as well",
        "EV alone: the shield is still in the way",
        "chance to win, a shield of EV 1 and DR 20, 9 hit points",
        _behind_iron,
        {"wounded_arms_shield_dr": True},
    ),
    Decision(
        "Wounded legs",
        "give you wounded legs for 3d2 turns",
        "what they do",
        "as the game's own wounded legs: 1 point of Dexterity less, for players",
        "chance to win, Dexterity 14, 9 hit points",
        _lame,
        {"wounded_legs": 0},
    ),
    Decision(
        "Hugs",
        "not said",
        "the game rolls nothing for a hug",
        "as the game: after two hits, or of whom it holds; it takes hold half the time",
        "turns to live, an owlbear, 60 hit points",
        _HUG,
        otherwise=lambda: _THIRD_CLAW(Rules()),
    ),
    Decision(
        "Launchers",
        "monsters will not swing a launcher",
        "what they do instead",
        "they strike without it, and without its penalty",
        "a monster of level 8, bow in hand",
        _bow_in_hand,
        {"monsters_unwield": False},
    ),
    Decision(
        "Half of the hit points",
        "over half of your current HP",
        "before or after DR",
        "after DR, strictly over half, both sides",
        "4d8 at a helmet, 30 hit points",
        damage_of("4d8", (Piece("helmet", "head", dr=6),), 30),
        {"half_hp_test": "rolled"},
    ),
    Decision(
        "Half physical damage",
        "by 1d(half damage)",
        "odd damage; damage 1; order",
        "1d(half, rounded down), after slot effects",
        "4d8 halved",
        damage_of("4d8", half_physical=True),
        {"half_physical": "half"},
    ),
    Decision(
        "Half spell damage",
        "by 1d(half damage)",
        "of spells only; half physical damage leaves them",
        "as half physical damage; a bite of fire is no spell",
        "a spell of 4d8 halved",
        damage_of("4d8", physical=False, spell=True, half_spell=True),
        {"half_spell": "half"},
    ),
    Decision(
        "Rounding",
        "not said",
        "several factors",
        "once at the end, half up",
        "4d8 at plate",
        damage_of("4d8", (_PLATE,)),
        {"rounding": "down"},
    ),
    Decision(
        "Minimum 1",
        "any successful hit must deal at least 1",
        "attacks without damage",
        "only where damage is rolled",
        "0d0",
        damage_of("0d0"),
    ),
    Decision(
        "Erosion",
        "1d(max erosion) - 1",
        "erosion 0; erosion 1 does nothing",
        "0 if not eroded; the greater of rust and corrosion",
        "1d8, erosion 1",
        damage_of("1d8", erosion=1),
        {"erosion_extra": 1},
    ),
    Decision(
        "Physical damage",
        "only physical damage is reduced",
        "poison, rust, wrapping",
        "all but fire, cold, shock, acid, drain, sleep, magic",
        "4d8 of fire at plate",
        damage_of("4d8", (_PLATE,), physical=False),
        {"magic_dr": True},
    ),
)
