"""Four heroes against goblins and bugbears, after the fifth edition of D&D.

Rules and numbers: System Reference Document 5.1 (CC BY 4.0), without critical hits; a hero who has
fallen stays so, and each one in a fireball takes damage of his own. Initiative is rolled once: d20
and a bonus. All strike at a random foe. The Fighter strikes twice, and once a fight gets his second
wind on the side. The Cleric blesses three heroes in the first round (+2 to hit), cures the one hurt
most of those below half, else burns with a sacred flame that a save avoids. The Rogue's attack is a
sneak attack while another hero stands. The Wizard throws a fireball at four while four foes stand,
who save for half; then magic missiles, which never miss; then fire bolts. Slots are for the day.
"""

import numpy as np

from combat.units import read_units

TABLES = {
    "units": """\
name,hp,attack,defense,damage,initiative,save,dc
Fighter,44,7,18,1d8+6,1,2,0
Cleric,38,0,18,2d8,0,1,14
Rogue,33,7,15,1d6+4,4,6,0
Wizard,27,7,13,2d10,3,5,0
Goblin,7,4,15,1d6+2,2,2,0
Bugbear,27,4,16,2d8+2,1,2,0
""",
    "actions": """\
unit,action,times,targets,whom,on,miss,heals,uses,gives,when,free,damage,attack,dc
Fighter,Second wind,,,,self,,1d10+5,1,,hp < 50 %,yes,,,
Fighter,Two blows,2,,,,,,,,,,,,
Cleric,Bless,,3,front,ally,,,1 a day,blessed 10,round = 1,,,,
Cleric,Cure wounds,,,,ally,,2d8+4,3 a day,,target hp < 50 %,,,,
Rogue,Sneak attack,,,,,,,,,allies >= 1,,1d6+3d6+4,,
Wizard,Fireball,,4,,,half,,2 a day,,foes >= 4,,8d6,,15
Wizard,Magic missile,,,,,,,4 a day,,,,3d4+3,100,
""",
    "statuses": """\
status,changes
blessed,attack +2
""",
}
HEROES = {"Fighter": 1, "Cleric": 1, "Rogue": 1, "Wizard": 1}
FOES = {"Goblin": 10, "Bugbear": 4}


def hit(attacker, defender):
    """A save failed, or an armour class met; natural 1 and 20 decide; 100 never misses."""
    failed = np.clip((attacker.dc - 1 - defender.save) / 20, 0, 1)
    met = np.clip((21 + attacker.attack - defender.defense) / 20, 0.05, 0.95)
    sure = np.where(attacker.attack >= 100, 1.0, met)
    return np.where(attacker.dc > 0, failed, sure)


RULES = {"order": "initiative", "hit": hit}

UNITS = read_units(
    TABLES["units"].encode(),
    actions=TABLES["actions"].encode(),
    statuses=TABLES["statuses"].encode(),
)
KINDS = {
    unit.name: (unit.hp, unit.attack, unit.defense, unit.initiative, unit.save) for unit in UNITS
}
SLOTS = {"bless": 1, "cure": 3, "fireball": 2, "missile": 4}


def dice(rng, count, sides):
    """Roll so many dice of a `random.Random`: their sum."""
    return sum(rng.randint(1, sides) for _ in range(count))


class Creature:
    """One who fights."""

    def __init__(self, kind):
        self.kind = kind
        self.full, self.bonus, self.armor, self.initiative, self.save = KINDS[kind]
        self.hp, self.blessed, self.wind = self.full, 0, 1

    def lose(self, points):
        self.hp = max(0, self.hp - points)

    def heal(self, points):
        self.hp = min(self.full, self.hp + points)


def strikes(rng, one, other, damage):
    """An attack with a d20."""
    d20, bonus = rng.randint(1, 20), one.bonus + (2 if one.blessed else 0)
    if d20 == 20 or (d20 > 1 and d20 + bonus >= other.armor):
        other.lose(damage)


def saves(rng, one, dc):
    return rng.randint(1, 20) + one.save >= dc


def standing(side):
    return [one for one in side if one.hp]


def heros_turn(rng, hero, heroes, foes, slots, number):
    """What a hero does."""
    if hero.kind == "Fighter":
        if hero.wind and hero.hp < 22:
            hero.wind = 0
            hero.heal(dice(rng, 1, 10) + 5)
        foe = rng.choice(standing(foes))
        for _ in range(2):
            if not foe.hp and standing(foes):
                foe = rng.choice(standing(foes))
            strikes(rng, hero, foe, dice(rng, 1, 8) + 6)
    elif hero.kind == "Cleric":
        clerics_turn(rng, heroes, foes, slots, number)
    elif hero.kind == "Rogue":
        sneaks = len(standing(heroes)) > 1
        strikes(rng, hero, rng.choice(standing(foes)), dice(rng, 4 if sneaks else 1, 6) + 4)
    else:
        wizards_turn(rng, hero, foes, slots)


def clerics_turn(rng, heroes, foes, slots, number):
    low = [one for one in standing(heroes) if one.hp < one.full / 2]
    if number == 1 and slots["bless"]:
        slots["bless"] -= 1
        for one in standing(heroes)[:3]:
            # The turn in which she blesses herself doesn't count.
            one.blessed = 11 if one.kind == "Cleric" else 10
    elif low and slots["cure"]:
        slots["cure"] -= 1
        max(low, key=lambda one: one.full - one.hp).heal(dice(rng, 2, 8) + 4)
    else:
        foe = rng.choice(standing(foes))
        if not saves(rng, foe, 14):
            foe.lose(dice(rng, 2, 8))


def wizards_turn(rng, wizard, foes, slots):
    there = standing(foes)
    if slots["fireball"] and len(there) >= 4:
        slots["fireball"] -= 1
        for foe in rng.sample(there, 4):
            damage = dice(rng, 8, 6)
            foe.lose(damage // 2 if saves(rng, foe, 15) else damage)
    elif slots["missile"]:
        slots["missile"] -= 1
        rng.choice(there).lose(dice(rng, 3, 4) + 3)
    else:
        strikes(rng, wizard, rng.choice(there), dice(rng, 2, 10))


def fought(rng, heroes, foes, slots):
    """A fight to its end."""
    rolled = {one: (one.initiative + rng.randint(1, 20), rng.random()) for one in heroes + foes}
    turns, number = sorted(rolled, key=rolled.get, reverse=True), 0
    for one in heroes:
        one.blessed, one.wind = 0, 1
    while True:
        number += 1
        for one in turns:
            if not one.hp:
                continue
            if one in heroes:
                heros_turn(rng, one, heroes, foes, slots, number)
            else:
                damage = dice(rng, 1, 6) if one.kind == "Goblin" else dice(rng, 2, 8)
                strikes(rng, one, rng.choice(standing(heroes)), damage + 2)
            one.blessed = max(0, one.blessed - 1)
            if not standing(heroes) or not standing(foes):
                return


def mustered(army):
    return [Creature(kind) for kind, count in army.items() for _ in range(count)]


def one_fight(rng):
    fought(rng, mustered(HEROES), mustered(FOES), dict(SLOTS))
