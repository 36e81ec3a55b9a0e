"""Fire Emblem: a lord, four enemies one after another, and three vulneraries.

An exchange: the attacker, the defender, then who is faster by 5 once more. A blow hits if the mean
of two random numbers from 0 to 99 is below the chance that is shown; one number below the critical
chance triples the damage. In his phase the lord attacks or drinks (10 hit points), in the enemies'
phase the one before him attacks. Names and numbers are invented.
"""

from functools import cache
from typing import NamedTuple

from combat.markov import optimal


class Fighter(NamedTuple):
    """What stays."""

    hp: int
    attack: int
    defense: int
    hit: int
    avoid: int
    critical: int
    speed: int


LORD = Fighter(hp=22, attack=13, defense=5, hit=100, avoid=28, critical=10, speed=11)
ENEMIES = (
    Fighter(hp=20, attack=13, defense=3, hit=80, avoid=10, critical=0, speed=6),
    Fighter(hp=18, attack=10, defense=4, hit=95, avoid=25, critical=5, speed=12),
    Fighter(hp=24, attack=14, defense=8, hit=85, avoid=5, critical=0, speed=4),
    Fighter(hp=26, attack=15, defense=5, hit=90, avoid=15, critical=10, speed=9),
)


class Map(NamedTuple):
    """Hit points of the lord and of the enemy before him, enemies beaten, vulneraries.

    strikes: who strikes next, L the lord and E the enemy; | is where the enemies' phase begins.
    """

    lord: int = LORD.hp
    enemy: int = ENEMIES[0].hp
    beaten: int = 0
    vulneraries: int = 3
    strikes: str = ""


def moves(at):
    """In his phase the lord attacks or drinks; all else is up to the dice."""
    if at.strikes:
        return {"": strike(at)}
    found = {"attack": [(1, at._replace(strikes=exchange("LE", at.beaten) + "|"))]}
    if at.vulneraries:
        healed = at._replace(lord=min(LORD.hp, at.lord + 10), vulneraries=at.vulneraries - 1)
        found["drink"] = [(1, healed._replace(strikes="|"))]
    return found


def exchange(order, beaten):
    """Who is faster by 5 strikes once more."""
    faster = LORD.speed - ENEMIES[beaten].speed
    return order + "L" * (faster >= 5) + "E" * (faster <= -5)


def strike(at):
    """The next of the strikes, or the enemies' phase."""
    who, enemy, after = at.strikes[0], ENEMIES[at.beaten], at._replace(strikes=at.strikes[1:])
    if who == "|":
        return [(1, at._replace(strikes=exchange("EL", at.beaten)))]
    if who == "L":
        return [(p, hurt(after, damage)) for p, damage in blow(LORD, enemy)]
    return [(p, after._replace(lord=max(0, at.lord - lost))) for p, lost in blow(enemy, LORD)]


def hurt(at, damage):
    """The enemy is hurt; if he falls, his exchange is over, and the next one comes."""
    if damage < at.enemy:
        return at._replace(enemy=at.enemy - damage)
    following = [*(enemy.hp for enemy in ENEMIES), 0][at.beaten + 1]
    phase = "|" if "|" in at.strikes else ""
    return Map(at.lord, following, at.beaten + 1, at.vulneraries, phase)


@cache
def blow(one, other):
    """[(chance, damage)] of one against another."""
    hit, damage = true_hit(one.hit - other.avoid), max(0, one.attack - other.defense)
    critical = hit * one.critical / 100
    return [(1 - hit, 0), (hit - critical, damage), (critical, 3 * damage)]


def true_hit(shown):
    """The chance that the mean of two random numbers is below the one that is shown."""
    return sum(min(100, max(0, 2 * shown - first)) for first in range(100)) / 10_000


def over(at):
    """1 where all are beaten, 0 where the lord is."""
    return float(at.lord > 0) if not at.lord or at.beaten == len(ENEMIES) else None


def thumb(threshold):
    """The rule to drink at that many hit points or less."""

    def drinks(at):
        if at.strikes:
            return ""
        return "drink" if at.vulneraries and at.lord <= threshold else "attack"

    return drinks


def played():
    """The map of who drinks as well as can be."""
    return optimal(Map(), moves, over)
