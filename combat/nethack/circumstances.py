"""Every line of the source's lists of bonuses, each with a situation in which it counts."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd

from combat.dice import Distribution
from combat.nethack.chance import hit_chance
from combat.nethack.people import Attacker, Defender
from combat.nethack.rules import Rules
from combat.nethack.situations import fields_of
from combat.nethack.to_hit import attacker_terms, defender_terms, total
from combat.tables import read_table


@dataclass(frozen=True, kw_only=True, eq=False)
class Circumstance:
    """A line of the source, the name of its term, and a situation in which it counts.

    side: "attacker" or "defender", whose bonus it is. points: as printed, "1..6" for a die.
    attacker, defender: the fields of `Attacker` and `Defender` that make up the situation. Some
    conditions count on both sides: a blinded fighter has a penalty of his own, and can't see the
    other.

    >>> lines = {one.line: one for one in read_circumstances("data/nethack")}
    >>> lines["monster of level 20"].value(), lines["defender's Luck 13"].value()
    (5.0, Distribution(1..6, mean 3.5))
    >>> lines["attacker blinded"].value(), lines["defender blinded"].value()
    (-3, -3)
    """

    line: str
    side: str
    term: str
    points: str
    attacker: dict
    defender: dict

    def value(self, rules=Rules()):
        """The points of its own term less what it gives the other side; None if without effect."""
        attacker, defender = Attacker(**self.attacker), Defender(**self.defender)
        if self.side == "attacker":
            own = attacker_terms(attacker, defender, rules)
            other = defender_terms(defender, rules, attacker=attacker)
            before = defender_terms(defender, rules)
        else:
            own = defender_terms(defender, rules)
            other = attacker_terms(Attacker(), defender, rules)
            before = attacker_terms(Attacker(), Defender(), rules)
        points = next((term.value for term in own if term.name == self.term), None)
        given = total(term for term in other if term not in before)
        return points if points is None else points - given


def read_circumstances(folder):
    """Return the lines of `circumstances.csv` in that folder, as a tuple of `Circumstance`.

    TableError names file, row and column.

    >>> len(read_circumstances("data/nethack"))
    82
    """
    frame = read_table(
        f"{folder}/circumstances.csv",
        text=["line", "term", "points"],
        numeric=[],
        choices={"side": {"attacker": "attacker", "defender": "defender"}},
        parse={"attacker": fields_of, "defender": fields_of},
    )
    return tuple(Circumstance(**row) for row in frame.to_dict("records"))


def tornado(circumstances, *, sd=8.0, at=0.0, rules=Rules()):
    """Return the effect of each circumstance: a frame by line, the greatest effect first.

    circumstances: as from `read_circumstances`. Columns: side; points (as `Circumstance.value`,
    the mean if it is random); spread (its standard deviation); effect (the change of the hit
    chance when the circumstance is added at a net of `at` points, positive if it helps the
    attacker).

    >>> effects = tornado(read_circumstances("data/nethack"))["effect"]
    >>> effects[["engulfed", "Monk in body armour"]].round(3).tolist()
    [0.5, -0.494]
    """
    frame, values = _by_circumstance(circumstances, rules)
    chances = [hit_chance(value + at, sd=sd) for value in values]
    frame = frame.assign(effect=np.array(chances) - hit_chance(at, sd=sd))
    return frame.sort_values("effect", key=abs, ascending=False, kind="stable")


# Memoised: the points depend on the rules alone, and a figure needs them for each net and sd.
@lru_cache(maxsize=16)
def _by_circumstance(circumstances, rules):
    """A frame of the lines' side, points and spread, and each line's change of the net."""
    rows, values = [], []
    for circumstance in circumstances:
        value = circumstance.value(rules) or 0
        random = isinstance(value, Distribution)
        mean, spread = (value.mean, value.sd) if random else (float(value), 0.0)
        rows.append((circumstance.line, circumstance.side, mean, spread))
        values.append(value if circumstance.side == "attacker" else -1 * value)
    frame = pd.DataFrame(rows, columns=["line", "side", "points", "spread"])
    return frame.set_index("line"), values
