"""What a duel's chain asks of the rules, the proposal's and vanilla's."""

from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np
from scipy import sparse

from combat.dice import dice
from combat.nethack import vanilla
from combat.nethack.damage import damage_distribution
from combat.nethack.rules import Rules
from combat.nethack.slots import unshielded
from combat.nethack.to_hit import attack_chance

EFFECTS = ("stunned", "wounded arms", "wounded legs")
_HALE = frozenset()


def holds(strike, fighter, other, rules=Rules()):
    """Return the chance that a fighter's strike, if it lands, takes hold of the other."""
    # By the game's own rules: a monster can hold only the hero, never another monster; nobody can
    # hold a fighter who has a hug himself; a hero in a monster's form always takes hold.
    if strike.hug in ("", "burn") or any(one.hug for one in other.strikes):
        return 0.0
    if fighter.attacker.player:
        return 1.0
    return {"crush": rules.hug_holds, "wrap": rules.wrap_holds}[strike.hug] * other.defender.player


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


def weak(strike, effects, rules):
    """Return whether a strike does less damage, as it is dealt with wounded arms."""
    return bool(strike.arms and "wounded arms" in effects and rules.wounded_arms_damage)


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


@dataclass(frozen=True)
class Overhaul:
    """The proposal's rules, as `chain.turns_of` asks for them."""

    sd: float
    rules: Rules

    def holds(self, strike, fighter, other):
        """See `holds`."""
        return holds(strike, fighter, other, self.rules)

    def effects(self, fighter, other):
        """Return the effects on a fighter that matter in this duel."""
        return [name for name in EFFECTS if self._matters(name, fighter, other)]

    def _matters(self, effect, fighter, other):
        given, ill = hits_of(fighter, other, self.sd, self.rules), frozenset({effect})
        taken = hits_of(other, fighter, self.sd, self.rules)
        arms = any(weak(strike, ill, self.rules) for strike in fighter.strikes)
        shield = self.rules.wounded_arms_shield_dr and fighter.defender.wears("shield")
        return (
            arms
            or (effect == "wounded arms" and shield)
            or any(given(one, ill, _HALE) != given(one, _HALE, _HALE) for one in fighter.strikes)
            or any(taken(one, _HALE, ill) != taken(one, _HALE, _HALE) for one in other.strikes)
        )

    def ways(self, fighter, other, own, flags):
        """See `chain.turns_of`."""
        hits = hits_of(fighter, other, self.sd, self.rules)
        strikes = (
            (tuple(hits(one, own, its) for its in flags), weak(one, own, self.rules))
            for one in fighter.strikes
        )
        return ((1.0, tuple(strikes)),)

    def landed(self, strike, weak, defender, body):
        """Return the matrix of a strike that lands."""
        hp = np.arange(1, body.hp + 1)
        matrix = body.struck(blow_at(strike, defender, hp, self.rules, weak=weak).chances)
        if self.rules.wounded_arms_shield_dr and "wounded arms" in body.effects:
            bare = replace(defender, armor=unshielded(defender.armor))
            struck = body.struck(blow_at(strike, bare, hp, self.rules, weak=weak).chances)
            hurt = body.by_condition(["wounded arms" in flags for flags in body.flags])
            matrix = sparse.diags_array(1 - hurt) @ matrix + sparse.diags_array(hurt) @ struck
        return matrix


class Vanilla:
    """The rules of NetHack 3.6.7, as `chain.turns_of` asks for them: nobody is stunned."""

    holds = staticmethod(holds)

    def effects(self, fighter, other):
        """Return the effects that matter: none."""
        return ()

    def ways(self, fighter, other, own, flags):
        """See `chain.turns_of`; a hero's negative AC is drawn once for the action."""
        defender = other.defender
        counts = vanilla.drawn(defender.ac if defender.player else 0)
        return tuple(
            (
                float(chance),
                tuple(
                    ((_hits(fighter.attacker, defender, one.number, ac),) * len(flags), False)
                    for one in fighter.strikes
                ),
            )
            for ac, chance in zip(counts.values, counts.chances, strict=True)
        )

    def landed(self, strike, weak, defender, body):
        """Return the matrix of a strike that lands."""
        damage = _vanilla_damage(strike, defender)
        chances = np.bincount(damage.values.astype(int), damage.chances)
        return body.struck(np.tile(chances, (body.hp, 1, 1, 1)))


def _hits(attacker, defender, number, ac):
    if not defender.player:
        return vanilla.attack_chance(attacker, defender, strike=number)
    eased = vanilla.eased_by(attacker, defender)
    return float(vanilla.monster_hits(attacker.level + eased, ac, number))


def _vanilla_damage(strike, defender):
    """The damage of a strike; to a monster at least 1, unless it has no dice."""
    if defender.player:
        return vanilla.hero_damage(strike.damage, defender.ac, half_physical=defender.half_physical)
    rolled = dice(strike.damage)
    if rolled.values[-1] == 0:
        return rolled
    rolled = rolled + strike.enchantment - strike.erosion
    return rolled.map(lambda values: np.maximum(values, 1))
