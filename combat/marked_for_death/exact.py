"""The exact odds of small battles: `combat.battle.chain` with the numbers of this game."""

import math

import numpy as np

from combat.battle.chain import DECIDED, MOST_ROUNDS, Pools, chain
from combat.battle.chain_cost import MOST_BYTES, MOST_STATES, Cost, Length, cost
from combat.battle.chain_space import StateSpace
from combat.core.checks import check_whole
from combat.marked_for_death.blows import damage_at_most
from combat.marked_for_death.rules import Rules
from combat.marked_for_death.side import SIDES, Side

_MOST_PATTERNS = 4096  # sets of survivors of a side; counting more takes over a second
_TIRING = 10  # rounds in which defences differ by exhaustion, roughly


def solve(heroes, villains, *, max_rounds=None, rules=Rules()):
    """Return the exact `Odds` of a battle of small teams, to 1e-12.

    The states are the hit points of all fighters of both sides; equal fighters are
    interchangeable. max_rounds >= 1. ValueError for more than 100,000 states or 2 GB of memory,
    with the number needed, and if the battle can be undecided after 10,000 rounds.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom, orc = Fighter("Tom", 7001), Fighter("Orc", 5900)
    >>> solve(Team((tom,)), Team((orc,))).table()["chance"].round(4).tolist()
    [0.6005, 0.1877, 0.2118, 0.0]
    """
    if max_rounds is not None:
        max_rounds = int(check_whole("max_rounds", max_rounds, low=1))
    (battle,) = batches([(heroes, villains)], rules)
    if battle.states > MOST_STATES:
        count = f"{battle.states:,}" if battle.states < 10**12 else _power(battle.states)
        raise ValueError(_too_much(f"{count} states", f"{MOST_STATES:,}"))
    size = battle.cost().bytes / 1e9
    if size > MOST_BYTES / 1e9:
        needed = f"{size:,.1f} GB" if size < 10**6 else f"{_power(size)} GB"
        raise ValueError(_too_much(f"{needed} of memory", f"{MOST_BYTES / 1e9:g} GB"))
    return battle.odds(max_rounds)[0]


def _power(number):
    return f"about 10^{round(math.log10(number))}"


def _too_much(needed, most):
    return (
        f"heroes and villains need {needed}, too many to solve (at most {most}): take fewer "
        f"fighters or hit points, or simulate it (--odds 100000)"
    )


class Roster:
    """A team for the chain, interchangeable fighters in groups.

    fewest: the number of states if all with equal numbers are interchangeable; `group` never gets
    fewer. groups: lists of indices in the team. key: equal for teams with the same state space.
    """

    def __init__(self, team, rules=Rules()):
        self.side = Side(team, rules)
        self._kinds = _kinds(self.side)
        self.fewest = math.prod(
            math.comb(len(kind) + int(self.side.hit_points[kind[0]]), len(kind))
            for kind in self._kinds
        )

    def group(self):
        """Group the fighters, and make the `StateSpace`."""
        self.groups = _together(self.side, self._kinds)
        self.first = np.array([group[0] for group in self.groups], int)
        sizes = np.array([len(group) for group in self.groups], int)
        pairs = np.ix_(self.first, self.first)
        arrays = self.side.hit_points[self.first], self.side.guards[pairs], self.side.falls[pairs]
        self.space = StateSpace(sizes, *arrays)
        self.key = str(self.groups), *(array.tobytes() for array in arrays)

    def numbers(self, patterns, number):
        """Return the `Numbers` of each group's fighters in a round: arrays (patterns, groups)."""
        alive = np.zeros((len(patterns), len(self.side.names)), bool)
        for at, group in enumerate(self.groups):
            alive[:, group] = np.arange(len(group)) < patterns[:, at, None]
        rolls = self.side.numbers(alive, number)
        return type(rolls)(*(array[:, self.first] for array in rolls))

    def each(self, values):
        """Return an array with each group's value for each of its fighters."""
        found = np.zeros(len(self.side.names))
        for group, value in zip(self.groups, values, strict=True):
            found[group] = value
        return found


def batches(pairs, rules=Rules()):
    """Return the `Exact` battles of pairs of teams: those with the same states are one."""
    rosters = {id(team): Roster(team, rules) for pair in pairs for team in pair}
    found = {}
    for at, teams in enumerate(pairs):
        pair = [rosters[id(team)] for team in teams]
        if math.prod(roster.fewest for roster in pair) > MOST_STATES:
            return [Exact([at], [pair])]
        for roster in pair:
            if not hasattr(roster, "groups"):
                roster.group()
        found.setdefault(tuple(roster.key for roster in pair), []).append((at, pair))
    return [Exact(*map(list, zip(*batch, strict=True))) for batch in found.values()]


class Exact:
    """Battles with the same state space, solved together: the `blows` of `combat.battle.chain`.

    at: which of the pairs they are. states: their number.
    """

    def __init__(self, at, pairs):
        self.at, self._pairs, self.cases = at, pairs, len(pairs)
        self.states = math.prod(roster.fewest for roster in pairs[0])
        if self.states > MOST_STATES:
            return
        self.spaces = [roster.space for roster in pairs[0]]
        self.states = math.prod(space.most_states for space in self.spaces)

    def cost(self, wait=math.inf):
        """Return the estimated `Cost`.

        It is infinite if there are more states than MOST_STATES, or if `wait` is finite and a side
        has more than 4,096 sets of survivors. If the tables of damage alone take longer than `wait`
        seconds, or more than MOST_BYTES, it is the cost of these tables.
        """
        endless = Cost(math.inf, math.inf, (), Length(0, 0))
        if self.states > MOST_STATES:
            return endless
        patterns = max(math.prod(space.sizes + 1) for space in self.spaces)
        if patterns > _MOST_PATTERNS and wait < math.inf:
            return endless
        self.aoe = [
            np.array([pair[at].side.aoe[pair[at].first] for pair in self._pairs]) for at in (0, 1)
        ]
        self._attacks, self._defenses, self._kept = ({}, {}), ({}, {}), {}
        first = self.pools(self.spaces, 1)
        most = [np.array([dice for dice, _ in known], int) for known in self._attacks]
        self.damage = [most[at][first.attacks[at]].max(axis=(0, 1), initial=0) for at in (0, 1)]
        tables = self._tables()
        if tables.bytes > MOST_BYTES or tables.seconds > wait:
            return tables
        fought = cost(self.spaces, self)
        self._applied = fought.applied
        return fought._replace(seconds=fought.seconds + tables.seconds)

    def _tables(self):
        """The estimated cost of the damage tables; pools of many dice cost."""
        numbers = work = 0.0
        for side in (0, 1):
            attacks, defenses = self._attacks[side], self._defenses[1 - side]
            blocks = max((dice for dice, _ in defenses), default=0) + 1
            cells = len(attacks) * blocks * self._most_damage(side)
            numbers, work = numbers + cells, work + cells * len(defenses) * _TIRING
        return Cost(1e-9 * work + 5e-8 * numbers, 24 * numbers, (), Length(0, 0))

    def _most_damage(self, side):
        """The greatest damage of a side's blows that matters: more than the target's hp doesn't."""
        dice = max((dice for dice, _ in self._attacks[side]), default=0)
        return max(1, min(dice, int(self.spaces[1 - side].hit_points.max(initial=1))))

    def pools(self, spaces, number, cases=None):
        """The pools of a round as indices; see `combat.battle.chain.Steady`."""
        found = [], []
        for at, space in enumerate(spaces):
            rosters = [pair[at] for pair in self._pairs[:cases]]
            rolled = {}
            for roster in rosters:
                if roster not in rolled:
                    rolls = roster.numbers(space.patterns, number)
                    rolled[roster] = (
                        _places(self._attacks[at], rolls.offense_dice, rolls.to_hit),
                        _places(self._defenses[at], rolls.defense_dice, rolls.to_defend),
                    )
            for pools, each in zip(found, zip(*map(rolled.get, rosters), strict=True), strict=True):
                pools.append(np.stack(each))
        return Pools(*map(tuple, found))

    def at_most(self, side):
        """P(damage <= k) of the blows of a side; see `combat.battle.chain.Steady`."""
        attacks, defenses = self._attacks[side], self._defenses[1 - side]
        sizes = len(attacks), len(defenses)
        if self._kept.get(side, (None,))[0] != sizes:
            table = damage_at_most(list(attacks), list(defenses), self._most_damage(side))
            self._kept[side] = sizes, table
        return self._kept[side][1]

    def odds(self, max_rounds=None):
        """Return the `Odds` of each battle, after `cost` has been asked."""
        most = max_rounds or MOST_ROUNDS
        ends = chain(self.spaces, self, max_rounds=most, applied=self._applied)
        if max_rounds is None and ends.left.sum(axis=(1, 2)).max() > DECIDED:
            raise ValueError(
                f"max_rounds = None is out of range: the battle is undecided after "
                f"{MOST_ROUNDS} rounds; say after how many to stop"
            )
        return [
            ends.tally(self.spaces, [roster.each for roster in pair], case).odds(
                {name: roster.side.names for name, roster in zip(SIDES, pair, strict=True)}
            )
            for case, pair in enumerate(self._pairs)
        ]


def _kinds(side):
    """The fighters of a side in lists of those with equal numbers of their own."""
    kinds = {}
    for at, own in enumerate(zip(*side.own.T.tolist(), side.hit_points, side.aoe, strict=True)):
        kinds.setdefault(own, []).append(at)
    return list(kinds.values())


def _together(side, kinds):
    """Return groups of interchangeable fighters: only the number of survivors matters."""
    relations = np.dstack([side.guards, side.falls, *side.given])
    groups = []
    for kind in kinds:
        found = []
        for at in kind:
            group = next((group for group in found if _alike(group[0], at, relations)), None)
            if group is None:
                found.append([at])
            else:
                group.append(at)
        groups += found
    return sorted(groups)


def _alike(one, other, relations):
    """Whether two fighters can swap places, guards and who dies with whom included."""
    if relations[one, other, :2].any() or relations[one, one, :2].any():
        return False
    swapped = np.arange(len(relations))
    swapped[[one, other]] = other, one
    return np.array_equal(relations[one][swapped], relations[other]) and np.array_equal(
        relations[swapped, one], relations[:, other]
    )


def _places(known, dice, chances):
    """The indices of these pools among those known; new pools are added."""
    pairs = zip(dice.ravel().tolist(), chances.ravel().tolist(), strict=True)
    found = [known.setdefault(pair, len(known)) for pair in pairs]
    return np.array(found, np.int64).reshape(dice.shape)
