"""Battles of plain units: armies as sides of `combat.battle`, what they cost, and their odds.

Units are plain if they only strike, and none waits to see whom another has felled; all others are
in `combat.units.engine.armies`. Small battles are solved by a chain, the others simulated.
"""

from dataclasses import dataclass, replace

import numpy as np

from combat.battle import (
    MOST_ROUNDS,
    MOST_STEPS,
    TARGETING,
    Side,
    StateSpace,
    Steady,
    Tally,
    chain,
    play,
    simulate,
    steps,
)
from combat.battle.side import Deadlock
from combat.core.checks import check_word
from combat.units.cautions import aimed_together, noted
from combat.units.strikes.strikes import AttackTable

SIDES = ("first", "second")
MOST_FIGHTERS = 100_000  # of both sides together
MOST_BLOWS = 50_000_000_000  # of all battles together: an hour or two on one core
# The names that the core has for the orders of `Rules`.
ORDERS_OF_CORE = {"both": "together", "faster": "fastest", "coin": "coin"}
# Larger battles are simulated: so many steps a round take a second or two if each blow hurts. If
# one in ten does, a battle has ten times the rounds, and may have a tenth of the steps.
QUICK_STEPS = MOST_STEPS * 2 // 5
_ROUNDS = 10  # about as many as a battle takes in which each blow hurts
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

    @classmethod
    def of(cls, armies, rules, targeting="random", max_rounds=None):
        """Return the `MatchUp` of two `Army`s; targeting, max_rounds as for `battle`."""
        armies = tuple(
            replace(army, groups=tuple((rules.derive(unit), count) for unit, count in army.groups))
            for army in armies
        )
        strikes = check_armies(armies, replace(rules, derived=None))
        sides = tuple(sides_of(armies, strikes, targeting))
        _, blows = battle_cost(armies, strikes, max_rounds)
        tables = tuple(BlowTable(own) for own in strikes)
        order, lasts = ORDERS_OF_CORE[rules.order], max_rounds is None and all(map(len, armies))
        deadlock = Deadlock.of(armies, strikes) if lasts else None
        notes = [aimed_together(rules.order)] if max(map(len, armies)) > 1 else []
        notes += noted([unit for army in armies for unit in army.units], rules)
        return cls(armies, sides, tables, blows, order, max_rounds, deadlock, tuple(notes))

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

    def exact(self, names=SIDES, *, quick=None):
        """Return the exact `Odds` of the battle, or None if it takes more than so many steps."""
        named = dict(zip(names, self.armies, strict=True))
        if not all(map(len, self.armies)):
            return unfought(named)
        if self.deadlock is not None and not self.deadlock.hurts.any():
            return unfought(named)
        if self._unsteady():
            return None
        tables = [table.all_pairs for table in self.tables]
        found = small_battle(named, tables, self.max_rounds, self.deadlock, quick)
        return None if found is None else replace(found, notes=self.notes)

    @property
    def why_dice(self):
        """Why the battle isn't solved exactly: a clause."""
        return self._unsteady() or "it has too many states to be solved exactly"

    def _unsteady(self):
        """Why no chain solves it, a clause; "" where all act once a round, at once, at random."""
        if self.order != ORDERS_OF_CORE["both"]:
            return f"{_PLAIN} in this order aren't solved exactly"
        if any((side.targeting != "random").any() for side in self.sides):
            return f"{_PLAIN} at chosen targets aren't solved exactly"
        units = [unit for army in self.armies for unit in army.units]
        other = next((unit for unit in units if unit.role("speed") != 1), None)
        if other is None:
            return ""
        return f"{_PLAIN} are solved exactly at speed 1 alone; {other.name} has {other.speed:g}"


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
        for army, own, whom in zip(armies, strikes, targeting_of(targeting), strict=True)
    ]


def targeting_of(targeting):
    """Return how each of the two sides chooses its targets."""
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


def battle_cost(armies, strikes, max_rounds=None):
    """Return about how many rounds and blows a battle of two armies takes.

    Each unit loses the mean damage of the blows at it; how many of it stand is a fraction, its hit
    points left divided by those of one. The battle ends when less than half a fighter of an army is
    left, or when no unit with at least half a fighter left can hurt another such unit.
    """
    hps = [np.array([unit.hp for unit in army.units], float) for army in armies]
    living = [np.array(army.counts, float) for army in armies]
    taken = [_taken(one) for one in strikes]
    speeds = [np.array([unit.speed for unit in army.units]) for army in armies]
    most = MOST_ROUNDS if max_rounds is None else min(max_rounds, MOST_ROUNDS)
    rounds, blows = 0, 0.0
    while min(side.sum() for side in living) >= 0.5:
        if rounds == most:
            if max_rounds is None:
                raise ValueError(
                    f"a battle of these armies takes more than {MOST_ROUNDS:,} rounds: say after "
                    f"how many to stop (max_rounds)"
                )
            break
        if not _hurt_each_other(living, taken):
            break
        rounds += 1
        struck = [one * speed for one, speed in zip(living, speeds, strict=True)]
        blows += sum(side.sum() for side in struck)
        living = [
            _after(living[side], hps[side], struck[1 - side] @ taken[1 - side]) for side in (0, 1)
        ]
    return rounds, float(blows)


def _hurt_each_other(living, taken):
    """Whether a unit with at least half a fighter left can hurt such a unit of the other side."""
    stand = [side >= 0.5 for side in living]
    return any((stand[side] @ (taken[side] > 0))[stand[1 - side]].any() for side in (0, 1))


def _taken(strikes):
    """The mean hit points that a blow takes from an unhurt defender: (attackers, defenders)."""
    amounts = [strikes.amounts[which] for which in strikes.which.ravel()]
    hps = np.broadcast_to([unit.hp for unit in strikes.defenders], strikes.which.shape).ravel()
    means = [
        float(np.minimum(amount.values, hp) @ amount.chances)
        for amount, hp in zip(amounts, hps, strict=True)
    ]
    return strikes.chance * np.reshape(means, strikes.chance.shape)


def _after(living, hps, damage):
    """How many of each unit stand after a round; blows spread evenly over all who stand."""
    lost = damage * (living / living.sum()) / hps
    return np.maximum(living - lost, 0)


def small_battle(armies, tables, max_rounds=None, deadlock=None, quick=None):
    """Return the exact `Odds` of armies that strike at once, at random, once a round.

    armies: name -> `Army`, two. tables: as of `Steady`. None if it takes more than some seconds.
    """
    spaces = [StateSpace(army.counts, [unit.hp for unit in army.units]) for army in armies.values()]
    hurts = float(np.mean([(1 - table[..., 0]).mean() for table in tables]))
    share = hurts if max_rounds is None else max(hurts, min(1, _ROUNDS / max_rounds))
    if (
        steps(spaces, (1, 1), [table.shape[-1] for table in tables])
        > (quick or QUICK_STEPS) * share
    ):
        return None
    targets = tuple(np.ones(len(army.units), int) for army in armies.values())
    locked = deadlock and deadlock.states(*(space.living for space in spaces))
    ends = chain(spaces, Steady(targets, tuple(tables)), max_rounds=max_rounds, deadlock=locked)
    tally = ends.tally(spaces, [army.each for army in armies.values()])
    return tally.odds({name: army.fighters for name, army in armies.items()})


def unfought(armies):
    """Return the `Odds` of armies that can't hurt each other, or don't meet: everybody is left."""
    left = [army.each([unit.hp for unit in army.units])[None] for army in armies.values()]
    tally = Tally.of(left, np.zeros(1, int))
    return tally.odds({name: army.fighters for name, army in armies.items()})
