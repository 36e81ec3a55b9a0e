"""Fire Emblem: a lord, four enemies one after another, and three vulneraries.

An exchange: the attacker, the defender, then who is faster by 5 once more. A blow hits if the mean
of two random numbers from 0 to 99 is below the chance that is shown; one number below the critical
chance triples the damage. In his phase the lord attacks or drinks (10 hit points), in the enemies'
phase the one before him attacks. Names and numbers are invented.
"""

from collections import Counter
from functools import cache
from typing import NamedTuple

from combat.markov import optimal


class Fighter(NamedTuple):
    """What stays."""

    hp: int
    attack: int
    defence: int
    hit: int
    avoid: int
    critical: int
    speed: int


LORD = Fighter(hp=22, attack=13, defence=5, hit=100, avoid=28, critical=10, speed=11)
ENEMIES = (
    Fighter(hp=20, attack=13, defence=3, hit=80, avoid=10, critical=0, speed=5),
    Fighter(hp=18, attack=10, defence=4, hit=95, avoid=25, critical=5, speed=12),
    Fighter(hp=24, attack=14, defence=8, hit=85, avoid=5, critical=0, speed=4),
    Fighter(hp=26, attack=15, defence=5, hit=90, avoid=15, critical=10, speed=9),
)


class Map(NamedTuple):
    """Hit points of the lord and of the enemy before him, enemies beaten, vulneraries, phase."""

    lord: int = LORD.hp
    enemy: int = ENEMIES[0].hp
    beaten: int = 0
    vulneraries: int = 3
    lords_phase: bool = True


def true_hit(shown):
    """The chance that the mean of two random numbers is below the one that is shown."""
    return sum(min(100, max(0, 2 * shown - first)) for first in range(100)) / 10_000


@cache
def blow(one, other):
    """[(chance, damage)] of one against another."""
    hit, damage = true_hit(one.hit - other.avoid), max(0, one.attack - other.defence)
    critical = hit * one.critical / 100
    return [(1 - hit, 0), (hit - critical, damage), (critical, 3 * damage)]


@cache
def exchange(hp, foe_hp, one, other):
    """{(hit points of the attacker, of the defender) after the exchange: chance}."""
    turns = [1, 2] + [1] * (one.speed >= other.speed + 5) + [2] * (other.speed >= one.speed + 5)
    found = {(hp, foe_hp): 1.0}
    for turn in turns:
        after, blows = Counter(), blow(one, other) if turn == 1 else blow(other, one)
        for (mine, theirs), chance in found.items():
            for p, damage in blows:
                lost = damage if mine and theirs else 0
                left = (mine, theirs - lost) if turn == 1 else (mine - lost, theirs)
                after[max(0, left[0]), max(0, left[1])] += p * chance
        found = after
    return found


def moves(at):
    """In the lord's phase he attacks or drinks; the enemy has no choice."""
    enemy = ENEMIES[at.beaten]
    if not at.lords_phase:
        found = exchange(at.enemy, at.lord, enemy, LORD)
        return {"": [(p, phase(at, lord, foe)) for (foe, lord), p in found.items()]}
    found = exchange(at.lord, at.enemy, LORD, enemy)
    options = {"attack": [(p, phase(at, lord, foe)) for (lord, foe), p in found.items()]}
    if at.vulneraries:
        healed = phase(at, min(LORD.hp, at.lord + 10), at.enemy)
        options["drink"] = [(1, healed._replace(vulneraries=at.vulneraries - 1))]
    return options


def phase(at, lord, foe):
    """The next phase; the next enemy comes when one is beaten."""
    beaten = at.beaten + (foe == 0)
    if foe == 0 and beaten < len(ENEMIES):
        foe = ENEMIES[beaten].hp
    return Map(lord, foe, beaten, at.vulneraries, not at.lords_phase)


def over(at):
    """1 where all are beaten, 0 where the lord is."""
    return float(at.lord > 0) if not at.lord or at.beaten == len(ENEMIES) else None


def thumb(threshold):
    """The rule to drink at that many hit points or less."""

    def drinks(at):
        if not at.lords_phase:
            return None
        return "drink" if at.vulneraries and at.lord <= threshold else "attack"

    return drinks


def played():
    """The map of who drinks as well as can be."""
    return optimal(Map(), moves, over)
