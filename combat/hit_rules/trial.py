"""Tries a rule of your own, so that its faults are reported before it is compared."""

import numpy as np

# Pairs of attack and defence at which a rule must give the same chance, by its `depends`.
ALIKE = {
    "difference": [(35, 30), (95, 90)],
    "ratio": [(30, 20), (90, 60)],
    "defense": [(30, 20), (90, 20)],
    "both": [(35, 30), (95, 90)],
}

# Words in the errors of functions that take numbers, but no arrays, and how to correct them.
ADVICE = {
    "ambiguous": "write np.where(condition, then, otherwise) in place of if, and "
    "np.clip(chance, 0, 1) in place of min and max",
    "converted to": "write np.floor, np.exp ... in place of math.floor, math.exp ... and int",
    "__round__": "write np.round in place of round",
}


def try_out(rule):
    """Raise ValueError, in one line, if a rule returns no number or its `depends` is wrong.

    rule: a HitRule, which is called with arrays of two pairs of attack and defense. If it can't
    take arrays, the message says how to write it with numpy.
    """
    pairs = ALIKE[rule.depends]
    here, there = _asked(rule, *np.array(pairs, float).T)
    if np.isnan([here, there]).any():
        ((attack, defense), (other, its)) = pairs
        raise ValueError(
            f"the rule '{rule.name}' gives no number for attack and defense "
            f"{attack} and {defense}, or {other} and {its}"
        )
    if rule.depends != "both" and abs(here - there) > 1e-6:
        raise ValueError(
            f"the rule '{rule.name}' is said to depend on the {rule.depends}, but "
            f"gives {here:.4g} at {pairs[0]} and {there:.4g} at {pairs[1]}: "
            f'depends="both" is always true'
        )


def _takes_one(rule, attack, defense):
    """Whether a rule that takes no arrays takes single numbers."""
    try:
        rule(attack, defense)
    except (TypeError, ValueError):
        return False
    return True


def _asked(rule, attack, defense):
    try:
        return rule(attack, defense)
    except (TypeError, ValueError) as error:
        advice = next((hint for words, hint in ADVICE.items() if words in str(error)), None)
        if advice is None and _takes_one(rule, attack[0], defense[0]):
            advice = "write @np.vectorize above its function, which then takes one pair at a time"
        if advice is None:
            raise
        raise ValueError(f"the rule '{rule.name}' takes no arrays: {advice}") from error
