"""A lord and four enemies one after another, after Fire Emblem, with potions.

An exchange: the attacker, the other, then who is faster by 5 once more. A blow hits if the mean of
two random numbers from 0 to 99 is below the chance that is shown; one number below the critical
chance triples the damage. In his phase the lord attacks, or drinks at 8 hit points or less (10 hit
points, three times a day); in the enemies' phase the one before him attacks. When an enemy has
fallen the next one comes in the lord's next phase. Names and numbers are invented.
"""

import numpy as np

from combat.dice import mix

TABLES = {
    "units": """\
name,hp,damage,armor,accuracy,avoid,critical,speed
Lord,22,13,5,100,28,10,11
Axe,20,13,3,80,10,0,6
Sword,18,10,4,95,25,5,16
Armour,24,14,8,85,5,0,4
Captain,26,15,5,90,15,10,9
""",
    "actions": """\
unit,action,on,heals,uses,when
Lord,Potion,self,10,3 a day,hp <= 8
""",
    "statuses": """\
status
""",
}
ENEMIES = ("Axe", "Sword", "Armour", "Captain")
CASES = {"": {"first": {"Lord": 1}, "second": [{name: 1} for name in ENEMIES], "rest": 0}}


def hit(attacker, defender):
    """The chance that the mean of two random numbers is below the one that is shown."""
    shown = np.asarray(attacker.accuracy - defender.avoid)[..., None]
    return np.clip(2 * shown - np.arange(100), 0, 100).sum(axis=-1) / 10_000


def damage(attacker, defender):
    plain, chance = attacker.damage - defender.armor, attacker.critical / 100
    return mix([1 - chance, chance], [plain, 3 * plain])


RULES = {"order": "exchange", "hit": hit, "damage": damage}

KINDS = {  # hit points, strength, defence, hit, avoid, critical, speed
    "Lord": (22, 13, 5, 100, 28, 10, 11),
    "Axe": (20, 13, 3, 80, 10, 0, 6),
    "Sword": (18, 10, 4, 95, 25, 5, 16),
    "Armour": (24, 14, 8, 85, 5, 0, 4),
    "Captain": (26, 15, 5, 90, 15, 10, 9),
}


class Creature:
    """One who fights."""

    def __init__(self, kind):
        numbers = KINDS[kind]
        self.hp, self.strength, self.defense, self.hit, self.avoid = numbers[:5]
        self.critical, self.speed = numbers[5:]


def blow(rng, one, other):
    if not one.hp or not other.hp:
        return
    if (rng.randrange(100) + rng.randrange(100)) / 2 < one.hit - other.avoid:
        points = one.strength - other.defense
        tripled = rng.randrange(100) < one.critical
        other.hp = max(0, other.hp - (3 * points if tripled else points))


def exchange(rng, one, other):
    blow(rng, one, other)
    blow(rng, other, one)
    if one.speed - other.speed >= 5:
        blow(rng, one, other)
    elif other.speed - one.speed >= 5:
        blow(rng, other, one)


def fight(rng, case):
    lord, potions, said, rounds = Creature("Lord"), 3, {}, 0
    for number, name in enumerate(ENEMIES, 1):
        enemy, rounds = Creature(name), 0
        while lord.hp and enemy.hp:
            rounds += 1
            if rounds % 2 == 0:
                exchange(rng, enemy, lord)
            elif potions and lord.hp <= 8:
                potions -= 1
                lord.hp = min(22, lord.hp + 10)
            else:
                exchange(rng, lord, enemy)
        said[f"through {number}"] = lord.hp > 0
    return said | {"left": lord.hp, "survivors": lord.hp > 0, "Potion left": potions}
