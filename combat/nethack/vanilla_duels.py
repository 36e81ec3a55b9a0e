"""Exact duels by vanilla's rules: a player against a monster, or two monsters."""

import numpy as np

from combat.core.checks import check_whole
from combat.dice import dice
from combat.nethack import vanilla
from combat.nethack.chain import Combatant
from combat.nethack.duels import duel_of
from combat.nethack.sides import holds
from combat.nethack.states import States, acted, in_a_turn, reached
from combat.nethack.vanilla_player import player_hit_chance


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
    both = _side(first, second), _side(second, first)
    return duel_of(first, second, both, max_turns)


def _side(fighter, other):
    own, states = _states(fighter, other), _states(other, fighter)
    action, mask = _action(fighter, other, states), _action(other, fighter, own)
    masks, kind = reached(own, [mask], fighter.hp - 1), np.zeros(own.size, int)
    return Combatant(own, kind, (in_a_turn(action, fighter.speed),), *masks)


def _states(fighter, other):
    return States(fighter.hp, held=any(holds(strike, other, fighter) for strike in other.strikes))


def _action(fighter, other, states):
    """The transition matrix of one action on the other's states."""
    if other.defender.player:
        body = other.defender
        return vanilla.hero_action(
            fighter.strikes,
            states,
            fighter.attacker.level,
            body.ac,
            helpless=body.helpless,
            hidden=(body.unseen or fighter.attacker.blinded) + fighter.attacker.trapped,
            half_physical=body.half_physical,
            slips=body.slips_free,
        )
    blows = [states.struck({"": vanilla.falls(_damage(one), states.hp)}) for one in fighter.strikes]
    lands = [
        None if strike.hug else states.alive * _chance(fighter, other, strike)
        for strike in fighter.strikes
    ]
    return acted(fighter.strikes, states, lands, blows)


def _chance(fighter, other, strike):
    if fighter.attacker.player:
        return player_hit_chance(fighter.attacker, other.defender)
    return vanilla.attack_chance(fighter.attacker, other.defender, strike=strike.number)


def _damage(strike):
    """The damage of a strike to a monster: at least 1, unless it has no dice."""
    rolled = dice(strike.damage)
    if rolled.values[-1] == 0:
        return rolled
    rolled = rolled + strike.enchantment - strike.erosion
    return rolled.map(lambda values: np.maximum(values, 1))
