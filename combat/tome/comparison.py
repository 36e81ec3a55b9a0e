"""The three rules side by side: over differences, on a boss that stacks defence, as played.

m is the smooth rule's constant, in points; limits are those of the other two, probabilities; with
`engine` these two are as in the game's own code.
"""

import numpy as np
import pandas as pd

from combat import blows
from combat.tome.rules import (
    as_played,
    attack_for,
    check_hit,
    check_hit_old,
    check_hit_smooth,
    raw_for,
    rescale,
)

RULES = ("linear", "exponential", "smooth")
LIMITS = (0.05, 0.95)

DIFFERENCES = np.arange(-60, 60.5, 0.5)  # points
BONUSES = np.arange(11)
RUNS = np.arange(1, 41)


def three(m=10.0, limits=LIMITS, engine=False):
    """Return the three rules as functions of (attack, defense), by name.

    >>> {name: round(rule(40, 30), 4) for name, rule in three(m=20).items()}
    {'linear': 0.75, 'exponential': 0.6891, 'smooth': 0.6667}
    """
    lo, hi = limits
    return {
        "linear": lambda a, d: check_hit(a, d, lo=lo, hi=hi, engine=engine),
        "exponential": lambda a, d: check_hit_old(a, d, lo=lo, hi=hi, engine=engine),
        "smooth": lambda a, d: check_hit_smooth(a, d, m=m),
    }


def by_difference(defense, m=10.0, limits=LIMITS, engine=False, differences=DIFFERENCES):
    """Return the chances of the three rules by attack - defense, in points: a frame.

    The exponential rule is left out where the attack is not above 0: it makes no sense there.

    >>> by_difference(30, differences=[-40, 0, 10]).loc[10].round(3).to_dict()
    {'linear': 0.75, 'exponential': 0.689, 'smooth': 0.75}
    >>> by_difference(30, differences=[-40, 0, 10])["exponential"].isna().tolist()
    [True, False, False]
    """
    attack = defense + np.asarray(differences, float)
    found = {name: rule(attack, defense) for name, rule in three(m, limits, engine).items()}
    found["exponential"] = np.where(attack > 0, found["exponential"], np.nan)
    return pd.DataFrame(found, index=pd.Index(differences, name="difference"))


def worth_of_a_point(defense, m=10.0, limits=LIMITS, engine=False):
    """Return what one more point of attack adds to each chance, by attack - defense: a frame.

    >>> round(float(worth_of_a_point(30)["linear"][0.0]), 4)
    0.025
    """
    return by_difference(defense, m, limits, engine, DIFFERENCES + 1).set_axis(
        pd.Index(DIFFERENCES, name="difference")
    ) - by_difference(defense, m, limits, engine)


def readings(defense, m=10.0, limits=LIMITS, engine=False):
    """Return the chances at five differences, and the attack that hits in 60 %: a frame by rule.

    >>> readings(30).loc["smooth"].round(3).tolist()
    [0.167, 0.25, 0.5, 0.75, 0.833, 32.5]
    """
    steps = {-20: "at −20", -10: "at −10", 0: "equal", 10: "at +10", 20: "at +20"}
    table = by_difference(defense, m, limits, engine, list(steps)).T
    table.columns = list(steps.values())
    needed = [attack_for(0.6, defense, rule=rule) for rule in three(m, limits, engine).values()]
    return table.assign(**{"attack for 60%": needed}).rename_axis("rule")


def boss_defense(base, bonus, count, squeezed=False):
    """Return the defense of a boss with `count` bonuses, in points; counts broadcast.

    Added as they are, or, `squeezed`, as raw points that the engine squeezes in tiers.

    >>> boss_defense(45, 10, 5), boss_defense(45, 10, 5, squeezed=True)
    (95, 61.0)
    """
    if squeezed:
        return rescale(raw_for(base) + bonus * np.asarray(count))
    return base + bonus * count


def boss_chances(attack, base, bonus, m=10.0, limits=LIMITS, squeezed=False):
    """Return the chances of the three rules by the number of bonuses on the boss: a frame.

    >>> boss_chances(72, 45, 10).loc[5].round(2).tolist()
    [0.05, 0.23, 0.15]
    """
    stacked = boss_defense(base, bonus, BONUSES, squeezed)
    found = {name: rule(attack, stacked) for name, rule in three(m, limits).items()}
    return pd.DataFrame(found, index=pd.Index(BONUSES, name="bonuses"))


def boss_blows(attack, base, bonus, hits, m=10.0, limits=LIMITS, squeezed=False):
    """Return the expected blows until `hits` have landed, by the number of bonuses: a frame.

    >>> boss_blows(72, 45, 10, 10).loc[5].round().tolist()
    [200.0, 43.0, 66.0]
    """
    chances = boss_chances(attack, base, bonus, m, limits, squeezed)
    return chances.apply(lambda chance: blows.expected_blows(chance.to_numpy(), hits))


def boss_runs(attack, base, bonus, count, hits, m=10.0, limits=LIMITS, squeezed=False):
    """Return the chance of so many misses in a row or more during the kill: a frame by length.

    >>> boss_runs(72, 45, 10, 4, 10).loc[10].round(3).tolist()
    [0.794, 0.259, 0.594]
    """
    chances = boss_chances(attack, base, bonus, m, limits, squeezed).loc[count]
    found = {name: blows.streak_chance(chance, hits, RUNS) for name, chance in chances.items()}
    return pd.DataFrame(found, index=pd.Index(RUNS, name="misses in a row"))


def boss_fight(attack, base, bonus, count, hits, m=10.0, limits=LIMITS, squeezed=False):
    """Return the fight against that boss in numbers: a frame by rule.

    Columns hit chance, expected blows, blows for a kill in 9 of 10 fights, and the chance of 10
    misses in a row.

    >>> boss_fight(72, 45, 10, 5, 10)["expected blows"].round().tolist()
    [200.0, 43.0, 66.0]
    """
    chance = boss_chances(attack, base, bonus, m, limits, squeezed).loc[count].rename_axis("rule")
    return pd.DataFrame(
        {
            "hit chance": chance,
            "expected blows": blows.expected_blows(chance.to_numpy(), hits),
            "blows for a kill in 9 of 10 fights": blows.blows_for(0.9, chance.to_numpy(), hits),
            "10 misses in a row": blows.streak_chance(chance.to_numpy(), hits, 10),
        }
    )


def gap(first, second, m=10.0, limits=LIMITS, step=1):
    """Return one rule's chance less another's, for attack and defense from 0 to 100: a frame.

    first, second: names of `RULES`. step: in points. Rows are attacks, columns defenses; missing
    where a rule has no value.

    >>> gap("linear", "smooth", step=50).loc[50].round(3).to_dict()
    {0: 0.033, 50: 0.0, 100: -0.033}
    """
    points = np.arange(0, 101, step)
    attack, defense = np.meshgrid(points, points, indexing="ij")
    known = three(m, limits)
    cells = known[first](attack, defense) - known[second](attack, defense)
    axes = (pd.Index(points, name=name) for name in ("attack", "defense"))
    return pd.DataFrame(cells, *axes)


def rounding(defense, m=10.0):
    """Return the chance as played by the engine less the exact one, without limits: a frame.

    By whole differences from -40 to 40 points, as far as the attack is at least 0. The engine
    rounds the linear rule up to a whole percent, and cuts all three when it rolls.

    >>> rounding(60).loc[1].round(4).tolist()
    [0.005, -0.0099, -0.0055]
    """
    differences = np.arange(-40, 41)
    attack = defense + differences[differences >= -defense]
    exact, played = three(m, (0, 1)), three(m, (0, 1), engine=True)
    found = {
        name: as_played(played[name](attack, defense)) - exact[name](attack, defense)
        for name in RULES
    }
    return pd.DataFrame(found, index=pd.Index(attack - defense, name="difference"))
