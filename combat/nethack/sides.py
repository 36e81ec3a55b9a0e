"""A duel's fighters as states and transition matrices, by the proposal's rules."""

from dataclasses import replace

import numpy as np

from combat.nethack.chain import Combatant
from combat.nethack.damage import damage_distribution
from combat.nethack.rules import Rules
from combat.nethack.slots import SLOTS, unshielded
from combat.nethack.states import States, acted, fallen, hugged, in_a_turn, reached
from combat.nethack.to_hit import attack_chance

EFFECTS = ("stunned", "wounded arms", "wounded legs")
_SLOT_OF = {slot.effect: index for index, slot in enumerate(SLOTS)}
_HALE = dict.fromkeys(EFFECTS, False)
_OFF_WEAPONS = ("launcher", "ammo", "missile")


def sides(first, second, *, sd=8.0, rules=Rules()):
    """Return both fighters as `Combatant`, the input of `chain.fought`."""
    pairs = ((first, second), (second, first))
    odds = [_Chances(own, other, sd, rules) for own, other in pairs]
    states = [
        States(
            own.hp,
            effects=[
                effect for effect in EFFECTS if _matters(effect, own, other, given, taken, rules)
            ],
            held=any(holds(strike, other, own, rules) for strike in other.strikes),
        )
        for (own, other), given, taken in zip(pairs, odds, odds[::-1], strict=True)
    ]
    made = [
        _actions(own, other, *on, chance, rules)
        for (own, other), on, chance in zip(pairs, (states, states[::-1]), odds, strict=True)
    ]
    return tuple(
        Combatant(on, kind, actions, *masks)
        for on, (kind, actions, _), (_, _, masks) in zip(states, made, made[::-1], strict=True)
    )


def holds(strike, fighter, other, rules=Rules()):
    """Return the chance that a fighter's strike, if it lands, takes hold of the other.

    By the game's own rules: a monster can hold only the hero, never another monster; nobody can
    hold a fighter who has a hug himself; a hero in a monster's form always takes hold.
    """
    if not strike.hug or any(strike.hug for strike in other.strikes):
        return 0.0
    if fighter.attacker.player:
        return 1.0
    by_kind = {"crush": rules.hug_holds, "wrap": rules.wrap_holds, "burn": 0.0}
    return by_kind[strike.hug] * other.defender.player


def weakened(person, effects, rules=Rules()):
    """Return an Attacker or a Defender under effects, a dict from name to True or False."""
    if not any(effects.values()):
        return person
    lame = effects.get("wounded legs", False) and person.player
    least = min(3, person.dexterity)
    return replace(
        person,
        stunned=person.stunned or effects.get("stunned", False),
        wounded_arms=person.wounded_arms or effects.get("wounded arms", False),
        dexterity=max(least, person.dexterity + rules.wounded_legs) if lame else person.dexterity,
    )


def in_hand(attacker, rules=Rules()):
    """Return the attacker with the weapon it really uses: a monster swings no launcher.

    "Monsters will not make a 'weapon' attack against you by swinging a launcher or other
    non-melee weapon at you, preferring to unwield it and hit you normally."
    """
    swung = attacker.weapon is not None and attacker.attack == "melee" and not attacker.player
    if swung and rules.monsters_unwield and attacker.weapon.kind in _OFF_WEAPONS:
        return replace(attacker, weapon=None)
    return attacker


class _Chances:
    """The chance that a strike of one side hits, given both sides' effects; memoised."""

    def __init__(self, fighter, other, sd, rules):
        self._fighter, self._other, self._sd, self._rules = fighter, other, sd, rules
        self._known = {}

    def __call__(self, strike, own, its):
        if not strike.arms:
            own = own | {"wounded arms": False}
        key = tuple(own.items()), tuple(its.items())
        if key not in self._known:
            self._known[key] = attack_chance(
                weakened(in_hand(self._fighter.attacker, self._rules), own, self._rules),
                weakened(self._other.defender, its, self._rules),
                sd=self._sd,
                rules=self._rules,
            )
        return self._known[key]


def _matters(effect, fighter, other, given, taken, rules):
    """Whether an effect on the fighter matters, by his and the other's `_Chances`."""
    if effect == "wounded arms":
        hurts = rules.wounded_arms_damage and any(strike.arms for strike in fighter.strikes)
        bare = rules.wounded_arms_shield_dr and fighter.defender.wears("shield")
        if hurts or bare:
            return True
    ill = _HALE | {effect: True}
    return any(
        given(strike, ill, _HALE) != given(strike, _HALE, _HALE) for strike in fighter.strikes
    ) or any(taken(strike, _HALE, ill) != taken(strike, _HALE, _HALE) for strike in other.strikes)


def _actions(fighter, other, own_states, states, chance, rules):
    """Return kind, actions, and (seen, resting): as the fields of `chain.Combatant`."""
    blows = {}

    def lands(strike, own):
        if strike.hug:
            return None
        return states.by_condition([chance(strike, own, its) for its in states.flags])

    def blow(strike, own):
        weak = bool(strike.arms and own.get("wounded arms") and rules.wounded_arms_damage)
        if (strike, weak) not in blows:
            blows[strike, weak] = _landed(strike, fighter, other, states, weak, rules)
        return blows[strike, weak]

    kinds, actions = {}, []

    def kind_of(own):
        rolls = [lands(strike, own) for strike in fighter.strikes]
        landed = [blow(strike, own) for strike in fighter.strikes]
        key = tuple(
            (None if roll is None else roll.tobytes(), id(matrix))
            for roll, matrix in zip(rolls, landed, strict=True)
        )
        if key not in kinds:
            kinds[key] = len(actions)
            actions.append((rolls, landed))
        return kinds[key]

    # Only which effects last counts, not how long: 2 cases in 7 conditions, or 8 in 343.
    cases = {tuple(own.values()): own for own in own_states.flags}
    known = {case: kind_of(own) for case, own in cases.items()}
    kind = [known[tuple(own.values())] for own in own_states.flags]
    masks = reached(states, blows.values(), other.hp - 1)
    matrices = tuple(
        in_a_turn(acted(fighter.strikes, states, rolls, landed), fighter.speed)
        for rolls, landed in actions
    )
    return own_states.by_condition(kind), matrices, masks


def _landed(strike, fighter, other, states, weak, rules):
    """The transition matrix of a strike that lands."""
    defender = other.defender
    matrix = states.struck(_moves(strike, defender, other.hp, states, weak, rules))
    if rules.wounded_arms_shield_dr and "wounded arms" in states.effects:
        open_to_blows = replace(defender, armor=unshielded(defender.armor))
        bare = states.struck(_moves(strike, open_to_blows, other.hp, states, weak, rules))
        hurt = states.by_condition([flags["wounded arms"] for flags in states.flags])
        matrix = (matrix.multiply(1 - hurt[:, None]) + bare.multiply(hurt[:, None])).tocsr()
    if not strike.hug:
        return matrix
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
