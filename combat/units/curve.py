"""Breakpoints, which players look for: the values at which a kill takes one blow fewer."""

import math

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers, check_word
from combat.dice import Distribution
from combat.units.duels import duel
from combat.units.own_functions import in_time
from combat.units.rules import PLAIN
from combat.units.sheets.schema import LIMITS
from combat.units.strikes.races import kills_of
from combat.units.strikes.strikes import AttackTable

BY = ("fewest", "median", "late")
SIDES = ("attacker", "defender")
MOST_BLOWS = 5000
MOST_VALUES = 2000


def breakpoints(
    attacker,
    defender,
    rules=PLAIN,
    column="attack",
    values=None,
    *,
    of="attacker",
    by="median",
    dice=False,
):
    """Return how many blows a kill takes for each value of a number of one side: a frame by value.

    column: a number of the unit that `of` names, "attacker" or "defender". values: the ones to try,
    ascending, at most 2000; None for the whole numbers from 0 to twice the unit's own, or to 20 if
    that is more. Values of damage and armor are points without dice; with dice they are means, to
    which the unit's own dice are moved, by whole points: 2d6+1 is at 8, and 2d6+2 at 9.

    Columns: chance, that a blow hits; fewest, the blows of a kill if all hit and roll highest;
    median, those within which half of all targets have fallen; late, 9 of 10; mean, on average; and
    breakpoint, whether the column `by` ("fewest", "median" or "late") differs from the row before.
    The mean changes with nearly every point of a chance, so it has no breakpoints. Infinite if no
    blow can hurt. Under rules with a fight of their own, and for units with actions, chance is that
    of winning, and the others count the turns of the duel, whoever wins; `attrs["fought"]` is how
    many of these duels were simulated with dice. ValueError for an unknown column, value or
    measure, as for `blow`, and if a kill takes more than 5000 blows, or too long.

    >>> from combat.units import Unit
    >>> imp = Unit("Imp", hp=12, attack=10, defense=0, damage=4)
    >>> found = breakpoints(imp, imp, column="damage", values=range(2, 8))
    >>> found[["median", "breakpoint"]].T
    damage          2     3     4      5     6      7
    median        6.0   4.0   3.0    3.0   2.0    2.0
    breakpoint  False  True  True  False  True  False
    >>> found.index[found["breakpoint"]].tolist()
    [3, 4, 6]
    """
    for name, word, known in (("of", of, SIDES), ("by", by, BY)):
        check_word(name, word, known)
    unit = attacker if of == "attacker" else defender
    values = _values(unit, column, values)
    changed = [_with(unit, column, value, dice) for value in values]
    pairs = ([attacker], changed) if of == "defender" else (changed, [defender])
    if rules.decided or attacker.actions or defender.actions:
        found = _of_duels(*pairs, rules)
    else:
        found = _curve(AttackTable(*pairs, rules))
    found.index = pd.Index(values, name=column)
    found["breakpoint"] = found[by].ne(found[by].shift()).to_numpy() & (np.arange(len(values)) > 0)
    return found


def _with(unit, column, value, dice):
    """The unit with a value of one of its numbers, or with its dice moved to this mean."""
    now = unit.role(column) if column in LIMITS or column == "damage" else None
    if dice and isinstance(now, Distribution):
        value = now + round(value - now.mean)
    return unit.changed(**{column: value})


def _values(unit, column, values):
    own = unit.role("damage") if column == "damage" else unit[column]
    own = getattr(own, "mean", own)
    if isinstance(own, str):
        raise ValueError(f"column = {column!r} holds text: take one of numbers")
    if values is None:
        low = max(min(0, own), LIMITS.get(column, (0, 0))[0])
        values = np.arange(math.ceil(low), max(2 * own, 20) + 1)
    values = check_numbers("values", list(values))
    if (
        not 1 <= len(values) <= MOST_VALUES
        or np.isnan(values).any()
        or (np.diff(values) <= 0).any()
    ):
        raise ValueError(f"values must be 1 to {MOST_VALUES} numbers, ascending")
    return values.astype(int) if (values == np.rint(values)).all() else values


def _of_duels(attackers, defenders, rules):
    """The same for whole duels: the chance to win, and how many turns they last."""
    pairs = [(one, other) for one in attackers for other in defenders]
    duels = (duel(*pair, rules) for pair in pairs)
    duels = list(in_time(duels, len(pairs), lambda most: f"take at most {max(1, most)} values"))
    fought = sum(one.fights is not None for one in duels)
    rows = [
        (one.first, turns.values[0], turns.quantile(0.5), turns.quantile(0.9), turns.mean)
        for one, turns in ((duel, duel.turns) for duel in duels)
    ]
    found = pd.DataFrame(rows, columns=["chance", "fewest", "median", "late", "mean"])
    found.attrs["fought"] = fought
    return found


def _curve(strikes):
    shape, columns = strikes.chance.shape, ["fewest", "median", "late", "mean"]
    places = np.indices(shape).reshape(2, -1)
    hps = np.array([strikes.defenders[whom].hp for whom in places[1].tolist()])
    most = np.array([amount.values[-1] for amount in strikes.amounts])[strikes.which.ravel()]
    found = pd.DataFrame(np.inf, pd.RangeIndex(len(hps)), columns)
    for some, curve in kills_of(strikes, places, most_blows=MOST_BLOWS):
        # 1e-12: rounding may leave a chance of exactly one half a hair above it.
        found.loc[some, columns] = np.stack(
            [
                np.ceil(hps[some] / most[some]),
                (curve.alive > 0.5 + 1e-12).sum(axis=0),
                (curve.alive > 0.1 + 1e-12).sum(axis=0),
                curve.alive.sum(axis=0),
            ],
            axis=1,
        )
    found.insert(0, "chance", strikes.chance.ravel())
    return found
