"""What a duel's chain asks of the rules."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from combat.nethack.damage import damage_distribution
from combat.nethack.rules import Rules
from combat.nethack.to_hit import attack_chance

EFFECTS = ("stunned", "wounded arms", "wounded legs")
HOLDS = {"crush": 1 / 2, "wrap": 1 / 10}  # by the game: how often a hug that lands takes hold
_HALE = frozenset()


def holds(strike, fighter, other):
    """Return the chance that a fighter's strike, if it lands, takes hold of the other."""
    # By the game's own rules: a monster can hold only the hero, never another monster; nobody
    # can hold a fighter who has a hug himself; a hero in a monster's form always takes hold.
    if strike.hug not in HOLDS or any(one.hug for one in other.strikes):
        return 0.0
    return 1.0 if fighter.attacker.player else HOLDS[strike.hug] * other.defender.player


def weakened(person, effects, rules=Rules()):
    """Return an Attacker or a Defender under a set of effects."""
    if not effects:
        return person
    legs = max(min(3, person.dexterity), person.dexterity + rules.wounded_legs)
    lame = "wounded legs" in effects and person.player
    return replace(
        person,
        stunned=person.stunned or "stunned" in effects,
        wounded_arms=person.wounded_arms or "wounded arms" in effects,
        dexterity=legs if lame else person.dexterity,
    )


@dataclass(frozen=True)
class Overhaul:
    """The proposal's rules at a standard deviation."""

    sd: float
    rules: Rules

    def effects(self, fighter, other):
        """Return the effects on a fighter that matter in this duel."""
        hale = self.hits(fighter, other), self.hits(other, fighter)

        def changed(ill):
            return self.hits(fighter, other, own=ill), self.hits(other, fighter, flags=(ill,))

        return [name for name in EFFECTS if changed(frozenset({name})) != hale]

    def hits(self, fighter, other, own=_HALE, flags=(_HALE,)):
        """Return each strike's hit chances by the other's flags, and whether it is weak."""
        pair = fighter.attacker, other.defender
        weak = bool("wounded arms" in own and self.rules.wounded_arms_damage)
        return tuple(
            (
                tuple(_chance(*pair, ill, its, self.sd, self.rules) for its in flags),
                weak and one.arms,
            )
            for one in fighter.strikes
            for ill in [own if one.arms else own - {"wounded arms"}]
        )

    def blows(self, strike, weak, defender, hp):
        """Return the chances of a strike that lands, from 1 to hp; weak: with wounded arms."""
        return damage_distribution(
            strike.damage,
            defender.armor,
            np.arange(1, hp + 1),
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
        ).chances


@lru_cache(maxsize=2**12)
def _chance(attacker, defender, own, its, sd, rules):
    pair = weakened(attacker, own, rules), weakened(defender, its, rules)
    return attack_chance(*pair, sd=sd, rules=rules)
