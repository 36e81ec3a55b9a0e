"""All against all: every duel of many units at once, exact."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from combat.domain import whole
from combat.units.duels import check_turns
from combat.units.lanes import MOST_OF_A_TABLE, lasting, typical_blows, work
from combat.units.race import MOST_TURNS, Side, race
from combat.units.rules import PLAIN
from combat.units.strikes import Strikes

MEASURES = ("win", "score", "lead", "turns", "damage", "left")
MOST_UNITS = 1000  # half a million duels
_MOST_PAIRS = 256  # duels of a block: its arrays stay in the processor's second cache
_MOST_CELLS = 1 << 21  # of an array of a block, blows by duels


def matrix(units, rules=PLAIN, measure="win", *, max_turns=None):
    """Return the duels of all against all: a frame, each row's unit against each column's.

    measure: "win", the chance of the row's unit to win; "score", that and half the chance that
    both fall or nobody does; "lead", its chance to win less the other's; "turns", the mean
    number of turns, infinite where neither can hurt the other; "damage", the mean hit points
    that it takes in a turn, from a target with enough of them; "left", its mean hit points at
    the end, 0 where it has fallen. max_turns as for `duel`. Exact to 1e-12. ValueError for
    another measure, as `duel`, and where it would take minutes.

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
    return matrices(units, rules, max_turns=max_turns)[measure]


def matrices(units, rules=PLAIN, *, max_turns=None):
    """Return the frames of all measures of `matrix`, from one calculation: a dict.

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
    table = _Table(units, rules, max_turns)
    for block in table.blocks():
        table.fight(block)
    found = table.found
    # A hair beyond is rounding.
    found["score"] = np.clip(0.5 + found["lead"] / 2, 0, 1)
    found["damage"] = table.strikes.mean * table.speeds[:, None]
    names = pd.Index([unit.name for unit in units], name="name")
    return {measure: pd.DataFrame(found[measure], names, list(names)) for measure in MEASURES}


@dataclass(frozen=True, eq=False)
class _Block:
    """Duels that are fought at once: the places of their first and second units."""

    first: np.ndarray
    second: np.ndarray


class _Table:
    """The duels of all pairs of units, each pair once."""

    def __init__(self, units, rules, max_turns):
        self.units, self.order, self.max_turns = units, rules.order, max_turns
        self.strikes = Strikes(units, units, rules)
        self.speeds = np.array([unit.speed for unit in units])
        self.hps = np.array([unit.hp for unit in units])
        self.first, self.second = np.triu_indices(len(units))
        self.turns = self._turns()
        # What nobody can win without max_turns is what stands here.
        self.found = {
            "win": np.zeros((len(units),) * 2),
            "lead": np.zeros((len(units),) * 2),
            "turns": np.full((len(units),) * 2, np.inf if max_turns is None else float(max_turns)),
            "left": np.broadcast_to(self.hps[:, None], (len(units),) * 2).astype(float),
        }
        self._targets = {}
        self._check_work()

    def _turns(self):
        """About how many turns each duel takes; infinite for those that can't end."""
        strikes = self.strikes
        blows = typical_blows(strikes.chance, strikes.amounts, strikes.which, self.hps)
        alone = blows / self.speeds[:, None]
        turns = np.minimum(alone, alone.T)[self.first, self.second]
        for slow in np.flatnonzero(np.isfinite(turns) & (turns > MOST_TURNS))[:1]:
            pair = (self.units[place[slow]].name for place in (self.first, self.second))
            check_turns(turns[slow], self.max_turns, *pair)
        return turns if self.max_turns is None else np.minimum(turns, self.max_turns)

    def _check_work(self):
        """ValueError where many units, or many hit points, would take minutes."""
        steps = 0.0
        ends = np.isfinite(self.turns)
        for one, other in ((self.first, self.second), (self.second, self.first)):
            which, hps = self.strikes.which[one, other][ends], self.hps[other][ends]
            blows = self.turns[ends] * self.speeds[one][ends]
            steps += work(self.strikes.amounts, which, hps, blows).sum()
        if steps > MOST_OF_A_TABLE:
            raise ValueError(
                f"{len(self.units)} units with up to {self.hps.max():,} hit points take "
                f"{steps:.0e} steps, at most {MOST_OF_A_TABLE:.0e}: take fewer units, or divide "
                f"hit points and damage by a number"
            )

    def blocks(self):
        """Yield duels of about one length together, as many as fit into the cache."""
        ends = np.flatnonzero(np.isfinite(self.turns))
        order = ends[np.argsort(self.turns[ends], kind="stable")]
        start = 0
        while start < len(order):
            longest = self.turns[order[min(start + _MOST_PAIRS, len(order)) - 1]]
            size = int(max(1, min(_MOST_PAIRS, _MOST_CELLS // (longest * self.speeds.max()))))
            places = order[start : start + size]
            yield _Block(self.first[places], self.second[places])
            start += size

    def fight(self, block):
        """Fill in what comes of the duels of a block, from both units' side."""
        one, other = block.first, block.second
        sides = self._side(one, other), self._side(other, one)
        ended = race(*sides, self.order, self.max_turns)
        self.found["win"][one, other], self.found["win"][other, one] = ended.wins
        lead = ended.wins[0] - ended.wins[1]
        self.found["lead"][one, other], self.found["lead"][other, one] = lead, 0 - lead
        self.found["turns"][one, other] = self.found["turns"][other, one] = ended.turns
        self.found["left"][one, other], self.found["left"][other, one] = ended.left

    def _side(self, one, other):
        keys = list(zip(self.strikes.which[one, other], self.hps[other], strict=True))
        new = [key for key in dict.fromkeys(keys) if key not in self._targets]
        if new:
            found = lasting(self.strikes.amounts, *map(list, zip(*new, strict=True)))
            self._targets |= dict(zip(new, found, strict=True))
        targets = [self._targets[key] for key in keys]
        return Side(self.strikes.chance[one, other], targets, self.speeds[one])
