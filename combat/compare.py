"""Hit rules compared: what a point is worth, where a rule saturates, and what shape is left."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import optimize

from combat.domain import numbers

SPAN = 60  # points on either side of equality that are looked at


def traits(rule, level=30.0, **parameters):
    """Return what a rule does around equal numbers of that size: a dict.

    even: the chance at attack = defense = level. at even, at +10: what one more point of attack
    adds there, as a probability. saturates: the fewest points of advantage with 95 %, infinite
    if there are none within 60. symmetric: whether chance(+d) + chance(-d) is 1. bigger: the
    chance at the same 10 points of advantage with numbers three times as big. level >= 1.

    >>> from combat.hit_rules import rules
    >>> found = traits(rules()["NetHack EV/DR, bell curve"])
    >>> round(found["at even"], 4), found["saturates"], found["symmetric"]
    (0.0497, 14, True)
    """
    level = float(numbers("level", level, low=1))

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


def traits_table(rules, level=30.0):
    """Return the `traits` of several rules as a frame by name, with what each depends on.

    >>> from combat.hit_rules import rules
    >>> traits_table(rules()).loc["ratio", "depends"]
    'ratio'
    """
    rows = {name: {"depends": rule.depends, **traits(rule, level)} for name, rule in rules.items()}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("rule")


@dataclass(frozen=True)
class Tuning:
    """How a rule comes nearest to a reference.

    unit: how many of the rule's points make one of the reference's. rms: what remains, the root
    mean square of the difference of the chances. parameter, value: of a rule that has a scale
    of its own, its name and what it must be for a unit of 1; otherwise None.

    >>> from combat.hit_rules import rules
    >>> found = tuned(rules()["Elo, logistic"], rules()["NetHack EV/DR, bell curve"])
    >>> found.parameter, round(found.value, 1), round(100 * found.rms, 1)
    ('scale', 10.9, 0.7)
    """

    unit: float
    rms: float
    parameter: str | None
    value: float | None


def tuned(rule, reference, *, level=50.0, span=20):
    """Return the `Tuning` of a rule to a reference, a function (attack, defense) of chances.

    The unit is the one at which the root mean square of the difference over advantages
    -span..span at that level is least; what remains is shape alone. level > 0, span >= 1.
    ValueError outside.

    >>> from combat.hit_rules import rules
    >>> found = tuned(rules()["Cataclysm: DDA"], rules()["NetHack EV/DR, bell curve"])
    >>> round(found.unit, 3), round(found.rms, 6)
    (0.625, 0.0)
    """
    level = float(numbers("level", level, low=0, open_low=True))
    advantages = np.arange(-int(numbers("span", span, low=1)), span + 1)
    wanted = reference(level + advantages, level)

    def distance(log_unit):
        chances = in_units(rule, advantages, np.exp(log_unit), level=level)
        return float(np.sqrt(np.mean((chances - wanted) ** 2)))

    # Steps of a die make many small minima: look at a fine grid first.
    grid = np.log(np.geomspace(0.05, 50, 240))
    best = int(np.argmin([distance(point) for point in grid]))
    ends = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
    found = optimize.minimize_scalar(
        distance, method="bounded", bounds=ends, options={"xatol": 1e-9}
    )
    unit = float(np.exp(found.x))
    own = next((parameter for parameter in rule.parameters if parameter.scale), None)
    return Tuning(unit, float(found.fun), own and own.name, own and own.value / unit)


def in_units(rule, advantages, unit, *, level=50.0):
    """Return a rule's chances at those advantages, counted in units of that many of its points.

    Rules that know more than the difference are asked around `level`; between whole points those
    that count whole ones are interpolated. ValueError for what the rule doesn't allow.

    >>> from combat.hit_rules import rules
    >>> in_units(rules()["d20 against armour class"], [0, 1, 2], 3).round(2)
    array([0.55, 0.7 , 0.85])
    """
    # Where the difference alone counts the level is free: one that keeps attack above 0.
    base = 2000.0 if rule.depends == "difference" else level
    attack = np.maximum(base + unit * np.asarray(advantages, float), 0)
    if not rule.whole:
        return rule(attack, base)
    below = np.floor(attack)
    return rule(below, base) + (attack - below) * (rule(below + 1, base) - rule(below, base))
