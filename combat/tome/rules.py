"""The three hit rules, their inverse, and how the engine rescales stats and rounds chances.

attack and defense are in points of the rescaled combat stats (see `rescale`), chances
are probabilities. Quoted formulas are in percent, as in the source. A designer's own pairs of
both are read from a CSV.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from combat.core.checks import check_numbers, scalar
from combat.tables import read_table


@dataclass(frozen=True)
class TomeRules:
    """The constants of the two old rules and of the engine's rescaling, as in the source.

    ValueError for a constant that is not above 0.

    >>> check_hit(30, 26), check_hit(30, 26, rules=TomeRules(slope=0.05))
    (0.6, 0.7)
    """

    slope: float = 0.025  # chance per point of the linear rule: "2.5 * (atk - def)" percent
    scale: float = 7.0  # points; divisor in the exponential rule: "exp(-(atk - def)/7)"
    tier: float = 20.0  # rescaled points in a tier; each point of tier k costs k raw points

    def __post_init__(self):
        for name in ("slope", "scale", "tier"):
            check_numbers(name, getattr(self, name), low=0, open_low=True)


def check_hit(attack, defense, *, lo=0.05, hi=0.95, engine=False, rules=TomeRules()):
    """Return the hit chance of the linear rule.

    "HitChance = 50 + 2.5 * (atk - def)", bounded to [lo, hi]. attack and defense in
    points, any finite numbers; lo <= hi in [0, 1]; all broadcast. With `engine` the formula
    is that of the game's own code: negative values count as 0 and the percentage is rounded
    up. The game's limits are lo=0, hi=1, and its roll succeeds with the chance `as_played`.

    ValueError for infinities and for limits outside [0, 1] or in the wrong order.

    >>> check_hit(30, 26)
    0.6
    >>> check_hit([0, 30, 60], 30)
    array([0.05, 0.5 , 0.95])
    >>> check_hit(31, 30, engine=True), check_hit(30, 31, engine=True)
    (0.53, 0.48)
    """
    attack, defense, lo, hi = _checked(attack, defense, lo, hi)
    if engine:
        attack, defense = np.maximum(attack, 0), np.maximum(defense, 0)
    with np.errstate(over="ignore"):
        chance = 0.5 + rules.slope * (attack - defense)
        if engine:
            chance = np.ceil(_percent(chance)) / 100
    return scalar(np.clip(chance, lo, hi))


def check_hit_old(attack, defense, *, lo=0.05, hi=0.95, engine=False, rules=TomeRules()):
    """Return the hit chance of the exponential rule; NaN where attack + defense = 0.

    "a = 1/(1 + exp(-(atk - def)/7)), b = atk/(atk + def), HitChance = 50 * (a + b)",
    bounded to [lo, hi]. attack and defense in points, any finite numbers, though the
    chance rises with attack only where both are positive; all broadcast. With `engine` the
    formula is that of the game's own code: negative values count as 0, then an attack of 0
    counts as 1, so that no singularity is left.

    ValueError for infinities and for limits outside [0, 1] or in the wrong order.

    >>> round(check_hit_old(30, 26), 4)
    0.5874
    >>> check_hit_old(0, 0), round(check_hit_old(0, 0, engine=True), 4)
    (nan, 0.7678)
    """
    attack, defense, lo, hi = _checked(attack, defense, lo, hi)
    if engine:
        attack, defense = np.maximum(attack, 0), np.maximum(defense, 0)
        attack = np.where(attack == 0, 1.0, attack)
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        logistic = expit((attack - defense) / rules.scale)
        # Scaled to the greater of the two, so that neither 1e308 + 1e308 nor 5e-324 is lost.
        scale = np.maximum(np.abs(attack), np.abs(defense))
        ratio = (attack / scale) / (attack / scale + defense / scale)
    ratio = np.where(attack == -defense, np.nan, ratio)
    return scalar(np.clip((logistic + ratio) / 2, lo, hi))


def check_hit_smooth(attack, defense, *, m=10.0, lo=0.0, hi=1.0):
    """Return the hit chance of the proposed rule, which needs no limits to stay within 0 and 1.

    "HitChance = 50 + 50 * (atk - def)/(abs(atk - def) + m)". attack and defense in points, any
    finite numbers; m > 0, in points: the difference at which the chance is 25 % or 75 %. The
    proposal's code still bounds the chance, "left in for compatibility", to [lo, hi], by default
    from 0 to 1. All broadcast. ValueError for m <= 0, for infinities, and for limits outside
    [0, 1] or in the wrong order.

    >>> check_hit_smooth([20, 30, 40], 30)
    array([0.25, 0.5 , 0.75])
    >>> round(check_hit_smooth(-1_000_000, 10_000) * 100, 6)
    0.000495
    >>> check_hit_smooth(-1_000_000, 10_000, lo=0.05, hi=0.95)
    0.05
    """
    attack, defense, lo, hi = _checked(attack, defense, lo, hi)
    m = check_numbers("m", m, low=0, open_low=True)
    # Half the difference: it stays finite from -1e308 to 1e308.
    half = attack / 2 - defense / 2
    with np.errstate(over="ignore"):
        # The chance of the weaker side, in a form that keeps all digits of small chances.
        weaker = 0.5 / (1 + 2 * (np.abs(half) / m))
    return scalar(np.clip(np.where(half < 0, weaker, 1 - weaker), lo, hi))


def attack_for(chance, defense, *, rule=check_hit_smooth, **parameters):
    """Return the least attack in [0, 1000] at which `rule` gives at least that chance.

    The inverse question: "which attack hits 60 % of the time?" rule(attack, defense) must
    not fall as attack rises. chance in [0, 1], defense in points; both broadcast. NaN if even
    1000 does not reach the chance, 0 if an attack of 0 reaches it. parameters: the rule's own, such
    as m. ValueError outside these ranges.

    >>> round(attack_for(0.6, 50), 6), round(attack_for(0.6, 50, rule=check_hit), 6)
    (52.5, 54.0)
    >>> round(attack_for(0.6, 50, m=20), 6)
    55.0
    """

    def reaches(attack):
        return rule(attack, defense, **parameters) >= target

    chance, defense = np.broadcast_arrays(
        check_numbers("chance", chance, low=0, high=1), check_numbers("defense", defense)
    )
    # A tolerance of 1e-12: 0.5 + 0.025 * 4 is slightly below 0.6 in floating point.
    target = chance - 1e-12
    low, high = np.zeros(chance.shape), np.full(chance.shape, 1000.0)
    reached = reaches(high)
    at_once = reaches(low)
    parts = np.arange(1, 65).reshape(-1, *[1] * chance.ndim) / 64
    for _ in range(10):  # each round keeps a 64th: from 1000 points to less than 1e-15
        ends = low + (high - low) * parts
        first = np.argmax(reaches(ends), axis=0, keepdims=True)
        ends = np.concatenate([low[None], ends])
        low, high = (np.take_along_axis(ends, first + end, axis=0)[0] for end in (0, 1))
    return scalar(np.where(reached, np.where(at_once, 0.0, high), np.nan))


def rescale(raw, *, rules=TomeRules()):
    """Return the rescaled combat stat of a raw stat, in whole points.

    The floor of the smallest of x, 20 + (x - 20)/2, 40 + (x - 60)/3, 60 + (x - 120)/4, ...:
    in each tier of 20 points, a point costs one raw point more than in the tier before. raw: any
    finite numbers; broadcasts. ValueError for infinities.

    >>> rescale([20, 60, 120, 200, 300, 420])
    array([ 20.,  40.,  60.,  80., 100., 120.])
    """
    raw = check_numbers("raw", raw)
    tiers = np.maximum(raw, 0) / (rules.tier / 2)
    # Tier k begins at raw = tier * k(k+1)/2; solved for k. Rounding may miss it by one: try three.
    k = np.floor((np.sqrt(1 + 4 * tiers) - 1) / 2)
    lines = [_tier_line(raw, np.maximum(k + step, 0), rules.tier) for step in (-1, 0, 1)]
    return scalar(np.floor(np.minimum.reduce(lines)))


def raw_for(rescaled, *, rules=TomeRules()):
    """Return the least raw stat that `rescale` turns into that rescaled one.

    rescaled: points >= 0; fractions are rounded up, as `rescale` gives whole points;
    broadcasts. ValueError outside.

    >>> raw_for([20, 45, 100])
    array([ 20.,  75., 300.])
    """
    rescaled = np.ceil(check_numbers("rescaled", rescaled, low=0))
    k = np.floor(rescaled / rules.tier)
    return scalar(rules.tier * k * (k + 1) / 2 + (rescaled - rules.tier * k) * (k + 1))


def as_played(chance):
    """Return the real chance of success when the engine rolls for `chance`.

    The engine draws a whole number from 0 to 99 and succeeds if it is below the whole part
    of the percentage: fractions of a percent are cut off. chance in [0, 1]; broadcasts.
    ValueError outside.

    >>> as_played([1 / 6, 0.29, 4.95e-6])
    array([0.16, 0.29, 0.  ])
    """
    chance = check_numbers("chance", chance, low=0, high=1)
    return scalar(np.floor(_percent(chance)) / 100)


def _checked(attack, defense, lo, hi):
    attack, defense = check_numbers("attack", attack), check_numbers("defense", defense)
    lo, hi = check_numbers("lo", lo, low=0, high=1), check_numbers("hi", hi, low=0, high=1)
    if np.any(lo > hi):
        raise ValueError(
            f"lo = {scalar(lo)} is out of range: it must not be above hi = {scalar(hi)}"
        )
    return attack, defense, lo, hi


def _percent(chance):
    # 0.29 * 100 is 28.999999999999996: rounded to 1e-9, so that floor and ceil are right.
    return np.round(chance * 100, 9)


def _tier_line(raw, k, tier):
    # tier * k + (raw - tier * k(k+1)/2) / (k + 1), shortened
    return raw / (k + 1) + tier * k / 2


def boss_defense(base, bonus, count, squeezed=False):
    """Return the defense of a boss with `count` bonuses, in points; counts broadcast.

    The bonuses are added as rescaled points or, if `squeezed`, as raw points before rescaling.

    >>> boss_defense(45, 10, 5), boss_defense(45, 10, 5, squeezed=True)
    (95, 61.0)
    """
    if squeezed:
        return rescale(raw_for(base) + bonus * np.asarray(count))
    return base + bonus * count


def chance_table(pairs, *, m=10.0):
    """Return `pairs` with the chance of each rule beside each pair.

    pairs: a frame with columns attack and defense, in points; see `read_pairs`. Adds
    linear, exponential, smooth (probabilities) and attack_for_60 (the attack at which the
    smooth rule hits with 60 %). ValueError as the rules.

    >>> import pandas as pd
    >>> chance_table(pd.DataFrame({"attack": [40.0], "defense": [30.0]}))["smooth"].item()
    0.75
    """
    attack, defense = pairs["attack"].to_numpy(), pairs["defense"].to_numpy()
    return pairs.assign(
        linear=check_hit(attack, defense),
        exponential=check_hit_old(attack, defense),
        smooth=check_hit_smooth(attack, defense, m=m),
        # 0.5 + 0.5 x/(x + m) = 0.6 at x = m/4
        attack_for_60=defense + m / 4,
    )


def read_pairs(source, name=None):
    """Return a designer's CSV of pairs as a frame with columns name, attack, defense.

    source: a path, or bytes with their file `name`. TableError names file, row, column.

    >>> read_pairs(b"name,attack,defense\\nrat,12,3\\n", "mine.csv")
      name  attack  defense
    0  rat    12.0      3.0
    """
    return read_table(source, numeric=["attack", "defense"], text=["name"], name=name)
