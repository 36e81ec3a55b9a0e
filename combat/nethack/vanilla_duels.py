"""Exact duels by vanilla's rules: a player against a monster, or two monsters."""

import numpy as np

from combat.core.checks import check_whole
from combat.dice import dice
from combat.nethack import vanilla
from combat.nethack.chain import acted, fallen, hugged, in_a_turn
from combat.nethack.duels import duel_of
from combat.nethack.sides import combatants, holds, states_of


def vanilla_duel(first, second, *, max_turns=2000):
    """Return the `Duel` of two fighters by the rules of NetHack 3.6.7, exact to 1e-12.

    In each turn the first fighter acts, then the second; speed as in `duel`. A player's
    strike is rolled with a d20. Its damage is dice plus enchantment minus erosion, at least 1,
    whatever the monster's AC; bonuses of Strength and skill are left out, as in `duel`. A
    monster's strikes roll d(20 + number) against the hero's AC. A negative AC is drawn once for
    the action, and takes 1..|AC| off each hit's damage. Half physical damage leaves half, rounded
    up. Nobody is stunned or wounded. ValueError for two players.

    >>> from combat.nethack import read_cast
    >>> cast = read_cast("data/nethack")
    >>> print(vanilla_duel(cast.character("Samurai", "start"), cast.monster("jackal")))
    Samurai (start) beats jackal in 99.99% of all duels, in 2.0 turns on average, with 14.0 hit ...
    """
    max_turns = int(check_whole("max_turns", max_turns, low=1))
    if first.attacker.player and second.attacker.player:
        raise ValueError(
            f"first = {first.name}, second = {second.name}: vanilla has no duel of two players"
        )
    own, its = states_of(first, second), states_of(second, first)
    both = combatants(_side(first, second, own, its), _side(second, first, its, own))
    return duel_of(first, second, both, max_turns)


def _side(fighter, other, own, states):
    turn = in_a_turn(action(fighter, other, states), fighter.speed)
    return own, np.zeros(own.size, int), (turn,)


def action(fighter, other, states):
    """Return the transition matrix of one action on the other's `States`."""
    # A hero's negative AC is drawn once for the action, so the strikes are not independent.
    blows = [_landed(strike, fighter, other, states) for strike in fighter.strikes]
    counts, matrix = vanilla.drawn(other.defender.ac if other.defender.player else 0), 0
    for ac, weight in zip(counts.values, counts.chances, strict=True):
        lands = [
            None if one.hug else states.alive * _chance(fighter, other.defender, one.number, ac)
            for one in fighter.strikes
        ]
        matrix = matrix + weight * acted(fighter.strikes, states, lands, blows)
    return matrix.tocsr()


def _chance(fighter, defender, number, ac):
    attacker = fighter.attacker
    if not defender.player:
        return vanilla.attack_chance(attacker, defender, strike=number)
    return vanilla.monster_hits(attacker.level + vanilla.eased_by(attacker, defender), ac, number)


def _landed(strike, fighter, other, states):
    """The transition matrix of a strike that lands."""
    damage = _damage(strike, other.defender)
    chances = np.bincount(damage.values.astype(int), damage.chances)
    blow = states.struck({"": fallen(np.tile(chances, (states.hp, 1)))})
    holding = holds(strike, fighter, other)
    return hugged(strike.hug, states, blow, holding, slips=other.defender.slips_free)


def _damage(strike, defender):
    """The damage of a strike; to a monster at least 1, unless it has no dice."""
    if defender.player:
        return vanilla.hero_damage(strike.damage, defender.ac, half_physical=defender.half_physical)
    rolled = dice(strike.damage)
    if rolled.values[-1] == 0:
        return rolled
    rolled = rolled + strike.enchantment - strike.erosion
    return rolled.map(lambda values: np.maximum(values, 1))
