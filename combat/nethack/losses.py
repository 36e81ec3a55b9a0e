"""What a monster's action, or its hardest blow, costs on average in hit points."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from combat.nethack import vanilla
from combat.nethack.damage import damage_distribution
from combat.nethack.rules import Rules
from combat.nethack.to_hit import attack_chance


def landing(strikes, *, slips=False, rules=Rules()):
    """Return the numbers of the blows that each strike needs to hit, and its share: a list."""
    # In the first action of a fight: a strike that is rolled needs itself, a hug the two attacks
    # before it. The share is the chance that it then hurts: 0 for a hug if one of these is no blow,
    # and a hug that wraps must take hold. slips: whether the target wears an oilskin cloak.
    shares = {"": 1.0, "burn": 1.0, "crush": 1 - rules.hug_holds * slips}
    shares["wrap"] = rules.wrap_holds * (1 - slips)
    rolls, ways = {}, []
    for strike in strikes:
        before = [rolls.get(strike.number - back) for back in (2, 1)] if strike.hug else []
        able = None not in before
        needed = sorted({number for numbers in before if numbers for number in numbers})
        rolls[strike.number] = tuple(needed) if strike.hug else (strike.number,)
        ways.append((rolls[strike.number], shares[strike.hug] * able))
    return ways


def action_losses(beasts, body, chances, *, dr=0, rules=Rules()):
    """Return what each monster's first action costs a body on average, misses included: an array.

    chances: of each monster to hit it. dr: points of DR that the body has in addition. Great
    blows are left out, and no hug holds anybody yet.
    """

    def mean(strike):
        return _mean_blow(strike.damage, body.armor, body.dr + dr, strike.physical, rules)

    return np.array(
        [
            _action_loss(beast, body, lambda rolls, hit=hit: hit ** len(rolls), mean, rules)
            for beast, hit in zip(beasts, chances, strict=True)
        ]
    )


def vanilla_losses(beasts, body):
    """Return what each monster's first action costs a body in vanilla, as `action_losses`."""

    def loss(beast):
        return _action_loss(
            beast,
            body,
            lambda rolls: vanilla.all_hit(beast.attacker.level, body.ac, rolls),
            lambda strike: vanilla.hero_damage(strike.damage, body.ac).mean,
        )

    return np.array([loss(beast) for beast in beasts])


def _action_loss(beast, body, all_hit, mean, rules=Rules()):
    """all_hit: the chance of some rolls; mean: the damage of a strike."""
    ways = landing(beast.strikes, slips=body.slips_free, rules=rules)
    return sum(
        share * all_hit(rolls) * mean(strike)
        for strike, (rolls, share) in zip(beast.strikes, ways, strict=True)
    )


# The 362 monsters strike with 39 kinds of dice, and several tables ask for the same kits.
@lru_cache(maxsize=2**13)
def _mean_blow(damage, armor, form_dr, physical, rules):
    summed = replace(rules, form_dr="sum")
    blow = damage_distribution(damage, armor, form_dr=form_dr, physical=physical, rules=summed)
    return blow.damage.mean


def hardest_loss(beast, hero, armor):
    """Return the mean cost of a monster's hardest blow in this armour, misses included."""
    body, hardest = replace(hero.defender, armor=armor), beast.hardest
    ways = landing(beast.strikes, slips=body.slips_free)
    rolls, share = ways[beast.strikes.index(hardest)]
    chance = share * attack_chance(beast.attacker, body) ** len(rolls)
    return chance * damage_distribution(hardest.damage, armor, hero.hp).damage.mean
