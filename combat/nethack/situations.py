"""Every line of the source's lists of bonuses, each with a situation in which it counts.

Lines stand in `circumstances.csv`. A situation's cell holds the fields of an attacker or a
defender, in words, such as "player; skill=Expert; weapon=bow +3"; what is worn or wielded stands
in `things.csv`.
"""

from ast import literal_eval
from dataclasses import dataclass
from functools import lru_cache

import pandas as pd

from combat.core.checks import check_word
from combat.nethack.chance import hit_chance
from combat.nethack.people import Attacker, Defender, Weapon
from combat.nethack.rules import Rules
from combat.nethack.slots import Piece
from combat.nethack.to_hit import attacker_terms, defender_terms, mean_of, total
from combat.tables import read_table


def fields_of(text, things=None):
    """Return the fields in a text as a dict; things: weapons and pieces of armour by name."""
    pairs = (part.strip().partition("=") for part in text.split(";") if part.strip())
    return {name: _value(name, word, things) if given else True for name, given, word in pairs}


def _value(name, word, things):
    if name in ("weapon", "launcher"):
        return things[check_word(name, word, things)]
    if name == "armor":
        return tuple(things[check_word(name, one, things)] for one in word.split(" and "))
    if name in ("kinds", "missing"):
        return frozenset({word})
    try:
        return literal_eval(word)
    except (ValueError, SyntaxError):
        return word


@dataclass(frozen=True, kw_only=True, eq=False)
class Circumstance:
    """A line of the source, the name of its term, and a situation in which it counts.

    side: "attacker" or "defender", whose bonus it is. points: as printed, "1..6" for a die.
    attacker, defender: both sides of the situation. Some conditions count on both sides: a blinded
    fighter has a penalty of his own, and can't see the other.
    """

    line: str
    side: str
    term: str
    points: str
    attacker: Attacker
    defender: Defender

    def value(self, rules=Rules()):
        """The points of its own term less what it gives the other side; 0 if without effect."""
        own = attacker_terms(self.attacker, self.defender, rules)
        other = defender_terms(self.defender, rules, attacker=self.attacker)
        before = defender_terms(self.defender, rules)
        if self.side == "defender":
            own, other = before, attacker_terms(Attacker(), self.defender, rules)
            before = attacker_terms(Attacker(), rules=rules)
        points = next((term.value for term in own if term.name == self.term), 0)
        return points - total(term for term in other if term not in before)


def read_circumstances(folder):
    """Return the lines of `circumstances.csv` in that folder, as a tuple of `Circumstance`.

    TableError names file, row and column.

    >>> [one.value() for one in read_circumstances("data/nethack") if "Luck" in one.line][0]
    Distribution(1..6, mean 3.5)
    """
    things = read_table(
        f"{folder}/things.csv",
        text=["thing"],
        numeric=[],
        choices={"what": {"weapon": Weapon, "armor": Piece}},
        parse={"fields": fields_of},
    )
    known = {row.thing: row.what(**row.fields) for row in things.itertuples()}
    rows = read_table(
        f"{folder}/circumstances.csv",
        text=["line", "term", "points"],
        numeric=[],
        choices={"side": {"attacker": "attacker", "defender": "defender"}},
        parse={
            "attacker": lambda cell: Attacker(**fields_of(cell, known)),
            "defender": lambda cell: Defender(**fields_of(cell, known)),
        },
    )
    return tuple(Circumstance(**row) for row in rows.to_dict("records"))


def tornado(circumstances, *, sd=8.0, at=0.0, rules=Rules()):
    """Return the effect of each circumstance: a frame by line, the greatest effect first.

    circumstances: as from `read_circumstances`. Columns: side; points (as `Circumstance.value`,
    the mean if it is random); effect (the change of the hit chance when the circumstance is added
    at a net of `at` points, positive if it helps the attacker).

    >>> effects = tornado(read_circumstances("data/nethack"))["effect"]
    >>> effects[["engulfed", "Monk in body armour"]].round(3).tolist()
    [0.5, -0.494]
    """
    before, rows = hit_chance(at, sd=sd), []
    for one in circumstances:
        points = _points(one, rules)
        net = at + points if one.side == "attacker" else at - points
        rows.append((one.line, one.side, float(mean_of(points)), hit_chance(net, sd=sd) - before))
    frame = pd.DataFrame(rows, columns=["line", "side", "points", "effect"]).set_index("line")
    return frame.sort_values("effect", key=abs, ascending=False, kind="stable")


# Memoised: the points depend on the rules alone, and a figure needs them for each net and sd.
@lru_cache(maxsize=2**9)
def _points(circumstance, rules):
    return circumstance.value(rules)
