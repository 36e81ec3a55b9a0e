"""A player's attacks in vanilla NetHack 3.6.7: the terms of a blow and of a missile, and a d20.

Taken from the game's code at tag NetHack-3.6.7_Released: functions find_roll_to_hit, abon, hitval,
weapon_hit_bonus, thitmonst, omon_adj.
"""

import re
from functools import lru_cache

import numpy as np

from combat.dice import Distribution, dice
from combat.nethack.rules import ENCUMBRANCES, SIZES, SKILLS
from combat.nethack.to_hit import Term, total

_SKILL = (-4, -4, 0, 2, 3)
_TWOWEAPON = (-9, -9, -7, -5, -3)
_BARE = (1, 1, 1, 2, 2, 3, 3)
_MARTIAL = (2, 2, 3, 4, 5, 6, 7)
_RIDING = (-2, -2, -1, 0, 0)
_GLOVES = {"gauntlets of power": -2, "gauntlets of fumbling": -3}


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


def dexterity_bonus(dexterity):
    """Return vanilla's to-hit bonus for Dexterity: -3 to -1 below 8, Dex - 14 from 14."""
    if dexterity < 4:
        return -3
    if dexterity < 6:
        return -2
    return -1 if dexterity < 8 else max(0, dexterity - 14)


def melee_terms(attacker, defender):
    """Return the terms of a player's melee attack on a monster; it hits if their sum > 1d20."""
    by_form = attacker.polymorphed
    terms = [
        Term("base", 1),
        Term("luck", attacker.luck),
        Term("level", attacker.level),
        Term("rings", sum(attacker.rings_of_increase_accuracy)),
        Term("target's AC", defender.ac),
    ]
    if by_form:
        terms.append(Term("form", attacker.level - 3))
    else:
        terms += [
            Term("strength", strength_bonus(attacker.strength)),
            Term("low level", int(attacker.level < 3)),
            Term("dexterity", dexterity_bonus(attacker.dexterity)),
        ]
    terms += [
        Term("target stunned", 2 * defender.stunned),
        Term("target fleeing", 2 * defender.fleeing),
        Term("target asleep", 2 * defender.sleeping),
        Term("target immobile", 4 * defender.paralyzed),
        Term("Monk", _monk(attacker)),
        Term("elf against orc", hatred(attacker, defender)),
        Term("encumbrance", _encumbrance(attacker)),
        Term("trapped", -3 * attacker.trapped),
        *_weapon_terms(attacker, defender),
        Term("skill", _skill(attacker)),
    ]
    terms.append(Term("riding", _riding(attacker)))
    shown = [
        term._replace(name="bare hands")
        if term.name == "skill" and attacker.weapon is None
        else term
        for term in terms
    ]
    # Strength is listed even if its bonus is 0, as a designer looks for it.
    return [
        term
        for term in shown
        if term.name == "strength" or isinstance(term.value, Distribution) or term.value
    ]


def missile_terms(attacker, defender):
    """Return the terms of a player's missile at a monster; it hits if their sum >= 1d20.

    Skill and riding count, as in the game, for shots from the right launcher and for thrown weapons
    that aren't ammo.
    """
    weapon, launcher = attacker.weapon, attacker.launcher
    terms = [
        Term("base", -1),
        Term("luck", attacker.luck),
        Term("target's AC", defender.ac),
        Term("rings", sum(attacker.rings_of_increase_accuracy)),
        Term("level", attacker.level),
        Term("dexterity", dexterity_bonus(attacker.dexterity)),
        Term("distance", max(-4, 3 - attacker.distance)),
        Term("size", SIZES[defender.size] - 2),
        Term("target asleep", 2 * defender.sleeping),
        Term("target immobile", 4 * (defender.paralyzed or "sessile" in defender.kinds)),
        Term("elf against orc", hatred(attacker, defender)),
    ]
    if launcher is not None and launcher.skill == "bow":
        terms.append(Term("gloves", _GLOVES.get(attacker.gloves, 0)))
    if weapon is None:
        return _shown(terms)
    if weapon.form == "boulder" or weapon.name == "heavy iron ball":
        heavy = ("boulder", 6) if weapon.form == "boulder" else ("iron ball", 2)
        return _shown([*terms, Term(*heavy)])
    terms += _weapon_terms(attacker, defender)
    skilled = [
        Term("skill", _SKILL[min(SKILLS.index(attacker.skill), 4)]),
        Term("riding", _riding(attacker)),
    ]
    launched = (
        attacker.attack == "fired"
        and launcher is not None
        and weapon.kind == "ammo"
        and launcher.skill == weapon.skill
    )
    if attacker.attack == "kicked":
        terms.append(Term("kicked", -5 if weapon.kind == "ammo" else -3))
    elif launched:
        archer = _archer(attacker) and launcher.skill == "bow"
        terms += [
            Term("launcher", launcher.enchantment - launcher.erosion),
            *skilled,
            Term("launcher's artifact", _artifact(launcher, defender)),
            Term("bow of elf or Samurai", int(archer)),
            Term("own race's bow", int(archer and _own_bow(attacker))),
        ]
    elif weapon.kind == "ammo":
        terms.append(Term("ammo without launcher", -4))
    else:
        flight = {"missile": 4 if weapon.name == "boomerang" else 2, "throwing": 2}
        terms += [Term("thrown", flight.get(weapon.kind, -2)), *skilled]
    return _shown(terms)


def player_hit_chance(attacker, defender):
    """Return the chance in [0, 1] that a player's attack on a monster hits: a d20, exact."""
    if attacker.engulfed:
        return 1.0
    melee = attacker.attack == "melee"
    target = total((melee_terms if melee else missile_terms)(attacker, defender))
    # Melee hits if T > 1d20, a missile if T >= 1d20.
    if isinstance(target, Distribution):
        return float(np.clip((target.values - melee) / 20, 0, 1) @ target.chances)
    return min(max(float(target - melee) / 20, 0.0), 1.0)


def _monk(attacker):
    if attacker.role != "Monk" or attacker.polymorphed:
        return 0
    if attacker.body_armor:
        return -20
    return 0 if attacker.weapon or attacker.shield else int(attacker.level) // 3 + 2


def _encumbrance(attacker):
    level = ENCUMBRANCES.index(attacker.encumbrance)
    return -(2 * level - 1) if level else 0


def _skill(attacker):
    place = SKILLS.index(attacker.skill)
    if attacker.weapon is None:
        return (_MARTIAL if attacker.martial_arts else _BARE)[place]
    if attacker.twoweapon is None:
        return _SKILL[min(place, 4)]
    return _TWOWEAPON[min(place, SKILLS.index(attacker.twoweapon), 4)]


def _weapon_terms(attacker, defender):
    weapon, kinds = attacker.weapon, defender.kinds
    if weapon is None:
        return []
    sea = 4 if "in water" in kinds else 2 if "eel or snake" in kinds else 0
    return [
        Term("enchantment", weapon.enchantment),
        Term("weapon", weapon.to_hit),
        Term("artifact", _artifact(weapon, defender)),
        Term("blessed", 2 * (weapon.blessed and bool(kinds & {"demon", "undead"}))),
        Term("spear", 2 * (weapon.form == "spear" and "kebabable" in kinds)),
        Term("trident", sea * (weapon.form == "trident" and "swims" in kinds)),
        Term("pick", 2 * (weapon.form == "pick" and "diggable" in kinds)),
    ]


def _artifact(weapon, defender):
    fits = weapon.artifact_against in ("", *defender.kinds)
    return dice(weapon.artifact_die) if weapon.artifact_die != 0 and fits else 0


def hatred(attacker, defender):
    """Return 1 for an elf who attacks an orc, else 0; a polymorphed hero is no elf."""
    return int(attacker.race == "elf" and not attacker.polymorphed and "orc" in defender.kinds)


def _riding(attacker):
    if attacker.riding is None:
        return 0
    penalty = _RIDING[min(SKILLS.index(attacker.riding), 4)]
    return penalty - 2 * (attacker.twoweapon is not None)


def _archer(attacker):
    # "Polymorphing won't make you a bow expert."
    trained = attacker.race == "elf" or attacker.role == "Samurai"
    return trained and not attacker.polymorphed


def _own_bow(attacker):
    bow = attacker.launcher.name
    return (attacker.race == "elf" and bow == "elven bow") or (
        attacker.role == "Samurai" and bow == "yumi"
    )


def _shown(terms):
    return [term for term in terms if isinstance(term.value, Distribution) or term.value]
