"""Exchanges of blows after Battle for Wesnoth: slow, drain, poison, berserk.

The attacker strikes first, then they alternate; who has no strikes left lets the other go on. In
the next turn the other side attacks. Chance to hit by the ground, damage fixed, numbers invented.
Who is slowed does half the damage until he ends a turn in which he wasn't slowed anew (any turn in
the game). Drain heals half of what it takes. Poison takes 8 at the start of each of its side's
turns, never the last point. Where one is berserk, both strike 25 times their strikes (30 in the
game).
"""

from tests.units.games.means import ended

TABLES = {
    "units": """\
name,hp,damage,exposed
Shaman,46,3,0.6
Grunt,38,9,0.7
Bat,27,5,0.4
Assassin,26,8,0.4
Fury,34,4,0.5
""",
    "actions": """\
unit,action,times,on,drain,gives,gets,when,free,damage
Shaman,Roots,1,,,slowed,,,,
Grunt,Sword,2,,,,,,,
Bat,Fangs,3,,half,,,,,
Assassin,Dagger in a frenzy,25,,,,,target berserk,,
Assassin,Knives,3,,,poisoned,,,,3
Fury,Frenzy,,self,,,berserk,not berserk,yes,
Fury,Axe,100,,,,,,,
""",
    "statuses": """\
status,changes,loses,kills,ends
slowed,damage x 0.5,,,100 %
poisoned,,8,no,
berserk,,,,
""",
}
CASES = {
    "slow": {"first": {"Shaman": 1}, "second": {"Grunt": 1}, "max_rounds": 1},
    "slow for five turns": {"first": {"Shaman": 1}, "second": {"Grunt": 1}, "max_rounds": 5},
    "drain": {"first": {"Bat": 1}, "second": {"Grunt": 1}, "max_rounds": 3},
    "poison": {"first": {"Assassin": 1}, "second": {"Grunt": 1}, "max_rounds": 6},
    "berserk": {"first": {"Fury": 1}, "second": {"Assassin": 1}, "max_rounds": 1},
}


def hit(attacker, defender):
    return defender.exposed


RULES = {"order": "alternate", "hit": hit}

KINDS = {  # hit points, damage, strikes, exposed, special
    "Shaman": (46, 3, 1, 0.6, "slow"),
    "Grunt": (38, 9, 2, 0.7, ""),
    "Bat": (27, 5, 3, 0.4, "drain"),
    "Assassin": (26, 3, 3, 0.4, "poison"),
    "Fury": (34, 4, 4, 0.5, "berserk"),
}


class Creature:
    """One who fights."""

    def __init__(self, kind):
        self.full, self.damage, self.strikes, self.exposed, self.special = KINDS[kind]
        self.hp, self.poisoned, self.slowed = self.full, False, False
        self.slowed_anew = False  # since the start of his last turn


def strike(rng, one, other):
    if rng.random() >= other.exposed:
        return
    damage = min(other.hp, (one.damage + 1) // 2 if one.slowed else one.damage)
    other.hp -= damage
    if one.special == "drain":
        one.hp = min(one.full, one.hp + damage // 2)
    if one.special == "slow":
        other.slowed = other.slowed_anew = True
    other.poisoned |= one.special == "poison"


def exchange(rng, attacker, defender):
    """An attack and its answer."""
    strikes = [attacker.strikes, defender.strikes]
    if attacker.special == "berserk":
        strikes = [25 * attacker.strikes, 25]
        defender.damage, defender.special = 8, ""  # the dagger, not the knives
    while any(strikes):
        for turn, (one, other) in enumerate([(attacker, defender), (defender, attacker)]):
            if strikes[turn]:
                strikes[turn] -= 1
                strike(rng, one, other)
                if not other.hp:
                    return


def fight(rng, case):
    creatures = [Creature(next(iter(CASES[case][side]))) for side in ("first", "second")]
    rounds = 0
    while rounds < CASES[case]["max_rounds"] and all(one.hp for one in creatures):
        attacker, defender = creatures[rounds % 2], creatures[1 - rounds % 2]
        rounds += 1
        attacker.slowed_anew = False
        if attacker.poisoned:
            attacker.hp = max(1, attacker.hp - 8)
        attacker.just_slowed = False
        exchange(rng, attacker, defender)
        attacker.slowed = attacker.slowed_anew
    return ended([creatures[0].hp], [creatures[1].hp], rounds)
