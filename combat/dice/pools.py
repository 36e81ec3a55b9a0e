"""Several dice of one kind: the sum of all, or of the highest, and dice that explode."""

import math

import numpy as np
from numpy import fft

from combat.core import binomial
from combat.dice.distribution import Distribution, constant, gathered
from combat.dice.sums import convolved

MOST_WORK = 1_000_000_000  # multiplications: about a second
RARE = 1e-12  # an exploding die stops when it would go on with less than this chance


def sum_of(die, count):
    """Return the distribution of the sum of so many dice; die: a Distribution of whole numbers."""
    if count == 0:
        return constant(0)
    low, chances = _dense(die)
    # One multiplication for each pair of a sum so far and a value of the next die.
    if count**2 * len(chances) ** 2 / 2 > MOST_WORK:
        return _labelled(die, low * count, _power(chances, count))
    total = np.ones(1)
    for _ in range(count):
        total = convolved(total, chances)
    return _labelled(die, low * count, total)


def highest_of(die, count, kept):
    """Return the distribution of the sum of the `kept` highest of so many dice.

    It goes from the highest value down. How many of the remaining dice show the value is binomial;
    of the others only one thing is known, that they show less.
    """
    if count == 1:
        return die
    if kept == count:
        return sum_of(die, count)
    if kept == 1:
        below = np.cumsum(die.chances)
        # P(all dice show at most this value) - P(all show at most the one before it).
        return Distribution(die.values, np.diff(np.minimum(below, 1) ** count, prepend=0.0))
    low, chances = _dense(die)
    width = kept * (len(chances) - 1) + 1
    if len(chances) * kept**2 * width > MOST_WORK:
        raise ValueError(f"{kept} of {count} dice kept take too long: ask for fewer")
    # For each value, the chance that a die shows it if it shows no more; 1 for the lowest.
    shares = np.append(1.0, chances[1:] / np.cumsum(chances)[1:])[:, None, None]
    left, more = count - np.arange(kept)[:, None], np.arange(kept)
    shows = binomial.pmf(more, left, shares)
    rest = binomial.sf(left - count + kept - 1, left, shares)[..., 0]
    # now[placed, sum]: the chance that so many dice showed more, with this sum.
    now, done = np.zeros((kept, width)), np.zeros(width)
    now[0, 0] = 1
    for value in np.flatnonzero(chances)[::-1]:
        after = np.zeros_like(now)
        for placed in range(kept):
            for new in range(kept - placed):
                _add(after[placed + new], now[placed], new * value, shows[value, placed, new])
            _add(done, now[placed], (kept - placed) * value, rest[value, placed])
        now = after
    return _labelled(die, low * kept, done)


def exploded(die, rolls=None):
    """Return the distribution of a die that is rolled again and added at its highest value.

    rolls: how often it is rolled again at most; None: as long as that has a chance of at least
    `RARE`.
    """
    top, share = die.values[-1], float(die.chances[-1])
    if rolls is None and share == 1:
        raise ValueError(f"a die that always shows {top:g} explodes for ever: give it more sides")
    if rolls is None:
        rolls = rolls_of(share)
    total = die
    for _ in range(rolls):
        total = gathered(
            np.append(die.values[:-1], top + total.values),
            np.append(die.chances[:-1], share * total.chances),
        )
    return total


def rolls_of(share):
    """Return how often a die is rolled again that shows its highest value with this chance."""
    return math.ceil(math.log(RARE) / math.log(share)) - 1


def _add(target, source, moved, chance):
    """Add the source, moved up and times the chance; the part moved out of range is zero."""
    target[moved:] += chance * source[: len(source) - moved]


def _dense(die):
    """The lowest value, and the chances of all whole numbers from it to the highest value."""
    low = int(die.values[0])
    return low, np.bincount((die.values - low).astype(int), die.chances)


def _labelled(die, low, chances):
    """The distribution of the chances from `low` on; without zeros if the die has gaps."""
    values = np.arange(low, low + len(chances))
    gaps = len(die.values) <= die.values[-1] - die.values[0]
    kept = chances > 0 if gaps else slice(None)
    return Distribution(values[kept], chances[kept])


def _power(chances, count):
    """The convolution of `count` dice, by FFT: absolute errors of 1e-15, relative ones larger."""
    width = count * (len(chances) - 1) + 1
    length = 1 << (width - 1).bit_length()  # a power of two is fastest
    found = np.maximum(fft.irfft(fft.rfft(chances, length) ** count, length)[:width], 0)
    return found / found.sum()
