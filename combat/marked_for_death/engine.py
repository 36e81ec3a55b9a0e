"""Many battles at once: a block of them as arrays, a row a fighter, a column a battle.

A blow's damage has few outcomes that matter (a target with 2 hit points loses 0, 1 or 2), so
one uniform number against a table of P(damage <= k) stands for both pools of dice.
"""

import itertools

import numpy as np

from combat.marked_for_death.blows import damage_at_most
from combat.marked_for_death.odds import Tally

BLOCK = 8192  # battles of a block: its arrays stay in the processor's second cache
MOST_ROUNDS = 10_000
_SEARCHED = 64  # hit points from which a damage is searched for, not counted up to
_WIDE = 2**30  # losses from which 32 bits might not hold their sum
_MOST_STATES = 4096  # of the buffs of one fighter; beyond, states are looked for in each block


class Force:
    """One side as the engine needs it: a `Side` taken apart once.

    volleys: (AOE, rows of the fighters who have it). guards: (row of the protected, rows of its
    bodyguards). links: (rows, rows whose death is theirs). buffed: row -> groups of givers
    whose buffs for it are alike.

    >>> from combat.marked_for_death import Fighter, Side, Team
    >>> team = Team((Fighter("Ann", 900, aoe=2), Fighter("Bob", 900), Fighter("Cid", 900)))
    >>> [(int(aoe), rows.tolist()) for aoe, rows in Force(Side(team)).volleys]
    [(1, [1, 2]), (2, [0])]
    """

    def __init__(self, side):
        self.side, self.size = side, len(side.names)
        self.volleys = [(aoe, np.flatnonzero(side.aoe == aoe)) for aoe in np.unique(side.aoe)]
        self.guards = [
            (row, np.flatnonzero(side.guards[:, row]))
            for row in range(self.size)
            if side.guards[:, row].any()
        ]
        self.links = _grouped(
            (row, tuple(np.flatnonzero(side.falls[:, row])))
            for row in range(self.size)
            if side.falls[:, row].any()
        )
        self.buffed = {
            row: [rows for rows, _ in _grouped(side.buffs_of(row))]
            for row in range(self.size)
            if side.buffs_of(row)
        }
        self._known = {}

    def profiles(self, alive, number):
        """Return the pools of a round for those alive (n, battles) at its start."""
        states, which, listed = {}, {}, True
        for row, groups in self.buffed.items():
            if np.prod([len(rows) + 1.0 for rows in groups]) <= _MOST_STATES:
                states[row], which[row] = _by_counts(alive, groups)
            else:
                states[row], which[row] = _by_patterns(alive, groups)
                listed = False
        if not listed:
            return _Profiles(*self._tables(states, number), which)
        if number not in self._known:
            self._known[number] = self._tables(states, number)
        return _Profiles(*self._known[number], which)

    def _tables(self, states, number):
        """Distinct pools of attack and of defence, and which one a fighter has in each state."""
        everybody = np.ones((1, self.size), bool)
        attacks, defences = [], []
        for row in range(self.size):
            rolls = self.side.numbers(states.get(row, everybody), number)
            attacks.append([*zip(rolls.offense_dice[:, row], rolls.to_hit[:, row], strict=True)])
            defences.append(
                [*zip(rolls.defense_dice[:, row], rolls.to_defend[:, row], strict=True)]
            )
        return *_numbered(attacks), *_numbered(defences)


class _Profiles:
    """The pools of a round, (dice, chance), and the number of the pool of each fighter."""

    def __init__(self, attacks, attack_of, defences, defence_of, states):
        self.attacks, self.defences = attacks, defences
        self._attack_of, self._defence_of, self._states = attack_of, defence_of, states

    def attack(self, rows):
        """The numbers of the attack pools of these rows: (rows, battles) or (rows, 1)."""
        return self._numbers(self._attack_of, rows)

    def defence(self):
        """The numbers of the defence pools of all rows: (n, battles) or (n, 1)."""
        return self._numbers(self._defence_of, range(len(self._defence_of)))

    def _numbers(self, table, rows):
        columns = [
            table[row][self._states[row]] if row in self._states else table[row] for row in rows
        ]
        return np.stack(np.broadcast_arrays(*columns))


def fight_block(forces, count, seed, max_rounds=None, common=False):
    """Return the `Tally` of `count` battles of two forces; the same seed gives the same tally.

    forces: the heroes' and the villains'. seed: as for `numpy.random.SFC64`. common: keep each
    battle's column to the end, so that the same seed gives the same random numbers to the same
    battle of other rosters. ValueError if a battle is undecided after 10,000 rounds and
    max_rounds is None.

    >>> from combat.marked_for_death import Fighter, Side, Team
    >>> twins = [Force(Side(Team((Fighter("Twin", 7001),)))) for _ in ("heroes", "villains")]
    >>> fight_block(twins, 1000, seed=1).ends
    array([356, 364, 280,   0])
    """
    rng = np.random.Generator(np.random.SFC64(seed))
    points = [
        np.repeat(force.side.hit_points.astype(np.int32)[:, None], count, axis=1)
        for force in forces
    ]
    tallies, number, going = [], 0, np.full(count, all(force.size for force in forces))
    if not going.all():
        return _tally(points, 0)
    while going.any() and number < (max_rounds or MOST_ROUNDS):
        number += 1
        points = _round(forces, points, number, rng)
        still = going & (points[0] > 0).any(axis=0) & (points[1] > 0).any(axis=0)
        ended, going = going & ~still, still
        if ended.any():
            tallies.append(_tally([side[:, ended] for side in points], number))
            if not common:
                points, going = [side[:, still] for side in points], still[still]
    if going.any():
        if max_rounds is None:
            raise ValueError(
                f"max_rounds = None is out of range: a battle is undecided after "
                f"{MOST_ROUNDS} rounds; say after how many to stop"
            )
        tallies.append(_tally([side[:, going] for side in points], number))
    return sum(tallies[1:], start=tallies[0])


def _round(forces, points, number, rng):
    alive = [side > 0 for side in points]
    profiles = [force.profiles(living, number) for force, living in zip(forces, alive, strict=True)]
    lost = [
        _losses(
            forces[1 - at],
            forces[at],
            (alive[1 - at], alive[at]),
            (profiles[1 - at], profiles[at]),
            rng,
        )
        for at in (0, 1)
    ]
    return [_settled(forces[at], points[at] - lost[at], alive[at]) for at in (0, 1)]


def _losses(force, other, alive, profiles, rng):
    """What the fighters of `other` lose to the blows of `force`: (n, battles)."""
    living, targets = alive
    table = _Table(profiles, other)
    standing = _standing(targets)
    guarded = [(row, guards, _standing(targets[guards])) for row, guards in other.guards]
    # Hundreds of giants with AOE deal more than 32 bits hold; it is cut at what anybody has.
    most = len(table.at_most) * sum(aoe * len(rows) for aoe, rows in force.volleys)
    lost = np.zeros(targets.shape, np.int32 if most < _WIDE else np.int64)
    for aoe, rows in force.volleys:
        ranks = []
        for drawn in range(aoe):
            # Once everybody could have been drawn, anybody can be drawn again.
            before = ranks if drawn < other.size else ()
            rank, rest = _rank(len(rows), standing[-1], before, rng)
            ranks.append(rank)
            target = _guarded(_at_rank(standing, rank), rest, guarded)
            damage = table.damage(rows, target, rng) * living[rows]
            for row in range(other.size):
                lost[row] += (damage * (target == row)).sum(axis=0, dtype=np.int32)
    if most < _WIDE:
        return lost
    return np.minimum(lost, other.side.hit_points.max()).astype(np.int32)


def _rank(rows, count, ranks, rng):
    """Draw a rank among the living, none of `ranks` while others are left.

    Also returns what is left of the uniform number, itself uniform: it chooses the bodyguard.
    """
    drawn = len(ranks)
    # Nobody is left only where the battle is over and its column kept.
    left = np.maximum(np.where(count > drawn, count - drawn, count), 1).astype(np.float32)
    spread = rng.random((rows, len(count)), np.float32) * left
    rank = np.minimum(spread.astype(count.dtype), (left - 1).astype(count.dtype))
    rest = spread - rank
    if drawn:
        again = count > drawn
        # From the lowest drawn rank up, each one at or below moves the draw one further.
        for earlier in np.sort(ranks, axis=0):
            rank = rank + ((rank >= earlier) & again)
    return rank, rest


def _standing(alive):
    """How many live up to each row: a running sum, row by row (numpy's own is 5 times slower)."""
    standing = alive.astype(np.uint8 if len(alive) < 256 else np.int32)
    for row in range(1, len(standing)):
        standing[row] += standing[row - 1]
    return standing


def _at_rank(standing, rank):
    """The row of the living one of that rank; standing: how many live up to each row."""
    row = np.zeros(rank.shape, standing.dtype)
    for living in standing:
        row += living <= rank
    # Nobody has that rank only where the battle is over and its column kept.
    return np.minimum(row, len(standing) - 1)


def _guarded(target, rest, guarded):
    """ "if a chosen opponent has one or more bodyguards, choose a random bodyguard instead" """
    chosen = target
    for row, guards, standing in guarded:
        count = standing[-1]
        rank = np.minimum((rest * count).astype(count.dtype), np.maximum(count, 1) - 1)
        place = _at_rank(standing, rank)
        struck = (target == row) & (count > 0)
        chosen = np.where(struck, guards.astype(target.dtype).take(place), chosen)
    return chosen


class _Table:
    """P(damage <= k) for each pair of pools, and a draw from it."""

    def __init__(self, profiles, other):
        own, its = profiles
        self.attack, self.width = own.attack, len(its.defences)
        self.defence = its.defence()
        # A hit point more than anybody has decides nothing.
        most = min(int(other.side.hit_points.max()), max(int(dice) for dice, _ in own.attacks))
        # Rounding may let a sum fall by 1e-17; what is searched must not fall.
        table = np.maximum.accumulate(damage_at_most(own.attacks, its.defences, most), axis=-1)
        self.at_most = np.ascontiguousarray(table.reshape(-1, most).T, np.float32)

    def damage(self, rows, target, rng):
        if self.defence.shape[1] == 1:
            pool = self.defence[:, 0].take(target)
        else:
            columns = self.defence.shape[1]
            pool = self.defence.take(target * np.intp(columns) + np.arange(columns))
        pair = self.attack(rows) * self.width + pool
        drawn = rng.random(target.shape, np.float32)
        if len(self.at_most) > _SEARCHED:
            return self._searched(pair, drawn)
        damage = np.zeros(target.shape, np.uint8 if len(self.at_most) < 256 else np.int32)
        for at_most in self.at_most:
            damage += drawn >= at_most.take(pair)
        return damage

    def _searched(self, pair, drawn):
        """The damage by halving: how many P(damage <= k) of the pair are at most `drawn`."""
        most, pairs = self.at_most.shape
        low, high = np.zeros(pair.shape, np.int32), np.full(pair.shape, most, np.int32)
        for _ in range(most.bit_length()):
            middle = (low + high) // 2
            place = np.minimum(middle, most - 1) * np.intp(pairs) + pair
            more = (low < high) & (drawn >= self.at_most.ravel().take(place))
            low, high = np.where(more, middle + 1, low), np.where(more, high, middle)
        return low


def _settled(force, points, alive):
    """Step 4: "everyone who is linked to them ... has their hit points set to 0"."""
    died = alive & (points <= 0)
    for rows, causes in force.links:
        falls = died[list(causes)].any(axis=0)
        points[rows] = np.where(falls, np.minimum(points[rows], 0), points[rows])
    return points


def _grouped(pairs):
    """Pairs (row, key) as pairs (rows, key), one for each key."""
    groups = {}
    for row, key in pairs:
        groups.setdefault(key, []).append(row)
    return [(np.array(rows), key) for key, rows in groups.items()]


def _by_counts(alive, groups):
    """Givers alike count by how many of them live: all states, and the one of each battle."""
    which = np.zeros(alive.shape[1], np.intp)
    for rows in groups:
        which = which * (len(rows) + 1) + alive[rows].sum(axis=0, dtype=np.uint16)
    states = np.ones((np.prod([len(rows) + 1 for rows in groups]), len(alive)), bool)
    for state, counts in zip(
        states, itertools.product(*(range(len(rows) + 1) for rows in groups)), strict=True
    ):
        for rows, count in zip(groups, counts, strict=True):
            state[rows[count:]] = False
    return states, which


def _by_patterns(alive, groups):
    """The distinct patterns of living givers in this block, and the one of each battle."""
    rows = np.concatenate(groups)
    patterns, which = np.unique(alive[rows], axis=1, return_inverse=True)
    states = np.ones((patterns.shape[1], len(alive)), bool)
    states[:, rows] = patterns.T
    return states, which.ravel()


def _numbered(pools):
    """Distinct pools, and for each fighter the number of the pool of each of its states."""
    distinct = {}
    numbers = [
        np.array([distinct.setdefault(pool, len(distinct)) for pool in states], np.int32)
        for states in pools
    ]
    return list(distinct), numbers


def _tally(points, number):
    alive = [side > 0 for side in points]
    won = [living.any(axis=0) for living in alive]
    count = len(won[0])
    both, neither = (won[0] & won[1]).sum(), (~won[0] & ~won[1]).sum()
    rounds = np.zeros(number + 1, np.int64)
    rounds[number] = count
    return Tally(
        np.array([(won[0] & ~won[1]).sum(), (won[1] & ~won[0]).sum(), neither, both]),
        tuple(living.sum(axis=1) for living in alive),
        rounds,
        tuple(np.bincount(living.sum(axis=0)) for living in alive),
        tuple(np.bincount(np.maximum(side, 0).sum(axis=0)) for side in points),
    )
