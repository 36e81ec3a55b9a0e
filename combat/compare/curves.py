"""The chances of several hit rules, by advantage and as attack and defence grow."""

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers

ADVANTAGES = range(-30, 31)
LEVELS = range(5, 201)


def chances(rules, attack=35.0, defense=30.0):
    """Return the chance of each of several rules at one attack and defense: a Series by rule.

    rules: a dict of HitRule by name. ValueError as the rules.

    >>> from combat.hit_rules import rules
    >>> chances(rules()).round(4).loc["Elo, logistic"].item()
    0.5715
    """
    found = {name: rule(float(attack), float(defense)) for name, rule in rules.items()}
    return pd.Series(found, dtype=float, name="chance").rename_axis("rule")


def curves(rules, level=30.0, *, advantages=ADVANTAGES):
    """Return the chances of several rules by advantage, attack - defense: a frame.

    A row for each advantage in points, a column for each rule; defense is `level`, >= 0. Where
    attack would be below 0, only rules that depend on the difference alone have a chance, others
    NaN. ValueError as the rules.

    >>> from combat.hit_rules import rules
    >>> curves({"ratio": rules()["ratio"]}, 10, advantages=[-20, 0, 20])
               ratio
    advantage
    -20          NaN
     0          0.50
     20         0.75
    """
    level = float(check_numbers("level", level, low=0))
    ahead = np.asarray(advantages, float)
    found = {}
    for name, rule in rules.items():
        allowed = (level + ahead >= 0) | (rule.depends == "difference")
        found[name] = np.full(ahead.shape, np.nan)
        found[name][allowed] = rule(level + ahead[allowed], level)
    return pd.DataFrame(found, pd.Index(advantages, name="advantage"))


def slopes(rules, level=30.0, *, advantages=ADVANTAGES):
    """Return what one more point of attack adds to the chance, as a frame like that of `curves`.

    The chance with one more point of advantage, minus the chance at the advantage.

    >>> from combat.hit_rules import rules
    >>> slopes({"d20": rules()["d20 against armour class"]}, advantages=[0, 10]).round(2)
                d20
    advantage
    0          0.05
    10         0.00
    """
    above = curves(rules, level, advantages=np.asarray(advantages) + 1)
    here = curves(rules, level, advantages=advantages)
    return here.rsub(above.set_axis(here.index))


def growth_by_points(rules, points, *, levels=LEVELS):
    """Return the chances of several rules by defense, with attack `points` above it: a frame.

    A row for each of the `levels` of defense (points, above 0), a column for each rule.
    ValueError outside.

    >>> from combat.hit_rules import rules
    >>> growth_by_points({"ratio": rules()["ratio"]}, 10, levels=[10, 100]).round(3)
             ratio
    defence
    10       0.667
    100      0.524
    """
    return _growth(rules, check_numbers("points", points), 0, levels)


def growth_by_share(rules, share, *, levels=LEVELS):
    """Return the chances of several rules by defense, with attack a share above it: a frame.

    Attack is (1 + share) defense, share >= 0. The other arguments as in `growth_by_points`.

    >>> from combat.hit_rules import rules
    >>> growth_by_share({"ratio": rules()["ratio"]}, 0.5, levels=[10, 100])
             ratio
    defence
    10         0.6
    100        0.6
    """
    return _growth(rules, 0, check_numbers("share", share, low=0), levels)


def _growth(rules, points, share, levels):
    level = check_numbers("levels", levels, low=0, open_low=True)
    attack = level * (1 + share) + points
    found = {name: rule(attack, level) for name, rule in rules.items()}
    return pd.DataFrame(found, pd.Index(levels, name="defence"))
