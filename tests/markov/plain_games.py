"""Games of notebook 09 a second time, without the package: recursions in fractions, or dice.

They share nothing with its steps but the rules.
"""

from fractions import Fraction
from functools import cache


def wesnoth(attacker, defender, rounds=1):
    """{(hp of the attacker, of the defender): chance}, from the last strike backwards.

    Both are (hp now, hp at most, damage, strikes, chance to be hit, "slow", "drain" or "").
    """
    units = {False: attacker, True: defender}

    @cache
    def ends(who, hp, foe_hp, left, foe_left, slow, foe_slow, rounds):
        """{(hp of who strikes now, of the other): chance}."""
        _, most, damage, _, _, what = units[who]
        if not hp or not foe_hp or (rounds == 1 and not left and not foe_left):
            return {(hp, foe_hp): 1}
        if not who and not left and not foe_left:
            left, foe_left, rounds = attacker[3], defender[3], rounds - 1
        if not left:
            return turned(ends(not who, foe_hp, hp, foe_left, left, foe_slow, slow, rounds))
        blow = min(foe_hp, (damage + 1) // 2 if slow else damage)
        healed = min(most, hp + blow // 2) if what == "drain" else hp
        rest = foe_left, left - 1
        hit = ends(not who, foe_hp - blow, healed, *rest, foe_slow or what == "slow", slow, rounds)
        miss = ends(not who, foe_hp, hp, *rest, foe_slow, slow, rounds)
        return joined(units[not who][4], turned(hit), turned(miss))

    return ends(False, attacker[0], defender[0], attacker[3], defender[3], False, False, rounds)


def turned(found):
    """A table of chances by two numbers, by the same the other way round."""
    return {(other, one): chance for (one, other), chance in found.items()}


def joined(chance, one, other):
    """Two tables of chances, the first with that chance."""
    found = {key: chance * share for key, share in one.items()}
    for key, share in other.items():
        found[key] = found.get(key, 0) + (1 - chance) * share
    return found


# Published, of Osborne: with so many dice of the attacker and the defender, how often of all rolls
# the attacker loses none, one, two.
RISK_ROLLS = {
    (3, 2): (2890, 2611, 2275),
    (2, 2): (295, 420, 581),
    (1, 2): (55, 161),
    (3, 1): (855, 441),
    (2, 1): (125, 91),
    (1, 1): (15, 21),
}


@cache
def risk(attackers, defenders):
    """The chance to take the country, in fractions."""
    if attackers == 0 or defenders == 0:
        return Fraction(int(defenders == 0))
    rolls = RISK_ROLLS[min(3, attackers), min(2, defenders)]
    fall = len(rolls) - 1
    return sum(
        Fraction(many, sum(rolls)) * risk(attackers - lost, defenders - fall + lost)
        for lost, many in enumerate(rolls)
    )


@cache
def risk_halted(attackers, defenders, prize):
    """What a country that is worth so much is worth to who may stop."""
    if attackers == 0 or defenders == 0:
        return attackers + prize * (defenders == 0)
    rolls = RISK_ROLLS[min(3, attackers), min(2, defenders)]
    fall = len(rolls) - 1
    after = (
        Fraction(many, sum(rolls)) * risk_halted(attackers - lost, defenders - fall + lost, prize)
        for lost, many in enumerate(rolls)
    )
    return max(attackers, sum(after))
