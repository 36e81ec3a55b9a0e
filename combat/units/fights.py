"""Fights of one's own between units: each pair handed to the function of the rules."""

from dataclasses import replace

import numpy as np
import pandas as pd

from combat.tables import shown
from combat.units.result import Duel


def fought(first, second, rules, max_turns=None):
    """Return the `Duel` that the rules' own `fight` makes of two units.

    ValueError, naming the pair, for a function that fails or returns something else, and for
    max_turns: such a fight says itself when it is over.

    >>> from combat.units import Rules, Unit
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> fought(imp, imp, Rules(fight=lambda first, second: first.hp))
    Traceback (most recent call last):
    ValueError: fight: Imp against Imp gives 2; it must be a Duel, made by Duel.of(solve(...), ...)
    """
    refuse_turns(max_turns)
    pair = f"{first.name} against {second.name}"
    try:
        found = rules.fight(first, second)
    except Exception as error:
        raise ValueError(f"fight: {pair}: {type(error).__name__}: {shown(str(error))}") from error
    if not isinstance(found, Duel):
        raise ValueError(
            f"fight: {pair} gives {shown(repr(found))}; it must be a Duel, made by "
            f"Duel.of(solve(...), ...)"
        )
    return replace(found, names=(first.name, second.name))


def refuse_turns(max_turns):
    """ValueError where a fight of one's own is to end after so many turns."""
    if max_turns is not None:
        raise ValueError("max_turns: a fight of your own says itself when it is over; leave it out")


def fought_tables(units, others, rules, progress=None):
    """Return the numbers of all fights of units, each attacking each of others: {name: array}.

    win, lose, turns, and left, the mean hit points of the unit: arrays (units, others). progress:
    called as progress(done, fights).
    """
    found = {name: np.zeros((len(units), len(others))) for name in ("win", "lose", "turns", "left")}
    for row, unit in enumerate(units):
        for column, other in enumerate(others):
            one = fought(unit, other, rules)
            numbers = one.first, one.second, one.turns.mean, one.left[0].mean
            for table, number in zip(found.values(), numbers, strict=True):
                table[row, column] = number
            if progress is not None:
                progress(row * len(others) + column + 1, len(units) * len(others))
    return found


def fought_matrices(units, rules, progress=None):
    """Return the frames of `matrices` for rules with a fight of their own; damage is NaN."""
    found = fought_tables(units, units, rules, progress)
    lead = found["win"] - found.pop("lose")
    found |= {"lead": lead, "score": np.clip(0.5 + lead / 2, 0, 1)}
    found["damage"] = np.full_like(lead, np.nan)
    names = pd.Index([unit.name for unit in units], name="name")
    return {measure: pd.DataFrame(table, names, list(names)) for measure, table in found.items()}
