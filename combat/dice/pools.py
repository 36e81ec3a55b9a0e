"""Several dice of one kind: the sum of all, or of the highest, and dice that explode."""

import math
from functools import reduce

import numpy as np
from numpy import fft

from combat.core import binomial
from combat.dice.distribution import Distribution, constant, convolved, gathered

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


def highest_of_unlike(dice, kept):
    """Return the distribution of the sum of the `kept` highest of dice of several kinds."""
    if len(dice) == 1 or kept == len(dice):
        return reduce(lambda one, other: one + other, dice)
    low = int(min(die.values[0] for die in dice))
    width = int(max(die.values[-1] for die in dice)) - low + 1
    chances = np.zeros((len(dice), width))
    for row, die in zip(chances, dice, strict=True):
        row[(die.values - low).astype(int)] = die.chances
    done = np.zeros(kept * (width - 1) + 1)
    for value in range(width):
        # now[more, just, sum]: so many dice show more, with this sum, and so many just the value.
        now = np.zeros((kept, kept + 1, len(done)))
        now[0, 0, 0] = 1
        for row in chances:
            now = _with_die(now, row, value)
        for more in range(kept):
            _add(done, now[more, kept - more :].sum(axis=0), (kept - more) * value, 1)
    reached = np.flatnonzero(done)
    return Distribution(reached + low * kept, done[reached] / done.sum())


def _with_die(now, row, value):
    """The states of `highest_of_unlike` after one more die; row: the chance of each value."""
    after = now * row[:value].sum()
    after[:, 1:] += now[:, :-1] * row[value]
    after[:, -1] += now[:, -1] * row[value]
    above = np.where(np.arange(len(row)) > value, row, 0)
    for more, just in np.argwhere(now[:-1].any(axis=2)).tolist():
        after[more + 1, just] += np.convolve(now[more, just], above)[: now.shape[2]]
    return after


def rerolled(die, again):
    """Return the distribution of a die that is rolled once more where `again`."""
    kept = np.where(again, 0, die.chances)
    return Distribution(die.values, kept + die.chances[again].sum() * die.chances)


def exploded(die, least, points=None):
    """Return the distribution of a die that is rolled again and added from a value on.

    It goes on as long as that has a chance of at least `RARE`. least: this value. points: what each
    value counts; None for itself.
    """
    again = die.values >= least
    points, share = die.values if points is None else points, float(die.chances[again].sum())
    if share == 1:
        raise ValueError(
            f"a die that always shows {die.values[0]:g} explodes for ever: give it more sides"
        )
    total = gathered(points, die.chances)
    for _ in range(rolls_of(share) if share else 0):
        total = gathered(
            np.append(points[~again], np.add.outer(points[again], total.values)),
            np.append(die.chances[~again], np.outer(die.chances[again], total.chances)),
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
