"""What a patch of units changed, cell by cell, and its effects on duels, mean scores and ranks."""

import numpy as np
import pandas as pd

from combat.core.words import many
from combat.dice import Distribution
from combat.patch.result import Part, Patch
from combat.ranking import win_rates
from combat.units import PLAIN, views
from combat.units.measures import Field
from combat.units.round_robin import MOST_UNITS, refuse_many
from combat.units.sheets.action_numbers import cells_of_actions
from combat.units.sheets.unit import columns_of

MOST_ALONE = 200  # more changed numbers than these aren't tried one by one
MOST_TOUCHED = 200  # of more units than a table of all duels can have
WHOLE = "(all of it)"  # in place of a column, where a unit is added or gone
_BLANK = None, "–"
_NOBODY_FIGHTS_WITH = ("cost", "count")
_SMALL = 1e-9  # a smaller difference of exact values is rounding


def patch_of_units(
    before, after, rules=PLAIN, *, names=("before", "after"), rule="", max_turns=None, progress=None
):
    """Return the `Patch` between two `Units`: what changed, and its effects.

    rules: of both versions. Duels, each unit's mean score against all others, and ranks are exact,
    unless duels have too many states: then the notes say how many were fought with dice. Where it
    matters who attacks, all is the mean of both roles. names: of the two versions. rule: a sentence
    that names the rules. max_turns: of duels, as for `duel`. progress: called as progress(done,
    pairs); with it duels may take minutes. ValueError as `matrix`.

    Of more than 1,000 units those that changed, at most 200, fight all others, and nothing is said
    of ranks.

    >>> from combat.units import Unit, Units
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> units = Units([imp, imp.changed(name="Ogre", hp=3)])
    >>> found = patch_of_units(units, units.changed("Imp", hp=3))
    >>> [part.kind for part in found.parts]
    ['numbers', 'duels', 'units']
    >>> print(found.parts[1].text())
    The duels
    Score of the first against the second; 1 of 1 changed. Exact; a draw counts as half a win.
      first  second  before  after  change
      Imp    Ogre     24.1%  50.0%   +25.9
    """
    changed = numbers_of(before, after)
    if changed.empty:
        return Patch(*names, changed)
    touched = [name for name in dict.fromkeys(changed["unit"]) if name in before and name in after]
    how = {"max_turns": max_turns, "progress": progress}
    versions = [_Version(units, rules, touched, how) for units in (before, after)]
    parts = [_numbers(changed, *versions), _duels(*versions, touched)]
    if min(map(len, (before, after))) > 1:
        parts.append(_units(*versions))
    return Patch(*names, changed, tuple(parts), rule)


def numbers_of(before, after):
    """Return what changed between two `Units` as text; "d6" for "1d6" is no change."""
    rows, (first, second) = [], map(_every, (before, after))
    for name in first | second:
        if name not in second:
            rows.append((name, WHOLE, "there", "gone"))
        elif name not in first:
            rows.append((name, WHOLE, _BLANK[1], "added"))
        else:
            cells, others = first[name], second[name]
            for column in dict.fromkeys([*cells, *others]):
                (one, was), (other, now) = cells.get(column, _BLANK), others.get(column, _BLANK)
                if not _same(one, other):
                    rows.append((name, column, was, now))
    return pd.DataFrame(rows, columns=["unit", "column", "before", "after"])


def _every(units):
    """The cells of all units, and then of what they may carry: {name: cells}."""
    found = {unit.name: _cells_of(unit) for unit in units}
    return found | {name: _cells_of_item(one, units) for name, one in units.items.items()}


def _cells_of_item(item, units):
    whose = [unit.name for unit in units if item.name in (one.name for one in unit.moment.items)]
    said = {"slot": item.slot, "for": ", ".join(whose), "begins with": item.begins_with}
    said |= item.numbers | cells_of_actions(item)
    return {column: _cell(one) for column, one in said.items()}


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


class _Version:
    """A version of the units: scores of all, or only of those that changed, against all."""

    def __init__(self, units, rules, touched, how):
        self.units, self.field = units, Field(units, rules, **how)
        self.ranked = len(units) <= MOST_UNITS
        if self.ranked:
            table, attacks = self.field.tables["score"], rules.attacking
            self.endless = _endless(self.field.tables["turns"])
            self.scores = win_rates(table, attacks=attacks) if len(units) > 1 else table
            self.fought = table.attrs["fought"]
            return
        if len(touched) > MOST_TOUCHED:
            refuse_many(units)
        some = [units[name] for name in touched]
        self.scores = views.scores(some, units, rules, both_roles=True, **how)
        self.fought, self.endless = self.scores.attrs["fought"], 0

    @property
    def rates(self):
        """The mean score of each unit against all but itself."""
        rates = {name: row.drop(name).mean() for name, row in self.scores.iterrows()}
        return pd.Series(rates, name="rate")


def _endless(turns):
    """How many pairs may fight for ever: their duels take infinite turns."""
    return int(np.isinf(turns.to_numpy()[np.triu_indices(len(turns), 1)]).sum())


def _how_found(before, after):
    """Whether all duels of both versions are exact, in words."""
    if not (before.fought or after.fought):
        return "Exact"
    counts = f"{before.fought:,} duels before and {after.fought:,} after"
    return f"Exact, but for {counts} fought with dice"


def _numbers(changed, before, after):
    """The changed numbers, and the effect of each of them alone."""
    frame, note = changed, ""
    if len(changed) <= MOST_ALONE and len(before.units) > 1 and after.ranked:
        alone = [_alone(row.unit, row.column, before, after) for row in changed.itertuples()]
        frame = changed.assign(alone=alone)
        note = (
            "The column alone: by how much this number by itself changes the unit's mean score "
            f"against all others, in percentage points. {_how_found(before, after)}."
        )
    return Part("numbers", "The numbers that changed", frame, note, (), ("alone",))


def _alone(name, column, before, after):
    """The change of a unit's mean score by one number alone; NaN if it can't be tried alone."""
    if column in _NOBODY_FIGHTS_WITH:
        return 0.0
    if column == WHOLE:
        return np.nan
    try:
        own, other = before.units[name], after.units[name]
        if ": " in column:  # perhaps of a status, which changes for all who know it
            units = before.units.changed(name, **{column: other[column]})
            changed = units[name]
        else:
            units, changed = before.units, own.taking(column, other)
        return views.field_score(changed, units, **before.field.how) - before.field.score(own)
    except ValueError:
        return np.nan


def _duels(before, after, touched):
    """The duels of the changed units with all others in both versions, each pair once."""
    both = [name for name in after.units.names if name in before.units]
    place = {name: at for at, name in enumerate(touched)}
    pairs = [
        (one, other)
        for one in touched
        for other in both
        if place.get(other, len(touched)) > place[one]
    ]
    frame = pd.DataFrame(pairs, columns=["first", "second"])
    for label, version in (("before", before), ("after", after)):
        rows = version.scores.index.get_indexer(frame["first"])
        columns = version.scores.columns.get_indexer(frame["second"])
        frame[label] = version.scores.to_numpy()[rows, columns]
    changed = _moved(frame)
    note = (
        f"Score of the first against the second; {len(changed):,} of {len(frame):,} changed. "
        f"{_how_found(before, after)}; a draw counts as half a win."
    )
    if after.field.attacks:
        note += " Each fights half as the attacker, half as the attacked."
    if after.endless:
        note += f" {many(after.endless, 'duel')} may never end: then it is half a win each."
    moved = after.scores.loc[touched, both] - before.scores.loc[touched, both]
    moved = moved[moved.abs().max(axis=1) > _SMALL].rename_axis(None)
    return Part("duels", "The duels", changed, note, picture=moved)


def _units(before, after):
    """The mean scores and ranks that changed."""
    names = dict.fromkeys([*after.rates.index, *before.rates.index])
    rates = pd.DataFrame({"before": before.rates, "after": after.rates})
    frame = rates.reindex([*names]).rename_axis("unit").reset_index()
    note, ranked = "Mean score against all others", before.ranked and after.ranked
    if ranked:
        note += "; rank by strength in duels, 1 is the strongest"
        for label, version in (("rank before", before), ("rank after", after)):
            frame[label] = version.field.standings["rank"].reindex(frame["unit"]).to_numpy()
    else:
        note += f"; of more than {MOST_UNITS:,} units only of those that changed, without ranks"
    other_rank = ranked and frame["rank before"] != frame["rank after"]
    note = f"{note}. {_how_found(before, after)}."
    return Part("units", "The units", _moved(frame, other_rank), note)


def _moved(frame, also=False):
    """A frame with its change, largest first, without the rows in which nothing changed.

    also: rows that stay all the same. NaN comes before all.
    """
    frame = frame.assign(change=frame["after"] - frame["before"])
    frame = frame[(frame["change"].abs() > _SMALL) | frame["change"].isna() | also]
    sizes = frame["change"].abs().round(9)  # rows that differ only by rounding keep their order
    order = sizes.sort_values(ascending=False, kind="stable", na_position="first").index
    return frame.loc[order].reset_index(drop=True)
