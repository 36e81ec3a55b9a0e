"""The odds of small battles, exact: `combat.battle.chain` with the numbers of this game."""

import math
from copy import copy

import numpy as np

from combat.battle.chain import DECIDED, MOST_ROUNDS, Pools, chain
from combat.battle.chain_camp import Camp
from combat.battle.chain_cost import Cost, Length, cost
from combat.domain import whole
from combat.marked_for_death.blows import damage_at_most
from combat.marked_for_death.odds import Tally
from combat.marked_for_death.rules import Rules
from combat.marked_for_death.side import Side

MOST_STATES = 100_000
MOST_BYTES = 2e9
_SLOW = 0.5  # seconds from which another way to count is tried


def solve(heroes, villains, *, max_rounds=None, rules=Rules()):
    """Return the exact `Odds` of a battle of small teams, to 1e-12.

    The states are the hit points of all fighters of both sides, those alike counted together;
    at most 100,000, and at most 2 GB of memory. max_rounds >= 1. ValueError for more, saying
    how many; for a fighter who starts at 0 hit points or fewer; and if mass is left after
    10,000 rounds.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom, orc = Fighter("Tom", 7001), Fighter("Orc", 5900)
    >>> solve(Team((tom,)), Team((orc,))).table()["chance"].round(4).tolist()
    [0.6005, 0.1877, 0.2118, 0.0]
    """
    if max_rounds is not None:
        max_rounds = int(whole("max_rounds", max_rounds, low=1))
    plan = Plan([(heroes, villains)], rules)
    if plan.states > MOST_STATES:
        count = f"{plan.states:,}" if plan.states < 10**12 else _power(plan.states)
        raise ValueError(_too_much(f"{count} states", f"{MOST_STATES:,}"))
    if plan.cost.bytes > MOST_BYTES:
        size = plan.cost.bytes / 1e9
        needed = f"{size:,.1f} GB" if size < 10**6 else f"{_power(size)} GB"
        raise ValueError(_too_much(f"{needed} of memory", f"{MOST_BYTES / 1e9:g} GB"))
    return plan.odds(max_rounds)[0]


def _power(number):
    return f"about 10^{round(math.log10(number))}"


def _too_much(needed, most):
    return (
        f"heroes and villains need {needed}, too many to solve (at most {most}): take fewer "
        f"fighters or hit points, or simulate it (--odds 100000)"
    )


class Plan:
    """Pairs of teams to be solved together, and what it costs.

    states: those of the largest pair. cost: the `Cost` of all, with endless seconds and bytes
    where there are more states than MOST_STATES. ValueError for a fighter who starts at 0 hit
    points or fewer.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom, orc = Team((Fighter("Tom", 7001),)), Team((Fighter("Orc", 5900),))
    >>> plan = Plan([(tom, orc), (orc, tom)])
    >>> plan.states, plan.cost.seconds < 0.5, [round(odds.heroes, 4) for odds in plan.odds()]
    (9, True, [0.6005, 0.1877])
    """

    def __init__(self, pairs, rules=Rules()):
        self._count, self._batches = len(pairs), []
        self._set(pairs, rules, _groups)
        # Where many strike many, to count those alike together can cost more than to list them.
        counted = any(batch.counts_alike for batch in self._batches)
        if counted and self.cost.seconds > _SLOW:
            other = copy(self)
            other._set(pairs, rules, _singly)
            if other.cost.seconds < self.cost.seconds:
                self.states, self.cost, self._batches = other.states, other.cost, other._batches

    def _set(self, pairs, rules, grouped):
        batches = _batches(pairs, rules, grouped)
        camps = [[roster.camp() for roster in batch[0][1]] for batch in batches]
        self.states = max(mine.most_states * theirs.most_states for mine, theirs in camps)
        self.cost = Cost(math.inf, math.inf, (), Length(0, 0))
        if self.states <= MOST_STATES:
            # Teams that are compared fight for about as long.
            self._batches = [Batch(*zip(*batches[0], strict=True))]
            length = self._batches[0].cost.length
            self._batches += [Batch(*zip(*each, strict=True), length) for each in batches[1:]]
            costs = [batch.cost for batch in self._batches]
            self.cost = sum(costs[1:], start=costs[0])

    def odds(self, max_rounds=None):
        """Return the `Odds` of each pair, as `solve` does."""
        found = {}
        for batch in self._batches:
            found |= zip(batch.at, batch.odds(max_rounds), strict=True)
        return [found[at] for at in range(self._count)]


def _batches(pairs, rules, grouped):
    """Pairs (place, rosters), in lists of those whose camps are the same."""
    known, batches = {}, {}
    for at, pair in enumerate(pairs):
        for team in pair:
            if id(team) not in known:
                known[id(team)] = Roster(team, rules, grouped)
        rosters = [known[id(team)] for team in pair]
        batches.setdefault(tuple(roster.key for roster in rosters), []).append((at, rosters))
    return list(batches.values())


class Roster:
    """A team as the chain counts it: fighters alike in groups.

    groups: lists of places in the team. key: equal for teams whose camps are the same.
    """

    def __init__(self, team, rules, grouped):
        self.side = Side(team, rules)
        self.groups = grouped(team, self.side, rules)
        self._first = [group[0] for group in self.groups]
        self.aoe = self.side.aoe[self._first]
        self._sizes = np.array([len(group) for group in self.groups], int)
        self._hit_points = self.side.hit_points[self._first]
        first = np.ix_(self._first, self._first)
        self._guards, self._falls = self.side.guards[first], self.side.falls[first]
        arrays = self._hit_points, self._guards, self._falls
        self.key = str(self.groups), *(array.tobytes() for array in arrays)

    def camp(self):
        """Return its `Camp`."""
        return Camp(self._sizes, self._hit_points, self._guards, self._falls)

    def numbers(self, patterns, number):
        """Return the `Numbers` of each group's fighters in a round: arrays (patterns, groups)."""
        alive = np.zeros((len(patterns), len(self.side.names)), bool)
        for at, group in enumerate(self.groups):
            alive[:, group] = np.arange(len(group)) < patterns[:, at, None]
        rolls = self.side.numbers(alive, number)
        return type(rolls)(*(array[:, self._first] for array in rolls))


def _singly(team, side, rules):
    """Each fighter a group of his own."""
    return [[fighter] for fighter in range(len(side.names))]


def _groups(team, side, rules):
    """Fighters alike: whoever of them lives, the battle goes on the same."""
    given = np.zeros((len(side.names), len(side.names), 2), object)
    for taker in range(len(side.names)):
        for giver, buff in side.buffs_of(taker):
            given[giver, taker] = buff
    relations = np.dstack([given, side.guards, side.falls])
    groups = {}
    for at, fighter in enumerate(team.fighters):
        dice = -(-fighter.total_xp // rules.xp_per_die)
        own = dice, fighter.bonus_to_hit, fighter.bonus_to_defend
        kind = groups.setdefault((*own, side.hit_points[at], side.aoe[at]), [])
        group = next((group for group in kind if _alike(group[0], at, relations)), None)
        if group is None:
            kind.append([at])
        else:
            group.append(at)
    return sorted(group for kind in groups.values() for group in kind)


def _alike(one, other, relations):
    """Whether nothing changes when the two change places; neither guards nor fells the other."""
    if relations[one, other, 2:].any() or relations[one, one, 2:].any():
        return False
    places = np.arange(len(relations))
    places[[one, other]] = other, one
    return np.array_equal(relations[places][:, places], relations)


class Batch:
    """Battles of the same camps, solved together: the `blows` of `combat.battle.chain`.

    at: their places among those asked for. rosters: a pair for each.
    """

    def __init__(self, at, rosters, length=None):
        self.at, self.cases, self._rosters = at, len(at), rosters
        self._camps = [roster.camp() for roster in rosters[0]]
        self.aoe = [np.array([pair[side].aoe for pair in rosters]) for side in (0, 1)]
        self._attacks, self._defences, self._known = ({}, {}), ({}, {}), {}
        self._tables = {}
        first = self.pools(self._camps, 1)
        self.damage = [self._most_dice(side, first.attacks[side]) for side in (0, 1)]
        self.cost = cost(self._camps, self, length)

    @property
    def counts_alike(self):
        """Whether any group is of more than one."""
        return any((camp.sizes > 1).any() for camp in self._camps)

    def _most_dice(self, side, attacks):
        dice = np.array([dice for dice, _ in self._attacks[side]], int)
        return dice[attacks].max(axis=(0, 1), initial=0)

    def pools(self, camps, number, cases=None):
        """The pools of a round, by number; see `combat.battle.chain.Steady`."""
        sides = []
        for side in (0, 1):
            rosters = [pair[side] for pair in self._rosters[:cases]]
            numbered = {}
            for roster in rosters:
                if id(roster) not in numbered:
                    numbered[id(roster)] = self._numbered(side, roster, number)
            found = [numbered[id(roster)] for roster in rosters]
            sides.append([np.stack(pools) for pools in zip(*found, strict=True)])
        return Pools(*zip(*sides, strict=True))

    def _numbered(self, side, roster, number):
        rolls = roster.numbers(self._camps[side].patterns, number)
        # Nobody's attack tires.
        if id(roster) not in self._known:
            pools = rolls.offense_dice, rolls.to_hit
            self._known[id(roster)] = _places(self._attacks[side], *pools)
        defences = _places(self._defences[side], rolls.defense_dice, rolls.to_defend)
        return self._known[id(roster)], defences

    def at_most(self, side):
        """P(damage <= k) of the blows of a side; see `combat.battle.chain.Steady`."""
        attacks, defences = self._attacks[side], self._defences[1 - side]
        sizes = len(attacks), len(defences)
        if self._tables.get(side, (None,))[0] != sizes:
            most = int(self._camps[1 - side].hit_points.max())
            most = max(1, min(most, max(dice for dice, _ in attacks)))
            self._tables[side] = sizes, damage_at_most(list(attacks), list(defences), most)
        return self._tables[side][1]

    def odds(self, max_rounds):
        """Return the `Odds` of each battle."""
        applied = self.cost.applied
        ends = chain(self._camps, self, max_rounds=max_rounds, applied=applied)
        if max_rounds is None and ends.left.sum(axis=(1, 2)).max() > DECIDED:
            raise ValueError(
                f"max_rounds = None is out of range: the battle is undecided after "
                f"{MOST_ROUNDS} rounds; say after how many to stop"
            )
        return [self._odds(ends, case) for case in range(self.cases)]

    def _odds(self, ends, case):
        won, left = [side[case] for side in ends.won], ends.left[case]
        wins = [side[1:].sum() for side in won]
        outcomes = np.array([*wins, won[0][0], left.sum()])
        # Who has lost, is at state 0; where both fell, both masses say so.
        masses = [mass + left.sum(axis=1 - side) for side, mass in enumerate(won)]
        for side in (0, 1):
            masses[side][0] += wins[1 - side]
        pairs = list(zip(masses, self._camps, strict=True))
        tally = Tally(
            outcomes,
            tuple(
                self._alive(mass @ camp.living / camp.sizes, roster)
                for (mass, camp), roster in zip(pairs, self._rosters[case], strict=True)
            ),
            ends.rounds[case],
            tuple(np.bincount(camp.living.sum(axis=1), mass) for mass, camp in pairs),
            tuple(np.bincount(camp.points, mass) for mass, camp in pairs),
        )
        return tally.odds([roster.side.names for roster in self._rosters[case]])

    def _alive(self, shares, roster):
        alive = np.zeros(len(roster.side.names))
        for group, share in zip(roster.groups, shares, strict=True):
            alive[group] = share
        return alive


def _places(known, dice, chances):
    """The numbers of these pools among those known; new ones are added."""
    pairs = zip(dice.ravel().tolist(), chances.ravel().tolist(), strict=True)
    found = [known.setdefault(pair, len(known)) for pair in pairs]
    return np.array(found, np.int64).reshape(dice.shape)
