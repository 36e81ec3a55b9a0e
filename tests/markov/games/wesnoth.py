"""Battle for Wesnoth: one exchange of blows, with all that a weapon may do during it.

Rules as the game's own "attack prediction" has them: the attacker strikes first, then they
alternate; who has no strikes left lets the other go on. It ends when one is dead or all strikes are
used. Damage is after resistances, without dice.
"""

from collections import Counter
from itertools import zip_longest
from typing import NamedTuple

from combat.markov import solve


class Unit(NamedTuple):
    """What stays: hit points at most, the weapon, the chance to be hit on its ground."""

    hp: int
    damage: int
    strikes: int
    exposed: float
    specials: tuple = ()


class Exchange(NamedTuple):
    """What changes, of attacker and defender: hit points, who is slowed; which strike is next."""

    hp: tuple
    slowed: tuple = (False, False)
    strike: int = 0


def order(units, hp):
    """Who strikes when: 0 is the attacker, 1 the defender."""
    attacker, defender = (set(unit.specials) for unit in units)
    sides = [1, 0] if "first strike" in defender - attacker else [0, 1]
    strikes = [
        unit.strikes * left // unit.hp if "swarm" in unit.specials else unit.strikes
        for unit, left in zip(units, hp, strict=True)
    ]
    pairs = zip_longest(*([side] * strikes[side] for side in sides))
    in_a_round = [side for pair in pairs for side in pair if side is not None]
    return in_a_round * (30 if "berserk" in attacker | defender else 1)


def chance_to_hit(unit, foe, attacks):
    """As the ground of the other one says, unless magic or a marksman's attack do better."""
    if "magical" in unit.specials:
        return 0.7
    return max(0.6, foe.exposed) if "marksman" in unit.specials and attacks else foe.exposed


def step(at, units, order):
    """One strike."""
    if 0 in at.hp or at.strike == len(order):
        return []
    me, foe = order[at.strike], 1 - order[at.strike]
    hp, slowed, strike = list(at.hp), list(at.slowed), at.strike + 1
    damage = units[me].damage * (2 if "charge" in units[0].specials else 1)
    done = min(hp[foe], (damage + 1) // 2 if slowed[me] else damage)
    hp[foe] -= done
    if "drain" in units[me].specials:
        hp[me] = min(units[me].hp, hp[me] + done // 2)
    slowed[foe] |= "slow" in units[me].specials
    hit, miss = Exchange(tuple(hp), tuple(slowed), strike), at._replace(strike=strike)
    chance = chance_to_hit(units[me], units[foe], me == 0)
    return [(chance, hit), (1 - chance, miss)]


def fought(attacker, defender, hp=None):
    """An exchange to its end; hp: of both, if not all that they can have."""
    units, hp = (attacker, defender), hp or (attacker.hp, defender.hp)
    turns = order(units, hp)
    return solve(Exchange(hp), lambda at: step(at, units, turns))


def in_turn(one, other, exchanges):
    """Exchanges in which first one attacks, then the other, and so on: the ends of the last.

    Who is slowed in the other's turn still is in its own, and at the end of that no longer. No
    swarms: all strike as often as at first.
    """
    units, starts = (one, other), {Exchange((one.hp, other.hp)): 1}
    for _ in range(exchanges):
        turns = order(units, (units[0].hp, units[1].hp))
        found = solve(starts, lambda at, units=units, turns=turns: step(at, units, turns))
        units, starts = units[::-1], Counter()
        for at, chance in zip(found.end_states, found.chances, strict=True):
            starts[Exchange(at.hp[::-1], (at.slowed[1], False))] += chance
    return found


def kills(at):
    """Whether the defender is dead."""
    return at.hp[1] == 0


def dies(at):
    """Whether the attacker is."""
    return at.hp[0] == 0
