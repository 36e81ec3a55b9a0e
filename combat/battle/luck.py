"""Random numbers addressed by battle, round, side, fighter and draw.

A number doesn't depend on who else fights, on how many battles are fought at once or in which
order. So two rosters with the same seed have the same luck where they agree, and the difference
of their odds shows the change and not the noise (common random numbers).
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
    """The random numbers of the battles first, first + 1, ..., `count` of them."""

    def __init__(self, seed, first, count):
        start = np.random.SeedSequence(seed).generate_state(1, np.uint64)
        self._battles = mixed(start + _steps(np.arange(first, first + count)))
        self._round = self._battles

    def keep(self, places):
        """Keep only the battles at these places."""
        self._battles = self._battles.take(places)

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
