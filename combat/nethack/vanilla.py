"""Vanilla NetHack 3.6.7, the baseline: to-hit by a d20; armour class both evades and protects.

Taken from the game's code at tag NetHack-3.6.7_Released: functions find_roll_to_hit, abon, hitval,
weapon_hit_bonus, thitmonst and omon_adj for a player's attacks, mattacku for a monster's; of them
what the kits of this workbook need. AC counts down: 10 is a naked human, lower is better.
"""

from functools import lru_cache

import numpy as np

from combat.dice import Distribution, constant
from combat.nethack.rules import SIZES, SKILLS
from combat.nethack.to_hit import artifact, launched

__all__ = ["attack_chance"]

# By skill, from Restricted; a skill above the last counts as the last.
_SKILL = (-4, -4, 0, 2, 3)
_TWOWEAPON = (-9, -9, -7, -5, -3)
_MARTIAL = (2, 2, 3, 4, 5, 6, 7)


def attack_chance(attacker, defender):
    """Return the chance in [0, 1] that the same blow hits in vanilla, between role and monster.

    A role's attack on a monster, in melee, thrown or fired, or a monster's first strike at a role,
    with the conditions that vanilla counts: sleep, flight, traps, and unseen targets, which for a
    blinded monster are all. What no kit of this workbook is or has counts for nothing: forms,
    races, steeds, burdens, rings, other hands than a Monk's, and missiles not made to fly.

    >>> from combat.nethack import Attacker, Defender
    >>> attack_chance(Attacker(level=1), Defender(player=True, ac=4, unseen=True))
    0.6
    >>> attack_chance(Attacker(level=1, blinded=True), Defender(player=True, ac=4))
    0.6
    """
    if attacker.player:
        return _player_chance(attacker, defender)
    unseen = defender.unseen or attacker.blinded
    eased = 4 * defender.helpless - 2 * unseen - 2 * attacker.trapped
    return _monster_chance(attacker.level + eased, defender.ac)


@lru_cache(maxsize=2**13)
def _monster_chance(level, ac):
    # T = 10 + level + AC, at least 1, hits if T > 1d20; a negative AC is a uniform -1..AC.
    counts = np.arange(ac, 0) if ac < 0 else np.array([ac])
    return float(np.mean(np.clip((np.maximum(10 + level + counts, 1) - 1) / 20, 0, 1)))


def _player_chance(attacker, defender):
    """The chance in [0, 1] that a player's attack on a monster hits: a d20, exact."""
    if attacker.engulfed:
        return 1.0
    target, melee = target_number(attacker, defender), attacker.attack == "melee"
    target = target if isinstance(target, Distribution) else constant(target)
    # Melee hits if T > 1d20, a missile if T >= 1d20.
    return float(np.clip((target.values - melee) / 20, 0, 1) @ target.chances)


def target_number(attacker, defender):
    """Return what a player's d20 is held against, in points: a number, or a Distribution."""
    weapon, how = attacker.weapon, _melee if attacker.attack == "melee" else _missile
    return (
        attacker.luck
        + attacker.level
        + defender.ac
        + 2 * defender.sleeping
        + how(attacker, defender)
        + (_weapon(weapon, defender) if weapon else 0)
    )


def _melee(attacker, defender):
    return (
        1
        + _strength(attacker.strength)
        + (attacker.level < 3)
        + _dexterity(attacker.dexterity)
        + 2 * defender.fleeing
        + _monk(attacker)
        - 3 * attacker.trapped
        + _skill(attacker)
    )


def _missile(attacker, defender):
    points = _dexterity(attacker.dexterity) + max(-4, 3 - attacker.distance) - 1
    points += SIZES[defender.size] - 2 + 4 * ("sessile" in defender.kinds)
    points += attacker.launcher.enchantment if launched(attacker) else 2
    return points + _of(_SKILL, attacker.skill)


def _weapon(weapon, defender):
    kinds = defender.kinds
    points = weapon.enchantment + weapon.to_hit
    points += 2 * (weapon.blessed and bool(kinds & {"demon", "undead"}))
    points += 2 * (weapon.form == "pick" and "diggable" in kinds)
    return artifact(weapon, kinds) + points


def _strength(strength):
    steps = [(6, -2), (8, -1), (17, 0), (18.505, 1), (18.995, 2)]
    return next((bonus for below, bonus in steps if strength < below), 3)


def _dexterity(dexterity):
    if dexterity < 8:
        return -3 if dexterity < 4 else -2 if dexterity < 6 else -1
    return max(0, dexterity - 14)


def _monk(attacker):
    return int(attacker.level) // 3 + 2 if attacker.role == "Monk" and not attacker.weapon else 0


def _skill(attacker):
    if attacker.weapon is None:
        return _of(_MARTIAL, attacker.skill)
    if attacker.twoweapon is None:
        return _of(_SKILL, attacker.skill)
    return min(_of(_TWOWEAPON, attacker.skill), _of(_TWOWEAPON, attacker.twoweapon))


def _of(table, skill):
    return table[min(SKILLS.index(skill), len(table) - 1)]
