"""What a duel's chain asks of the rules."""

from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np

from combat.nethack.damage import damage_distribution
from combat.nethack.rules import Rules
from combat.nethack.to_hit import attack_chance

EFFECTS = ("stunned", "wounded arms", "wounded legs")
_HALE = frozenset()


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


@dataclass(frozen=True)
class Overhaul:
    """The proposal's rules at a standard deviation."""

    sd: float
    rules: Rules

    def holds(self, strike, fighter, other):
        """Return the chance that a fighter's strike, if it lands, takes hold of the other."""
        # By the game's own rules: a monster can hold only the hero, never another monster; nobody
        # can hold a fighter who has a hug himself; a hero in a monster's form always takes hold.
        if strike.hug in ("", "burn") or any(one.hug for one in other.strikes):
            return 0.0
        if fighter.attacker.player:
            return 1.0
        chance = {"crush": self.rules.hug_holds, "wrap": self.rules.wrap_holds}[strike.hug]
        return chance * other.defender.player

    def effects(self, fighter, other):
        """Return the effects on a fighter that matter in this duel."""
        return [name for name in EFFECTS if self._matters(frozenset({name}), fighter, other)]

    def _matters(self, ill, fighter, other):
        given = self.hits(fighter, other, ill, [_HALE]), self.hits(fighter, other, _HALE, [_HALE])
        taken = self.hits(other, fighter, _HALE, [ill]), self.hits(other, fighter, _HALE, [_HALE])
        return given[0] != given[1] or taken[0] != taken[1]

    def hits(self, fighter, other, own, flags):
        """Return each strike's hit chances by the other's flags, and whether it is weak."""
        hits, weak = hits_of(fighter, other, self.sd, self.rules), self._weak(own)
        return tuple(
            (tuple(hits(one, own, its) for its in flags), weak and one.arms)
            for one in fighter.strikes
        )

    def _weak(self, effects):
        """Whether strikes with the arms do less damage."""
        return bool("wounded arms" in effects and self.rules.wounded_arms_damage)

    def landed(self, strike, weak, defender, body):
        """Return the matrix of a strike that lands; weak: dealt with wounded arms."""
        blow = damage_distribution(
            strike.damage,
            defender.armor,
            np.arange(1, body.hp + 1),
            enchantment=strike.enchantment,
            erosion=strike.erosion,
            form_dr=defender.dr,
            missing=defender.missing,
            half_physical=defender.half_physical,
            half_spell=defender.half_spell,
            physical=strike.physical,
            spell=strike.spell,
            wounded_arms=weak,
            rules=self.rules,
        )
        return body.struck(blow.chances)
