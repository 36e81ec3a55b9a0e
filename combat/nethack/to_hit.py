"""The proposal's to-hit bonuses: the terms of attacker and defender, and their net."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from combat.dice import Distribution, constant, dice, mix, uniform
from combat.nethack.chance import hit_chance
from combat.nethack.rules import ENCUMBRANCES, SIZES, SKILLS, Rules, of_skill
from combat.nethack.slots import armor_ev

_OFF_WEAPONS = ("launcher", "ammo", "missile")


class Term(NamedTuple):
    """One line of a sum: its name and its value in points, a number or a Distribution."""

    name: str
    value: float | Distribution


def attacker_terms(attacker, defender=None, rules=Rules()):
    """Return the terms of the attacker's bonus that apply, as a list of Term, in points.

    "Getting a higher number in this calculation is good for the attacker." Random terms (Luck,
    an artifact's die) are Distributions. "Other modifications" and an artifact's bonus depend on
    the defender; without one they are left out. ValueError for a skill that has no entry in its
    table.

    >>> from combat.nethack import Attacker
    >>> attacker_terms(Attacker(player=True, dexterity=18, skill="Expert"))
    [Term(name='dexterity', value=2), Term(name='skill', value=4)]
    """
    attacker = _with_what_it_uses(attacker, rules)
    return _counting(
        *_person(attacker, rules),
        *_weapon(attacker, defender, rules),
        *_flight(attacker, rules),
        *_conditions(attacker, defender, rules),
        *_modifications(attacker, defender, rules),
    )


def defender_terms(defender, rules=Rules(), *, attacker=None):
    """Return the terms of the defender's bonus that apply, as a list of Term, in points.

    attacker: if given, he may be blinded, and so not see the defender; and in one alternative of
    the rules, size counts only against his missiles.

    >>> from combat.nethack import Defender
    >>> defender_terms(Defender(size="large", evasion=3, trapped=True))
    [Term(name='evasion', value=3), Term(name='size', value=-1), Term(name='trapped', value=-4)]
    """
    missile = attacker is not None and attacker.attack in ("thrown", "fired", "kicked")
    blind = attacker is not None and attacker.blinded and not rules.blind_see
    shield = not (defender.wounded_arms and rules.wounded_arms_shield)
    protection, luck = _protection(defender, rules), _luck(defender, rules)
    dexterity = dexterity_bonus(defender.dexterity, rules)
    paralyzed = defender.paralyzed and (rules.sleep_stacks or not defender.sleeping)
    return _counting(
        (True, "evasion", defender.evasion),
        (protection, "protection", protection),
        (defender.rings_of_evasiveness, "rings of evasiveness", defender.rings_of_evasiveness),
        (rules.size_applies == "always" or missile, "size", _size(defender, rules)),
        (defender.armor, "armour EV", armor_ev(defender.armor, shield=shield)),
        (rules.dexterity_defends and defender.player, "dexterity", dexterity),
        *_martial_arts(defender, rules),
        (luck, "luck", luck),
        (defender.unseen or blind, "unseen by the attacker", rules.defender_unseen),
        (defender.confused, "confused", rules.defender_confused),
        (defender.fleeing and not defender.player, "fleeing", rules.fleeing),
        (defender.stunned, "stunned", rules.defender_stunned),
        (defender.blinded, "blinded", rules.defender_blinded),
        (defender.trapped, "trapped", rules.defender_trapped),
        (defender.sleeping, "sleeping", rules.sleeping),
        (paralyzed, "paralysed", rules.paralyzed),
        _burden(defender, rules),
    )


def total(terms):
    """Return the sum of the terms: a number, or a Distribution if any of them is random."""
    values = [term.value for term in terms]
    # The numbers first: each would shift the random ones anew.
    return sum(sorted(values, key=lambda value: isinstance(value, Distribution)), start=0)


def net(attacker, defender, rules=Rules()):
    """Return attacker bonus minus defender bonus, in points: a number or a Distribution.

    >>> from combat.nethack import Attacker, Defender
    >>> net(Attacker(level=8), Defender(evasion=3))
    -1.0
    """
    return total(attacker_terms(attacker, defender, rules)) - total(
        defender_terms(defender, rules, attacker=attacker)
    )


def mean_of(points):
    """Return the mean of points that may be random: a number or a Distribution."""
    return points.mean if isinstance(points, Distribution) else points


def override(attacker, defender, rules=Rules()):
    """Return the result of an "overriding special case": "caught", "missed", or "" for none."""
    # "Gem class objects thrown at a unicorn always 'hit' by getting caught"; "Your quest artifact
    # thrown at your quest leader is always caught, unless they are hostile, sleeping, or
    # paralyzed". A sleeping or paralysed unicorn is missed, as in vanilla.
    # To throw is to fire, too: the game makes no difference here.
    weapon = attacker.weapon
    if attacker.attack not in ("thrown", "fired") or weapon is None:
        return ""
    if weapon.form == "gem" and "unicorn" in defender.kinds:
        return "missed" if defender.helpless and rules.helpless_unicorn_misses else "caught"
    own = weapon.quest_artifact_of and weapon.quest_artifact_of == attacker.role
    if own and "quest leader" in defender.kinds and not (defender.hostile or defender.helpless):
        return "caught"
    return ""


def attack_chance(attacker, defender, *, sd=8.0, rules=Rules()):
    """Return the chance in [0, 1] that this attack hits, special cases included ("caught" is 1).

    >>> from combat.nethack import Attacker, Defender
    >>> round(attack_chance(Attacker(level=8), Defender()), 3)
    0.599
    """
    special = override(attacker, defender, rules)
    if special:
        return float(special == "caught")
    if attacker.attack in ("spell", "wand") and not rules.bolts_roll:
        return 1.0
    return hit_chance(net(attacker, defender, rules), sd=sd)


def luck_die(luck, rules=Rules()):
    """Return the points that Luck adds to one roll: a Distribution, or a number if not random.

    "1d(Luck/2)": with n = |Luck|/2 rounded down, 0 if n is 0, else 1..n with the sign of Luck. A
    Distribution of Luck gives the mixture. Luck in -13..13.

    >>> luck_die(13), luck_die(1), luck_die(-5)
    (Distribution(1..6, mean 3.5), 0, Distribution(-2..-1, mean -1.5))
    """
    if isinstance(luck, Distribution):
        parts = [luck_die(int(value), rules) for value in luck.values]
        return mix(luck.chances, [p if isinstance(p, Distribution) else constant(p) for p in parts])
    reach = abs(luck) if rules.luck_die == "whole" else abs(luck) // 2
    if reach == 0:
        return 0
    return uniform(1, reach) if luck > 0 else uniform(-reach, -1)


def luckstone_luck():
    """Return the Luck of a monster with a luckstone: "3 + 1d3"."""
    return 3 + uniform(1, 3)


def dexterity_bonus(dexterity, rules=Rules()):
    """Return "floor((Dex-10)/4)" in points."""
    return (dexterity - rules.dexterity_middle) // rules.dexterity_step


def _counting(*lines):
    """The terms of lines (whether it counts, name, points) that count."""
    return [Term(name, points) for counts, name, points in lines if counts]


def _as_monster(attacker, rules):
    natural = attacker.weapon is None and attacker.attack == "melee"
    by_form = rules.polymorphed == "by attack" and natural
    return not attacker.player or (attacker.polymorphed and by_form)


def _with_what_it_uses(attacker, rules):
    """The attacker with a weapon only if this attack uses it."""
    if attacker.weapon is None:
        return attacker
    # "Monsters will not make a 'weapon' attack against you by swinging a launcher or other
    # non-melee weapon at you, preferring to unwield it and hit you normally."
    swung = attacker.attack == "melee" and not attacker.player and rules.monsters_unwield
    unwielded = swung and attacker.weapon.kind in _OFF_WEAPONS
    cast = attacker.attack in ("spell", "wand")
    return replace(attacker, weapon=None) if unwielded or cast else attacker


def _person(attacker, rules):
    form = _as_monster(attacker, rules)
    share = rules.monster_level if form else rules.player_level
    level = attacker.level * share
    yield form or share, "level", np.floor(level).item() if rules.level_down else level
    if not form:
        skill, two = attacker.skill, attacker.twoweapon
        yield True, "dexterity", dexterity_bonus(attacker.dexterity, rules)
        if two is None or rules.twoweapon == "added":
            yield True, "skill", of_skill(rules.skill_bonus, "skill", skill)
        if two is not None:
            yield True, "two weapons", of_skill(rules.twoweapon_penalty, "twoweapon", two)
    rings, luck = attacker.rings_of_increase_accuracy or (0,), _luck(attacker, rules)
    best = sum(rings) if rules.rings == "sum" else max(rings)
    yield attacker.rings_of_increase_accuracy, "rings of increase accuracy", best
    yield luck, "luck", luck
    clad = attacker.role == "Monk" and attacker.body_armor
    yield clad, "Monk in body armour", rules.monk_body_armor
    if attacker.riding is not None:
        yield True, "riding", of_skill(rules.riding_penalty, "riding", attacker.riding)


def _weapon(attacker, defender, rules):
    weapon, launcher = attacker.weapon, attacker.launcher
    if weapon is None:
        return
    yield weapon.to_hit, "weapon", weapon.to_hit
    yield rules.enchantment_hits, "enchantment", weapon.enchantment
    yield from _artifact(weapon, defender, rules)
    if launched(attacker):
        yield from _artifact(launcher, defender, rules)
        yield True, "launcher's enchantment", launcher.enchantment
    ill_suited = weapon.kind in ("ammo", "launcher") or weapon.name == "boomerang"
    missile = weapon.kind == "missile" and rules.non_melee == "list"
    unfit = attacker.attack == "melee" and (ill_suited or missile)
    yield unfit, "no melee weapon", rules.non_melee_penalty


def _artifact(weapon, defender, rules):
    if defender is None or weapon.artifact_die == 0:
        return
    die = dice(weapon.artifact_die)
    fits = weapon.artifact_against in ("", *defender.kinds)
    yield fits, "artifact", die.mean if rules.artifact_bonus == "mean" else die


def _flight(attacker, rules):
    if not attacker.ranged:
        return
    far, floor = attacker.distance * rules.distance, rules.distance_floor
    yield True, "distance", far if floor is None else max(far, floor)
    yield attacker.role == "Ranger", "Ranger", rules.ranger
    yield attacker.attack == "kicked", "kicked", rules.kicked
    weapon = attacker.weapon
    if weapon is None:
        return
    fits, boulder = launched(attacker), weapon.form == "boulder"
    unfit = weapon.kind == "ammo" and not fits
    yield unfit, "wrong launcher or none", rules.wrong_launcher_penalty
    ya = fits and (weapon.name, attacker.launcher.name) == ("ya", "yumi")
    yield ya and attacker.role == "Samurai", "ya from a yumi", rules.yumi
    yield boulder, "boulder", rules.boulder
    no_projectile = not weapon.is_projectile or (unfit and rules.wrong_launcher == "stacks")
    yield no_projectile and not boulder, "no projectile", rules.no_projectile


def launched(attacker):
    """Return whether an attacker fires ammo from a launcher that it fits."""
    weapon, launcher = attacker.weapon, attacker.launcher
    return (
        attacker.attack == "fired"
        and None not in (weapon, launcher)
        and (weapon.kind, launcher.kind) == ("ammo", "launcher")
        and launcher.skill == weapon.skill
    )


def _conditions(attacker, defender, rules):
    unseeing = defender is not None and (
        (defender.sleeping and not rules.sleeper_sees) or (defender.blinded and not rules.blind_see)
    )
    slippery = attacker.slippery_fingers and not attacker.fumbling
    return (
        (attacker.engulfed, "engulfed", rules.engulfed),
        (attacker.unseen or unseeing, "unseen by the defender", rules.attacker_unseen),
        (attacker.fumbling, "fumbling", rules.fumbling),
        (slippery, "slippery fingers", rules.slippery),
        (attacker.stunned, "stunned", rules.attacker_stunned),
        (attacker.blinded, "blinded", rules.attacker_blinded),
        (attacker.confused, "confused", rules.attacker_confused),
        (attacker.trapped, "trapped", rules.attacker_trapped),
        (attacker.wounded_arms and rules.wounded_arms, "wounded arms", rules.wounded_arms),
        _burden(attacker, rules),
        (attacker.flanking, "flanking", rules.flanking),
    )


def _burden(person, rules):
    points = rules.encumbrance[ENCUMBRANCES.index(person.encumbrance)]
    return person.player and points, person.encumbrance, points


def _modifications(attacker, defender, rules):
    weapon = attacker.weapon
    if weapon is None or defender is None:
        return
    kinds = defender.kinds
    yield weapon.blessed and kinds & {"demon", "undead"}, "blessed", rules.blessed
    yield weapon.form == "spear" and "kebabable" in kinds, "spear", rules.spear
    yield weapon.form == "trident" and "in water" in kinds, "trident", rules.trident
    yield weapon.form == "pick" and "earthy" in kinds, "pick", rules.pick


def _protection(defender, rules):
    divine = min(defender.divine_protection, rules.divine_cap)
    best = max(divine, defender.spell_protection)
    ring = defender.rings_of_protection
    return best + ring if rules.ring_of_protection == "added" else max(best, ring)


def _size(defender, rules):
    value = rules.gigantic if defender.size == "gigantic" else SIZES[defender.size]
    return rules.size_middle - value


def _martial_arts(defender, rules):
    able = defender.role == "Monk" or rules.martial_artists == "all"
    if able and not defender.armed and not defender.wears("torso", "shield"):
        yield True, "martial arts", rules.monk_defense[SKILLS.index(defender.martial_arts)]


def _luck(person, rules):
    luck = luckstone_luck() if person.luckstone and not person.player else person.luck
    return luck_die(luck, rules)
