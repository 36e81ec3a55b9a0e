"""Several fights in a row: who comes through, and what is left."""

import math
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd

from combat.battle import Tally, blocks, play
from combat.dice import Distribution
from combat.domain import whole
from combat.intervals import wilson
from combat.units.armies import SIDES, battles_within, meet
from combat.units.rules import PLAIN

_MOST_CAMPAIGNS = 8192  # of a block, so that several processes have something to do


@dataclass(frozen=True, eq=False)
class Campaign:
    """What comes of several fights in a row.

    fights: a frame, a row for each fight: through, the chance to have won it and all before,
    with the ends `low` and `high` of Wilson's 95 % interval; and of those who have, on average:
    rounds of this fight, survivors, and their hit_points after it. left: the chance of each
    fighter of the army to stand at the end, all campaigns counted. survivors, hit_points:
    Distributions at the end, 0 for who doesn't come through. campaigns: how many were simulated.

    >>> from combat.units import Unit, Units
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> units = Units([imp, imp.changed(name="Ogre", hp=9)])
    >>> found = campaign({"Ogre": 1}, [{"Imp": 1}, {"Imp": 2}], units=units, campaigns=2000)
    >>> found.fights["through"].round(1).tolist(), found.left.index.tolist()
    ([1.0, 0.6], ['Ogre 1'])
    >>> print(found)
    The army comes through all 2 fights in ...% of all campaigns (...% to ...%).
    """

    fights: pd.DataFrame
    left: pd.Series
    survivors: Distribution
    hit_points: Distribution
    campaigns: int

    @property
    def through(self):
        """The chance to win all fights."""
        return float(self.fights["through"].iloc[-1])

    def __str__(self):
        last = self.fights.iloc[-1]
        return (
            f"The army comes through all {len(self.fights)} fights in {last['through']:.1%} of "
            f"all campaigns ({last['low']:.1%} to {last['high']:.1%})."
        )


def campaign(
    army,
    armies,
    rules=PLAIN,
    *,
    rest=0,
    units=None,
    targeting="random",
    max_rounds=None,
    campaigns=None,
    seed=0,
    executor=None,
):
    """Return the `Campaign` of an army that meets each of `armies` in turn.

    Survivors and their wounds are carried from fight to fight; who fell stays fallen. A fight is
    won when the others have fallen and somebody stands; then comes the next, and else the
    campaign is over, also where max_rounds stops the fight. rest: hit points that each survivor
    gains between two fights, not beyond those at his start: a whole number, infinite for all, or
    one for each pause. The rest as for `battle`; campaigns: how many are simulated.

    ValueError for no fights, a rest below 0, and as `battle`.

    >>> from combat.units import Unit, Units
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> units = Units([imp, imp.changed(name="Ogre", hp=9)])
    >>> how = {"units": units, "campaigns": 2000}
    >>> weary, rested = (
    ...     campaign({"Ogre": 1}, [{"Imp": 2}] * 3, rest=rest, **how).through for rest in (0, 4)
    ... )
    >>> weary < 0.1 < 0.2 < rested
    True
    """
    fights = [
        meet(army, other, rules, units=units, targeting=targeting, max_rounds=max_rounds)
        for other in armies
    ]
    if not fights:
        raise ValueError("armies = [] is out of range: give at least one to fight")
    campaigns = battles_within(campaigns, sum(fight.blows for fight in fights), "campaigns")
    plan = _Plan(tuple(fights), _pauses(rest, len(fights)), int(whole("seed", seed, low=0)))
    fighters = max(sum(map(len, fight.armies)) for fight in fights)
    parts = list(blocks(campaigns, fighters, _MOST_CAMPAIGNS))
    run = map if executor is None else executor.map
    fought = run(partial(_fought, plan), *zip(*enumerate(parts), strict=True))
    by_fight, ends = map(sum, zip(*fought, strict=True))
    return _told(by_fight, ends, fights[0].armies[0].fighters, campaigns)


@dataclass(frozen=True, eq=False)
class _Plan:
    """The `Meeting` of each fight, and the rest after it."""

    fights: tuple
    pauses: tuple
    seed: int


def _pauses(rest, fights):
    """The rest after each fight but the last."""
    # Infinitely many is all.
    pauses = [
        np.iinfo(np.int32).max if pause == math.inf else int(whole("rest", pause, low=0))
        for pause in ([rest] if np.ndim(rest) == 0 else rest)
    ]
    if np.ndim(rest) == 0:
        pauses *= fights - 1
    if len(pauses) != fights - 1:
        raise ValueError(
            f"rest = {rest!r} is out of range: it must be one number, or one for each of "
            f"{fights - 1} pauses"
        )
    return tuple(pauses)


def _fought(plan, block, part):
    """The sums of a block of campaigns by fight, and the `Tally` of its ends."""
    full = plan.fights[0].sides[0].hit_points[:, None]
    points = np.repeat(full, part[1] - part[0], axis=1)
    by_fight = []
    for number, fight in enumerate(plan.fights):
        found = play(
            dict(zip(SIDES, fight.sides, strict=True)),
            battles=points.shape[1],
            seed=_seed(plan.seed, block, number),
            hit_points={SIDES[0]: points},
            **fight.how,
        )
        mine, theirs = (found.hit_points[side] for side in SIDES)
        through = (mine > 0).any(axis=0) & ~(theirs > 0).any(axis=0)
        points = np.where(through, mine, 0)
        standing = points > 0
        by_fight.append([through.sum(), found.rounds[through].sum(), standing.sum(), points.sum()])
        if number < len(plan.pauses):
            rested = np.minimum(points + plan.pauses[number], full)
            points = np.where(standing, rested, 0)
    return np.array(by_fight), Tally.of((points.T, theirs.T), found.rounds)


def _seed(seed, block, fight):
    """A seed for each block and fight: wounds and luck of a fight must not hang together."""
    return int(np.random.SeedSequence(seed, spawn_key=(block, fight)).generate_state(1)[0])


def _told(by_fight, ends, fighters, campaigns):
    through, *sums = by_fight.T
    low, high = wilson(through, campaigns)
    with np.errstate(invalid="ignore"):
        rounds, left, hit_points = (one / through for one in sums)
    found = pd.DataFrame(
        {
            "through": through / campaigns,
            "low": low,
            "high": high,
            "rounds": rounds,
            "survivors": left,
            "hit_points": hit_points,
        },
        pd.RangeIndex(1, len(through) + 1, name="fight"),
    )
    odds = ends.odds(dict.fromkeys(SIDES, fighters), campaigns)
    stands = pd.Series(odds.alive[SIDES[0]], pd.Index(fighters, name="fighter"), name="left")
    survivors, left = odds.survivors[SIDES[0]], odds.hit_points[SIDES[0]]
    return Campaign(found, stands, survivors, left, campaigns)
