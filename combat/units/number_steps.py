"""The steps of a unit's numbers, a tenth of each: what is moved to see what matters."""

from functools import partial

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers
from combat.dice import Distribution
from combat.units.rules import PLAIN
from combat.units.sheets.action_numbers import is_share
from combat.units.sheets.unit import numbers_of_actions
from combat.units.unused import Read

_NO_STEPS = ("cost", "count")  # they play no part in a fight


def steps_of(name, units, rules=PLAIN, share=0.1):
    """Return the steps of `what_matters` of a unit: {"hp +2": function of the units}."""
    share = float(check_numbers("share", share, low=0, open_low=True))
    unit = units[name]
    steps = {}
    if "damage" in units.columns:
        points = _whole(share * np.mean([one.damage.mean for one in units]))
        steps[f"damage +{points}"] = partial(_with_damage, name, points)
    unread = set(unit.more) - Read([*units], rules).all
    left_out = [*_NO_STEPS, *unread, *(rules.derived or ())]
    numeric = units.frame.drop(columns=left_out, errors="ignore").select_dtypes("number")
    for column, values in numeric.items():
        step = 1 - 2 * unit[column] if _is_switch(column, values, unit) else _step(values, share)
        steps[f"{column} {step:+g}"] = partial(_with_more, name, column, step)
    return steps | _steps_of_actions(unit, share)


def _with_more(name, column, step, units):
    """The units, one with a step more in a column."""
    return units.changed(name, **{column: units[name][column] + step})


def _with_damage(name, points, units):
    """The units, one with some more damage, also in `written`, which a rule may read."""
    try:
        return units.changed(name, damage=f"{units[name].written}+{points}")
    except ValueError:  # a Distribution has no text that could be added to
        return units.changed(name, damage=units[name].role("damage") + points)


def _whole(step):
    return max(1, round(step))


def _steps_of_actions(unit, share):
    """A step in each number of a unit's actions: {"Fireball: uses +1": function of the units}."""
    steps = {}
    for column, value in numbers_of_actions(unit).items():
        if isinstance(value, Distribution):
            step = _whole(share * abs(value.mean))
        elif is_share(column):
            step = share if value + share <= 1 else -share
        else:
            step = _step(pd.Series([value], name=column), share)
        steps[f"{column} {step:+g}"] = partial(_with_more, unit.name, column, step)
    return steps


def _is_switch(column, values, unit):
    return column in unit.more and set(values) <= {0, 1}


def _step(values, share):
    step = share * float(np.abs(values).mean())
    if values.name != "speed" and (values == np.rint(values)).all():
        return _whole(step)
    return float(f"{step:.2g}")
