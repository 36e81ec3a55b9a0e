"""All against all: every duel of many units at once, exact."""

from math import isqrt

import numpy as np
import pandas as pd

from combat.core.checks import check_whole, check_word, warn
from combat.ranking.rates import AGAINST
from combat.units.cautions import of_the_rule
from combat.units.own_functions import fought, in_time, refuse_turns
from combat.units.rules import PLAIN
from combat.units.strikes.races import MOST_TURNS, duels_of
from combat.units.strikes.strikes import AttackTable

MEASURES = ("win", "score", "lead", "turns", "damage", "left")
MOST_UNITS = 1000  # half a million duels
_MIRRORED = {"win": "lose", "lose": "win", "turns": "turns", "left": "left of the other"}


def matrix(units, rules=PLAIN, measure="win", *, against=None, max_turns=None, progress=None):
    """Return the duels of all against all: a frame, each row's unit against each column's.

    measure: "win", the chance that the row's unit wins; "score", that plus half the chance that
    both fall or nobody does; "lead", its chance to win minus the other's; "turns", the mean number
    of turns, infinite if neither can hurt the other; "damage", the mean hit points that it takes in
    a turn from a target with enough of them; "left", its mean hit points at the end, 0 if it has
    fallen. max_turns: as for `duel`. Exact to 1e-12, except for duels by turns with too many
    states: `attrs["fought"]` says how many were simulated with dice. ValueError for an unknown
    measure, as for `duel`, and if it would take minutes.

    against: other units, the columns, such as enemies against heroes; a name may stand in both.
    `combat.ranking` knows such a frame by the name of its columns; where there are draws give it
    the measure "score", in which they are half a win.

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
    >>> matrix([imp], against=[imp.changed(hp=3)]).round(3)
    against    Imp
    name
    Imp      0.185
    """
    check_word("measure", measure, MEASURES)
    if measure == "damage" and not single_blows([*units, *(against or ())], rules):
        rules.refuse_fight()
        raise ValueError(
            "measure = 'damage': units with actions, or by rules that read hp_left, do different "
            "things in a turn; ask for another measure"
        )
    return matrices(units, rules, against=against, max_turns=max_turns, progress=progress)[measure]


def refuse_many(units):
    """Raise ValueError for more units than a table of all duels can have."""
    if len(units) > MOST_UNITS:
        raise ValueError(
            f"{len(units):,} units are too many for a table of all duels: take at most "
            f"{MOST_UNITS:,}, such as units[:{MOST_UNITS}] or units.only('...', '...')"
        )


def matrices(units, rules=PLAIN, *, against=None, max_turns=None, progress=None):
    """Return the frames of all measures of `matrix`, from one calculation: a dict.

    It warns if the hit rule is at its limit for 9 of 10 pairs, see `advice`.

    >>> from combat.units import Unit, Units
    >>> units = Units([Unit("Imp", hp=2, attack=10, defense=10, damage=1, speed=2)])
    >>> found = matrices(units)
    >>> [round(found[measure].loc["Imp", "Imp"].item(), 3) for measure in MEASURES]
    [0.349, 0.5, 0.0, 1.673, 1.0, 0.443]
    """
    units = list(units)
    others = units if against is None else list(against)
    refuse_many(max(units, others, key=len))
    strikes = AttackTable(units, others, rules) if single_blows([*units, *others], rules) else None
    found = duel_tables(units, others, rules, max_turns, progress, strikes)
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
    columns = pd.Index([one.name for one in others], name=None if against is None else AGAINST)
    frames = {measure: pd.DataFrame(found[measure], names, columns) for measure in MEASURES}
    for frame in frames.values():
        frame.attrs |= {"fought": fought, "attacks": rules.attacking}
    return frames


def single_blows(units, rules):
    """Return whether units do nothing but single blows in their turns."""
    moments = rules.decided or rules.reads_left
    return not moments and not any(unit.actions for unit in units)


def duel_tables(units, others, rules, max_turns=None, progress=None, strikes=None):
    """Return the results of duels of units, each attacking each of others: {name: array}.

    win, lose, turns, and left, the mean hit points of the unit: arrays (units, others). "fought":
    how many duels have too many states and were simulated with dice. strikes: the `AttackTable` of
    the units at the others, if it is known.
    """
    if max_turns is not None:
        max_turns = int(check_whole("max_turns", max_turns, low=1, high=MOST_TURNS))
    shape = len(units), len(others)
    one, other = np.indices(shape).reshape(2, -1)
    # If it doesn't matter who is the first, a duel and its mirror image are the same.
    turned = (one > other) & (units == others and not rules.attacking)
    wanted = np.stack([one, other])[:, ~turned]
    found, fought = _of_pairs(units, others, rules, wanted, max_turns, strikes, progress)
    place = np.cumsum(~turned) - 1
    where = place[np.where(turned, other * shape[1] + one, one * shape[1] + other)]
    tables = {
        name: np.where(turned, found[mirrored][where], found[name][where]).reshape(shape)
        for name, mirrored in _MIRRORED.items()
    }
    return tables | {"fought": fought}


def _of_pairs(units, others, rules, places, max_turns, strikes, progress):
    """The results of some duels, as from `duels_of`, and how many were fought with dice."""
    if rules.duels_by_turns([*units, *others]):
        from combat.units.engine.pairs import turn_duels  # loads scipy's sparse matrices

        return turn_duels(units, others, rules, places, max_turns, progress)
    units, others, rules = rules.derived_units(units, others)
    if rules.decided:
        refuse_turns(max_turns)
        return _fought(units, others, rules, places, progress)
    return duels_of(units, others, rules, places, max_turns, strikes, progress), 0


def _fewer_units(duels):
    return f"take at most {max(1, isqrt(duels))} units, or watch them with progress=print"


def _fought(units, others, rules, places, progress):
    """The same by a fight of one's own, one after another."""
    who, whom = places.tolist()
    duels = (fought(units[one], others[two], rules) for one, two in zip(who, whom, strict=True))
    rows, simulated = [], 0
    for one in in_time(duels, len(who), _fewer_units, progress):
        simulated += one.fights is not None
        rows.append([one.first, one.second, one.turns.mean, *(side.mean for side in one.left)])
    names = "win", "lose", "turns", "left", "left of the other"
    return dict(zip(names, np.array(rows).T, strict=True)), simulated
