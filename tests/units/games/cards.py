"""A hero with a deck against three cultists, as in a card game of building decks.

The hero plays first. In his first two turns he flexes on the side (2 more damage with each blow,
every time). He plays a bash (8, and the target takes half as much again for its next two turns)
while his target isn't so exposed, twice; a vial at all of them, twice, from the third turn on (only
what he has flexed for, and with 9 in 10 a dose of poison: at the start of a turn 1d3 is lost, with
a second dose twice that); else two blows of 6. He aims at the cultist with the fewest hit points
left. A cultist chants in his first turn; from then on each of his turns makes his stabs stronger by
2. The eldest regrows 3 points a turn, from the second on, when the poison takes its own: one sum.
Fractions are rounded down.
"""

import numpy as np

from tests.units.games.means import ended

TABLES = {
    "units": """\
name,hp,damage,accuracy,exposure
Hero,85,6,1,1
Cultist,34,4,0.9,1
Eldest,40,5,0.9,1
""",
    "actions": """\
unit,action,times,targets,on,uses,gives,gets,when,free,damage,accuracy
Hero,Flex,,,self,,,strong,round <= 2,yes,,
Hero,Bash,,,,2,exposed 2,,not target exposed,,8,
Hero,Vial,,all,,2,poisoned,,round >= 3,,0,0.9
Hero,Blows,2,,,,,,,,,
Eldest,Regrow,,,self,,,regrowing,not regrowing,yes,,
*,Ritual,,,self,,,strong,chanting,yes,,
Cultist,Chant,,,self,,,chanting,not chanting,,,
Eldest,Chant,,,self,,,chanting,not chanting,,,
""",
    "statuses": """\
status,changes,loses,gains,stacks
strong,damage +2,,,100
exposed,exposure x 1.5,,,
poisoned,,1d3,,2
regrowing,,,3,
chanting,,,,
""",
}
CASES = {
    "": {
        "first": {"Hero": 1},
        "second": {"Cultist": 2, "Eldest": 1},
        "targeting": "weakest",
    }
}


def hit(attacker, defender):
    return attacker.accuracy


def damage(attacker, defender):
    return (attacker.damage * defender.exposure).map(np.floor)


RULES = {"order": "first", "hit": hit, "damage": damage, "least": 0}


class Cultist:
    """One of the three."""

    def __init__(self, hp, stab, eldest=False):
        self.full, self.hp, self.stab, self.eldest = hp, hp, stab, eldest
        self.chants, self.exposed, self.poison, self.turns = False, 0, 0, 0


def struck(one, points):
    one.hp = max(0, one.hp - int(points * (1.5 if one.exposed else 1)))


def weakest(cultists):
    return min((one for one in cultists if one.hp), key=lambda one: one.hp, default=None)


def heros_turn(rng, cultists, left, turn, strength):
    target = weakest([one for one in cultists if not one.exposed])
    if left["Bash"] and target:
        left["Bash"] -= 1
        struck(target, 8 + strength)
        target.exposed = 2
    elif left["Vial"] and turn >= 3:
        left["Vial"] -= 1
        for one in cultists:
            if one.hp and rng.random() < 0.9:
                struck(one, strength)
                one.poison = min(2, one.poison + 1)
    else:
        target = weakest(cultists)
        for _ in range(2):
            if not target.hp:
                target = weakest(cultists) or target
            struck(target, 6 + strength)


def cultists_turn(rng, one):
    """What he does; returns what the hero loses."""
    one.turns += 1
    regrown = 3 if one.eldest and one.turns > 1 else 0
    one.hp = min(one.full, max(0, one.hp - rng.randint(1, 3) * one.poison + regrown))
    if not one.hp:
        return 0
    if one.chants:
        one.stab += 2
    chanted, one.chants = one.chants, True
    one.exposed = max(0, one.exposed - 1)
    return one.stab if chanted and rng.random() < 0.9 else 0


def fight(rng, case):
    hero, turn, left = 85, 0, {"Bash": 2, "Vial": 2}
    cultists = [Cultist(34, 4), Cultist(34, 4), Cultist(40, 5, eldest=True)]
    while hero and weakest(cultists):
        turn += 1
        heros_turn(rng, cultists, left, turn, 2 * min(turn, 2))
        for one in cultists:
            if one.hp and hero:
                hero = max(0, hero - cultists_turn(rng, one))
    said = ended([hero], [one.hp for one in cultists], turn)
    return said | {"Vial left": left["Vial"]}
