"""A knight against a giant, as in an action game: stamina, dodging, flasks, a second phase.

A coin says each round who is first. Below 60 % of his hit points the knight dodges, six times a
fight, beside what he does: until the end of his next turn the giant hits him with 0.3 less. He
drinks below 40 % (15 hit points, three flasks). A heavy blow costs his stamina, which is back at
the start of a turn with a chance of 0.4; else he strikes twice. The giant's slam is ready again
with 1/3; whom it hits reels with one chance in two, and does nothing in his next turn. At half of
his hit points, once, the giant falls into a fury: his blows do half as much again, and he is hit
more easily by 0.1, as long as he lives.
"""

from tests.units.games.means import dice, ended

TABLES = {
    "units": """\
name,hp,damage,accuracy,dodge
Knight,60,1d8+2,0.7,0.1
Giant,120,2d6,0.8,0
""",
    "actions": """\
unit,action,times,on,heals,uses,recharge,gives,gets,when,free,damage
Knight,Dodge,,self,,6,,,dodging 1,"hp < 60 %, not dodging",yes,
Knight,Flask,,self,15,3,,,,hp < 40 %,,
Knight,Heavy blow,,,,,40 %,,,,,4d6+4
Knight,Two strikes,2,,,,,,,,,
Giant,Fury,,self,,1,,,furious,hp <= 50 %,yes,
Giant,Slam,,,,,1/3,reeling 1 50 %,,,,3d8
""",
    "statuses": """\
status,changes,skips
dodging,dodge +0.3,
reeling,,yes
furious,"damage x 1.5, dodge -0.1",
""",
}
CASES = {"": {"first": {"Knight": 1}, "second": {"Giant": 1}}}


def hit(attacker, defender):
    return attacker.accuracy - defender.dodge


RULES = {"order": "coin", "hit": hit}


class Duel:
    """Both fighters, and what each has left."""

    def __init__(self, rng):
        self.rng, self.knight, self.giant = rng, 60, 120
        self.dodges, self.flasks, self.stamina = 6, 3, True
        self.dodging = 0  # how many ends of the knight's turns it still outlasts, and one
        self.reeling, self.fury, self.slam = False, False, True

    def knights_turn(self):
        self.stamina = self.stamina or self.rng.random() < 0.4
        if not self.reeling:
            self.knight_acts()
        self.reeling = False
        self.dodging = max(0, self.dodging - 1)

    def knight_acts(self):
        if self.knight < 36 and self.dodges and not self.dodging:
            self.dodges, self.dodging = self.dodges - 1, 2
        chance = 0.8 if self.fury else 0.7
        if self.knight < 24 and self.flasks:
            self.flasks, self.knight = self.flasks - 1, self.knight + 15
        elif self.stamina:
            self.stamina = False
            self.hurt_giant(chance, 4, 6, 4)
        else:
            self.hurt_giant(chance, 1, 8, 2)
            self.hurt_giant(chance, 1, 8, 2)

    def hurt_giant(self, chance, count, sides, bonus):
        if self.rng.random() < chance:
            self.giant = max(0, self.giant - dice(self.rng, count, sides) - bonus)

    def giants_turn(self):
        self.slam = self.slam or self.rng.random() < 1 / 3
        self.fury = self.fury or self.giant <= 60
        slams, self.slam = self.slam, False
        if self.rng.random() >= (0.4 if self.dodging else 0.7):
            return
        points = dice(self.rng, 3, 8) if slams else dice(self.rng, 2, 6)
        self.knight = max(0, self.knight - int(points * (1.5 if self.fury else 1) + 0.5))
        self.reeling = self.reeling or (slams and self.rng.random() < 0.5)


def fight(rng, case):
    duel, rounds = Duel(rng), 0
    while duel.knight and duel.giant:
        rounds += 1
        turns = [duel.knights_turn, duel.giants_turn]
        rng.shuffle(turns)
        for turn in turns:
            if duel.knight and duel.giant:
                turn()
    said = ended([duel.knight], [duel.giant], rounds)
    return said | {"Flask left": duel.flasks, "Dodge left": duel.dodges}
