"""Games of the gallery a second time, without the package: recursions in fractions, or dice.

They share nothing with the steps of the gallery but the rules.
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


def wizard_wins(rng, bugbears, slots, hp, armor):
    """Whether a Wizard beats Bugbears, dice thrown."""

    def roll(many, sides):
        return sum(rng.randint(1, sides) for _ in range(many))

    foes, slots, shield_until_turn = [27] * bugbears, dict(enumerate(slots, 1)), False
    wizard_first = rng.random() < 0.5
    while True:
        for who in ["wizard", *range(bugbears)] if wizard_first else [*range(bugbears), "wizard"]:
            left = [level for level, many in slots.items() if many]
            if who != "wizard":
                if foes[who] <= 0:
                    continue
                d20 = rng.randint(1, 20)
                total = d20 + 4
                if d20 == 1 or (d20 < 20 and total < armor):
                    continue
                if d20 < 20 and total < armor + 5:
                    if shield_until_turn:
                        continue
                    if left:
                        slots[min(left)] -= 1
                        shield_until_turn = True
                        continue
                hp -= roll(4 if d20 == 20 else 2, 8) + 2
                if hp <= 0:
                    return False
                continue
            shield_until_turn = False
            target = next(place for place, health in enumerate(foes) if health > 0)
            if left:
                slots[max(left)] -= 1
                foes[target] -= sum(rng.randint(1, 4) + 1 for _ in range(2 + max(left)))
            else:
                d20 = rng.randint(1, 20)
                if d20 == 20 or (d20 > 1 and d20 + 7 >= 16):
                    foes[target] -= roll(4 if d20 == 20 else 2, 10)
            if max(foes) <= 0:
                return True


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


def hero_wins(hp, ogres, potions, threshold=None):
    """The chance to come through, round by round; threshold: None for who drinks at best."""

    def struck_back(hero, ogre, to_come, left):
        if hero > 0 and ogre <= 0 and to_come == 0:
            return 1
        if ogre <= 0:
            ogre, to_come = 12, to_come - 1
        hits = sum(value(hero - 2 - face, ogre, to_come, left) for face in range(1, 9))
        return 0.6 / 8 * hits + 0.4 * value(hero, ogre, to_come, left)

    @cache
    def value(hero, ogre, to_come, left):
        if hero <= 0:
            return 0
        hits = sum(struck_back(hero, ogre - 1 - face, to_come, left) for face in range(1, 9))
        hurt = sum(value(hero - 2 - face, ogre, to_come, left) for face in range(1, 9))
        # Where both miss, all is as it was.
        strike = (0.6 / 8 * hits + 0.4 * 0.6 / 8 * hurt) / (1 - 0.4 * 0.4)
        if not left or (threshold is not None and hero > threshold):
            return strike
        drink = struck_back(min(hp, hero + 8), ogre, to_come, left - 1)
        return max(strike, drink) if threshold is None else drink

    return value(hp, 12, ogres - 1, potions)


def map_won(rng, lord, enemies, drinks):
    """Whether a lord comes through a map of Fire Emblem, random numbers drawn.

    Fighters are dicts; drinks: a function of his and the enemy's hit points, how many are beaten,
    and how many vulneraries are left.
    """

    def strike(one, other):
        if one["hp"] <= 0 or other["hp"] <= 0:
            return
        if rng.randrange(100) + rng.randrange(100) < 2 * (one["hit"] - other["avoid"]):
            times = 3 if rng.randrange(100) < one["critical"] else 1
            other["hp"] -= times * max(0, one["attack"] - other["defense"])

    def attack(one, other):
        strike(one, other)
        strike(other, one)
        if abs(one["speed"] - other["speed"]) >= 5:
            strike(*sorted((one, other), key=lambda fighter: -fighter["speed"]))

    lord, enemies, vulneraries = dict(lord), [dict(enemy) for enemy in enemies], 3
    full, beaten = lord["hp"], 0
    while True:
        enemy = enemies[beaten]
        if vulneraries and drinks(lord["hp"], enemy["hp"], beaten, vulneraries):
            vulneraries, lord["hp"] = vulneraries - 1, min(full, lord["hp"] + 10)
        else:
            attack(lord, enemy)
        for enemys_phase in (True, False):
            if lord["hp"] <= 0:
                return False
            if enemies[beaten]["hp"] <= 0:
                beaten += 1
            if beaten == len(enemies):
                return True
            if enemys_phase:
                attack(enemies[beaten], lord)


def party_wins(rng, cures=3, fireballs=2, missiles=4, caught=4, hp=(44, 38, 33, 27), goblins=10):
    """Whether a party of four beats ten goblins and four bugbears, dice thrown."""

    def roll(many, sides):
        return sum(rng.randint(1, sides) for _ in range(many))

    def strike(target, bonus, *dice, plus=0):
        d20 = rng.randint(1, 20)
        if d20 == 1 or (d20 < 20 and d20 + bonus < target["armour"]):
            return
        times = 2 if d20 == 20 else 1
        target["hp"] -= plus + sum(roll(times * many, sides) for many, sides in dice)

    heroes = [
        {"name": name, "hp": left, "armour": armor}
        for left, (name, armor) in zip(
            hp, (("fighter", 18), ("cleric", 18), ("rogue", 15), ("wizard", 13)), strict=True
        )
    ]
    foes = [{"name": "goblin", "hp": 7, "armour": 15} for _ in range(goblins)]
    foes += [{"name": "bugbear", "hp": 27, "armour": 16} for _ in range(4)]
    order = heroes + foes if rng.random() < 0.5 else foes + heroes
    while True:
        for who in order:
            if who["hp"] <= 0:
                continue
            targets = [one for one in (heroes if who in foes else foes) if one["hp"] > 0]
            fallen = [one for one in heroes if one["hp"] <= 0]
            match who["name"]:
                case "goblin":
                    strike(targets[0], 4, (1, 6), plus=2)
                case "bugbear":
                    strike(targets[0], 4, (2, 8), plus=2)
                case "fighter":
                    strike(targets[0], 7, (1, 8), plus=6)
                    targets = [one for one in targets if one["hp"] > 0]
                    if targets:
                        strike(targets[0], 7, (1, 8), plus=6)
                case "rogue":
                    strike(targets[0], 7, (4, 6), plus=4)
                case "cleric" if fallen and cures:
                    cures -= 1
                    fallen[0]["hp"] = roll(2, 8) + 4
                case "cleric":
                    if rng.randint(1, 20) + 2 < 15:
                        targets[0]["hp"] -= roll(2, 8)
                case "wizard" if fireballs and len(targets) >= 4:
                    fireballs -= 1
                    fire = roll(8, 6)
                    for one in targets[:caught]:
                        one["hp"] -= fire if rng.randint(1, 20) + 2 < 15 else fire // 2
                case "wizard" if missiles:
                    missiles -= 1
                    targets[0]["hp"] -= roll(3, 4) + 3
                case "wizard":
                    strike(targets[0], 7, (2, 10))
            if all(one["hp"] <= 0 for one in foes):
                return True
            if all(one["hp"] <= 0 for one in heroes):
                return False
