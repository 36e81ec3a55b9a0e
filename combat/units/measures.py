"""Measures by name: of a duel, of a blow, of one unit among all, and of all units.

A claim of a charter is about one of these, and a patch shows how they differ between two versions.
Measures of armies are those of any battle, see `combat.battle.tally`.
"""

from functools import cached_property

import numpy as np
import pandas as pd

from combat.battle.tally import OF_OUTCOMES
from combat.ranking import equilibrium, ladder_and_circle, strength
from combat.ranking.strength import ranks
from combat.units import views
from combat.units.duels import blow, blows_to_kill, turns_to_kill
from combat.units.round_robin import matrices
from combat.units.rules import PLAIN
from combat.units.strikes.strikes import AttackTable


class Field:
    """All units of a game against all; each answer is computed when asked for."""

    def __init__(self, units, rules=PLAIN, *, max_turns=None, progress=None):
        self.units = units
        self.how = {"rules": rules, "max_turns": max_turns, "progress": progress}
        self.attacks = rules.attacking
        self._ranked = {"attacks": rules.attacking}

    @cached_property
    def tables(self):
        """The frames of all against all, from `matrices`."""
        return matrices(self.units, **self.how)

    def take(self, pairs, duels):
        """Take the scores from duels: of each pair of units, each once, {"win": …, "lose": …}."""
        places = {unit.name: place for place, unit in enumerate(self.units)}
        scores = np.zeros((len(places),) * 2)
        for (one, other), duel in zip(pairs, duels, strict=True):
            at = places[one.name], places[other.name]
            scores[at] = np.clip(0.5 + (duel["win"] - duel["lose"]) / 2, 0, 1)
            scores[at[::-1]] = 1 - scores[at]
        frame = pd.DataFrame(scores, pd.Index(self.units.names, name="name"), self.units.names)
        frame.attrs |= {"fought": 0, "attacks": False}
        self.tables = {"score": frame}

    @cached_property
    def standings(self):
        """The frame of `strength`, with costs if all units have them, and a column of ranks."""
        costs = self.units.frame["cost"]
        known = costs.notna().all() and (costs > 0).all()
        found = strength(self.tables["score"], costs if known else None, **self._ranked)
        return found.assign(rank=ranks(found["strength"]))

    @cached_property
    def mix(self):
        """The share of each unit in the mix of `equilibrium`."""
        return equilibrium(self.tables["score"], **self._ranked).mix

    @cached_property
    def ladder(self):
        """The shares of ladder and circle in the scores, from `ladder_and_circle`, no triples."""
        return ladder_and_circle(self.tables["score"], triples=0, **self._ranked)

    def score(self, unit):
        """Return the mean score of a unit against all units here except the one of its name."""
        if "tables" not in vars(self) or self.attacks or len(self.units) < 2:
            return views.field_score(unit, self.units, **self.how)
        others = self.tables["score"].loc[unit.name].drop(unit.name)
        return float(others.mean())


_OUTCOMES = ("win", "lose", "both", "undecided")

# Functions of the numbers of a duel, see `numbers_of`, for its first side.
OF_A_DUEL = {
    name: lambda found, of_outcomes=of_outcomes: of_outcomes(*map(found.get, _OUTCOMES))
    for name, of_outcomes in OF_OUTCOMES.items()
} | {
    "survives": lambda found: found["win"] + found["undecided"],
    "turns": lambda found: found["turns"],
    "lost": lambda found: found["lose"] + found["both"],
    "lost if won": lambda found: 0 * found["win"],
    "hit points left": lambda found: found["left"],
}

# Functions of attacker, defender and rules: a value, and the Distribution behind it. All are exact.
OF_A_BLOW = {
    "hits": lambda one, other, rules: (hits(one, other, rules), blow(one, other, rules)),
    "damage": lambda one, other, rules: _mean(blow(one, other, rules)),
    "blows to kill": lambda one, other, rules: _mean(blows_to_kill(one, other, rules)),
    "turns to kill": lambda one, other, rules: _mean(turns_to_kill(one, other, rules)),
}

# Functions of a `Field` and the name of a unit.
OF_A_UNIT = {
    "field score": lambda field, name: field.score(field.units[name]),
    "equilibrium weight": lambda field, name: float(field.mix[name]),
    "rank": lambda field, name: float(field.standings.loc[name, "rank"]),
}

# Functions of a `Field`.
OF_ALL = {
    "ladder share": lambda field: field.ladder.ladder_share,
    "circle share": lambda field: field.ladder.circle_share,
}


def numbers_of(duel):
    """Return the numbers of the `Odds` of a duel, for its first side: {name: number}."""
    outcomes = duel.first, duel.second, duel.both, duel.undecided
    numbers = dict(zip(_OUTCOMES, outcomes, strict=True))
    return numbers | {"turns": duel.turns.mean, "left": duel.left[0].mean}


def hits(attacker, defender, rules=PLAIN):
    """Return the chance that a blow hits."""
    return float(AttackTable([attacker], [defender], rules).chance[0, 0])


def _mean(found):
    return found.mean, found
