"""Rules scaled to come as near as possible to a reference; the remaining difference is shape."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import scipy

from combat.compare.curves import ADVANTAGES

# Where a rule that depends on more than the difference is asked, and how far from there, in points.
_LEVEL, _SPAN = 50.0, 20


@dataclass(frozen=True)
class Tuning:
    """The scale at which a rule comes nearest to a reference, and the remaining difference.

    unit: how many of the rule's points equal one of the reference's. rms: the root mean square of
    the remaining difference of the chances. gap: the largest single difference. parameter, value:
    for a rule with a scale parameter, its name and the value that makes the unit 1; otherwise
    None.

    >>> from combat.hit_rules import rules
    >>> found = tuned(rules()["Elo, logistic"], rules()["NetHack EV/DR, bell curve"])
    >>> found.parameter, round(found.value, 1), round(100 * found.rms, 1), round(100 * found.gap, 1)
    ('scale', 10.9, 0.7, 1.0)
    """

    unit: float
    rms: float
    gap: float
    parameter: str | None
    value: float | None


def tuned(rule, reference):
    """Return the `Tuning` of a rule to a reference, a function (attack, defense) of chances.

    The unit minimises the root mean square of the difference over the advantages -20..20, in whole
    points, at a defense of 50.

    >>> from combat.hit_rules import rules
    >>> found = tuned(rules()["Cataclysm: DDA"], rules()["NetHack EV/DR, bell curve"])
    >>> round(found.unit, 3), round(found.rms, 6)
    (0.625, 0.0)
    """
    advantages = np.arange(-_SPAN, _SPAN + 1)
    wanted = reference(_LEVEL + advantages, _LEVEL)

    def differences(unit):
        return in_units(rule, advantages, unit) - wanted

    def distance(log_unit):
        return np.sqrt(np.mean(differences(np.exp(log_unit)) ** 2, axis=-1))

    # The steps of a die make many local minima: search a fine grid first, then a finer one.
    ends = np.log([0.05, 50])
    for _ in range(2):
        grid = np.linspace(*ends, 240)
        apart = distance(grid[:, None])
        best = int(np.argmin(apart))
        ends = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
    found = scipy.optimize.minimize_scalar(
        distance, method="bounded", bounds=ends, options={"xatol": 1e-9}
    )
    # With such steps the search may end in a worse point than the best of the grid.
    rms, log_unit = min((float(found.fun), found.x), (float(apart[best]), grid[best]))
    unit = float(np.exp(log_unit))
    gap = float(np.abs(differences(unit)).max())
    own = next((parameter for parameter in rule.parameters if parameter.scale), None)
    if own is None:
        return Tuning(unit, rms, gap, None, None)
    return Tuning(unit, rms, gap, own.name, own.value / unit)


def in_units(rule, advantages, unit):
    """Return a rule's chances at those advantages, in units of that many of its points.

    advantages and unit broadcast. For rules that depend on more than the difference, defense is 50.
    Rules that use whole points are interpolated between them.

    >>> from combat.hit_rules import rules
    >>> in_units(rules()["d20 against armour class"], [0, 1, 2], 3).round(2)
    array([0.55, 0.7 , 0.85])
    """
    # If only the difference counts, any level will do: this one keeps attack above 0.
    base = 2000.0 if rule.depends == "difference" else _LEVEL
    attack = np.maximum(base + unit * np.asarray(advantages, float), 0)
    if not rule.whole:
        return rule(attack, base)
    below = np.floor(attack)
    here, above = (rule(below + step, base) for step in (0, 1))
    return here + (attack - below) * (above - here)


def matched(rule, reference, unit, *, advantages=ADVANTAGES):
    """Return a rule beside its reference, in units of that many of the rule's points: a frame.

    A row for each advantage in the reference's points. Columns: reference and rule (chances), and
    difference, the rule's chance minus the reference's. unit: as of `tuned`.

    >>> from combat.hit_rules import rules
    >>> cataclysm, bell = rules()["Cataclysm: DDA"], rules()["NetHack EV/DR, bell curve"]
    >>> matched(cataclysm, bell, 1, advantages=[0, 8]).round(3)
               reference   rule  difference
    advantage
    0              0.500  0.500       0.000
    8              0.841  0.945       0.104
    """
    ahead = np.asarray(advantages, float)
    found = pd.DataFrame(
        {
            "reference": reference(_LEVEL + ahead, _LEVEL),
            "rule": in_units(rule, ahead, unit),
        },
        pd.Index(advantages, name="advantage"),
    )
    return found.assign(difference=found["rule"] - found["reference"])


def tuned_table(rules, reference):
    """Return the `Tuning` of each rule to a reference: a frame by rule, the nearest first.

    Columns unit, rms and gap as in `Tuning`; own, the scale parameter and its value for a unit of
    1, as text, "" for a rule without one.

    >>> from combat.hit_rules import rules
    >>> bell, elo = (rules()[name] for name in ("NetHack EV/DR, bell curve", "Elo, logistic"))
    >>> tuned_table({"chess": elo}, bell)["own"].tolist()
    ['scale 10.9']
    """
    found = {name: tuned(rule, reference) for name, rule in rules.items()}
    rows = {
        name: (tuning.unit, _own(tuning), tuning.rms, tuning.gap) for name, tuning in found.items()
    }
    frame = pd.DataFrame.from_dict(rows, orient="index", columns=["unit", "own", "rms", "gap"])
    # Rounded, so that rules with equal differences keep their order.
    nearest = frame["rms"].round(12).sort_values(kind="stable").index
    return frame.loc[nearest].rename_axis("rule")


def _own(tuning):
    return f"{tuning.parameter} {tuning.value:.1f}" if tuning.parameter else ""
