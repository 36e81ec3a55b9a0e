"""Two towers and a gate against a column of creeps, as in a tower defence. All act at once.

The cannon fires at the first three creeps, and does a third of its damage where it misses. The
frost tower chills the first creep that isn't: chilled, it loses each of its turns with one chance
in two; at the end of each of its turns, but not of the one in which it was chilled, it thaws with
0.3.
The gate mends the tower hurt most, 6 points, and is ready to do so again with 0.4 at the start of a
turn. Runners act twice in a round, ogres in every second, and all strike the first that stands:
gate, cannon, frost. A runner gains half of what it takes, rounded down, and takes no more than the
tower had when the round began. All blows of a round count in full: a runner struck down while it
drinks lives on if it had more, with what it has drunk, than it has lost.
"""

from tests.units.games.means import dice, ended

TABLES = {
    "units": """\
name,hp,damage,accuracy,speed
Gate,70,0,0,1
Cannon,30,2d6,0.5,1
Frost,20,1d4,0.9,1
Runner,9,1d4,0.8,2
Ogre,40,3d6,0.7,0.5
""",
    "actions": """\
unit,action,targets,on,miss,heals,drain,recharge,gives,when
Gate,Mend,,ally,,6,,40 %,,
Cannon,Shell,3,,1/3,,,,,
Frost,Freeze,,,,,,,chilled,not target chilled
Runner,Bite,,,,,half,,,
""",
    "statuses": """\
status,skips,ends
chilled,50 %,30 %
""",
}
CASES = {
    "": {
        "first": {"Gate": 1, "Cannon": 1, "Frost": 1},
        "second": {"Runner": 4, "Ogre": 2},
        "targeting": "front",
    }
}


def hit(attacker, defender):
    return attacker.accuracy


RULES = {"order": "both", "overkill": "lost", "hit": hit}
FULL = (70, 30, 20)
GATE, CANNON, FROST = range(3)


class Creep:
    """A runner or an ogre."""

    def __init__(self, runner):
        self.runner, self.full = runner, 9 if runner else 40
        self.hp, self.chilled = self.full, False


def towers_fire(rng, towers, creeps):
    """What the creeps lose, and who of them is chilled."""
    lost, chilled = [0] * len(creeps), []
    standing = [place for place, creep in enumerate(creeps) if creep.hp]
    if towers[CANNON]:
        for place in standing[:3]:
            damage = dice(rng, 2, 6)
            damage = damage if rng.random() < 0.5 else damage // 3
            lost[place] += damage
    warm = [place for place in standing if not creeps[place].chilled]
    if towers[FROST]:
        aimed = warm or standing  # where all are chilled it only shoots
        if rng.random() < 0.9:
            lost[aimed[0]] += dice(rng, 1, 4)
            chilled += warm[:1]
    return lost, chilled


def creep_strikes(rng, creep, points):
    """What a creep deals to the first tower, which has so many points, and what it drinks."""
    dealt = drunk = 0
    for _ in range(2 if creep.runner else 1):
        if rng.random() < (0.8 if creep.runner else 0.7):
            blow = dice(rng, 1, 4) if creep.runner else dice(rng, 3, 6)
            dealt += blow
            drunk += min(points, blow) // 2 if creep.runner else 0
    return dealt, drunk


def fight(rng, case):
    towers, ready, rounds = list(FULL), True, 0
    creeps = [Creep(True) for _ in range(4)] + [Creep(False) for _ in range(2)]
    while any(towers) and any(creep.hp for creep in creeps):
        rounds += 1
        ready = ready or rng.random() < 0.4
        acting = [creep for creep in creeps if creep.hp and (creep.runner or rounds % 2 == 0)]
        mended, front = [0, 0, 0], next(place for place in range(3) if towers[place])
        worst = max(range(3), key=lambda place: (FULL[place] - towers[place]) * (towers[place] > 0))
        if towers[GATE] and ready and 0 < towers[worst] < FULL[worst]:
            ready, mended[worst] = False, 6
        lost, chilled = towers_fire(rng, towers, creeps)
        dealt, drunk = 0, {}
        for creep in acting:
            if not (creep.chilled and rng.random() < 0.5):
                blow, drunk[creep] = creep_strikes(rng, creep, towers[front])
                dealt += blow
        for place, tower in enumerate(towers):
            after = tower + mended[place] - (dealt if place == front else 0)
            towers[place] = min(FULL[place], max(0, after))
        for place, creep in enumerate(creeps):
            after = creep.hp - lost[place] + drunk.get(creep, 0)
            creep.hp = min(creep.full, max(0, after)) if creep.hp else 0
            if creep in acting and rng.random() < 0.3:
                creep.chilled = False
            creep.chilled |= place in chilled
    return ended(towers, [creep.hp for creep in creeps], rounds)
