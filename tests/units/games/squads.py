"""A squad of ten against five heavily armoured, after Warhammer: attacks, wounds, saves, damage.

All models of the first squad attack, then those of the second. An attack hits on the model's skill,
wounds by strength against toughness (2+ with twice as much, 3+ with more, 4+, 5+ with less, 6+ with
half or less), and is saved by the armour, worsened by its piercing, or by the invulnerable save. It
is assigned to the model hurt worst; damage beyond its wounds is lost, the next attack goes to the
next. Whom a rifle wounds is shaken: 2 worse at hitting until the end of his next turn. Marines
throw grenades once, when there are three foes or more.
"""

import numpy as np

from tests.units.games.means import ended

TABLES = {
    "units": """\
name,hp,damage,skill,strength,toughness,piercing,save,invulnerable
Marine,2,1,3,4,4,1,3,7
Gunner,2,1d6,4,8,4,4,3,7
Terminator,4,1,5,8,5,2,2,4
""",
    "actions": """\
unit,action,times,uses,gives,when,strength,piercing
Marine,Grenade,3,1,,foes >= 3,3,0
Marine,Rifle,2,,shaken 1,,,
Terminator,Fists,3,,,,,
""",
    "statuses": """\
status,changes
shaken,skill +2
""",
}
CASES = {
    "": {
        "first": {"Marine": 9, "Gunner": 1},
        "second": {"Terminator": 5},
        "targeting": "weakest",
    }
}


def hit(attacker, defender):
    """An attack that hits, wounds and isn't saved."""
    strength, toughness = attacker.strength, defender.toughness
    wounds = 4 - np.sign(strength - toughness)
    wounds = wounds - (strength >= 2 * toughness) + (2 * strength <= toughness)
    save = np.minimum(defender.save + attacker.piercing, defender.invulnerable)
    through = [np.clip((7 - needed) / 6, 0, 5 / 6) for needed in (attacker.skill, wounds, save)]
    return through[0] * through[1] * (1 - through[2])


RULES = {"order": "first", "hit": hit}


RIFLE, GRENADE = (2, 3, 4, 1, 1), (3, 3, 3, 0, 1)


class Model:
    """One model: its wounds left, and its weapon: attacks, skill, strength, piercing, damage."""

    def __init__(self, wounds, weapon, toughness, save, invulnerable, grenade=False):
        self.wounds, self.weapon, self.grenade = wounds, weapon, grenade
        self.toughness, self.save, self.invulnerable = toughness, save, invulnerable
        self.shaken = False


def d6(rng):
    return rng.randint(1, 6)


def needed_to_wound(strength, toughness):
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def attack(rng, model, squad, weapon):
    """One attack; returns whom it wounded, or None."""
    _, skill, strength, piercing, damage = weapon
    there = [one for one in squad if one.wounds]
    if not there:
        return None
    target = min(there, key=lambda one: one.wounds)
    if d6(rng) < skill + (2 if model.shaken else 0):
        return None
    if d6(rng) < needed_to_wound(strength, target.toughness):
        return None
    if d6(rng) >= min(target.save + piercing, target.invulnerable):
        return None
    target.wounds = max(0, target.wounds - (d6(rng) if damage == "d6" else damage))
    return target


def marine():
    return Model(2, RIFLE, 4, 3, 7, grenade=True)


def gunner():
    return Model(2, (1, 4, 8, 4, "d6"), 4, 3, 7)


def terminator():
    return Model(4, (3, 5, 8, 2, 1), 5, 2, 4)


def squads_turn(rng, squad, others):
    """All its models attack."""
    for model in squad:
        if not model.wounds:
            continue
        weapon = model.weapon
        if model.grenade and sum(one.wounds > 0 for one in others) >= 3:
            model.grenade, weapon = False, GRENADE
        for _ in range(weapon[0]):
            wounded = attack(rng, model, others, weapon)
            if wounded and weapon == RIFLE:
                wounded.shaken = True
        model.shaken = False


def fight(rng, case):
    squad = [marine() for _ in range(9)] + [gunner()]
    others = [terminator() for _ in range(5)]
    rounds = 0
    while any(one.wounds for one in squad) and any(one.wounds for one in others):
        rounds += 1
        squads_turn(rng, squad, others)
        if any(one.wounds for one in others):
            squads_turn(rng, others, squad)
    return ended([one.wounds for one in squad], [one.wounds for one in others], rounds) | {
        "Grenade left": sum(one.grenade for one in squad)
    }
