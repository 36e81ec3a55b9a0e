"""Traits of a hit rule near equal attack and defence, and how a whole fight goes under it."""

import numpy as np
import pandas as pd

from combat.compare.curves import chances
from combat.core.checks import check_numbers
from combat.dice import blows

SPAN = 60  # the greatest advantage that is tried, in points


def traits(rule, level=30.0, **parameters):
    """Return the traits of a rule near attack = defense = level: a dict.

    even: the chance at attack = defense = level. "at even", "at +10": what one more point of
    attack adds at an advantage of 0 and of 10, as a probability. saturates: the least advantage
    with a chance of 95 %, infinite if it is above 60. symmetric: whether chance(+d) + chance(-d)
    is 1. bigger: the chance at 10 points of advantage with a defense of 3 level. level >= 1.

    >>> from combat.hit_rules import rules
    >>> found = traits(rules()["NetHack EV/DR, bell curve"])
    >>> round(found["at even"], 4), found["saturates"], found["symmetric"]
    (0.0497, 14, True)
    """
    level = float(check_numbers("level", level, low=1))
    if np.isnan(level):
        raise ValueError("level = nan is out of range: it must be finite and at least 1")

    def chance(advantage, size=level):
        return rule(size + np.asarray(advantage, float), size, **parameters)

    advantages = np.arange(SPAN + 1)
    curve = chance(advantages)
    enough = np.flatnonzero(curve >= 0.95 - 1e-12)
    small = np.arange(1, int(min(level, 20)) + 1)
    return {
        "even": float(curve[0]),
        "at even": float(chance(1) - chance(0)),
        "at +10": float(chance(11) - chance(10)),
        "saturates": int(enough[0]) if enough.size else float("inf"),
        "symmetric": bool(np.allclose(chance(small) + chance(-small), 1, rtol=0, atol=1e-9)),
        "bigger": float(chance(10, 3 * level)),
    }


def traits_table(rules, level=30.0, **parameters):
    """Return the `traits` of several rules as a frame by name, with what each depends on.

    parameters: each is passed to the rules that have it. ValueError for one that no rule has.

    >>> from combat.hit_rules import rules
    >>> traits_table(rules()).loc["ratio", "depends"]
    'ratio'
    >>> traits_table(rules(), m=4)["at even"].round(4)["TOME, smooth"].item()
    0.1
    """
    known = dict.fromkeys(own for rule in rules.values() for own in rule.defaults)
    for name in parameters:
        if name not in known:
            raise ValueError(
                f"no rule here has a number '{name}': there are {', '.join(known) or 'none'}"
            )
    rows = {}
    for name, rule in rules.items():
        own = {key: value for key, value in parameters.items() if key in rule.defaults}
        rows[name] = {"depends": rule.depends, **traits(rule, level, **own)}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("rule")


def fights(rules, ahead=5.0, hits=4):
    """Return how a fight at that advantage goes under several rules: a frame by rule.

    Columns: chance, of a blow, at attack = 30 + ahead and defense = 30; blows, the mean number
    that a kill by `hits` hits takes; late, the fewest that suffice in 90 % of all fights; streak,
    the chance of at least three misses in a row before the kill. All are missing for a rule that
    decides whole battles, not blows. ValueError as `combat.dice.blows`.

    >>> from combat.hit_rules import rules
    >>> fights(rules()).loc["ratio", ["chance", "blows", "late"]].round(2).tolist()
    [0.54, 7.43, 11.0]
    """
    chance = chances(rules, 30 + ahead, 30)
    battles = [name for name, rule in rules.items() if rule.battle]
    chance = chance.mask(chance.index.isin(battles)).to_numpy()
    found = {
        "chance": chance,
        "blows": blows.expected_blows(chance, hits),
        "late": blows.blows_for(0.9, chance, hits),
        "streak": blows.streak_chance(chance, hits, 3),
    }
    return pd.DataFrame(found, pd.Index(rules, name="rule"))
