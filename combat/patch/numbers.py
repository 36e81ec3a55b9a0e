"""The numbers that a patch changed: two versions of a table, cell by cell."""

import math

import numpy as np
import pandas as pd

from combat.dice import Distribution
from combat.units.sheets.action_numbers import cells_of_actions
from combat.units.sheets.roster import columns_of

COLUMNS = ["unit", "column", "before", "after"]
WHOLE = "(all of it)"  # in place of a column, where a unit is added or gone
_BLANK = "–"


def of_units(before, after):
    """Return what changed between two `Units` as text; "d6" for "1d6" is no change."""
    return _changed(_by_name(before), _by_name(after))


def _by_name(units):
    return {unit.name: _cells_of_unit(unit) for unit in units}


def _cells_of_unit(unit):
    cells = {column: unit[column] for column in columns_of(unit) if column != "name"}
    if "damage" in vars(unit):
        cells["damage"] = _Dice(unit.damage, unit.written)
    return cells | cells_of_actions(unit)


class _Dice:
    """Damage: equal if the distributions are equal, printed as it was written."""

    def __init__(self, damage: Distribution, written):
        self.damage, self.written = damage, written

    def __eq__(self, other):
        one, two = self.damage, getattr(other, "damage", None)
        return (
            two is not None
            and np.array_equal(one.values, two.values)
            and np.allclose(one.chances, two.chances, rtol=0, atol=1e-12)
        )

    __hash__ = None

    def __str__(self):
        return self.written


def _changed(before, after):
    rows = []
    for name in [*before, *(name for name in after if name not in before)]:
        if name not in after:
            rows.append((name, WHOLE, "there", "gone"))
        elif name not in before:
            rows.append((name, WHOLE, _BLANK, "added"))
        else:
            rows += _cells_that_changed(name, before[name], after[name])
    return pd.DataFrame(rows, columns=COLUMNS)


def _cells_that_changed(name, before, after):
    columns = [*before, *(column for column in after if column not in before)]
    pairs = ((column, before.get(column), after.get(column)) for column in columns)
    return [
        (name, column, _formatted(one), _formatted(other))
        for column, one, other in pairs
        if not _same(one, other)
    ]


def _same(one, other):
    blank = [_is_blank(value) for value in (one, other)]
    return all(blank) or (not any(blank) and one == other)


def _is_blank(value):
    return value is None or value == "" or (isinstance(value, float) and math.isnan(value))


def _formatted(value):
    if _is_blank(value):
        return _BLANK
    if isinstance(value, Distribution):
        low, high = value.values[0], value.values[-1]
        return f"{low:g}" if low == high else f"{low:g} to {high:g}"
    return f"{value:.10g}" if isinstance(value, int | float) else str(value)
