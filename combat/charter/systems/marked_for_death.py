"""Rosters of Marked for Death in a charter: exact where that is quick, sampled otherwise."""

from dataclasses import dataclass
from functools import partial
from pathlib import PurePath

from combat import marked_for_death as mfd
from combat.battle import play
from combat.charter.cells import Fault, each_of, one_of
from combat.charter.systems import fights
from combat.charter.systems.system import System
from combat.marked_for_death.engine import combatants
from combat.marked_for_death.questions import WAIT, solved

SETTINGS = ("rounds", "who", "method", "mirrored")


def questions(row, place):
    """Yield (first, second, answer) for each pair of rosters of a row.

    first, second: files in the charter's folder, with or without their ending.
    """
    rounds = row.whole("rounds", None, 1, 10_000)
    method = row.word("method", "auto", ("auto", "exact", "sampled"))
    mirrored = row.flag("mirrored", True)
    for first in _names("first", row.first, place):
        for second in _names("second", row.second, place):
            one, other = place.found("first", first), place.found("second", second)
            if one == other and "*" in row.first + row.second:
                continue
            pair = (
                place.read("first", first, mfd.read_team),
                place.read("second", second, mfd.read_team),
            )
            who = _who(row, pair[0])
            yield first, second, partial(_answer, row.measure, pair, rounds, who, method, mirrored)


def _names(column, cell, place):
    if "*" in cell:
        return each_of(column, cell, [PurePath(name).stem for name in place.tables()])
    place.found(column, cell)
    return [cell]


def _who(row, team):
    if "who" not in row.given:
        return None
    if row.measure != "survives":
        raise Fault("given", f"who: '{row.measure}' is about a whole side; leave it out")
    names = [fighter.name for fighter in team.fighters]
    return names.index(one_of("given", row.given["who"], names, "this roster"))


def _answer(measure, pair, rounds, who, method, mirrored):
    found = solved([pair], max_rounds=rounds, wait=WAIT) if method != "sampled" else None
    if found is not None:
        return fights.of_odds(found[0], measure, who)
    if method == "exact":
        return fights.of_odds(mfd.solve(*pair, max_rounds=rounds), measure, who)
    sides = tuple(combatants(mfd.Side(team, mfd.Rules())) for team in pair)
    fought = _Rosters(sides, rounds)
    return fights.Fight(fought, measure, who=who, mirrored=mirrored).sample


@dataclass(frozen=True, eq=False)
class _Rosters:
    """Two sides as a `Fight` wants them."""

    sides: tuple
    max_rounds: int | None

    @property
    def fighters(self):
        """The number of fighters on both sides."""
        return sum(map(len, self.sides))

    def ends(self, battles, seed, *, exchanged=False):
        """Return the `Ends` of some battles; exchanged: swap the dice of the two sides."""
        named = list(zip(("first", "second"), self.sides, strict=True))
        sides = dict(named[::-1] if exchanged else named)
        return play(sides, battles=battles, seed=seed, max_rounds=self.max_rounds)


SYSTEM = System("marked_for_death", fights.MEASURES, SETTINGS, questions)
