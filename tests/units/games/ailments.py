"""Two monsters with burns, paralysis and sleep, after Pokémon.

The faster one moves first. A move that hits does power x attack / defence, rounded down, 10 % more
or less, half as much again for one hit in sixteen. Burnt: attack halved, 5 hit points lost at the
start of each turn. Paralysed: loses one turn in four. Asleep: loses the next one to three turns.
The Fox tries to burn the Toad (85 %), twice, and does so with one flame in ten. The Toad eats its
berry against the first burn, puts the Fox to sleep (75 %, three tries) while it has 30 % of its hit
points, and paralyses with 3 in 10 slams. In the game paralysis halves the speed, too.
"""

from combat.dice import constant
from tests.units.games.means import ended

TABLES = {
    "units": """\
name,hp,damage,attack,defense,accuracy,power,speed
Fox,40,1,30,25,100,9,1.001
Toad,50,1,26,30,90,10,1
""",
    "actions": """\
unit,action,uses,on,gives,cures,when,free,power,accuracy
Fox,Wisp,2,,burnt,,not target burnt,,0,85
Fox,Flame,,,burnt 10 %,,,,,
Toad,Berry,1,self,,burnt,burnt,yes,,
Toad,Powder,3,,asleep 1d3,,"not target asleep, hp >= 30 %",,0,75
Toad,Slam,,,paralysed 30 %,,,,,
""",
    "statuses": """\
status,changes,loses,skips
burnt,attack x 0.5,5,
paralysed,,,25 %
asleep,,,yes
""",
}
CASES = {"": {"first": {"Fox": 1}, "second": {"Toad": 1}}}


def hit(attacker, defender):
    return attacker.accuracy / 100


def damage(attacker, defender):
    return constant(attacker.power * attacker.attack // defender.defense)


RULES = {
    "order": "faster",
    "hit": hit,
    "damage": damage,
    "critical": (1 / 16, 1.5),
    "spread": 0.1,
    "least": 0,
}


class Monster:
    """A monster: what it is, and what ails it."""

    def __init__(self, hp, attack, defense):
        self.hp, self.attack, self.defense = hp, attack, defense
        self.burnt, self.paralysed, self.asleep = False, False, 0


def hurt(rng, one, other, power):
    attack = one.attack / 2 if one.burnt else one.attack
    points = power * attack // other.defense
    if rng.random() < 1 / 16:
        points *= 1.5
    rolled = points * rng.uniform(0.9, 1.1)
    other.hp = max(0, other.hp - int(rolled + 0.5))


def able(rng, monster):
    """What its ailments do at the start of a turn, and whether it may move."""
    if monster.burnt:
        monster.hp = max(0, monster.hp - 5)
    sleeps = monster.asleep > 0
    monster.asleep = max(0, monster.asleep - 1)
    stiff = monster.paralysed and rng.random() < 0.25
    return monster.hp > 0 and not sleeps and not stiff


def foxs_turn(rng, fox, toad, left):
    if not able(rng, fox):
        return
    if left["Wisp"] and not toad.burnt:
        left["Wisp"] -= 1
        toad.burnt |= rng.random() < 0.85
        return
    hurt(rng, fox, toad, 9)
    toad.burnt |= rng.random() < 0.1


def toads_turn(rng, toad, fox, left):
    if not able(rng, toad):
        return
    if toad.burnt and left["Berry"]:
        left["Berry"] -= 1
        toad.burnt = False
    if left["Powder"] and not fox.asleep and toad.hp >= 15:
        left["Powder"] -= 1
        if rng.random() < 0.75:
            fox.asleep = rng.randint(1, 3)
    elif rng.random() < 0.9:
        hurt(rng, toad, fox, 10)
        fox.paralysed |= rng.random() < 0.3


def fight(rng, case):
    fox, toad, rounds = Monster(40, 30, 25), Monster(50, 26, 30), 0
    left = {"Wisp": 2, "Berry": 1, "Powder": 3}
    while fox.hp and toad.hp:
        rounds += 1
        foxs_turn(rng, fox, toad, left)
        if fox.hp and toad.hp:
            toads_turn(rng, toad, fox, left)
    return ended([fox.hp], [toad.hp], rounds) | {"Wisp left": left["Wisp"]}
