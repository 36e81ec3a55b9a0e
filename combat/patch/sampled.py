"""A difference between two versions, simulated: the same luck for both, and its interval."""

import numpy as np

from combat.domain import whole
from combat.questions.result import over_seeds

BLOCKS = 10  # seeds: the interval is by the spread between them
MOST_BATTLES = 10_000_000


def compared(score, battles, seed=0):
    """Return before, after, change, low and high of a score that is simulated for two versions.

    score(version, battles, seed): a chance, from so many battles; version 0 is before, 1 after.
    It is asked with the same seeds for both, in ten blocks: common random numbers, so that what
    the patch doesn't touch cancels out. low, high: the ends of Student's 95 % interval for the
    change, from the spread between the blocks; no narrower than 3 in `battles`, which is what
    can hide behind a difference that never showed. A dict. ValueError for battles that are
    fewer than 100 or too many.

    >>> def score(version, battles, seed):
    ...     rolls = np.random.default_rng(seed).random(battles)
    ...     return float((rolls < 0.5 + 0.1 * version).mean())
    >>> found = compared(score, 10_000)
    >>> found["low"] < 0.1 < found["high"], round(found["change"], 2)
    (True, 0.1)
    """
    battles = int(whole("battles", battles, low=100, high=MOST_BATTLES))
    each = -(-battles // BLOCKS)
    seeds = [seed * BLOCKS + block for block in range(BLOCKS)]
    before, after = (np.array([score(version, each, one) for one in seeds]) for version in (0, 1))
    mean, low, high = over_seeds(after - before)
    least = 3 / (BLOCKS * each)
    return {
        "before": float(before.mean()),
        "after": float(after.mean()),
        "change": mean,
        "low": max(-1.0, min(low, mean - least)),
        "high": min(1.0, max(high, mean + least)),
    }
