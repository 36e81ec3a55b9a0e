"""Vanilla NetHack 3.6.7, the baseline: to-hit by a d20; armour class both evades and protects.

Taken from the game's code at tag NetHack-3.6.7_Released: functions find_roll_to_hit, abon, hitval,
weapon_hit_bonus, thitmonst and omon_adj for a player's attacks; mattacku, mattackm and thitu for a
monster's. AC counts down: 10 is a naked human, lower is better.
"""

import math
import re
from functools import lru_cache

import numpy as np

from combat.dice import Distribution, constant, dice, uniform
from combat.nethack.rules import ENCUMBRANCES, SIZES, SKILLS
from combat.nethack.to_hit import Term, launched, total

__all__ = ["attack_chance"]

# By skill, from Restricted; a skill above the last counts as the last.
_SKILL = (-4, -4, 0, 2, 3)
_TWOWEAPON = (-9, -9, -7, -5, -3)
_BARE = (1, 1, 1, 2, 2, 3, 3)
_MARTIAL = (2, 2, 3, 4, 5, 6, 7)
_RIDING = (-2, -2, -1, 0, 0)
_GLOVES = {"gauntlets of power": -2, "gauntlets of fumbling": -3}


def attack_chance(attacker, defender, *, strike=0):
    """Return the chance in [0, 1] that the same blow hits in vanilla, between players or monsters.

    A player's attack on a monster, or a monster's on a player or another monster, with the
    conditions that vanilla counts: helplessness, traps, and unseen targets, which for a blinded
    monster are all. strike: the number of a monster's strike among its attacks, from 0.

    >>> from combat.nethack import Attacker, Defender
    >>> attack_chance(Attacker(level=1), Defender(player=True, ac=4, unseen=True))
    0.6
    >>> attack_chance(Attacker(level=1, blinded=True), Defender(player=True, ac=4))
    0.6
    """
    if attacker.player:
        return _player_chance(attacker, defender)
    if not defender.player:
        eased = 4 * (defender.helpless or defender.confused) + _hatred(attacker, defender)
        return _over(defender.ac + attacker.level + eased, strike)
    if attacker.attack in ("thrown", "fired"):
        # AC isn't drawn, and no level counts. An elf's points for a bow are never given: the game
        # compares the skills with opposite signs.
        large = SIZES[defender.size] >= SIZES["large"]
        enchantment = attacker.weapon.enchantment if attacker.weapon else 0
        return _over(defender.ac + 8 + enchantment + max(-4, 3 - attacker.distance) + large)
    return all_hit(attacker.level + eased_by(attacker, defender), defender.ac, (strike,))


def eased_by(attacker, defender):
    """Return the points that conditions give a monster's blow at the hero."""
    unseen = defender.unseen or attacker.blinded
    return 4 * defender.helpless - 2 * unseen - 2 * attacker.trapped


def drawn(ac):
    """Return the AC that counts for one action at the hero: a negative one is a uniform -1..AC."""
    return constant(ac) if ac >= 0 else uniform(int(ac), -1)


@lru_cache(maxsize=2**13)
def all_hit(level, ac, strikes):
    """Return the chance that these strikes of an action at the hero all hit; strikes: numbers."""
    counts = drawn(ac)
    chances = [monster_hits(level, counts.values, number) for number in strikes]
    return float(math.prod(chances) @ counts.chances)


def monster_hits(level, ac, strike):
    """Return the chance that a monster's strike hits the hero with an AC that is drawn already."""
    # T = 10 + level + AC, at least 1, hits if T > 1d(20 + strike).
    return np.clip((np.maximum(10 + level + ac, 1) - 1) / (20 + strike), 0, 1)


def _over(score, strike=0):
    return float(np.clip((score - 1) / (20 + strike), 0, 1))


@lru_cache(maxsize=2**10)
def hero_damage(damage, ac, *, half_physical=False):
    """Return the distribution of a melee hit's damage to the hero, in hit points."""
    # A negative AC takes off a uniform 1..|AC|, and at least 1 is left; half is rounded up.
    rolled = dice(damage)
    if ac < 0 and rolled.mean:
        rolled = (rolled + drawn(ac)).map(lambda values: np.maximum(values, 1))
    return rolled.map(lambda values: -(-values // 2)) if half_physical else rolled


def _player_chance(attacker, defender):
    """The chance in [0, 1] that a player's attack on a monster hits: a d20, exact."""
    if attacker.engulfed:
        return 1.0
    target, melee = total(player_terms(attacker, defender)), attacker.attack == "melee"
    # Melee hits if T > 1d20, a missile if T >= 1d20.
    if isinstance(target, Distribution):
        return float(np.clip((target.values - melee) / 20, 0, 1) @ target.chances)
    return min(max(float(target - melee) / 20, 0.0), 1.0)


def player_terms(attacker, defender):
    """Return the terms of a player's attack on a monster that aren't 0, as a list of Term."""
    lines = [
        ("luck", attacker.luck),
        ("level", attacker.level),
        ("rings", sum(attacker.rings_of_increase_accuracy)),
        ("target's AC", defender.ac),
        ("target asleep", 2 * defender.sleeping),
        ("elf against orc", _hatred(attacker, defender)),
        *(_melee if attacker.attack == "melee" else _missile)(attacker, defender),
    ]
    return [Term(name, points) for name, points in lines if points]


def _melee(attacker, defender):
    own = [
        ("strength", strength_bonus(attacker.strength)),
        ("low level", int(attacker.level < 3)),
        ("dexterity", _dexterity(attacker.dexterity)),
    ]
    burden = ENCUMBRANCES.index(attacker.encumbrance)
    return [
        ("base", 1),
        *([("form", attacker.level - 3)] if attacker.polymorphed else own),
        ("target stunned", 2 * defender.stunned),
        ("target fleeing", 2 * defender.fleeing),
        ("target immobile", 4 * defender.paralyzed),
        ("Monk", _monk(attacker)),
        ("encumbrance", -(2 * burden - 1) if burden else 0),
        ("trapped", -3 * attacker.trapped),
        *_weapon(attacker, defender),
        ("skill", _skill(attacker)),
        ("riding", _riding(attacker)),
    ]


def _missile(attacker, defender):
    # Skill and riding count, as in the game, for shots from the right launcher and for thrown
    # weapons that aren't ammo.
    weapon, launcher = attacker.weapon, attacker.launcher
    bow = launcher is not None and launcher.skill == "bow"
    lines = [
        ("base", -1),
        ("dexterity", _dexterity(attacker.dexterity)),
        ("distance", max(-4, 3 - attacker.distance)),
        ("size", SIZES[defender.size] - 2),
        ("target immobile", 4 * (defender.paralyzed or "sessile" in defender.kinds)),
        ("gloves", _GLOVES.get(attacker.gloves, 0) if bow else 0),
    ]
    if weapon is None:
        return lines
    if weapon.form == "boulder" or weapon.name == "heavy iron ball":
        return [*lines, ("heavy", 6 if weapon.form == "boulder" else 2)]
    lines += _weapon(attacker, defender)
    skilled = [("skill", _of(_SKILL, attacker.skill)), ("riding", _riding(attacker))]
    if attacker.attack == "kicked":
        return [*lines, ("kicked", -5 if weapon.kind == "ammo" else -3)]
    if launched(attacker):
        # "Polymorphing won't make you a bow expert."
        elf, samurai = attacker.race == "elf", attacker.role == "Samurai"
        archer = bow and (elf or samurai) and not attacker.polymorphed
        own = (elf and launcher.name == "elven bow") or (samurai and launcher.name == "yumi")
        return [
            *lines,
            *skilled,
            ("launcher", launcher.enchantment - launcher.erosion),
            ("launcher's artifact", _artifact(launcher, defender)),
            ("bow of elf or Samurai", int(archer)),
            ("own race's bow", int(archer and own)),
        ]
    if weapon.kind == "ammo":
        return [*lines, ("ammo without launcher", -4)]
    flight = {"missile": 4 if weapon.name == "boomerang" else 2, "throwing": 2}
    return [*lines, *skilled, ("thrown", flight.get(weapon.kind, -2))]


def _weapon(attacker, defender):
    weapon, kinds = attacker.weapon, defender.kinds
    if weapon is None:
        return []
    sea = 4 if "in water" in kinds else 2 if "eel or snake" in kinds else 0
    return [
        ("enchantment", weapon.enchantment),
        ("weapon", weapon.to_hit),
        ("artifact", _artifact(weapon, defender)),
        ("blessed", 2 * (weapon.blessed and bool(kinds & {"demon", "undead"}))),
        ("spear", 2 * (weapon.form == "spear" and "kebabable" in kinds)),
        ("trident", sea * (weapon.form == "trident" and "swims" in kinds)),
        ("pick", 2 * (weapon.form == "pick" and "diggable" in kinds)),
    ]


def _artifact(weapon, defender):
    fits = weapon.artifact_against in ("", *defender.kinds)
    return dice(weapon.artifact_die) if weapon.artifact_die != 0 and fits else 0


@lru_cache(maxsize=256)
def strength_bonus(strength):
    """Return vanilla's to-hit bonus for Strength, 3..25 or "18/50"; ValueError for others."""
    match = re.fullmatch(r"(\d+)(?:/(\d+))?", str(strength))
    if not match or not 3 <= int(match[1]) <= 25 or (match[2] and match[1] != "18"):
        raise ValueError(
            f"strength = {strength!r} is out of range: it must be 3 to 25, or 18/01 to 18/100"
        )
    # Exceptional strength lies between 18 and 19: 18/50 is 18.5.
    value = int(match[1]) + (min(int(match[2]), 100) / 100 if match[2] else 0)
    steps = [(6, -2), (8, -1), (17, 0), (18.505, 1), (18.995, 2)]
    return next((bonus for below, bonus in steps if value < below), 3)


def _dexterity(dexterity):
    if dexterity < 8:
        return -3 if dexterity < 4 else -2 if dexterity < 6 else -1
    return max(0, dexterity - 14)


def _monk(attacker):
    if attacker.role != "Monk" or attacker.polymorphed:
        return 0
    if attacker.body_armor:
        return -20
    return 0 if attacker.weapon or attacker.shield else int(attacker.level) // 3 + 2


def _skill(attacker):
    if attacker.weapon is None:
        return _of(_MARTIAL if attacker.martial_arts else _BARE, attacker.skill)
    if attacker.twoweapon is None:
        return _of(_SKILL, attacker.skill)
    return min(_of(_TWOWEAPON, attacker.skill), _of(_TWOWEAPON, attacker.twoweapon))


def _riding(attacker):
    if attacker.riding is None:
        return 0
    return _of(_RIDING, attacker.riding) - 2 * (attacker.twoweapon is not None)


def _of(table, skill):
    return table[min(SKILLS.index(skill), len(table) - 1)]


def _hatred(attacker, defender):
    """1 for an elf who attacks an orc, else 0; a polymorphed hero is no elf."""
    return int(attacker.race == "elf" and not attacker.polymorphed and "orc" in defender.kinds)
