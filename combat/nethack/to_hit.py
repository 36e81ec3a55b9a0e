"""The proposal's to-hit bonuses: the terms of attacker and defender, and their net."""

from typing import NamedTuple

from combat.dice import Distribution, dice, mix, uniform
from combat.nethack.chance import hit_chance
from combat.nethack.people import Attacker, Defender
from combat.nethack.rules import ENCUMBRANCES, SIZES, Rules, of_skill
from combat.nethack.slots import armor_ev

_OFF_WEAPONS = ("launcher", "ammo", "missile")
_STRIKER, _TARGET = Attacker(), Defender()  # of whom nothing is said


class Term(NamedTuple):
    """One line of a sum: its name and its value in points, a number or a Distribution."""

    name: str
    value: float | Distribution


def attacker_terms(attacker, defender=_TARGET, rules=Rules()):
    """Return the terms of the attacker's bonus that aren't 0, as a list of Term, in points.

    "Getting a higher number in this calculation is good for the attacker." Random terms (Luck,
    an artifact's die) are Distributions. "Other modifications" and an artifact's bonus depend on
    the defender.

    >>> attacker_terms(Attacker(player=True, dexterity=18, skill="Expert"))
    [Term(name='dexterity', value=2), Term(name='skill', value=4)]
    """
    weapon = _used(attacker)
    return _counting(
        _person(attacker, weapon, rules)
        | (_weapon(attacker, weapon, defender, rules) if weapon else {})
        | _situation(attacker, defender, rules)
    )


def defender_terms(defender, rules=Rules(), *, attacker=_STRIKER):
    """Return the terms of the defender's bonus that aren't 0, as a list of Term, in points.

    attacker: he may be blinded, and so not see the defender.

    >>> defender_terms(Defender(size="large", evasion=3, trapped=True))
    [Term(name='evasion', value=3), Term(name='size', value=-1), Term(name='trapped', value=-4)]
    """
    shield = not (defender.wounded_arms and rules.wounded_arms_shield)
    divine = min(defender.divine_protection, rules.divine_cap)
    return _counting(
        {
            "evasion": defender.evasion,
            "protection": max(divine, defender.spell_protection) + defender.rings_of_protection,
            "rings of evasiveness": defender.rings_of_evasiveness,
            "size": rules.size_middle - SIZES[defender.size],
            "armour EV": armor_ev(defender.armor, shield=shield),
            "martial arts": _martial_arts(defender, rules),
            "luck": _luck(defender, rules),
            "unseen by the attacker": (defender.unseen or attacker.blinded) * rules.defender_unseen,
            "confused": defender.confused * rules.defender_confused,
            "fleeing": (defender.fleeing and not defender.player) * rules.fleeing,
            "stunned": defender.stunned * rules.defender_stunned,
            "blinded": defender.blinded * rules.defender_blinded,
            "trapped": defender.trapped * rules.defender_trapped,
            "sleeping": defender.sleeping * rules.sleeping,
            "paralysed": (defender.paralyzed and not defender.sleeping) * rules.paralyzed,
            **_burden(defender, rules),
        }
    )


def total(terms):
    """Return the sum of the terms: a number, or a Distribution if any of them is random."""
    values = [term.value for term in terms]
    # The numbers first: each would shift the random ones anew.
    return sum(sorted(values, key=lambda value: isinstance(value, Distribution)), start=0)


def net(attacker, defender, rules=Rules()):
    """Return attacker bonus minus defender bonus, in points: a number or a Distribution.

    >>> net(Attacker(level=8), Defender(evasion=3))
    -1.0
    """
    return total(attacker_terms(attacker, defender, rules)) - total(
        defender_terms(defender, rules, attacker=attacker)
    )


def mean_of(points):
    """Return the mean of points that may be random: a number or a Distribution."""
    return points.mean if isinstance(points, Distribution) else points


def override(attacker, defender):
    """Return the result of an "overriding special case": "caught", "missed", or "" for none."""
    # "Gem class objects thrown at a unicorn always 'hit' by getting caught"; "Your quest artifact
    # thrown at your quest leader is always caught, unless they are hostile, sleeping, or
    # paralyzed". A sleeping or paralysed unicorn is missed, as in vanilla.
    # To throw is to fire, too: the game makes no difference here.
    weapon = attacker.weapon
    if attacker.attack not in ("thrown", "fired") or weapon is None:
        return ""
    if weapon.form == "gem" and "unicorn" in defender.kinds:
        return "missed" if defender.helpless else "caught"
    own = weapon.quest_artifact_of and weapon.quest_artifact_of == attacker.role
    if own and "quest leader" in defender.kinds and not (defender.hostile or defender.helpless):
        return "caught"
    return ""


def attack_chance(attacker, defender, *, sd=8.0, rules=Rules()):
    """Return the chance in [0, 1] that this attack hits, special cases included ("caught" is 1).

    >>> round(attack_chance(Attacker(level=8), Defender()), 3)
    0.599
    """
    if special := override(attacker, defender):
        return float(special == "caught")
    return hit_chance(net(attacker, defender, rules), sd=sd)


def luck_die(luck, rules=Rules()):
    """Return the points that Luck adds to one roll: a Distribution, or a number if not random.

    "1d(Luck/2)": with n = |Luck|/2 rounded down, 0 if n is 0, else 1..n with the sign of Luck.
    Luck in -13..13.

    >>> luck_die(13), luck_die(1), luck_die(-5)
    (Distribution(1..6, mean 3.5), 0, Distribution(-2..-1, mean -1.5))
    """
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


def launched(attacker):
    """Return whether an attacker fires ammo from a launcher that it fits."""
    weapon, launcher = attacker.weapon, attacker.launcher
    return (
        attacker.attack == "fired"
        and None not in (weapon, launcher)
        and (weapon.kind, launcher.kind) == ("ammo", "launcher")
        and launcher.skill == weapon.skill
    )


def _counting(points):
    """The terms that aren't 0."""
    return [Term(name, value) for name, value in points.items() if value]


def _used(attacker):
    """The weapon that this attack uses, or None."""
    # "Monsters will not make a 'weapon' attack against you by swinging a launcher or other
    # non-melee weapon at you, preferring to unwield it and hit you normally."
    weapon, swung = attacker.weapon, attacker.attack == "melee" and not attacker.player
    unwielded = weapon and swung and weapon.kind in _OFF_WEAPONS
    return None if unwielded or attacker.attack in ("spell", "wand") else weapon


def _person(attacker, weapon, rules):
    natural = weapon is None and attacker.attack == "melee"
    trained = attacker.player and not (attacker.polymorphed and natural)
    two, riding = trained and attacker.twoweapon, attacker.riding
    clad = attacker.role == "Monk" and attacker.body_armor
    return {
        "level": (not trained) * attacker.level * rules.monster_level,
        "dexterity": trained * dexterity_bonus(attacker.dexterity, rules),
        "skill": trained * of_skill(rules.skill_bonus, attacker.skill),
        "two weapons": of_skill(rules.twoweapon_penalty, two) if two else 0,
        "rings of increase accuracy": attacker.rings_of_increase_accuracy,
        "luck": _luck(attacker, rules),
        "Monk in body armour": clad * rules.monk_body_armor,
        "riding": of_skill(rules.riding_penalty, riding) if riding else 0,
    }


def _weapon(attacker, weapon, defender, rules):
    melee, ranged, kinds = attacker.attack == "melee", attacker.ranged, defender.kinds
    fits, launcher = launched(attacker), attacker.launcher
    ill_suited = weapon.kind in _OFF_WEAPONS or weapon.name == "boomerang"
    flies = weapon.kind in ("ammo", "missile", "throwing")
    stray, boulder = weapon.kind == "ammo" and not fits, weapon.form == "boulder"
    ya = fits and (weapon.name, launcher.name) == ("ya", "yumi") and attacker.role == "Samurai"
    return {
        "weapon": weapon.to_hit,
        "enchantment": rules.enchantment_hits * weapon.enchantment,
        "artifact": artifact(weapon, kinds),
        "launcher's artifact": artifact(launcher, kinds) if fits else 0,
        "launcher's enchantment": launcher.enchantment if fits else 0,
        "no melee weapon": (melee and ill_suited) * rules.non_melee,
        "wrong launcher or none": (ranged and stray) * rules.wrong_launcher,
        "ya from a yumi": ya * rules.yumi,
        "boulder": (ranged and boulder) * rules.boulder,
        "no projectile": (ranged and not (flies or boulder)) * rules.no_projectile,
        # Other modifications
        "blessed": (weapon.blessed and bool(kinds & {"demon", "undead"})) * rules.blessed,
        "spear": (weapon.form == "spear" and "kebabable" in kinds) * rules.spear,
        "trident": (weapon.form == "trident" and "in water" in kinds) * rules.trident,
        "pick": (weapon.form == "pick" and "earthy" in kinds) * rules.pick,
    }


def artifact(weapon, kinds):
    """Return the die of an artifact against a defender of these kinds, 0 if there is none."""
    counts = weapon.artifact_die != 0 and weapon.artifact_against in ("", *kinds)
    return dice(weapon.artifact_die) if counts else 0


def _situation(attacker, defender, rules):
    ranged, unseen = attacker.ranged, attacker.unseen or defender.blinded
    slippery = attacker.slippery_fingers and not attacker.fumbling
    return {
        "distance": ranged * max(attacker.distance * rules.distance, rules.distance_floor),
        "Ranger": (ranged and attacker.role == "Ranger") * rules.ranger,
        "kicked": (attacker.attack == "kicked") * rules.kicked,
        "engulfed": attacker.engulfed * rules.engulfed,
        "unseen by the defender": unseen * rules.attacker_unseen,
        "fumbling": attacker.fumbling * rules.fumbling,
        "slippery fingers": slippery * rules.slippery,
        "stunned": attacker.stunned * rules.attacker_stunned,
        "blinded": attacker.blinded * rules.attacker_blinded,
        "confused": attacker.confused * rules.attacker_confused,
        "trapped": attacker.trapped * rules.attacker_trapped,
        "wounded arms": attacker.wounded_arms * rules.wounded_arms,
        **_burden(attacker, rules),
        "flanking": attacker.flanking * rules.flanking,
    }


def _burden(person, rules):
    points = rules.encumbrance[ENCUMBRANCES.index(person.encumbrance)]
    return {person.encumbrance: person.player * points}


def _martial_arts(defender, rules):
    worn = {piece.slot for piece in defender.armor}
    bare = not defender.armed and not worn & {"torso", "shield"}
    arts = of_skill(rules.monk_defense, defender.martial_arts)
    return (defender.role == "Monk" and bare) * arts


def _luck(person, rules):
    if person.player or not person.luckstone:
        return luck_die(person.luck, rules)
    lucks = luckstone_luck()
    return mix(lucks.chances, [luck_die(luck, rules) for luck in lucks.values.tolist()])
