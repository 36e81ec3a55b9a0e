"""Risk: one country attacks another until one of the two armies is gone.

Rule and numbers to compare: Osborne, "Markov Chains for the RISK Board Game Revisited", Mathematics
Magazine 2003. There, as here, only the armies that may attack count, not the one that stays behind.
"""

from collections import Counter
from functools import cache
from itertools import product
from typing import NamedTuple

from combat.markov import optimal, solve


class Battle(NamedTuple):
    """Armies of both sides."""

    attackers: int
    defenders: int


@cache
def losses(attack, defense):
    """What the attacker loses if so many dice are rolled on each side: {armies: of all rolls}."""
    found = Counter()
    for roll in product(range(1, 7), repeat=attack + defense):
        own, other = sorted(roll[:attack])[::-1], sorted(roll[attack:])[::-1]
        found[sum(mine <= theirs for mine, theirs in zip(own, other, strict=False))] += 1
    return found


def step(battle):
    """One throw of the dice: up to three against up to two."""
    if not battle.attackers or not battle.defenders:
        return []
    attack, defense = min(3, battle.attackers), min(2, battle.defenders)
    counted, fall = losses(attack, defense), min(attack, defense)
    return [
        (count / counted.total(), Battle(battle.attackers - lost, battle.defenders - (fall - lost)))
        for lost, count in counted.items()
    ]


def won(battle):
    """Whether the country is taken."""
    return battle.defenders == 0


def fought(attackers, defenders):
    """The battle to its end."""
    return solve(Battle(attackers, defenders), step)


def with_a_halt(attackers, defenders, prize):
    """When to stop: a country is worth `prize` armies of one's own, a lost army one."""

    def moves(battle):
        stop = Battle(battle.attackers, -battle.defenders)  # a halt: nobody is left to attack
        return {"attack": step(battle), "stop": [(1, stop)]}

    def over(battle):
        if battle.attackers and battle.defenders > 0:
            return None
        return battle.attackers + prize * won(battle)

    return optimal(Battle(attackers, defenders), moves, over)
