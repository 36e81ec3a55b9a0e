"""The exact odds of small battles: `combat.battle.chain` with the numbers of this game."""

import math
from copy import copy
from fractions import Fraction

import numpy as np

from combat.battle.chain import DECIDED, MOST_ROUNDS, Pools, chain
from combat.battle.chain_cost import MOST_BYTES, MOST_STATES, Cost, Length, cost
from combat.battle.chain_space import StateSpace
from combat.core.checks import check_whole
from combat.marked_for_death.blows import damage_at_most
from combat.marked_for_death.rules import Rules
from combat.marked_for_death.side import SIDES, Side

_SLOW = 0.5  # if the estimate exceeds so many seconds, ungrouped fighters are tried too
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
    """Pairs of teams to be solved together, and the estimated cost of it.

    Its seconds and bytes are infinite if there are more states than MOST_STATES, or if `wait` is
    finite and a side has more than 4,096 sets of survivors. If the tables of damage alone take
    longer than `wait` seconds, or more than MOST_BYTES, it is the cost of these tables.
    """

    def __init__(self, pairs, rules=Rules(), wait=math.inf):
        self._count, self._batches, self._wait = len(pairs), [], wait
        self._set(pairs, rules, _together)
        # With many targets for many attackers, grouping equal fighters can cost more than it saves.
        counted = any(batch.counts_alike for batch in self._batches)
        if counted and self.cost.length.rounds and self.cost.seconds > _SLOW:
            other = copy(self)
            other._set(pairs, rules, _singly)
            if other.cost.seconds < self.cost.seconds:
                self.states, self.cost, self._batches = other.states, other.cost, other._batches

    def _set(self, pairs, rules, grouped):
        rosters = _rosters(pairs, rules)
        self.states = max(rosters[id(a)].fewest * rosters[id(b)].fewest for a, b in pairs)
        self.cost = Cost(math.inf, math.inf, (), Length(0, 0))
        if self.states > MOST_STATES:
            return
        for roster in rosters.values():
            roster.group(grouped)
        batches = _batches([[rosters[id(team)] for team in pair] for pair in pairs])
        spaces = [[roster.space() for roster in batch[0][1]] for batch in batches]
        self.states = max(mine.most_states * theirs.most_states for mine, theirs in spaces)
        if self.states > MOST_STATES:
            return
        patterns = max(math.prod(space.sizes + 1) for pair in spaces for space in pair)
        if patterns > _MOST_PATTERNS and self._wait < math.inf:
            return
        self._batches = [_Batch(*zip(*batch, strict=True)) for batch in batches]
        size, seconds = map(sum, zip(*(batch.tables() for batch in self._batches), strict=True))
        if size > MOST_BYTES or seconds > self._wait:
            self.cost = Cost(seconds, size, (), Length(0, 0))
            return
        # Teams that are compared fight for about equally long: the first length serves for all.
        length = None
        for batch in self._batches:
            batch.cost = cost(batch.spaces, batch, length)
            length = batch.cost.length
        costs = [batch.cost for batch in self._batches]
        self.cost = sum(costs, start=Cost(seconds, size, (), length))

    def odds(self, max_rounds=None):
        """Return the `Odds` of each pair, like `solve`."""
        found, loss_spaces = {}, {}
        for batch in self._batches:
            found |= zip(batch.at, batch.odds(max_rounds, loss_spaces), strict=True)
        return [found[at] for at in range(self._count)]


def _rosters(pairs, rules):
    """Each team's roster, by the team's id: pairs that are compared share most of their teams."""
    teams = {id(team): team for pair in pairs for team in pair}
    return {name: _Roster(team, rules) for name, team in teams.items()}


def _batches(pairs):
    """Pairs (index, rosters), in lists of those with the same state space."""
    batches = {}
    for at, rosters in enumerate(pairs):
        batches.setdefault(tuple(roster.key for roster in rosters), []).append((at, rosters))
    return list(batches.values())


class _Roster:
    """A team for the Markov chain, with interchangeable fighters in groups.

    fewest: the number of states if all fighters with equal numbers are interchangeable; `group`
    never gets fewer. groups: lists of indices in the team. key: equal for teams with the same
    state space. rolls: equal for teams that roll the same dice.
    """

    def __init__(self, team, rules):
        self.side = Side(team, rules)
        self.rolls = tuple(
            (f.total_xp, f.bonus_to_hit, f.bonus_to_defend, f.buffs) for f in self.side.fighters
        )
        kinds = {}
        for at, fighter in enumerate(self.side.fighters):
            dice = math.ceil(Fraction(fighter.total_xp) / Fraction(rules.xp_per_die))
            own = dice, fighter.bonus_to_hit, fighter.bonus_to_defend, self.side.aoe[at]
            kinds.setdefault((int(self.side.hit_points[at]), *own), []).append(at)
        self._kinds = list(kinds.values())
        self.fewest = math.prod(
            math.comb(len(kind) + points, points) for (points, *_), kind in kinds.items()
        )

    def group(self, grouped):
        """Group the fighters; grouped: the function to do it, `_together` or `_singly`."""
        self.groups = sorted(grouped(self.side, self._kinds))
        self._first = [group[0] for group in self.groups]
        self.aoe = self.side.aoe[self._first]
        self._sizes = np.array([len(group) for group in self.groups], int)
        self._hit_points = self.side.hit_points[self._first]
        first = np.ix_(self._first, self._first)
        self._guards, self._falls = self.side.guards[first], self.side.falls[first]
        arrays = self._hit_points, self._guards, self._falls
        self.key = str(self.groups), *(array.tobytes() for array in arrays)

    def space(self):
        """Return the team's state space, a `StateSpace`."""
        return StateSpace(self._sizes, self._hit_points, self._guards, self._falls)

    def each(self, values):
        """Return an array with each group's value for each of its fighters."""
        found = np.zeros(len(self.side.names))
        for group, value in zip(self.groups, values, strict=True):
            found[group] = value
        return found

    def numbers(self, patterns, number):
        """Return the `Numbers` of each group's fighters in a round: arrays (patterns, groups)."""
        alive = np.zeros((len(patterns), len(self.side.names)), bool)
        for at, group in enumerate(self.groups):
            alive[:, group] = np.arange(len(group)) < patterns[:, at, None]
        rolls = self.side.numbers(alive, number)
        return type(rolls)(*(array[:, self._first] for array in rolls))


def _singly(side, kinds):
    """Return a group for each fighter alone."""
    return [[at] for kind in kinds for at in kind]


def _together(side, kinds):
    """Return groups of interchangeable fighters: only the number of survivors matters."""
    given = np.zeros((len(side.names), len(side.names), 2), object)
    for taker in range(len(side.names)):
        for giver, buff in side.buffs_of(taker):
            given[giver, taker] = buff
    relations = np.dstack([side.guards, side.falls, given])
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
    return groups


def _alike(one, other, relations):
    """Whether two fighters can swap places, guards and who dies with whom included."""
    if relations[one, other, :2].any() or relations[one, one, :2].any():
        return False
    swapped = np.arange(len(relations))
    swapped[[one, other]] = other, one
    return np.array_equal(relations[one][swapped], relations[other]) and np.array_equal(
        relations[swapped, one], relations[:, other]
    )


class _Batch:
    """Battles with the same state space, solved together: the `blows` of `combat.battle.chain`."""

    def __init__(self, at, rosters):
        self.at, self.cases, self._rosters = at, len(at), rosters
        self.spaces = [roster.space() for roster in rosters[0]]
        self.aoe = [np.array([pair[side].aoe for pair in rosters]) for side in (0, 1)]
        self._attacks, self._defenses, self._known = ({}, {}), ({}, {}), {}
        self._tables = {}
        first = self.pools(self.spaces, 1)
        self.damage = [self._most_dice(side, first.attacks[side]) for side in (0, 1)]

    def tables(self):
        """Return the estimated bytes and seconds of the damage tables; pools of many dice cost."""
        numbers = work = 0.0
        for side in (0, 1):
            attacks, defenses = self._attacks[side], self._defenses[1 - side]
            blocks = max((dice for dice, _ in defenses), default=0) + 1
            numbers += len(attacks) * blocks * self._most_damage(side)
            work += len(attacks) * blocks * self._most_damage(side) * len(defenses) * _TIRING
        return 24 * numbers, 1e-9 * work + 5e-8 * numbers

    def _most_damage(self, side):
        """The greatest damage of a side's blows that matters: more than the target's hp doesn't."""
        dice = max((dice for dice, _ in self._attacks[side]), default=0)
        return max(1, min(dice, int(self.spaces[1 - side].hit_points.max(initial=1))))

    @property
    def counts_alike(self):
        """Whether any group has more than one fighter."""
        return any((space.sizes > 1).any() for space in self.spaces)

    def _most_dice(self, side, attacks):
        dice = np.array([dice for dice, _ in self._attacks[side]], int)
        return dice[attacks].max(axis=(0, 1), initial=0)

    def pools(self, spaces, number, cases=None):
        """The pools of a round as indices; see `combat.battle.chain.Steady`."""
        sides = []
        for side in (0, 1):
            rosters = [pair[side] for pair in self._rosters[:cases]]
            numbered = {}
            for roster in rosters:
                if roster.rolls not in numbered:
                    numbered[roster.rolls] = self._numbered(side, roster, number)
            found = [numbered[roster.rolls] for roster in rosters]
            sides.append([np.stack(pools) for pools in zip(*found, strict=True)])
        return Pools(*zip(*sides, strict=True))

    def _numbered(self, side, roster, number):
        rolls = roster.numbers(self.spaces[side].patterns, number)
        # Exhaustion changes defences only, so a roster's attacks are the same in each round.
        key = side, roster.rolls
        if key not in self._known:
            pools = rolls.offense_dice, rolls.to_hit
            self._known[key] = _places(self._attacks[side], *pools)
        defenses = _places(self._defenses[side], rolls.defense_dice, rolls.to_defend)
        return self._known[key], defenses

    def at_most(self, side):
        """P(damage <= k) of the blows of a side; see `combat.battle.chain.Steady`."""
        attacks, defenses = self._attacks[side], self._defenses[1 - side]
        sizes = len(attacks), len(defenses)
        if self._tables.get(side, (None,))[0] != sizes:
            table = damage_at_most(list(attacks), list(defenses), self._most_damage(side))
            self._tables[side] = sizes, table
        return self._tables[side][1]

    def odds(self, max_rounds, loss_spaces):
        """Return the `Odds` of each battle."""
        applied = self.cost.applied
        most = max_rounds or MOST_ROUNDS
        ends = chain(self.spaces, self, max_rounds=most, applied=applied, loss_spaces=loss_spaces)
        if max_rounds is None and ends.left.sum(axis=(1, 2)).max() > DECIDED:
            raise ValueError(
                f"max_rounds = None is out of range: the battle is undecided after "
                f"{MOST_ROUNDS} rounds; say after how many to stop"
            )
        return [self._odds(ends, case) for case in range(self.cases)]

    def _odds(self, ends, case):
        rosters = self._rosters[case]
        tally = ends.tally(self.spaces, [roster.each for roster in rosters], case)
        return tally.odds({name: one.side.names for name, one in zip(SIDES, rosters, strict=True)})


def _places(known, dice, chances):
    """The indices of these pools among those known; new pools are added."""
    pairs = zip(dice.ravel().tolist(), chances.ravel().tolist(), strict=True)
    found = [known.setdefault(pair, len(known)) for pair in pairs]
    return np.array(found, np.int64).reshape(dice.shape)
