"""All against all: every duel of many units at once, exact."""

import numpy as np
import pandas as pd

from combat.core.checks import check_word, warn
from combat.units.cautions import of_the_rule
from combat.units.rules import PLAIN
from combat.units.strikes.strikes import Strikes
from combat.units.tables import duel_tables

MEASURES = ("win", "score", "lead", "turns", "damage", "left")
MOST_UNITS = 1000  # half a million duels


def matrix(units, rules=PLAIN, measure="win", *, max_turns=None, progress=None):
    """Return the duels of all against all: a frame, each row's unit against each column's.

    measure: "win", the chance that the row's unit wins; "score", that plus half the chance that
    both fall or nobody does; "lead", its chance to win minus the other's; "turns", the mean number
    of turns, infinite if neither can hurt the other; "damage", the mean hit points that it takes in
    a turn from a target with enough of them; "left", its mean hit points at the end, 0 if it has
    fallen. max_turns: as for `duel`. Exact to 1e-12, except for duels by turns with too many
    states: `attrs["fought"]` says how many were simulated with dice. ValueError for an unknown
    measure, as for `duel`, and if it would take minutes.

    Under rules with a `fight` of their own, and in the orders first, alternate and exchange, the
    row's unit attacks: a cell and its mirror image are two fights, which differ if it matters who
    begins. There is no "damage" under rules with a `fight`, nor for units with actions. progress:
    called as progress(done, duels), for duels that aren't plain blows; with it they may take
    minutes.

    >>> from combat.units import Unit, Units
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> units = Units([imp, imp.changed(name="Ogre", hp=3)])
    >>> matrix(units).loc["Ogre"].round(3).to_dict()
    {'Imp': 0.704, 'Ogre': 0.432}
    >>> matrix(units, measure="score").loc["Ogre"].round(3).to_dict()
    {'Imp': 0.759, 'Ogre': 0.5}
    """
    check_word("measure", measure, MEASURES)
    if measure == "damage" and not single_blows(units, rules):
        rules.refuse_fight()
        raise ValueError(
            "measure = 'damage': units with actions, or by rules that read hp_left, do different "
            "things in a turn; ask for another measure"
        )
    return matrices(units, rules, max_turns=max_turns, progress=progress)[measure]


def refuse_many(units):
    """Raise ValueError for more units than a table of all duels can have."""
    if len(units) > MOST_UNITS:
        raise ValueError(
            f"{len(units):,} units are too many for a table of all duels: take at most "
            f"{MOST_UNITS:,}, such as units[:{MOST_UNITS}] or units.only('...', '...')"
        )


def matrices(units, rules=PLAIN, *, max_turns=None, progress=None):
    """Return the frames of all measures of `matrix`, from one calculation: a dict.

    It warns if the hit rule is at its limit for 9 of 10 pairs, see `advice`.

    >>> from combat.units import Unit, Units
    >>> units = Units([Unit("Imp", hp=2, attack=10, defense=10, damage=1, speed=2)])
    >>> found = matrices(units)
    >>> [round(found[measure].loc["Imp", "Imp"].item(), 3) for measure in MEASURES]
    [0.349, 0.5, 0.0, 1.673, 1.0, 0.443]
    """
    units = list(units)
    refuse_many(units)
    strikes = Strikes(units, units, rules) if single_blows(units, rules) else None
    found = duel_tables(units, units, rules, max_turns, progress, strikes)
    fought = found.pop("fought")
    lead = found["win"] - found.pop("lose")
    # Rounding may lead a hair beyond 0 or 1.
    found |= {"lead": lead, "score": np.clip(0.5 + lead / 2, 0, 1)}
    found["damage"] = np.full_like(lead, np.nan)
    if strikes is not None:
        for sentence in of_the_rule(strikes, rules):
            warn(sentence)
        found["damage"] = strikes.mean * np.array([[rules.speed_of(unit)] for unit in units])
    names = pd.Index([unit.name for unit in units], name="name")
    frames = {measure: pd.DataFrame(found[measure], names, list(names)) for measure in MEASURES}
    for frame in frames.values():
        frame.attrs |= {"fought": fought, "attacks": rules.attacking}
    return frames


def single_blows(units, rules):
    """Return whether units do nothing but single blows in their turns."""
    moments = rules.decided or rules.reads_left
    return not moments and not any(unit.actions for unit in units)
