"""Random numbers by battle, round, side, fighter and draw, and the damage drawn with them.

A number doesn't depend on who else fights, on how many battles are fought at once or in which
order. So two rosters with the same seed have the same luck where they agree, and the difference
of their odds shows the change and not the noise (common random numbers). `Damage` turns numbers
into the damage of blows, by tables P(damage <= k) for pairs of classes.
"""

import numpy as np

# SplitMix64 (Steele, Lea and Flood 2014): a counter that grows by _STEP, its bits then mixed.
_STEP = 0x9E3779B97F4A7C15
_MIXING = (
    (np.uint64(30), np.uint64(0xBF58476D1CE4E5B9)),
    (np.uint64(27), np.uint64(0x94D049BB133111EB)),
)
_LAST = np.uint64(31)
LOW = 0xFFFFFFFF
_OF_FIGHTER = 40  # bit at which the fighter's number begins; the draw's number is below
_OF_SIDE = 62  # bit at which the side's number begins


class Luck:
    """The random numbers of the battles first, first + 1, ..., `count` of them.

    times: all of them once more, for so many pairs of sides. places: of the battles that are kept.
    """

    def __init__(self, seed, first, count, times=1):
        start = np.random.SeedSequence(seed).generate_state(1, np.uint64)
        self.places = np.arange(count * times)
        self._battles = mixed(start + _steps(first + self.places % max(count, 1)))
        self._round = self._battles

    def keep(self, places):
        """Keep only the battles at these places."""
        self.places, self._battles = self.places.take(places), self._battles.take(places)

    def begin_round(self, number):
        """Go on to the random numbers of this round."""
        self._round = mixed(self._battles + _steps(number))

    def coin(self):
        """Return a coin flip for each battle in this round: True or False."""
        return mixed(self._round + _steps(2 << _OF_SIDE)) >> np.uint64(63) > 0

    def of_fighters(self, side, battles, rows):
        """Return for each of these fighters the key at which his numbers of this round begin."""
        # An explicit type: in a browser numpy's default whole numbers have 32 bits.
        fighters = np.arange(rows.max(initial=0) + 1, dtype=np.uint64) << np.uint64(_OF_FIGHTER)
        places = fighters + np.uint64(side << _OF_SIDE)
        return self._round.take(battles) + _steps(places).take(rows)

    def of_draws(self, draw):
        """Return how far a draw lies from its fighter's first one; it is added to the keys."""
        return _steps(draw)

    def halves(self, keys, draw):
        """Return the random number of a draw for each key: 32 bits each, (high, low), as int64."""
        number = mixed(keys + self.of_draws(draw))
        return (number >> np.uint64(32)).view(np.int64), (number & np.uint64(LOW)).view(np.int64)


def _steps(places):
    return np.asarray(places).astype(np.uint64) * np.uint64(_STEP)


def mixed(state):
    """Return the random numbers made of these counters; the array is overwritten."""
    shifted = np.empty_like(state)
    for shift, factor in _MIXING:
        np.right_shift(state, shift, out=shifted)
        state ^= shifted
        state *= factor
    np.right_shift(state, _LAST, out=shifted)
    state ^= shifted
    return state


_LISTED = 4096  # up to so many pairs, one table of all is made and kept for the next blocks
_CELLS = 2**22  # cells of a table: 32 MB
_SLOTS = 2**18  # slots of a guide: it fits in the processor's first or second cache
_FINEST = 10  # bits of a random number that a guide uses, at most
_AT_SIGHT = 32  # up to so many damages, comparing all is faster than a binary search
_ROUNDING = 1e-9  # how far a sum of chances may lie beyond 0 and 1
_KEPT = 64  # tables kept for a side: rounds differ only while fighters tire


class Damage:
    """The damage of one side's blows by the side's function `at_most`, see `combat.battle`."""

    def __init__(self, at_most, most, whose="a side"):
        self._at_most, self._most, self._kept = at_most, max(1, int(most)), {}
        self._whose = whose

    def pairs(self, attacks, defenses):
        """Return an object that draws; pair (a, d) has the number a * len(defenses) + d."""
        count = len(attacks) * len(defenses)
        if count > _LISTED or count * self._most > _CELLS:
            return _Pairs(self, attacks, defenses)
        key = (np.asarray(attacks).tobytes(), np.asarray(defenses).tobytes())
        if key not in self._kept:
            if len(self._kept) == _KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = self.table(attacks, defenses, np.arange(count))
        return self._kept[key]

    def table(self, attacks, defenses, pairs):
        """Return the `_Table` of some pairs of these classes, given their numbers."""
        rows, columns = np.divmod(pairs, len(defenses))
        table = np.asarray(
            self._at_most(attacks.take(rows, axis=0), defenses.take(columns, axis=0), self._most),
            float,
        )
        # If there is a NaN, both are NaN.
        least, most = table.min(initial=0), table.max(initial=1)
        if not (least >= -_ROUNDING and most <= 1 + _ROUNDING):
            wrong = most if least >= -_ROUNDING else least
            raise ValueError(
                f"damage of {self._whose} gives {wrong:g} as P(damage <= k): it must "
                f"be between 0 and 1"
            )
        # By rounding a sum may fall by 1e-17, but a binary search needs ascending numbers.
        return _Table(np.maximum.accumulate(table, axis=1))

    @property
    def pairs_at_once(self):
        """How many pairs a table may have."""
        return max(1, _CELLS // self._most)


class _Table:
    """P(damage <= k) of pairs, (pairs, k), and draws from it.

    A guide holds the damage for the first bits of a random number. Where these bits don't decide,
    as a bound lies among the numbers that begin with them, the damage is searched for.
    """

    def __init__(self, at_most):
        self._at_most = at_most
        pairs, self._unsure = len(at_most), at_most.shape[1] + 1
        self._bits = int(np.clip(np.log2(_SLOTS / max(pairs, 1)), 0, _FINEST))
        self._shift = 32 - self._bits
        self._guide = self._guided(pairs, 1 << self._bits)

    def _guided(self, pairs, slots):
        """The damage for each slot of each pair, or `_unsure` where there are several."""
        kind = np.min_scalar_type(self._unsure)
        bounds = np.minimum(self._at_most * slots, slots)
        own = np.arange(pairs)[:, None] * (slots + 1)
        below, above = ((own + ends.astype(int)) for ends in (np.floor(bounds), np.ceil(bounds)))
        guide = np.zeros(pairs * (slots + 1), kind)
        np.add.at(guide, above.ravel(), kind.type(1))
        guide = guide.reshape(pairs, slots + 1).cumsum(axis=1, dtype=kind)
        guide.ravel()[below[below < above]] = self._unsure
        return guide[:, :slots].ravel()

    def drawn(self, pairs, numbers):
        """Return the damage of blows of these pairs, from random numbers of 32 bits."""
        damage = self._guide.take((pairs << self._bits) + (numbers >> self._shift))
        unsure = np.flatnonzero(damage == self._unsure)
        damage = damage.astype(np.int64)
        if len(unsure):
            damage[unsure] = self._searched(pairs.take(unsure), numbers.take(unsure) / 2**32)
        return damage

    def _searched(self, pairs, drawn):
        """How many P(damage <= k) are at most `drawn`: compared one by one or by binary search."""
        most = self._at_most.shape[1]
        if most <= _AT_SIGHT:
            return (self._at_most.take(pairs, axis=0) <= drawn[:, None]).sum(axis=1)
        flat, start = self._at_most.ravel(), pairs * most
        low, high = np.zeros_like(pairs), np.full_like(pairs, most)
        for _ in range(most.bit_length()):
            middle = (low + high) >> 1
            more = (low < high) & (drawn >= flat.take(start + np.minimum(middle, most - 1)))
            low, high = np.where(more, middle + 1, low), np.where(more, high, middle)
        return low


class _Pairs:
    """Draws for classes with too many pairs for one table: tables only of pairs that occur."""

    def __init__(self, damage, attacks, defenses):
        self._damage, self._attacks, self._defenses = damage, attacks, defenses

    def drawn(self, pairs, numbers):
        """See `_Table.drawn`."""
        distinct, which = np.unique(pairs, return_inverse=True)
        damage, step = np.empty(len(pairs), np.int64), self._damage.pairs_at_once
        for first in range(0, len(distinct), step):
            some = distinct[first : first + step]
            table = self._damage.table(self._attacks, self._defenses, some)
            mine = np.flatnonzero((which >= first) & (which < first + step))
            damage[mine] = table.drawn(which.take(mine) - first, numbers.take(mine))
        return damage
