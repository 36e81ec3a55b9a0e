"""A duel's fighters as states and transition matrices, by the proposal's rules."""

from dataclasses import replace
from functools import cache, lru_cache

import numpy as np

from combat.nethack.chain import Combatant, States, acted, fallen, hugged, in_a_turn, reached
from combat.nethack.damage import damage_distribution
from combat.nethack.rules import Rules
from combat.nethack.slots import SLOTS, unshielded
from combat.nethack.to_hit import attack_chance

EFFECTS = ("stunned", "wounded arms", "wounded legs")
_SLOT_OF = {slot.effect: index for index, slot in enumerate(SLOTS)}
_HALE = frozenset()


def sides(first, second, *, sd=8.0, rules=Rules()):
    """Return both fighters as `Combatant`, the input of `chain.fought`."""
    ours, theirs = hits_of(first, second, sd, rules), hits_of(second, first, sd, rules)
    own, its = (
        states_of(
            one, other, [name for name in EFFECTS if _matters(name, one, other, *hits, rules)]
        )
        for one, other, hits in ((first, second, (ours, theirs)), (second, first, (theirs, ours)))
    )
    return combatants(
        (own, *_actions(first, second, own, its, ours, rules)),
        (its, *_actions(second, first, its, own, theirs, rules)),
    )


def states_of(fighter, other, effects=()):
    """Return the `States` of a fighter: of some effects, and held if the other can hold him."""
    held = any(strike.hug and holds(strike, other, fighter) for strike in other.strikes)
    return States(fighter.hp, effects=effects, held=held)


def combatants(*sides):
    """Return two sides, each its states, its kind and its matrices of a turn, as `Combatant`."""
    pairs = zip(sides, sides[::-1], strict=True)
    return tuple(Combatant(*own, *reached(own[0], other[2])) for own, other in pairs)


def holds(strike, fighter, other, rules=Rules()):
    """Return the chance that a fighter's strike, if it lands, takes hold of the other."""
    # By the game's own rules: a monster can hold only the hero, never another monster; nobody can
    # hold a fighter who has a hug himself; a hero in a monster's form always takes hold.
    if not strike.hug or any(strike.hug for strike in other.strikes):
        return 0.0
    if fighter.attacker.player:
        return 1.0
    by_kind = {"crush": rules.hug_holds, "wrap": rules.wrap_holds, "burn": 0.0}
    return by_kind[strike.hug] * other.defender.player


def weakened(person, effects, rules=Rules()):
    """Return an Attacker or a Defender under a set of effects."""
    if not effects:
        return person
    lame = "wounded legs" in effects and person.player
    least = min(3, person.dexterity)
    return replace(
        person,
        stunned=person.stunned or "stunned" in effects,
        wounded_arms=person.wounded_arms or "wounded arms" in effects,
        dexterity=max(least, person.dexterity + rules.wounded_legs) if lame else person.dexterity,
    )


@lru_cache(maxsize=256)
def hits_of(fighter, other, sd, rules):
    """Return a function of (strike, own effects, the other's): the chance that the strike hits."""

    @cache
    def chance(own, its):
        pair = weakened(fighter.attacker, own, rules), weakened(other.defender, its, rules)
        return attack_chance(*pair, sd=sd, rules=rules)

    return lambda strike, own, its: chance(own if strike.arms else own - {"wounded arms"}, its)


def _matters(effect, fighter, other, given, taken, rules):
    """Whether an effect on the fighter matters, by his and the other's `hits_of`."""
    if effect == "wounded arms":
        hurts = rules.wounded_arms_damage and any(strike.arms for strike in fighter.strikes)
        bare = rules.wounded_arms_shield_dr and fighter.defender.wears("shield")
        if hurts or bare:
            return True
    ill = frozenset({effect})
    return any(
        given(strike, ill, _HALE) != given(strike, _HALE, _HALE) for strike in fighter.strikes
    ) or any(taken(strike, _HALE, ill) != taken(strike, _HALE, _HALE) for strike in other.strikes)


def _actions(fighter, other, own_states, states, hits, rules):
    """Return kind and actions, as fields of `chain.Combatant`."""
    strikes, blows, kinds, actions, kind_of = fighter.strikes, {}, {}, [], {}
    for own in dict.fromkeys(own_states.flags):
        lands = [[hits(strike, own, its) for its in states.flags] for strike in strikes]
        struck = [(strike, weak(strike, own, rules)) for strike in strikes]
        # Effects that change no chance and no damage share an action.
        key = tuple(map(tuple, lands)), tuple(struck)
        if key not in kinds:
            for one in struck:
                if one not in blows:
                    blows[one] = _landed(*one, fighter, other, states, rules)
            rolls = [
                None if strike.hug else states.by_condition(chances)
                for strike, chances in zip(strikes, lands, strict=True)
            ]
            action = acted(strikes, states, rolls, [blows[one] for one in struck])
            kinds[key] = len(actions)
            actions.append(in_a_turn(action, fighter.speed))
        kind_of[own] = kinds[key]
    kind = own_states.by_condition([kind_of[own] for own in own_states.flags])
    return kind, tuple(actions)


def weak(strike, effects, rules):
    """Return whether a strike does less damage, as it is dealt with wounded arms."""
    return bool(strike.arms and "wounded arms" in effects and rules.wounded_arms_damage)


def _landed(strike, weak, fighter, other, states, rules):
    """The transition matrix of a strike that lands."""
    defender = other.defender
    matrix = states.struck(_moves(strike, defender, other.hp, states, weak, rules))
    if rules.wounded_arms_shield_dr and "wounded arms" in states.effects:
        open_to_blows = replace(defender, armor=unshielded(defender.armor))
        bare = states.struck(_moves(strike, open_to_blows, other.hp, states, weak, rules))
        hurt = states.by_condition(["wounded arms" in flags for flags in states.flags])
        matrix = (matrix.multiply(1 - hurt[:, None]) + bare.multiply(hurt[:, None])).tocsr()
    holding = holds(strike, fighter, other, rules)
    return hugged(strike.hug, states, matrix, holding, slips=defender.slips_free)


def blow_at(strike, defender, hp, rules, *, weak=False):
    """The `Blow` of a strike that hits a defender of hp hit points; weak: with wounded arms."""
    return damage_distribution(
        strike.damage,
        defender.armor,
        hp,
        enchantment=strike.enchantment,
        erosion=strike.erosion,
        form_dr=defender.dr,
        missing=defender.missing,
        half_physical=defender.half_physical,
        half_spell=defender.half_spell,
        great_blows=defender.great_blows,
        physical=strike.physical,
        spell=strike.spell,
        wounded_arms=weak,
        rules=rules,
    )


def _moves(strike, defender, hp, states, weak, rules):
    """For each effect that is tracked, and "" for all others: chances of (hp before, hp after)."""
    blow = blow_at(strike, defender, np.arange(1, hp + 1), rules, weak=weak)
    rest, moves = blow.chances.sum(axis=(1, 2)), {}
    for effect in states.effects:
        great = blow.chances[:, _SLOT_OF[effect], 1]
        rest = rest - great
        moves[effect] = fallen(great)
    return {effect: move for effect, move in {"": fallen(rest), **moves}.items() if move.any()}
