"""Vanilla NetHack 3.6.7, the baseline: to-hit by a d20, and armour class in the one role of both.

Facts read out of the game's code at tag NetHack-3.6.7_Released: functions find_roll_to_hit,
thitmonst, mattacku, thitu. AC counts down: 10 is a naked human, lower is better.
"""

import re

import numpy as np

from combat.dice import Distribution, constant, dice, mix, uniform
from combat.domain import numbers, plain, whole
from combat.nethack.rules import ENCUMBRANCES, SIZES, SKILLS
from combat.nethack.to_hit import Term, total

_SKILL = (-4, -4, 0, 2, 3)
_TWOWEAPON = (-9, -9, -7, -5, -3)
_BARE = (1, 1, 1, 2, 2, 3, 3)
_MARTIAL = (3, 3, 3, 4, 5, 6, 7)
_RIDING = (-2, -2, -1, 0, 0)


def strength_bonus(strength):
    """Return vanilla's to-hit bonus for Strength: 3..25, or exceptional strength as "18/50".

    Below 6 -2; 6-7 -1; 8-16 0; 17 to 18/50 +1; 18/51 to 18/99 +2; from 18/100 +3.
    ValueError for what can't be read.

    >>> [strength_bonus(s) for s in (5, 7, 16, 17, "18/50", "18/51", "18/100", 25)]
    [-2, -1, 0, 1, 1, 2, 3, 3]
    """
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
    """Return vanilla's to-hit bonus for Dexterity: -3 to -1 below 8, Dex - 14 from 14.

    >>> [dexterity_bonus(d) for d in (3, 5, 7, 8, 13, 14, 18)]
    [-3, -2, -1, 0, 0, 0, 4]
    """
    if dexterity < 4:
        return -3
    if dexterity < 6:
        return -2
    return -1 if dexterity < 8 else max(0, dexterity - 14)


def melee_terms(attacker, defender):
    """Return the terms of a player's melee attack on a monster; it hits if their sum > 1d20.

    1 + Luck + level + rings + the target's AC and so on. An artifact's die is a Distribution.

    >>> from combat.nethack import Attacker, Defender
    >>> [term.name for term in melee_terms(Attacker(player=True), Defender(ac=7))]
    ['base', 'level', "target's AC", 'strength', 'low level', 'bare hands']
    """
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
        Term("elf against orc", int(attacker.race == "elf" and "orc" in defender.kinds)),
        Term("encumbrance", _encumbrance(attacker)),
        Term("trapped", -3 * attacker.trapped),
        *_weapon_terms(attacker, defender),
        Term("skill", _skill(attacker)),
    ]
    if attacker.riding is not None:
        riding = _RIDING[min(SKILLS.index(attacker.riding), 4)]
        terms.append(Term("riding", riding - 2 * (attacker.twoweapon is not None)))
    shown = [
        term._replace(name="bare hands")
        if term.name == "skill" and attacker.weapon is None
        else term
        for term in terms
    ]
    # Strength 10 is shown though it is 0: a designer looks for it.
    return [
        term
        for term in shown
        if term.name == "strength" or isinstance(term.value, Distribution) or term.value
    ]


def missile_terms(attacker, defender):
    """Return the terms of a player's missile at a monster; it hits if their sum >= 1d20.

    -1 + Luck + AC + rings + level + Dexterity (no Strength) + 3 - distance (at least -4) + size
    and what the missile, its launcher and the way it flies add.

    >>> from combat.nethack import Attacker, Defender, Weapon
    >>> dart = Weapon(name="dart", kind="missile", to_hit=2)
    >>> near = Attacker(player=True, attack="thrown", weapon=dart)
    >>> total(missile_terms(near, Defender(ac=7)))
    13
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
        Term("target immobile", 4 * defender.paralyzed),
    ]
    if weapon is None:
        return _shown(terms)
    terms += _weapon_terms(attacker, defender)
    skilled = _SKILL[min(SKILLS.index(attacker.skill), 4)]
    launched = (
        attacker.attack == "fired"
        and launcher is not None
        and weapon.kind == "ammo"
        and launcher.skill == weapon.skill
    )
    if weapon.form == "boulder":
        terms.append(Term("boulder", 6))
    elif attacker.attack == "kicked":
        terms.append(Term("kicked", -5 if weapon.kind == "ammo" else -3))
    elif launched:
        elf_or_samurai = attacker.race == "elf" or attacker.role == "Samurai"
        terms += [
            Term("launcher", launcher.enchantment - launcher.erosion),
            Term("skill", skilled),
            Term("launcher's artifact", _artifact(launcher, defender)),
            Term("bow of elf or Samurai", int(elf_or_samurai and launcher.skill == "bow")),
            Term("own race's bow", int(_own_bow(attacker))),
        ]
    elif weapon.kind == "ammo":
        terms.append(Term("ammo without launcher", -4))
    else:
        flight = {"missile": 4 if weapon.name == "boomerang" else 2, "throwing": 2}
        if weapon.name == "heavy iron ball":
            flight[weapon.kind] = 2
        terms += [Term("thrown", flight.get(weapon.kind, -2)), Term("skill", skilled)]
    return _shown(terms)


def player_hit_chance(attacker, defender):
    """Return the chance in [0, 1] that a player's attack on a monster hits: a d20, exact.

    >>> from combat.nethack import Attacker, Defender
    >>> player_hit_chance(Attacker(player=True), Defender(ac=7))
    0.5
    """
    if attacker.engulfed:
        return 1.0
    melee = attacker.attack == "melee"
    target = total((melee_terms if melee else missile_terms)(attacker, defender))
    target = target if isinstance(target, Distribution) else constant(target)
    # Melee hits if T > 1d20, a missile if T >= 1d20.
    return float(np.clip((target.values - melee) / 20, 0, 1) @ target.chances)


def monster_hit_chance(
    level, ac, strike=0, *, helpless=False, unseen=False, trapped=False, weapon=0
):
    """Return the chance in [0, 1] that a monster's strike number `strike` (from 0) hits the hero.

    T = 10 + level + AC, at least 1, hits if T > 1d(20 + strike); of a negative AC a uniform
    1..|AC| counts. helpless +4 and weapon (enchantment and type) for the monster; unseen (it
    can't see the hero) and trapped -2. level >= 0 and ac broadcast. ValueError outside.

    >>> monster_hit_chance(1, 10), monster_hit_chance(10, -1), monster_hit_chance(1, 10, strike=1)
    (1.0, 0.9, 0.9523809523809523)
    """
    level, ac = np.broadcast_arrays(numbers("level", level, low=0), numbers("ac", ac))
    strike = int(whole("strike", strike, low=0))
    extra = 4 * helpless - 2 * unseen - 2 * trapped + weapon
    pairs = list(zip(level.ravel().tolist(), ac.ravel().tolist(), strict=True))
    # The 362 monsters of NetHack have 30 levels.
    known = {pair: _chance_at(pair[0] + extra, pair[1], strike) for pair in set(pairs)}
    return plain(np.array([known[pair] for pair in pairs]).reshape(level.shape))


def missile_hit_chance(
    ac, *, enchantment=0, distance=1, large=False, elf_with_bow=False, elven_bow=False
):
    """Return the chance in [0, 1] that a missile hits the hero: AC + 8 + ... > 1d20.

    enchantment of the missile; 3 - distance (at least -4); +1 against a large form, +1 from an
    elf's bow and 1 more if that is elven. Here a negative AC is not randomised.

    >>> missile_hit_chance(10, distance=3)
    0.85
    """
    archer = elf_with_bow + (elf_with_bow and elven_bow)
    score = ac + 8 + enchantment + max(-4, 3 - distance) + large + archer
    return float(np.clip((score - 1) / 20, 0, 1))


def monster_versus_monster(
    level, ac, strike=0, *, helpless=False, confused=False, weapon=0, elf_at_orc=False
):
    """Return the chance in [0, 1] that a monster's strike hits another monster.

    T = the defender's AC + the attacker's level, +4 if the defender is confused or helpless, +1
    for an elf at an orc; hits if T > 1d(20 + strike).

    >>> monster_versus_monster(5, 7)
    0.55
    """
    score = ac + level + 4 * (helpless or confused) + weapon + elf_at_orc
    return float(np.clip((score - 1) / (20 + strike), 0, 1))


def attack_chance(attacker, defender):
    """Return the chance in [0, 1] that the same blow hits in vanilla: whoever strikes at whom.

    A player's attack, a monster's at a player (its first strike) or at another monster, with
    the conditions that vanilla counts: helplessness, traps, and who can't be seen.

    >>> from combat.nethack import Attacker, Defender
    >>> attack_chance(Attacker(level=1), Defender(player=True, ac=4, unseen=True))
    0.6
    """
    if attacker.player:
        return player_hit_chance(attacker, defender)
    if not defender.player:
        return monster_versus_monster(
            attacker.level, defender.ac, helpless=defender.helpless, confused=defender.confused
        )
    return monster_hit_chance(
        attacker.level,
        defender.ac,
        helpless=defender.helpless,
        unseen=defender.unseen,
        trapped=attacker.trapped,
    )


def hero_damage(damage, ac, *, half_physical=False):
    """Return the distribution of damage to the hero of a melee hit, in hit points.

    With a negative AC a uniform 1..|AC| is taken off, at least 1 stays; half physical damage
    leaves half, rounded up. ValueError for dice that can't be read.

    >>> hero_damage("4d8", -10).mean, hero_damage("4d8", 10, half_physical=True).mean
    (12.5..., 9.25)
    """
    rolled = dice(damage)
    if ac < 0 and rolled.mean:
        rolled = (rolled - uniform(1, int(-ac))).map(lambda values: np.maximum(values, 1))
    return rolled.map(lambda values: -(-values // 2)) if half_physical else rolled


def armor_bonus(ac, enchantment=0, erosion=0):
    """Return what a worn piece takes off AC: type + enchantment - min(erosion, type).

    >>> armor_bonus(7, enchantment=2, erosion=3)
    6
    """
    return ac + enchantment - min(erosion, ac)


def _chance_at(score, ac, strike):
    counts = constant(ac) if ac >= 0 else -1 * uniform(1, int(-ac))
    target = np.maximum(10 + score + counts.values, 1)
    chances = np.clip((target - 1) / (20 + strike), 0, 1)
    return float(chances @ counts.chances)


def _monk(attacker):
    if attacker.role != "Monk":
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
    sea = 4 if {"in water", "swims"} <= kinds else 2 if "eel or snake" in kinds else 0
    return [
        Term("enchantment", weapon.enchantment),
        Term("weapon", weapon.to_hit),
        Term("artifact", _artifact(weapon, defender)),
        Term("blessed", 2 * (weapon.blessed and bool(kinds & {"demon", "undead"}))),
        Term("spear", 2 * (weapon.form == "spear" and "kebabable" in kinds)),
        Term("trident", sea * (weapon.form == "trident")),
        Term("pick", 2 * (weapon.form == "pick" and "diggable" in kinds)),
    ]


def _artifact(weapon, defender):
    fits = weapon.artifact_against in ("", *defender.kinds)
    return dice(weapon.artifact_die) if weapon.artifact_die != 0 and fits else 0


def _own_bow(attacker):
    own = {"elf": "elven bow", "orc": "orcish bow"}
    return attacker.launcher.name == own.get(attacker.race) or (
        attacker.role == "Samurai" and attacker.launcher.name == "yumi"
    )


def _shown(terms):
    return [term for term in terms if isinstance(term.value, Distribution) or term.value]


def turn_of_strikes(level, ac, strikes, *, helpless=False):
    """Return the distribution of damage to the hero in one action of a monster, in hit points.

    strikes: the dice of each, in order. The AC that counts for hitting is drawn once an action,
    so the strikes are not independent.

    >>> round(turn_of_strikes(5, -4, ("1d6", "1d6")).mean, 3)
    2.058
    """
    counts = constant(ac) if ac >= 0 else -1 * uniform(1, int(-ac))
    cases = []
    for value in counts.values:
        summed = constant(0)
        for place, strike in enumerate(strikes):
            target = max(1, 10 + level + 4 * helpless + value)
            chance = float(np.clip((target - 1) / (20 + place), 0, 1))
            summed = summed + mix([1 - chance, chance], [constant(0), hero_damage(strike, ac)])
        cases.append(summed)
    return mix(counts.chances, cases)


def turns_to_live(level, ac, strikes, hp, *, speed=12, max_turns=2000):
    """Return the distribution of the turn (from 1) in which a monster's melee kills the hero.

    strikes: the dice of each attack; hp >= 1; speed 12 is one action a turn, as in `exchange`.
    What is left after max_turns is counted as that turn. ValueError outside.

    >>> turns_to_live(1, 10, ("1d3",), 3).chances.round(3)
    array([0.333, 0.556, 0.111])
    """
    hp = int(whole("hp", hp, low=1))
    action = turn_of_strikes(level, ac, strikes)
    falls = np.zeros((hp + 1, hp + 1))
    for left in range(1, hp + 1):
        np.add.at(falls[left], np.maximum(left - action.values, 0), action.chances)
    falls[0, 0] = 1
    sure, rest = divmod(int(whole("speed", speed, low=0)), 12)
    turn = np.linalg.matrix_power(falls, sure)
    turn = turn @ ((1 - rest / 12) * np.eye(hp + 1) + rest / 12 * falls)
    now, dead = np.eye(hp + 1)[hp], [0.0]
    while dead[-1] < 1 - 1e-12 and len(dead) < max_turns:
        now = now @ turn
        dead.append(now[0])
    chances = np.diff([*dead[:-1], 1.0])
    possible = np.flatnonzero(chances)
    return Distribution(possible + 1, chances[possible])
