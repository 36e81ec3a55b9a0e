"""Random numbers by their place: which battle, round, side, fighter and draw.

A number doesn't depend on who else fights, on how many battles are fought at once or in which
order. So two rosters with one seed have the same luck where they are alike, and the difference
of their odds shows the change and not the noise (common random numbers).
"""

import numpy as np

# SplitMix64 (Steele, Lea and Flood 2014): a counter in steps of this, and a mixing of its bits.
_STEP = 0x9E3779B97F4A7C15
_MIXING = (
    (np.uint64(30), np.uint64(0xBF58476D1CE4E5B9)),
    (np.uint64(27), np.uint64(0x94D049BB133111EB)),
)
_LAST = np.uint64(31)
LOW = 0xFFFFFFFF
_OF_FIGHTER = 40  # bits of the number of a draw
_OF_SIDE = 62  # and of the fighter beside it


class Luck:
    """The random numbers of some battles, by their numbers (first, first + 1, ...).

    seed: a whole number, or what `numpy.random.SeedSequence` takes.

    >>> ten, one = Luck(seed=5, first=0, count=10), Luck(seed=5, first=7, count=1)
    >>> ten.begin_round(3), one.begin_round(3)
    (None, None)
    >>> high, low = ten.halves(ten.of_fighters(1, np.array([7]), np.array([2])), draw=0)
    >>> (high, low) == one.halves(one.of_fighters(1, np.array([0]), np.array([2])), draw=0)
    True
    """

    def __init__(self, seed, first, count):
        start = np.random.SeedSequence(seed).generate_state(1, np.uint64)
        self._battles = _mixed(start + _steps(np.arange(first, first + count)))
        self._round = self._battles

    def keep(self, places):
        """Go on with the battles at these places."""
        self._battles = self._battles.take(places)

    def begin_round(self, number):
        """From here on the numbers are those of this round."""
        self._round = _mixed(self._battles + _steps(number))

    def coin(self):
        """A coin of each battle for this round: True or False."""
        return _mixed(self._round + _steps(2 << _OF_SIDE)) >> np.uint64(63) > 0

    def of_fighters(self, side, battles, rows):
        """Where the numbers of these fighters begin in this round: a key of each."""
        # Python in a browser counts with 32 bits where it isn't told otherwise.
        fighters = np.arange(rows.max(initial=0) + 1, dtype=np.uint64) << np.uint64(_OF_FIGHTER)
        places = fighters + np.uint64(side << _OF_SIDE)
        return self._round.take(battles) + _steps(places).take(rows)

    def of_draws(self, draw):
        """How far a draw lies from the first of its fighter: add it to the keys."""
        return _steps(draw)

    def halves(self, keys, draw):
        """The number of a draw of each key: two of 32 bits, (high, low), as int64."""
        number = _mixed(keys + self.of_draws(draw))
        return (number >> np.uint64(32)).view(np.int64), (number & np.uint64(LOW)).view(np.int64)


def _steps(places):
    return np.asarray(places).astype(np.uint64) * np.uint64(_STEP)


def _mixed(state):
    """The finished numbers of these counters; the array is used up."""
    shifted = np.empty_like(state)
    for shift, factor in _MIXING:
        np.right_shift(state, shift, out=shifted)
        state ^= shifted
        state *= factor
    np.right_shift(state, _LAST, out=shifted)
    state ^= shifted
    return state
