"""The numbers that a patch changed: two versions of a table, cell by cell."""

import numpy as np
import pandas as pd

from combat.dice import Distribution
from combat.units.sheets.action_numbers import cells_of_actions
from combat.units.sheets.roster import columns_of

COLUMNS = ["unit", "column", "before", "after"]
WHOLE = "(all of it)"  # in place of a column, where a unit is added or gone
_BLANK = None, "–"


def of_units(before, after):
    """Return what changed between two `Units` as text; "d6" for "1d6" is no change."""
    rows = []
    for name in dict.fromkeys([*before.names, *after.names]):
        if name not in after:
            rows.append((name, WHOLE, "there", "gone"))
        elif name not in before:
            rows.append((name, WHOLE, _BLANK[1], "added"))
        else:
            cells, others = _cells_of(before[name]), _cells_of(after[name])
            for column in dict.fromkeys([*cells, *others]):
                (one, was), (other, now) = cells.get(column, _BLANK), others.get(column, _BLANK)
                if not _same(one, other):
                    rows.append((name, column, was, now))
    return pd.DataFrame(rows, columns=COLUMNS)


def _cells_of(unit):
    """The cells of a unit: {column: (value, text)}."""
    values = {column: unit[column] for column in columns_of(unit) if column != "name"}
    cells = {column: _cell(one) for column, one in (values | cells_of_actions(unit)).items()}
    if "damage" in vars(unit):
        cells["damage"] = unit.damage, unit.written
    return cells


def _cell(value):
    if value is None or value == "" or value != value:
        return _BLANK
    if isinstance(value, Distribution):
        low, high = value.values[0], value.values[-1]
        return value, f"{low:g}" if low == high else f"{low:g} to {high:g}"
    return value, f"{value:.10g}" if isinstance(value, int | float) else str(value)


def _same(one, other):
    if not (isinstance(one, Distribution) and isinstance(other, Distribution)):
        return one == other
    # The same dice written otherwise may differ in the last digit.
    alike = np.array_equal(one.values, other.values)
    return alike and np.allclose(one.chances, other.chances, rtol=0, atol=1e-12)
