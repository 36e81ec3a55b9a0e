"""All against all: every duel of many units at once, exact."""

import numpy as np
import pandas as pd

from combat.domain import warn, whole
from combat.units.advice import of_the_rule
from combat.units.fights import fought_matrices, refuse_turns
from combat.units.pairs import Pairs
from combat.units.race import MOST_TURNS
from combat.units.rules import PLAIN
from combat.units.strikes import Strikes

MEASURES = ("win", "score", "lead", "turns", "damage", "left")
MOST_UNITS = 1000  # half a million duels


def matrix(units, rules=PLAIN, measure="win", *, max_turns=None, progress=None):
    """Return the duels of all against all: a frame, each row's unit against each column's.

    measure: "win", the chance of the row's unit to win; "score", that and half the chance that
    both fall or nobody does; "lead", its chance to win less the other's; "turns", the mean
    number of turns, infinite where neither can hurt the other; "damage", the mean hit points
    that it takes in a turn, from a target with enough of them; "left", its mean hit points at
    the end, 0 where it has fallen. max_turns as for `duel`. Exact to 1e-12. ValueError for
    another measure, as `duel`, and where it would take minutes.

    By rules with a `fight` of their own the row's unit attacks: a cell and its mirror are two
    fights, and tell different things where it matters who begins. There is no "damage" then.
    progress: called as progress(done, fights), of such fights.

    >>> from combat.units import Unit, Units
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> units = Units([imp, imp.changed(name="Ogre", hp=3)])
    >>> matrix(units).loc["Ogre"].round(3).to_dict()
    {'Imp': 0.704, 'Ogre': 0.432}
    >>> matrix(units, measure="score").loc["Ogre"].round(3).to_dict()
    {'Imp': 0.759, 'Ogre': 0.5}
    """
    if measure not in MEASURES:
        raise ValueError(
            f"measure = {measure!r} is not known: it must be one of {', '.join(MEASURES)}"
        )
    if measure == "damage":
        rules.refuse_fight()
    return matrices(units, rules, max_turns=max_turns, progress=progress)[measure]


def matrices(units, rules=PLAIN, *, max_turns=None, progress=None):
    """Return the frames of all measures of `matrix`, from one calculation: a dict.

    A warning tells where the hit rule is at its end for 9 of 10 pairs, see `advice`.

    >>> from combat.units import Unit, Units
    >>> units = Units([Unit("Imp", hp=2, attack=10, defense=10, damage=1, speed=2)])
    >>> found = matrices(units)
    >>> [round(found[measure].loc["Imp", "Imp"].item(), 3) for measure in MEASURES]
    [0.349, 0.5, 0.0, 1.673, 1.0, 0.443]
    """
    if max_turns is not None:
        max_turns = int(whole("max_turns", max_turns, low=1, high=MOST_TURNS))
    units = list(units)
    if len(units) > MOST_UNITS:
        raise ValueError(
            f"{len(units):,} units are too many for a table of all duels: take at most "
            f"{MOST_UNITS:,}"
        )
    if rules.fight is not None:
        refuse_turns(max_turns)
        return fought_matrices(units, rules, progress)
    strikes = Strikes(units, units, rules)
    for sentence in of_the_rule(strikes, rules):
        warn(sentence)
    first, second = np.triu_indices(len(units))
    pairs = Pairs(strikes, places=(first, second), order=rules.order, max_turns=max_turns)
    found = _unfought([unit.hp for unit in units], max_turns)
    for block, ended in pairs.fought():
        one, other = first[block], second[block]
        lead = ended.wins[0] - ended.wins[1]
        found["win"][one, other], found["win"][other, one] = ended.wins
        found["lead"][one, other], found["lead"][other, one] = lead, 0 - lead
        found["turns"][one, other] = found["turns"][other, one] = ended.turns
        found["left"][one, other], found["left"][other, one] = ended.left
    # A hair beyond is rounding.
    found["score"] = np.clip(0.5 + found["lead"] / 2, 0, 1)
    found["damage"] = strikes.mean * np.array([[unit.speed] for unit in units])
    names = pd.Index([unit.name for unit in units], name="name")
    return {measure: pd.DataFrame(found[measure], names, list(names)) for measure in MEASURES}


def _unfought(hps, max_turns):
    """What stands in the tables of those who can't hurt each other."""
    many = (len(hps),) * 2
    return {
        "win": np.zeros(many),
        "lead": np.zeros(many),
        "turns": np.full(many, np.inf if max_turns is None else float(max_turns)),
        "left": np.broadcast_to(np.array(hps, float)[:, None], many).copy(),
    }
