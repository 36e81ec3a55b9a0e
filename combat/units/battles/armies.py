"""Battles of many units against many, on the core for any game (`combat.battle`)."""

import math
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from combat.battle import TARGETING, Side, play, simulate
from combat.battle.deadlock import Deadlock
from combat.core.checks import check_whole, check_word
from combat.units.battles.cost import MOST_BLOWS, battle_cost
from combat.units.battles.exact import small_battle, unfought
from combat.units.cautions import aimed_together, noted
from combat.units.rules import PLAIN
from combat.units.sheets.roster import LIMITS, Units
from combat.units.strikes.strikes import AttackTable

SIDES = ("first", "second")
MOST_FIGHTERS = 100_000  # of both sides together
BATTLES = 10_000
_FEWEST_BATTLES = 100
_COMMON_BLOWS = 100_000_000  # of all battles together, if their number isn't given: some 15 s
_UNASKED_BLOWS = 1_000_000_000  # of the fewest battles, unasked: a minute or two
# The names that the core has for the orders of `Rules`.
ORDERS_OF_CORE = {"both": "together", "faster": "fastest", "coin": "coin"}


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
    found = met.odds(names, battles_within(battles, met.blows), seed, progress, executor)
    if battles is not None:
        return found
    return replace(found, notes=(*found.notes, f"Fought with dice: {met.why_dice}."))


_PLAIN = "battles of units without actions"


@dataclass(frozen=True, eq=False)
class MatchUp:
    """Two armies that meet, checked: all that is needed to fight their battle.

    tables: for each, P(damage <= k) of all pairs. It holds no rules, so it can be sent to other
    processes.
    """

    armies: tuple
    sides: tuple
    tables: tuple
    blows: float
    order: str
    max_rounds: int | None
    deadlock: Deadlock | None
    notes: tuple = ()
    by_turns = False

    @property
    def fighters(self):
        """The number of fighters of both armies."""
        return sum(map(len, self.armies))

    @property
    def helpless(self):
        """Whether an undecided battle is one in which nobody left could hurt anybody."""
        return self.deadlock is not None

    def odds(self, names, battles, seed=0, progress=None, executor=None):
        """Return the `Odds` of many simulated battles."""
        sides = dict(zip(names, self.sides, strict=True))
        run = {"executor": executor, "progress": progress}
        found = simulate(sides, battles=battles, seed=seed, **run, **self.how)
        return replace(found, notes=self.notes)

    def ends(self, battles, seed=0, *, hit_points=None, exchanged=False):
        """Return the `Ends` of many battles; hit_points: the first side's, (fighters, battles)."""
        places, deadlock = (1, 0) if exchanged else (0, 1), self.deadlock
        sides = {SIDES[place]: self.sides[place] for place in places}
        how = self.how
        if exchanged and deadlock is not None:
            how["deadlock"] = lambda first, second: deadlock(second, first)
        given = None if hit_points is None else {SIDES[0]: hit_points}
        return play(sides, battles=battles, seed=seed, hit_points=given, **how)

    @property
    def how(self):
        """The arguments for `combat.battle.simulate` and `play`."""
        return {
            "order": self.order,
            "max_rounds": self.max_rounds,
            "deadlock": self.deadlock,
        }

    def exact(self, names=SIDES):
        """Return the exact `Odds` of the battle, or None if it is too large."""
        named = dict(zip(names, self.armies, strict=True))
        if self.deadlock is not None and not self.deadlock.hurts.any():
            return unfought(named)
        if self._unsteady():
            return None
        tables = [table.all_pairs for table in self.tables]
        found = small_battle(named, tables, self.max_rounds, self.deadlock)
        return None if found is None else replace(found, notes=self.notes)

    @property
    def why_dice(self):
        """Why the battle isn't solved exactly: a clause."""
        return self._unsteady() or "it has too many states to be solved exactly"

    def _unsteady(self):
        """Why no chain solves it, a clause; "" where all act once a round, at once, at random."""
        if not all(map(len, self.armies)):
            return "an army is empty"
        if self.order != ORDERS_OF_CORE["both"]:
            return f"{_PLAIN} in this order aren't solved exactly"
        if any((side.targeting != "random").any() for side in self.sides):
            return f"{_PLAIN} at chosen targets aren't solved exactly"
        units = [unit for army in self.armies for unit in army.units]
        other = next((unit for unit in units if unit.role("speed") != 1), None)
        if other is None:
            return ""
        return f"{_PLAIN} are solved exactly at speed 1 alone; {other.name} has {other.speed:g}"


def match_up(army, other, rules=PLAIN, *, units=None, targeting="random", max_rounds=None):
    """Return the `MatchUp` of two armies, or their `TurnMatchUp` if they fight turn by turn."""
    armies = tuple(army_of(one, units) for one in (army, other))
    if max_rounds is not None:
        max_rounds = int(check_whole("max_rounds", max_rounds, low=1))
    rules.refuse_fight()
    if rules.battles_by_turns([unit for army in armies for unit in army.units]):
        return match_up_by_turns(armies, rules, targeting, max_rounds)
    armies = tuple(
        Army(tuple((rules.derive(unit), count) for unit, count in army.groups)) for army in armies
    )
    strikes = check_armies(armies, replace(rules, derived=None))
    sides = tuple(sides_of(armies, strikes, targeting))
    _, blows = battle_cost(armies, strikes, max_rounds)
    tables = tuple(BlowTable(own) for own in strikes)
    order, lasts = ORDERS_OF_CORE[rules.order], max_rounds is None and all(map(len, armies))
    deadlock = Deadlock.of(armies, strikes) if lasts else None
    notes = [aimed_together(rules.order)] if max(map(len, armies)) > 1 else []
    notes += noted([unit for army in armies for unit in army.units], rules)
    return MatchUp(armies, sides, tables, blows, order, max_rounds, deadlock, tuple(notes))


def match_up_by_turns(armies, rules=PLAIN, targeting="random", max_rounds=None):
    """Return the `TurnMatchUp` of two `Army`s; targeting, max_rounds as for `battle`."""
    from combat.units.engine.armies import TurnMatchUp  # loads scipy's sparse matrices

    return TurnMatchUp(armies, rules, _targeting(targeting), max_rounds)


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


def check_armies(armies, rules):
    """Return each of two armies' `AttackTable` at the other; ValueError for too many fighters."""
    fighters = sum(map(len, armies))
    if fighters > MOST_FIGHTERS:
        raise ValueError(
            f"the armies have {fighters:,} fighters, too many (at most {MOST_FIGHTERS:,}): let "
            f"one stand for some"
        )
    return [AttackTable(one.units, other.units, rules) for one, other in (armies, armies[::-1])]


def sides_of(armies, strikes, targeting="random"):
    """Return the `combat.battle.Side` of each of two armies."""
    return [
        Side(
            army.fighters,
            BlowTable(own),
            hit_points=army.each([unit.hp for unit in army.units]),
            attack=army.each(range(len(army.units))),
            defense=army.each(range(len(army.units))),
            speed=army.each([unit.role("speed") for unit in army.units]),
            targeting=whom,
        )
        for army, own, whom in zip(armies, strikes, _targeting(targeting), strict=True)
    ]


def _targeting(targeting):
    """How each of the two sides chooses its targets."""
    each = (targeting, targeting) if isinstance(targeting, str) else targeting
    if not isinstance(each, (tuple, list)) or len(each) != 2:
        raise ValueError(
            f"targeting must be one of {', '.join(TARGETING)}, or two of them, one for each army"
        )
    for one in each:
        check_word("targeting", one, TARGETING)
    return tuple(each)


class BlowTable:
    """P(damage <= k) of blows, as the core needs it; attacks and defences are places of units."""

    def __init__(self, strikes):
        self._chance, self._which = strikes.chance, strikes.which
        most = max([1, *(int(amount.values[-1]) for amount in strikes.amounts)])
        most = min(most, max([1, *(unit.hp for unit in strikes.defenders)]))
        self._at_most = np.ones((len(strikes.amounts), most))
        for row, amount in zip(self._at_most, strikes.amounts, strict=True):
            near = amount.values < most
            points = amount.values[near].astype(int)
            row[:] = np.minimum(np.cumsum(np.bincount(points, amount.chances[near], most)), 1)
            # Rounding may leave the running sum a hair below 1.
            row[int(amount.values[-1]) :] = 1

    @property
    def all_pairs(self):
        """The table of all pairs: (attackers, defenders, damages)."""
        return 1 - self._chance[:, :, None] * (1 - self._at_most[self._which])

    def __call__(self, attacks, defenses, most):
        chance = self._chance[attacks, defenses][:, None]
        at_most = self._at_most[self._which[attacks, defenses], :most]
        return 1 - chance * (1 - at_most)


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
