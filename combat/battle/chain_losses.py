"""The transitions of one side in a round: how blows change the chances of what it has lost."""

from math import comb
from typing import NamedTuple

import numpy as np
from scipy import sparse

_SLAB = 2**21  # numbers at once where many cases are moved: 16 MB
_STILL = 1e-18  # draws that change less than this are skipped: a thousand of them change 1e-15


class Shape(NamedTuple):
    """What the losses of the living depend on; equal shapes are worked out only once.

    instead: for each, who is struck in its place, as pairs (number of a group, share); if empty,
    the group itself.
    """

    groups: tuple
    most: tuple
    instead: tuple


def shape(space, pattern, most):
    """Return the `Shape` of a side's pattern; most (groups,): the most one fighter can lose."""
    counts = space.patterns[pattern]
    places = np.flatnonzero(counts)
    instead = []
    for struck in places:
        guards = [at for at, who in enumerate(places) if space.guards[who, struck]]
        count = sum(counts[places[at]] for at in guards)
        instead.append(tuple((at, float(counts[places[at]] / count)) for at in guards))
    groups = space.groups(pattern)
    return Shape(
        tuple(groups[at] for at in places), tuple(int(most[at]) for at in places), tuple(instead)
    )


class LossSpace:
    """How blows change chances of losses: arrays (sortings, columns) with a column for each case.

    The damage of a blow is given as `damages`: for each group, (damage + 1, columns), the chance of
    0, 1, ... points; the last is the chance of this damage or more.
    """

    def __init__(self, shape):
        self._shape = shape
        self._counts = [group.living for group in shape.groups]
        self._sizes = [group.sortings(m) for group, m in zip(shape.groups, shape.most, strict=True)]
        self.size = int(np.prod(self._sizes, dtype=float))
        self.living = sum(self._counts)
        self._drawn = np.zeros(len(self._counts))  # chance that a random blow strikes each group
        for at, count in enumerate(self._counts):
            for who, share in shape.instead[at] or [(at, 1.0)]:
                self._drawn[who] += share * count / self.living
        self._kept = {}

    def volley(self, chances, aoe, damages):
        """Return the chances after a fighter struck `aoe`: different ones, then any again."""
        once = min(aoe, self.living)
        if once == 1:
            chances = self._anybody(chances, damages)
        else:
            chances = self._different(chances, once, damages)
        for _ in range(aoe - once):
            before, chances = chances, self._anybody(chances, damages)
            if np.abs(chances - before).max() < _STILL:
                break
        return chances

    def _anybody(self, chances, damages):
        """Strike one of all, drawn at random; a guard may step in."""
        hit = np.flatnonzero(self._drawn)
        unhurt = sum(self._drawn[at] * damages[at][0] for at in hit)
        weights = np.concatenate([self._drawn[at] * damages[at][1:] for at in hit])
        key = tuple(len(damages[at]) for at in hit)
        moves = self._matrix(
            key, lambda: sparse.vstack([self._moves(at, len(damages[at]) - 1) for at in hit], "csr")
        )
        return unhurt * chances + _moved(moves, chances, weights)

    def _different(self, chances, once, damages):
        """Strike `once` different ones, drawn at random.

        All `comb(living, once)` choices are equally likely; by_number[n] is weighted by those with
        n drawn.
        """
        by_number, behind = {0: chances}, self.living
        for at, count in enumerate(self._counts):
            behind -= count
            added = {}
            for drawn, so_far in by_number.items():
                afters = self._drawn_of(at, min(count, once - drawn), so_far, damages)
                for more, after in enumerate(afters):
                    if drawn + more + behind >= once:
                        after = comb(count, more) * after
                        added[drawn + more] = added.get(drawn + more, 0) + after
            by_number = added
        return by_number[once] / comb(self.living, once)

    def _drawn_of(self, at, most, chances, damages):
        """Yield the chances after 0, 1, ... `most` different ones of a group were drawn."""
        yield chances
        before = chances
        for drawn in range(1, most + 1):
            if self._shape.instead[at]:
                # Each draw chooses a guard anew, possibly the same one.
                chances = sum(
                    share * self._struck(who, chances, damages)
                    for who, share in self._shape.instead[at]
                )
                yield chances
            elif drawn == 1:
                yield self._struck(at, before, damages)
            else:
                yield self._together(at, drawn, before, damages)

    def _struck(self, at, chances, damages):
        """Strike one of a group, drawn at random."""
        moves = self._moves(at, len(damages[at]) - 1)
        return damages[at][0] * chances + _moved(moves, chances, damages[at][1:])

    def _moves(self, at, damage):
        group, most = self._shape.groups[at], self._shape.most[at]
        return self._matrix((at, damage), lambda: self._spread(at, group.struck(most, damage)))

    def _together(self, at, drawn, chances, damages):
        """Strike `drawn` different ones of a group."""
        group, most, damage = self._shape.groups[at], self._shape.most[at], len(damages[at]) - 1

        def matrix():
            suffered, moves = group.struck_together(drawn, most, damage)
            return suffered, self._spread(at, moves)

        suffered, moves = self._matrix((at, damage, drawn), matrix)
        return _moved(moves, chances, _multinomial(suffered, damages[at]))

    def _matrix(self, key, make):
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def _spread(self, at, moves):
        """A group's `_Moves` as a matrix (terms * sortings, sortings) over the whole side."""
        behind = int(np.prod(self._sizes[at + 1 :], dtype=float))
        outer = np.arange(0, self.size, self._sizes[at] * behind)[:, None, None]
        columns = outer + (moves.before * behind)[:, None] + np.arange(behind)
        rows = outer + (moves.after * behind + moves.term * self.size)[:, None] + np.arange(behind)
        weights = np.broadcast_to(moves.weight[:, None], rows.shape)
        terms = int(moves.term.max()) + 1
        return sparse.csr_matrix(
            (weights.ravel(), (rows.ravel(), columns.ravel())), (terms * self.size, self.size)
        )


def _moved(moves, chances, weights):
    """The sum of all terms of the moves, weighted: (sortings, columns)."""
    terms, (size, columns) = len(weights), chances.shape
    if weights.shape[1] < columns:
        weights = np.broadcast_to(weights, (terms, columns))
    step = max(1, _SLAB // (terms * size))
    if columns <= step:
        moved = (moves @ chances).reshape(terms, size, columns)
        return np.einsum("tsc,tc->sc", moved, weights)
    slabs = [slice(at, at + step) for at in range(0, columns, step)]
    parts = [
        _moved(moves, np.ascontiguousarray(chances[:, slab]), weights[:, slab]) for slab in slabs
    ]
    return np.hstack(parts)


def _multinomial(suffered, damages):
    """The chance of each way of suffering damage: (ways, columns); suffered (ways, damage + 1)."""
    ways = [comb_of(row) for row in suffered.tolist()]
    powers = np.prod(damages[None] ** suffered[:, :, None], axis=1)
    return np.array(ways, float)[:, None] * powers


def comb_of(counts):
    """Return the multinomial coefficient of some counts: 4! / (2! 1! 1!) is 12."""
    ways, total = 1, 0
    for count in counts:
        total += count
        ways *= comb(total, count)
    return ways


def damage_chances(at_most, most):
    """Return the chances of 0, ... `most`, or more: (damage + 1, attacks, defences)."""
    cut = np.moveaxis(at_most[:, :, :most], -1, 0)
    # By rounding a cumulative sum may fall by 1e-17 or exceed 1; no chance may be below 0.
    return np.maximum(np.diff(cut, axis=0, prepend=0, append=1), 0)


class Mover:
    """Moves the states of one side: blocks of chances (states, states of the other side).

    rows, ends: of each pattern in which somebody lives, its states, and the state after each
    sorting by losses from full hit points.
    """

    def __init__(self, space, other, loss_spaces):
        self._space, self._strikers = space, other.patterns
        self.patterns = range(1, space.count)
        shapes = [shape(space, pattern, space.hit_points) for pattern in self.patterns]
        for one in shapes:
            if one not in loss_spaces:
                loss_spaces[one] = LossSpace(one)
        self._loss_spaces = [loss_spaces[one] for one in shapes]
        self._starts = [space.as_losses(pattern) for pattern in self.patterns]
        self._places = [np.flatnonzero(space.patterns[pattern]) for pattern in self.patterns]
        self.rows = [np.arange(space.states)[space.rows(pattern)] for pattern in self.patterns]
        self.ends = [space.ends(pattern) for pattern in self.patterns]

    def prepare(self, attacks, aoe, defenses, at_most):
        """Prepare a round; attacks, defenses: pools (patterns, groups)."""
        self._attacks, self._aoe, self._defenses = attacks, aoe, defenses
        self._tables = [damage_chances(at_most, int(points)) for points in self._space.hit_points]

    def moved(self, at, strikers, block):
        """Return the block after a round, by end state; strikers: the other side's pattern."""
        chances = np.zeros((self._loss_spaces[at].size, block.shape[-1]))
        chances[self._starts[at]] = block
        shields = self._defenses[self.patterns[at]]
        for group in np.flatnonzero(self._strikers[strikers]):
            attack = self._attacks[strikers, group]
            damages = [
                self._tables[place][:, attack, shields[place], None] for place in self._places[at]
            ]
            for _ in range(self._strikers[strikers, group]):
                volley = self._loss_spaces[at].volley
                chances = volley(chances, int(self._aoe[group]), damages)
        return chances
