"""Battles of many units against many: who fights whom, how often, and what it costs.

Plain units fight in rounds (`plain`), all others turn by turn (`combat.units.engine.armies`).
"""

import math
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from combat.core.checks import check_whole
from combat.units.battles.plain import MOST_BLOWS, SIDES, MatchUp, targeting_of
from combat.units.rules import PLAIN
from combat.units.sheets.roster import Units
from combat.units.sheets.schema import LIMITS

BATTLES = 10_000
_FEWEST_BATTLES = 100
_COMMON_BLOWS = 100_000_000  # of all battles together, if their number isn't given: some 15 s
_UNASKED_BLOWS = 1_000_000_000  # of the fewest battles, unasked: a minute or two


@dataclass(frozen=True, eq=False)
class Army:
    """An army: pairs (unit, count), without those of count 0; fighters stand in their order."""

    groups: tuple

    @property
    def units(self):
        """The units, each once."""
        return [unit for unit, _ in self.groups]

    @property
    def counts(self):
        """How many there are of each unit."""
        return [count for _, count in self.groups]

    @property
    def fighters(self):
        """The names of all fighters."""
        return tuple(
            f"{unit.name} {number}" for unit, count in self.groups for number in range(1, count + 1)
        )

    def __len__(self):
        return sum(self.counts)

    def each(self, values):
        """Return values given by unit as an array by fighter."""
        return np.repeat(np.asarray(values), self.counts) if self.groups else np.zeros(0, int)


def army_of(army, units=None):
    """Return the `Army` of some units.

    army: `Units`, as many of each as its `count` says; or a dict name -> count of some of `units`.
    """
    if isinstance(army, Army):
        return army
    if isinstance(army, Units):
        pairs = [(unit, int(unit.role("count"))) for unit in army]
    elif not isinstance(army, dict):
        raise ValueError(f"army = {army!r:.60} is no army: give Units, or a dict name -> count")
    elif army and units is None:
        raise ValueError("an army of names needs units to take them from: give units=...")
    else:
        low, high = LIMITS["count"]
        pairs = [
            (units[name], int(check_whole(f"{name}: count", count, low=low, high=high)))
            for name, count in army.items()
        ]
    return Army(tuple((unit, count) for unit, count in pairs if count))


def battle(
    army,
    other,
    rules=PLAIN,
    *,
    units=None,
    names=SIDES,
    targeting="random",
    max_rounds=None,
    battles=None,
    seed=0,
    executor=None,
    progress=None,
):
    """Return the `combat.battle.Odds` of two armies: exact for small ones, otherwise simulated.

    army, other: `Units` with their counts, or dicts name -> count of `units`. names: of the two
    sides, in the answer. In a round everybody acts as often as their speed says, in the order of
    `rules`: "both" armies at once; the "faster" units of both before the slower; or a "coin" says
    in each round which army goes first. targeting: whom a fighter strikes, "random", "weakest"
    (fewest hit points left), "strongest", or "front", the first standing in the order of the army;
    or a pair, one for each army. All who act at once (under "both" both armies, under "coin" one
    army, under "faster" those of one speed) aim before any of their blows falls, and so do all
    actions of one unit in a round: ten sure shots at the "front" or the "weakest" kill one of ten,
    whatever the order. Wounds last from round to round. If nobody left can hurt anybody, the battle
    ends undecided, half a win for both.

    Units with actions, and the orders in which one acts after another (initiative, first,
    alternate, exchange), are fought turn by turn: those who act later see who has fallen, and the
    remaining strikes of an action go on to the next target (`Rules.overkill`). `Odds.notes` says
    what an answer leaves out.

    max_rounds: the last round, or None for as many as it takes. battles: how many are simulated,
    with Wilson's 95 % intervals. None gives the exact odds if that takes a second or two
    (targets at random, both at once, everybody at speed 1; then `Odds.fights` is None), and
    otherwise simulates 10,000 battles, or fewer for large armies. To compare armies or rules give a
    number: with the same seed the same battle has the same luck. executor: any
    `concurrent.futures.Executor`; it receives tables, not the rules. progress: called as
    progress(done, battles). An empty army is beaten before the battle begins.

    ValueError for more than 100,000 fighters, for what would take hours or 10,000 rounds, without
    a number of battles for what would take minutes, for two sides with the same name, and as for
    `blow`.

    >>> from combat.units import Unit, Units
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> units = Units([imp, imp.changed(name="Ogre", hp=7)])
    >>> found = battle({"Imp": 3}, {"Ogre": 1}, units=units)
    >>> round(found.first, 1), list(found.names)
    (0.9, ['first', 'second'])
    """
    if len(names) != 2 or names[0] == names[1]:
        raise ValueError(f"names = {names!r:.60} must be two different ones, one for each army")
    met = match_up(army, other, rules, units=units, targeting=targeting, max_rounds=max_rounds)
    if battles is None:
        exact = met.exact(names)
        if exact is not None:
            return exact
    found = met.odds(names, battles_of(met, battles), seed, progress, executor)
    if battles is not None:
        return found
    return replace(found, notes=(*found.notes, f"Fought with dice: {met.why_dice}."))


def match_up(army, other, rules=PLAIN, *, units=None, targeting="random", max_rounds=None):
    """Return the `MatchUp` of two armies, or their `TurnMatchUp` if they fight turn by turn."""
    armies = tuple(army_of(one, units) for one in (army, other))
    if max_rounds is not None:
        max_rounds = int(check_whole("max_rounds", max_rounds, low=1))
    rules.refuse_fight()
    if rules.battles_by_turns([unit for army in armies for unit in army.units]):
        return match_up_by_turns(armies, rules, targeting, max_rounds)
    return MatchUp.of(armies, rules, targeting, max_rounds)


def match_up_by_turns(armies, rules=PLAIN, targeting="random", max_rounds=None):
    """Return the `TurnMatchUp` of two `Army`s; targeting, max_rounds as for `battle`."""
    from combat.units.engine.armies import TurnMatchUp  # loads scipy's sparse matrices

    return TurnMatchUp(armies, rules, targeting_of(targeting), max_rounds)


def losses(odds, army, other, *, units=None):
    """Return what is left of two armies after a battle, and what its losses cost: a frame.

    odds: what `battle` returned for these armies. A row for each side and unit: fielded; left and
    lost, on average; cost, of one unit; cost_lost. NaN if no cost is given.

    >>> from combat.units import Unit, Units
    >>> imp = Unit("Imp", hp=1, attack=10, defense=0, damage=1, cost=5)
    >>> armies = {"Imp": 2}, {"Imp": 1}
    >>> found = battle(*armies, units=Units([imp]), battles=2000)
    >>> losses(found, *armies, units=Units([imp])).set_index(["side", "unit"])
                 fielded  left  lost  cost  cost_lost
    side   unit
    first  Imp         2   1.0   1.0   5.0        5.0
    second Imp         1   0.0   1.0   5.0        5.0
    """
    rows = []
    armies = army_of(army, units), army_of(other, units)
    for side, one, alive in zip(odds.names, armies, odds.alive, strict=True):
        ends = np.cumsum([0, *one.counts])
        for (unit, count), start, end in zip(one.groups, ends, ends[1:], strict=False):
            left = float(alive[start:end].sum())
            rows.append((side, unit.name, count, left, count - left, unit.role("cost")))
    found = pd.DataFrame(rows, columns=["side", "unit", "fielded", "left", "lost", "cost"])
    return found.assign(cost_lost=found["lost"] * found["cost"])


def battles_of(met, battles):
    """Return how many battles of a match-up to simulate; see `battle`."""
    # A few battles that are given needn't be tried to know that they take no hours.
    if battles is not None and met.by_turns:
        battles = int(check_whole("battles", battles, low=1))
        if battles * met.most_blows <= MOST_BLOWS:
            return battles
    return battles_within(battles, met.blows)


def battles_within(battles, blows, what="battles"):
    """Return how many battles of about so many blows each to simulate; see `battle`."""
    if battles is None:
        common = int(_COMMON_BLOWS // max(blows, 1))
        battles = min(BATTLES, max(common, _FEWEST_BATTLES))
        minutes = battles * blows / _UNASKED_BLOWS
        if minutes > 1:
            raise ValueError(
                f"{_FEWEST_BATTLES} {what} of these armies take some {math.ceil(minutes):,} "
                f"minutes or more: say how many to fight ({what}=10), or let one unit stand for "
                f"some"
            )
    battles = int(check_whole(what, battles, low=1))
    if battles * blows > MOST_BLOWS:
        raise ValueError(
            f"{what} = {battles:,} of {blows:.0e} blows each is out of range: it must be at "
            f"most {int(MOST_BLOWS // blows):,}"
        )
    return battles
