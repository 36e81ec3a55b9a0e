"""Several fights in a row: who comes through, and what is left.

Campaigns of armies are simulated, in rounds or turn by turn. One unit that meets one after another
by plain blows is solved exactly, as a chain of duels.
"""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd

from combat.battle import Tally, blocks
from combat.core.binomial import wilson
from combat.core.checks import check_whole
from combat.core.words import percent
from combat.dice import Distribution
from combat.units.battles.alone import is_alone, through_alone
from combat.units.battles.armies import SIDES, battles_within, match_up, match_up_by_turns
from combat.units.engine.game import AWAY
from combat.units.rest import rest_of
from combat.units.rules import PLAIN
from combat.units.sheets.counters import counters_of
from combat.units.sheets.roster import statuses_of

_MOST_CAMPAIGNS = 8192  # of a block, so that there is work for several processes
_TURNS = {"targeting": "random", "max_rounds": None}


@dataclass(frozen=True, eq=False)
class Campaign:
    """The outcome of several fights in a row.

    fights: a frame, a row for each fight: through, the chance to have won it and all before, with
    the ends `low` and `high` of Wilson's 95 % interval; and averages over the campaigns that did:
    rounds of this fight, survivors, and their hit_points after it. left: the chance that each
    fighter of the army stands at the end, of all campaigns. survivors, hit_points: Distributions at
    the end, 0 for an army that doesn't come through. campaigns: how many were simulated; None if
    the chances are exact.

    >>> from combat.units import Unit, Units
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> units = Units([imp, imp.changed(name="Ogre", hp=9)])
    >>> found = campaign({"Ogre": 1}, [{"Imp": 1}, {"Imp": 2}], units=units, campaigns=2000)
    >>> found.fights["through"].round(1).tolist(), found.left.index.tolist()
    ([1.0, 0.6], ['Ogre 1'])
    >>> print(found)
    The army comes through all 2 fights in ...% of all campaigns (...% to ...%; 2,000 with dice).
    """

    fights: pd.DataFrame
    left: pd.Series
    survivors: Distribution
    hit_points: Distribution
    campaigns: int | None

    @property
    def through(self):
        """The chance to win all fights."""
        return float(self.fights["through"].iloc[-1])

    def __str__(self):
        last = self.fights.iloc[-1]
        through, low, high = (percent(last[name]) for name in ("through", "low", "high"))
        many = len(self.fights)
        fights = "its only fight" if many == 1 else f"all {many} fights"
        known = "exact"
        if self.campaigns is not None:
            known = f"{low} to {high}; {self.campaigns:,} with dice"
        return f"The army comes through {fights} in {through} of all campaigns ({known})."


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

    Survivors and their wounds are carried from fight to fight; the fallen stay fallen. A fight is
    won when all of the others have fallen and somebody stands; then the next begins. Otherwise the
    campaign is over, also if max_rounds stops the fight. rest: what each survivor gets back between
    two fights, never beyond what it began with: hit points (a whole number, dice "2d8", a share
    "50 %", infinite for all), or a `Rest`, which also restores uses and ends statuses; or a list of
    these, one for each pause. Statuses and uses "a day" are carried from fight to fight; uses
    "a fight" and what a unit `begins with` come back in each, but for what it begins with "a day";
    counters begin anew, or as the rest says. campaigns: how many are
    simulated. None gives the exact chances where one meets one after another with plain blows. All
    else as for `battle`.

    ValueError for no fights, a rest below 0, or one of unknown names, and as for `battle`.

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
    armies = list(armies)
    if not armies:
        raise ValueError("armies = [] is out of range: give at least one to fight")
    fights = meetings(army, armies, rules, units=units, targeting=targeting, max_rounds=max_rounds)
    pauses = pauses_of(rest, len(fights))
    _check_named([rest_of(rest)] if _for_all(rest) else pauses, fights)
    if campaigns is None and is_alone(fights):
        return _exact(fights, *through_alone(fights, pauses, replace(rules, derived=None)))
    campaigns = battles_within(campaigns, sum(fight.blows for fight in fights), "campaigns")
    plan = Plan(tuple(fights), pauses, int(check_whole("seed", seed, low=0)))
    fighters = max(fight.fighters for fight in fights)
    parts = list(blocks(campaigns, fighters, _MOST_CAMPAIGNS))
    run = map if executor is None or plan.by_turns else executor.map
    fought = run(partial(_fought, plan), *zip(*enumerate(parts), strict=True))
    by_fight, ends = map(sum, zip(*fought, strict=True))
    return _campaign_of(by_fight, ends, fights[0].armies[0].fighters, campaigns)


def meetings(army, armies, rules=PLAIN, **how):
    """Return the match-ups of an army with each of some others: all turn by turn, or none."""
    fights = [match_up(army, other, rules, **how) for other in armies]
    if not any(fight.by_turns for fight in fights):
        return fights
    how = {key: how.get(key, default) for key, default in _TURNS.items()}
    fights = [match_up_by_turns(fight.armies, rules, **how) for fight in fights]
    statuses = dict.fromkeys(status for fight in fights for status in fight.game.statuses)
    return [replace(fight, more_statuses=tuple(statuses)) for fight in fights]


@dataclass(frozen=True, eq=False)
class Plan:
    """The match-up of each fight, and the `Rest` after each but the last."""

    fights: tuple
    pauses: tuple
    seed: int = 0

    @property
    def by_turns(self):
        """Whether it is fought turn by turn."""
        return any(fight.by_turns for fight in self.fights)

    def fought(self, block, many):
        """Yield of each fight the points of the army if it has won, of the others, and rounds."""
        return (_by_turns if self.by_turns else _by_rounds)(self, block, many)


def pauses_of(rest, fights):
    """Return the `Rest` after each fight but the last."""
    one_for_all = _for_all(rest)
    pauses = [rest_of(pause) for pause in ([rest] * (fights - 1) if one_for_all else rest)]
    if one_for_all:
        rest_of(rest)
    if len(pauses) != fights - 1:
        raise ValueError(
            f"rest = {rest!r} is out of range: it must be one number, or one for each of "
            f"{fights - 1} pauses"
        )
    return tuple(pauses)


def _for_all(rest):
    """Whether one rest is given for all pauses."""
    return not isinstance(rest, list | tuple | np.ndarray)


def _check_named(pauses, fights):
    """Raise ValueError for a rest of actions that the army, or of statuses that nobody, has."""
    party = fights[0].armies[0].units
    actions = {one.name: one for unit in party for one in unit.actions if one.uses is not None}
    units = dict.fromkeys(unit for fight in fights for army in fight.armies for unit in army.units)
    statuses = [status.name for status in statuses_of(units)]
    for pause in pauses:
        pause.check(actions, statuses, counters_of(party))


def _fought(plan, block, part):
    """The sums of a block of campaigns by fight, and the `Tally` of its ends."""
    by_fight = []
    for last in plan.fought(block, part[1] - part[0]):
        points, _, rounds = last
        lasted = rounds[points.any(axis=0)]
        by_fight.append([len(lasted), lasted.sum(), (points > 0).sum(), points.sum()])
    points, theirs, rounds = last
    return np.array(by_fight), Tally.of((points.T, theirs.T), rounds)


def came_through(plan, seed, many):
    """Return which campaigns survived all fights, and with how many fighters: arrays (many,)."""
    *_, (points, _theirs, _rounds) = replace(plan, seed=seed).fought(0, many)
    left = (points > 0).sum(axis=0)
    return left > 0, left


def _who_won(mine, theirs):
    """The hit points of the army where it has won, 0 where it hasn't: (fighters, campaigns)."""
    return np.where((mine > 0).any(axis=0) & ~(theirs > 0).any(axis=0), mine, 0)


def _by_rounds(plan, block, many):
    """As `Plan.fought`, but in rounds: hit points alone are carried."""
    full = plan.fights[0].sides[0].hit_points[:, None]
    points = np.repeat(full, many, axis=1)
    for number, fight in enumerate(plan.fights):
        seed = _seed(plan.seed, block, number)
        found = fight.ends(many, seed, hit_points=points)
        points = _who_won(*(found.hit_points[side] for side in SIDES))
        yield points, found.hit_points[SIDES[1]], found.rounds
        if number < len(plan.pauses):
            gained = _gained(plan.pauses[number], full, seed, many)
            points = np.where(points > 0, np.minimum(points + gained, full), 0)


def _gained(rest, full, seed, many):
    rng = np.random.default_rng(seed)
    return np.array([rest.points(np.full(many, one), rng, many) for one in full[:, 0]])


def _by_turns(plan, block, many):
    """As `Plan.fought`, but turn by turn: uses and statuses are carried, too."""
    carried = before = None
    for number, fight in enumerate(plan.fights):
        seed = _seed(plan.seed, block, number)
        if number:
            rest, rng = plan.pauses[number - 1], np.random.default_rng(seed)
            rows = fight.continued(carried, before, rest, rng)
        else:
            rows = fight.begun(many)
        found = fight.fought(rows, seed)
        carried, before, side = found.rows, fight.game, fight.game.side
        # Who has left a fight is out of those to come.
        mine, theirs = (np.maximum(carried["hp"][side == one], 0) for one in (0, 1))
        points, waits = _who_won(mine, theirs), carried["hp"][side == 0] == AWAY
        carried["hp"][side == 0] = np.where(waits & points.any(axis=0), AWAY, points)
        yield points, theirs, found.rounds


def _seed(seed, block, fight):
    """A seed for each block and fight, so that a fight's luck is independent of earlier wounds."""
    return int(np.random.SeedSequence(seed, spawn_key=(block, fight)).generate_state(1)[0])


def _exact(fights, rows, points):
    """The `Campaign` of one fighter; the rest as from `through_alone`."""
    through, rounds, hit_points = rows.T
    found = _fights_of(through, through, through, rounds, through, hit_points)
    points[0] = max(0.0, 1 - points[1:].sum())
    values = np.flatnonzero(points)
    stands = np.array([points[0], 1 - points[0]])
    return Campaign(
        found,
        pd.Series(stands[1:], pd.Index(fights[0].armies[0].fighters, name="fighter"), name="left"),
        Distribution(np.flatnonzero(stands), stands[stands > 0]),
        Distribution(values, points[values]),
        None,
    )


def _fights_of(through, low, high, *sums):
    """The frame of a `Campaign`; sums: rounds, survivors and points of those who came through."""
    with np.errstate(invalid="ignore"):
        rounds, survivors, hit_points = (one / through for one in sums)
    columns = {
        "through": through,
        "low": low,
        "high": high,
        "rounds": rounds,
        "survivors": survivors,
        "hit_points": hit_points,
    }
    return pd.DataFrame(columns, pd.RangeIndex(1, len(through) + 1, name="fight"))


def _campaign_of(by_fight, ends, fighters, campaigns):
    through, *sums = by_fight.T / campaigns
    found = _fights_of(through, *wilson(by_fight[:, 0], campaigns), *sums)
    odds = ends.odds(dict.fromkeys(SIDES, fighters), campaigns)
    stands = pd.Series(odds.alive[0], pd.Index(fighters, name="fighter"), name="left")
    survivors, left = odds.survivors[0], odds.left[0]
    return Campaign(found, stands, survivors, left, campaigns)
