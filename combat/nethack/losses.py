"""What a monster's action costs on average in hit points."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from combat.nethack.damage import damage_distribution
from combat.nethack.rules import Rules


def landing(strikes, *, slips=False, rules=Rules()):
    """Return how many blows must hit for each strike to land, and its share: a list of pairs."""
    # In the first action of a fight: a strike that is rolled needs itself, a hug the two attacks
    # before it. The share is the chance that it then hurts: 0 for a hug if one of these is no blow,
    # and a hug that wraps must take hold. slips: whether the target wears an oilskin cloak.
    shares = {"": 1.0, "burn": 1.0, "crush": 1 - rules.hug_holds * slips}
    shares["wrap"] = rules.wrap_holds * (1 - slips)
    rolls, ways = {}, []
    for strike in strikes:
        needed = [rolls.get(strike.number - back) for back in (1, 2)] if strike.hug else []
        rolls[strike.number] = set().union(*filter(None, needed)) or {strike.number}
        share = shares[strike.hug] * (None not in needed)
        ways.append((len(rolls[strike.number]), share))
    return ways


def action_losses(beasts, body, chances, *, dr=0, rules=Rules()):
    """Return what each monster's first action costs a body on average, misses included: an array.

    chances: of each monster to hit it. dr: points of DR that the body has in addition. Great
    blows are left out, and no hug holds anybody yet.
    """

    def loss(beast, hit):
        ways = landing(beast.strikes, slips=body.slips_free, rules=rules)
        return sum(
            share * hit**rolls * mean(strike)
            for strike, (rolls, share) in zip(beast.strikes, ways, strict=True)
        )

    def mean(strike):
        return _mean_blow(strike.damage, body.armor, body.dr + dr, strike.physical, rules)

    return np.array([loss(*pair) for pair in zip(beasts, chances, strict=True)])


# The 362 monsters strike with 39 kinds of dice, and several tables ask for the same kits.
@lru_cache(maxsize=2**13)
def _mean_blow(damage, armor, form_dr, physical, rules):
    summed = replace(rules, form_dr="sum")
    blow = damage_distribution(damage, armor, form_dr=form_dr, physical=physical, rules=summed)
    return blow.damage.mean
